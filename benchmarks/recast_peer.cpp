// SPDX-License-Identifier: MIT
#include "recast_peer.h"

#include "halfspace/render/space_polygons.h"

#include <recastnavigation/DetourNavMeshBuilder.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>

namespace halfspace::bench {
namespace {

void require(bool is_done, const char* what) {
    if (!is_done) {
        std::fprintf(stderr, "Recast failed: %s\n", what);
        std::exit(1);
    }
}

rcConfig config_of(const WallTriangles& walls, const VoxelBody& body) {
    rcConfig config{};
    config.cs = static_cast<float>(body.cell);
    config.ch = static_cast<float>(body.cell / 2);
    config.walkableSlopeAngle =
        static_cast<float>(std::acos(body.floor_normal) * 180 / 3.14159265358979);
    config.walkableHeight = std::max(3, static_cast<int>(std::ceil(body.height / config.ch)));
    config.walkableClimb = static_cast<int>(std::floor(body.climb / config.ch));
    config.walkableRadius = static_cast<int>(std::ceil(body.radius / config.cs));
    config.maxSimplificationError = 1.3F;
    config.minRegionArea = 8;  // cells; islands that are smaller go
    config.mergeRegionArea = 400;
    config.maxVertsPerPoly = DT_VERTS_PER_POLYGON;
    config.detailSampleDist = 6 * config.cs;
    config.detailSampleMaxError = config.ch;
    rcCalcBounds(walls.vertices.data(),
                 static_cast<int>(walls.vertices.size() / 3),
                 config.bmin,
                 config.bmax);
    config.bmax[1] += static_cast<float>(body.height);  // who stands on the highest wall
    rcCalcGridSize(config.bmin, config.bmax, config.cs, &config.width, &config.height);
    return config;
}

}  // namespace

WallTriangles::WallTriangles(const Level& level,
                             SpaceId space,
                             Contents blockers,
                             std::span<const ModelId> models) {
    for (const ModelId model : models) {
        const SpaceWalls walls = space_walls(level, space, blockers, model);
        for (const PaintPolygon& polygon : walls.polygons) {
            const auto first = static_cast<int>(vertices.size() / 3);
            for (std::uint32_t v = 0; v < polygon.count; ++v) {
                const Vec3& at = walls.vertices[polygon.first + v].point;
                vertices.insert(vertices.end(),
                                {static_cast<float>(at.x),
                                 static_cast<float>(at.z),
                                 static_cast<float>(-at.y)});
            }
            for (int v = 2; v < static_cast<int>(polygon.count); ++v) {
                indices.insert(indices.end(), {first, first + v - 1, first + v});
            }
        }
    }
}

RecastMesh::RecastMesh(const WallTriangles& walls, const VoxelBody& body) : body_(body) {
    const std::unique_ptr<rcPolyMesh, void (*)(rcPolyMesh*)> polygons(rcAllocPolyMesh(),
                                                                      rcFreePolyMesh);
    const std::unique_ptr<rcPolyMeshDetail, void (*)(rcPolyMeshDetail*)> details(
        rcAllocPolyMeshDetail(), rcFreePolyMeshDetail);
    build(walls, *polygons, *details);
    make_detour(*polygons, *details);
}

std::optional<double> RecastMesh::path_length(const Place& from, const Place& to) {
    const Point start = to_recast(from.position);
    const Point end = to_recast(to.position);
    int count = 0;
    const dtStatus found = query_->findPath(from.polygon,
                                            to.polygon,
                                            start.data(),
                                            end.data(),
                                            &filter_,
                                            corridor_.data(),
                                            &count,
                                            kMaxPath);
    if (dtStatusFailed(found) || count == 0 ||
        corridor_[static_cast<std::size_t>(count) - 1] != to.polygon) {
        return std::nullopt;
    }
    int corners = 0;
    query_->findStraightPath(start.data(),
                             end.data(),
                             corridor_.data(),
                             count,
                             straight_.data(),
                             nullptr,
                             nullptr,
                             &corners,
                             kMaxPath);
    double length = 0;
    for (std::size_t i = 1; i < static_cast<std::size_t>(corners); ++i) {
        const float* const a = &straight_[3 * i - 3];
        const float* const b = &straight_[3 * i];
        length += std::sqrt((b[0] - a[0]) * (b[0] - a[0]) + (b[2] - a[2]) * (b[2] - a[2]));
    }
    return length;
}

// The steps of Recast's sample for one mesh, in their order, with watershed regions.
void RecastMesh::build(const WallTriangles& walls,
                       rcPolyMesh& polygons,
                       rcPolyMeshDetail& details) {
    rcContext context(false);
    const rcConfig c = config_of(walls, body_);
    const auto triangles = static_cast<int>(walls.indices.size() / 3);
    const auto corners = static_cast<int>(walls.vertices.size() / 3);
    std::vector<unsigned char> areas(static_cast<std::size_t>(triangles));
    rcMarkWalkableTriangles(&context,
                            c.walkableSlopeAngle,
                            walls.vertices.data(),
                            corners,
                            walls.indices.data(),
                            triangles,
                            areas.data());
    std::unique_ptr<rcHeightfield, void (*)(rcHeightfield*)> field(rcAllocHeightfield(),
                                                                   rcFreeHeightField);
    require(rcCreateHeightfield(&context, *field, c.width, c.height, c.bmin, c.bmax, c.cs, c.ch),
            "height field");
    require(rcRasterizeTriangles(&context,
                                 walls.vertices.data(),
                                 corners,
                                 walls.indices.data(),
                                 areas.data(),
                                 triangles,
                                 *field,
                                 c.walkableClimb),
            "triangles");
    rcFilterLowHangingWalkableObstacles(&context, c.walkableClimb, *field);
    rcFilterLedgeSpans(&context, c.walkableHeight, c.walkableClimb, *field);
    rcFilterWalkableLowHeightSpans(&context, c.walkableHeight, *field);
    const std::unique_ptr<rcCompactHeightfield, void (*)(rcCompactHeightfield*)> compact(
        rcAllocCompactHeightfield(), rcFreeCompactHeightfield);
    require(
        rcBuildCompactHeightfield(&context, c.walkableHeight, c.walkableClimb, *field, *compact),
        "compact height field");
    field.reset();
    require(rcErodeWalkableArea(&context, c.walkableRadius, *compact), "radius");
    require(rcBuildDistanceField(&context, *compact), "distances");
    require(rcBuildRegions(&context, *compact, 0, c.minRegionArea, c.mergeRegionArea), "regions");
    const std::unique_ptr<rcContourSet, void (*)(rcContourSet*)> contours(rcAllocContourSet(),
                                                                          rcFreeContourSet);
    require(rcBuildContours(&context, *compact, c.maxSimplificationError, c.maxEdgeLen, *contours),
            "contours");
    require(rcBuildPolyMesh(&context, *contours, c.maxVertsPerPoly, polygons), "polygons");
    require(rcBuildPolyMeshDetail(
                &context, polygons, *compact, c.detailSampleDist, c.detailSampleMaxError, details),
            "details");
    polygon_count_ = polygons.npolys;
    for (int p = 0; p < polygons.npolys; ++p) {
        polygons.flags[p] = 1;
    }
}

void RecastMesh::make_detour(const rcPolyMesh& polygons, const rcPolyMeshDetail& details) {
    dtNavMeshCreateParams params{};
    params.verts = polygons.verts;
    params.vertCount = polygons.nverts;
    params.polys = polygons.polys;
    params.polyAreas = polygons.areas;
    params.polyFlags = polygons.flags;
    params.polyCount = polygons.npolys;
    params.nvp = polygons.nvp;
    params.detailMeshes = details.meshes;
    params.detailVerts = details.verts;
    params.detailVertsCount = details.nverts;
    params.detailTris = details.tris;
    params.detailTriCount = details.ntris;
    params.walkableHeight = static_cast<float>(body_.height);
    params.walkableRadius = static_cast<float>(body_.radius);
    params.walkableClimb = static_cast<float>(body_.climb);
    std::copy_n(polygons.bmin, 3, params.bmin);
    std::copy_n(polygons.bmax, 3, params.bmax);
    params.cs = polygons.cs;
    params.ch = polygons.ch;
    params.buildBvTree = true;
    unsigned char* data = nullptr;
    int size = 0;
    require(dtCreateNavMeshData(&params, &data, &size), "Detour's data");
    bytes_ = static_cast<std::size_t>(size);
    require(dtStatusSucceed(mesh_->init(data, size, DT_TILE_FREE_DATA)), "Detour's mesh");
    require(dtStatusSucceed(query_->init(mesh_.get(), 65535)), "Detour's query");
}

}  // namespace halfspace::bench
