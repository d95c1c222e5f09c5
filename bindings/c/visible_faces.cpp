// SPDX-License-Identifier: MIT
#include "halfspace/query/visible_faces.h"

#include "halfspace_draw.h"
#include "handle.h"
#include "seen.h"

#include <numeric>

using namespace halfspace;
using namespace halfspace::c;

halfspace_visible_faces* halfspace_new_visible_faces(const halfspace_level* level) {
    return pointer_of([&]() -> halfspace_visible_faces* {
        return level == nullptr ? nullptr : new halfspace_visible_faces(level->level);
    });
}

void halfspace_free_visible_faces(halfspace_visible_faces* visible) {
    delete visible;
}

halfspace_status halfspace_look_from(halfspace_visible_faces* visible,
                                     const double eye[3],
                                     const halfspace_area_state* areas) {
    if (visible == nullptr || !is_point(eye) ||
        (areas != nullptr && !are_same(areas->level, visible->level))) {
        return HALFSPACE_BAD_ARGUMENT;
    }
    visible->faces.look_from(vec3(eye), areas == nullptr ? nullptr : &areas->areas);
    return HALFSPACE_OK;
}

size_t halfspace_visible_face_count(const halfspace_visible_faces* visible) {
    return visible == nullptr ? 0 : visible->faces.count();
}

halfspace_status halfspace_write_visible_faces(const halfspace_visible_faces* visible,
                                               uint32_t* faces,
                                               size_t capacity) {
    if (visible == nullptr || faces == nullptr) {
        return HALFSPACE_BAD_ARGUMENT;
    }
    if (capacity < visible->faces.count()) {
        return HALFSPACE_TOO_SMALL;
    }
    const ModelRecord& world = visible->level.models()[kWorldModel.value];
    const uint32_t end = world.first_face + world.face_count;
    for (FaceRun run = visible->faces.first_run(world.first_face, end); run.count > 0;
         run = visible->faces.first_run(run.first + run.count, end)) {
        std::iota(faces, faces + run.count, run.first);
        faces += run.count;
    }
    return HALFSPACE_OK;
}

halfspace_status halfspace_may_see_box(const halfspace_visible_faces* visible,
                                       const double min[3],
                                       const double max[3],
                                       int32_t* may_see) {
    if (visible == nullptr || !is_point(min) || !is_point(max) || may_see == nullptr ||
        !has_points(Aabb{vec3(min), vec3(max)})) {
        return HALFSPACE_BAD_ARGUMENT;
    }
    *may_see = visible->faces.may_see_box({vec3(min), vec3(max)}) ? 1 : 0;
    return HALFSPACE_OK;
}
