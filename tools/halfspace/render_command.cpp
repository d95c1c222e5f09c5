// SPDX-License-Identifier: MIT
// halfspace render: paints a picture of a level.
#include "halfspace/base/file.h"
#include "halfspace/query/entities.h"
#include "halfspace/query/leak.h"
#include "halfspace/query/space.h"
#include "halfspace/render/drawing.h"
#include "halfspace/render/painter.h"
#include "halfspace/render/plan.h"
#include "halfspace/render/sorted.h"
#include "halfspace/render/space_polygons.h"

#include "command.h"
#include "console.h"
#include "json_report.h"
#include "leak_report.h"
#include "level_textures.h"
#include "output_file.h"
#include "painted_parts.h"
#include "point_input.h"
#include "points_file.h"
#include "printable.h"
#include "render_request.h"
#include "viewpoint.h"

#include <fmt/format.h>

#include <chrono>
#include <ctime>
#include <filesystem>
#include <memory>
#include <optional>
#include <utility>

namespace halfspace::tool {
namespace {

// A picture and the numbers about its making.
struct Run {
    std::optional<Viewpoint> viewpoint;
    double cut_height = 0;
    std::optional<Leak> leak;  // that the picture shows
    std::string svg;           // the picture, if it is an SVG
    Painting painting;
    std::size_t textures = 0;  // number of textures with a picture
    std::vector<Diagnostic> diagnostics;
    std::optional<PaintingDifferences> check;
    double wall_seconds = 0;
    double cpu_seconds = 0;
};

Viewpoint viewpoint_for(const Level& level,
                        const PictureParts& parts,
                        const RenderArguments& arguments,
                        const RenderRequest& request,
                        double aspect) {
    const CameraRequest& camera = request.camera;
    if (const auto own = viewpoint_of(request.name,
                                      level,
                                      parts,
                                      camera,
                                      arguments.camera.field_of_view,
                                      aspect,
                                      request.seen_from && camera.eye)) {
        return *own;
    }
    if (camera.eye) {
        return {*camera.eye, camera.look ? *camera.look : default_target(level, *camera.eye)};
    }
    const std::optional<Viewpoint> player = player_viewpoint(level);
    Viewpoint viewpoint = player ? *player : overview(level);
    viewpoint.target = camera.look.value_or(viewpoint.target);
    return viewpoint;
}

// False for views that have one colour for each face, leaf, cluster or layer.
bool shows_textures(PaintView view) {
    return view != PaintView::Leaves && view != PaintView::Wire && view != PaintView::Overdraw &&
           view != PaintView::Clusters;
}

class Timer {
public:
    explicit Timer(Run& run) : run_(&run) {}
    ~Timer() {
        run_->wall_seconds = std::chrono::duration<double>(Clock::now() - start_).count();
        run_->cpu_seconds = static_cast<double>(std::clock() - cpu_) / CLOCKS_PER_SEC;
    }
    Timer(const Timer&) = delete;
    Timer& operator=(const Timer&) = delete;

private:
    using Clock = std::chrono::steady_clock;
    Run* run_;
    Clock::time_point start_ = Clock::now();
    std::clock_t cpu_ = std::clock();
};

Result<Run> painted(const Level& level,
                    std::span<const SpaceId> spaces,
                    std::optional<Leak> leak,
                    const RenderArguments& arguments,
                    const RenderRequest& request) {
    const Result<PictureParts> parts =
        parts_for(level, request.name, request.camera, request.seen_from, std::move(leak));
    if (!parts) {
        return std::unexpected(
            Error{parts.error().code,
                  fmt::format("--view {}: {}", arguments.view, parts.error().message),
                  {}});
    }
    Run run;
    run.leak = parts->leak;
    const PaintOptions& options = request.options;
    const double aspect = static_cast<double>(options.width) / options.height;
    run.viewpoint = viewpoint_for(level, *parts, arguments, request, aspect);
    const auto [eye, target] = *run.viewpoint;
    const auto view = look_at(eye, target, arguments.camera.field_of_view, aspect);
    if (!view) {
        return std::unexpected(
            Error{ErrorCode::Range, "--look: the point must differ from the place of the eye", {}});
    }
    LevelImages images;
    if (spaces.empty() && shows_textures(options.view)) {
        images = level_images(level, arguments.level, arguments.textures);
    }
    run.textures = images.found;
    run.diagnostics = std::move(images.diagnostics);
    const TextureSet textures(level, images.images);
    PolygonList list;
    {
        const Timer timer(run);
        list = spaces.empty() ? faces_for(level, *view, options.view, *parts)
                              : space_polygons(level, spaces.front(), view->eye);
        run.painting = has_parts(*parts)
                           ? paint_with_parts(list, level, textures, *view, options, *parts)
                           : paint(list, level, textures, *view, options);
    }
    if (arguments.check) {
        run.check =
            compare(run.painting.image, paint_sorted(list, level, textures, *view, options));
    }
    return run;
}

// The default height of a plan is that of the opening of a leak, or that of a player's eye, so that
// the plan shows rooms and not their floors. Without a player it is the middle of the level.
double cut_height(const Level& level,
                  const std::optional<Leak>& leak,
                  const RenderArguments& arguments,
                  const RenderRequest& request) {
    if (arguments.cut_height) {
        return *arguments.cut_height;
    }
    if (request.camera.eye) {
        return request.camera.eye->z;
    }
    if (leak && !leak->opening.empty()) {
        return place_of(*leak).z;
    }
    const std::optional<Viewpoint> player = player_viewpoint(level);
    return player ? player->eye.z : default_target(level, {}).z;
}

// So much around the opening that a plan shows the way out.
Aabb around_leak(const Level& level, const Leak& leak) {
    const Aabb box = level.drawn_box(kWorldModel);
    const Vec3 opening = place_of(leak);
    const double beyond = is_empty(box) ? 64 : length(box.max - box.min) / 16;
    return grown({opening, opening}, beyond);
}

// Errors: Unsupported; the message begins with the option that asks for what the level lacks.
Result<Run> planned(const Level& level,
                    std::vector<SpaceId> bodies,
                    std::optional<Leak> leak,
                    const RenderArguments& arguments,
                    const RenderRequest& request) {
    const auto refused = [](std::string_view option, const Error& error) {
        return std::unexpected(Error{error.code, fmt::format("{}: {}", option, error.message), {}});
    };
    Run run;
    PlanOptions options;
    if (arguments.leak && !leak) {
        Result<Leak> found = leak_of(level);
        if (!found) {
            return refused("--leak", found.error());
        }
        leak = *std::move(found);
    }
    if (leak) {
        options.leak = leak->line;
        if (!leak->opening.empty()) {
            options.around = around_leak(level, *leak);
        }
    }
    if (request.name.nav) {
        const Result<std::size_t> mesh = named_nav_mesh(level, *request.name.nav);
        if (!mesh) {
            return refused("--nav", mesh.error());
        }
        options.nav_mesh = *mesh;
    }
    run.cut_height = cut_height(level, leak, arguments, request);
    run.leak = std::move(leak);
    options.height = run.cut_height;
    options.width = request.options.width;
    options.rows = request.options.height;
    options.bodies = std::move(bodies);
    options.cells = arguments.cells ? PlanCells::Outlined : PlanCells::Hidden;
    options.portals = arguments.portals;
    {
        const Timer timer(run);
        const Drawing plan = draw_plan(level, options);
        if (is_svg(arguments.output)) {
            run.svg = drawing_svg(plan);
        } else {
            run.painting.image = paint_drawing(plan, request.options.threads);
        }
    }
    return run;
}

std::uint64_t unexplained(const PaintingDifferences& check) {
    return check.different - check.ties;
}

// True if the level says where it leaks. A line of --points does not say whose it is.
bool tells_leak(const RenderArguments& arguments, const Run& run) {
    return run.leak && arguments.points.empty();
}

void print_text(const Level& level,
                const RenderArguments& arguments,
                const RenderRequest& request,
                const Run& run) {
    const PaintOptions& options = request.options;
    fmt::print("{}\n", arguments.output);
    if (run.viewpoint) {
        fmt::print("  {} {}x{}, eye {}, look {}\n",
                   arguments.view,
                   options.width,
                   options.height,
                   point_text(to_thousandths(run.viewpoint->eye)),
                   point_text(to_thousandths(run.viewpoint->target)));
        if (run.painting.polygons == 0) {
            fmt::print("  nothing is seen from this eye; --eye and --look choose another\n");
        }
        fmt::print("  polygons {}, fragments {}, textures found {}\n",
                   run.painting.polygons,
                   run.painting.fragments,
                   run.textures);
    } else {
        fmt::print("  cut at z = {}\n", run.cut_height);
    }
    if (tells_leak(arguments, run)) {
        fmt::print("  {}\n", printable(describe_leak(level, *run.leak)));
    }
    fmt::print("  {:.1f} ms, {:.1f} ms of CPU\n", run.wall_seconds * 1e3, run.cpu_seconds * 1e3);
    if (run.check) {
        fmt::print(
            "  check: {} of {} pixels differ from the fragments sorted by depth, {} by depth "
            "ties\n",
            run.check->different,
            run.check->pixels,
            run.check->ties);
    }
}

Json run_json(const Level& level,
              const RenderArguments& arguments,
              const RenderRequest& request,
              const Run& run) {
    Json report;
    report["level"] = arguments.level;
    report["output"] = arguments.output;
    report["view"] = arguments.view;
    report["width"] = request.options.width;
    report["height"] = request.options.height;
    if (run.viewpoint) {
        report["eye"] = point_json(run.viewpoint->eye);
        report["look"] = point_json(run.viewpoint->target);
        report["polygons"] = run.painting.polygons;
        report["fragments"] = run.painting.fragments;
        report["textures_found"] = run.textures;
    } else {
        report["cut_height"] = run.cut_height;
    }
    if (tells_leak(arguments, run)) {
        report["leak"] = to_json(*run.leak,
                                 classname_of(level, EntityId(run.leak->entity)),
                                 level.entities()[run.leak->entity].line);
    }
    report["seconds"] = run.wall_seconds;
    report["cpu_seconds"] = run.cpu_seconds;
    report["diagnostics"] = to_json(run.diagnostics);
    if (run.check) {
        report["check"] = {{"pixels", run.check->pixels},
                           {"different", run.check->different},
                           {"ties", run.check->ties},
                           {"unexplained", unexplained(*run.check)},
                           {"worst", run.check->worst}};
    }
    return report;
}

// line: of --points; empty: none.
Result<Run> render(const Level& level,
                   std::vector<Vec3> line,
                   const RenderArguments& arguments,
                   const RenderRequest& request) {
    std::vector<SpaceId> spaces;
    for (const std::string& name : request.name.bodies) {
        const std::optional<SpaceId> space = find_space(level, name);
        if (!space) {
            const Error error = no_such_space(level, name);
            return std::unexpected(Error{error.code, fmt::format("--view: {}", error.message), {}});
        }
        spaces.push_back(*space);
    }
    std::optional<Leak> leak;
    if (!line.empty()) {
        leak = Leak{.line = std::move(line)};
    }
    return request.name.view
               ? painted(level, spaces, std::move(leak), arguments, request)
               : planned(level, std::move(spaces), std::move(leak), arguments, request);
}

Result<void> write_output(const RenderArguments& arguments, const Run& run) {
    return is_svg(arguments.output)
               ? write_file(arguments.output, std::as_bytes(std::span(run.svg)))
               : write_picture(arguments.output, run.painting.image);
}

ExitCode run_render(const RenderArguments& arguments) {
    const Result<RenderRequest> request = parse_request(arguments);
    if (!request) {
        return wrong_usage(request.error().message, "render");
    }
    const Result<Level> level = load_level(arguments.level);
    if (!level) {
        return bad_input(level.error());
    }
    Result<std::vector<Vec3>> line =
        arguments.points.empty() ? std::vector<Vec3>() : read_points(arguments.points);
    if (!line) {
        return bad_input(line.error());
    }
    const Result<Run> run = render(*level, *std::move(line), arguments, *request);
    if (!run) {
        return refused_view(run.error(), arguments.level, "render");
    }
    if (const Result<void> written = write_output(arguments, *run); !written) {
        return bad_input(written.error());
    }
    print_diagnostics(run->diagnostics, kMaxMessages);
    if (arguments.json) {
        print_json(run_json(*level, arguments, *request, *run));
    } else {
        print_text(*level, arguments, *request, *run);
    }
    return run->check && unexplained(*run->check) != 0 ? ExitCode::Different : ExitCode::Done;
}

}  // namespace

Command add_render_command(CLI::App& parent) {
    const auto arguments = std::make_shared<RenderArguments>();
    CLI::App* app = parent.add_subcommand("render", "Paint a picture of a level");
    add_level_argument(*app, arguments->level);
    app->add_option(
           "-o,--output", arguments->output, "The picture to write: .png, or .svg with --view cut")
        ->required()
        ->type_name("OUT.png");
    app->add_option("--view",
                    arguments->view,
                    fmt::format("{} (default textured)", view_names(ViewsOf::Render)))
        ->type_name("NAME");
    add_camera_options(*app, arguments->camera);
    app->add_option(
           "--fog",
           arguments->fog,
           "The distance at which half of a colour is fog, in map units (default 0: no fog)")
        ->type_name("UNITS");
    app->add_flag("--nearest",
                  arguments->nearest,
                  "Take the colour of a pixel from one texel, without smaller copies of textures");
    app->add_option(
           "--cut-height",
           arguments->cut_height,
           "The height z of --view cut (default: the opening of a leak, or the eye of a player)")
        ->type_name("Z");
    app->add_flag(
        "--cells", arguments->cells, "With --view cut, also draw the borders of the tree's leaves");
    app->add_flag(
        "--portals", arguments->portals, "With --view cut, also draw the portals between clusters");
    app->add_option(
           "--nav", arguments->nav, "With --view cut, also draw the navigation mesh of this body")
        ->type_name("NAME");
    app->add_option("--seen-from",
                    arguments->seen_from,
                    "With --view pvs, the eye whose visible set is shown; --eye is then the camera")
        ->type_name("POINT")
        ->expected(1, 3);
    app->add_flag("--leak",
                  arguments->leak,
                  "With --view cut, also draw the way from an entity to the outside");
    app->add_option("--points",
                    arguments->points,
                    "With --view leak or cut: draw this line, such as another compiler writes it")
        ->type_name("FILE.pts");
    add_texture_options(*app, arguments->textures);
    app->add_option(
           "--threads", arguments->threads, "Threads to use (default 0: all of the machine)")
        ->type_name("N");
    app->add_flag(
        "--check",
        arguments->check,
        "Compare the picture with one sorted by depth; the exit code is 5 if they differ");
    app->add_flag("--json", arguments->json, "Print the report as JSON");
    app->footer(
        "Faces are painted in the order of the tree, without a z-buffer. --check paints the\n"
        "picture a second time, with all fragments of each pixel sorted by depth. Two depths are "
        "a\n"
        "tie if they differ by less than a millionth of their size. Pixels that differ because of\n"
        "a tie do not count.\n"
        "Views:\n" +
        shown_by_views() +
        "  cut          a plan at a height\n"
        "  space:NAME   the walls where they stop the position of the body NAME; the colour is\n"
        "               warmer where the body touches only the edge of a brush\n"
        "--view cut draws a slice of the world, seen from above. Space that is connected with the\n"
        "plan's border is shaded as outside. The plan shows doors, a legend, a scale, and each\n"
        "entity from which the slice is in sight straight up or down. --view cut:stand also shows\n"
        "where the body `stand` has no room; cut:stand,large shows two bodies.\n"
        "--view nav and --view cut --nav NAME show where a body can stand: the floor of each "
        "island\n"
        "in one colour, low floor where a standing body has no room in purple, borders as bright\n"
        "lines (in a plan dark ones), steps of stairs in yellow (in a plan orange) and links as\n"
        "orange arrows (in a plan red ones). The floor is\n"
        "at the feet of the body, and the places are those of its middle. A plan shows no roof and "
        "no\n"
        "gallery above its slice. Without --eye, --view nav has its camera above the level.\n"
        "Without --seen-from, --view pvs shows what is visible from --eye, or from the start of a\n"
        "player, and the camera is above the level. A yellow mark is the place of that eye.\n"
        "--view leak and --view cut --leak show where a level leaks: a red line from an entity to\n"
        "the outside. The report names the entity and the opening, which has an orange edge in\n"
        "space.\n"
        "Without --eye, the camera of --view leak is inside, before the opening; a plan cuts the\n"
        "opening. The mark of an eye and the line shine through walls.\n"
        "A material without a picture gets a pattern in the colour that export uses for it.\n"
        "Examples:\n"
        "  halfspace render keep.hsw -o keep.png --textures examples/textures\n"
        "  halfspace render keep.hsw -o keep.png --eye 64,256,100 --look 1040,256,100 --check\n"
        "  halfspace render keep.hsw -o plan.svg --view cut --cut-height 64\n"
        "  halfspace render leak.hsw -o leak.svg --view cut --portals --leak\n"
        "  halfspace render keep.hsw -o plan.png --view cut:stand,large\n"
        "  halfspace render keep.hsw -o walls.png --view space:stand\n"
        "  halfspace render keep.hsw -o seen.png --view pvs --eye 64,256,100\n"
        "  halfspace render keep.hsw -o nav.png --view nav:stand\n"
        "  halfspace render leak.hsw -o leak.png --view leak\n");
    return {app, [arguments] { return run_render(*arguments); }};
}

}  // namespace halfspace::tool
