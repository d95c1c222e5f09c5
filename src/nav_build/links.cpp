// SPDX-License-Identifier: MIT
#include "nav_build/links.h"

#include "halfspace/base/contents.h"
#include "halfspace/move/mover.h"
#include "halfspace/nav/locate.h"
#include "halfspace/query/trace.h"

#include "nav_build/climb.h"
#include "nav_build/point_link.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <optional>
#include <utility>

namespace halfspace {
namespace {

constexpr double kSpacing = 32;       // of places on an edge, map units
constexpr double kInset = 1;          // of the outermost places from the ends of an edge
constexpr double kLongest = 4;        // of a walk, seconds
constexpr double kCrossing = 0.125;   // of its part on the ground before the edge, seconds
constexpr double kLongestClimb = 16;  // on a ladder, seconds
// A mover takes a ladder at the border in so many steps, also so far beside the place [map units].
constexpr int kTakesLadder = 4;
constexpr double kLadderMargin = 4;

constexpr double kBeside = 0.5;  // of a line, for one who is still on it, map units
constexpr double kNear = 8;      // of two places where one comes to the floor, map units
constexpr double kBraking = 16;  // of one who lands at full speed until it stands, map units

// An edge without neighbour and step.
struct Border {
    std::uint32_t polygon;
    Vec3 begin;
    Vec3 end;
    Vec3 normal;   // of the floor
    Vec3 forward;  // out of the polygon: horizontal, of length 1
};

// A way over a border, and where it comes to the floor.
struct Landing {
    Vec3 from;
    NavLinkKind kind;
    std::uint32_t polygon;
    Vec3 position;
    double seconds;
    bool fell_into_shaft;  // of a lift
};

class BorderWalks {
public:
    BorderWalks(const MeshInLevel& here, const MoverOptions& options)
        : here_(here), options_(options), bodies_{here.space, here.space} {
        for (const Vec3& vertex : here.records.vertices) {
            lowest_ = std::min(lowest_, vertex.z);
        }
        for (const Door& door : here.lifts.doors()) {
            if (door.is_lift) {
                shafts_.push_back(door.reach);
            }
        }
        has_ladders_ = std::ranges::any_of(here.around.level.leaves(), [](const LeafRecord& leaf) {
            return any(static_cast<Contents>(leaf.contents) & Contents::Ladder);
        });
    }

    std::vector<NavLinkRecord> links_over(const Border& border) const {
        std::vector<NavLinkRecord> links;
        const Vec3 along = border.end - border.begin;
        const double length = std::sqrt(along.x * along.x + along.y * along.y);
        const double inset = std::min(kInset, length / 8);
        const int gaps = length <= 4 * inset ? 0 : static_cast<int>(std::ceil(length / kSpacing));
        std::optional<Landing> last_walk;
        std::optional<Landing> last_jump;
        std::optional<Landing> last_climb;
        for (int i = 0; i <= gaps; ++i) {
            const double way = gaps == 0 ? length / 2 : inset + (length - 2 * inset) * i / gaps;
            const Vec3 place = border.begin + along * (way / length);
            const std::optional<EdgeWalker> walker = walker_at(border, place);
            std::optional<Landing> walk;
            std::optional<Landing> jump;
            const bool is_free = walker && may_walk(*walker, border);
            if (is_free) {
                walk = straight_landing(*walker, border, place);
            }
            const std::optional<Landing> climb =
                walker && has_ladders_ ? sure_climb(border, place, is_free ? -1 : 1) : std::nullopt;
            if (walk && !is_sure(border, place, *walk)) {
                walk->kind = NavLinkKind::Chance;
            }
            if (walker && (!walk || walk->kind == NavLinkKind::Chance) &&
                may_jump(*walker, border)) {
                jump = landing(jumping(*walker), border, place);
            }
            add(border, last_walk, walk, links);
            add(border, last_jump, jump, links);
            add(border, last_climb, climb, links);
            last_walk = walk;
            last_jump = jump;
            last_climb = climb;
        }
        return links;
    }

private:
    // Adds a way to the links: it goes on with the link of the place before, or begins one.
    static void add(const Border& border,
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
        } else {
            links.push_back({border.polygon,
                             now->polygon,
                             {x, y, x, y},
                             {to_x, to_y, to_x, to_y},
                             seconds,
                             static_cast<std::uint32_t>(now->kind),
                             kWorldModel.value,
                             0});
        }
    }

