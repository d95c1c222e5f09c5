// SPDX-License-Identifier: MIT
#include "import/brush_errors.h"

#include "halfspace/exact/grid.h"
#include "halfspace/exact/wide_int.h"
#include "halfspace/world/describe.h"

#include "import/written_plane.h"

#include <cstddef>
#include <optional>
#include <string>

namespace halfspace {
namespace {

bool are_opposite(const ExactPlane& a, const ExactPlane& b) {
    Int128 along = 0;
    for (std::size_t i = 0; i < 3; ++i) {
        const std::size_t j = (i + 1) % 3;
        if (Int128{a.n[i]} * b.n[j] != Int128{a.n[j]} * b.n[i]) {
            return false;
        }
        along += Int128{a.n[i]} * b.n[i];
    }
    return along < 0;
}

// How thick the space behind both of two opposite planes is: its sign. Behind a is n.p <= d, and
// behind b, with -k n for n, is n.p >= -d / k.
int thickness_sign(const ExactPlane& a, const ExactPlane& b) {
    const std::size_t axis = a.n[0] != 0 ? 0 : a.n[1] != 0 ? 1 : 2;
    const auto size = [&](const ExactPlane& plane) {
        return Int192(plane.n[axis] < 0 ? -plane.n[axis] : plane.n[axis]);
    };
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

void fail_brush(BrushCandidate& candidate, const World& world, const std::string& what) {
    fail(candidate,
         ErrorCode::Geometry,
         world,
         candidate.brush->position,
         describe_brush(world, candidate.entity, candidate.source) + what);
}

}  // namespace

void fail_empty(BrushCandidate& candidate, const World& world, int grid_exponent) {
    const std::string why = contradiction(*candidate.brush, grid_exponent);
    fail_brush(candidate,
               world,
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
               " has no volume on the grid of " + grid_name(grid_exponent) +
                   ": the brush is too thin for this grid; take a finer grid (--grid), make the "
                   "brush thicker, or delete it");
}

void fail_unbounded(BrushCandidate& candidate, const World& world) {
    fail_brush(candidate,
               world,
               " is unbounded: its sides do not enclose a volume; add the missing side, or turn a "
               "side whose points run the wrong way");
}

}  // namespace halfspace
