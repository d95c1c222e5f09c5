// SPDX-License-Identifier: MIT
#include "halfspace/render/plan.h"

#include "halfspace/level/bodies.h"
#include "halfspace/query/classify.h"
#include "halfspace/query/entities.h"
#include "halfspace/query/sight.h"
#include "halfspace/query/space.h"
#include "halfspace/render/painter.h"
#include "halfspace/render/visibility_polygons.h"

#include "base/shared/union_find.h"
#include "render/colours.h"
#include "render/plan/plan_nav.h"
#include "render/plan/plan_page.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <charconv>
#include <cmath>
#include <map>
#include <utility>

namespace halfspace {
namespace {

constexpr std::size_t kMaxNameLength = 28;
constexpr double kNameSize = 13;  // pixels
constexpr double kNameGap = 6;
constexpr double kBetweenNames = 10;  // beside each other
constexpr double kPathWidth = 1.6;
constexpr double kMeshWidth = 1.6;
constexpr double kPathEnd = 4;     // from the middle of the square to its sides, pixels
constexpr double kMarkReach = 12;  // of a mark around its place, pixels

bool is_open(Contents contents) {
    return !any(contents & kBodyBlockers);
}

// The leaves of a cut that are connected with its outside.
class Outside {
public:
    Outside(const Level& level, const Cut& cut) : leaves_(level.leaves().size()) {
        const auto open = [&](LeafId leaf) { return is_open(level.contents(leaf)); };
        for (const CutEdge& edge : cut.edges) {
            if (open(edge.leaves[0]) && open(edge.leaves[1])) {
                leaves_.join(edge.leaves[0].value, edge.leaves[1].value);
            }
        }
        for (const LeafId leaf : cut.border) {
            if (open(leaf)) {
                leaves_.join(leaf.value, kOutsideLeaf);
            }
        }
    }

    bool has(LeafId leaf) { return leaves_.root(leaf.value) == kOutsideLeaf; }

private:
    static constexpr std::uint32_t kOutsideLeaf = 0;

    UnionFind leaves_;
};

// A short text of a number, such as "46" or "12.5".
std::string number(double value) {
    char buffer[64];
    const auto end = std::to_chars(buffer, buffer + sizeof buffer, value).ptr;
    return {buffer, end};
}

std::string shortened(std::string_view name) {
    return name.size() <= kMaxNameLength ? std::string(name)
                                         : std::string(name.substr(0, kMaxNameLength - 3)) + "...";
}

// Places of a name: right, left, below, above.
std::array<PageBox, 4> places_around(const PageBox& box, double width) {
    const double x = (box.left + box.right - width) / 2;
    const double y = (box.top + box.bottom - kNameSize) / 2;
    const auto place = [&](double left, double top) {
        return PageBox{left, top, left + width, top + kNameSize};
    };
    return {place(box.right + kNameGap, y),
            place(box.left - kNameGap - width, y),
            place(x, box.bottom + kNameGap),
            place(x, box.top - kNameGap - kNameSize)};
}

class PlanMaker {
public:
    PlanMaker(const Level& level, const PlanOptions& options)
        : level_(level),
          options_(options),
          page_(plan_page(level, options)),
          drawing_{options.width, options.rows, kPaper, {}} {}

    Drawing make() {
        if (options_.nav_mesh) {
            nav_ = plan_nav(level_, *options_.nav_mesh, options_.height);
        }
        add_area("outside", kOutside, {corners_of(page_.map)});
        tell("outside", kOutside);
        const Cut world = cut_level(level_, options_.height, page_.frame);
        add_world(world);
        for (std::uint32_t model = 1; model < level_.models().size(); ++model) {
            add_model(ModelId(model));
        }
        if (nav_) {
            add_nav_lifts(drawing_, legend_, page_, *nav_);
        }
        add_sections();
        add_portals();
        add_entities();
        add_path("path", "path and its end", kPath, options_.path);
        add_path("leak", "way out of the level", kLeakColour, options_.leak);
        add_names();
        if (page_.side) {
            add_area("side",
                     kPaper,
                     {corners_of({page_.map.right,
                                  0,
                                  static_cast<double>(options_.width),
                                  static_cast<double>(options_.rows)})});
            add_side(drawing_,
                     page_,
                     *page_.side,
                     "Plan at z = " + number(std::round(options_.height * 1000) / 1000),
                     legend_,
                     level_.units_per_metre());
        }
        return std::move(drawing_);
    }

private:
    struct Name {
        std::string text;
        PageBox around;  // the mark or model that has this name
    };

