// SPDX-License-Identifier: MIT
// A tree over the triangles of a mesh: what does a ray hit?
#pragma once

#include "halfspace/base/error.h"
#include "halfspace/base/executor.h"
#include "halfspace/math/aabb.h"
#include "halfspace/spatial/triangle_mesh.h"

#include <cstdint>
#include <limits>
#include <memory>
#include <optional>

namespace halfspace {

// Coordinates of meshes are at most this large.
inline constexpr double kMostMeshPlace = 1e37;

enum class TriangleTreeMethod : std::uint8_t {
    Clusters,  // bottom-up: the two nearest boxes become one, again and again
    Area,      // top-down: each split has the least surface area
};

struct TriangleTreeOptions {
    TriangleTreeMethod method = TriangleTreeMethod::Clusters;
};

// A line from `origin`: the points origin + t * direction with 0 <= t <= most.
struct Ray {
    Vec3 origin;
    Vec3 direction;
    double most = std::numeric_limits<double>::infinity();
};

struct RayHit {
    std::uint32_t triangle = 0;
    double t = 0;  // the hit is at origin + t * direction
};

class TriangleTree {
public:
    // Keeps the view of the mesh; its arrays must outlive the tree. Cost: n log n. The same tree for
    // every executor.
    // Errors: Range: a coordinate is not finite or above kMostMeshPlace; an index is not of a
    // vertex. Limit: more than 2^29 triangles.
    static Result<TriangleTree> build(const TriangleMesh& mesh,
                                      const TriangleTreeOptions& options = {},
                                      const Executor& executor = run_serially);

    TriangleTree(TriangleTree&&) noexcept;
    TriangleTree& operator=(TriangleTree&&) noexcept;
    ~TriangleTree();

    // The triangle that the ray meets first; of several at one t, the one with the smallest number.
    // Triangles are closed: a ray through a common edge meets both. nullopt if the ray meets none.
    std::optional<RayHit> raycast(const Ray& ray) const;

    // True if the ray meets any triangle. Faster than raycast.
    bool is_hit(const Ray& ray) const;

    // The tree's cost by surface area: lower is better.
    double cost() const;

private:
    struct Data;
    explicit TriangleTree(std::unique_ptr<Data> data);

    std::unique_ptr<Data> data_;
};

}  // namespace halfspace
