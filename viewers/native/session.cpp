// SPDX-License-Identifier: MIT
#include "session.h"

#include "halfspace/formats/read_world.h"
#include "halfspace/level/nav_meshes.h"
#include "halfspace/move/player_start.h"
#include "halfspace/query/space.h"

#include "console.h"
#include "look.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <string>
#include <system_error>
#include <utility>
#include <variant>

namespace halfspace::viewer {
namespace {

constexpr std::size_t kMeanFrames = 60;
constexpr std::size_t kMaxWords = 8;  // errors and warnings in the window

template <class T>
std::vector<std::string> words_of(const std::vector<T>& messages) {
    std::vector<std::string> words;
    for (std::size_t i = 0; i < std::min(messages.size(), kMaxWords); ++i) {
        words.push_back(to_string(messages[i]));
    }
    if (messages.size() > kMaxWords) {
        words.push_back("and " + std::to_string(messages.size() - kMaxWords) + " more");
    }
    return words;
}

// The outline of the side or edge of the body that touched, and the normal of the surface.
void add_mark(std::vector<OverlayLine>& lines, const TouchedPlace& place) {
    const Vec3 centre = place.point + place.normal * kBeforeSurface;
    lines.push_back({centre, centre + place.normal * kNormalLength, kContactColour});
    std::array<Vec3, 2> ways;
    std::size_t count = 0;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        if (place.half[axis] > 0 && count < ways.size()) {
            ways[count++][axis] = place.half[axis];
        }
    }
    const auto& [u, v] = ways;
    for (const double side : {-1.0, 1.0}) {
        lines.push_back({centre - u + v * side, centre + u + v * side, kContactColour});
        lines.push_back({centre - v + u * side, centre + v + u * side, kContactColour});
    }
}

// A player who stands at the start of the level, or flies at the eye.
struct FirstPlayer {
    Player player;
    tool::Viewpoint viewpoint;
    std::optional<std::string> note;  // about the start
};

// The target for an eye without a target.
Vec3 target_from(const Level& level, const std::optional<Aabb>& mesh_box, const Vec3& eye) {
    const Vec3 middle = mesh_box ? centre_of(*mesh_box) : eye;
    return middle == eye ? tool::default_target(level, eye) : middle;
}

// True: the file is not there, or is of a kind that is not read.
bool is_no_level(const std::string& path) {
    const bool is_in_package = path.find(".pk3") != std::string::npos;
    const bool is_read = is_source_name(path) || path.ends_with(".hsw");
    std::error_code error;
    return !is_in_package && !(is_read && std::filesystem::exists(path, error));
}

// Without a start of the level, and without a place to stand.
FirstPlayer flying_player(Player player, const Level& level, const std::optional<Aabb>& mesh_box) {
    FirstPlayer made{std::move(player), {}, {}};
    if (mesh_box) {
        made.viewpoint = tool::overview(*mesh_box);
        made.note = is_small(*mesh_box)
                        ? "the player flies, because the objects are too small to walk on"
                        : "the player flies, because no place to stand was found";
    } else {
        const auto without_room = tool::player_viewpoint(level);
        made.viewpoint = without_room ? *without_room : tool::overview(level);
    }
    return made;
}

std::optional<tool::Viewpoint> start_on_meshes(const PlacedLevel& here,
                                               const std::optional<PlayerBody>& body,
                                               const std::optional<Aabb>& mesh_box) {
    if (!body || !mesh_box || is_small(*mesh_box)) {
        return std::nullopt;
    }
    const auto start = find_ground_start(here, body->bodies.stand, body->standing_eye);
    return start ? std::optional(tool::Viewpoint{start->position + Vec3{0, 0, body->standing_eye},
                                                 start->target})
                 : std::nullopt;
}

FirstPlayer first_player(const Doors& doors,
                         const std::optional<Aabb>& mesh_box,
                         const FirstView& first) {
    const Level& level = doors.level();
    const PlacedLevel here = doors.world();
    FirstPlayer made{Player(usual_body(level)), {}, {}};
    const auto& body = made.player.body();
    if (first.eye) {
        made.viewpoint = {*first.eye, target_from(level, mesh_box, *first.eye)};
    } else if (const auto start = body ? find_start(here, body->bodies.stand) : std::nullopt) {
        made.viewpoint = tool::viewpoint_at(level, *start);
        made.note = start_note(level, *start);
        made.player.stand_at(here, start->position + Vec3{0, 0, body->standing_eye});
        made.player.drop(here);
        made.viewpoint.target += made.player.eye() - made.viewpoint.eye;
        made.viewpoint.eye = made.player.eye();
    } else if (const auto place = start_on_meshes(here, body, mesh_box)) {
        made.viewpoint = *place;
        made.player.stand_at(here, place->eye);
    } else {
        made = flying_player(std::move(made.player), level, mesh_box);
    }
    made.viewpoint.target = first.look.value_or(made.viewpoint.target);
    if (made.player.flies()) {
        made.player.fly_at(made.viewpoint.eye);
    }
    made.player.look_along(angles_towards(made.viewpoint.target - made.viewpoint.eye));
    return made;
}

// The doors of the level, among its surfaces.
Doors doors_of(const Level& level, const Surfaces& surfaces) {
    Doors doors(level);
    place_surfaces(doors.world(), surfaces);
    return doors;
}

}  // namespace

