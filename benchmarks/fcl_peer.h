// SPDX-License-Identifier: MIT
// FCL as a peer of questions about convex pairs.
#pragma once

#include "convex_pairs.h"

#include <fcl/geometry/shape/box.h>
#include <fcl/geometry/shape/convex.h>
#include <fcl/narrowphase/collision.h>

#include <cmath>
#include <cstddef>
#include <memory>
#include <vector>

namespace halfspace::bench {

class FclPairs {
public:
    explicit FclPairs(const BenchPairs& made) {
        for (const BenchShape& shape : made.shapes) {
            shapes_.push_back(to_fcl(shape));
        }
        for (const BenchPair& pair : made.pairs) {
            a_.emplace_back(shapes_[pair.a], to_fcl(pair.a_to_world));
            b_.emplace_back(shapes_[pair.b], to_fcl(pair.b_to_world));
        }
    }
    bool overlaps(std::size_t i) const {
        const fcl::CollisionRequestd request(1, false);
        fcl::CollisionResultd result;
        return fcl::collide(&a_[i], &b_[i], request, result) > 0;
    }
    // By its own expanding polytope; for boxes by separating axes. -1 if they do not overlap.
    double depth(std::size_t i) const {
        fcl::CollisionRequestd request(1, true);
        request.gjk_solver_type = fcl::GST_INDEP;
        fcl::CollisionResultd result;
        if (fcl::collide(&a_[i], &b_[i], request, result) == 0) {
            return -1;
        }
        return std::abs(result.getContact(0).penetration_depth);  // its polytope says -depth
    }

private:
    static fcl::Transform3d to_fcl(const Transform& t) {
        fcl::Transform3d made = fcl::Transform3d::Identity();
        made.linear() << t.x.x, t.y.x, t.z.x, t.x.y, t.y.y, t.z.y, t.x.z, t.y.z, t.z.z;
        made.translation() << t.translation.x, t.translation.y, t.translation.z;
        return made;
    }
    static std::shared_ptr<fcl::CollisionGeometryd> to_fcl(const BenchShape& shape) {
        if (shape.half) {
            return std::make_shared<fcl::Boxd>(
                2 * shape.half->x, 2 * shape.half->y, 2 * shape.half->z);
        }
        auto points = std::make_shared<std::vector<fcl::Vector3d>>();
        for (const Vec3& p : shape.points) {
            points->emplace_back(p.x, p.y, p.z);
        }
        auto faces = std::make_shared<std::vector<int>>();
        const auto triangles = hull_triangles(shape.points);
        for (const auto& triangle : triangles) {
            faces->push_back(3);
            faces->insert(faces->end(), triangle.begin(), triangle.end());
        }
        return std::make_shared<fcl::Convexd>(points, static_cast<int>(triangles.size()), faces);
    }

    std::vector<std::shared_ptr<fcl::CollisionGeometryd>> shapes_;
    std::vector<fcl::CollisionObjectd> a_;
    std::vector<fcl::CollisionObjectd> b_;
};

}  // namespace halfspace::bench
