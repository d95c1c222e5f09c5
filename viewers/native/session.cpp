// SPDX-License-Identifier: MIT
#include "session.h"

#include "halfspace/query/space.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <utility>

namespace halfspace::viewer {
namespace {

constexpr std::size_t kMeanFrames = 60;
constexpr double kLongestFrame = 0.25;   // no more time passes for the player in one frame [s]
constexpr std::size_t kMostWords = 8;    // errors and warnings in the window
constexpr double kNormalLength = 12;     // of a mark [map units]
constexpr double kBeforeSurface = 0.25;  // marks stand before their surface [map units]
constexpr Rgba kContactColour{255, 208, 64, 255};
constexpr Rgba kPickColour{255, 96, 200, 255};

Angles angles_towards(const Vec3& way) {
    constexpr double kDegrees = 180 / std::numbers::pi;
    return {.pitch = -std::atan2(way.z, std::hypot(way.x, way.y)) * kDegrees,
            .yaw = std::atan2(way.y, way.x) * kDegrees};
}

template <class T>
std::vector<std::string> words_of(const std::vector<T>& messages) {
    std::vector<std::string> words;
    for (std::size_t i = 0; i < std::min(messages.size(), kMostWords); ++i) {
        words.push_back(to_string(messages[i]));
    }
    if (messages.size() > kMostWords) {
        words.push_back("and " + std::to_string(messages.size() - kMostWords) + " more");
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

Player first_player(const Level& level, const FirstView& first) {
    const auto [eye, target] = first_viewpoint(level, first);
    const bool stands = !first.eye && tool::player_viewpoint(level);
    return {level,
            eye,
            angles_towards(target - eye),
            stands ? Player::Start::Stand : Player::Start::Fly};
}

}  // namespace

tool::Viewpoint first_viewpoint(const Level& level, const FirstView& first) {
    tool::Viewpoint viewpoint;
    if (first.eye) {
        viewpoint = {*first.eye, tool::default_target(level, *first.eye)};
    } else if (const auto start = tool::player_viewpoint(level)) {
        viewpoint.eye = Player(level, start->eye, {}).camera().eye;
        viewpoint.target = start->target + (viewpoint.eye - start->eye);
    } else {
        viewpoint = tool::overview(level);
    }
    viewpoint.target = first.look.value_or(viewpoint.target);
    return viewpoint;
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
      renderer_(std::move(renderer)) {}

void Session::take(LevelLoader::Loaded loaded) {
    if (!loaded) {
        errors = words_of(loaded.error());
        return;
    }
    Result<LevelOnGpu> gpu = LevelOnGpu::make(loaded->level, loaded->textures);
    if (!gpu) {
        errors = {to_string(gpu.error())};
        return;
    }
    errors.clear();
    warnings = words_of(loaded->diagnostics);
    const Level& level = loaded->level;
    Player player = scene_ ? scene_->player : first_player(level, first_);
    if (scene_) {
        player.enter(level);
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
    scene_.emplace(Scene{std::move(*gpu), Doors(level), std::move(player), loaded->found_textures});
}

void Session::go_to_start() {
    if (scene_) {
        scene_->player = first_player(scene_->gpu.level(), first_);
    }
}

void Session::advance(double seconds, const Player::Wish& wish) {
    if (auto loaded = loader_.poll()) {
        take(std::move(*loaded));
    }
    last_seconds_ = seconds;
    if (scene_) {
        scene_->player.advance(
            scene_->gpu.level(), scene_->doors, std::min(seconds, kLongestFrame), wish);
    }
}

std::vector<OverlayLine> Session::lines() const {
    std::vector<OverlayLine> lines;
    if (shows_contacts) {
        for (const TouchedPlace& place : scene_->player.touched()) {
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

void Session::draw(const FrameTarget& target) {
    if (!scene_) {
        return;
    }
    FirstPersonCamera camera = scene_->player.camera();
    const double aspect = static_cast<double>(target.width()) / target.height();
    const auto view = look_along(camera.eye, camera.angles, field_of_view, aspect);
    if (!view) {
        return;
    }
    const FrameReport report =
        renderer_.draw(target, scene_->gpu, scene_->doors.placed(), *view, options, lines());
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
    const Vec3 eye = scene_->player.camera().eye;
    const Vec3 direction = Vec3{px / pw, py / pw, pz / pw} - eye;
    pick_ = pick_face(scene_->gpu.level(), scene_->doors.placed(), eye, direction);
}

}  // namespace halfspace::viewer
