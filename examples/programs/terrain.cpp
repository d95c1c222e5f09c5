// SPDX-License-Identifier: MIT
// A player on meshes as they are: a terrain of two triangles for each cell, which is open, and a
// ferry that turns and carries him. Nothing is compiled. A ball bounces down a slope.
// docs/guides/walkable_meshes.md explains it. Run it as: terrain
#include "halfspace/move/mover.h"
#include "halfspace/query/collision_world.h"
#include "halfspace/query/sweep.h"
#include "halfspace/spatial/triangle_bvh.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <vector>

namespace {

namespace hs = halfspace;
using hs::Vec3;

// What a mesh loader gives: an array of coordinates and one of indices. They outlive the tree.
struct Arrays {
    std::vector<float> positions;
    std::vector<std::uint32_t> indices;
};

Arrays terrain(std::uint32_t cells, double size) {
    Arrays mesh;
    for (std::uint32_t j = 0; j <= cells; ++j) {
        for (std::uint32_t i = 0; i <= cells; ++i) {
            const double x = size * (i / static_cast<double>(cells) - 0.5);
            const double y = size * (j / static_cast<double>(cells) - 0.5);
            const double z = 40 * std::sin(x / 150) * std::cos(y / 190);
            for (const double coordinate : {x, y, z}) {
                mesh.positions.push_back(static_cast<float>(coordinate));
            }
        }
    }
    for (std::uint32_t j = 0; j < cells; ++j) {
        for (std::uint32_t i = 0; i < cells; ++i) {
            const std::uint32_t a = j * (cells + 1) + i;
            const std::uint32_t b = a + cells + 1;
            mesh.indices.insert(mesh.indices.end(), {a, a + 1, b + 1, a, b + 1, b});
        }
    }
    return mesh;
}

// A sheet of two triangles, 160 units wide.
const Arrays kFerry{{-80, -80, 0, 80, -80, 0, 80, 80, 0, -80, 80, 0}, {0, 1, 2, 0, 2, 3}};

constexpr hs::MeshId kGround{1};
constexpr hs::MeshId kDeck{2};

// The ball flies for a step. Where it touches something, its velocity is mirrored.
void bounce(const hs::CollisionWorld& world,
            const hs::PlacedShape& ball,
            Vec3& place,
            Vec3& velocity) {
    constexpr double kSeconds = 1.0 / 64;
    velocity.z -= 800 * kSeconds;
    const hs::Contact contact = sweep(world, ball, place, place + velocity * kSeconds);
    place = contact.end;
    if (contact.hit) {
        velocity = (velocity - contact.normal * (2 * dot(velocity, contact.normal))) * 0.7;
    }
}

}  // namespace

int main() {
    const Arrays arrays = terrain(128, 4096);
    const auto ground = hs::TriangleBvh::build({arrays.positions, arrays.indices});
    const auto ferry = hs::TriangleBvh::build({kFerry.positions, kFerry.indices});
    if (!ground || !ferry) {
        std::printf("%s\n", to_string(!ground ? ground.error() : ferry.error()).c_str());
        return 1;
    }

    hs::CollisionWorld world;
    world.place(kGround, {.triangles = &*ground});
    world.place(kDeck, {.triangles = &*ferry}, hs::moved_by({0, 0, 60}));

    // A capsule 56 units high, with its position at the feet. It crouches to 36 units.
    const hs::ShapeBody stand{*hs::ConvexShape::capsule(14, 14), {0, 0, 28}};
    const hs::ShapeBody crouch{*hs::ConvexShape::capsule(4, 14), {0, 0, 18}};
    const hs::MoverBodies bodies{stand, crouch};
    hs::MoverState player = hs::mover_at({600, 0, 100});
    for (int step = 0; step < 320; ++step) {
        player = step_mover(world, bodies, player, hs::quantised({.forward = 1})).state;
    }
    std::printf("after 5 s on the terrain, at %.0f %.0f %.0f\n",
                player.position.x,
                player.position.y,
                player.position.z);

    // The ferry goes along y and turns by 90 degrees. The player stands on it.
    player = hs::mover_at({40, 0, 61});
    for (int step = 0; step < 160; ++step) {
        world.end_step();
        const int sailed = std::max(step - 32, 0);  // it waits until he stands on it
        hs::Transform next = hs::turned_about({}, {.yaw = 90.0 * sailed / 128});
        next.translation = {0, 2.0 * sailed, 60};
        world.move(kDeck, next);
        player = step_mover(world, bodies, player, {}).state;
    }
    const Vec3 on_deck = to_local(world.mesh(kDeck).to(), player.position);
    std::printf("on the ferry: %s, at %.0f %.0f of its deck\n",
                player.ground_mesh == kDeck ? "yes" : "no",
                on_deck.x,
                on_deck.y);

    const hs::PlacedShape ball{*hs::ConvexShape::sphere(8)};
    Vec3 place{200, 300, 200};
    Vec3 velocity{100, 0, 0};
    for (int step = 0; step < 640; ++step) {
        bounce(world, ball, place, velocity);
    }
    std::printf("the ball lies %.2f above the ground\n", ground->closest_point(place)->distance);
}
