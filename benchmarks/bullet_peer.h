// SPDX-License-Identifier: MIT
// Bullet as a peer of sweeps: a box against the triangles of a level's faces, or against one convex
// hull for each brush.
#pragma once

#include "halfspace/base/contents.h"
#include "halfspace/level/level.h"
#include "halfspace/query/trace.h"

#include <btBulletCollisionCommon.h>

#include <memory>
#include <vector>

namespace halfspace::bench {

inline btVector3 to_bullet(const Vec3& p) {
    return {static_cast<btScalar>(p.x), static_cast<btScalar>(p.y), static_cast<btScalar>(p.z)};
}

class BulletScene {
public:
    // The faces of the world's brushes with any of these contents.
    BulletScene(const Level& level, Contents mask, const SpaceRecord& body)
        : dispatcher_(&configuration_),
          world_(&dispatcher_, &broadphase_, &configuration_),
          centre_{(body.min[0] + body.max[0]) / 2,
                  (body.min[1] + body.max[1]) / 2,
                  (body.min[2] + body.max[2]) / 2},
          box_(to_bullet({(body.max[0] - body.min[0]) / 2,
                          (body.max[1] - body.min[1]) / 2,
                          (body.max[2] - body.min[2]) / 2})) {
        const ModelRecord& world = level.models()[0];
        const auto corner = [&](std::uint32_t i) {
            const VertexRecord& v = level.vertices()[level.face_vertices()[i]];
            return btVector3(v.x, v.y, v.z);
        };
        for (const FaceRecord& face : level.faces().subspan(world.first_face, world.face_count)) {
            const auto contents = static_cast<Contents>(level.brushes()[face.brush].contents);
            for (std::uint32_t i = 2; any(contents & mask) && i < face.vertex_count; ++i) {
                mesh_.addTriangle(corner(face.first_vertex),
                                  corner(face.first_vertex + i - 1),
                                  corner(face.first_vertex + i));
            }
        }
        shape_ = std::make_unique<btBvhTriangleMeshShape>(&mesh_, true);
        object_.setCollisionShape(shape_.get());
        world_.addCollisionObject(&object_);
    }
    ~BulletScene() { world_.removeCollisionObject(&object_); }
    BulletScene(const BulletScene&) = delete;
    BulletScene& operator=(const BulletScene&) = delete;

    // True if the body's box meets a triangle on its way.
    bool any_hit(const Segment& segment) const {
        const btVector3 begin = to_bullet(segment.from + centre_);
        const btVector3 end = to_bullet(segment.to + centre_);
        btCollisionWorld::ClosestConvexResultCallback result(begin, end);
        const btQuaternion unturned(0, 0, 0, 1);
        world_.convexSweepTest(
            &box_, btTransform(unturned, begin), btTransform(unturned, end), result);
        return result.hasHit();
    }

private:
    btDefaultCollisionConfiguration configuration_;
    btCollisionDispatcher dispatcher_;
    btDbvtBroadphase broadphase_;
    btCollisionWorld world_;
    Vec3 centre_;
    btBoxShape box_;
    btTriangleMesh mesh_;
    std::unique_ptr<btBvhTriangleMeshShape> shape_;
    btCollisionObject object_;
};

}  // namespace halfspace::bench
