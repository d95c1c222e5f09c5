// SPDX-License-Identifier: MIT
// Windows: convex polygons in the planes of portals, what is left of a portal in a flow. How planes
// clip them, and which planes separate two of them.
//
// Doubles decide here, not exact numbers. Every doubt leaves more visible: a window is dropped only
// if none of its corners is more than kThin in front of a plane.
#pragma once

#include "halfspace/math/plane.h"

#include "math/shared/simd.h"

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace halfspace::visibility {

// Windows thinner than this may be lost [map units]. The errors of all computations are below it.
inline constexpr double kThin = 1e-6;
// Corners this near to a plane count as on it. Above the error of a distance: coordinates are below
// 2^20, products are exact to 2^-53 of that.
inline constexpr double kOnPlane = 1e-9;
// Shorter edges of windows give no separating plane, because their direction is too uncertain.
inline constexpr double kShortEdge = 1e-2;
inline constexpr std::size_t kMaxCorners = 24;

// The corners are at x[0..count), counter-clockwise about the normal of the portal's record. Two
// more follow that repeat the first two, so that loops over pairs need no end.
struct WindowView {
    const double* x = nullptr;
    const double* y = nullptr;
    const double* z = nullptr;
    std::size_t count = 0;
};

struct Window {
    double x[kMaxCorners + 2];
    double y[kMaxCorners + 2];
    double z[kMaxCorners + 2];

    WindowView view(std::size_t count) const { return {x, y, z, count}; }
};

inline Vec3 corner_of(const WindowView& window, std::size_t i) {
    return {window.x[i], window.y[i], window.z[i]};
}

inline Vec3 centre_of(const WindowView& window) {
    Vec3 sum;
    for (std::size_t i = 0; i < window.count; ++i) {
        sum += corner_of(window, i);
    }
    return sum / static_cast<double>(window.count);
}

// A plane whose numbers fill both lanes.
struct PlaneLanes {
    Double2 x, y, z, d;
};
inline PlaneLanes lanes_of(const Plane& plane) {
    return {both(plane.n.x), both(plane.n.y), both(plane.n.z), both(plane.d)};
}

// Distances of corners i and i + 1.
[[gnu::always_inline]] inline Double2 distances(const WindowView& window,
                                                std::size_t i,
                                                const PlaneLanes& plane) {
    return plane.x * two_of(window.x + i) + plane.y * two_of(window.y + i) +
           plane.z * two_of(window.z + i) - plane.d;
}

// True if a corner is more than kThin in front of the plane.
[[gnu::always_inline]] inline bool reaches_front(const WindowView& window,
                                                 const PlaneLanes& plane) {
    unsigned bits = 0;
    for (std::size_t i = 0; i < window.count; i += 2) {
        bits |= both_bits(is_less(both(kThin), distances(window, i, plane)));
    }
    return bits != 0;
}

// Two windows to write to by turns.
struct WindowPair {
    Window windows[2];
    unsigned next = 0;
};

// The part of the window in front of the plane; count 0 if it is dropped. It is the window itself
// if nothing is cut off, or if there are too many corners.
WindowView clip_cut(const WindowView& window, const double* distance, WindowPair& out);

[[gnu::always_inline]] inline WindowView clip(const WindowView& window,
                                              const PlaneLanes& plane,
                                              WindowPair& out) {
    alignas(16) double distance[kMaxCorners + 2];
    unsigned front = 0;
    unsigned back = 0;
    for (std::size_t i = 0; i < window.count; i += 2) {
        const Double2 two = distances(window, i, plane);
        front |= both_bits(is_less(both(kThin), two));
        back |= both_bits(is_less(two, both(-kOnPlane)));
        std::memcpy(distance + i, &two, sizeof two);
    }
    if (front == 0) {
        return {};
    }
    return back == 0 ? window : clip_cut(window, distance, out);
}

// Planes as an array for each coordinate. The array is padded to an even count by a plane that has
// everything in front.
struct PlaneList {
    static constexpr std::size_t kMax = 2 * kMaxCorners;
    alignas(16) double x[kMax + 2];
    alignas(16) double y[kMax + 2];
    alignas(16) double z[kMax + 2];
    alignas(16) double d[kMax + 2];
    std::size_t count = 0;

    PlaneLanes lanes(std::size_t i) const {
        return {both(x[i]), both(y[i]), both(z[i]), both(d[i])};
    }
    void set(std::size_t i, const Plane& plane) {
        x[i] = plane.n.x;
        y[i] = plane.n.y;
        z[i] = plane.n.z;
        d[i] = plane.d;
    }
    void add(const Plane& plane) { set(count++, plane); }
    void pad() { set(count, {{0, 0, 0}, -1}); }
};

// True if the window has a corner more than kThin in front of each plane. centre: a point inside of
// the window; where it is in front, so is a corner.
[[gnu::always_inline]] inline bool reaches_front_of_all(const WindowView& window,
                                                        const Vec3& centre,
                                                        const PlaneList& planes) {
    const Double2 x = both(centre.x);
    const Double2 y = both(centre.y);
    const Double2 z = both(centre.z);
    std::uint64_t behind = 0;  // planes that the centre is not in front of
    for (std::size_t i = 0; i < planes.count; i += 2) {
        const Double2 distance = two_of(planes.x + i) * x + two_of(planes.y + i) * y +
                                 two_of(planes.z + i) * z - two_of(planes.d + i);
        behind |= std::uint64_t{both_bits(is_at_most(distance, both(kThin)))} << i;
    }
    for (; behind != 0; behind &= behind - 1) {
        const auto i = static_cast<std::size_t>(std::countr_zero(behind));
        if (!reaches_front(window, planes.lanes(i))) {
            return false;
        }
    }
    return true;
}

// Adds planes that separate window `a` from window `b`: one through each edge of `a`, with all of
// `a` behind it and all of `b` in front of it (or the other way round if sign is -1). a_plane:
// the plane of `a`, with its front to `b`. turn: 1 if the corners of `a` run counter-clockwise
// about that normal, else -1.
void add_separators(const WindowView& a,
                    const Plane& a_plane,
                    double turn,
                    const WindowView& b,
                    double sign,
                    PlaneList& planes);

}  // namespace halfspace::visibility
