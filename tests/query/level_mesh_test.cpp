// SPDX-License-Identifier: MIT
// A level and the mesh of its own faces: a body of the level meets the same surfaces in both.
#include "halfspace/level/level.h"
#include "halfspace/query/collision_world.h"
#include "halfspace/query/free.h"
#include "halfspace/query/space.h"
#include "halfspace/query/sweep.h"
#include "halfspace/query/trace.h"
#include "halfspace/spatial/triangle_bvh.h"

#include "support/random.h"
#include "support/repeats.h"
#include "support/scene_levels.h"
#include "support/scenes.h"
#include "support/test_data.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <vector>

namespace halfspace {
namespace {

// The drawn faces of what blocks bodies in the world, as fans.
struct Faces {
    std::vector<double> positions;
    std::vector<std::uint32_t> indices;

    explicit Faces(const Level& level) {
        for (const VertexRecord& vertex : level.vertices()) {
            positions.insert(positions.end(), {vertex.x, vertex.y, vertex.z});
        }
        const ModelRecord& world = level.models().front();
        for (const FaceRecord& face : level.faces().subspan(world.first_face, world.face_count)) {
            const auto contents = static_cast<Contents>(level.brushes()[face.brush].contents);
            if (!any(contents & kBodyBlockers)) {
                continue;
            }
            const auto corners =
                level.face_vertices().subspan(face.first_vertex, face.vertex_count);
            for (std::size_t i = 2; i < corners.size(); ++i) {
                indices.insert(indices.end(), {corners[0], corners[i - 1], corners[i]});
            }
        }
    }
};

// Corners of faces are floats, so a face is off by up to this much [units].
constexpr double kFloats = 1e-3;

// Both touch at one place: as far apart along the normal as faces are off.
bool is_same_touch(const Contact& a, const Contact& b, const Vec3& motion) {
    const double apart = std::abs(a.fraction - b.fraction);
    return apart * std::abs(dot(a.normal, motion)) <= kFloats ||
           apart * std::abs(dot(b.normal, motion)) <= kFloats;
}

// The number of hits. Half a million of them agreed, at grazing angles, too.
std::size_t compare(const Level& level, std::uint64_t seed, std::size_t count) {
    const Faces faces(level);
    const TriangleBvh tree = *TriangleBvh::build({faces.positions, faces.indices});
    CollisionWorld world;
    world.place(MeshId(0), {.triangles = &tree});
    test::Random random(seed);
    const Aabb bounds = level.model_bounds(kWorldModel);
    const auto place = [&] {
        return Vec3{random.real(bounds.min.x, bounds.max.x),
                    random.real(bounds.min.y, bounds.max.y),
                    random.real(bounds.min.z, bounds.max.z)};
    };
    std::size_t hits = 0;
    for (std::size_t i = 0; i < count; ++i) {
        const SpaceId space(static_cast<std::uint32_t>(i % level.spaces().size()));
        const Aabb box = body_of(level, space);
        const PlacedShape body{*ConvexShape::box(half_of(box)), moved_by(centre_of(box))};
        const Vec3 from = place();
        const Vec3 to = random.one_in(2) ? place() : from + (place() - from) * 0.05;
        if (!is_free(level, space, from) || !is_free(world, body, from)) {
            continue;
        }
        const Contact in_level = trace(level, space, from, to);
        const Contact on_mesh = sweep(world, body, from, to);
        EXPECT_FALSE(on_mesh.start_blocked);
        EXPECT_EQ(in_level.hit, on_mesh.hit) << i;
        if (in_level.hit && on_mesh.hit) {
            EXPECT_TRUE(is_same_touch(in_level, on_mesh, to - from))
                << "space " << space.value << ", question " << i << ": " << in_level.fraction
                << " and " << on_mesh.fraction;
            ++hits;
        }
    }
    return hits;
}

TEST(LevelAndItsFaces, StopBodiesAtTheSamePlaces) {
    for (const char* const name : {"keep.map", "arena.map"}) {
        const auto level = test::compiled_map(test::project_file("examples/levels") / name);
        ASSERT_TRUE(level) << to_string(level.error());
        const std::size_t count = test::repeats(8000);
        EXPECT_GT(compare(*level, 5, count), count / 10) << name;
    }
}

TEST(LevelAndItsFaces, StopBodiesAtTheSamePlacesInScenes) {
    std::size_t hits = 0;
    for (const test::SceneKind kind : test::kAllScenes) {
        const auto level = test::compiled_level(test::make_scene(kind, 25, 3));
        ASSERT_TRUE(level) << to_string(level.error());
        hits += compare(*level, 6, test::repeats(3000));
    }
    EXPECT_GT(hits, test::repeats(3000));
}

}  // namespace
}  // namespace halfspace