    void add_area(std::string name, const Rgba& colour, std::vector<Polygon2> polygons) {
        drawing_.items.emplace_back(DrawnArea{std::move(name), colour, std::move(polygons)});
    }

    void tell(std::string text,
              const Rgba& colour,
              std::optional<Rgba> outline = {},
              std::optional<PlanMark> mark = {}) {
        const auto is_same = [&](const LegendEntry& entry) { return entry.text == text; };
        if (std::ranges::none_of(legend_, is_same)) {
            legend_.push_back({std::move(text), colour, outline, mark});
        }
    }

    Polygon2 on_page(const Polygon2& corners) const {
        Polygon2 polygon;
        for (const Point2& p : corners) {
            polygon.push_back(page_.at(p));
        }
        return polygon;
    }

    // Adds lines along all edges for which is_edge(left leaf, right leaf) is true.
    template <class IsEdge>
    void add_edges(
        const Cut& cut, std::string name, const Rgba& colour, double width, IsEdge&& is_edge) {
        DrawnLines lines{std::move(name), colour, width, {}};
        for (const CutEdge& edge : cut.edges) {
            if (is_edge(edge.leaves[0], edge.leaves[1])) {
                lines.segments.push_back({page_.at(edge.ends[0]), page_.at(edge.ends[1])});
            }
        }
        if (!lines.segments.empty()) {
            drawing_.items.emplace_back(std::move(lines));
        }
    }

    void add_world(const Cut& cut) {
        Outside outside(level_, cut);
        std::vector<Polygon2> rooms;
        std::vector<Polygon2> outdoors;
        std::map<Contents, std::vector<Polygon2>> open;
        std::map<Contents, std::vector<Polygon2>> blocking;
        for (const CutCell& cell : cut.cells) {
            const Contents contents = level_.contents(cell.leaf);
            if (contents == Contents::Void) {
                continue;  // add_void paints it
            }
            const Contents shown = shown_contents(contents);
            if (any(shown)) {
                (is_open(contents) ? open : blocking)[shown].push_back(on_page(cell.corners));
            } else {
                (outside.has(cell.leaf) ? outdoors : rooms).push_back(on_page(cell.corners));
            }
        }
        const bool has_rooms = !rooms.empty();
        if (has_rooms) {
            add_area("room", kRoom, std::move(rooms));
            tell("room", kRoom);
        }
        add_contents(std::move(open));
        add_bodies();
        if (has_rooms) {
            add_area("outside", kOutside, std::move(outdoors));
        }
        if (nav_) {
            add_nav_floor(drawing_, legend_, page_, level_, *nav_);
        }
        add_contents(std::move(blocking));
        add_void();
        if (options_.cells == PlanCells::Outlined) {
            add_edges(cut, "cells", kCells, 0.6, [](LeafId, LeafId) { return true; });
            tell("border of a leaf", kPaper, kCells);
        }
        const auto blocks = [&](LeafId leaf) { return !is_open(level_.contents(leaf)); };
        add_edges(
            cut, "outline", kInk, 1.2, [&](LeafId a, LeafId b) { return blocks(a) != blocks(b); });
    }

    // What is outside of a sealed level. A leaf of the main tree may hold the outer half of a wall
    // and what is beyond, so the cluster tree tells.
    void add_void() {
        const Cut cut = cut_clusters(level_, options_.height, page_.frame);
        const auto is_void = [&](LeafId leaf) { return level_.contents(leaf) == Contents::Void; };
        std::vector<Polygon2> cells;
        for (const CutCell& cell : cut.cells) {
            if (is_void(cell.leaf)) {
                cells.push_back(on_page(cell.corners));
            }
        }
        if (!cells.empty()) {
            add_area("outside", kOutside, std::move(cells));
            add_edges(cut, "outline", kInk, 1.2, [&](LeafId a, LeafId b) {
                return is_void(a) != is_void(b);
            });
        }
    }

    void add_contents(std::map<Contents, std::vector<Polygon2>>&& areas) {
        for (auto& [contents, polygons] : areas) {
            add_area(to_string(contents), contents_colour(contents), std::move(polygons));
            tell(to_string(contents), contents_colour(contents));
        }
    }

