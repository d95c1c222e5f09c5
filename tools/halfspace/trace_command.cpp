// SPDX-License-Identifier: MIT
// halfspace trace: prints where moving bodies first touch something.
#include "halfspace/query/space.h"
#include "halfspace/query/trace.h"

#include "command.h"
#include "console.h"
#include "json_report.h"
#include "motion.h"
#include "printable.h"

#include <fmt/format.h>

#include <memory>
#include <optional>

namespace halfspace::tool {
namespace {

struct TraceArguments : MotionArguments {
    std::string space;
};

// Shared by all queries of a run.
struct TraceRun {
    SpaceId space;
    TraceOptions options;
};

constexpr std::string_view kPointName = "point";

template <class Tag>
std::string json_index(Id<Tag> id) {
    return id.is_valid() ? std::to_string(id.value) : "null";
}

// The key "surface" with its value: null if nothing was touched or the start is blocked.
std::string surface_json(const PlacedLevel& here, SpaceId space, const Contact& contact) {
    if (!contact.hit || contact.start_blocked) {
        return "\"surface\":null";
    }
    const Level& level = here.level;
    const TouchedSurface surface = touched_surface(here, space, contact);
    const bool is_facet =
        surface.brush.is_valid() && (level.brushes()[surface.brush.value].flags & kBrushFacet) != 0;
    const std::string_view material =
        surface.material.is_valid() ? level.material_name(surface.material) : std::string_view();
    return fmt::format(
        "\"surface\":{{\"material\":{},\"brush\":{},\"side\":{},\"facet\":{},"
        "\"sky\":{},\"bevel\":{},\"model\":{}}}",
        surface.material.is_valid() ? json_string(material) : "null",
        json_index(surface.brush),
        json_index(surface.side),
        is_facet,
        surface.is_sky,
        surface.is_bevel,
        contact.model.value);
}

std::string material_text(const PlacedLevel& here, SpaceId space, const Contact& contact) {
    const MaterialId material = touched_surface(here, space, contact).material;
    return material.is_valid() ? printable(here.level.material_name(material)) : std::string();
}

void answer(const PlacedLevel& here,
            const TraceRun& run,
            bool json,
            std::span<const Numbers> queries,
            fmt::memory_buffer& text) {
    const std::vector<Segment> segments = to_segments(queries);
    std::vector<Contact> contacts(segments.size());
    trace_all(here, run.space, segments, contacts, run.options);
    for (const Contact& contact : contacts) {
        if (json) {
            append_json(contact, surface_json(here, run.space, contact), text);
        } else {
            append_text(contact, material_text(here, run.space, contact), text);
        }
    }
}

// The body that moves: that of --space, or the first body of the level.
Result<SpaceId> moving_space(const Level& level, const std::string& name) {
    if (!name.empty()) {
        const std::optional<SpaceId> space = find_space(level, name);
        return space ? Result<SpaceId>(*space) : std::unexpected(no_such_space(level, name));
    }
    // Space 0 is the point.
    if (level.spaces().size() < 2) {
        return std::unexpected(
            Error{ErrorCode::Unsupported,
                  "the level was compiled for no body; --space point traces a point",
                  {}});
    }
    std::string others;
    for (std::uint32_t s = 0; s < level.spaces().size(); ++s) {
        if (s != 1) {
            others += (others.empty() ? "" : ", ") + printable(space_name(level, SpaceId(s)));
        }
    }
    const std::string taken = printable(space_name(level, SpaceId(1)));
    const Diagnostic note{
        Severity::Note, "the body is " + taken + "; --space takes another one: " + others, {}};
    print_diagnostics({&note, 1}, kAllMessages);
    return SpaceId(1);
}

ExitCode run_trace(const TraceArguments& arguments) {
    // The point meets all contents.
    const std::optional<TraceOptions> options = parse_motion_options(
        arguments, arguments.space == kPointName ? kLeafContents : kContentsOfBodies);
    if (!options) {
        return ExitCode::Usage;
    }
    TraceRun run;
    run.options = *options;
    const auto prepare = [&](const Level& level) -> Result<void> {
        Result<SpaceId> space = moving_space(level, arguments.space);
        if (!space) {
            space.error().where.file = arguments.level;
            return std::unexpected(std::move(space.error()));
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
    app->add_option(
           "--space",
           arguments->space,
           "The body that moves (default: the first body of the level); info lists the bodies")
        ->type_name("NAME");
    add_motion_options(*app, *arguments);
    app->footer(
        std::string(kModelsHelp) + std::string(kMotionHelp) +
        "In JSON every answer has the same keys. The normal and the surface are null if the way "
        "is\n"
        "free or the start is blocked. \"facet\": true says that the touched brush is a facet of "
        "a\n"
        "curve.\n" +
        std::string(kMotionInputHelp) +
        "Examples:\n"
        "  halfspace trace keep.hsw --space stand 64,256,24 1040,256,24\n"
        "  halfspace trace keep.hsw --space crouch --json < ways.txt\n");
    return {app, [arguments] { return run_trace(*arguments); }};
}

}  // namespace halfspace::tool
