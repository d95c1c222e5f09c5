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

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
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

struct Agreement {
    std::size_t hits = 0;
    std::size_t misses = 0;
    // One hits and the other does not, or hits much later, because the body passes an edge by less
    // than the rounding of the faces.
    std::size_t grazing = 0;
};

// Both touch at one place: as far apart along the normal as faces are off.
bool is_same_touch(const Contact& a, const Contact& b, const Vec3& motion) {
    const double apart = std::abs(a.fraction - b.fraction);
    return apart * std::abs(dot(a.normal, motion)) <= kFloats ||
           apart * std::abs(dot(b.normal, motion)) <= kFloats;
}

Agreement compare(const Level& level, std::uint64_t seed, std::size_t count) {
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
    Agreement result;
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
        if (!in_level.hit && !on_mesh.hit) {
            ++result.misses;
            continue;
        }
        if (in_level.hit && on_mesh.hit && is_same_touch(in_level, on_mesh, to - from)) {
            ++result.hits;
            continue;
        }
        // The one that goes farther passes by less than the faces are off: a body that is smaller
        // by as much does so in both, or one that is larger is stopped in both.
        ++result.grazing;
        const bool mesh_first =
            on_mesh.hit && (!in_level.hit || on_mesh.fraction < in_level.fraction);
        const auto with_margin = [&](double margin) {
            const PlacedShape other{
                *ConvexShape::box(max(half_of(box) + Vec3{margin, margin, margin}, Vec3{})),
                body.transform};
            return is_free(world, other, from) ? sweep(world, other, from, to) : on_mesh;
        };
        const Contact changed = with_margin(mesh_first ? -kFloats : kFloats);
        const bool agrees =
            changed.hit == in_level.hit &&
            (!changed.hit || is_same_touch(changed, in_level, to - from) ||
             std::abs(changed.fraction - in_level.fraction) * length(to - from) < 1);
        EXPECT_TRUE(agrees) << "level " << in_level.hit << ' ' << in_level.fraction << ", mesh "
                            << on_mesh.hit << ' ' << on_mesh.fraction << ", changed " << changed.hit
                            << ' ' << changed.fraction << ", space " << space.value << ", question "
                            << i;
    }
    return result;
}

TEST(LevelAndItsFaces, StopBodiesAtTheSamePlaces) {
    for (const char* const name : {"keep.map", "arena.map"}) {
        const auto level = test::compiled_map(test::project_file("examples/levels") / name);
        ASSERT_TRUE(level) << to_string(level.error());
        const std::size_t count = test::repeats(8000);
        const Agreement found = compare(*level, 5, count);
        EXPECT_GT(found.hits, count / 10) << name;
        EXPECT_LT(found.grazing, found.hits / 50 + 2) << name;
        RecordProperty(std::string(name) + " hits", static_cast<int>(found.hits));
        RecordProperty(std::string(name) + " grazing", static_cast<int>(found.grazing));
    }
}

TEST(LevelAndItsFaces, StopBodiesAtTheSamePlacesInScenes) {
    std::size_t hits = 0;
    std::size_t grazing = 0;
    for (const test::SceneKind kind : test::kAllScenes) {
        const auto level = test::compiled_level(test::make_scene(kind, 25, 3));
        ASSERT_TRUE(level) << to_string(level.error());
        const Agreement found = compare(*level, 6, test::repeats(3000));
        hits += found.hits;
        grazing += found.grazing;
    }
    EXPECT_GT(hits, test::repeats(3000));
    EXPECT_LT(grazing, hits / 50);
    RecordProperty("hits", static_cast<int>(hits));
    RecordProperty("grazing", static_cast<int>(grazing));
}

}  // namespace
}  // namespace halfspace
