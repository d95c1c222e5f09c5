// SPDX-License-Identifier: MIT
#include "nav_options.h"

#include "nav_summary.h"
#include "point_input.h"

#include <fmt/format.h>

#include <limits>
#include <optional>

namespace halfspace::tool {
namespace {

// "mud=4", "mud=never".
std::optional<AreaCost> area_cost_of(const std::string& text) {
    const std::size_t equals = text.rfind('=');
    if (equals == std::string::npos || equals == 0) {
        return std::nullopt;
    }
    const std::string number = text.substr(equals + 1);
    if (number == "never") {
        return AreaCost{text.substr(0, equals), std::numeric_limits<double>::infinity()};
    }
    const auto cost = parse_numbers(number, 1);
    return cost && (*cost)[0] >= 1 ? std::optional(AreaCost{text.substr(0, equals), (*cost)[0]})
                                   : std::nullopt;
}

// Checks that an option is such a number.
auto at_least(int least) {
    return [least](const std::string& text) {
        const auto number = parse_numbers(text, 1);
        return number && (*number)[0] >= least
                   ? std::string()
                   : fmt::format("expected a number of at least {}, found \"{}\"", least, text);
    };
}

}  // namespace

void add_space_option(CLI::App& its, NavArguments& arguments) {
    its.add_option("--space",
                   arguments.space,
                   "The body whose mesh is asked (default: the first that has one)")
        ->type_name("NAME");
}

void add_kinds_option(CLI::App& its,
                      const char* name,
                      const char* help,
                      const std::function<void(std::uint32_t links)>& take) {
    its.add_option_function<std::vector<std::string>>(
           name,
           [take](const std::vector<std::string>& kinds) {
               std::uint32_t links = 0;
               for (const std::string& kind : kinds) {
                   links |= link_bit(*link_kind(kind));
               }
               take(links);
           },
           help)
        ->type_name("KINDS")
        ->expected(1)
        ->allow_extra_args(false)
        ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)
        ->delimiter(',')
        ->check([](const std::string& kind) {
            return link_kind(kind) ? std::string() : "unknown kind of link \"" + kind + "\"";
        });
}

void add_route_options(CLI::App& its, const std::shared_ptr<NavArguments>& arguments) {
    add_kinds_option(its,
                     "--without",
                     "Kinds of links that the route does not take, with commas between them",
                     [arguments](std::uint32_t links) { arguments->route.links &= ~links; });
    its.add_flag("--crouch",
                 arguments->crouches,
                 "The mover stands where it has room, and crouches elsewhere: with --space\n"
                 "crouch (default: it has the body of the mesh everywhere)");
    its.add_option_function<std::vector<std::string>>(
           "--cost",
           [arguments](const std::vector<std::string>& costs) {
               for (const std::string& text : costs) {
                   arguments->costs.push_back(*area_cost_of(text));
               }
           },
           "By how much a way through an area counts more than one elsewhere: its name "
           "and\n"
           "a number of at least 1, or `never` (may be repeated; default: as the level "
           "says)")
        ->type_name("AREA=COST")
        ->expected(1)
        ->allow_extra_args(false)
        ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)
        ->check([](const std::string& text) {
            return area_cost_of(text)
                       ? std::string()
                       : "expected AREA=COST with a cost of at least 1 or never, found \"" + text +
                             "\"";
        });
    its.add_option("--max-drop",
                   arguments->route.max_drop,
                   "How deep a fall may be, map units (default: any depth)")
        ->type_name("UNITS")
        ->check(at_least(0));
    its.add_option("--bound",
                   arguments->bound_step,
                   "Print also what the route costs, and what the best one costs at least. UNITS:\n"
                   "the longest part of an edge, map units; half of it takes up to four times\n"
                   "as long, and the bound is nearer to the best cost (default: no bound)")
        ->type_name("UNITS")
        ->check(at_least(1));
}

}  // namespace halfspace::tool