tool::Viewpoint first_viewpoint(const LoadedLevel& loaded, const FirstView& first) {
    const Doors doors = doors_of(loaded.level, loaded.surfaces);
    return first_player(doors, loaded.mesh_box, first).viewpoint;
}

Session::Session(LevelSource source,
                 Renderer renderer,
                 FirstView first,
                 const FrameOptions& first_options)
    : options(first_options),
      field_of_view(first.field_of_view),
      path_(source.path),
      first_(std::move(first)),
      loader_(std::move(source)),
      renderer_(std::move(renderer)) {
    shows_portals = first_.view.view == PaintView::Portals;
    shows_nav = first_.view.nav.has_value();
}

void Session::take(LevelLoader::Loaded loaded) {
    if (!loaded) {
        errors = words_of(loaded.error());
        tool::print_errors(loaded.error(), tool::kMaxMessages);
        is_hopeless_ = !scene_ && is_no_level(path_);
        return;
    }
    Result<LevelOnGpu> gpu = LevelOnGpu::make(loaded->level, loaded->textures, loaded->surfaces);
    if (!gpu) {
        errors = {to_string(gpu.error())};
        return;
    }
    errors.clear();
    tool::print_diagnostics(loaded->diagnostics, tool::kMaxMessages);
    warnings = words_of(loaded->diagnostics);
    const Level& level = loaded->level;
    Doors doors = doors_of(level, loaded->surfaces);
    FirstPlayer made = first_player(doors, loaded->mesh_box, first_);
    if (made.note) {
        warnings.push_back(std::move(*made.note));
    }
    if (scene_) {
        made.player = scene_->player;
        made.player.enter(usual_body(level));
        // Numbers of bodies may differ between two levels.
        options.glass = options.glass && options.glass->value < level.spaces().size()
                            ? options.glass
                            : std::nullopt;
    } else if (!first_.glass.empty()) {
        options.glass = find_space(level, first_.glass);
        if (!options.glass) {
            warnings.push_back(to_string(no_such_space(level, first_.glass)));
        }
    }
    pick_.reset();
    const bool is_first = !scene_;
    scene_.emplace(Scene{std::move(*gpu),
                         std::move(loaded->surfaces),
                         loaded->mesh_box,
                         std::move(doors),
                         std::move(made.player),
                         loaded->found_textures,
                         nullptr,
                         nullptr,
                         std::move(loaded->leak),
                         std::nullopt});
    scene_->visible = std::make_unique<VisibleFaces>(scene_->gpu.level());
    scene_->areas = std::make_unique<AreaState>(scene_->gpu.level());
    if (is_first) {
        show_first_view();
    }
    freeze(is_frozen());
}

// What the level lacks for the view that the user asked for is a warning.
void Session::show_first_view() {
    const Level& level = scene_->gpu.level();
    const Result<tool::PictureParts> parts =
        tool::parts_for(level, first_.view, {.eye = first_.eye}, std::nullopt, scene_->leak);
    if (!parts) {
        warnings.push_back("--view: " + parts.error().message);
        return;
    }
    scene_->leak = parts->leak ? parts->leak : scene_->leak;
    freeze(first_.view.view == PaintView::Pvs);
}

void Session::look_from(const Vec3& eye) {
    scene_->doors.set_areas(*scene_->areas);
    scene_->visible->look_from(eye, scene_->areas.get());
}

void Session::freeze(bool is_frozen) {
    frozen_eye_.reset();
    if (is_frozen && scene_) {
        frozen_eye_ = camera_of(scene_->player).eye;
        look_from(*frozen_eye_);
    }
}

void Session::go_to_start() {
    if (scene_) {
        scene_->player = first_player(scene_->doors, scene_->mesh_box, first_).player;
    }
}

void Session::advance(double seconds, const PlayerInput& input) {
    if (auto loaded = loader_.poll()) {
        take(std::move(*loaded));
    }
    last_seconds_ = seconds;
    if (scene_) {
        scene_->player.advance(scene_->doors, seconds, input);
    }
}

