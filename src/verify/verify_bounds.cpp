// SPDX-License-Identifier: MIT
#include "verify/verify_bounds.h"

#include "verify/describe_level.h"

#include <cmath>
#include <string>
#include <vector>

namespace halfspace {
namespace {

Vec3 to_units(const Vec3& steps, int grid_exponent) {
    return steps * std::ldexp(1.0, -grid_exponent);
}

// The box around the brushes and polygons of each entity [map units].
std::vector<Aabb> boxes_of_entities(const Level& level,
                                    std::span<const RebuiltBrush> brushes,
                                    std::span<const RebuiltSurface> surfaces,
                                    const PlaneTable& planes) {
    const Predicates predicates(planes);
    std::vector<Aabb> boxes(level.entities().size());
    const auto add = [&](std::size_t entity, std::span<const ExactPoint> points) {
        const Aabb box = enclosing_box(points, predicates);
        if (!is_empty(box) && entity < boxes.size()) {
            boxes[entity] = merge(boxes[entity],
                                  Aabb{to_units(box.min, level.grid_exponent()),
                                       to_units(box.max, level.grid_exponent())});
        }
    };
    for (const RebuiltBrush& brush : brushes) {
        if (any(normalize(brush.contents))) {
            add(brush.entity, brush.solid.points);
        }
    }
    for (std::size_t e = 0; e < surfaces.size(); ++e) {
        for (const Polygon& polygon : surfaces[e].polygons) {
            for (const Corner& corner : polygon.corners) {
                add(e, std::span(&corner.point, 1));
            }
        }
    }
    return boxes;
}

// True if the bounds contain the model's faces. Vertices are rounded to floats, so the bounds are
// rounded in the same way before the comparison.
bool holds_faces(const Level& level, const ModelRecord& model) {
    for (const FaceRecord& face : level.faces().subspan(model.first_face, model.face_count)) {
        for (const std::uint32_t v :
             level.face_vertices().subspan(face.first_vertex, face.vertex_count)) {
            const VertexRecord& vertex = level.vertices()[v];
            const float at[3] = {vertex.x, vertex.y, vertex.z};
            for (std::size_t axis = 0; axis < 3; ++axis) {
                if (at[axis] < static_cast<float>(model.bounds_min[axis]) ||
                    at[axis] > static_cast<float>(model.bounds_max[axis])) {
                    return false;
                }
            }
        }
    }
    return true;
}

}  // namespace

void check_bounds(const Level& level,
                  const World& source,
                  std::span<const RebuiltBrush> brushes,
                  std::span<const RebuiltSurface> surfaces,
                  const PlaneTable& planes,
                  Differences& differences) {
    const std::vector<Aabb> boxes = boxes_of_entities(level, brushes, surfaces, planes);
    for (std::uint32_t m = 0; m < level.models().size(); ++m) {
        const ModelRecord& model = level.models()[m];
        const bool is_right = (model.flags & kModelCurves) != 0
                                  ? holds_faces(level, model)
                                  : level.model_bounds(ModelId(m)) == boxes[model.entity];
        if (!is_right) {
            differences.add("the bounds of " + describe_model(level, source, m) +
                            " do not fit its brushes, polygons or curves");
        }
    }
}

}  // namespace halfspace