    // True if a mover comes there for sure, wherever its last step before the border ends. After a
    // fall it may land some units from the landing, and goes on until it has braked, so there must
    // be floor or a wall around it and ahead.
    bool is_sure(const Border& border, const Vec3& edge, const Landing& known) const {
        if (known.fell_into_shaft) {
            return false;
        }
        const double step = options_.walk_speed * options_.seconds;
        const Vec3 ahead =
            normalized(Vec3{known.position.x - known.from.x, known.position.y - known.from.y, 0});
        if (known.kind == NavLinkKind::Drop) {
            const Vec3 left = Vec3{-ahead.y, ahead.x, 0} * step;
            const Vec3 braked = ahead * kBraking;
            return std::ranges::all_of(
                       std::array{
                           ahead * step, -ahead * step, left, -left, braked - left, braked + left},
                       [&](const Vec3& way) { return has_floor_or_wall(known, way); }) &&
                   comes_slower(border, ahead, edge, known);
        }
        // From rest, too: before a riser that leans there may be another one, which takes the
        // speed.
        for (const auto& [part, speed] :
             {std::pair(1.0 / 3, 1.0), std::pair(2.0 / 3, 1.0), std::pair(0.0, 0.0)}) {
            // A cut of a door or an area may be right before the border.
            std::optional<EdgeWalker> walker =
                walker_at(border, edge - ahead * (part * step), [&](std::uint32_t polygon) {
                    return island_of(polygon) == island_of(border.polygon);
                });
            if (!walker) {
                continue;  // the floor is too narrow there
            }
            walker->input = straight_ahead(ahead);
            walker->state.velocity = ahead * (speed * options_.walk_speed);
            const std::optional<Landing> other = landing(*walker, border, edge);
            if (!other || other->kind != NavLinkKind::Walk ||
                island_of(other->polygon) != island_of(known.polygon) ||
                length(other->position - known.position) > kNear) {
                return false;
            }
        }
        return true;
    }

    // True if a mover that had too little room for its full speed comes to the same island. Near
    // the edge, floor around the landing is enough.
    bool comes_slower(const Border& border,
                      const Vec3& ahead,
                      const Vec3& edge,
                      const Landing& known) const {
        constexpr double kSlower = 0.9;
        const Vec3 fall = known.position - edge;
        if ((1 - kSlower) * length(Vec3{fall.x, fall.y, 0}) <=
            options_.walk_speed * options_.seconds) {
            return true;
        }
        std::optional<EdgeWalker> walker = walker_at(border, edge);
        if (!walker) {
            return false;
        }
        walker->input = straight_ahead(ahead);
        walker->input.forward = static_cast<std::int8_t>(walker->input.forward * kSlower);
        walker->state.velocity = ahead * (kSlower * options_.walk_speed);
        const std::optional<Landing> other = landing(*walker, border, edge);
        return other && island_of(other->polygon) == island_of(known.polygon);
    }

