// SPDX-License-Identifier: MIT
// One body against everything that blocks it at one moment. This is the only place of the module
// that asks the level, so it is the only one that knows the kinds of bodies.
#pragma once

#include "halfspace/move/slide.h"

#include <optional>
#include <span>

namespace halfspace {

// A body with its shape. It refers to the MoverBody, which must outlive it.
class MovedBody {
public:
    MovedBody(const Level& level, const MoverBody& body);

    // The space that the level was compiled for; nullopt if the body is only a shape.
    std::optional<SpaceId> space() const;
    const ShapeBody& shape() const;

private:
    const MoverBody& body_;
    std::optional<ShapeBody> box_;  // of a space
};

// The first contact of the body on its way: by trace for a space, by sweep for a shape.
Contact contact_of(const PlacedLevel& here,
                   const MovedBody& body,
                   const Vec3& from,
                   const Vec3& to,
                   const TraceOptions& options);

// A place where the body has room: for a space one at most `distance` away (unstick), for a shape
// only `position` itself. nullopt if there is none.
std::optional<Vec3> start_room(const PlacedLevel& here,
                               const MoverBody& body,
                               const Vec3& position,
                               double distance,
                               Contents mask);

// What blocks at one moment.
struct Blockers {
    // Null: only obstacles block.
    const Level* level = nullptr;
    ModelId base = kWorldModel;
    std::span<const PlacedModel> models;
    std::span<const PlacedObstacle> obstacles;
    // This obstacle does not block.
    ObstacleId without;
    TraceOptions options;
};

// The first contact of the body on its way. Unless start_blocked is true, the level leaves room for
// the body at its end, and the body is in no obstacle there that it was not in at `from`.
Contact first_touch(const Blockers& blockers,
                    const MovedBody& body,
                    const Vec3& from,
                    const Vec3& to);

// True if the level and its models leave room for the body. Obstacles do not count.
bool has_room_in_level(const Blockers& blockers, const MovedBody& body, const Vec3& position);

// True if the body has room and overlaps no obstacle.
bool has_room(const Blockers& blockers, const MovedBody& body, const Vec3& position);

// A place less than `distance` away where the body has room, by unstick (query/free.h); nullopt if
// none is found.
std::optional<Vec3> room_near(const Blockers& blockers,
                              const MovedBody& body,
                              const Vec3& position,
                              double distance);

}  // namespace halfspace
