// SPDX-License-Identifier: MIT
#include "nav_reason.h"

#include "nav_summary.h"
#include "printable.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <utility>
#include <vector>

namespace halfspace::tool {
namespace {

// What a way may use, as a copy that can be changed.
struct Abilities {
    RouteOptions options;
    NavDoorState doors;
    std::vector<double> costs;  // of areas
};

// Something that the arguments forbid.
struct Hindrance {
    std::string without_it;  // follows "reachable", such as "if door 1 (func_door) is open"
    std::function<void(Abilities&)> allow;
};

std::vector<Hindrance> hindrances(const Level& level,
                                  const NavRun& run,
                                  const RouteOptions& options,
                                  WayKind kind) {
    std::vector<Hindrance> all;
    for (const ModelId door : run.doors->doors()) {
        if (run.doors->is_closed(door)) {
            all.push_back(
                {fmt::format("if door {} is open", door_text(level, door)),
                 [door](Abilities& abilities) { abilities.doors.set_closed(door, false); }});
        }
    }
    for (std::size_t a = 0; kind == WayKind::Route && a < run.costs.size(); ++a) {
        if (std::isinf(run.costs[a])) {
            all.push_back({fmt::format("through the area {}, which --cost forbids",
                                       printable(run.mesh->areas()[a].name)),
                           [a](Abilities& abilities) { abilities.costs[a] = 1; }});
        }
    }
    if (std::isfinite(options.max_drop)) {
        all.push_back(
            {fmt::format("by a fall of more than {} units (--max-drop)", options.max_drop),
             [](Abilities& abilities) {
                 abilities.options.max_drop = std::numeric_limits<double>::infinity();
             }});
    }
    const auto add_links = [&](NavLinkKind link, const char* where) {
        if ((options.links & link_bit(link)) == 0) {
            all.push_back(
                {fmt::format("over a link of the kind {}, {}", name_of(link), where),
                 [link](Abilities& abilities) { abilities.options.links |= link_bit(link); }});
        }
    };
    for (std::uint32_t k = 0; k < kNavLinkKinds; ++k) {
        if (const auto link = static_cast<NavLinkKind>(k); link != NavLinkKind::Chance) {
            const char* const where = (link_bit(link) & kMoverLinks) != 0
                                          ? "which `nav route` and a PathFollower take"
                                          : "which `nav route` takes, and a PathFollower if its "
                                            "option `links` has it";
            add_links(link, kind == WayKind::Path ? where : "which --without leaves out");
        }
    }
    // Nobody should plan with it, so it is the last that helps.
    add_links(NavLinkKind::Chance, "which no route takes");
    return all;
}

// True if a body that crouches where it must goes there, by the mesh of that body.
bool is_reached_crouching(const Level& level,
                          const NavArguments& arguments,
                          const NavRun& run,
                          WayKind kind,
                          const NavPlace& from,
                          const NavPlace& to) {
    const auto crouching =
        std::ranges::find(level.nav_meshes(), run.space.value, &NavMeshRecord::standing_space);
    if (crouching == level.nav_meshes().end() || run.space == SpaceId(0)) {
        return false;
    }
    const Result<NavMesh> mesh = NavMesh::from_level(level, SpaceId(crouching->space));
    if (!mesh) {
        return false;
    }
    const std::optional<NavPlace> start = locate(*mesh, from.position);
    const std::optional<NavPlace> goal = locate(*mesh, to.position);
    NavDoorState doors(*mesh);
    for (const ModelId door : run.doors->doors()) {
        doors.set_closed(door, run.doors->is_closed(door));
    }
    RouteOptions options = route_options(arguments, run);
    options.links = kind == WayKind::Path ? 0 : options.links;
    options.doors = &doors;
    NavScratch scratch;
    return start && goal &&
           find_route(*mesh, *start, *goal, scratch, options).status == PathStatus::Complete;
}

}  // namespace

std::string unreachable_reason(const Level& level,
                               const NavArguments& arguments,
                               NavRun& run,
                               WayKind kind,
                               const NavPlace& from,
                               const NavPlace& to) {
    RouteOptions options = kind == WayKind::Path ? RouteOptions{.links = 0, .doors = &*run.doors}
                                                 : route_options(arguments, run);
    options.do_shorten = false;
    const std::vector<Hindrance> all = hindrances(level, run, options, kind);
    std::vector<bool> is_needed(all.size(), true);
    const auto is_reached = [&] {
        Abilities abilities{options, *run.doors, run.costs};
        for (std::size_t h = 0; h < all.size(); ++h) {
            if (is_needed[h]) {
                all[h].allow(abilities);
            }
        }
        abilities.options.doors = &abilities.doors;
        abilities.options.area_costs =
            kind == WayKind::Path ? std::span<const double>() : abilities.costs;
        return find_route(*run.mesh, from, to, run.scratch, abilities.options).status ==
               PathStatus::Complete;
    };
    std::string reason;
    if (is_reached()) {
        for (std::size_t h = all.size(); h-- > 0;) {
            is_needed[h] = false;
            is_needed[h] = !is_reached();
        }
        for (std::size_t h = 0; h < all.size(); ++h) {
            if (is_needed[h]) {
                reason += (reason.empty() ? "reachable " : " and ") + all[h].without_it;
            }
        }
    } else if (is_reached_crouching(level, arguments, run, kind, from, to)) {
        reason = "reachable for a body that crouches (--space crouch)";
    } else {
        reason = "no floor and no link leads there";
    }
    const std::uint32_t first = run.mesh->island(from.polygon);
    const std::uint32_t last = run.mesh->island(to.polygon);
    return first == last ? fmt::format("on island {}: {}", first, reason)
                         : fmt::format("from island {} to island {}: {}", first, last, reason);
}

}  // namespace halfspace::tool
