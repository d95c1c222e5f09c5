// SPDX-License-Identifier: MIT
// A corner of a stored face.
#pragma once

#include "halfspace/level/level.h"
#include "halfspace/query/model_order.h"

#include <cstddef>

namespace halfspace {

// The corner, in the frame of the face's model. corner: index in Level::face_vertices().
inline FaceVertex face_vertex(const Level& level, std::size_t corner) {
    const VertexRecord& p = level.vertices()[level.face_vertices()[corner]];
    const TexcoordRecord& t = level.face_texcoords()[corner];
    return {{p.x, p.y, p.z}, t.u, t.v};
}

}  // namespace halfspace
