// SPDX-License-Identifier: MIT
#include "points_file.h"

#include "line_input.h"
#include "point_input.h"
#include "viewpoint.h"

namespace halfspace::tool {

Result<std::vector<Vec3>> read_points(const std::string& path) {
    std::vector<Vec3> points;
    const Result<void> read =
        read_lines(path, [&](std::string_view text, std::uint32_t line) -> Result<void> {
            const auto numbers = parse_numbers(text, 3, kMaxCoordinate);
            if (!numbers) {
                return std::unexpected(Error{ErrorCode::Syntax,
                                             numbers.error().message,
                                             {path, line, numbers.error().column}});
            }
            points.push_back({(*numbers)[0], (*numbers)[1], (*numbers)[2]});
            return {};
        });
    if (!read) {
        return std::unexpected(read.error());
    }
    if (points.size() < 2) {
        return std::unexpected(
            Error{ErrorCode::Syntax, "a line needs at least two points", {path}});
    }
    return points;
}

}  // namespace halfspace::tool
