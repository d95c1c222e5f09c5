// SPDX-License-Identifier: MIT
// A tree over the triangles of a mesh: what does a ray hit?
#pragma once

#include "halfspace/base/error.h"
#include "halfspace/base/executor.h"
#include "halfspace/math/aabb.h"
#include "halfspace/spatial/tree_options.h"
#include "halfspace/spatial/triangle.h"
#include "halfspace/spatial/triangle_mesh.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace halfspace {

struct RayHit {
    std::uint32_t triangle = 0;
    double t = 0;  // the hit is at origin + t * direction

    friend bool operator==(const RayHit&, const RayHit&) = default;
};

struct MeshPoint {
    std::uint32_t triangle = 0;
    Vec3 point;           // of the triangle
    double distance = 0;  // from the point of the question

    friend bool operator==(const MeshPoint&, const MeshPoint&) = default;
};

// Memory for questions. Each thread has its own. An answer is in it until the next
// question. Once it is large enough, questions allocate nothing.
struct TriangleRoom {
    std::vector<std::uint32_t> triangles;
    std::vector<RayHit> hits;
};

// Triangles are closed: edges and corners belong to them. Whether a ray meets a triangle is decided
// exactly for the doubles of the ray and the mesh, so no ray slips between two neighbours. The
// answers do not depend on the method, nor on the machine.
//
// REQUIRES of questions: coordinates of points are at most kMostPlace in magnitude (triangle.h).
// The origin of a ray, an eye and the corners of a box may be larger. Radii are at least 0.
class TriangleTree {
public:
    // Keeps the view of the mesh; the mesh's arrays must outlive the tree. Cost: n log n. The same
    // tree for every executor.
    // Errors: Range: a coordinate is not finite or above kMostTreePlace, or a triangle has a vertex
    // that the mesh has not. Limit: more than kMostTreeObjects triangles.
    static Result<TriangleTree> build(const TriangleMesh& mesh,
                                      const TreeOptions& options = {},
                                      const Executor& executor = run_serially);

    TriangleTree(TriangleTree&&) noexcept;
    TriangleTree& operator=(TriangleTree&&) noexcept;
    ~TriangleTree();

    // Looks at the mesh's vertices again, after they have moved; the triangles stay the same. The
    // answers are as of a new tree. Queries become slower as triangles leave their neighbours:
    // build a new tree after large changes. Cost: n.
    // Errors: Range, as build. Do not ask the tree until a refit succeeds.
    Result<void> refit(const Executor& executor = run_serially);

    const TriangleMesh& mesh() const;

    // The triangle that the ray meets first; of several at one t, the one with the smallest number.
    // nullopt if the ray meets none. A triangle whose plane holds the ray is not met, nor is one
    // without area. A ray meets nothing if it is not finite, has no direction, or begins beyond
    // 1e100. t is a double with an error of at most 2^-32 of the largest t of the triangle's
    // corners, nearly always of some 2^-50; hits are in the order of these doubles.
    std::optional<RayHit> raycast(const Ray& ray) const;

    // All triangles that the ray meets, by t and then by number.
    std::span<const RayHit> on_ray(const Ray& ray, TriangleRoom& room) const;

    // True if the ray meets any triangle. Often faster than raycast.
    bool is_hit(const Ray& ray) const;

    // hits[i] = raycast(rays[i]). REQUIRES: hits has the size of rays.
    void raycast(std::span<const Ray> rays,
                 std::span<std::optional<RayHit>> hits,
                 const Executor& executor = run_serially) const;

    // The point of the mesh that is nearest to p, at most `most` away; of triangles at one
    // distance, the one with the smallest number. nullopt if there is none, or p is not finite. Up
    // to the rounding of closest_point (triangle.h).
    std::optional<MeshPoint> closest_point(
        const Vec3& p, double most = std::numeric_limits<double>::infinity()) const;

    // found[i] = closest_point(points[i]). REQUIRES: found has the size of points.
    void closest_points(std::span<const Vec3> points,
                        std::span<std::optional<MeshPoint>> found,
                        const Executor& executor = run_serially) const;

    // The triangles that share a point with a closed box (exact), ball or capsule (up to rounding),
    // in ascending order; and whether there are any, which is faster. The capsule holds all points
    // that are at most `radius` away from the segment. A box with min > max on an axis touches
    // none; a box may be infinite.
    std::span<const std::uint32_t> in_box(const Aabb& box, TriangleRoom& room) const;
    std::span<const std::uint32_t> in_sphere(const Vec3& centre,
                                             double radius,
                                             TriangleRoom& room) const;
    std::span<const std::uint32_t> in_capsule(const Vec3& from,
                                              const Vec3& to,
                                              double radius,
                                              TriangleRoom& room) const;
    bool overlaps_box(const Aabb& box) const;
    bool overlaps_sphere(const Vec3& centre, double radius) const;
    bool overlaps_capsule(const Vec3& from, const Vec3& to, double radius) const;

    // All triangles in an order for drawing without a depth buffer: of two parts of the tree, the
    // one whose middle is farther from the eye comes first. No triangle is cut, so the order is not
    // right everywhere. It depends on the method of the build. REQUIRES: the eye is finite.
    std::span<const std::uint32_t> far_to_near(const Vec3& eye, TriangleRoom& room) const;

    // How often a closed mesh winds around p: 1 inside of a mesh whose triangles are
    // counter-clockwise from outside, 0 outside, 2 where two such meshes overlap. Exact. On the
    // surface it is the number of one of the two sides. REQUIRES: the mesh is closed, each edge
    // belongs to as many triangles in one direction as in the other. Cost: the triangles on a
    // line from p.
    int winding(const Vec3& p) const;

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

    // For pictures of a tree: the boxes of the nodes and leaves with `depth` nodes above them, and
    // of the leaves that have fewer. The root is at depth 0. Cost: all nodes.
    std::vector<Aabb> boxes_at(std::size_t depth) const;

    // For the other functions of this module.
    struct Data;
    const Data& data() const { return *data_; }

private:
    explicit TriangleTree(std::unique_ptr<Data> data);

    static void fill_blocks(Data& data, const Executor& executor);
    template <class Touches, class Visit>
    void each_in(const Aabb& bounds, const Touches& touches, const Visit& visit) const;
    template <class Touches>
    std::span<const std::uint32_t> all_in(const Aabb& bounds,
                                          const Touches& touches,
                                          TriangleRoom& room) const;
    template <class Touches>
    bool any_in(const Aabb& bounds, const Touches& touches) const;
    enum class Wanted : std::uint8_t { First, Any, All };
    template <Wanted What>
    std::optional<RayHit> cast(const Ray& ray, std::vector<RayHit>* all = nullptr) const;

    std::unique_ptr<Data> data_;
};

}  // namespace halfspace
