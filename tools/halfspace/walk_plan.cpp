// SPDX-License-Identifier: MIT
#include "walk_plan.h"

#include "halfspace/base/file.h"
#include "halfspace/level/level.h"
#include "halfspace/render/drawing.h"
#include "halfspace/render/painter.h"
#include "halfspace/render/plan.h"
#include "halfspace/spatial/triangle_bvh.h"

#include "output_file.h"
#include "viewpoint.h"

#include <array>
#include <span>
#include <vector>

namespace halfspace::tool {
namespace {

// The path of a player so far below everything is not shown: he falls for ever [map units].
constexpr double kFall = 256;
constexpr int kContours = 12;

// Where the slice cuts the mesh. A terrain may lie wholly below the slice, so lines of equal height
// come along.
std::vector<std::array<Vec3, 2>> contours_of(const MovingMesh& mesh, double height) {
    const TriangleMesh& triangles = mesh.surface().triangles->mesh();
    std::vector<std::array<Vec3, 2>> lines = section_at(triangles, height);
    const Aabb& box = mesh.box();
    for (int i = 1; i <= kContours; ++i) {
        const double part = static_cast<double>(i) / (kContours + 1);
        const auto more = section_at(triangles, box.min.z + part * (box.max.z - box.min.z));
        lines.insert(lines.end(), more.begin(), more.end());
    }
    return lines;
}

}  // namespace

Result<void> write_plan(const WalkPlan& plan,
                        const CollisionWorld& world,
                        MeshId mesh,
                        const Walk& walk) {
    PlanOptions options;
    options.width = plan.size.width;
    options.rows = plan.size.height;
    options.height = plan.height.value_or(walk.start.position.z + kEyeHeight);
    Aabb box = world.level().model_bounds(kWorldModel);
    if (world.holds(mesh)) {
        box = merge(box, world.mesh(mesh).box());
        options.around = world.mesh(mesh).box();
        options.sections = contours_of(world.mesh(mesh), options.height);
    }
    options.path.push_back(walk.start.position);
    for (const MoverStep& step : walk.steps) {
        if (step.state.position.z < box.min.z - kFall) {
            break;
        }
        options.path.push_back(step.state.position);
    }
    for (const Vec3& place : options.path) {
        options.around = options.around ? merge(*options.around, place) : options.around;
    }
    const Drawing drawing = draw_plan(world.level(), options);
    if (is_svg(plan.path)) {
        const std::string svg = drawing_svg(drawing);
        return write_file(plan.path, std::as_bytes(std::span(svg)));
    }
    return write_picture(plan.path, paint_drawing(drawing));
}

}  // namespace halfspace::tool
