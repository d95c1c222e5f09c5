// SPDX-License-Identifier: MIT
#include "pick.h"

#include "halfspace/base/contents.h"
#include "halfspace/query/classify.h"
#include "halfspace/query/entities.h"
#include "halfspace/render/polygon_list.h"
#include "halfspace/render/shading.h"

#include "point_input.h"

#include <fmt/format.h>

namespace halfspace::viewer {
namespace {

// True if the line through `eye` along `direction` passes inside of the polygon, which is seen from
// its front or, if it is two-sided, from its back.
bool is_met(std::span<const FaceVertex> corners, const Vec3& eye, const Vec3& direction) {
    bool left = false;
    bool right = false;
    for (std::size_t i = 0; i < corners.size(); ++i) {
        const Vec3 a = corners[i].point - eye;
        const Vec3 b = corners[i + 1 == corners.size() ? 0 : i + 1].point - eye;
        const double volume = dot(cross(a, b), direction);
        left = left || volume > 0;
        right = right || volume < 0;
    }
    return left != right;
}

std::string line_words(std::uint32_t line) {
    return line == 0 ? std::string() : fmt::format(", line {}", line);
}

std::vector<std::string> words_of(const Level& level, const Pick& pick, const Plane& plane) {
    const FaceRecord& face = level.faces()[pick.face];
    std::vector<std::string> words;
    if (face.brush != kNone) {
        const BrushRecord& brush = level.brushes()[face.brush];
        const EntityId entity(brush.entity);
        words.push_back(fmt::format("brush {} of {} (entity {}){}",
                                    brush.source,
                                    classname_of(level, entity),
                                    brush.entity,
                                    line_words(brush.line)));
        const SideRecord& side = level.sides()[face.side];
        words.push_back(fmt::format("side {}{}", side.source, line_words(side.line)));
        words.push_back("contents " + to_string(static_cast<Contents>(brush.contents)));
    } else {
        words.push_back(fmt::format("polygon or curve {}", face.side));
    }
    const MaterialRecord& material = level.materials()[face.material];
    words.push_back(fmt::format(
        "texture {} {}x{}", level.string(material.name), material.width, material.height));
    const Vec3 before = pick.point + normalized(plane.n) * kLeafDistance;
    const LeafId leaf = find_leaf(level, before);
    words.push_back(
        fmt::format("leaf {} before it: {}", leaf.value, to_string(level.contents(leaf))));
    words.push_back(fmt::format(
        "face {} at {:.2f} {:.2f} {:.2f}", pick.face, pick.point.x, pick.point.y, pick.point.z));
    return words;
}

Pick pick_of(const Level& level,
             const Surfaces& surfaces,
             const SurfaceHit& hit,
             const Vec3& eye,
             const Vec3& direction) {
    const Mesh& mesh = surfaces.meshes[hit.triangle.mesh];
    const MeshTriangle& triangle = mesh.triangles[hit.triangle.triangle];
    Pick pick{
        .face = kNone, .distance = hit.t * length(direction), .point = eye + direction * hit.t};
    for (const MeshCorner& corner : triangle.corners) {
        pick.corners.push_back(mesh.vertices[corner.vertex]);
    }
    pick.words.push_back(name_of(surfaces, hit.triangle) + line_words(mesh.line));
    pick.words.push_back("it is walked on as it is, and has no inside");
    pick.words.push_back(
        fmt::format("triangle {}{}", hit.triangle.triangle, line_words(triangle.line)));
    pick.words.push_back("contents " + to_string(mesh.contents));
    if (const auto name = level.material_name(triangle.material); !name.empty()) {
        pick.words.push_back(fmt::format("material {}", name));
    }
    pick.words.push_back(
        fmt::format("at {:.2f} {:.2f} {:.2f}", pick.point.x, pick.point.y, pick.point.z));
    return pick;
}

}  // namespace

std::optional<Pick> pick_face(const Level& level,
                              std::span<const PlacedModel> models,
                              const Vec3& eye,
                              const Vec3& direction) {
    // A narrow view along the ray has few faces.
    const auto view = look_at(eye, eye + direction, 1, 1);
    if (!view) {
        return std::nullopt;
    }
    const PolygonList list = visible_polygons(level, models, *view);
    for (const PaintPolygon& polygon : list.polygons) {
        const auto corners = std::span(list.vertices).subspan(polygon.first, polygon.count);
        const double along = dot(polygon.plane.n, direction);
        const bool is_visible = opacity_of(level.faces()[polygon.face]) != 0;
        if (!is_visible || along == 0 || !is_met(corners, eye, direction)) {
            continue;
        }
        const double t = -signed_distance(polygon.plane, eye) / along;
        if (t <= 0) {
            continue;
        }
        Pick pick{
            .face = polygon.face, .distance = t * length(direction), .point = eye + direction * t};
        for (const FaceVertex& corner : corners) {
            pick.corners.push_back(corner.point);
        }
        pick.words = words_of(level, pick, polygon.plane);
        return pick;
    }
    return std::nullopt;
}

std::optional<Pick> pick_first(const Level& level,
                               std::span<const PlacedModel> models,
                               const Surfaces& surfaces,
                               const Vec3& eye,
                               const Vec3& direction) {
    std::optional<Pick> face = pick_face(level, models, eye, direction);
    const auto hit = first_hit(surfaces, {eye, direction});
    if (!hit || (face && face->distance <= hit->t * length(direction))) {
        return face;
    }
    return pick_of(level, surfaces, *hit, eye, direction);
}

}  // namespace halfspace::viewer
