// SPDX-License-Identifier: MIT
#include "render/plan/plan_nav.h"

#include "halfspace/level/level.h"
#include "halfspace/query/sight.h"
#include "halfspace/query/space.h"
#include "halfspace/render/nav_shapes.h"

#include "render/colours.h"

#include <algorithm>
#include <map>
#include <string>
#include <utility>

namespace halfspace {
namespace {

constexpr double kAboveFloor = 1;  // map units
// Widths of lines, pixels.
constexpr double kCommonWidth = 0.7;
constexpr double kBorderWidth = 1.6;
constexpr double kStepWidth = 2.4;

// True if nothing blocks sight straight up or down between the slice and the middle, or one of the
// points halfway from the middle to the corners.
bool is_seen(const Level& level, const std::vector<Vec3>& corners, double height) {
    Vec3 middle;
    for (const Vec3& corner : corners) {
        middle = middle + corner * (1.0 / static_cast<double>(corners.size()));
    }
    const auto is_in_sight = [&](const Vec3& point) {
        const Vec3 above = point + Vec3{0, 0, kAboveFloor};
        return line_of_sight(level, Vec3{point.x, point.y, height}, above);
    };
    return is_in_sight(middle) || std::ranges::any_of(corners, [&](const Vec3& corner) {
               return is_in_sight((corner + middle) * 0.5);
           });
}

// The polygons that are seen, from the lowest to the highest.
std::vector<std::uint32_t> seen_polygons(const Level& level,
                                         const NavShapes& shapes,
                                         double height) {
    std::vector<std::uint32_t> seen;
    for (std::uint32_t p = 0; p < shapes.polygons.size(); ++p) {
        if (is_seen(level, shapes.polygons[p].corners, height)) {
            seen.push_back(p);
        }
    }
    std::ranges::stable_sort(seen, {}, [&](std::uint32_t p) {
        return std::ranges::max(shapes.polygons[p].corners, {}, &Vec3::z).z;
    });
    return seen;
}

class NavPlan {
public:
    NavPlan(Drawing& drawing, const PlanPage& page, const NavShapes& shapes)
        : drawing_(&drawing), page_(&page), shapes_(&shapes), is_seen_(shapes.polygons.size()) {}

    // Neighbours in the list with one colour become one item.
    void add_polygons(const std::vector<std::uint32_t>& polygons) {
        DrawnArea area{"nav", {}, {}};
        for (const std::uint32_t p : polygons) {
            const auto& [corners, rank] = shapes_->polygons[p];
            const Rgba colour = mixed_colour(nav_island_colour(rank), kPaper, 1, 2);
            if (!area.polygons.empty() && colour != area.colour) {
                drawing_->items.emplace_back(std::exchange(area, {"nav", {}, {}}));
            }
            area.colour = colour;
            Polygon2& polygon = area.polygons.emplace_back();
            for (const Vec3& corner : corners) {
                polygon.push_back(at(corner));
            }
            is_seen_[p] = true;
        }
        if (!area.polygons.empty()) {
            drawing_->items.emplace_back(std::move(area));
        }
    }

    // An item for each colour.
    void add_lines(const std::string& name,
                   const std::vector<NavShapes::Line>& lines,
                   double width) {
        std::map<std::uint32_t, DrawnLines> by_rank;
        for (const auto& [ends, polygon] : lines) {
            if (is_seen_[polygon]) {
                const std::uint32_t rank = shapes_->polygons[polygon].rank;
                const Rgba colour = mixed_colour(nav_island_colour(rank), kInk, 1, 2);
                const auto made = by_rank.try_emplace(rank, DrawnLines{name, colour, width, {}});
                made.first->second.segments.push_back({at(ends[0]), at(ends[1])});
            }
        }
        for (auto& [rank, drawn] : by_rank) {
            drawing_->items.emplace_back(std::move(drawn));
        }
    }

    // Returns false if no step is seen.
    bool add_steps() {
        DrawnLines drawn{"nav steps", kNavSteps, kStepWidth, {}};
        for (const auto& [lower, upper, polygon] : shapes_->steps) {
            if (is_seen_[polygon[0]] || is_seen_[polygon[1]]) {
                drawn.segments.push_back({at(lower[0]), at(lower[1])});
            }
        }
        const bool has_steps = !drawn.segments.empty();
        if (has_steps) {
            drawing_->items.emplace_back(std::move(drawn));
        }
        return has_steps;
    }

private:
    Point2 at(const Vec3& point) const { return page_->at({point.x, point.y}); }

    Drawing* drawing_;
    const PlanPage* page_;
    const NavShapes* shapes_;
    std::vector<bool> is_seen_;
};

}  // namespace

void add_nav(Drawing& drawing,
             std::vector<LegendEntry>& legend,
             const PlanPage& page,
             const Level& level,
             std::size_t mesh,
             double height) {
    const NavShapes shapes = nav_shapes(level, mesh);
    const std::vector<std::uint32_t> seen = seen_polygons(level, shapes, height);
    if (seen.empty()) {
        return;
    }
    NavPlan plan(drawing, page, shapes);
    plan.add_polygons(seen);
    plan.add_lines("nav edges", shapes.common, kCommonWidth);
    plan.add_lines("nav borders", shapes.borders, kBorderWidth);
    const SpaceId space(level.nav_meshes()[mesh].space);
    const auto rank_of = [&](std::uint32_t p) { return shapes.polygons[p].rank; };
    const Rgba colour = nav_island_colour(rank_of(std::ranges::min(seen, {}, rank_of)));
    legend.push_back({"floor of " + std::string(space_name(level, space)),
                      mixed_colour(colour, kPaper, 1, 2),
                      mixed_colour(colour, kInk, 1, 2),
                      {}});
    if (plan.add_steps()) {
        legend.push_back({"step of a stair", kNavSteps, {}, {}});
    }
}

}  // namespace halfspace