    // The largest body comes first, so the bands of smaller bodies lie on top.
    void add_bodies() {
        std::vector<SpaceId> bodies = options_.bodies;
        std::erase(bodies, SpaceId(0));  // the point has room wherever nothing blocks
        const auto size = [&](SpaceId space) {
            const Aabb body = body_of(level_, space);
            return (body.max.x - body.min.x) * (body.max.y - body.min.y);
        };
        std::ranges::stable_sort(bodies, std::greater(), size);
        for (std::size_t i = 0; i < bodies.size(); ++i) {
            const Cut cut = cut_level(level_, options_.height, page_.frame, kWorldModel, bodies[i]);
            std::vector<Polygon2> blocked;
            for (const CutCell& cell : cut.cells) {
                if (blockers_in(level_.leaves()[cell.leaf.value], bodies[i]) != 0) {
                    blocked.push_back(on_page(cell.corners));
                }
            }
            const Rgba colour = body_colour(bodies.size() - 1 - i, bodies.size());
            const std::string name(space_name(level_, bodies[i]));
            add_area("body " + name, colour, std::move(blocked));
            tell("no room for " + name, colour);
        }
    }

    void add_model(ModelId model) {
        const Cut cut = cut_level(level_, options_.height, page_.frame, model);
        const auto is_in = [&](LeafId leaf) { return any(level_.contents(leaf)); };
        std::vector<Polygon2> inside;
        PageBox box{1e9, 1e9, -1e9, -1e9};
        for (const CutCell& cell : cut.cells) {
            if (is_in(cell.leaf)) {
                inside.push_back(on_page(cell.corners));
                for (const auto& [x, y] : inside.back()) {
                    box = {std::min(box.left, x),
                           std::min(box.top, y),
                           std::max(box.right, x),
                           std::max(box.bottom, y)};
                }
            }
        }
        if (inside.empty()) {
            return;
        }
        add_area("model", kModelFill, std::move(inside));
        add_edges(
            cut, "model", kModel, 2.5, [&](LeafId a, LeafId b) { return is_in(a) != is_in(b); });
        tell("door or other model", kModelFill, kModel);
        taken_.push_back(box);
        names_.push_back({std::string(classname_of(level_, entity_of(level_, model))), box});
    }

    void add_entities() {
        for (std::uint32_t i = 0; i < level_.entities().size(); ++i) {
            const EntityId entity(i);
            const std::optional<Vec3> origin = vec3_value(level_, entity, "origin");
            if (origin && !model_of(level_, entity) && is_seen(*origin)) {
                add_entity(entity, *origin);
            }
        }
    }

    bool is_seen(const Vec3& origin) const {
        const CutFrame& frame = page_.frame;
        const bool is_inside = frame.min[0] < origin.x && origin.x < frame.max[0] &&
                               frame.min[1] < origin.y && origin.y < frame.max[1];
        return is_inside &&
               line_of_sight(level_, Vec3{origin.x, origin.y, options_.height}, origin);
    }

    void add_entity(EntityId entity, const Vec3& origin) {
        const std::string_view name = classname_of(level_, entity);
        const PlanMark mark = name.starts_with("info_player") ? PlanMark::Start
                              : name.starts_with("light")     ? PlanMark::Light
                                                              : PlanMark::Other;
        const Point2 at = page_.at({origin.x, origin.y});
        const Vec3 facing = facing_of(level_, entity).value_or(Vec3{1, 0, 0});
        const double length = std::hypot(facing.x, facing.y);
        // A start that looks straight up or down is drawn as if it had no angle.
        const bool is_level = length > 1e-3;
        add_mark(drawing_,
                 mark,
                 at,
                 is_level ? Point2{facing.x / length, facing.y / length} : Point2{1, 0});
        tell(std::string(mark_text(mark)), {}, {}, mark);
        const PageBox box{
            at[0] - kMarkReach, at[1] - kMarkReach, at[0] + kMarkReach, at[1] + kMarkReach};
        taken_.push_back(box);
        if (mark != PlanMark::Light) {  // there are many lights, and the legend explains them
            names_.push_back({std::string(name), box});
        }
    }

    void add_sections() {
        DrawnLines lines{"mesh", kMesh, kMeshWidth, {}};
        for (const auto& [from, to] : options_.sections) {
            lines.segments.push_back({page_.at({from.x, from.y}), page_.at({to.x, to.y})});
        }
        if (!lines.segments.empty()) {
            drawing_.items.emplace_back(std::move(lines));
            tell("mesh", kMesh);
        }
    }

