// SPDX-License-Identifier: MIT
// A bounding volume hierarchy (BVH) over the triangles of a mesh: what does a ray hit, which point
// is nearest, which triangles are here?
#pragma once

#include "halfspace/base/error.h"
#include "halfspace/base/executor.h"
#include "halfspace/math/aabb.h"
#include "halfspace/spatial/bvh_options.h"
#include "halfspace/spatial/query_scratch.h"
#include "halfspace/spatial/triangle.h"
#include "halfspace/spatial/triangle_mesh.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace halfspace {

struct MeshPoint {
    TriangleId triangle;
    Vec3 point;           // of the triangle
    double distance = 0;  // from the point of the question

    friend bool operator==(const MeshPoint&, const MeshPoint&) = default;
};

// Triangles are closed: edges and corners belong to them. Whether a ray meets a triangle is decided
// exactly for the doubles of the ray and the mesh, so no ray slips between two neighbours. The
// answers do not depend on the method, nor on the machine.
//
// REQUIRES of questions: coordinates of points are at most kMaxPlace in magnitude (triangle.h).
// The origin of a ray, an eye and the corners of a box may be larger. Radii are at least 0.
class TriangleBvh {
public:
    // Keeps the view of the mesh; the mesh's arrays must outlive the tree. Cost: n log n. The same
    // tree for every executor.
    // Errors: Range: a coordinate is not finite or above kMaxBvhCoordinate, or a triangle has a
    // vertex that the mesh has not. Limit: more than kMaxBvhObjects triangles.
    static Result<TriangleBvh> build(const TriangleMesh& mesh,
                                     const BvhOptions& options = {},
                                     const Executor& executor = run_serially);

    TriangleBvh(TriangleBvh&&) noexcept;
    TriangleBvh& operator=(TriangleBvh&&) noexcept;
    ~TriangleBvh();

    // Looks at the mesh's vertices again, after they have moved; the triangles stay the same. The
    // answers are as of a new tree. Queries become slower as triangles leave their neighbours:
    // build a new tree after large changes. Cost: n.
    // Errors: Range, as build. Do not ask the tree until a refit succeeds.
    Result<void> refit(const Executor& executor = run_serially);

    const TriangleMesh& mesh() const;

    // A box around all triangles; its sides may be up to 2^-22 of its size too far out. Without a
    // triangle: the origin. Cost: one node.
    Aabb bounds() const;

    // The triangle that the ray meets first; of several at one t, the one with the smallest number.
    // nullopt if the ray meets none. A triangle whose plane holds the ray is not met, nor is one
    // without area. A ray meets nothing if it is not finite, has no direction, or begins beyond
    // 1e100. t is a double with an error of at most 2^-32 of the largest t of the triangle's
    // corners, nearly always of some 2^-50; hits are in the order of these doubles.
    std::optional<RayHit> raycast(const Ray& ray) const;

    // All triangles that the ray meets, by t and then by number.
    AnswerList<RayHit> on_ray(const Ray& ray, QueryScratch& scratch) const;

    // True if the ray meets any triangle. Often faster than raycast.
    bool any_hit(const Ray& ray) const;

    // hits[i] = raycast(rays[i]). REQUIRES: hits has the size of rays.
    void raycast_all(std::span<const Ray> rays,
                     std::span<std::optional<RayHit>> hits,
                     const Executor& executor = run_serially) const;

    // The point of the mesh that is nearest to p, at most `max_distance` away; of triangles at one
    // distance, the one with the smallest number. nullopt if there is none, or p is not finite. Up
    // to the rounding of closest_point (triangle.h).
    std::optional<MeshPoint> closest_point(
        const Vec3& p, double max_distance = std::numeric_limits<double>::infinity()) const;

    // found[i] = closest_point(points[i], max_distance). REQUIRES: found has the size of points.
    void closest_point_all(std::span<const Vec3> points,
                           std::span<std::optional<MeshPoint>> found,
                           double max_distance = std::numeric_limits<double>::infinity(),
                           const Executor& executor = run_serially) const;

    // The triangles that share a point with a closed box, ball or capsule, in ascending order.
    // Exact for boxes; for balls and capsules up to rounding. A capsule is all points at most
    // `radius` away from the segment. A box may be infinite. A box with min > max on an axis has no
    // triangles.
    AnswerList<TriangleId> in_box(const Aabb& box, QueryScratch& scratch) const;
    AnswerList<TriangleId> in_sphere(const Vec3& centre,
                                     double radius,
                                     QueryScratch& scratch) const;
    AnswerList<TriangleId> in_capsule(const Vec3& from,
                                      const Vec3& to,
                                      double radius,
                                      QueryScratch& scratch) const;
    // Whether in_box and so on would find a triangle. Faster.
    bool overlaps_box(const Aabb& box) const;
    bool overlaps_sphere(const Vec3& centre, double radius) const;
    bool overlaps_capsule(const Vec3& from, const Vec3& to, double radius) const;

    // All triangles in an order for drawing without a depth buffer: of two parts of the tree, the
    // one whose centre is farther from the eye comes first. No triangle is cut, so the order is not
    // right everywhere. It depends on the builder. REQUIRES: the eye is finite.
    AnswerList<TriangleId> far_to_near(const Vec3& eye, QueryScratch& scratch) const;

    // The winding number of a closed mesh around p: 1 inside of a mesh whose triangles are
    // counter-clockwise from outside, 0 outside, 2 where two such meshes overlap. Exact. On the
    // surface it is the number of one of the two sides. REQUIRES: the mesh is closed: each edge
    // belongs to as many triangles in one direction as in the other. Cost: the triangles on a
    // line from p.
    int winding(const Vec3& p) const;

    // numbers[i] = winding(points[i]). REQUIRES: numbers has the size of points.
    void winding_all(std::span<const Vec3> points,
                     std::span<int> numbers,
                     const Executor& executor = run_serially) const;

    struct Statistics {
        std::size_t nodes = 0;  // with up to four children each
        std::size_t depth = 0;  // the most nodes from the root to a leaf
        std::size_t bytes = 0;  // memory of the tree
        // The SAH cost: how many nodes and leaves a random line enters on average, if it enters
        // the root. Lower is better.
        double cost = 0;
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
    explicit TriangleBvh(std::unique_ptr<Data> data);

    static void fill_blocks(Data& data, const Executor& executor);
    template <class Touches, class Visit>
    void each_in(const Aabb& bounds, const Touches& touches, const Visit& visit) const;
    template <class Touches>
    AnswerList<TriangleId> all_in(const Aabb& bounds,
                                  const Touches& touches,
                                  QueryScratch& scratch) const;
    template <class Touches>
    bool any_in(const Aabb& bounds, const Touches& touches) const;
    enum class Wanted : std::uint8_t { First, Any, All };
    template <Wanted What>
    std::optional<RayHit> cast(const Ray& ray, std::vector<RayHit>* all = nullptr) const;

    std::unique_ptr<Data> data_;
};

}  // namespace halfspace
