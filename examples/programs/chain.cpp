// SPDX-License-Identifier: MIT
// The links of a chain are meshes. What does a ray hit, which point is nearest, is a point inside
// of a link, do two links touch? docs/guides/mesh_queries.md explains it. Run it as: chain
// [FOLDER_FOR_PICTURES]
#include "halfspace/math/transform.h"
#include "halfspace/spatial/aabb_bvh.h"
#include "halfspace/spatial/mesh_collide.h"
#include "halfspace/spatial/triangle_bvh.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <numbers>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace {

namespace hs = halfspace;
using hs::Vec3;

struct Link {
    std::vector<double> positions;       // x, y, z of each vertex
    std::vector<std::uint32_t> indices;  // three for each triangle

    hs::TriangleMesh mesh() const { return {positions, indices}; }
};

// A ring around z, 10 units in radius, of a rod that is 2 units in radius.
Link make_link() {
    constexpr std::uint32_t kAround = 40;
    constexpr std::uint32_t kSides = 16;
    Link link;
    for (std::uint32_t i = 0; i < kAround; ++i) {
        for (std::uint32_t k = 0; k < kSides; ++k) {
            const double turn = 2 * std::numbers::pi * i / kAround;
            const double side = 2 * std::numbers::pi * k / kSides;
            const double radius = 10 + 2 * std::cos(side);
            for (const double value :
                 {radius * std::cos(turn), radius * std::sin(turn), 2 * std::sin(side)}) {
                link.positions.push_back(value);
            }
            const auto vertex = [](std::uint32_t a, std::uint32_t b) {
                return a % kAround * kSides + b % kSides;
            };
            for (const std::uint32_t corner : {vertex(i, k),
                                               vertex(i + 1, k),
                                               vertex(i + 1, k + 1),
                                               vertex(i, k),
                                               vertex(i + 1, k + 1),
                                               vertex(i, k + 1)}) {
                link.indices.push_back(corner);
            }
        }
    }
    return link;
}

// Two links as one mesh: first the triangles of the one, then those of the other.
Link joined(const Link& link, const hs::Transform& place_of_other) {
    Link both = link;
    const auto vertices = static_cast<std::uint32_t>(link.positions.size() / 3);
    for (std::uint32_t i = 0; i < vertices; ++i) {
        const Vec3 p = to_world(place_of_other, link.mesh().vertex(i));
        both.positions.insert(both.positions.end(), {p.x, p.y, p.z});
    }
    for (const std::uint32_t index : link.indices) {
        both.indices.push_back(index + vertices);
    }
    return both;
}

// Where link i of a chain is. Each link is turned by a quarter against the one before.
hs::Transform place_of(int i, double spacing) {
    return hs::moved_by({spacing * i, 0, 0}) *
           hs::turned_about({}, {.roll = i % 2 == 0 ? 0.0 : 90.0});
}

void ask_one_link(const hs::TriangleBvh& link) {
    const auto statistics = link.statistics();
    std::printf("%zu triangles, %zu nodes\n", link.mesh().size(), statistics.nodes);
    if (const auto hit = link.raycast({.origin = {10, 0.1, 50}, .direction = {0, 0, -1}})) {
        std::printf("a ray from above hits after %.2f units\n", hit->t);
    }
    std::printf("a ray through the hole %s\n",
                link.any_hit({{0, 0, 50}, {0, 0, -1}}) ? "hits" : "passes");
    if (const auto nearest = link.closest_point({0, 0, 0})) {
        std::printf("the middle is %.2f units away from the link\n", nearest->distance);
    }
    std::printf("the link winds %d times around a point of its rod, %d times around its middle\n",
                link.winding({10, 0.1, 0.1}),
                link.winding({0, 0, 0}));
}

// Pulls two links apart until they touch. Returns the spacing.
double pull(const hs::TriangleBvh& link) {
    if (const auto gap = hs::distance(link, link, place_of(1, 15)); gap && *gap) {
        std::printf("two links are %.2f units apart\n", (*gap)->distance);
    }
    for (int step = 0; step < 40; ++step) {
        const double spacing = 15 + 0.125 * step;
        hs::QueryScratch scratch;
        const auto pairs = hs::all_pairs(link, link, place_of(1, spacing), scratch);
        if (pairs && !pairs->empty()) {
            std::printf("pulled to a distance of %.3f, %zu pairs of triangles touch\n",
                        spacing,
                        pairs->size());
            return spacing;
        }
    }
    return 20;
}

// One tree of triangles serves all links; a tree of their boxes says which links a ray may meet.
void ask_the_chain(const hs::TriangleBvh& link, int links) {
    std::vector<hs::Transform> places;
    std::vector<hs::Aabb> boxes;
    for (int i = 0; i < links; ++i) {
        places.push_back(place_of(i, 15));
        boxes.push_back(box_to_world(places.back(), link.boxes_at(0)[0]));
    }
    const auto tree = hs::AabbBvh::build(boxes);
    if (!tree) {
        return;
    }
    const hs::Ray ray{.origin = {190, 30, 40}, .direction = {-2, -3, -4}};
    int asked = 0;
    std::optional<std::uint32_t> first;
    tree->on_ray(ray, [&](std::uint32_t i, double most) {
        ++asked;
        const auto hit = link.raycast({.origin = to_local(places[i], ray.origin),
                                       .direction = direction_to_local(places[i], ray.direction),
                                       .max_t = most});
        if (hit) {
            first = i;
        }
        return hit ? hit->t : most;
    });
    std::printf(
        "a ray hits link %d of %d, and asked %d of them\n", first ? int(*first) : -1, links, asked);
}

