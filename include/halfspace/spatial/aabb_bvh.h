// SPDX-License-Identifier: MIT
// A tree over the boxes of any objects: placed meshes, convex shapes, lights. It finds the objects
// that a ray, a point or a box may concern, and asks the caller about each of them.
//
// For objects that move often, take an Octree. A AabbBvh is smaller and faster to ask.
#pragma once

#include "halfspace/base/error.h"
#include "halfspace/base/executor.h"
#include "halfspace/math/aabb.h"
#include "halfspace/spatial/bvh_options.h"
#include "halfspace/spatial/triangle.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <span>

namespace halfspace {

class AabbBvh {
public:
    // Object i has boxes[i]. The boxes are closed; a box may be flat or a point. Cost: n log n. The
    // same tree for every executor.
    // Errors: Range: a coordinate is not finite or above kMaxBvhCoordinate, or min > max on an
    // axis. Limit: more than kMaxBvhObjects boxes.
    static Result<AabbBvh> build(std::span<const Aabb> boxes,
                                 const BvhOptions& options = {},
                                 const Executor& executor = run_serially);

    AabbBvh(AabbBvh&&) noexcept;
    AabbBvh& operator=(AabbBvh&&) noexcept;
    ~AabbBvh();

    // Gives the objects new boxes. Questions become slower as objects leave their neighbours. Cost:
    // n. Errors: Range, as build, or another number of boxes. Then nothing has changed.
    Result<void> refit(std::span<const Aabb> boxes);

    std::size_t size() const;

    // Answers a question about one object; `best` is the best answer so far. The result is the best
    // answer now: `best` again, or the t or the distance of this object if it is less. A negative
    // result ends the walk.
    using Improve = std::function<double(std::uint32_t object, double best)>;
    // Takes an object. false ends the walk.
    using Take = std::function<bool(std::uint32_t object)>;

    // Asks about the objects whose boxes the ray meets at a t of at most the best answer; those
    // whose boxes it meets first come nearly first. Some whose boxes it just misses are asked, too;
    // all are asked if the ray begins more than 1e15 sizes of the whole away.
    // REQUIRES of the ray: finite, a direction of a length from 1e-30 to 1e30.
    void on_ray(const Ray& ray, const Improve& improved) const;

    // Asks about the objects whose boxes are at most as far from p as the best answer; those whose
    // boxes are nearest come nearly first. REQUIRES: p is finite, max_distance >= 0.
    void near_point(const Vec3& p,
                    const Improve& improved,
                    double max_distance = std::numeric_limits<double>::infinity()) const;

    // The objects whose boxes touch a closed box. A box with min > max on an axis finds none.
    void in_box(const Aabb& box, const Take& take) const;

private:
    struct Data;
    template <class Walk>
    void improve(const Walk& walk, double best, const Improve& improved) const;
    explicit AabbBvh(std::unique_ptr<Data> data);

    std::unique_ptr<Data> data_;
};

}  // namespace halfspace
