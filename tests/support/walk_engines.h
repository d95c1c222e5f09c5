// SPDX-License-Identifier: MIT
// What moves by itself in random walks: the models of the level, and stones. Some of them are thin
// and go farther in one step than they and a walker together are wide.
#pragma once

#include "halfspace/move/mover_body.h"
#include "halfspace/world/world.h"

#include "support/random.h"

#include <cstdint>

namespace halfspace::test {

// A model that moves back and forth, or turns.
struct Engine {
    enum class Kind : std::uint8_t { Lift, Door, Hinge, Carousel };

    ModelId model;
    Kind kind;
    Vec3 origin;  // of turns
    Vec3 way;
    double place = 0;  // in [0, 1]; a carousel goes on
    double speed = 0;  // per step
    double direction = 1;
    std::int64_t rest = 0;  // so many steps at each end; a carousel after each step
    std::int64_t rest_left = 0;

    Transform at(double p) const;
    double next() const;
    bool turns() const { return kind == Kind::Hinge || kind == Kind::Carousel; }
    void advance();
};

// Thin models, and some of the others, go all their way in one to four steps and then rest.
// box: of the model.
Engine random_engine(Random& random, ModelId model, const Aabb& box);

// A box or a sphere that nothing stops. Its position is its middle.
struct Stone {
    ConvexShape shape = *ConvexShape::box({});
    Vec3 half;  // of a box that lies in the shape
    Vec3 position;
    Vec3 motion;  // per step
    std::int64_t steps_left = 0;
};

Stone random_stone(Random& random);

// Rests, or goes towards the target: slowly, or 40 to 300 units in each step.
void choose_motion(Stone& stone, Random& random, const Vec3& target);

// Adds ten entities of one box each, which become doors, lifts and turning models. Four of the
// boxes are thin. Each is near the "origin" of some entity, if there is one.
void add_doors(World& world, std::uint64_t seed);

}  // namespace halfspace::test
