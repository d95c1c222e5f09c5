// SPDX-License-Identifier: MIT
#include "formats/bsp/bsp_hull.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace halfspace::bsp {
namespace {

// Faces are clipped out of squares that reach far beyond the engine's 2^17 units. Their corners are
// then off by about 2^-30 units, which is less than the tolerance.
constexpr FaceClip kClip{.half_width = 0x1p22, .tolerance = 0x1p-26};
// The least depth that a real side cuts off [units]. In the tested levels, planes that only touch a
// brush cut off at most this by rounding; nearly all real sides cut off 2^-4 or more.
constexpr double kMinCut = 0x1p-6;
// In brushes with more sides only sides without a face are removed.
constexpr std::size_t kMaxSides = 48;

std::vector<Vec3> face(const Hull& hull, std::size_t side) {
    return face_corners(hull.half_spaces, side, kClip);
}

void remove(Hull& hull, std::size_t side) {
    const auto at = static_cast<std::ptrdiff_t>(side);
    hull.sides.erase(hull.sides.begin() + at);
    hull.half_spaces.erase(hull.half_spaces.begin() + at);
}

// True if the side is real: without it, a corner of the volume lies at least kMinCut in front of
// its plane.
bool cuts(const Hull& hull, std::size_t side) {
    Hull without = hull;
    remove(without, side);
    const halfspace::Plane& plane = hull.half_spaces[side];
    for (std::size_t i = 0; i < without.sides.size(); ++i) {
        const std::vector<Vec3> corners = face(without, i);
        if (std::any_of(corners.begin(), corners.end(), [&](const Vec3& p) {
                return dot(plane.n, p) - plane.d > kMinCut;
            })) {
            return true;
        }
    }
    return false;
}

}  // namespace

Hull hull_of(const File& file, const CompiledBrush& brush) {
    Hull hull;
    for (std::int32_t i = 0; i < brush.side_count; ++i) {
        const std::int32_t side = brush.first_side + i;
        const bsp::Plane& plane =
            file.planes[static_cast<std::size_t>(file.sides[static_cast<std::size_t>(side)].plane)];
        const Vec3 normal{plane.normal[0], plane.normal[1], plane.normal[2]};
        const double size = length(normal);
        hull.sides.push_back(side);
        hull.half_spaces.push_back({normal * (1 / size), double{plane.distance} / size});
    }
    // Begins with the last side, because sides for sweeps stand at the end.
    const bool is_small = hull.sides.size() <= kMaxSides;
    for (std::size_t i = hull.sides.size(); i > 0; --i) {
        if (face(hull, i - 1).empty() || (is_small && !cuts(hull, i - 1))) {
            remove(hull, i - 1);
        }
    }
    for (std::size_t i = 0; i < hull.sides.size(); ++i) {
        hull.faces.push_back(face(hull, i));
    }
    const bool is_volume =
        hull.sides.size() >= 4 && std::none_of(hull.faces.begin(),
                                               hull.faces.end(),
                                               [](const auto& corners) { return corners.empty(); });
    return is_volume ? hull : Hull();
}

}  // namespace halfspace::bsp
