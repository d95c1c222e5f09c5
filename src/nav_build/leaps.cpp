// SPDX-License-Identifier: MIT
#include "nav_build/leaps.h"

#include "halfspace/nav/locate.h"
#include "halfspace/nav/route.h"
#include "halfspace/nav/walls.h"

#include "nav_build/border_walks.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

namespace halfspace {
namespace {

constexpr double kSaving = 1;  // what a jump saves at least beside all other ways, seconds
// The speeds that are tried, as parts of the full one, the highest first. A mover that has little
// room has the first of them.
constexpr std::array kParts{0.9, 0.6};
constexpr int kChords = 8;  // of an arc, along which it is looked for walls

// Where an arc comes to the mesh.
struct ArcEnd {
    NavPlace place;
    double seconds;
};

class LeapFinder {
public:
    LeapFinder(const MeshInLevel& here, const NavMesh& whole, const MoverOptions& options)
        : walks_(here, options), mesh_(whole), options_(options) {}

    std::vector<NavLinkRecord> leaps_over(const Border& border) const {
        std::vector<NavLinkRecord> links;
        Saving saving;
        std::optional<Landing> last;
        for (const Vec3& place : places_of(border)) {
            const std::optional<Landing> leap = leap_at(border, place, saving);
            add_landing(border, last, leap, links);
            last = leap;
        }
        return links;
    }

private:
    // A way around a gap, from a place of the border to an end of a jump.
    struct WayAround {
        NavPlace end;
        Vec3 start;
        double seconds;
        bool is_long;  // the jump saves time
    };
    // The ways that were looked for, and what finds them.
    struct Saving {
        std::vector<WayAround> ways;
        NavScratch scratch;
    };

    std::optional<Landing> leap_at(const Border& border, const Vec3& edge, Saving& saving) const {
        const std::optional<EdgeWalker> walker = walks_.walker_at(border, edge);
        if (!walker || walks_.trace_from(walker->state.position, walks_.over(border)).hit) {
            return std::nullopt;
        }
        const Vec3& start = walker->state.position;
        if (!walks_.has_run_up(border, start, border.forward, kParts.back())) {
            return std::nullopt;
        }
        // A slower jump begins a step of time before the edge, as in sure_leap().
        const double slow = kParts.front();
        const Vec3 before =
            start - border.forward * (slow * options_.walk_speed * options_.seconds);
        const std::optional<ArcEnd> fall = arc_end(arc(border, start, 1, 0));
        const std::optional<ArcEnd> end = end_of_jump(border, start, 1, fall);
        if (!end || end->place.polygon.value == border.polygon ||
            any(walks_.liquids_of(end->place.polygon.value)) ||  // where it would swim
            !is_same_island(end_of_jump(border, before, slow, std::nullopt), *end) ||
            !does_save(border, start, *end, saving)) {
            return std::nullopt;
        }
        return sure_leap(border, edge);
    }

    // A flight that nothing stops.
    struct Arc {
        Vec3 start;
        Vec3 velocity;
    };

    Arc arc(const Border& border, const Vec3& start, double part, double up) const {
        Vec3 velocity = border.forward * (part * options_.walk_speed);
        velocity.z = up;
        return {start, velocity};
    }

    // Where a mover is after t seconds. One in the air is there after each step of time.
    Vec3 at(const Arc& arc, double t) const {
        Vec3 place = arc.start + arc.velocity * t;
        place.z -= options_.gravity / 2 * t * t;
        return place;
    }

    // When it is at a height as it comes down.
    double seconds_until(const Arc& arc, double z) const {
        const double up = arc.velocity.z;
        const double square = up * up + 2 * options_.gravity * (arc.start.z - z);
        return (up + std::sqrt(std::max(square, 0.0))) / options_.gravity;
    }

