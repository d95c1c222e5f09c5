// SPDX-License-Identifier: MIT
// How far is the way free, and what ends it? The answers of trace (trace.h), smaller and sooner. A
// contact with its places and its normal can be made of an answer later.
#pragma once

#include "halfspace/query/trace.h"

#include <cstdint>
#include <span>

namespace halfspace {

// What a trace touches first, without its places: 32 bytes, where a Contact has 112. This is enough
// for bullets, for tests of a way, and for batches of which few answers are looked at closely.
struct TraceHit {
    // As in Contact.
    double fraction = 1;
    bool hit = false;
    bool start_blocked = false;
    ModelId model;
    ObstacleId obstacle;
    MeshId mesh;
    // For contact_at: where the way down the tree ended. kNone: contact_at traces once more.
    std::uint32_t walk_node = kNone;
    std::uint32_t walk_child = 0;
};

// The same as trace, without point, end, normal and contents. Cost: a tenth less than of trace
// (docs/explanation/benchmarks.md). With a placed model or an obstacle near the motion it costs as
// much as trace. Stack and REQUIRES: as trace.
TraceHit first_hit(const PlacedLevel& here,
                   SpaceId space,
                   const Vec3& from,
                   const Vec3& to,
                   const TraceOptions& options = {});

// The same answers for many segments; as trace_all.
void first_hit_all(const PlacedLevel& here,
                   SpaceId space,
                   std::span<const Segment> segments,
                   std::span<TraceHit> results,
                   const TraceOptions& options = {},
                   const Executor& executor = run_serially);

// The contact of a hit: what trace answers, bit for bit.
// Cost: some 50 ns in the level; a trace if a placed model or an obstacle is near the motion.
// REQUIRES: hit is the answer of first_hit or first_hit_all to the same question. What is placed
// in `here` is where it was then.
Contact contact_at(const PlacedLevel& here,
                   SpaceId space,
                   const Vec3& from,
                   const Vec3& to,
                   const TraceHit& hit,
                   const TraceOptions& options = {});

}  // namespace halfspace
