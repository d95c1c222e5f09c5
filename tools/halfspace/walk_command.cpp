// SPDX-License-Identifier: MIT
// halfspace walk: moves a mover by recorded or random input, and prints and draws its path.
#include "halfspace/base/file.h"
#include "halfspace/move/doors.h"
#include "halfspace/move/mover.h"
#include "halfspace/move/player_start.h"
#include "halfspace/query/free.h"
#include "halfspace/query/space.h"
#include "halfspace/render/drawing.h"
#include "halfspace/render/painter.h"
#include "halfspace/render/plan.h"

#include "camera_input.h"
#include "command.h"
#include "console.h"
#include "json_report.h"
#include "output_file.h"
#include "point_input.h"
#include "viewpoint.h"
#include "walk_input.h"
#include "walk_report.h"

#include <fmt/format.h>

#include <memory>
#include <optional>
#include <utility>

namespace halfspace::tool {
namespace {

struct WalkArguments {
    std::string level;
    std::string space = "stand";
    std::string crouch_space = "crouch";
    std::vector<std::string> start;
    std::string input;
    std::uint64_t seed = 1;
    std::uint32_t steps = 640;
    double fixed_step = MoverOptions().seconds;
    std::string record;
    bool open_doors = false;
    std::uint32_t every = 16;
    std::string picture;
    std::string size = "1280x720";
    std::optional<double> cut_height;
    bool json = false;
};

// What can be checked before the level is read.
struct WalkRequest {
    std::optional<Vec3> start;
    MoverOptions options;
    PictureSize size;
};

// The spaces of the standing and of the crouching body.
struct WalkSpaces {
    SpaceId stand;
    SpaceId crouch;
};

// A walk, and what is odd about it.
struct WalkRun {
    Walk walk;
    std::vector<Diagnostic> diagnostics;
};

Result<WalkRequest> parse_request(const WalkArguments& arguments) {
    const auto refuse = [](std::string message) {
        return std::unexpected(Error{ErrorCode::Range, std::move(message), {}});
    };
    WalkRequest request;
    const Result<std::optional<Vec3>> start = parse_point(arguments.start, "--start");
    if (!start) {
        return std::unexpected(start.error());
    }
    request.start = *start;
    request.options.seconds = arguments.fixed_step;
    if (const auto bad = bad_option(request.options)) {
        return refuse("--fixed-step: " + bad->problem);
    }
    const auto size = parse_size(arguments.size, kMaxPictureSize);
    if (!size) {
        return std::unexpected(size.error());
    }
    request.size = *size;
    if (!arguments.picture.empty() && !is_svg(arguments.picture) &&
        lower_extension(arguments.picture) != ".png") {
        return refuse("--picture: " + unsupported_output(arguments.picture, ".png, .svg"));
    }
    for (const std::string& output : {arguments.picture, arguments.record}) {
        if (is_same_file(output, arguments.level)) {
            return refuse(output + " is the level; choose another output");
        }
    }
    return request;
}

Result<WalkSpaces> find_spaces(const Level& level, const WalkArguments& arguments) {
    WalkSpaces spaces;
    for (const auto& [name, body] : {std::pair(&arguments.space, &spaces.stand),
                                     std::pair(&arguments.crouch_space, &spaces.crouch)}) {
        const std::optional<SpaceId> space = find_space(level, *name);
        if (!space) {
            return std::unexpected(no_such_space(level, *name));
        }
        *body = *space;
    }
    if (!fits(level, {spaces.stand, spaces.crouch})) {
        return std::unexpected(
            Error{ErrorCode::Range,
                  fmt::format("the box of the body '{}' must lie in the box of the body '{}'",
                              arguments.crouch_space,
                              arguments.space),
                  {}});
    }
    return spaces;
}

// Where a walk starts.
struct WalkStart {
    MoverState state;
    // Where the walk should have started, if that was asked for.
    Vec3 wanted;
    double yaw = 0;
    std::optional<std::string> note;
};

std::unexpected<Error> no_start(std::string message) {
    return std::unexpected(Error{ErrorCode::Range, std::move(message), {}});
}

// At the place of --start: the room of the standing body that is nearest to it.
Result<WalkStart> wanted_start(const PlacedLevel& here, SpaceId stand, const WalkRequest& request) {
    const std::optional<Vec3> room =
        unstick(here, stand, *request.start, request.options.unstick, request.options.mask);
    if (!room) {
        return no_start(fmt::format(
            "the body '{}' has no room at {}, and none is nearer than {} units; --start chooses "
            "another place",
            space_name(here.level, stand),
            point_text(*request.start),
            request.options.unstick));
    }
    const std::vector<PlayerStart> players = player_starts(here.level);
    const double yaw = players.empty() ? 0 : players.front().yaw;
    return WalkStart{mover_at(*room), *request.start, yaw, {}};
}

// Where the mover starts.
Result<WalkStart> start_of(const PlacedLevel& here, SpaceId stand, const WalkRequest& request) {
    if (request.start) {
        Result<WalkStart> wanted = wanted_start(here, stand, request);
        return wanted && !is_valid(wanted->state)
                   ? no_start("the start is too far from the origin of the level")
                   : wanted;
    }
    if (const auto start = find_start(here, stand, request.options.mask)) {
        return WalkStart{
            mover_at(start->position), start->position, start->yaw, start_note(here.level, *start)};
    }
    const std::vector<PlayerStart> players = player_starts(here.level);
    return no_start(
        players.empty()
            ? "the level has no start of a player; --start tells where the walk starts"
            : fmt::format("the body '{}' has no room at the start {} and near it, and at no other "
                          "start; --start tells where the walk starts",
                          space_name(here.level, stand),
                          point_text(players.front().origin)));
}

Walk walk(const MoverBodies& bodies,
          const MoverState& start,
          std::span<const WalkInput> inputs,
          const MoverOptions& options,
          Doors& doors,
          bool open_doors) {
    Walk walk{start, {}};
    MoverState state = start;
    for (const WalkInput& input : inputs) {
        const MoverInput quick = quantised(input.controls);
        for (std::uint32_t i = 0; i < input.steps; ++i) {
            walk.steps.push_back(open_doors
                                     ? step_among(doors, bodies, state, quick, options)
                                     : step_mover(doors.world(), bodies, state, quick, options));
            state = walk.steps.back().state;
        }
    }
    return walk;
}

Result<void> write_plan(const Level& level,
                        const Walk& walk,
                        const WalkArguments& arguments,
                        const WalkRequest& request) {
    PlanOptions options;
    options.width = request.size.width;
    options.rows = request.size.height;
    options.height = arguments.cut_height.value_or(walk.start.position.z + kEyeHeight);
    options.path.push_back(walk.start.position);
    for (const MoverStep& step : walk.steps) {
        options.path.push_back(step.state.position);
    }
    const Drawing plan = draw_plan(level, options);
    if (is_svg(arguments.picture)) {
        const std::string svg = drawing_svg(plan);
        return write_file(arguments.picture, std::as_bytes(std::span(svg)));
    }
    return write_picture(arguments.picture, paint_drawing(plan));
}

// Reads, walks and writes; the walk is returned for the report.
Result<WalkRun> run(const WalkArguments& arguments, const WalkRequest& request) {
    const Result<Level> level = load_level(arguments.level);
    if (!level) {
        return std::unexpected(level.error());
    }
    const Result<WalkSpaces> spaces = find_spaces(*level, arguments);
    if (!spaces) {
        return std::unexpected(spaces.error());
    }
    Doors doors(*level);
    const Result<WalkStart> start = start_of(doors.world(), spaces->stand, request);
    if (!start) {
        return std::unexpected(start.error());
    }
    const Result<std::vector<WalkInput>> inputs =
        arguments.input.empty() ? random_walk_inputs(arguments.seed, arguments.steps, start->yaw)
                                : read_walk_inputs(arguments.input);
    if (!inputs) {
        return std::unexpected(inputs.error());
    }
    WalkRun result;
    result.walk = walk({spaces->stand, spaces->crouch},
                       start->state,
                       *inputs,
                       request.options,
                       doors,
                       arguments.open_doors);
    result.diagnostics = walk_warnings(*level, start->wanted, spaces->stand, result.walk);
    if (start->note) {
        result.diagnostics.insert(result.diagnostics.begin(),
                                  {Severity::Warning, *start->note, {}});
    }
    for (Diagnostic& diagnostic : result.diagnostics) {
        diagnostic.where.file = arguments.level;
    }
    if (!arguments.record.empty()) {
        const std::string text = walk_inputs_text(*inputs);
        const auto written = write_file(arguments.record, std::as_bytes(std::span(text)));
        if (!written) {
            return std::unexpected(written.error());
        }
    }
    if (!arguments.picture.empty()) {
        if (const auto written = write_plan(*level, result.walk, arguments, request); !written) {
            return std::unexpected(written.error());
        }
    }
    return result;
}

ExitCode run_walk(const WalkArguments& arguments) {
    const Result<WalkRequest> request = parse_request(arguments);
    if (!request) {
        return wrong_usage(request.error().message, "walk");
    }
    Result<WalkRun> done = run(arguments, *request);
    if (!done) {
        if (done.error().where.file.empty()) {
            done.error().where.file = arguments.level;
        }
        return bad_input(done.error());
    }
    if (arguments.json) {
        print_json({{"level", arguments.level},
                    {"step_seconds", arguments.fixed_step},
                    {"steps", done->walk.steps.size()},
                    {"start", point_json(done->walk.start.position)},
                    {"path", walk_path(done->walk, arguments.every)},
                    {"diagnostics", to_json(done->diagnostics)}});
    } else {
        print_diagnostics(done->diagnostics, kAllMessages);
        print_walk(done->walk, arguments.every);
    }
    return ExitCode::Done;
}

void add_input_options(CLI::App& app, WalkArguments& arguments) {
    CLI::Option* const input =
        app.add_option("--input", arguments.input, "The file of inputs (default: random inputs)")
            ->type_name("FILE");
    app.add_option(
           "--seed",
           arguments.seed,
           fmt::format("The number that random inputs are made of (default {})", arguments.seed))
        ->type_name("N")
        ->excludes(input);
    app.add_option("--steps",
                   arguments.steps,
                   fmt::format("How many steps random inputs take (default {})", arguments.steps))
        ->type_name("N")
        ->check(CLI::Range(std::uint32_t{1}, kMaxWalkSteps))
        ->excludes(input);
    app.add_option("--record", arguments.record, "Write the random inputs to this file")
        ->type_name("FILE")
        ->excludes(input);
    app.add_option("--fixed-step",
                   arguments.fixed_step,
                   fmt::format("How long a step is, in seconds (default {})", arguments.fixed_step))
        ->type_name("SECONDS");
}

void add_output_options(CLI::App& app, WalkArguments& arguments) {
    app.add_option("--every",
                   arguments.every,
                   fmt::format("Print each N-th step (default {})", arguments.every))
        ->type_name("N")
        ->check(CLI::Range(std::uint32_t{1}, kMaxWalkSteps));
    app.add_option("--picture", arguments.picture, "Draw the path into a plan: .png or .svg")
        ->type_name("FILE");
    add_size_option(app, arguments.size);
    app.add_option("--cut-height",
                   arguments.cut_height,
                   "The height z of the plan (default: the eye of the player at the start)")
        ->type_name("Z");
    app.add_flag("--json", arguments.json, "Print the path as JSON");
}

}  // namespace

Command add_walk_command(CLI::App& parent) {
    const auto arguments = std::make_shared<WalkArguments>();
    CLI::App* app = parent.add_subcommand("walk", "Move a player, and print and draw its path");
    add_level_argument(*app, arguments->level);
    app->add_option("--space", arguments->space, "The standing body (default stand)")
        ->type_name("NAME");
    app->add_option(
           "--crouch-space", arguments->crouch_space, "The crouching body (default crouch)")
        ->type_name("NAME");
    app->add_option("--start",
                    arguments->start,
                    "Where the walk starts: x,y,z (default: the first start of a player with room)")
        ->type_name("POINT")
        ->expected(1, 3);
    add_input_options(*app, *arguments);
    app->add_flag("--open-doors",
                  arguments->open_doors,
                  "Doors open when the player is near; else they stay where they are");
    add_output_options(*app, *arguments);
    app->footer(fmt::format(
        "Each line of a file of inputs holds the same controls for a number of steps:\n"
        "  {}\n"
        "FORWARD and LEFT are shares of the full speed, from -1 to 1. YAW is in degrees, to the\n"
        "left of the x axis. PITCH is in degrees; a positive pitch looks down. up and down count\n"
        "in liquids and on ladders. Blank lines and everything behind a '#' are skipped.\n"
        "A step is also printed if it is the last one, or if the player begins to walk, to fall,\n"
        "to swim, to climb, to crouch or to stand, is pressed by a door, or has no room.\n"
        "A warning tells if the start lies in a wall or outside of the level, if another start of\n"
        "the level or a place near it was taken, and if the player falls out of the level.\n"
        "Examples:\n"
        "  halfspace walk keep.hsw --input ways.txt --open-doors\n"
        "  halfspace walk keep.hsw --seed 7 --steps 6400 --record ways.txt --picture plan.png\n",
        kWalkInputNotation));
    return {app, [arguments] { return run_walk(*arguments); }};
}

}  // namespace halfspace::tool