    // Where it comes down to a floor, if nothing stops it before. It is looked for after each
    // second step of time, where the mover is two steps later: so a floor that it just reaches is
    // found.
    std::optional<ArcEnd> arc_end(const Arc& arc) const {
        const double step = 2 * options_.seconds;
        const auto first = static_cast<int>(std::ceil(arc.velocity.z / options_.gravity / step));
        Vec3 from = at(arc, std::max(first, 1) * step);
        for (int i = std::max(first, 1); from.z > walks_.lowest(); ++i) {
            const Vec3 to = at(arc, (i + 1) * step);
            if (const auto place = locate(mesh_,
                                          {to.x, to.y, from.z},
                                          {.reach = from.z - to.z, .above = options_.skin})) {
                return ArcEnd{*place, i * step};
            }
            from = to;
        }
        return std::nullopt;
    }

    // Where a jump with a part of the full speed comes safely to a floor: at the end of its arc, or
    // at the wall that stands in it. nullopt if floor goes on straight to there from `fall`.
    std::optional<ArcEnd> end_of_jump(const Border& border,
                                      const Vec3& start,
                                      double part,
                                      const std::optional<ArcEnd>& fall) const {
        const Arc jump = arc(border, start, part, options_.jump_speed);
        const std::optional<ArcEnd> end = arc_end(jump);
        if (end && is_below_a_fall(fall, end->place)) {
            return std::nullopt;
        }
        const double seconds = end ? end->seconds : seconds_until(jump, walks_.lowest());
        const std::optional<Vec3> wall = wall_on(jump, seconds);
        if (!wall) {
            return end && is_safe(border, jump, end->place) ? end : std::nullopt;
        }
        const std::optional<NavPlace> floor = floor_at_wall(border, jump, *wall);
        if (!floor || is_below_a_fall(fall, *floor)) {
            return std::nullopt;
        }
        return ArcEnd{*floor, seconds_until(jump, floor->position.z)};
    }

    // True if there is floor or a wall around where a mover is after the step in which it lands.
    bool is_safe(const Border& border, const Arc& jump, const NavPlace& place) const {
        const double z = place.position.z;
        const double steps = std::ceil(seconds_until(jump, z) / options_.seconds);
        const Vec3 end = at(jump, steps * options_.seconds);
        const double any = options_.step_height;
        const auto floor = locate(mesh_, {end.x, end.y, z}, {.reach = any, .above = any});
        return floor &&
               walks_.is_safe({.polygon = floor->polygon.value, .position = floor->position},
                              border.forward);
    }

    bool is_below_a_fall(const std::optional<ArcEnd>& fall, const NavPlace& place) const {
        if (!fall) {
            return false;
        }
        const NavRayHit way = raycast(mesh_, fall->place, place.position);
        return !way.wall.polygon.is_valid() && way.end.polygon == place.polygon;
    }

    // Where a mover touches the first wall on its arc, which is seen as some chords.
    std::optional<Vec3> wall_on(const Arc& arc, double seconds) const {
        Vec3 from = arc.start;
        for (int i = 1; i <= kChords; ++i) {
            const Vec3 to = at(arc, seconds * i / kChords) + Vec3{0, 0, options_.skin};
            if (const Contact wall = walks_.trace_from(from, to - from); wall.hit) {
                return wall.end;
            }
            from = to;
        }
        return std::nullopt;
    }

    // Where a mover comes to a floor that touches a wall in its jump: on top of the wall, if it
    // still rises, or else below.
    std::optional<NavPlace> floor_at_wall(const Border& border,
                                          const Arc& jump,
                                          const Vec3& wall) const {
        const Vec3 highest = at(jump, jump.velocity.z / options_.gravity);
        if (dot(wall - highest, border.forward) < 0) {
            Vec3 above = wall + walks_.over(border);
            above.z = highest.z;
            if (const auto top = locate(mesh_, above, {.reach = above.z - wall.z})) {
                return top;
            }
        }
        return locate(mesh_, wall, {.reach = wall.z - walks_.lowest(), .above = options_.skin});
    }

