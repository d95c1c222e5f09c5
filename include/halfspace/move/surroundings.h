// SPDX-License-Identifier: MIT
// What a mover meets in one step: the level, its models on their way, and other bodies. The game
// fills these lists anew for each step. The mover only reads them.
#pragma once

#include "halfspace/base/id.h"
#include "halfspace/level/fwd.h"
#include "halfspace/math/aabb.h"
#include "halfspace/math/transform.h"
#include "halfspace/query/placed_level.h"
#include "halfspace/spatial/convex_shape.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <variant>

namespace halfspace {

// The limit of the positions, offsets, motions and translations that a game gives to movers
// [units]. Nothing pushes a mover beyond it. A mover that falls or flies beyond it has the problem
// BadState in its next step.
inline constexpr double kMostMoverPlace = 0x1p20;

// A convex shape as a body. The shape stands upright, its origin at the body's position + offset.
// For example, a capsule 56 units high whose position is at its feet has the offset (0, 0, 28).
// REQUIRES, for every move: coordinates of the offset within kMostMoverPlace.
struct ShapeBody {
    ConvexShape shape;
    Vec3 offset;
};

// What moves: a body that the level was compiled for, by its space, or any convex shape. A space is
// met exactly and several times faster (query/trace.h, query/sweep.h). A turned model meets the
// body of a space as if the body were turned like the model, and a shape upright.
using MoverBody = std::variant<SpaceId, ShapeBody>;

// The shape of a body; of a space, its box. REQUIRES: a space is in range.
ShapeBody shape_of(const Level& level, const MoverBody& body);

// The box around a body at a position.
Aabb box_at(const ShapeBody& body, const Vec3& position);

// A door, a lift or another model during one step: it moves from `from` to `to`.
//
// A model that is only moved meets the mover exactly, at any speed. A turned model advances in
// parts. No point that the body can reach moves farther in one part than a quarter of the least
// width of the body's box, or than 1/4 unit if that is more. A model advances in at most 4096
// parts; one that turns so far that more were needed may pass through a body. The way from `from`
// to `to` is the screw motion by at most half a turn.
class MovingModel {
public:
    // REQUIRES: model in range; is_rigid(from) and is_rigid(to); coordinates of both translations
    // within kMostMoverPlace.
    MovingModel(const Level& level, ModelId model, const Transform& from, const Transform& to);
    // At rest.
    MovingModel(const Level& level, const PlacedModel& placed);

    ModelId model() const { return model_; }
    const Transform& from() const { return from_; }
    const Transform& to() const { return to_; }
    bool moves() const { return moves_; }
    bool turns() const { return turns_; }
    // A box around all places where the model is in the step. It is computed once, for all movers.
    const Aabb& box() const { return box_; }
    // At least as far as any point of the model goes, from its start straight to its end [units].
    double longest_way() const { return longest_way_; }

private:
    Aabb box_;
    ModelId model_;
    bool moves_;
    bool turns_;
    double longest_way_ = 0;
    Transform from_;
    Transform to_;
};

// Another body: an agent, a crate, a missile. Its shape blocks movers.
//
// An obstacle with motion pushes movers out of its way, as a door does. The movers of a game make
// their steps one after the other, in the order of their ids. Each lists the others as obstacles
// where they stand now, with motion 0. Then none is ever in another.
struct Obstacle {
    // Different for each obstacle in a list, and not kNoObstacle. Where several obstacles are met
    // at once, the lowest id comes first. So the order of the list has no influence.
    std::uint32_t id;
    // Upright. A space of the level is given by shape_of.
    ShapeBody body;
    // At the start of the step.
    Vec3 position;
    // From the start to the end of the step [units].
    Vec3 motion = {};
};

// The id of no obstacle.
inline constexpr std::uint32_t kNoObstacle = 0xffffffffu;

// REQUIRES: models of this level, each at most once; ids of obstacles differ; coordinates of their
// positions and motions within kMostMoverPlace.
struct Surroundings {
    const Level& level;
    std::span<const MovingModel> models;
    // Only obstacles within the mover's reach matter. A list without the others saves time and
    // changes nothing.
    std::span<const Obstacle> obstacles;

    // NOLINTNEXTLINE(google-explicit-constructor): a level alone is enough, as for PlacedLevel.
    Surroundings(const Level& the_level,
                 std::span<const MovingModel> moving = {},
                 std::span<const Obstacle> others = {})
        : level(the_level), models(moving), obstacles(others) {}
};

// So many models can be near one mover in one step. A step near more models reports
// MoverProblem::TooManyModels.
inline constexpr std::size_t kMostNearModels = 64;

}  // namespace halfspace
