// SPDX-License-Identifier: MIT
// A player walks on all meshes of a file as they are, from a place with a wide view.
// docs/guides/walkable_meshes.md explains it. Run it as: walk_on_file house.glb
#include "halfspace/formats/read_world.h"
#include "halfspace/move/mover.h"
#include "halfspace/move/player_start.h"
#include "halfspace/query/collision_world.h"
#include "halfspace/spatial/triangle_bvh.h"

#include <cstdint>
#include <cstdio>
#include <vector>

namespace {

namespace hs = halfspace;

constexpr hs::MeshId kGround{1};

struct Arrays {
    std::vector<double> positions;  // x, y, z of each vertex [map units]; Z is up
    std::vector<std::uint32_t> indices;
};

}  // namespace

int main(int argc, char** argv) {
    if (argc != 2) {
        std::printf("walk_on_file FILE: .glb, .gltf, .obj, .stl, .ply or .off\n");
        return 2;
    }
    const auto source = hs::read_world(argv[1]);
    if (!source) {
        std::printf("%s\n", to_string(source.error()).c_str());
        return 1;
    }
    // All objects of the file as one mesh.
    Arrays arrays;
    for (const hs::Entity& entity : source->world.entities) {
        for (const hs::Mesh& mesh : entity.meshes) {
            const auto first = static_cast<std::uint32_t>(arrays.positions.size() / 3);
            for (const hs::Vec3& v : mesh.vertices) {
                arrays.positions.insert(arrays.positions.end(), {v.x, v.y, v.z});
            }
            for (const hs::MeshTriangle& triangle : mesh.triangles) {
                for (const hs::MeshCorner& corner : triangle.corners) {
                    arrays.indices.push_back(first + corner.vertex);
                }
            }
        }
    }
    const auto ground = hs::TriangleBvh::build({arrays.positions, arrays.indices});
    if (!ground) {
        std::printf("%s: %s\n", argv[1], to_string(ground.error()).c_str());
        return 1;
    }

    hs::CollisionWorld world;
    world.place(kGround, {.triangles = &*ground});

    const hs::ShapeBody stand{*hs::ConvexShape::capsule(14, 14), {0, 0, 28}};
    const hs::ShapeBody crouch{*hs::ConvexShape::capsule(4, 14), {0, 0, 18}};
    const hs::MoverBodies bodies{stand, crouch};
    const auto start = find_ground_start(world, stand, 46);
    if (!start) {
        std::printf("no place to stand was found\n");
        return 1;
    }
    hs::MoverState player = hs::mover_at(start->position);
    const double yaw = hs::angles_towards(start->target - start->position).yaw;
    for (int step = 0; step < 320; ++step) {  // of 1/64 s
        const auto ahead = hs::quantised({.view = {.yaw = yaw}, .forward = 1});
        player = step_mover(world, bodies, player, ahead).state;
    }
    std::printf("%zu triangles; 5 s from %.0f %.0f %.0f to %.0f %.0f %.0f\n",
                ground->mesh().size(),
                start->position.x,
                start->position.y,
                start->position.z,
                player.position.x,
                player.position.y,
                player.position.z);
}
