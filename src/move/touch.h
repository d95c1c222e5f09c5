// SPDX-License-Identifier: MIT
// One body against everything that blocks it at one moment, by the same calls for a body of a space
// and for a shape.
#pragma once

#include "halfspace/move/slide.h"

#include <optional>
#include <span>

namespace halfspace {

// A body with its shape.
class MovedBody {
public:
    MovedBody(const Level& level, const MoverBody& body)
        : shape_(shape_of(level, body)), at_origin_(moved_by(shape_.offset)) {
        if (const auto* const space = std::get_if<SpaceId>(&body)) {
            space_ = *space;
        }
    }

    // The space that the level was compiled for; nullopt if the body is only a shape.
    const std::optional<SpaceId>& space() const { return space_; }
    const ShapeBody& shape() const { return shape_; }
    // The shape where its position is the origin: upright, unless it is seen from a turned thing.
    PlacedShape placed() const { return {shape_.shape, at_origin_}; }

    // The body in the frame of a thing that stands there. A turned model meets the body of a space
    // as if the body were turned like the model, so this body stays as it is.
    MovedBody seen_from(const Transform& thing) const;

private:
    ShapeBody shape_;
    Transform at_origin_;
    std::optional<SpaceId> space_;
};

// The questions of query/trace.h, sweep.h and free.h, for a body of either kind.
Contact trace(const PlacedLevel& here,
              const MovedBody& body,
              const Vec3& from,
              const Vec3& to,
              const TraceOptions& options);
bool is_free(const PlacedLevel& here, const MovedBody& body, const Vec3& position, Contents mask);
std::optional<Vec3> unstick(const PlacedLevel& here,
                            const MovedBody& body,
                            const Vec3& position,
                            double distance,
                            Contents mask);

// What blocks at one moment.
struct Blockers {
    // Null: only meshes and obstacles block.
    const Level* level = nullptr;
    ModelId base = kWorldModel;
    std::span<const PlacedModel> models;
    std::span<const PlacedMesh> meshes;
    std::span<const PlacedObstacle> obstacles;
    // This obstacle does not block.
    ObstacleId without;
    TraceOptions options;
};

// The first contact of the body on its way. Unless start_blocked is true, the level leaves room for
// the body at its end, so do the meshes, and the body is in no obstacle there that it was not in at
// `from`.
Contact first_touch(const Blockers& blockers,
                    const MovedBody& body,
                    const Vec3& from,
                    const Vec3& to);

// True if the level, its models and the meshes leave room for the body. Obstacles do not count.
bool has_room_beside_obstacles(const Blockers& blockers,
                               const MovedBody& body,
                               const Vec3& position);

// True if the body has room and overlaps no obstacle.
bool has_room(const Blockers& blockers, const MovedBody& body, const Vec3& position);

// A place less than `distance` away where the body has room, by unstick (query/free.h); nullopt if
// none is found.
std::optional<Vec3> room_near(const Blockers& blockers,
                              const MovedBody& body,
                              const Vec3& position,
                              double distance);

}  // namespace halfspace
