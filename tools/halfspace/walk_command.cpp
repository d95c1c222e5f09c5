// SPDX-License-Identifier: MIT
// halfspace walk: moves a mover by recorded or random input, and prints and draws its path.
#include "halfspace/base/file.h"
#include "halfspace/compile/bodies.h"
#include "halfspace/move/doors.h"
#include "halfspace/move/mover.h"
#include "halfspace/move/player_start.h"
#include "halfspace/query/free.h"
#include "halfspace/query/space.h"
#include "halfspace/render/painter.h"

#include "camera_input.h"
#include "command.h"
#include "console.h"
#include "json_report.h"
#include "mesh_file.h"
#include "mesh_input.h"
#include "output_file.h"
#include "point_input.h"
#include "viewpoint.h"
#include "walk_input.h"
#include "walk_plan.h"
#include "walk_report.h"

#include <fmt/format.h>

#include <memory>
#include <optional>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace halfspace::tool {
namespace {

constexpr MeshId kMesh(0);

struct WalkArguments {
    std::string level;  // empty without one
    std::string mesh;   // the same
    MeshFlags flags;
    std::optional<BlockingSides> sides;
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
        for (const auto& [input, what] :
             {std::pair(arguments.level, "level"), std::pair(arguments.mesh, "mesh")}) {
            if (is_same_file(output, input)) {
                return refuse(output + " is the " + what + "; choose another output");
            }
        }
    }
    if (arguments.level.empty() && arguments.mesh.empty()) {
        return refuse("give a level, --mesh FILE, or both");
    }
    if (const auto problem = mesh_flag_problem(arguments.flags)) {
        return refuse(*problem);
    }
    return request;
}

// The body of the level, or without a level the default body with this name.
Result<MoverBody> find_body(const Level& level, bool has_level, const std::string& name) {
    if (has_level) {
        const std::optional<SpaceId> space = find_space(level, name);
        return space ? Result<MoverBody>(*space) : std::unexpected(no_such_space(level, name));
    }
    std::string names;
    for (const Body& body : default_bodies()) {
        if (body.name == name) {
            const Aabb box{body.min, body.max};
            return ShapeBody{*ConvexShape::box(half_of(box)), centre_of(box)};
        }
        names += (names.empty() ? "" : ", ") + body.name;
    }
    return std::unexpected(Error{
        ErrorCode::Unsupported, "there is no body '" + name + "'; without a level: " + names, {}});
}

Result<MoverBodies> find_bodies(const Level& level, const WalkArguments& arguments) {
    MoverBodies bodies;
    for (const auto& [name, body] : {std::pair(&arguments.space, &bodies.stand),
                                     std::pair(&arguments.crouch_space, &bodies.crouch)}) {
        Result<MoverBody> found = find_body(level, !arguments.level.empty(), *name);
        if (!found) {
            return std::unexpected(found.error());
        }
        *body = *found;
    }
    if (!fits(level, bodies)) {
        return std::unexpected(
            Error{ErrorCode::Range,
                  fmt::format("the box of the body '{}' must lie in the box of the body '{}'",
                              arguments.crouch_space,
                              arguments.space),
                  {}});
    }
    return bodies;
}

