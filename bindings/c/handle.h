// SPDX-License-Identifier: MIT
// What the sources of the interface for C share: the level behind the handle, and checks of what C
// callers pass, who have no assertions of ours.
#pragma once

#include "halfspace/level/level.h"
#include "halfspace/math/vec.h"

#include "halfspace.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>

struct halfspace_level {
    halfspace::Level level;
};

namespace halfspace::c {

inline bool has_model(const halfspace_level* level, uint32_t model) {
    return level != nullptr && model < level->level.models().size();
}

inline bool has_space(const halfspace_level* level, uint32_t space) {
    return level != nullptr && space < level->level.spaces().size();
}

inline bool has_entity(const halfspace_level* level, uint32_t entity) {
    return level != nullptr && entity < level->level.entities().size();
}

inline Vec3 vec3(const double* p) {
    return {p[0], p[1], p[2]};
}

// True if so many finite points are there.
inline bool are_points(const double* p, size_t count) {
    return count == 0 || (p != nullptr &&
                          std::all_of(p, p + 3 * count, [](double x) { return std::isfinite(x); }));
}

inline bool is_point(const double* p) {
    return are_points(p, 1);
}

inline void store(const Vec3& v, double* p) {
    p[0] = v.x;
    p[1] = v.y;
    p[2] = v.z;
}

}  // namespace halfspace::c
