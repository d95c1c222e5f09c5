// SPDX-License-Identifier: MIT
#include "motion.h"

#include "console.h"
#include "contents_input.h"

#include <cmath>

namespace halfspace::tool {
namespace {

bool is_distance(double value) {
    return value >= 0 && std::isfinite(value);
}

}  // namespace

void add_motion_options(CLI::App& app, MotionArguments& arguments) {
    add_query_options(app, arguments, 2);
    app.add_option("--mask",
                   arguments.mask,
                   "The contents that block, with commas between them (default " +
                       to_string(kBodyBlockers) + "); for a body, solid includes " +
                       to_string(kOpaque & ~Contents::Solid))
        ->type_name("NAMES");
    app.add_option(
           "--skin",
           arguments.skin,
           fmt::format(
               "How far from the touched surface the body comes to rest, in units (default {})",
               arguments.skin))
        ->type_name("UNITS");
    app.add_option("--hair",
                   arguments.hair,
                   fmt::format("How much shorter than necessary rounding may make a motion, in "
                               "units; a start counts as free if it lies less deep than this in "
                               "something that blocks (default {})",
                               arguments.hair))
        ->type_name("UNITS");
}

std::optional<TraceOptions> parse_motion_options(const MotionArguments& arguments, Contents known) {
    if (!is_distance(arguments.skin) || !is_distance(arguments.hair)) {
        print_error("--skin and --hair: expected a number of at least 0, in map units");
        return std::nullopt;
    }
    TraceOptions options;
    options.skin = arguments.skin;
    options.hair = arguments.hair;
    if (arguments.mask) {
        const Result<Contents> mask = parse_contents(*arguments.mask);
        if (!mask) {
            print_error("--mask: " + mask.error().message);
            return std::nullopt;
        }
        if (const Contents unknown = *mask & ~known; any(unknown)) {
            print_error("--mask: a level has no " + to_string(unknown) + " for bodies; it has " +
                        to_string(kContentsOfBodies) + "; solid includes " +
                        to_string(kOpaque & ~Contents::Solid));
            return std::nullopt;
        }
        options.mask = *mask;
    }
    return options;
}

void append_text(const Contact& contact, std::string_view touched, fmt::memory_buffer& text) {
    const auto show = [](const Vec3& p) { return point_text(p, " "); };
    if (contact.start_blocked) {
        fmt::format_to(fmt::appender(text), "start blocked\n");
    } else if (!contact.hit) {
        fmt::format_to(fmt::appender(text), "free to {}\n", show(contact.end));
    } else {
        fmt::format_to(fmt::appender(text),
                       "hit {} at {} end {} normal {} {}{}{}\n",
                       contact.fraction,
                       show(contact.point),
                       show(contact.end),
                       show(contact.normal),
                       to_string(contact.contents),
                       touched.empty() ? "" : " ",
                       touched);
    }
}

void append_json(const Contact& contact, std::string_view touched, fmt::memory_buffer& text) {
    const bool is_touch = contact.hit && !contact.start_blocked;
    fmt::format_to(fmt::appender(text),
                   "{{\"hit\":{},\"fraction\":{},\"point\":{},\"end\":{},\"normal\":{},"
                   "\"contents\":{},{},\"start_blocked\":{}}}\n",
                   contact.hit,
                   contact.fraction,
                   json_point(contact.point),
                   json_point(contact.end),
                   is_touch ? json_point(contact.normal) : "null",
                   json_contents(contact.contents),
                   touched,
                   contact.start_blocked);
}

}  // namespace halfspace::tool
