// SPDX-License-Identifier: MIT
#include "nav_build/links.h"

#include "halfspace/base/contents.h"
#include "halfspace/nav/walls.h"
#include "halfspace/query/classify.h"

#include "nav_build/border_walks.h"
#include "nav_build/point_link.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>
#include <utility>

namespace halfspace {
namespace {

constexpr double kLadderMargin = 4;  // a mover takes a ladder so far beside a place, map units
constexpr double kBeside = 0.5;      // of a line, for one who is still on it, map units
constexpr double kNear = 8;          // of two places where one comes to the floor, map units
// The part of its speed that a mover has at a border before which it has little room.
constexpr double kSlower = 0.9;

class LinkFinder {
public:
    LinkFinder(const MeshInLevel& here, const MoverOptions& options)
        : walks_(here, options), options_(options) {}

    std::vector<NavLinkRecord> links_over(const Border& border) const {
        std::vector<NavLinkRecord> links;
        std::optional<Landing> last_walk;
        std::optional<Landing> last_jump;
        std::optional<Landing> last_climb;
        for (const Vec3& place : places_of(border)) {
            const std::optional<EdgeWalker> walker = walks_.walker_at(border, place);
            std::optional<Landing> walk;
            std::optional<Landing> jump;
            const bool is_free = walker && may_walk(*walker, border);
            if (is_free) {
                walk = straight_landing(*walker, border, place);
            }
            const std::optional<Landing> climb = walker && options_.ladder_speed > 0
                                                     ? sure_climb(border, place, is_free ? -1 : 1)
                                                     : std::nullopt;
            if (walk) {
                judge(border, place, *walk);
            }
            if (walker && (!walk || walk->kind == NavLinkKind::Chance) &&
                may_jump(*walker, border)) {
                jump = walks_.landing(jumping(*walker), border, place);
            }
            add_landing(border, last_walk, walk, links);
            add_landing(border, last_jump, jump, links);
            add_landing(border, last_climb, climb, links);
            last_walk = walk;
            last_jump = jump;
            last_climb = climb;
        }
        return links;
    }

private:
    // Finds whether a mover comes there for sure, wherever its last step before the border ends,
    // and the speed that it needs.
    void judge(const Border& border, const Vec3& edge, Landing& known) const {
        const Vec3 ahead =
            normalized(Vec3{known.position.x - known.from.x, known.position.y - known.from.y, 0});
        bool is_sure = !known.fell_into_shaft;
        if (is_sure && known.swims) {
            is_sure = falls_with(0, border, ahead, edge, known);
        } else if (is_sure && known.kind == NavLinkKind::Drop) {
            // After a fall it may land some units from the landing, and goes on until it has
            // braked.
            is_sure = walks_.is_safe(known, ahead) && comes_slower(border, ahead, edge, known);
            if (is_sure && needs_speed(border, ahead, edge, known)) {
                is_sure = walks_.has_run_up(border, edge, ahead, kSlower);
                known.least_speed = is_sure ? kSlower * options_.walk_speed : 0;
            }
        } else if (is_sure) {
            is_sure = walks_again(border, ahead, edge, known);
        }
        known.kind = is_sure ? known.kind : NavLinkKind::Chance;
    }