    bool has_floor_or_wall(const Landing& landing, const Vec3& way) const {
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

    std::uint32_t island_of(std::uint32_t polygon) const {
        return here_.records.polygons[polygon].island;
    }

    // A mover before a place of a border; nullopt if the floor is too narrow there.
    std::optional<EdgeWalker> walker_at(const Border& border, const Vec3& place) const {
        return walker_at(
            border, place, [&](std::uint32_t polygon) { return polygon == border.polygon; });
    }
    // The same on floor for whose polygon is_right(polygon) is true.
    template <class IsRight>
    std::optional<EdgeWalker> walker_at(const Border& border,
                                        const Vec3& place,
                                        const IsRight& is_right) const {
        EdgeWalker walker = walker_before(place, border.normal, border.forward, options_);
        walker.state.velocity = border.forward * options_.walk_speed;
        const std::optional<NavPlace> floor = place_of(walker.state.position);
        if (!floor || !is_right(floor->polygon.value)) {
            return std::nullopt;
        }
        walker.state.position.x = floor->position.x;
        walker.state.position.y = floor->position.y;
        return walker;
    }

    // The way over the border by a ladder, up (1) or down (-1). It must lead to one island from
    // rest and at a run, and a bit beside the place.
    std::optional<Landing> sure_climb(const Border& border, const Vec3& place, int up) const {
        const Vec3 along = normalized(border.end - border.begin) * kLadderMargin;
        std::optional<Landing> known;
        for (const auto& [start, speed] : {std::pair(place, 0.0),
                                           std::pair(place, options_.walk_speed),
                                           std::pair(place - along, 0.0),
                                           std::pair(place + along, 0.0)}) {
            std::optional<EdgeWalker> walker = walker_at(border, start);
            if (!walker) {
                continue;  // beside the border
            }
            walker->state.velocity = border.forward * speed;
            walker->input.up = static_cast<std::int8_t>(127 * up);
            const std::optional<Landing> way = landing(*walker, border, start);
            if (!way || way->kind != NavLinkKind::Ladder ||
                (known && island_of(way->polygon) != island_of(known->polygon))) {
                return std::nullopt;
            }
            known = known ? known : way;
        }
        return known;
    }

    // The wall before it stops the mover, so it jumps from rest.
    static EdgeWalker jumping(EdgeWalker walker) {
        walker.state.velocity = {};
        walker.input.buttons = kJumpButton;
        return walker;
    }

    Contact trace_from(const Vec3& from, const Vec3& way) const {
        return trace(here_.around, here_.space, from, from + way, {.mask = options_.mask});
    }
    Vec3 over(const Border& border) const { return border.forward * (4 * options_.skin); }

    // False if a wall stands at the border that is too high for a step.
    bool may_walk(const EdgeWalker& walker, const Border& border) const {
        const Vec3& start = walker.state.position;
        return !trace_from(start, over(border)).hit ||
               !trace_from(start + Vec3{0, 0, options_.step_height}, over(border)).hit;
    }

    // True if a wall stands at the border, a jump is higher than it, and its top belongs to another
    // island.
    bool may_jump(const EdgeWalker& walker, const Border& border) const {
        const double height = options_.jump_speed * options_.jump_speed / (2 * options_.gravity);
        const Vec3& start = walker.state.position;
        const Contact up = trace_from(start, {0, 0, height});
        if (!trace_from(start, over(border)).hit || trace_from(up.end, over(border)).hit) {
            return false;
        }
        const Contact top = trace_from(up.end + over(border), {0, 0, start.z - up.end.z});
        const std::optional<NavPlace> place = place_of(top.end);
        return place && island_of(place->polygon.value) != island_of(border.polygon);
    }

    // As landing, for one who goes straight to where the way ends. A mover that falls along a wall
    // comes to the floor beside the line on which it left; it must come there on the straight line,
    // too.
    std::optional<Landing> straight_landing(EdgeWalker walker,
                                            const Border& border,
                                            const Vec3& edge) const {
        const std::optional<Landing> first = landing(walker, border, edge);
        if (!first) {
            return std::nullopt;
        }
        const Vec3 gone = first->position - first->from;
        const double beside = gone.x * border.forward.y - gone.y * border.forward.x;
        if (std::abs(beside) <= kBeside) {
            return first;
        }
        const Vec3 straight = normalized(Vec3{gone.x, gone.y, 0});
        walker.input = straight_ahead(straight);
        walker.state.velocity = straight * options_.walk_speed;
        const std::optional<Landing> second = landing(walker, border, edge);
        if (!second || second->polygon != first->polygon ||
            length(second->position - first->position) > kNear) {
            return std::nullopt;
        }
        return second;
    }

    // Lets a mover go until it is over the border and on a floor. One that wants to climb
    // (input.up) must take a ladder.
    std::optional<Landing> landing(EdgeWalker walker,
                                   const Border& border,
                                   const Vec3& edge) const {
        const bool climbs = walker.input.up != 0;
        NavLinkKind kind = walker.input.buttons == 0 ? NavLinkKind::Walk : NavLinkKind::Jump;
        const Vec3 from = walker.state.position;
        bool was_in_air = false;
        bool fell_into_shaft = false;
        const int most = static_cast<int>((climbs ? kLongestClimb : kLongest) / options_.seconds);
        const int most_before = static_cast<int>(kCrossing / options_.seconds);
        for (int i = 1; i <= most; ++i) {
            MoverInput input = walker.input;
            if (walker.state.mode == MoverMode::Ladder && input.up < 0) {
                input.forward = 0;  // which leads up
            }
            const MoverStep moved =
                step_mover(here_.around, bodies_, walker.state, input, options_);
            walker.state = moved.state;
            const bool is_on_ladder = climbs && walker.state.mode == MoverMode::Ladder;
            kind = is_on_ladder ? NavLinkKind::Ladder : kind;
            if (climbs && kind != NavLinkKind::Ladder && i >= kTakesLadder) {
                return std::nullopt;
            }
            if (walker.state.position.z < lowest_) {
                return std::nullopt;
            }
            const bool is_grounded = walker.state.mode == MoverMode::Ground;
            if (moved.problem != MoverProblem::None ||
                (!is_grounded && !is_on_ladder && walker.state.mode != MoverMode::Air)) {
                return std::nullopt;
            }
            was_in_air = was_in_air || !is_grounded;
            fell_into_shaft = fell_into_shaft ||
                              (walker.state.mode == MoverMode::Air && is_in_shaft(walker.state));
            const Vec3 way = walker.state.position - edge;
            const bool is_over = way.x * border.forward.x + way.y * border.forward.y > 0;
            if (is_grounded && is_over) {
                if (was_in_air && kind == NavLinkKind::Walk) {
                    kind = NavLinkKind::Drop;
                }
                const std::optional<NavPlace> place = place_of(walker.state.position);
                if (!place || place->polygon.value == border.polygon) {
                    return std::nullopt;
                }
                return Landing{from,
                               kind,
                               place->polygon.value,
                               place->position,
                               i * options_.seconds,
                               fell_into_shaft};
            }
            if (is_grounded && (was_in_air || i >= most_before)) {
                return std::nullopt;  // it came back, or something stops it
            }
        }
        return std::nullopt;
    }

    // The place of a mover on the mesh, as it is stored.
    std::optional<NavPlace> place_of(const Vec3& position) const {
        return stored_place(here_.mesh, position);
    }

    bool is_in_shaft(const MoverState& state) const {
        return std::ranges::any_of(
            shafts_, [&](const Aabb& shaft) { return contains(shaft, state.position); });
    }

    const MeshInLevel& here_;
    const MoverOptions& options_;
    MoverBodies bodies_;
    double lowest_ = std::numeric_limits<double>::infinity();  // z of the mesh
    bool has_ladders_ = false;
    std::vector<Aabb> shafts_;  // of lifts
};

std::vector<Border> borders_of(const MeshInLevel& here) {
    const NavData& data = here.records;
    std::vector<bool> has_step(data.edges.size());
    for (const NavStepRecord& step : data.steps) {
        has_step[step.lower] = true;
        has_step[step.upper] = true;
    }
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
            const bool is_point = a.x == b.x && a.y == b.y;
            if (data.edges[e].neighbour == kNone && !has_step[e] && !is_point) {
                // The polygon is to the left of its edges.
                borders.push_back({p, a, b, normal, normalized(Vec3{b.y - a.y, a.x - b.x, 0})});
            }
        }
    }
    return borders;
}

}  // namespace

std::vector<NavLinkRecord> find_links(const MeshInLevel& here,
                                      const MoverOptions& options,
                                      const Executor& executor) {
    const std::vector<Border> borders = borders_of(here);
    std::vector<std::vector<NavLinkRecord>> found(borders.size());
    MoverOptions slow = options;
    slow.walk_speed = options.crouch_speed;
    const BorderWalks walks(here, options);
    const BorderWalks crouched_walks(here, slow);
    executor(borders.size(), [&](std::size_t i) {
        const std::uint32_t flags = here.records.polygons[borders[i].polygon].flags;
        const BorderWalks& own = (flags & kNavPolygonLow) != 0 ? crouched_walks : walks;
        found[i] = own.links_over(borders[i]);
    });
    std::vector<NavLinkRecord> links;
    for (const std::vector<NavLinkRecord>& some : found) {
        links.insert(links.end(), some.begin(), some.end());
    }
    return links;
}

}  // namespace halfspace
