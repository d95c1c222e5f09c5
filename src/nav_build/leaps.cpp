// SPDX-License-Identifier: MIT
#include "nav_build/leaps.h"

#include "halfspace/nav/locate.h"
#include "halfspace/nav/route.h"
#include "halfspace/nav/walls.h"

#include "nav_build/border_walks.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
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
    // Polygons to which a jump over a border saves time, and what finds them.
    struct Saving {
        std::vector<std::uint32_t> polygons;
        NavScratch scratch;
    };

    std::optional<Landing> leap_at(const Border& border, const Vec3& edge, Saving& saving) const {
        const std::optional<EdgeWalker> walker = walks_.walker_at(border, edge);
        if (!walker || walks_.trace_from(walker->state.position, walks_.over(border)).hit) {
            return std::nullopt;
        }
        const Vec3& start = walker->state.position;
        const std::optional<ArcEnd> end = arc_end(start, border.forward, options_.jump_speed);
        if (!end || end->place.polygon.value == border.polygon ||
            !walks_.has_run_up(border, start, border.forward, kParts.back()) ||
            is_below_a_fall(border, start, end->place) ||
            !is_arc_free(start, border.forward, end->seconds) ||
            !does_save(border, start, *end, saving)) {
            return std::nullopt;
        }
        return sure_leap(border, edge);
    }

    // The height above the start, t seconds after it. A mover in the air has this height after each
    // step of time.
    double rise(double up, double t) const { return (up - options_.gravity / 2 * t) * t; }

    // Where a mover that leaves a place at full speed and rises at the speed `up` comes down to a
    // floor, if nothing stops it before. It is looked for after each second step of time.
    std::optional<ArcEnd> arc_end(const Vec3& start, const Vec3& forward, double up) const {
        const double step = 2 * options_.seconds;
        const auto first = static_cast<int>(std::ceil(up / options_.gravity / step));
        for (int i = std::max(first, 1); start.z + rise(up, i * step) > walks_.lowest(); ++i) {
            const double t = i * step;
            Vec3 at = start + forward * (options_.walk_speed * t);
            at.z += rise(up, t);
            const double falls = rise(up, t) - rise(up, t + step);
            if (const auto place = locate(mesh_, at, {.reach = falls, .above = options_.skin})) {
                return ArcEnd{*place, t};
            }
        }
        return std::nullopt;
    }

    // True if one who walks over the border falls onto floor that goes on straight to a place.
    bool is_below_a_fall(const Border& border, const Vec3& start, const NavPlace& place) const {
        const std::optional<ArcEnd> fall = arc_end(start, border.forward, 0);
        if (!fall) {
            return false;
        }
        const NavRayHit way = raycast(mesh_, fall->place, place.position);
        return !way.wall.polygon.is_valid() && way.end.polygon == place.polygon;
    }

    // False if a wall is on the way of the jump, seen as some chords of its arc.
    bool is_arc_free(const Vec3& start, const Vec3& forward, double seconds) const {
        Vec3 from = start;
        for (int i = 1; i <= kChords; ++i) {
            const double t = seconds * i / kChords;
            Vec3 to = start + forward * (options_.walk_speed * t);
            to.z += rise(options_.jump_speed, t) + options_.skin;
            if (walks_.trace_from(from, to - from).hit) {
                return false;
            }
            from = to;
        }
        return true;
    }

    // True if all other ways take longer, from here or from a place before that led to the same
    // polygon.
    bool does_save(const Border& border,
                   const Vec3& start,
                   const ArcEnd& end,
                   Saving& saving) const {
        const std::uint32_t polygon = end.place.polygon.value;
        if (std::ranges::find(saving.polygons, polygon) != saving.polygons.end()) {
            return true;
        }
        const NavRoute route = find_route(
            mesh_,
            {NavPolygonId(border.polygon), start},
            end.place,
            saving.scratch,
            {.speed = options_.walk_speed, .links = kMoverLinks | kGameLinks, .do_shorten = false});
        const bool saves =
            route.status != PathStatus::Complete || route.seconds > end.seconds + kSaving;
        if (saves) {
            saving.polygons.push_back(polygon);
        }
        return saves;
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
