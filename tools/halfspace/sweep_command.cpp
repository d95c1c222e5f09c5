// SPDX-License-Identifier: MIT
// halfspace sweep: prints where moving bodies of any shape first touch something.
#include "halfspace/query/sweep.h"

#include "command.h"
#include "console.h"
#include "motion.h"
#include "shape_input.h"

#include <fmt/format.h>

#include <memory>
#include <optional>

namespace halfspace::tool {
namespace {

struct SweepArguments : MotionArguments {
    ShapeArguments shape;
};

// The key "model" with its value: null if nothing blocks.
std::string model_json(const Contact& contact) {
    return contact.hit ? fmt::format("\"model\":{}", contact.model.value) : "\"model\":null";
}

// The model that was hit, unless it is the world.
std::string model_text(const Contact& contact) {
    return contact.hit && contact.model != kWorldModel
               ? fmt::format("model {}", contact.model.value)
               : std::string();
}

ExitCode run_sweep(const SweepArguments& arguments) {
    const std::optional<TraceOptions> options = parse_motion_options(arguments, kContentsOfBodies);
    if (!options) {
        return ExitCode::Usage;
    }
    const Result<GivenShape> body = parse_shape(arguments.shape);
    if (!body) {
        print_error(body.error());
        return body.error().where.file.empty() ? ExitCode::Usage : ExitCode::BadInput;
    }
    return run_queries(
        arguments,
        2,
        [&](const PlacedLevel& here, std::span<const Numbers> queries, fmt::memory_buffer& text) {
            const std::vector<Segment> segments = to_segments(queries);
            std::vector<Contact> contacts(segments.size());
            sweep_all(here, {body->shape, body->transform}, segments, contacts, *options);
            for (const Contact& contact : contacts) {
                if (arguments.json) {
                    append_json(contact, model_json(contact), text);
                } else {
                    append_text(contact, model_text(contact), text);
                }
            }
        });
}

}  // namespace

Command add_sweep_command(CLI::App& parent) {
    const auto arguments = std::make_shared<SweepArguments>();
    arguments->most = kMaxSweepCoordinate;
    CLI::App* app = parent.add_subcommand(
        "sweep", "Print where moving bodies of any shape first touch something");
    add_shape_options(*app, arguments->shape);
    add_motion_options(*app, *arguments);
    app->footer(
        std::string(kModelsHelp) +
        "The level needs no space for the body. For a body that has a space, trace is quicker and\n"
        "exact, and names the touched brush.\n" +
        std::string(kMotionHelp) +
        "In JSON every answer has the same keys. The normal is null if the way is free or the "
        "start\n"
        "is blocked. The model is the number of the touched model, and null if the way is free.\n"
        "In a file of points, blank lines and everything behind a '#' are skipped.\n" +
        std::string(kMotionInputHelp) +
        "Examples:\n"
        "  halfspace sweep keep.hsw --sphere 8 64,256,60 64,256,-60\n"
        "  halfspace sweep keep.hsw --box -16,-16,-24:16,16,32 --turn 0,45,0 --json < ways.txt\n"
        "  halfspace sweep keep.hsw --points crate.txt --models < ways.txt\n");
    return {app, [arguments] { return run_sweep(*arguments); }};
}

}  // namespace halfspace::tool
