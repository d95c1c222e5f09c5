// SPDX-License-Identifier: MIT
// What is behind the handles for areas and for what an eye may see. They keep the level that they
// are of.
#pragma once

#include "halfspace/level/level.h"
#include "halfspace/query/areas.h"
#include "halfspace/query/visible_faces.h"

#include "halfspace_draw.h"

struct halfspace_area_state {
    explicit halfspace_area_state(const halfspace::Level& of) : level(of), areas(level) {}

    halfspace::Level level;
    halfspace::AreaState areas;
};

struct halfspace_visible_faces {
    explicit halfspace_visible_faces(const halfspace::Level& of) : level(of), faces(level) {}

    halfspace::Level level;
    halfspace::VisibleFaces faces;
};

namespace halfspace::c {

// True for copies of one level: they share its arrays.
inline bool are_same(const Level& a, const Level& b) {
    return a.models().data() == b.models().data();
}

}  // namespace halfspace::c
