// SPDX-License-Identifier: MIT
// Embree as a peer of rays: the faces of a level's brushes, as a fan of triangles each.
#pragma once

#include "halfspace/base/contents.h"
#include "halfspace/level/level.h"
#include "halfspace/query/trace.h"

#include <embree3/rtcore.h>

#include <algorithm>
#include <vector>

namespace halfspace::bench {

class EmbreeScene {
public:
    // The faces of the world's brushes with any of these contents.
    EmbreeScene(const Level& level, Contents mask)
        : device_(rtcNewDevice(nullptr)), scene_(rtcNewScene(device_)) {
        rtcSetSceneFlags(scene_, RTC_SCENE_FLAG_ROBUST);
        rtcSetSceneBuildQuality(scene_, RTC_BUILD_QUALITY_HIGH);
        std::vector<std::uint32_t> triangles;
        const ModelRecord& world = level.models()[0];
        for (const FaceRecord& face : level.faces().subspan(world.first_face, world.face_count)) {
            const auto contents = static_cast<Contents>(level.brushes()[face.brush].contents);
            const auto corners = level.face_vertices().subspan(face.first_vertex);
            for (std::uint32_t i = 2; any(contents & mask) && i < face.vertex_count; ++i) {
                triangles.insert(triangles.end(), {corners[0], corners[i - 1], corners[i]});
            }
        }
        const RTCGeometry geometry = rtcNewGeometry(device_, RTC_GEOMETRY_TYPE_TRIANGLE);
        auto* const vertices =
            static_cast<VertexRecord*>(rtcSetNewGeometryBuffer(geometry,
                                                               RTC_BUFFER_TYPE_VERTEX,
                                                               0,
                                                               RTC_FORMAT_FLOAT3,
                                                               sizeof(VertexRecord),
                                                               level.vertices().size()));
        std::copy(level.vertices().begin(), level.vertices().end(), vertices);
        auto* const indices =
            static_cast<std::uint32_t*>(rtcSetNewGeometryBuffer(geometry,
                                                                RTC_BUFFER_TYPE_INDEX,
                                                                0,
                                                                RTC_FORMAT_UINT3,
                                                                3 * sizeof(std::uint32_t),
                                                                triangles.size() / 3));
        std::copy(triangles.begin(), triangles.end(), indices);
        rtcCommitGeometry(geometry);
        rtcAttachGeometry(scene_, geometry);
        rtcReleaseGeometry(geometry);
        rtcCommitScene(scene_);
    }
    ~EmbreeScene() {
        rtcReleaseScene(scene_);
        rtcReleaseDevice(device_);
    }
    EmbreeScene(const EmbreeScene&) = delete;
    EmbreeScene& operator=(const EmbreeScene&) = delete;

    bool is_occluded(const Segment& segment) const {
        RTCIntersectContext context;
        rtcInitIntersectContext(&context);
        RTCRay ray = ray_of(segment);
        rtcOccluded1(scene_, &context, &ray);
        return ray.tfar < 0;
    }

    // The first face that is met.
    bool any_hit(const Segment& segment) const {
        RTCIntersectContext context;
        rtcInitIntersectContext(&context);
        RTCRayHit query{};
        query.ray = ray_of(segment);
        query.hit.geomID = RTC_INVALID_GEOMETRY_ID;
        rtcIntersect1(scene_, &context, &query);
        return query.hit.geomID != RTC_INVALID_GEOMETRY_ID;
    }

private:
    static RTCRay ray_of(const Segment& segment) {
        const Vec3 way = segment.to - segment.from;
        RTCRay ray{};
        ray.org_x = static_cast<float>(segment.from.x);
        ray.org_y = static_cast<float>(segment.from.y);
        ray.org_z = static_cast<float>(segment.from.z);
        ray.dir_x = static_cast<float>(way.x);
        ray.dir_y = static_cast<float>(way.y);
        ray.dir_z = static_cast<float>(way.z);
        ray.tfar = 1;
        ray.mask = 0xffffffffu;
        return ray;
    }

    RTCDevice device_;
    RTCScene scene_;
};

}  // namespace halfspace::bench
