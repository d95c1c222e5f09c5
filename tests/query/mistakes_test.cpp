// SPDX-License-Identifier: MIT
// Mistakes of callers. Each of them crashed, or was answered with nonsense, where no assertion
// named it. Builds without assertions have nothing to test.
#include "halfspace/query/classify.h"
#include "halfspace/query/entities.h"
#include "halfspace/query/first_hit.h"
#include "halfspace/query/free.h"
#include "halfspace/query/model_order.h"
#include "halfspace/query/sight.h"
#include "halfspace/query/space.h"
#include "halfspace/query/sweep.h"
#include "halfspace/query/trace.h"

#include "support/small_level.h"

#include <gtest/gtest.h>

#include <limits>
#include <vector>

#ifndef NDEBUG

namespace halfspace {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr Vec3 kFrom{0, 0, 32};
constexpr Vec3 kTo{8, 0, 32};

class MistakesDeathTest : public testing::Test {
protected:
    const Level level = *Level::from_bytes(write_level(test::small_level()), "small");
    const ConvexShape sphere = *ConvexShape::sphere(4);
    const PlacedShape ball{sphere, {}};
};

TEST_F(MistakesDeathTest, ASpaceOutOfRangeIsNotReadBeyondTheEnd) {
    const SpaceId none(99);
    EXPECT_DEATH(trace(level, none, kFrom, kTo), "space.value < level.spaces");
    EXPECT_DEATH(trace(level, SpaceId(), kFrom, kTo), "space.value < level.spaces");
    EXPECT_DEATH(is_free(level, none, kFrom), "space.value < level.spaces");
    EXPECT_DEATH(unstick(level, none, kFrom, 8), "space.value < level.spaces");
    EXPECT_DEATH(body_of(level, none), "space.value < level.spaces");
    EXPECT_DEATH(space_name(level, none), "space.value < level.spaces");
    Contact contact;
    contact.hit = true;
    contact.node = NodeId(0);
    EXPECT_DEATH(touched_surface(level, none, contact), "space.value < level.spaces");
}

TEST_F(MistakesDeathTest, AnEntityOutOfRangeIsNotReadBeyondTheEnd) {
    EXPECT_DEATH(key_value(level, EntityId(9999), "classname"), "entity.value < level.entities");
    EXPECT_DEATH(classname_of(level, EntityId()), "entity.value < level.entities");
    EXPECT_DEATH(model_of(level, EntityId(9999)), "entity.value < level.entities");
}

TEST_F(MistakesDeathTest, AModelOutOfRangeIsNotReadBeyondTheEnd) {
    const std::vector<PlacedModel> models{{ModelId(99), {}}};
    const PlacedLevel here{level, models};
    EXPECT_DEATH(trace(here, SpaceId(0), kFrom, kTo), "model.value < level.models");
    EXPECT_DEATH(trace({level, ModelId(99)}, SpaceId(0), kFrom, kTo), "model.value < level.models");
    EXPECT_DEATH(is_free(here, SpaceId(0), kFrom), "model.value < level.models");
    EXPECT_DEATH(line_of_sight(here, kFrom, kTo), "model.value < level.models");
    EXPECT_DEATH(point_contents(here, kFrom), "model.value < level.models");
    EXPECT_DEATH(overlaps_box(here, {kFrom, kTo + Vec3{0, 1, 1}}), "model.value < level.models");
    EXPECT_DEATH(sweep(here, ball, kFrom, kTo), "model.value < here_.level.models");
    EXPECT_DEATH(does_block(level, ModelId(99)), "model.value < level.models");
    EXPECT_DEATH(entity_of(level, ModelId(99)), "model.value < level.models");
    EXPECT_DEATH(level.model_bounds(ModelId(99)), "model.value < view_.models");
    EXPECT_DEATH(level.tree_box(ModelId(99)), "model.value < view_.models");
    ModelOrder order;
    EXPECT_DEATH(order.sort({level, models}, kFrom, DrawOrder::BackToFront),
                 "model.value < level_->models");
}

TEST_F(MistakesDeathTest, ASkinThatIsNoDistanceIsNotAnsweredWithNonsense) {
    for (const double bad : {kNan, -1.0, kInfinity}) {
        for (const TraceOptions& options : {TraceOptions{.skin = bad}, TraceOptions{.hair = bad}}) {
            EXPECT_DEATH(trace(level, SpaceId(0), kFrom, kTo, options), "are_distances");
            EXPECT_DEATH(sweep(level, ball, kFrom, kTo, options), "are_distances");
            const Segment segment{kFrom, kTo};
            Contact result;
            EXPECT_DEATH(trace_all(level, SpaceId(0), {&segment, 1}, {&result, 1}, options),
                         "are_distances");
            EXPECT_DEATH(first_hit(level, SpaceId(0), kFrom, kTo, options), "are_distances");
            EXPECT_DEATH(sweep_all(level, ball, {&segment, 1}, {&result, 1}, options),
                         "are_distances");
        }
    }
}

TEST_F(MistakesDeathTest, APlaceThatIsNotFiniteIsNotAnsweredWithNonsense) {
    for (const Vec3& bad : {Vec3{kNan, 0, 32}, Vec3{0, kInfinity, 32}}) {
        EXPECT_DEATH(trace(level, SpaceId(0), bad, kTo), "is_finite");
        EXPECT_DEATH(trace(level, SpaceId(0), kFrom, bad), "is_finite");
        EXPECT_DEATH(sweep(level, ball, bad, kTo), "is_finite");
        EXPECT_DEATH(sweep(level, ball, kFrom, bad), "is_finite");
        EXPECT_DEATH(is_free(level, ball, bad), "is_finite");
        EXPECT_DEATH(line_of_sight(level, bad, kTo), "is_finite");
        EXPECT_DEATH(point_contents(level, bad), "is_finite");
    }
}

}  // namespace
}  // namespace halfspace

#endif