std::optional<std::size_t> Session::nav_mesh() const {
    if (const std::string named = first_.view.nav.value_or(""); !named.empty()) {
        const Result<std::size_t> mesh = tool::named_nav_mesh(scene_->gpu.level(), named);
        return mesh ? std::optional(*mesh) : std::nullopt;
    }
    const std::optional<PlayerBody>& body = scene_->player.body();
    if (!body) {
        return std::nullopt;
    }
    const MoverBody& now = scene_->player.is_crouched() ? body->bodies.crouch : body->bodies.stand;
    const SpaceId* const space = std::get_if<SpaceId>(&now);
    return space == nullptr ? std::nullopt : find_nav_mesh(scene_->gpu.level(), *space);
}

void Session::find_nav() {
    const std::optional<std::size_t> mesh = shows_nav ? nav_mesh() : std::nullopt;
    if (!mesh) {
        scene_->nav.reset();
    } else if (!scene_->nav || scene_->nav->mesh != *mesh) {
        const Level& level = scene_->gpu.level();
        scene_->nav = ShownNav{*mesh, std::make_shared<const NavShapes>(nav_shapes(level, *mesh))};
    }
}

std::vector<OverlayLine> Session::lines() const {
    std::vector<OverlayLine> lines;
    if (shows_contacts) {
        for (const TouchedPlace& place : touched_places(scene_->gpu.level(), scene_->player)) {
            add_mark(lines, place);
        }
    }
    if (pick_) {
        for (std::size_t i = 0; i < pick_->corners.size(); ++i) {
            lines.push_back(
                {pick_->corners[i], pick_->corners[(i + 1) % pick_->corners.size()], kPickColour});
        }
    }
    return lines;
}

// What is drawn beside the faces.
tool::PictureParts Session::parts() const {
    return {.portals = shows_portals,
            .nav = scene_->nav ? scene_->nav->shapes : nullptr,
            .leak = shows_leak ? scene_->leak : std::nullopt,
            .seen_from = frozen_eye_};
}

void Session::draw(const FrameTarget& target) {
    if (!scene_) {
        return;
    }
    FirstPersonCamera camera = camera_of(scene_->player);
    const double aspect = static_cast<double>(target.width()) / target.height();
    const auto view = look_along(camera.eye, camera.angles, field_of_view, aspect);
    if (!view) {
        return;
    }
    if (!is_frozen()) {
        look_from(view->eye);
    }
    find_nav();
    const bool shows_all = looks_through_walls(options.view) && !is_frozen();
    const std::vector<OverlayLine> all_lines = lines();
    const tool::PartPolygons polygons =
        tool::polygons_of(parts(), scene_->gpu.level(), *scene_->visible, *view, target.width());
    const FrameReport report = renderer_.draw(target,
                                              scene_->gpu,
                                              scene_->doors.placed(),
                                              *view,
                                              options,
                                              {shows_all ? nullptr : scene_->visible.get(),
                                               all_lines,
                                               &polygons.hidden_by_faces,
                                               &polygons.shining});
    frames_.push_back({report, last_seconds_});
    if (frames_.size() > kMeanFrames) {
        frames_.pop_front();
    }
}

FrameMeans Session::means() const {
    FrameMeans mean;
    if (frames_.empty()) {
        return mean;
    }
    mean = frames_.back();
    const auto count = static_cast<double>(frames_.size());
    const auto mean_of = [&](auto number) {
        double sum = 0;
        for (const FrameMeans& frame : frames_) {
            sum += number(frame);
        }
        return sum / count;
    };
    mean.seconds = mean_of([](const FrameMeans& frame) { return frame.seconds; });
    mean.report.order_ms = mean_of([](const FrameMeans& frame) { return frame.report.order_ms; });
    mean.report.submit_ms = mean_of([](const FrameMeans& frame) { return frame.report.submit_ms; });
    mean.report.glass_ms = mean_of([](const FrameMeans& frame) { return frame.report.glass_ms; });
    return mean;
}

// The place on the screen is taken back to the world by the matrices of the last frame.
void Session::pick(double x, double y) {
    if (!scene_ || frames_.empty()) {
        return;
    }
    const auto& inverse = renderer_.matrices().inverse_view_projection();
    if (!inverse) {
        return;
    }
    const auto [px, py, pz, pw] = *inverse * Vec3{x, y, 0};
    const Vec3 eye = camera_of(scene_->player).eye;
    const Vec3 direction = Vec3{px / pw, py / pw, pz / pw} - eye;
    pick_ =
        pick_first(scene_->gpu.level(), scene_->doors.placed(), scene_->surfaces, eye, direction);
}

}  // namespace halfspace::viewer
