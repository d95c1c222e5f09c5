// SPDX-License-Identifier: MIT
// Moves a body at a velocity, and along what it touches. The mover (mover.h) is built on it. A game
// with other physics uses it alone.
#pragma once

#include "halfspace/move/mover_body.h"
#include "halfspace/query/trace.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace halfspace {

// How many surfaces a body can slide along at once, and how many motions one slide has at most.
inline constexpr std::size_t kMaxSlidePlanes = 5;
inline constexpr int kMaxBumps = 4;

struct Slide {
    // Where the body comes to rest. It is free if the start is free.
    Vec3 position;
    // The velocity after the slide: it points into no surface that was touched.
    Vec3 velocity;
    // What was touched, each plane once, in the order of the touches.
    std::array<Contact, kMaxSlidePlanes> contacts;
    std::size_t contact_count = 0;
    // True if the body starts in a wall. Then it has not moved.
    bool start_blocked = false;
    // True if too many things are near (kMaxNearModels, kMaxNearMeshes,
    // kMaxNearObstacles). Then the body has not
    // moved.
    bool too_many_near = false;

    std::span<const Contact> touched() const { return {contacts.data(), contact_count}; }
};

// Moves the body for `seconds`. Where it touches something, it goes on along the surface; between
// two surfaces, along their edge; in a corner, it stops. Models, meshes and obstacles stand where
// they are now. A body that overlaps an obstacle may leave it and not go deeper. Cost: up to 4
// traces. Stack: 80 KB. Nothing is allocated, with the exception that query/sweep.h names for
// shapes. REQUIRES: finite position and velocity, seconds >= 0, coordinates within kMaxMoverPlace
// at both ends of the way.
Slide move_and_slide(const PlacedLevel& around,
                     const MoverBody& body,
                     const Vec3& position,
                     const Vec3& velocity,
                     double seconds,
                     const TraceOptions& options = {});

}  // namespace halfspace