    // Where the plane of the slice goes through a polygon, which is convex; nothing if it does not.
    std::vector<Point2> crossing(std::span<const Vec3> corners) const {
        std::vector<Point2> ends;
        for (std::size_t i = 0; i < corners.size(); ++i) {
            const Vec3& a = corners[i];
            const Vec3& b = corners[(i + 1) % corners.size()];
            const double from = a.z - options_.height;
            const double to = b.z - options_.height;
            if ((from < 0) != (to < 0)) {
                const Vec3 at = a + (b - a) * (from / (from - to));
                ends.push_back(page_.at({at.x, at.y}));
            }
        }
        return ends;
    }

    void add_portals() {
        if (!options_.portals) {
            return;
        }
        DrawnLines lines{"portals", kPortals, kMeshWidth, {}};
        for (const PortalRecord& portal : level_.portals()) {
            const std::vector<Point2> ends =
                crossing(level_.portal_corners().subspan(portal.first_corner, portal.corner_count));
            if (ends.size() == 2) {
                lines.segments.push_back({ends[0], ends[1]});
            }
        }
        if (!lines.segments.empty()) {
            drawing_.items.emplace_back(std::move(lines));
            tell("portal", kPortals);
        }
    }

    void add_path(const std::string& name,
                  const std::string& words,
                  const Rgba& colour,
                  const std::vector<Vec3>& path) {
        if (path.empty()) {
            return;
        }
        DrawnLines lines{name, colour, kPathWidth, {}};
        Point2 last = page_.at({path[0].x, path[0].y});
        for (const Vec3& position : path) {
            const Point2 next = page_.at({position.x, position.y});
            // Shorter pieces cannot be seen. A path of many steps stays a small file.
            if (std::hypot(next[0] - last[0], next[1] - last[1]) >= 1) {
                lines.segments.push_back({last, next});
                last = next;
            }
        }
        const Point2 end = page_.at({path.back().x, path.back().y});
        if (!lines.segments.empty()) {
            drawing_.items.emplace_back(std::move(lines));
        }
        add_area(
            name + " end",
            colour,
            {corners_of(
                {end[0] - kPathEnd, end[1] - kPathEnd, end[0] + kPathEnd, end[1] + kPathEnd})});
        tell(words, colour);
    }

    // Places names. A name stands beside its mark or model, where it covers no other name or mark.
    // Places on open ground are preferred to places on walls.
    void add_names() {
        for (const Name& name : names_) {
            DrawnText text{"name", kInk, kNameSize, {}, TextAnchor::Start, shortened(name.text)};
            const double width = text_width(text.text, kNameSize);
            std::optional<PageBox> best;
            int least = 0;
            for (const PageBox& place : places_around(name.around, width)) {
                const int walls = walls_below(place);
                if (is_free(place) && (!best || walls < least)) {
                    best = place;
                    least = walls;
                }
            }
            if (best) {
                text.at = {best->left, best->bottom - kNameSize * 0.2};
                drawing_.items.emplace_back(std::move(text));
                taken_.push_back({best->left - kBetweenNames,
                                  best->top,
                                  best->right + kBetweenNames,
                                  best->bottom});
            }
        }
    }

    bool is_free(const PageBox& place) const {
        return contains(page_.map, place) && std::ranges::none_of(taken_, [&](const PageBox& box) {
                   return overlap(box, place);
               });
    }

    // The number of points in a row through the middle of a place where something blocks.
    int walls_below(const PageBox& place) const {
        constexpr int kPoints = 9;
        int walls = 0;
        for (int i = 0; i < kPoints; ++i) {
            const Point2 p =
                page_.on_map({place.left + (place.right - place.left) * i / (kPoints - 1),
                              (place.top + place.bottom) / 2});
            const LeafId leaf = find_leaf(level_, {p[0], p[1], options_.height});
            walls += is_open(level_.contents(leaf)) ? 0 : 1;
        }
        return walls;
    }

    const Level& level_;
    const PlanOptions& options_;
    PlanPage page_;
    std::optional<PlanNav> nav_;
    Drawing drawing_;
    std::vector<LegendEntry> legend_;
    std::vector<PageBox> taken_;  // places of marks, models and names
    std::vector<Name> names_;
};

}  // namespace

Drawing draw_plan(const Level& level, const PlanOptions& options) {
    assert(options.width > 0 && options.width <= kMaxPictureSize);
    assert(options.rows > 0 && options.rows <= kMaxPictureSize);
    return PlanMaker(level, options).make();
}

}  // namespace halfspace
