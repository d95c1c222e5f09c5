// SPDX-License-Identifier: MIT
#include "import/brushes/brush_errors.h"

#include "halfspace/exact/grid.h"
#include "halfspace/world/describe.h"

#include "exact/shared/wide_int.h"
#include "import/brushes/written_plane.h"

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace halfspace {
namespace {

bool are_opposite(const ExactPlane& a, const ExactPlane& b) {
    return cross<Int128>(a.n, b.n) == WideVector{} && dot<Int128>(a.n, b.n) < 0;
}

// How thick the space behind both of two opposite planes is: its sign. Behind a is n.p <= d, and
// behind b, with -k n for n, is n.p >= -d / k.
int thickness_sign(const ExactPlane& a, const ExactPlane& b) {
    const std::size_t axis = a.n[0] != 0 ? 0 : a.n[1] != 0 ? 1 : 2;
    const auto size = [&](const ExactPlane& plane) { return Int192(magnitude(plane.n[axis])); };
    return (Int192(a.d) * size(b) + Int192(b.d) * size(a)).sign();
}

// What two of the sides do that leaves nothing behind both; empty if no two are known to.
std::string contradiction(const Brush& brush, int grid_exponent) {
    std::string back_to_back;
    for (std::size_t s = 0; s < brush.sides.size(); ++s) {
        const std::optional<ExactPlane> a = exact_plane(brush.sides[s], grid_exponent);
        for (std::size_t t = s + 1; a && t < brush.sides.size(); ++t) {
            const std::optional<ExactPlane> b = exact_plane(brush.sides[t], grid_exponent);
            if (!b || !are_opposite(*a, *b)) {
                continue;
            }
            const std::string sides = "sides " + std::to_string(s) + " and " + std::to_string(t);
            const int thickness = thickness_sign(*a, *b);
            if (thickness < 0) {
                return sides + " face each other; turn them round";
            }
            if (thickness == 0 && back_to_back.empty()) {
                back_to_back = sides + " lie back to back in one plane; move one of them";
            }
        }
    }
    return back_to_back;
}

// Normals have up to 206 bits. The cross product of two of them has up to 413, and its product with
// a third one up to 621.
using Wide = WideInt<10>;
using WidestVector = std::array<Wide, 3>;

// True if someone can go along v, or against v, for ever and stay behind all sides.
bool is_open_along(const WidestVector& v, std::span<const WidestVector> normals) {
    bool is_open_forth = true;
    bool is_open_back = true;
    for (const WidestVector& n : normals) {
        const int sign = dot<Wide>(n, v).sign();
        is_open_forth = is_open_forth && sign <= 0;
        is_open_back = is_open_back && sign >= 0;
    }
    return is_open_forth || is_open_back;
}

// For a brush with more sides, is_closed is not asked: its cost grows with the cube of the sides.
constexpr std::size_t kMaxSidesAsked = 64;

// True if the sides close every volume behind them. The directions in which a volume is open form a
// cone with the faces n.v = 0. If the cone is more than a point, it has the intersection of two of
// these planes for an edge, or it holds a whole line in which two of the planes meet. If no two
// planes meet in a line, the sides are parallel.
bool is_closed(const Brush& brush) {
    std::vector<WidestVector> normals;
    for (const BrushSide& side : brush.sides) {
        const WideNormal n = written_normal(side);
        normals.push_back({Wide(n[0]), Wide(n[1]), Wide(n[2])});
    }
    bool are_parallel = true;
    for (std::size_t i = 0; i < normals.size(); ++i) {
        for (std::size_t j = i + 1; j < normals.size(); ++j) {
            const WidestVector v = cross<Wide>(normals[i], normals[j]);
            if (v == WidestVector{}) {
                continue;
            }
            are_parallel = false;
            if (is_open_along(v, normals)) {
                return false;
            }
        }
    }
    return !are_parallel;
}

void fail_brush(BrushCandidate& candidate,
                const World& world,
                ErrorCode code,
                const std::string& what) {
    fail(candidate,
         code,
         world,
         candidate.brush->position,
         describe_brush(world, candidate.entity, candidate.source) + what);
}

}  // namespace

void fail_empty(BrushCandidate& candidate, const World& world, int grid_exponent) {
    const std::string why = contradiction(*candidate.brush, grid_exponent);
    fail_brush(candidate,
               world,
               ErrorCode::Geometry,
               " is empty: " +
                   (why.empty() ? "no point lies behind all its sides; turn or move a side" : why) +
                   ", or delete the brush");
}

void fail_vanished(BrushCandidate& candidate, const World& world, int grid_exponent) {
    if (!candidate.written || is_empty(*candidate.written)) {
        fail_empty(candidate, world, grid_exponent);
        return;
    }
    fail_brush(candidate,
               world,
               ErrorCode::Geometry,
               " has no volume on the grid of " + grid_name(grid_exponent) +
                   ": the brush is too thin for this grid; take a finer grid (--grid), make the "
                   "brush thicker, or delete it");
}

void fail_beyond_range(BrushCandidate& candidate, const World& world) {
    if (candidate.brush->sides.size() > kMaxSidesAsked) {
        fail_brush(candidate,
                   world,
                   ErrorCode::Range,
                   " reaches too far from the origin for the grid: add the missing side if the "
                   "brush is open, else move the brush closer to the origin, cut its far corner "
                   "off or take a coarser grid");
        return;
    }
    if (is_closed(*candidate.brush)) {
        fail_far(candidate, world);
        return;
    }
    fail_brush(candidate,
               world,
               ErrorCode::Geometry,
               " is unbounded: its sides do not enclose a volume; add the missing side, or turn a "
               "side whose points run the wrong way");
}

void fail_far(BrushCandidate& candidate, const World& world) {
    fail_brush(candidate,
               world,
               ErrorCode::Range,
               " has a corner too far from the origin for the grid; move the brush closer to the "
               "origin, cut the corner off or take a coarser grid");
}

}  // namespace halfspace
