// SPDX-License-Identifier: MIT
// libccd as a peer of questions about convex pairs: Minkowski Portal Refinement.
#pragma once

#include "convex_pairs.h"

#include <ccd/ccd.h>

#include <cmath>
#include <cstddef>
#include <vector>

namespace halfspace::bench {

class CcdPairs {
public:
    explicit CcdPairs(const BenchPairs& made) : pairs_(made.pairs) {
        for (const BenchPair& pair : pairs_) {
            a_.push_back({&made.shapes[pair.a], pair.a_to_world, middle(made.shapes[pair.a])});
            b_.push_back({&made.shapes[pair.b], pair.b_to_world, middle(made.shapes[pair.b])});
        }
        CCD_INIT(&ccd_);
        ccd_.support1 = support;
        ccd_.support2 = support;
        ccd_.center1 = centre;
        ccd_.center2 = centre;
        ccd_.max_iterations = 1000;
    }
    bool overlaps(std::size_t i) const { return ccdMPRIntersect(&a_[i], &b_[i], &ccd_) != 0; }
    // Negative if the shapes do not overlap.
    double depth(std::size_t i) const {
        ccd_real_t depth = 0;
        ccd_vec3_t direction;
        ccd_vec3_t place;
        const bool is_overlap =
            ccdMPRPenetration(&a_[i], &b_[i], &ccd_, &depth, &direction, &place) == 0;
        return is_overlap ? depth : -1;
    }

private:
    struct Placed {
        const BenchShape* shape;
        Transform transform;
        Vec3 middle;
    };

    static Vec3 middle(const BenchShape& shape) {
        Vec3 sum;
        for (const Vec3& p : shape.points) {
            sum += p;
        }
        return shape.half ? sum : sum / static_cast<double>(shape.points.size());
    }
    // In the header, so that libccd's callbacks are inlined as ours are.
    static void store(const Transform& t, const Vec3& p, ccd_vec3_t* out) {
        const Vec3 world = t.x * p.x + t.y * p.y + t.z * p.z + t.translation;
        ccdVec3Set(out, world.x, world.y, world.z);
    }
    static void centre(const void* object, ccd_vec3_t* out) {
        const auto& placed = *static_cast<const Placed*>(object);
        store(placed.transform, placed.middle, out);
    }
    static void support(const void* object, const ccd_vec3_t* direction, ccd_vec3_t* out) {
        const auto& placed = *static_cast<const Placed*>(object);
        const Vec3 world{direction->v[0], direction->v[1], direction->v[2]};
        const Transform& t = placed.transform;
        const Vec3 d{dot(t.x, world), dot(t.y, world), dot(t.z, world)};
        if (placed.shape->half) {
            const Vec3& half = *placed.shape->half;
            store(t,
                  {std::copysign(half.x, d.x),
                   std::copysign(half.y, d.y),
                   std::copysign(half.z, d.z)},
                  out);
            return;
        }
        const std::vector<Vec3>& points = placed.shape->points;
        std::size_t best = 0;
        double most = dot(points[0], d);
        for (std::size_t i = 1; i < points.size(); ++i) {
            const double along = dot(points[i], d);
            if (along > most) {
                most = along;
                best = i;
            }
        }
        store(t, points[best], out);
    }

    const std::vector<BenchPair>& pairs_;
    std::vector<Placed> a_;
    std::vector<Placed> b_;
    ccd_t ccd_;
};

}  // namespace halfspace::bench
