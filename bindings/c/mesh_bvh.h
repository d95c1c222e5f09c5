// SPDX-License-Identifier: MIT
// The tree behind the handle of halfspace_mesh.h, and checks of its arguments.
#pragma once

#include "halfspace/spatial/triangle_bvh.h"

#include "halfspace_mesh.h"
#include "handle.h"

#include <algorithm>
#include <cmath>

struct halfspace_mesh_bvh {
    halfspace::TriangleBvh tree;
};

namespace halfspace::c {

// True if p points to three coordinates that questions may have.
inline bool is_place(const double* p) {
    return p != nullptr && std::all_of(p, p + 3, [](double x) { return std::abs(x) <= kMaxPlace; });
}

// A greatest distance or t: at least 0, and infinity is allowed.
inline bool is_most(double most) {
    return most >= 0;
}

}  // namespace halfspace::c
