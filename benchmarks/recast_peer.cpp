// SPDX-License-Identifier: MIT
#include "recast_peer.h"

#include "halfspace/math/aabb.h"
#include "halfspace/render/space_polygons.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <map>

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

// The polygons of a mesh of ours as Detour takes them: fans of parts with few corners, around the
// corner 0. Part k of a polygon has the corners 0 and 1 + k * kStride to 1 + (k + 1) * kStride.
class FanMesh {
public:
    static constexpr std::uint32_t kMost = DT_VERTS_PER_POLYGON;
    static constexpr std::uint32_t kStride = kMost - 2;
    static constexpr std::uint16_t kNothing = 0xffff;

    explicit FanMesh(const NavMesh& mesh) : mesh_(mesh) {
        find_box();
        for (std::uint32_t p = 0; p < mesh.polygon_count(); ++p) {
            first_parts_.push_back(count);
            count += part_count(p);
        }
        for (std::uint32_t p = 0; p < mesh.polygon_count(); ++p) {
            for (std::uint32_t part = 0; part < part_count(p); ++part) {
                add_part(NavPolygonId(p), part);
            }
        }
        require(vertices.size() / 3 < kNothing && count < kNothing, "too many corners for Detour");
    }

    Vec3 low;                             // in the axes of Recast
    double step = 0;                      // of the numbers of vertices
    std::vector<std::uint16_t> vertices;  // three each
    std::vector<std::uint16_t> polygons;  // of each part its corners, and what is beyond its edges
    std::uint32_t count = 0;              // of parts

private:
    static Vec3 turned(const Vec3& p) { return {p.x, p.z, -p.y}; }

    void find_box() {
        Aabb box;
        for (std::uint32_t p = 0; p < mesh_.polygon_count(); ++p) {
            for (std::uint32_t c = 0; c < mesh_.corner_count(NavPolygonId(p)); ++c) {
                const Vec3 at = turned(mesh_.corner(NavPolygonId(p), c));
                box = merge(box, at);
            }
        }
        const Vec3 size = box.max - box.min;
        low = box.min;
        step = std::max({size.x, size.y, size.z}) / 65535;
    }

    std::uint32_t part_count(std::uint32_t polygon) const {
        return (mesh_.corner_count(NavPolygonId(polygon)) - 2 + kStride - 1) / kStride;
    }

    std::uint16_t number_of(const Vec3& corner) {
        const auto [found, is_new] = numbers_.try_emplace(
            {corner.x, corner.y, corner.z}, static_cast<std::uint16_t>(vertices.size() / 3));
        if (is_new) {
            const Vec3 away = turned(corner) - low;
            for (std::size_t axis = 0; axis < 3; ++axis) {
                vertices.push_back(static_cast<std::uint16_t>(std::lround(away[axis] / step)));
            }
        }
        return found->second;
    }

    // The part beyond the edge from a corner to the next one.
    std::uint32_t beyond(NavPolygonId polygon, std::uint32_t corner) const {
        const NavPolygonId other = mesh_.neighbour(polygon, corner);
        if (!other.is_valid()) {
            return kNothing;
        }
        const Vec3 from = mesh_.corner(polygon, (corner + 1) % mesh_.corner_count(polygon));
        const Vec3 to = mesh_.corner(polygon, corner);
        const std::uint32_t corners = mesh_.corner_count(other);
        for (std::uint32_t c = 0; c < corners; ++c) {
            if (mesh_.corner(other, c) == from && mesh_.corner(other, (c + 1) % corners) == to) {
                const std::uint32_t last = part_count(other.value) - 1;
                const std::uint32_t part = c == 0 ? 0 : std::min(last, (c - 1) / kStride);
                return first_parts_[other.value] + part;
            }
        }
        return kNothing;
    }

    void add_part(NavPolygonId polygon, std::uint32_t part) {
        const std::uint32_t corners = mesh_.corner_count(polygon);
        const std::uint32_t first = 1 + part * kStride;
        const std::uint32_t last = std::min(corners - 1, first + kStride);
        const std::uint32_t me = first_parts_[polygon.value] + part;
        std::array<std::uint16_t, 2 * kMost> row;
        row.fill(kNothing);
        std::size_t size = 0;
        const auto add = [&](std::uint32_t corner, std::uint32_t other) {
            row[size] = number_of(mesh_.corner(polygon, corner));
            row[kMost + size++] = static_cast<std::uint16_t>(other);
        };
        add(0, part == 0 ? beyond(polygon, 0) : me - 1);
        for (std::uint32_t corner = first; corner < last; ++corner) {
            add(corner, beyond(polygon, corner));
        }
        add(last, last + 1 == corners ? beyond(polygon, last) : me + 1);
        polygons.insert(polygons.end(), row.begin(), row.end());
    }

    const NavMesh& mesh_;
    std::vector<std::uint32_t> first_parts_;  // of each polygon
    std::map<std::array<double, 3>, std::uint16_t> numbers_;
};

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
    dtNavMeshCreateParams params{};
    params.verts = polygons->verts;
    params.vertCount = polygons->nverts;
    params.polys = polygons->polys;
    params.polyAreas = polygons->areas;
    params.polyFlags = polygons->flags;
    params.polyCount = polygons->npolys;
    params.nvp = polygons->nvp;
    params.detailMeshes = details->meshes;
    params.detailVerts = details->verts;
    params.detailVertsCount = details->nverts;
    params.detailTris = details->tris;
    params.detailTriCount = details->ntris;
    std::copy_n(polygons->bmin, 3, params.bmin);
    std::copy_n(polygons->bmax, 3, params.bmax);
    params.cs = polygons->cs;
    params.ch = polygons->ch;
    make_detour(params);
}

RecastMesh::RecastMesh(const NavMesh& mesh) {
    const FanMesh fans(mesh);
    polygon_count_ = static_cast<int>(fans.count);
    const std::vector<std::uint16_t> flags(fans.count, 1);
    const std::vector<std::uint8_t> areas(fans.count, 0);
    dtNavMeshCreateParams params{};
    params.verts = fans.vertices.data();
    params.vertCount = static_cast<int>(fans.vertices.size() / 3);
    params.polys = fans.polygons.data();
    params.polyAreas = areas.data();
    params.polyFlags = flags.data();
    params.polyCount = polygon_count_;
    params.nvp = FanMesh::kMost;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        params.bmin[axis] = static_cast<float>(fans.low[axis]);
        params.bmax[axis] = static_cast<float>(fans.low[axis] + 65535 * fans.step);
    }
    params.cs = static_cast<float>(fans.step);
    params.ch = params.cs;
    make_detour(params);
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

void RecastMesh::make_detour(dtNavMeshCreateParams& params) {
    params.walkableHeight = static_cast<float>(body_.height);
    params.walkableRadius = static_cast<float>(body_.radius);
    params.walkableClimb = static_cast<float>(body_.climb);
    params.buildBvTree = true;
    unsigned char* data = nullptr;
    int size = 0;
    require(dtCreateNavMeshData(&params, &data, &size), "Detour's data");
    bytes_ = static_cast<std::size_t>(size);
    require(dtStatusSucceed(mesh_->init(data, size, DT_TILE_FREE_DATA)), "Detour's mesh");
    // A search makes one node for each polygon. It clears a table of a quarter of its nodes first.
    const int nodes = std::min(65535, polygon_count_ + 16);
    require(dtStatusSucceed(query_->init(mesh_.get(), nodes)), "Detour's query");
}

}  // namespace halfspace::bench