    bool is_same_island(const std::optional<ArcEnd>& a, const ArcEnd& b) const {
        return a &&
               walks_.island_of(a->place.polygon.value) == walks_.island_of(b.place.polygon.value);
    }

    // True if all other ways take longer, from here or from a place before that led to the same
    // polygon.
    bool does_save(const Border& border,
                   const Vec3& start,
                   const ArcEnd& end,
                   Saving& saving) const {
        const double most = end.seconds + kSaving;
        for (const WayAround& way : saving.ways) {
            if (way.end.polygon != end.place.polygon) {
                continue;
            }
            // One can walk straight to the start of that way, and from its end.
            const double beside =
                length(way.start - start) + length(way.end.position - end.place.position);
            if (way.is_long || way.seconds + beside / options_.walk_speed <= most) {
                return way.is_long;
            }
        }
        const NavRoute route = find_route(
            mesh_,
            {NavPolygonId(border.polygon), start},
            end.place,
            saving.scratch,
            {.speed = options_.walk_speed, .links = kMoverLinks | kGameLinks, .do_shorten = false});
        const bool is_long = route.status != PathStatus::Complete || route.seconds > most;
        saving.ways.push_back({end.place, start, route.seconds, is_long});
        return is_long;
    }

    // The jump of a mover; nullopt if it does not land safely wherever its last step before the
    // edge ends. It comes farthest from the edge at full speed, and least far from a step before
    // the edge at the least speed; all others land between.
    std::optional<Landing> sure_leap(const Border& border, const Vec3& edge) const {
        std::optional<Landing> known = leap(border, edge, 0, 1);
        if (!known) {
            return std::nullopt;
        }
        const double step = options_.walk_speed * options_.seconds;
        double least = 0;
        for (const double part : kParts) {
            const std::optional<Landing> other = leap(border, edge, part * step, part);
            if (!other || walks_.island_of(other->polygon) != walks_.island_of(known->polygon)) {
                break;
            }
            least = part;
        }
        if (least == 0 || !walks_.has_run_up(border, known->from, border.forward, least)) {
            return std::nullopt;
        }
        known->least_speed = least * options_.walk_speed;
        return known;
    }

    // A jump that begins so far before the edge, with a part of the full speed.
    std::optional<Landing> leap(const Border& border,
                                const Vec3& edge,
                                double back,
                                double part) const {
        std::optional<EdgeWalker> walker =
            walks_.walker_behind(border, edge, border.forward * back);
        if (!walker) {
            return std::nullopt;
        }
        walker->state.velocity = border.forward * (part * options_.walk_speed);
        walker->input.buttons = kJumpButton;
        const std::optional<Landing> landing = walks_.landing(*walker, border, edge);
        const bool is_good = landing && !landing->fell_into_shaft && !landing->swims &&
                             walks_.is_safe(*landing, border.forward);
        return is_good ? landing : std::nullopt;
    }

    BorderWalks walks_;
    const NavMesh& mesh_;
    const MoverOptions& options_;
};

}  // namespace

std::vector<NavLinkRecord> find_leaps(const MeshInLevel& here,
                                      const NavMesh& whole,
                                      const MoverOptions& options,
                                      const Executor& executor) {
    const std::vector<Border> borders = borders_of(here);
    std::vector<std::vector<NavLinkRecord>> found(borders.size());
    const LeapFinder finder(here, whole, options);
    executor(borders.size(), [&](std::size_t i) {
        // Who crouches is too slow, and who swims does not jump.
        const NavPolygonRecord& polygon = here.records.polygons[borders[i].polygon];
        if ((polygon.flags & kNavPolygonLow) == 0 &&
            !any(static_cast<Contents>(polygon.contents) & kLiquids)) {
            found[i] = finder.leaps_over(borders[i]);
        }
    });
    std::vector<NavLinkRecord> links;
    for (const std::vector<NavLinkRecord>& some : found) {
        links.insert(links.end(), some.begin(), some.end());
    }
    return links;
}

}  // namespace halfspace