// Draws meshes and boxes as seen from one side, without a depth buffer.
class Picture {
public:
    Picture(double left, double top, double wide, double high) {
        text_ = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"" + number(left) +
                number(top) + number(wide) + number(high) + "\">\n<rect x=\"" + number(left) +
                "\" y=\"" + number(top) + "\" width=\"100%\" height=\"100%\" fill=\"white\"/>\n";
    }

    // Triangles of `marked` are red.
    void add(const hs::TriangleBvh& tree, const std::set<std::uint32_t>& marked) {
        hs::QueryScratch scratch;
        // Lines in the colour of the areas, because viewers leave thin gaps between areas.
        text_ += "<g fill=\"currentColor\" stroke=\"currentColor\" stroke-width=\".03\">\n";
        for (const hs::TriangleId i : tree.far_to_near(kEye, scratch)) {
            const hs::Triangle its = tree.mesh().triangle(i);
            const Vec3 normal = cross(its.b - its.a, its.c - its.a);
            const double light = dot(normal, kEye) / (length(normal) * length(kEye));
            if (light < 0) {
                continue;  // seen from behind
            }
            const auto shade = static_cast<int>(80 + 150 * light);
            const int other = marked.contains(i.value) ? shade / 4 : shade;
            text_ += "<path d=\"M" + at(its.a) + at(its.b) + at(its.c) + "z\" color=\"rgb(" +
                     std::to_string(shade) + "," + std::to_string(other) + "," +
                     std::to_string(other) + ")\"/>\n";
        }
        text_ += "</g>\n";
    }

    void add(const hs::Aabb& box, const char* colour) {
        for (unsigned corner = 0; corner < 8; ++corner) {
            for (unsigned axis = 1; axis < 8; axis *= 2) {
                if ((corner & axis) == 0) {
                    text_ += "<path d=\"M" + at(corner_of(box, corner)) +
                             at(corner_of(box, corner | axis)) + "\" stroke=\"" + colour +
                             "\" stroke-width=\".16\"/>\n";
                }
            }
        }
    }

    // A text around (x, y) of the picture.
    void add(const std::string& text, double x, double y) {
        text_ += "<text x=\"" + number(x) + "\" y=\"" + number(y) +
                 "\" font-family=\"sans-serif\" font-size=\"2.4\" text-anchor=\"middle\">" + text +
                 "</text>\n";
    }

    void save(const std::string& path) const {
        if (std::FILE* const file = std::fopen(path.c_str(), "wb")) {
            std::fputs((text_ + "</svg>\n").c_str(), file);
            std::fclose(file);
        }
    }

    static constexpr Vec3 kEye{30, -60, 60};

private:
    static std::string number(double value) {
        char text[32];
        std::snprintf(text, sizeof(text), "%.2f ", value);
        return text;
    }
    static Vec3 corner_of(const hs::Aabb& box, unsigned corner) {
        return {(corner & 1) != 0 ? box.max.x : box.min.x,
                (corner & 2) != 0 ? box.max.y : box.min.y,
                (corner & 4) != 0 ? box.max.z : box.min.z};
    }
    static std::string at(const Vec3& p) {
        const Vec3 right = normalized(cross({0, 0, 1}, kEye));
        const Vec3 up = normalized(cross(kEye, right));
        return number(dot(p, right)) + number(-dot(p, up));
    }

    std::string text_;
};

void draw_boxes(const hs::TriangleBvh& link, const std::string& path) {
    Picture picture(-17, -14, 124, 32);
    picture.add(link, {});
    const char* const colours[] = {"#c02020", "#b06000", "#207020", "#2040c0"};
    for (int depth = 0; depth < 4; ++depth) {
        // Side by side as the eye sees them.
        const Vec3 offset = normalized(cross({0, 0, 1}, Picture::kEye)) * (30.0 * depth);
        const auto boxes = link.boxes_at(static_cast<std::size_t>(depth));
        for (const hs::Aabb& box : boxes) {
            picture.add({box.min + offset, box.max + offset}, colours[depth]);
        }
        const std::string count = std::to_string(boxes.size());
        picture.add(depth == 0 ? "the box of all" : count + " boxes", 30 * depth, 16);
    }
    picture.save(path);
}

// Two links that overlap a little, with the triangles that touch.
void draw_contact(const Link& link,
                  const hs::TriangleBvh& tree,
                  double spacing,
                  const std::string& path) {
    const hs::Transform place = place_of(1, spacing);
    const Link both = joined(link, place);
    const auto tree_of_both = hs::TriangleBvh::build(both.mesh());
    hs::QueryScratch scratch;
    const auto pairs = hs::all_pairs(tree, tree, place, scratch);
    if (!tree_of_both || !pairs) {
        return;
    }
    std::set<std::uint32_t> marked;
    for (const hs::TrianglePair& pair : *pairs) {
        marked.insert(pair.a.value);
        marked.insert(pair.b.value + static_cast<std::uint32_t>(tree.mesh().size()));
    }
    Picture picture(-14, -16, 45, 32);
    picture.add(*tree_of_both, marked);
    picture.save(path);
}

}  // namespace

int main(int argc, char** argv) {
    const Link link = make_link();
    const auto tree = hs::TriangleBvh::build(link.mesh());
    if (!tree) {
        std::fprintf(stderr, "%s\n", to_string(tree.error()).c_str());
        return 1;
    }
    ask_one_link(*tree);
    const double spacing = pull(*tree);
    ask_the_chain(*tree, 20);
    if (argc > 1) {
        draw_boxes(*tree, argv[1] + std::string("/mesh_boxes.svg"));
        draw_contact(link, *tree, spacing + 1, argv[1] + std::string("/mesh_contact.svg"));
    }
    return 0;
}