    bool walks_again(const Border& border,
                     const Vec3& ahead,
                     const Vec3& edge,
                     const Landing& known) const {
        const double step = options_.walk_speed * options_.seconds;
        // From rest, too: before a riser that leans there may be another one, which takes the
        // speed.
        for (const auto& [part, speed] :
             {std::pair(1.0 / 3, 1.0), std::pair(2.0 / 3, 1.0), std::pair(0.0, 0.0)}) {
            std::optional<EdgeWalker> walker =
                walks_.walker_behind(border, edge, ahead * (part * step));
            if (!walker) {
                continue;  // the floor is too narrow there
            }
            walker->input = straight_ahead(ahead);
            walker->state.velocity = ahead * (speed * options_.walk_speed);
            const std::optional<Landing> other = walks_.landing(*walker, border, edge);
            if (!other || other->kind != NavLinkKind::Walk ||
                !is_same_island(other->polygon, known.polygon) ||
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
        const Vec3 fall = known.position - edge;
        return (1 - kSlower) * length(Vec3{fall.x, fall.y, 0}) <=
                   options_.walk_speed * options_.seconds ||
               falls_with(kSlower, border, ahead, edge, known);
    }

    // False if a mover from rest comes to the same island: there is floor below the whole fall, or
    // it was seen to do so.
    bool needs_speed(const Border& border,
                     const Vec3& ahead,
                     const Vec3& edge,
                     const Landing& known) const {
        const NavPlace place{NavPolygonId(known.polygon), known.position};
        const Vec3 end = raycast(walks_.here().mesh, place, edge).end.position;
        return length(Vec3{end.x - edge.x, end.y - edge.y, 0}) > 1 &&
               !falls_with(0, border, ahead, edge, known);
    }

    // True if a mover with this part of its full speed comes to the same island. It does not run
    // faster.
    bool falls_with(double part,
                    const Border& border,
                    const Vec3& ahead,
                    const Vec3& edge,
                    const Landing& known) const {
        std::optional<EdgeWalker> walker = walks_.walker_at(border, edge);
        if (!walker) {
            return false;
        }
        walker->input = straight_ahead(ahead);
        if (part > 0) {
            walker->input.forward = static_cast<std::int8_t>(walker->input.forward * part);
        }
        walker->state.velocity = ahead * (part * options_.walk_speed);
        const std::optional<Landing> other = walks_.landing(*walker, border, edge);
        return other && other->swims == known.swims &&
               is_same_island(other->polygon, known.polygon);
    }

    bool is_same_island(std::uint32_t a, std::uint32_t b) const {
        return walks_.island_of(a) == walks_.island_of(b);
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
            std::optional<EdgeWalker> walker = walks_.walker_at(border, start);
            if (!walker) {
                continue;  // beside the border
            }
            walker->state.velocity = border.forward * speed;
            walker->input.up = static_cast<std::int8_t>(127 * up);
            const std::optional<Landing> way = walks_.landing(*walker, border, start);
            if (!way || way->kind != NavLinkKind::Ladder ||
                (known && walks_.island_of(way->polygon) != walks_.island_of(known->polygon))) {
                return std::nullopt;
            }
            known = known ? known : way;
        }
        return known;
    }

    // The wall before it stops the mover, so it jumps from rest. In a liquid it swims up and climbs
    // out.
    static EdgeWalker jumping(EdgeWalker walker) {
        walker.state.velocity = {};
        walker.input.buttons = kJumpButton;
        return walker;
    }

    // False if a wall stands at the border that is too high for a step.
    bool may_walk(const EdgeWalker& walker, const Border& border) const {
        const Vec3& start = walker.state.position;
        return !walks_.trace_from(start, walks_.over(border)).hit ||
               !walks_.trace_from(start + Vec3{0, 0, options_.step_height}, walks_.over(border))
                    .hit;
    }

    // True if a wall stands at the border, a jump is higher than it, and its top belongs to another
    // island.
    bool may_jump(const EdgeWalker& walker, const Border& border) const {
        const Vec3& start = walker.state.position;
        const Contact up = walks_.trace_from(start, {0, 0, jump_height(start, border)});
        if (!walks_.trace_from(start, walks_.over(border)).hit ||
            walks_.trace_from(up.end, walks_.over(border)).hit) {
            return false;
        }
        const Contact top =
            walks_.trace_from(up.end + walks_.over(border), {0, 0, start.z - up.end.z});
        const std::optional<NavPlace> place = walks_.place_of(top.end);
        return place && walks_.island_of(place->polygon.value) != walks_.island_of(border.polygon);
    }

    // How high a jump leads. A swimmer first rises to the surface.
    double jump_height(const Vec3& start, const Border& border) const {
        const auto height = [&](double speed) { return speed * speed / (2 * options_.gravity); };
        if (!any(walks_.liquids_of(border.polygon))) {
            return height(options_.jump_speed);
        }
        constexpr double kStep = 16;  // map units
        double rise = 0;
        const auto is_in_liquid = [&] {
            const Vec3 place = start + Vec3{0, 0, rise};
            return any(point_contents(walks_.here().around, place) & kLiquids);
        };
        while (rise < kFloorOfSwimmer && is_in_liquid()) {
            rise += kStep;
        }
        return rise + height(options_.climb_out_speed);
    }

    // As landing, for one who goes straight to where the way ends. A mover that falls along a wall
    // comes to the floor beside the line on which it left; it must come there on the straight line,
    // too.
    std::optional<Landing> straight_landing(EdgeWalker walker,
                                            const Border& border,
                                            const Vec3& edge) const {
        const std::optional<Landing> first = walks_.landing(walker, border, edge);
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
        const std::optional<Landing> second = walks_.landing(walker, border, edge);
        if (!second || second->polygon != first->polygon ||
            length(second->position - first->position) > kNear) {
            return std::nullopt;
        }
        return second;
    }

    BorderWalks walks_;
    const MoverOptions& options_;
};

}  // namespace

std::vector<NavLinkRecord> find_links(const MeshInLevel& here,
                                      const MoverOptions& options,
                                      const Executor& executor) {
    const std::vector<Border> borders = borders_of(here);
    std::vector<std::vector<NavLinkRecord>> found(borders.size());
    MoverOptions slow = options;
    slow.walk_speed = options.crouch_speed;
    const LinkFinder finder(here, options);
    const LinkFinder crouched(here, slow);
    executor(borders.size(), [&](std::size_t i) {
        const std::uint32_t flags = here.records.polygons[borders[i].polygon].flags;
        const LinkFinder& own = (flags & kNavPolygonLow) != 0 ? crouched : finder;
        found[i] = own.links_over(borders[i]);
    });
    std::vector<NavLinkRecord> links;
    for (const std::vector<NavLinkRecord>& some : found) {
        links.insert(links.end(), some.begin(), some.end());
    }
    return links;
}

}  // namespace halfspace
