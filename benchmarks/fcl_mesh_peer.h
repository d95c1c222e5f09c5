// SPDX-License-Identifier: MIT
// FCL as a peer of questions about pairs of meshes: trees of OBBRSS.
#pragma once

#include "halfspace/math/transform.h"
#include "halfspace/spatial/triangle_mesh.h"

#include <fcl/geometry/bvh/BVH_model.h>
#include <fcl/narrowphase/collision.h>
#include <fcl/narrowphase/distance.h>

#include <cstddef>
#include <limits>
#include <memory>
#include <vector>

namespace halfspace::bench {

// Real: float or double.
template <class Real>
class FclMesh {
public:
    explicit FclMesh(const TriangleMesh& mesh) : model_(std::make_shared<Model>()) {
        std::vector<fcl::Vector3<Real>> vertices;
        for (std::size_t i = 0; i < mesh.vertex_count(); ++i) {
            vertices.push_back(vector(mesh.vertex(i)));
        }
        std::vector<fcl::Triangle> triangles;
        for (std::size_t i = 0; i < mesh.size(); ++i) {
            triangles.emplace_back(mesh.index(i, 0), mesh.index(i, 1), mesh.index(i, 2));
        }
        model_->beginModel();
        model_->addSubModel(vertices, triangles);
        model_->endModel();
    }

    std::size_t size() const { return static_cast<std::size_t>(model_->num_tris); }

    // The contacts that FCL finds, at most `most`; the first object is this mesh.
    std::vector<fcl::Contact<Real>> contacts(const FclMesh& other,
                                             const Transform& other_to_this,
                                             std::size_t most) const {
        const fcl::CollisionRequest<Real> request(most, false);
        fcl::CollisionResult<Real> result;
        fcl::collide(model_.get(),
                     fcl::Transform3<Real>::Identity(),
                     other.model_.get(),
                     placement(other_to_this),
                     request,
                     result);
        std::vector<fcl::Contact<Real>> found;
        result.getContacts(found);
        return found;
    }

    // The least distance, as FCL finds it.
    Real distance(const FclMesh& other, const Transform& other_to_this) const {
        const fcl::DistanceRequest<Real> request(true);
        fcl::DistanceResult<Real> result;
        return fcl::distance(model_.get(),
                             fcl::Transform3<Real>::Identity(),
                             other.model_.get(),
                             placement(other_to_this),
                             request,
                             result);
    }

private:
    using Model = fcl::BVHModel<fcl::OBBRSS<Real>>;

    static fcl::Vector3<Real> vector(const Vec3& p) {
        return {static_cast<Real>(p.x), static_cast<Real>(p.y), static_cast<Real>(p.z)};
    }
    static fcl::Transform3<Real> placement(const Transform& t) {
        fcl::Transform3<Real> made = fcl::Transform3<Real>::Identity();
        made.linear().col(0) = vector(t.x);
        made.linear().col(1) = vector(t.y);
        made.linear().col(2) = vector(t.z);
        made.translation() = vector(t.translation);
        return made;
    }

    std::shared_ptr<Model> model_;
};

}  // namespace halfspace::bench
