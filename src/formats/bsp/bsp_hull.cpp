// SPDX-License-Identifier: MIT
#include "formats/bsp/bsp_hull.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace halfspace::bsp {
namespace {

// Faces are clipped out of squares that reach far beyond the engine's 2^17 units; their corners
// are then off by some 2^-30 units, which the tolerance hides.
constexpr FaceClip kClip{.half_width = 0x1p22, .tolerance = 0x1p-26};
// In units: planes that only touch cut off up to so much by rounding in the levels at hand, nearly
// all real ones 2^-4 and more.
constexpr double kLeastCut = 0x1p-6;
// Beyond so many sides only those without any face are looked for.
constexpr std::size_t kMostSides = 48;

std::vector<Vec3> face(const Hull& hull, std::size_t side) {
    return face_corners(hull.half_spaces, side, kClip);
}

void remove(Hull& hull, std::size_t side) {
    const auto at = static_cast<std::ptrdiff_t>(side);
    hull.sides.erase(hull.sides.begin() + at);
    hull.half_spaces.erase(hull.half_spaces.begin() + at);
}

// True if some corner of the volume without the side lies so far in front of it.
bool cuts(const Hull& hull, std::size_t side) {
    Hull without = hull;
    remove(without, side);
    const halfspace::Plane& plane = hull.half_spaces[side];
    for (std::size_t i = 0; i < without.sides.size(); ++i) {
        const std::vector<Vec3> corners = face(without, i);
        if (std::any_of(corners.begin(), corners.end(), [&](const Vec3& p) {
                return dot(plane.n, p) - plane.d > kLeastCut;
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
    // From the last one on, because what was added for sweeps stands behind.
    const bool is_small = hull.sides.size() <= kMostSides;
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
