// SPDX-License-Identifier: MIT
#include "nav_build/border_walks.h"

#include "halfspace/agents/steer.h"
#include "halfspace/nav/walls.h"
#include "halfspace/query/trace.h"

#include "nav_build/point_link.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>

namespace halfspace {
namespace {

constexpr double kSpacing = 32;       // of places on an edge, map units
constexpr double kInset = 1;          // of the outermost places from the ends of an edge
constexpr double kLongest = 4;        // of a walk, seconds
constexpr double kCrossing = 0.125;   // of its part on the ground before the edge, seconds
constexpr double kLongestClimb = 16;  // on a ladder, seconds
// A mover takes a ladder at the border in so many steps.
constexpr int kTakesLadder = 4;
constexpr double kBraking = 16;  // of one who lands at full speed until it stands, map units

}  // namespace

std::vector<Border> borders_of(const MeshInLevel& here) {
    const NavData& data = here.records;
    std::vector<bool> has_step(data.edges.size());
    for (const NavStepRecord& step : data.steps) {
        has_step[step.lower] = true;
        has_step[step.upper] = true;
    }
    // What is left of an edge beside a step may be a grid step long (step_edges.h).
    const double shortest = std::ldexp(2.0, -here.around.level.grid_exponent());
    std::vector<Border> borders;
    for (std::uint32_t p = 0; p < data.polygons.size(); ++p) {
        const std::size_t first = data.polygons[p].first_edge;
        const std::size_t end =
            p + 1 < data.polygons.size() ? data.polygons[p + 1].first_edge : data.edges.size();
        const PlaneId id{data.polygons[p].plane};
        const Plane plane = here.around.level.scaled_plane(id.pair());
        const Vec3 normal = id.is_flipped() ? -plane.n : plane.n;
        for (std::size_t e = first; e < end; ++e) {
            const Vec3& a = data.vertices[data.edges[e].vertex];
            const Vec3& b = data.vertices[data.edges[e + 1 < end ? e + 1 : first].vertex];
            const double size = length(Vec3{b.x - a.x, b.y - a.y, 0});
            if (data.edges[e].neighbour == kNone && !has_step[e] && size > shortest) {
                // The polygon is to the left of its edges.
                borders.push_back({p, a, b, normal, normalized(Vec3{b.y - a.y, a.x - b.x, 0})});
            }
        }
    }
    return borders;
}

std::vector<Vec3> places_of(const Border& border) {
    const Vec3 along = border.end - border.begin;
    const double length = std::sqrt(along.x * along.x + along.y * along.y);
    const double inset = std::min(kInset, length / 8);
    const int gaps = length <= 4 * inset ? 0 : static_cast<int>(std::ceil(length / kSpacing));
    std::vector<Vec3> places;
    for (int i = 0; i <= gaps; ++i) {
        const double way = gaps == 0 ? length / 2 : inset + (length - 2 * inset) * i / gaps;
        places.push_back(border.begin + along * (way / length));
    }
    return places;
}

void add_landing(const Border& border,
                 const std::optional<Landing>& last,
                 const std::optional<Landing>& now,
                 std::vector<NavLinkRecord>& links) {
    if (!now) {
        return;
    }
    const auto x = static_cast<float>(now->from.x);
    const auto y = static_cast<float>(now->from.y);
    const auto to_x = static_cast<float>(now->position.x);
    const auto to_y = static_cast<float>(now->position.y);
    const auto seconds = static_cast<float>(now->seconds);
    const auto least_speed = static_cast<float>(now->least_speed);
    if (last && last->kind == now->kind && last->polygon == now->polygon) {
        const auto same =
            std::ranges::find_if(links.rbegin(), links.rend(), [&](const NavLinkRecord& link) {
                return link.kind == static_cast<std::uint32_t>(now->kind) &&
                       link.to_polygon == now->polygon;
            });
        same->from[2] = x;
        same->from[3] = y;
        same->to[2] = to_x;
        same->to[3] = to_y;
        same->seconds = std::max(same->seconds, seconds);
        same->least_speed = std::max(same->least_speed, least_speed);
    } else {
        links.push_back({border.polygon,
                         now->polygon,
                         {x, y, x, y},
                         {to_x, to_y, to_x, to_y},
                         seconds,
                         static_cast<std::uint32_t>(now->kind),
                         kWorldModel.value,
                         least_speed});
    }
}

BorderWalks::BorderWalks(const MeshInLevel& here, const MoverOptions& options)
    : here_(here),
      options_(options),
      bodies_{here.space, here.space},
      lowest_(std::numeric_limits<double>::infinity()) {
    for (const Vec3& vertex : here.records.vertices) {
        lowest_ = std::min(lowest_, vertex.z);
    }
    for (const Door& door : here.lifts.doors()) {
        if (door.is_lift) {
            shafts_.push_back(door.reach);
        }
    }
}

std::optional<EdgeWalker> BorderWalks::walker_at(const Border& border, const Vec3& place) const {
    const std::optional<EdgeWalker> walker = walker_behind(border, place, {});
    const std::optional<NavPlace> floor = walker ? place_of(walker->state.position) : std::nullopt;
    return floor && floor->polygon.value == border.polygon ? walker : std::nullopt;
}

std::optional<EdgeWalker> BorderWalks::walker_behind(const Border& border,
                                                     const Vec3& place,
                                                     const Vec3& back) const {
    EdgeWalker walker = walker_before(place - back, border.normal, border.forward, options_);
    walker.state.velocity = border.forward * options_.walk_speed;
    const std::optional<NavPlace> floor = place_of(walker.state.position);
    if (!floor || island_of(floor->polygon.value) != island_of(border.polygon)) {
        return std::nullopt;
    }
    walker.state.position.x = floor->position.x;
    walker.state.position.y = floor->position.y;
    return walker;
}

// False if the way ends here.
bool BorderWalks::makes_step(EdgeWalker& walker, Course& course) const {
    const bool climbs = walker.input.up != 0;
    MoverInput input = walker.input;
    if (walker.state.mode == MoverMode::Ladder && input.up < 0) {
        input.forward = 0;  // which leads up
    }
    const MoverStep moved = step_mover(here_.around, bodies_, walker.state, input, options_);
    walker.state = moved.state;
    const MoverMode mode = walker.state.mode;
    const bool is_on_ladder = climbs && mode == MoverMode::Ladder;
    course.kind = is_on_ladder ? NavLinkKind::Ladder : course.kind;
    course.was_in_air = course.was_in_air || (mode != MoverMode::Ground && mode != MoverMode::Swim);
    course.fell_into_shaft =
        course.fell_into_shaft || (mode == MoverMode::Air && is_in_shaft(walker.state));
    const bool is_right_mode = mode != MoverMode::Ladder || climbs;
    return moved.problem == MoverProblem::None && is_right_mode &&
           walker.state.position.z >= lowest_;
}

std::optional<Landing> BorderWalks::landing(const EdgeWalker& walker,
                                            const Border& border,
                                            const Vec3& edge) const {
    const bool climbs = walker.input.up != 0;
    EdgeWalker moved = walker;
    Course course{walker.input.buttons == 0 ? NavLinkKind::Walk : NavLinkKind::Jump};
    const int most = static_cast<int>((climbs ? kLongestClimb : kLongest) / options_.seconds);
    const int most_before = static_cast<int>(kCrossing / options_.seconds);
    for (int i = 1; i <= most; ++i) {
        if (!makes_step(moved, course)) {
            return std::nullopt;
        }
        if (climbs && course.kind != NavLinkKind::Ladder && i >= kTakesLadder) {
            return std::nullopt;
        }
        const MoverMode mode = moved.state.mode;
        if (mode == MoverMode::Air || mode == MoverMode::Ladder) {
            continue;
        }
        const Vec3 way = moved.state.position - edge;
        if (way.x * border.forward.x + way.y * border.forward.y > 0) {
            std::optional<Landing> landing = landed(moved.state, course, border);
            if (landing) {
                landing->from = walker.state.position;
                landing->seconds = i * options_.seconds;
            }
            return landing;
        }
        // It came back, or something stops it. A swimmer at a wall may leap too early, and again.
        const bool swims_up = mode == MoverMode::Swim && course.kind == NavLinkKind::Jump &&
                              any(liquids_of(border.polygon));
        if (!swims_up && (course.was_in_air || i >= most_before)) {
            return std::nullopt;
        }
    }
    return std::nullopt;
}

// Where a mover is on the mesh that stands or swims beyond the border.
std::optional<Landing> BorderWalks::landed(const MoverState& state,
                                           const Course& course,
                                           const Border& border) const {
    const bool swims = state.mode == MoverMode::Swim;
    const std::optional<NavPlace> place =
        stored_place(here_.mesh, state.position, swims ? kFloorOfSwimmer : 1);
    if (!place || place->polygon.value == border.polygon) {
        return std::nullopt;
    }
    const bool is_burning = any(liquids_of(place->polygon.value) & ~Contents::Water);
    if (swims && is_burning && !any(liquids_of(border.polygon))) {
        return std::nullopt;
    }
    const bool is_drop = course.kind == NavLinkKind::Walk && (course.was_in_air || swims);
    return Landing{.kind = is_drop ? NavLinkKind::Drop : course.kind,
                   .polygon = place->polygon.value,
                   .position = place->position,
                   .fell_into_shaft = course.fell_into_shaft,
                   .swims = swims};
}

bool BorderWalks::is_safe(const Landing& landing, const Vec3& ahead) const {
    const double step = options_.walk_speed * options_.seconds;
    const Vec3 left = Vec3{-ahead.y, ahead.x, 0} * step;
    const Vec3 braked = ahead * kBraking;
    return std::ranges::all_of(
        std::array{ahead * step, -ahead * step, left, -left, braked - left, braked + left},
        [&](const Vec3& way) { return has_floor_or_wall(landing, way); });
}

bool BorderWalks::has_floor_or_wall(const Landing& landing, const Vec3& way) const {
    constexpr double kUp = 1;
    Vec3 from = landing.position;
    from.z += kUp;
    if (trace_from(from, way).hit) {
        return true;
    }
    const std::optional<NavPlace> floor =
        locate(here_.mesh, from + way, {.reach = options_.step_height, .above = kUp});
    return floor && island_of(floor->polygon.value) == island_of(landing.polygon);
}

bool BorderWalks::has_run_up(const Border& border,
                             const Vec3& start,
                             const Vec3& ahead,
                             double part) const {
    const double speed = part * options_.walk_speed;
    const double way = speed * speed / (2 * steering_acceleration(options_)) +
                       options_.walk_speed * options_.seconds;
    const NavPlace place{NavPolygonId(border.polygon), start};
    return !raycast(here_.mesh, place, start - ahead * way).wall.polygon.is_valid();
}

std::optional<NavPlace> BorderWalks::place_of(const Vec3& position) const {
    return stored_place(here_.mesh, position);
}

Contact BorderWalks::trace_from(const Vec3& from, const Vec3& way) const {
    return trace(here_.around, here_.space, from, from + way, {.mask = options_.mask});
}

bool BorderWalks::is_in_shaft(const MoverState& state) const {
    return std::ranges::any_of(shafts_,
                               [&](const Aabb& shaft) { return contains(shaft, state.position); });
}

}  // namespace halfspace