// Around the level and the mesh.
Aabb box_of(const CollisionWorld& world) {
    const Aabb level = world.level().model_bounds(kWorldModel);
    return world.mesh_count() == 0 ? level : merge(level, world.mesh(kMesh).box());
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
Result<WalkStart> wanted_start(const PlacedLevel& here,
                               const MoverBody& stand,
                               const std::string& name,
                               const WalkRequest& request) {
    const std::optional<Vec3> room = std::visit(
        [&](const auto& body) {
            if constexpr (std::is_same_v<std::decay_t<decltype(body)>, ShapeBody>) {
                return unstick(here,
                               PlacedShape{body.shape, moved_by(body.offset)},
                               *request.start,
                               request.options.unstick,
                               request.options.mask);
            } else {
                return unstick(
                    here, body, *request.start, request.options.unstick, request.options.mask);
            }
        },
        stand);
    if (!room) {
        return no_start(fmt::format(
            "the body '{}' has no room at {}, and none is nearer than {} units; --start chooses "
            "another place",
            name,
            point_text(*request.start),
            request.options.unstick));
    }
    const std::vector<PlayerStart> players = player_starts(here.level);
    const double yaw = players.empty() ? 0 : players.front().yaw;
    return WalkStart{mover_at(*room), *request.start, yaw, {}};
}

// Where the mover starts.
Result<WalkStart> start_of(const CollisionWorld& here,
                           const MoverBody& stand,
                           const std::string& name,
                           const WalkRequest& request) {
    if (request.start) {
        Result<WalkStart> wanted = wanted_start(here, stand, name, request);
        return wanted && !is_valid(wanted->state)
                   ? no_start("the start is too far from the origin of the level")
                   : wanted;
    }
    if (const auto start = find_start(here, stand, request.options.mask)) {
        return WalkStart{mover_at(start->position),
                         start->position,
                         start->yaw,
                         start_note(here.level(), *start)};
    }
    const std::vector<PlayerStart> players = player_starts(here.level());
    if (players.empty() && here.mesh_count() != 0) {
        const auto place = find_ground_start(here, stand, tool::kEyeHeight, request.options.mask);
        if (place && is_valid(mover_at(place->position))) {
            const double yaw = angles_towards(place->target - place->position).yaw;
            return WalkStart{mover_at(place->position), place->position, yaw, {}};
        }
    }
    return no_start(
        here.mesh_count() != 0 && players.empty()
            ? "no place to stand was found on the mesh; --start tells where the walk starts, and a "
              "larger --scale makes a small mesh larger"
        : players.empty()
            ? "the level has no start of a player; --start tells where the walk starts"
            : fmt::format("the body '{}' has no room at the start {} and near it, and at no other "
                          "start; --start tells where the walk starts",
                          name,
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

// The file that messages name.
const std::string& input_of(const WalkArguments& arguments) {
    return arguments.level.empty() ? arguments.mesh : arguments.level;
}

// Reads, walks and writes; the walk is returned for the report.
Result<WalkRun> run(const WalkArguments& arguments, const WalkRequest& request) {
    const Result<Level> level =
        arguments.level.empty() ? Result<Level>(Level()) : load_level(arguments.level);
    if (!level) {
        return std::unexpected(level.error());
    }
    const Result<MoverBodies> bodies = find_bodies(*level, arguments);
    if (!bodies) {
        return std::unexpected(bodies.error());
    }
    Doors doors(*level);
    std::unique_ptr<MeshFile> mesh;
    if (!arguments.mesh.empty()) {
        Result<std::unique_ptr<MeshFile>> loaded = MeshFile::load(arguments.mesh, arguments.flags);
        if (!loaded) {
            return std::unexpected(loaded.error());
        }
        mesh = std::move(*loaded);
        if (!is_within(mesh->tree().bounds().min, kMaxMoverPlace) ||
            !is_within(mesh->tree().bounds().max, kMaxMoverPlace)) {
            return std::unexpected(
                Error{ErrorCode::Range,
                      fmt::format("the mesh reaches beyond {} units; a smaller --scale helps",
                                  kMaxMoverPlace),
                      {arguments.mesh}});
        }
        doors.world().place(
            kMesh,
            {.triangles = &mesh->tree(), .sides = arguments.sides.value_or(BlockingSides::Both)});
    }
    const Result<WalkStart> start =
        start_of(doors.world(), bodies->stand, arguments.space, request);
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
    result.walk =
        walk(*bodies, start->state, *inputs, request.options, doors, arguments.open_doors);
    const Aabb body = box_at(shape_of(*level, bodies->stand), {});
    result.diagnostics =
        walk_warnings({arguments.level.empty() ? "mesh" : "level", box_of(doors.world())},
                      start->wanted,
                      {arguments.space, body},
                      result.walk);
    if (start->note) {
        result.diagnostics.insert(result.diagnostics.begin(),
                                  {Severity::Warning, *start->note, {}});
    }
    for (Diagnostic& diagnostic : result.diagnostics) {
        diagnostic.where.file = input_of(arguments);
    }
    if (!arguments.record.empty()) {
        const std::string text = walk_inputs_text(*inputs);
        const auto written = write_file(arguments.record, std::as_bytes(std::span(text)));
        if (!written) {
            return std::unexpected(written.error());
        }
    }
    if (!arguments.picture.empty()) {
        const WalkPlan plan{arguments.picture, request.size, arguments.cut_height};
        if (const auto written = write_plan(plan, doors.world(), kMesh, result.walk); !written) {
            return std::unexpected(written.error());
        }
    }
    return result;
}

Json or_null(const std::string& path) {
    return path.empty() ? Json() : Json(path);
}

ExitCode run_walk(const WalkArguments& arguments) {
    const Result<WalkRequest> request = parse_request(arguments);
    if (!request) {
        return wrong_usage(request.error().message, "walk");
    }
    Result<WalkRun> done = run(arguments, *request);
    if (!done) {
        if (done.error().where.file.empty()) {
            done.error().where.file = input_of(arguments);
        }
        return bad_input(done.error());
    }
    if (arguments.json) {
        print_json({{"level", or_null(arguments.level)},
                    {"mesh", or_null(arguments.mesh)},
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
    app->add_option("LEVEL", arguments->level, "A compiled level (.hsw)")->type_name("");
    app->add_option("--mesh",
                    arguments->mesh,
                    "A file with meshes, open or closed: the player walks on its triangles as they "
                    "are, alone or beside a level")
        ->type_name("FILE");
    add_sides_option(*app, arguments->sides);
    app->add_option("--space", arguments->space, "The standing body (default stand)")
        ->type_name("NAME");
    app->add_option(
           "--crouch-space", arguments->crouch_space, "The crouching body (default crouch)")
        ->type_name("NAME");
    app->add_option(
           "--start",
           arguments->start,
           "Where the walk starts: x,y,z (default: the first start of a player with room; on "
           "if a mesh is there and no start, on its ground, where the view is wide)")
        ->type_name("POINT")
        ->expected(1, 3);
    add_input_options(*app, *arguments);
    app->add_flag("--open-doors",
                  arguments->open_doors,
                  "Doors open when the player is near; else they stay where they are");
    add_output_options(*app, *arguments);
    add_mesh_flags(*app, arguments->flags);
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
        "Without a level, the bodies are the default ones of compile: stand, crouch and large. In\n"
        "the plan, a mesh is shown by the lines where the slice cuts it.\n"
        "Examples:\n"
        "  halfspace walk --mesh terrain.obj --picture plan.png\n"
        "  halfspace walk keep.hsw --input ways.txt --open-doors\n"
        "  halfspace walk keep.hsw --seed 7 --steps 6400 --record ways.txt --picture plan.png\n",
        kWalkInputNotation));
    return {app, [arguments] { return run_walk(*arguments); }};
}

}  // namespace halfspace::tool
