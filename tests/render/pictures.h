// SPDX-License-Identifier: MIT
// Eyes, and pictures seen from them, as the painter's tests want them.
#pragma once

#include "halfspace/query/classify.h"
#include "halfspace/render/painter.h"

#include "support/random.h"

#include <array>
#include <vector>

namespace halfspace::test {

inline Vec3 random_point(const ModelRecord& model, Random& random) {
    std::array<double, 3> p{};
    for (std::size_t i = 0; i < 3; ++i) {
        p[i] = random.real(model.min[i], model.max[i]);
    }
    return {p[0], p[1], p[2]};
}

// Somewhere before a face that is drawn: most of a level's box is far from everything.
inline Vec3 point_before_a_face(const Level& level, Random& random) {
    const auto face = static_cast<std::uint32_t>(
        random.integer(0, std::int64_t{level.models().front().face_count} - 1));
    const FaceRecord& record = level.faces()[face];
    const auto corner = static_cast<std::uint32_t>(random.integer(0, record.vertex_count - 1));
    const VertexRecord& p = level.vertices()[level.face_vertices()[record.first_vertex + corner]];
    const Plane plane = plane_of_face(level, face);
    const Vec3 away{random.real(-24, 24), random.real(-24, 24), random.real(-24, 24)};
    return Vec3{p.x, p.y, p.z} + plane.n * (random.real(1, 64) / length(plane.n)) + away;
}

// `count` views from places that are not solid, most of them near faces, in random directions.
inline std::vector<View> random_views(const Level& level, int count, std::uint64_t seed) {
    Random random(seed);
    std::vector<View> views;
    const ModelRecord& world = level.models().front();
    for (int i = 0; i < 4000 && views.size() < static_cast<std::size_t>(count); ++i) {
        const bool is_anywhere = random.one_in(5);
        const Vec3 eye =
            is_anywhere ? random_point(world, random) : point_before_a_face(level, random);
        const Vec3 target = point_before_a_face(level, random);
        if (any(point_contents(level, eye) & kSightBlockers)) {
            continue;
        }
        if (const auto view = look_at(eye, target, random.real(50, 120), 4.0 / 3)) {
            views.push_back(*view);
        }
    }
    return views;
}

inline PaintOptions small_picture(PaintView view = PaintView::Textured) {
    PaintOptions options;
    options.width = 160;
    options.height = 120;
    options.view = view;
    options.threads = 1;
    return options;
}

}  // namespace halfspace::test
