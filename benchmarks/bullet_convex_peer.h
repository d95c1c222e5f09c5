// SPDX-License-Identifier: MIT
// Bullet as a peer of questions about convex pairs: GJK, and EPA for the depth.
#pragma once

#include "convex_pairs.h"

#include <BulletCollision/NarrowPhaseCollision/btGjkEpaPenetrationDepthSolver.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkPairDetector.h>
#include <BulletCollision/NarrowPhaseCollision/btPointCollector.h>
#include <btBulletCollisionCommon.h>

#include <cstddef>
#include <memory>
#include <vector>

namespace halfspace::bench {

class BulletPairs {
public:
    explicit BulletPairs(const BenchPairs& made) : pairs_(made.pairs) {
        for (const BenchShape& shape : made.shapes) {
            shapes_.push_back(to_bullet(shape));
            shapes_.back()->setMargin(0);
        }
        for (const BenchPair& pair : pairs_) {
            a_.push_back(to_bullet(pair.a_to_world));
            b_.push_back(to_bullet(pair.b_to_world));
        }
    }
    // The distance of the shapes; negative is a depth.
    double distance(std::size_t i) {
        btVoronoiSimplexSolver simplex;
        btGjkEpaPenetrationDepthSolver depth;
        btGjkPairDetector detector(
            shapes_[pairs_[i].a].get(), shapes_[pairs_[i].b].get(), &simplex, &depth);
        btGjkPairDetector::ClosestPointInput input;
        input.m_transformA = a_[i];
        input.m_transformB = b_[i];
        btPointCollector found;
        detector.getClosestPoints(input, found, nullptr);
        return found.m_hasResult ? static_cast<double>(found.m_distance) : 1;
    }

private:
    static btVector3 to_bullet(const Vec3& p) {
        return {static_cast<btScalar>(p.x), static_cast<btScalar>(p.y), static_cast<btScalar>(p.z)};
    }
    static btTransform to_bullet(const Transform& t) {
        const btVector3 x = to_bullet(t.x);
        const btVector3 y = to_bullet(t.y);
        const btVector3 z = to_bullet(t.z);
        return btTransform(
            btMatrix3x3(x.x(), y.x(), z.x(), x.y(), y.y(), z.y(), x.z(), y.z(), z.z()),
            to_bullet(t.translation));
    }
    static std::unique_ptr<btConvexShape> to_bullet(const BenchShape& shape) {
        if (shape.half) {
            return std::make_unique<btBoxShape>(to_bullet(*shape.half));
        }
        auto hull = std::make_unique<btConvexHullShape>();
        for (const Vec3& p : shape.points) {
            hull->addPoint(to_bullet(p));
        }
        return hull;
    }

    const std::vector<BenchPair>& pairs_;
    std::vector<std::unique_ptr<btConvexShape>> shapes_;
    std::vector<btTransform> a_;
    std::vector<btTransform> b_;
};

}  // namespace halfspace::bench
