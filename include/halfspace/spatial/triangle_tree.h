// SPDX-License-Identifier: MIT
// A tree over the triangles of a mesh: what does a ray hit?
#pragma once

#include "halfspace/base/error.h"
#include "halfspace/base/executor.h"
#include "halfspace/math/aabb.h"
#include "halfspace/spatial/triangle_mesh.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>

namespace halfspace {

struct FloatBox;

// Coordinates of meshes are at most this large.
inline constexpr double kMostMeshPlace = 1e37;

// A tree holds at most this many triangles.
inline constexpr std::size_t kMostTriangles = std::size_t{1} << 29U;

enum class TriangleTreeMethod : std::uint8_t {
    Area,      // top-down: each split has the least surface area. The fastest rays
    Clusters,  // bottom-up: the nearest boxes become one, again and again
};

struct TriangleTreeOptions {
    TriangleTreeMethod method = TriangleTreeMethod::Area;
};

struct RayHit {
    std::uint32_t triangle = 0;
    double t = 0;  // the hit is at origin + t * direction

    friend bool operator==(const RayHit&, const RayHit&) = default;
};

// Triangles are closed: edges and corners belong to them. Whether a ray meets a triangle is decided
// exactly for the doubles of the ray and the mesh, so no ray slips between two neighbours. The
// answers do not depend on the method, nor on the machine.
class TriangleTree {
public:
    // Keeps the view of the mesh; the mesh's arrays must outlive the tree. Cost: n log n. The same
    // tree for every executor.
    // Errors: Range: a coordinate is not finite or above kMostMeshPlace, or a triangle has a vertex
    // that the mesh has not. Limit: more than kMostTriangles triangles.
    static Result<TriangleTree> build(const TriangleMesh& mesh,
                                      const TriangleTreeOptions& options = {},
                                      const Executor& executor = run_serially);

    TriangleTree(TriangleTree&&) noexcept;
    TriangleTree& operator=(TriangleTree&&) noexcept;
    ~TriangleTree();

    // Looks at the mesh's vertices again, after they have moved; the triangles stay the same. The
    // answers are those of a new tree. Queries become slower as triangles leave their neighbours:
    // build a new tree after large changes. Cost: n.
    // Errors: Range, as build. Then the tree is as before and must not be asked.
    Result<void> refit(const Executor& executor = run_serially);

    const TriangleMesh& mesh() const;

    // The triangle that the ray meets first; of several at one t, the one with the smallest number.
    // nullopt if the ray meets none. A triangle whose plane holds the ray is not met, nor is one
    // without area. A ray meets nothing if it is not finite, has no direction, or begins beyond
    // 1e100. t is a double with an error of at most 2^-32 of the largest t of the triangle's
    // corners, nearly always of some 2^-50; the order of hits is that of these doubles.
    std::optional<RayHit> raycast(const Ray& ray) const;

    // True if the ray meets any triangle. Faster than raycast.
    bool is_hit(const Ray& ray) const;

    // hits[i] = raycast(rays[i]). REQUIRES: hits has the size of rays.
    void raycast(std::span<const Ray> rays,
                 std::span<std::optional<RayHit>> hits,
                 const Executor& executor = run_serially) const;

    struct Statistics {
        std::size_t nodes = 0;  // with up to four children each
        std::size_t depth = 0;  // the most nodes from the root to a leaf
        std::size_t bytes = 0;  // memory of the tree
        // How many nodes and leaves a line enters that enters the root, on average, by surface
        // area. A measure of quality: lower is better.
        double cost = 0;
        // Of the nodes and the order of triangles: equal trees have equal hashes, on every machine.
        std::uint64_t hash = 0;
    };
    // Cost: all nodes.
    Statistics statistics() const;

    // For the other functions of this module.
    struct Data;
    const Data& data() const { return *data_; }

private:
    explicit TriangleTree(std::unique_ptr<Data> data);

    static void fill(Data& data, std::span<const FloatBox> boxes, const Executor& executor);
    template <bool kAny>
    std::optional<RayHit> cast(const Ray& ray) const;

    std::unique_ptr<Data> data_;
};

}  // namespace halfspace
