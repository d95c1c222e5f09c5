// SPDX-License-Identifier: MIT
#include "camera_input.h"

#include "point_input.h"
#include "viewpoint.h"

#include <fmt/format.h>

#include <charconv>
#include <system_error>
#include <utility>

namespace halfspace::tool {
namespace {

std::unexpected<Error> refuse(ErrorCode code, std::string message) {
    return std::unexpected(Error{code, std::move(message), {}});
}

}  // namespace

void add_size_option(CLI::App& app, std::string& size) {
    app.add_option("--size",
                   size,
                   fmt::format("Width and height of the picture in pixels (default {})", size))
        ->type_name("WxH");
}

void add_camera_options(CLI::App& app, CameraArguments& camera) {
    app.add_option("--eye",
                   camera.eye,
                   "Where the eye is: x,y,z (default: the eye of a player at the first start, else "
                   "above a corner of the level)")
        ->type_name("POINT")
        ->expected(1, 3);
    app.add_option(
           "--look",
           camera.look,
           "The point that the eye looks at: x,y,z (default: where the player looks, else the "
           "middle of the level)")
        ->type_name("POINT")
        ->expected(1, 3);
    app.add_option("--fov",
                   camera.field_of_view,
                   "The angle that the picture's width shows, in degrees (default 90)")
        ->type_name("DEGREES");
    add_size_option(app, camera.size);
}

Result<std::optional<Vec3>> parse_point(const std::vector<std::string>& words, const char* name) {
    if (words.empty()) {
        return std::nullopt;
    }
    const Result<Numbers> numbers = parse_words(words, 3);
    if (!numbers) {
        return refuse(ErrorCode::Syntax, fmt::format("{}: {}", name, numbers.error().message));
    }
    const Vec3 point{(*numbers)[0], (*numbers)[1], (*numbers)[2]};
    if (!is_in_reach(point)) {
        return refuse(
            ErrorCode::Syntax,
            fmt::format("{}: coordinates must lie within 2^27 ({:.0f}) map units of 0, found {}",
                        name,
                        kMaxCoordinate,
                        point_text(point)));
    }
    return point;
}

Result<PictureSize> parse_size(const std::string& text, std::uint32_t max_side) {
    PictureSize size;
    const char* const end = text.data() + text.size();
    const auto width = std::from_chars(text.data(), end, size.width);
    const bool has_width = width.ec == std::errc() && width.ptr != end && *width.ptr == 'x';
    const auto height = std::from_chars(has_width ? width.ptr + 1 : end, end, size.height);
    if (!has_width || height.ec != std::errc() || height.ptr != end) {
        return refuse(ErrorCode::Syntax,
                      fmt::format("--size: expected WxH such as 1280x720, not '{}'", text));
    }
    for (const std::uint32_t side : {size.width, size.height}) {
        if (side < 1 || side > max_side) {
            return refuse(
                ErrorCode::Range,
                fmt::format("--size WxH: expected 1 to {} pixels for each side", max_side));
        }
    }
    return size;
}

Result<CameraRequest> parse_camera(const CameraArguments& camera, std::uint32_t max_side) {
    constexpr double kMinView = 0.01;
    if (!(camera.field_of_view >= kMinView && camera.field_of_view < 180)) {
        return refuse(ErrorCode::Range, "--fov: expected degrees from 0.01 to less than 180");
    }
    const auto size = parse_size(camera.size, max_side);
    const auto eye = parse_point(camera.eye, "--eye");
    const auto look = parse_point(camera.look, "--look");
    if (!size || !eye || !look) {
        return std::unexpected(!size ? size.error() : (!eye ? eye.error() : look.error()));
    }
    return CameraRequest{*eye, *look, *size};
}

}  // namespace halfspace::tool
