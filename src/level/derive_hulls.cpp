// SPDX-License-Identifier: MIT
//
// The planes of a hull. Let P be the hull and B a box along the axes. Each face of their sum lies
// in a face of P, in a side of B, or it is the sum of an edge of P and an edge of B (M. de Berg et
// al., Computational Geometry, 2008, section 13.3). The normal of the last kind is square to both
// edges, and it lies between the normals of the two faces of P at the edge. So every such plane
// follows from P alone, whatever the size of B.
#include "halfspace/level/cells.h"
#include "halfspace/level/walk_nodes.h"

#include "level/derived.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

namespace halfspace {
namespace {

// A part of a hull tree that is still to be divided.
struct Part {
    WalkChild child;
    Polyhedron cell;
};

// So many parts are enough to keep all threads busy.
constexpr std::size_t kParts = 256;

// A normal this much beyond the normals of two faces still counts as between them. A plane too many
// costs a little time and changes no answer, because it touches the hull as well.
constexpr double kBetween = 1e-9;
// Two normals of length 1 that differ by less are the same plane of the hull.
constexpr double kSameNormal = 1e-12;

// One hull with its own corners and planes.
struct Shape {
    Aabb box;
    std::vector<Vec3> corners;
    std::vector<Plane> planes;
};

Vec3 of_length_1(const Vec3& v) {
    return v * (1 / length(v));
}

class ShapeMaker {
public:
    ShapeMaker(const Polyhedron& cell, const PlaneTable& planes, int grid_exponent)
        : cell_(cell), table_(planes) {
        for (const ExactPoint& p : cell.points) {
            shape_.corners.push_back({std::ldexp(p.x, -grid_exponent),
                                      std::ldexp(p.y, -grid_exponent),
                                      std::ldexp(p.z, -grid_exponent)});
            shape_.box = united(shape_.box, shape_.corners.back());
        }
    }

    Shape run() {
        for (const Polyhedron::Face& face : cell_.faces) {
            add(normal_of(face.plane));
        }
        if (shape_.planes.empty()) {
            shape_.corners.clear();  // a box
            return std::move(shape_);
        }
        for (const Polyhedron::Face& face : cell_.faces) {
            for (std::uint32_t c = face.first; c < face.first + face.count; ++c) {
                add_bevels(face, c);
            }
        }
        return std::move(shape_);
    }

private:
    // Of length 1, in the orientation of the id.
    Vec3 normal_of(PlaneId id) const {
        const PlaneTable::Filter& filter = table_.filter(id);
        const Vec3 n = of_length_1({filter.n[0], filter.n[1], filter.n[2]});
        return id.is_flipped() ? -n : n;
    }

    // The face in a plane. The id tells the plane; its front does not count.
    const Polyhedron::Face& face_of(PlaneId plane) const {
        return *std::find_if(
            cell_.faces.begin(), cell_.faces.end(), [&](const Polyhedron::Face& face) {
                return face.plane.pair() == plane.pair();
            });
    }

    // The planes along the edge from corner c of a face and along an axis.
    void add_bevels(const Polyhedron::Face& face, std::uint32_t c) {
        const std::uint32_t next = c + 1 < face.first + face.count ? c + 1 : face.first;
        const std::uint32_t from = cell_.corners[c].point;
        const std::uint32_t to = cell_.corners[next].point;
        if (from > to) {
            return;  // the other face of the edge does it
        }
        const Vec3 a = normal_of(face.plane);
        const Vec3 b = normal_of(face_of(cell_.corners[c].neighbour).plane);
        const Vec3 edge = cross(a, b);
        for (std::size_t axis = 0; axis < 3; ++axis) {
            Vec3 along;
            along[axis] = 1;
            const Vec3 normal = cross(edge, along);
            if (length(normal) < kBetween * length(edge)) {
                continue;  // the edge runs along the axis
            }
            const Vec3 unit = of_length_1(normal);
            for (const Vec3& n : {unit, -unit}) {
                if (is_between(n, a, b)) {
                    add(n);
                }
            }
        }
    }

    // True if n = s a + t b with s and t not below 0. REQUIRES: n lies in the plane of a and b.
    static bool is_between(const Vec3& n, const Vec3& a, const Vec3& b) {
        const double cosine = dot(a, b);
        return dot(n, a - b * cosine) >= -kBetween && dot(n, b - a * cosine) >= -kBetween &&
               dot(n, a + b) > 0;
    }

