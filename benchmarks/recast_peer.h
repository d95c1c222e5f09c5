// SPDX-License-Identifier: MIT
// Recast and Detour as peers of navigation: a mesh by voxels of a level's walls, or our polygons as
// Detour's mesh, and paths on both.
#pragma once

#include "halfspace/level/level.h"
#include "halfspace/nav/nav_mesh.h"

#include <recastnavigation/DetourAlloc.h>
#include <recastnavigation/DetourNavMesh.h>
#include <recastnavigation/DetourNavMeshBuilder.h>
#include <recastnavigation/DetourNavMeshQuery.h>
#include <recastnavigation/Recast.h>

#include <array>
#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace halfspace::bench {

// The walls of models for the body of a space, as triangles in the axes of Recast: y is up.
struct WallTriangles {
    WallTriangles(const Level& level,
                  SpaceId space,
                  Contents blockers,
                  std::span<const ModelId> models);

    std::vector<float> vertices;  // three each
    std::vector<int> indices;     // three for each triangle
};

// All in map units.
struct VoxelBody {
    double cell = 1;  // of the voxels, in the plane; half of it is their height
    double radius = 0;
    double height = 0;
    double climb = 18;
    double floor_normal = 0.7;
};

class RecastMesh {
public:
    RecastMesh(const WallTriangles& walls, const VoxelBody& body);
    // The polygons of a mesh of ours, those with many corners in parts. Detour counts corners in
    // 65535 steps of the largest extent.
    explicit RecastMesh(const NavMesh& mesh);

    std::size_t bytes() const { return bytes_; }
    int polygon_count() const { return polygon_count_; }

    // A point of the mesh.
    struct Place {
        dtPolyRef polygon = 0;
        Vec3 position;  // of the feet
    };

    // The polygon above or below a position of the feet, at most this far.
    std::optional<Place> locate(const Vec3& feet, double reach) const {
        const Point at = to_recast(feet);
        const float half[3] = {0.01F, static_cast<float>(reach), 0.01F};
        dtPolyRef polygon = 0;
        Point nearest{};
        bool is_over = false;
        query_->findNearestPoly(at.data(), half, &filter_, &polygon, nearest.data(), &is_over);
        return polygon != 0 && is_over ? std::optional(Place{polygon, to_level(nearest)})
                                       : std::nullopt;
    }

    // A random place; equal areas get equally many. random: a function from 0 to 1.
    std::optional<Place> random_place(float (*random)()) const {
        dtPolyRef polygon = 0;
        Point at{};
        query_->findRandomPoint(&filter_, random, &polygon, at.data());
        return polygon != 0 ? std::optional(Place{polygon, to_level(at)}) : std::nullopt;
    }

    // The length of the path seen from above; nullopt if it does not arrive.
    std::optional<double> path_length(const Place& from, const Place& to);

private:
    using Point = std::array<float, 3>;
    static constexpr int kMaxPath = 8192;

    static Point to_recast(const Vec3& p) {
        return {static_cast<float>(p.x), static_cast<float>(p.z), static_cast<float>(-p.y)};
    }
    static Vec3 to_level(const Point& p) { return {p[0], -p[2], p[1]}; }

    void build(const WallTriangles& walls, rcPolyMesh& polygons, rcPolyMeshDetail& details);
    void make_detour(dtNavMeshCreateParams& params);

    VoxelBody body_;
    std::unique_ptr<dtNavMesh, void (*)(dtNavMesh*)> mesh_{dtAllocNavMesh(), dtFreeNavMesh};
    std::unique_ptr<dtNavMeshQuery, void (*)(dtNavMeshQuery*)> query_{dtAllocNavMeshQuery(),
                                                                      dtFreeNavMeshQuery};
    dtQueryFilter filter_;
    std::size_t bytes_ = 0;
    int polygon_count_ = 0;
    std::vector<dtPolyRef> corridor_ = std::vector<dtPolyRef>(kMaxPath);
    std::vector<float> straight_ = std::vector<float>(3 * kMaxPath);
};

}  // namespace halfspace::bench
