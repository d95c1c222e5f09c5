// SPDX-License-Identifier: MIT
#include "compile/visibility/window.h"

namespace halfspace::visibility {
namespace {

// Above the error of a difference of two distances, for coordinates up to 2^20; see add_separators.
constexpr double kError = 2e-9;
// A plane that is steeper is nearly that of the window itself.
constexpr double kMaxSlope = 1e7;

// True if a corner is more than kThin behind the plane.
bool is_any_behind(const WindowView& window, const PlaneLanes& plane) {
    unsigned behind = 0;
    for (std::size_t i = 0; i < window.count; i += 2) {
        behind |= both_bits(is_less(distances(window, i, plane), both(-kThin)));
    }
    return behind != 0;
}

}  // namespace

WindowView clip_cut(const WindowView& window, const double* distance, WindowPair& out) {
    if (window.count + 1 > kMaxCorners) {
        return window;
    }
    Window& to = out.windows[out.next];
    std::size_t count = 0;
    for (std::size_t i = 0; i < window.count; ++i) {
        const std::size_t j = i + 1 == window.count ? 0 : i + 1;
        const double here = distance[i];
        const double next = distance[j];
        if (here >= -kOnPlane) {
            to.x[count] = window.x[i];
            to.y[count] = window.y[i];
            to.z[count] = window.z[i];
            ++count;
        }
        if ((here > kOnPlane && next < -kOnPlane) || (here < -kOnPlane && next > kOnPlane)) {
            const double t = here / (here - next);
            to.x[count] = window.x[i] + t * (window.x[j] - window.x[i]);
            to.y[count] = window.y[i] + t * (window.y[j] - window.y[i]);
            to.z[count] = window.z[i] + t * (window.z[j] - window.z[i]);
            ++count;
        }
        if (count > kMaxCorners - 2) {
            return window;
        }
    }
    if (count < 3) {
        return window;  // a sliver, by rounding
    }
    for (std::size_t i = 0; i < 2; ++i) {
        to.x[count + i] = to.x[i];
        to.y[count + i] = to.y[i];
        to.z[count + i] = to.z[i];
    }
    out.next ^= 1;
    return to.view(count);
}

// Let n be the normal of `a`'s plane, m the unit vector in this plane that points inwards at an
// edge of `a`, and o a point of the edge. The planes through the edge with `a` behind them have the
// normals t n - m. A corner v of `b` is h = n (v - o) above the plane and g = m (v - o) inwards. It
// is in front if t h >= g, so the separating plane has t = max g / h.
//
// Rounding: g + kError and h -+ kError make t larger than the exact one, so that `b` is in front
// without doubt. A corner of `b` in `a`'s plane (h <= kThin) bounds t only if it is on the inner
// side (g > kThin); then no plane but that of `a` separates, and the edge is skipped.
void add_separators(const WindowView& a,
                    const Plane& a_plane,
                    double turn,
                    const WindowView& b,
                    double sign,
                    PlaneList& planes) {
    const PlaneLanes plane = lanes_of(a_plane);
    // The part of `b` behind a's plane sees nothing through `a`, but corners there would hide where
    // the rest of `b` touches the plane. In portal files of other tools neighbours may overlap a
    // little.
    if (is_any_behind(b, plane)) {
        WindowPair scratch;
        const WindowView front = clip(b, plane, scratch);
        if (front.count != 0 && front.x != b.x) {
            add_separators(a, a_plane, turn, front, sign, planes);
        }
        return;
    }
    alignas(16) double most[kMaxCorners + 2];
    alignas(16) double least[kMaxCorners + 2];
    alignas(16) double shift[kMaxCorners + 2];
    for (std::size_t i = 0; i < b.count; i += 2) {
        const Double2 height = distances(b, i, plane);
        const Mask2 is_above = is_less(both(kThin), height);
        const Double2 inverse = both(1) / choice(is_above, height, both(1e-30));
        const Double2 error = choice(is_above, inverse * inverse * both(2 * kError), both(0));
        const Double2 up = inverse + error;
        const Double2 down = inverse - error;
        const Double2 by = choice(is_above, both(kError), both(-kThin));
        std::memcpy(most + i, &up, sizeof up);
        std::memcpy(least + i, &down, sizeof down);
        std::memcpy(shift + i, &by, sizeof by);
    }
    for (std::size_t i = 0; i < a.count; i += 2) {
        const Double2 ox = two_of(a.x + i);
        const Double2 oy = two_of(a.y + i);
        const Double2 oz = two_of(a.z + i);
        const Double2 ex = two_of(a.x + i + 1) - ox;
        const Double2 ey = two_of(a.y + i + 1) - oy;
        const Double2 ez = two_of(a.z + i + 1) - oz;
        Double2 mx = plane.y * ez - plane.z * ey;
        Double2 my = plane.z * ex - plane.x * ez;
        Double2 mz = plane.x * ey - plane.y * ex;
        const Double2 square = mx * mx + my * my + mz * mz;
        Mask2 is_good = is_less(both(kShortEdge * kShortEdge), square);
        const Double2 scale = both(turn) / root(choice(is_good, square, both(1)));
        mx *= scale;
        my *= scale;
        mz *= scale;
        const Double2 offset = mx * ox + my * oy + mz * oz;
        Double2 t = both(-1e300);
        for (std::size_t j = 0; j < b.count; ++j) {
            const Double2 g =
                mx * both(b.x[j]) + my * both(b.y[j]) + mz * both(b.z[j]) - offset + both(shift[j]);
            t = larger(t, larger(g * both(most[j]), g * both(least[j])));
        }
        is_good &= is_less(absolute(t), both(kMaxSlope));
        t = choice(is_good, t, both(0));
        const Double2 unit = both(sign) / root(both(1) + t * t);
        const Double2 nx = (t * plane.x - mx) * unit;
        const Double2 ny = (t * plane.y - my) * unit;
        const Double2 nz = (t * plane.z - mz) * unit;
        const Double2 d = nx * ox + ny * oy + nz * oz;
        const unsigned lanes = both_bits(is_good) & (i + 1 < a.count ? 3u : 1u);
        for (unsigned lane = 0; lane < 2; ++lane) {
            if ((lanes >> lane & 1) != 0) {
                planes.add({{nx[lane], ny[lane], nz[lane]}, d[lane]});
            }
        }
    }
}

}  // namespace halfspace::visibility
