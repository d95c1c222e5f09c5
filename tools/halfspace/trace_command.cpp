// SPDX-License-Identifier: MIT
// halfspace trace: prints where moving bodies first touch something.
#include "halfspace/level/bodies.h"
#include "halfspace/query/space.h"
#include "halfspace/query/trace.h"

#include "command.h"
#include "console.h"
#include "contents_input.h"
#include "query_level.h"

#include <fmt/format.h>

#include <cmath>
#include <memory>
#include <optional>

namespace halfspace::tool {
namespace {

struct TraceArguments : QueryArguments {
    std::string space;
    std::optional<std::string> mask;
    double skin = TraceOptions().skin;
    double hair = TraceOptions().hair;
};

// Shared by all queries of a run.
struct TraceRun {
    SpaceId space;
    TraceOptions options;
};

constexpr std::string_view kPointName = "point";
// The options of the command line; nullopt after a message.
std::optional<TraceOptions> parse_options(const TraceArguments& arguments) {
    TraceOptions options;
    if (!(arguments.skin >= 0 && std::isfinite(arguments.skin) && arguments.hair >= 0 &&
          std::isfinite(arguments.hair))) {
        print_error("--skin and --hair: expected a number of at least 0, in map units");
        return std::nullopt;
    }
    options.skin = arguments.skin;
    options.hair = arguments.hair;
    if (arguments.mask) {
        const Result<Contents> mask = parse_contents(*arguments.mask);
        if (!mask) {
            print_error("--mask: " + mask.error().message);
            return std::nullopt;
        }
        // For bodies a leaf stores only these contents.
        if (const Contents unknown = *mask & ~blocker_contents(kBlockerMask);
            arguments.space != kPointName && any(unknown)) {
            print_error("--mask: a level has no " + to_string(unknown) +
                        " for bodies; it has solid (which includes detail, sky and void), "
                        "fence, playerclip and monsterclip");
            return std::nullopt;
        }
        options.mask = *mask;
    }
    return options;
}

std::string json_point(const Vec3& p) {
    return "[" + point_text(p) + "]";
}

// A JSON string. Names of materials come from files; only the characters that JSON requires are
// escaped.
std::string json_string(std::string_view text) {
    std::string quoted = "\"";
    for (const char c : text) {
        if (c == '"' || c == '\\') {
            quoted += '\\';
            quoted += c;
        } else if (static_cast<unsigned char>(c) < 0x20) {
            quoted += fmt::format("\\u{:04x}", static_cast<unsigned>(c));
        } else {
            quoted += c;
        }
    }
    return quoted + '"';
}

std::string json_index(std::uint32_t index) {
    return index == kNone ? "null" : std::to_string(index);
}

std::string surface_json(const PlacedLevel& here, SpaceId space, const Contact& contact) {
    const Level& level = here.level;
    const TouchedSurface surface = touched_surface(here, space, contact);
    const bool is_facet =
        surface.brush != kNone && (level.brushes()[surface.brush].flags & kBrushFacet) != 0;
    const std::string_view material =
        surface.material.is_valid() ? level.material_name(surface.material) : std::string_view();
    return fmt::format(
        "{{\"material\":{},\"brush\":{},\"side\":{},\"facet\":{},\"sky\":{},\"bevel\":{},"
        "\"model\":{}}}",
        surface.material.is_valid() ? json_string(material) : "null",
        json_index(surface.brush),
        json_index(surface.side),
        is_facet,
        surface.is_sky,
        surface.is_bevel,
        contact.model.value);
}

// Appends an answer. It always has the same keys. The normal and the surface are null if nothing
// was touched or the start is blocked.
void append_json(const PlacedLevel& here,
                 SpaceId space,
                 const Contact& contact,
                 fmt::memory_buffer& text) {
    const bool is_touch = contact.hit && !contact.start_blocked;
    fmt::format_to(fmt::appender(text),
                   "{{\"hit\":{},\"fraction\":{},\"point\":{},\"end\":{},\"normal\":{},"
                   "\"contents\":{},\"surface\":{},\"start_blocked\":{}}}\n",
                   contact.hit,
                   contact.fraction,
                   json_point(contact.point),
                   json_point(contact.end),
                   is_touch ? json_point(contact.normal) : "null",
                   json_contents(contact.contents),
                   is_touch ? surface_json(here, space, contact) : "null",
                   contact.start_blocked);
}

void append_text(const PlacedLevel& here,
                 SpaceId space,
                 const Contact& contact,
                 fmt::memory_buffer& text) {
    const auto show = [](const Vec3& p) { return point_text(p, " "); };
    if (contact.start_blocked) {
        fmt::format_to(fmt::appender(text), "start blocked\n");
    } else if (!contact.hit) {
        fmt::format_to(fmt::appender(text), "free to {}\n", show(contact.end));
    } else {
        const Level& level = here.level;
        const MaterialId material = touched_surface(here, space, contact).material;
        fmt::format_to(fmt::appender(text),
                       "hit {} at {} end {} normal {} {}{}{}\n",
                       contact.fraction,
                       show(contact.point),
                       show(contact.end),
                       show(contact.normal),
                       to_string(contact.contents),
                       material.is_valid() ? " " : "",
                       material.is_valid() ? level.material_name(material) : std::string_view());
    }
}

void answer(const PlacedLevel& here,
            const TraceRun& run,
            bool json,
            std::span<const Numbers> queries,
            fmt::memory_buffer& text) {
    std::vector<Segment> segments;
    segments.reserve(queries.size());
    for (const Numbers& n : queries) {
        segments.push_back({{n[0], n[1], n[2]}, {n[3], n[4], n[5]}});
    }
    std::vector<Contact> contacts(segments.size());
    trace_all(here, run.space, segments, contacts, run.options);
    for (const Contact& contact : contacts) {
        if (json) {
            append_json(here, run.space, contact, text);
        } else {
            append_text(here, run.space, contact, text);
        }
    }
}

ExitCode run_trace(const TraceArguments& arguments) {
    const std::optional<TraceOptions> options = parse_options(arguments);
    if (!options) {
        return ExitCode::Usage;
    }
    TraceRun run;
    run.options = *options;
    const auto prepare = [&](const Level& level) -> Result<void> {
        const std::optional<SpaceId> space = find_space(level, arguments.space);
        if (!space) {
            Error error = no_such_space(level, arguments.space);
            error.where.file = arguments.level;
            return std::unexpected(std::move(error));
        }
        run.space = *space;
        return {};
    };
    return run_queries(
        arguments,
        2,
        [&](const PlacedLevel& here, std::span<const Numbers> queries, fmt::memory_buffer& text) {
            answer(here, run, arguments.json, queries, text);
        },
        prepare);
}

}  // namespace

Command add_trace_command(CLI::App& parent) {
    const auto arguments = std::make_shared<TraceArguments>();
    CLI::App* app =
        parent.add_subcommand("trace", "Print where moving bodies first touch something");
    add_query_options(*app, *arguments, 2);
    app->add_option(
           "--space", arguments->space, "The body that moves; info lists the bodies of a level")
        ->required()
        ->type_name("NAME");
    app->add_option("--mask",
                    arguments->mask,
                    "The contents that block, with commas between them (default " +
                        to_string(kBodyBlockers) +
                        "); for a body, solid includes detail, sky and void")
        ->type_name("NAMES");
    app->add_option(
           "--skin",
           arguments->skin,
           fmt::format(
               "How far from the touched surface the body comes to rest, in units (default {})",
               arguments->skin))
        ->type_name("UNITS");
    app->add_option("--hair",
                    arguments->hair,
                    fmt::format("How much shorter than necessary rounding may make a motion, in "
                                "units; a start counts as free if it lies less deep than this in "
                                "something that blocks (default {})",
                                arguments->hair))
        ->type_name("UNITS");
    app->footer(
        std::string(kModelsHelp) +
        "The body moves along a straight line and does not turn. The fraction and the point "
        "belong\n"
        "to the first touch. The end is where the body comes to rest, at the distance --skin from\n"
        "the touched surface.\n"
        "In JSON every answer has the same keys. The normal and the surface are null if the way "
        "is\n"
        "free or the start is blocked. \"facet\": true says that the touched brush is a facet of "
        "a\n"
        "curve.\n"
        "The exit code is 0 with and without a hit. Standard input has two points on each line.\n"
        "Blank lines are skipped; a bad line stops with exit code 1.\n"
        "Examples:\n"
        "  halfspace trace keep.hsw --space stand 64,256,24 1040,256,24\n"
        "  halfspace trace keep.hsw --space crouch --json < ways.txt\n");
    return {app, [arguments] { return run_trace(*arguments); }};
}

}  // namespace halfspace::tool