    // Adds the plane with this normal that touches the hull, unless the box or a plane has the same
    // normal.
    void add(const Vec3& n) {
        const bool is_axial = (n.x != 0) + (n.y != 0) + (n.z != 0) == 1;
        const bool is_known =
            std::any_of(shape_.planes.begin(), shape_.planes.end(), [&](const Plane& plane) {
                return length(plane.n - n) < kSameNormal;
            });
        if (is_axial || is_known) {
            return;
        }
        double d = -std::numeric_limits<double>::infinity();
        for (const Vec3& corner : shape_.corners) {
            d = std::max(d, dot(n, corner));
        }
        shape_.planes.push_back({n, d});
    }

    const Polyhedron& cell_;
    const PlaneTable& table_;
    Shape shape_;
};

class HullMaker {
public:
    HullMaker(const LevelView& level, std::size_t hulls)
        : level_(level), planes_(planes_of(level)), shapes_(hulls) {}

    Hulls run(std::span<const Contents> contents, const Executor& run) {
        std::vector<Part> parts;
        for (std::uint32_t m = 0; m < level_.models.size(); ++m) {
            parts.push_back(
                {level_.hull_roots[m], make_box(grid_box(level_, ModelId(m)), planes_.table)});
        }
        if (planes_.table.predicate_bits() <= kMaxPredicateBits) {
            parts = divided(std::move(parts));
            run(parts.size(), [&](std::size_t i) { finish(std::move(parts[i])); });
        }
        return flat(contents);
    }

private:
    // Divides the parts, each once in turn, until there are enough of them.
    std::vector<Part> divided(std::vector<Part> parts) const {
        Predicates predicates(planes_.table);
        std::vector<Part> next;
        bool is_divided = true;
        while (is_divided && parts.size() < kParts) {
            is_divided = false;
            for (Part& part : parts) {
                is_divided = is_divided || !is_leaf(part.child);
                if (is_leaf(part.child)) {
                    next.push_back(std::move(part));
                } else {
                    divide(std::move(part), next, predicates);
                }
            }
            parts = std::exchange(next, {});
        }
        return parts;
    }

    // Adds the two sides of a node. A side without hulls is left out.
    void divide(Part part, std::vector<Part>& sides, Predicates& predicates) const {
        const std::uint32_t number = node_index(part.child);
        const WalkNodeRecord& node = level_.walk_nodes[number];
        const std::uint32_t plane = level_.nodes[level_.walk_sources[number]].plane;
        PolyhedronSplit cells = split(part.cell, planes_.of(2 * plane), predicates);
        const auto add = [&](WalkChild child, std::optional<Polyhedron>& cell) {
            if (cell && !(is_leaf(child) && hull_of(child) == kNoHull)) {
                sides.push_back({child, *std::move(cell)});
            }
        };
        add(node.child[0], cells.front);
        add(node.child[1], cells.back);
    }

    void finish(Part part) {
        Predicates predicates(planes_.table);
        std::vector<Part> waiting;
        waiting.push_back(std::move(part));
        while (!waiting.empty()) {
            Part next = std::move(waiting.back());
            waiting.pop_back();
            if (!is_leaf(next.child)) {
                divide(std::move(next), waiting, predicates);
            } else if (hull_of(next.child) != kNoHull) {
                shapes_[hull_of(next.child)] =
                    ShapeMaker(next.cell, planes_.table, level_.grid_exponent).run();
            }
        }
    }

    Hulls flat(std::span<const Contents> contents) const {
        Hulls result;
        result.hulls.reserve(shapes_.size());
        for (std::size_t h = 0; h < shapes_.size(); ++h) {
            const auto& [box, corners, planes] = shapes_[h];
            result.hulls.push_back({{box.min.x, box.min.y, box.min.z},
                                    {box.max.x, box.max.y, box.max.z},
                                    static_cast<std::uint32_t>(result.corners.size()),
                                    static_cast<std::uint32_t>(result.planes.size()),
                                    static_cast<std::uint32_t>(contents[h]),
                                    0});
            result.corners.insert(result.corners.end(), corners.begin(), corners.end());
            for (const auto& [n, d] : planes) {
                result.planes.push_back({{n.x, n.y, n.z}, d});
            }
        }
        return result;
    }

    const LevelView& level_;
    LevelPlanes planes_;
    std::vector<Shape> shapes_;  // by number of hull
};

}  // namespace

Hulls derived_hulls(const LevelView& level,
                    std::span<const Contents> contents,
                    const Executor& run) {
    return HullMaker(level, contents.size()).run(contents, run);
}

}  // namespace halfspace
