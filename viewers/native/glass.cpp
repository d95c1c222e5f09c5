// SPDX-License-Identifier: MIT
#include "glass.h"

#include "halfspace/math/transform.h"
#include "halfspace/render/shading.h"

#include "look.h"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace halfspace::viewer {
namespace {

constexpr auto kVertexSize = static_cast<GLsizeiptr>(sizeof(OverlayVertex));

// The corners of the triangles of all polygons before this one: a polygon with n corners has n - 2
// triangles.
std::size_t triangle_corners_before(const SpaceWalls& walls, std::size_t polygon) {
    const std::size_t corners =
        polygon == walls.polygons.size() ? walls.vertices.size() : walls.polygons[polygon].first;
    return 3 * (corners - 2 * polygon);
}

// The triangles of all walls, with the light that they have where the model stands.
std::vector<OverlayVertex> lit_triangles(const SpaceWalls& walls, const Transform& place) {
    std::vector<OverlayVertex> triangles;
    triangles.reserve(triangle_corners_before(walls, walls.polygons.size()));
    for (const PaintPolygon& wall : walls.polygons) {
        const std::uint32_t light = light_on(normalized(direction_to_world(place, wall.plane.n)));
        const auto lit = [&](std::uint8_t c) {
            return static_cast<std::uint8_t>((c * light + 128) / 256);
        };
        const Rgba colour{
            lit(wall.colour.r), lit(wall.colour.g), lit(wall.colour.b), kGlassOpacity};
        for (std::uint32_t i = 1; i + 1 < wall.count; ++i) {
            for (const std::uint32_t corner : {0u, i, i + 1}) {
                const Vec3& p = walls.vertices[wall.first + corner].point;
                triangles.push_back(
                    {{static_cast<float>(p.x), static_cast<float>(p.y), static_cast<float>(p.z)},
                     colour});
            }
        }
    }
    return triangles;
}

bool is_turned_alike(const Transform& a, const Transform& b) {
    return a.x == b.x && a.y == b.y && a.z == b.z;
}

}  // namespace

void describe_overlay_vertices() {
    glEnableVertexAttribArray(0);
    glVertexAttribPointer(
        0, 3, GL_FLOAT, GL_FALSE, kVertexSize, attribute_at(offsetof(OverlayVertex, position)));
    glEnableVertexAttribArray(1);
    glVertexAttribPointer(1,
                          4,
                          GL_UNSIGNED_BYTE,
                          GL_TRUE,
                          kVertexSize,
                          attribute_at(offsetof(OverlayVertex, colour)));
}

Glass::Glass() {
    glBindVertexArray(layout_.id());
    glBindBuffer(GL_ARRAY_BUFFER, buffer_.id());
    describe_overlay_vertices();
}

void Glass::find_all(const Level& level, std::span<const PlacedModel> models, SpaceId space) {
    level_ = level;
    space_ = space;
    parts_.clear();
    std::vector<OverlayVertex> vertices;
    const auto add = [&](ModelId model, const Transform& place) {
        SpaceWalls walls = space_walls(level, space, kBodyBlockers, model);
        const std::vector<OverlayVertex> triangles = lit_triangles(walls, place);
        parts_.push_back({model, std::move(walls), vertices.size(), place});
        vertices.insert(vertices.end(), triangles.begin(), triangles.end());
    };
    add(kWorldModel, {});
    for (const PlacedModel& placed : models) {
        add(placed.model, placed.transform);
    }
    glBindBuffer(GL_ARRAY_BUFFER, buffer_.id());
    glBufferData(GL_ARRAY_BUFFER,
                 static_cast<GLsizeiptr>(vertices.size()) * kVertexSize,
                 vertices.data(),
                 GL_DYNAMIC_DRAW);
}

void Glass::find(const Level& level, std::span<const PlacedModel> models, SpaceId space) {
    const bool is_known =
        level_ && level_->bytes().data() == level.bytes().data() && space_ == space &&
        std::ranges::equal(
            models, std::span(parts_).subspan(1), {}, &PlacedModel::model, &Part::model);
    if (!is_known) {
        find_all(level, models, space);
        return;
    }
    for (std::size_t i = 0; i < models.size(); ++i) {
        Part& part = parts_[i + 1];
        if (is_turned_alike(part.lit, models[i].transform)) {
            continue;
        }
        part.lit = models[i].transform;
        const std::vector<OverlayVertex> triangles = lit_triangles(part.walls, part.lit);
        glBindBuffer(GL_ARRAY_BUFFER, buffer_.id());
        glBufferSubData(GL_ARRAY_BUFFER,
                        static_cast<GLintptr>(part.first_vertex) * kVertexSize,
                        static_cast<GLsizeiptr>(triangles.size()) * kVertexSize,
                        triangles.data());
    }
}

const DrawRanges& Glass::sort(std::size_t part, const Vec3& eye, const Frustum& frustum) {
    ranges_.clear();
    const auto& [model, walls, first_vertex, lit] = parts_[part];
    for (const WallRun run : walls_in_order(walls, eye, DrawOrder::BackToFront, &frustum)) {
        ranges_.add(first_vertex + triangle_corners_before(walls, run.first),
                    first_vertex + triangle_corners_before(walls, run.first + run.count),
                    run.count);
    }
    return ranges_;
}

}  // namespace halfspace::viewer
