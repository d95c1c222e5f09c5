// SPDX-License-Identifier: MIT
// All answers are compared with those of a list of boxes.
#include "halfspace/spatial/octree.h"

#include "support/octree_check.h"
#include "support/octree_world.h"
#include "support/repeats.h"
#include "support/small_stack.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace halfspace::test {
namespace {

// The i-th of 10 x 10 x 10 places.
Vec3 in_grid(int i) {
    const std::div_t row = std::div(i, 10);
    const std::div_t layer = std::div(row.quot, 10);
    return {1.0 * row.rem, 1.0 * layer.rem, 1.0 * layer.quot};
}

template <class Value>
std::vector<Value> copied(const AnswerList<Value>& values) {
    return {values.begin(), values.end()};
}

TEST(Octree, AnswersAreThoseOfAListAfterAnyChanges) {
    const std::vector<OctreeOptions> options{
        {},
        {.smallest_cell = 1e-30, .split_above = 2, .merge_below = 0},
        {.smallest_cell = 64, .split_above = 8, .merge_below = 3}};
    for (const double range : {1.0, 1000.0, 1e-6, 1e30}) {
        for (std::size_t i = 0; i < options.size(); ++i) {
            OctreeWorld world(i, {.range = range, .has_masks = i > 0, .tree = options[i]});
            world.fill(i == 0 ? 400 : 30);
            for (std::size_t step = 0; step < repeats(6000); ++step) {
                world.step();
                if (step % 50 == 0) {
                    ASSERT_EQ(world.wrong_answer() + world.wrong_pairs(), "")
                        << "range " << range << ", options " << i << ", step " << step;
                }
            }
        }
    }
}

// The cells of a single child of the root must grow when the root is divided.
TEST(Octree, ASplitPutsObjectsAsDeepAsTheyFit) {
    Octree tree = new_octree();
    for (int i = 0; i < 32; ++i) {
        insert(tree, box_at({1, 1, 1}, 0));
    }
    insert(tree, box_at({1000, 1000, 1000}, 0));
    EXPECT_EQ(OctreeCheck(tree).first_fault(), "");
    for (std::size_t seed = 0; seed < repeats(200); ++seed) {
        OctreeWorld world(
            seed,
            {.count = 30,
             .is_in_one_octant = true,
             .tree = seed % 2 == 0 ? OctreeOptions{1e-3, 2, 0} : OctreeOptions{1e-3, 4, 1}});
        for (int step = 0; step < 300; ++step) {
            world.step();
            ASSERT_EQ(world.wrong_answer(), "") << "seed " << seed << ", step " << step;
        }
        ASSERT_EQ(world.wrong_pairs(), "") << "seed " << seed;
    }
}

// scripts/prove makes a million steps.
void check_steps(const OctreeWorldOptions& options) {
    OctreeWorld world(1, options);
    world.fill(options.count);
    for (std::size_t step = 1; step <= repeats(10'000); ++step) {
        world.step();
        if (step % 1'000 == 0) {
            ASSERT_EQ(world.wrong_answer(), "") << "step " << step;
        }
        if (step % 10'000 == 0) {
            ASSERT_EQ(world.wrong_pairs(), "") << "step " << step;
        }
    }
    EXPECT_GE(world.tree().size(), options.count);
}

TEST(OctreeSteps, OfTenThousandObjectsAgreeWithAList) {
    check_steps({.count = 10'000});
}

TEST(OctreeSteps, OfSizesAndWaysUpTo1e30AgreeWithAList) {
    check_steps({.count = 10'000, .has_extremes = true});
}

TEST(Octree, AnswersDoNotDependOnWhatWasBefore) {
    OctreeWorld world(1, {.range = 100});
    world.fill(300);
    for (int step = 0; step < 3000; ++step) {
        world.step();
    }
    // A new tree with the same objects and ids, in another order.
    Octree fresh = new_octree();
    std::vector<ObjectId> unused;
    std::vector<ObjectId> ids = world.list().ids();
    std::ranges::sort(ids);
    for (const ObjectId id : ids) {
        for (ObjectId next = insert(fresh, box_at({}, 0)); next != id;
             next = insert(fresh, box_at({}, 0))) {
            unused.push_back(next);
        }
        ASSERT_TRUE(fresh.update(id, world.list().box(id)).has_value());
    }
    std::ranges::for_each(unused, [&](ObjectId id) { fresh.remove(id); });
    QueryScratch scratch;
    QueryScratch fresh_scratch;
    const Aabb box = box_at({}, 120);
    EXPECT_EQ(copied(fresh.in_box(box, fresh_scratch)), copied(world.tree().in_box(box, scratch)));
    EXPECT_EQ(copied(fresh.near_pairs(1, fresh_scratch)),
              copied(world.tree().near_pairs(1, scratch)));
    const Vec3 far{100, 90, 80};
    EXPECT_EQ(copied(fresh.on_segment(-far, far, fresh_scratch)),
              copied(world.tree().on_segment(-far, far, scratch)));
}

TEST(Octree, ObjectsAtOnePositionDoNotSplitWithoutEnd) {
    Octree tree = new_octree();
    for (int i = 0; i < 10000; ++i) {
        insert(tree, box_at({7, 7, 7}, 0));
    }
    EXPECT_EQ(OctreeCheck(tree).first_fault(), "");
    EXPECT_LE(tree.statistics().deepest, 2u);
    QueryScratch scratch;
    EXPECT_EQ(tree.in_box(box_at({7, 7, 7}, 0), scratch).size(), 10000u);
}

TEST(Octree, ChainsOfSingleChildrenAreLeftOut) {
    Octree tree = new_octree({.smallest_cell = 1e-9});
    for (int i = 0; i < 100; ++i) {
        insert(tree, box_at({1e6 + 1e-6 * i, 1e6, 1e6}, 0));
    }
    insert(tree, box_at({-1e30, 0, 0}, 1));
    EXPECT_EQ(OctreeCheck(tree).first_fault(), "");
    EXPECT_LE(tree.statistics().deepest, 8u);
}

TEST(Octree, CountsAreRightWhenAParentLosesEverything) {
    Octree tree = new_octree();
    std::vector<ObjectId> ids;
    for (int i = 0; i < 1000; ++i) {
        ids.push_back(insert(tree, box_at(in_grid(i) * 10, 1)));
    }
    EXPECT_GT(tree.statistics().nodes, 30u);
    for (const ObjectId id : ids) {
        tree.remove(id);
        ASSERT_EQ(OctreeCheck(tree).first_fault(), "");
    }
    EXPECT_EQ(tree.size(), 0u);
    EXPECT_EQ(tree.statistics().nodes, 1u);  // it shrinks again
}

TEST(Octree, ChildrenAreReused) {
    Octree tree = new_octree();
    std::size_t bytes = 0;
    for (int round = 0; round < 20; ++round) {
        std::vector<ObjectId> ids;
        for (int i = 0; i < 1000; ++i) {
            ids.push_back(insert(tree, box_at((in_grid(i) + Vec3{1.0 * round, 0, 0}) * 10, 1)));
        }
        std::ranges::for_each(ids, [&](ObjectId id) { tree.remove(id); });
        if (round == 10) {
            bytes = tree.statistics().bytes;
        }
    }
    EXPECT_EQ(tree.statistics().bytes, bytes);
}

TEST(Octree, AnObjectThatStaysInItsCellCostsNothing) {
    Octree tree = new_octree();
    // Each in the middle of a cell of 8 units.
    std::vector<ObjectId> ids;
    for (int i = 0; i < 1000; ++i) {
        ids.push_back(insert(tree, box_at(in_grid(i) * 8 + Vec3{4, 4, 4}, 1)));
    }
    const auto before = tree.statistics();
    for (std::size_t i = 0; i < ids.size(); ++i) {
        const double way = i % 2 == 0 ? 3.5 : -3.5;
        ASSERT_TRUE(tree.update(ids[i], moved(tree.box(ids[i]), {way, way, -way})).has_value());
    }
    EXPECT_EQ(tree.statistics().entries, before.entries);
    EXPECT_EQ(tree.statistics().nodes, before.nodes);
    EXPECT_EQ(OctreeCheck(tree).first_fault(), "");
    // One that leaves its cell enters one node.
    ASSERT_TRUE(tree.update(ids[0], moved(tree.box(ids[0]), {40, 0, 0})).has_value());
    EXPECT_EQ(tree.statistics().entries, before.entries + 1);
}

// A box that has left the cube from -1000 to 1000 turns back.
void turn_back(Vec3& motion, const Aabb& box) {
    for (std::size_t axis = 0; axis < 3; ++axis) {
        if (box.max[axis] > 1000) {
            motion[axis] = -std::abs(motion[axis]);
        }
        if (box.min[axis] < -1000) {
            motion[axis] = std::abs(motion[axis]);
        }
    }
}

TEST(Octree, AllocatesNothingInASteadyState) {
#ifdef HALFSPACE_HAS_LARGE_FRAMES
    GTEST_SKIP() << "the sanitizers have an operator new of their own";
#endif
    OctreeWorld world(3, {.count = 5'000});
    world.fill(5'000);
    Random random(1);
    Octree tree = world.tree();
    std::vector<ObjectId> ids = world.list().ids();
    std::vector<Vec3> motions(ids.size());
    for (Vec3& motion : motions) {
        motion = {random.real(-9, 9), random.real(-9, 9), random.real(-9, 9)};
    }
    QueryScratch scratch;
    constexpr ObjectMask kSome = 3;
    for (const ObjectId id : ids) {
        tree.set_mask(id, id.value);
    }
    const auto frame = [&] {
        for (std::size_t i = 0; i < ids.size(); ++i) {
            const Aabb box = tree.box(ids[i]);
            turn_back(motions[i], box);
            ASSERT_TRUE(tree.update(ids[i], moved(box, motions[i])).has_value());
        }
        for (int k = 0; k < 20; ++k) {  // some die, and as many are born
            const auto i = static_cast<std::size_t>(random.integer(0, 4'999));
            const Aabb box = tree.box(ids[i]);
            tree.remove(ids[i]);
            ids[i] = *tree.insert(moved(box, {random.real(-50, 50), 0, 0}), {.user = i});
        }
        const Aabb box = box_at({random.real(-900, 900), 0, 0}, 100);
        const auto in_box = tree.in_box(box, scratch);
        const auto in_sphere = tree.in_sphere(box.min, 300, scratch, kSome);
        static_cast<void>(tree.in_view(frustum_of(*look_at(box.min, {}, 90, 1)), scratch));
        static_cast<void>(tree.on_segment(box.min, -box.min, scratch));
        static_cast<void>(tree.near_pairs(0, scratch));
    };
    for (int i = 0; i < 400; ++i) {
        frame();
    }
    const std::size_t before = allocations();
    for (int i = 0; i < 400; ++i) {
        frame();
    }
    EXPECT_EQ(allocations(), before);
}

TEST(Octree, AnswersTakeLittleStackInTheDeepestTree) {
#ifdef HALFSPACE_HAS_LARGE_FRAMES
    GTEST_SKIP() << "the sanitizers make frames larger";
#endif
    Octree tree = new_octree({.smallest_cell = 1e-30, .split_above = 2, .merge_below = 0});
    for (int k = -99; k < 122; ++k) {
        for (const double x : {1.25, 1.5, 1.75}) {
            const double at = std::ldexp(x, k);
            insert(tree, box_at({at, at, at}, 0));
        }
    }
    EXPECT_GT(tree.statistics().deepest, 200u);
    QueryScratch scratch;
    std::size_t pairs = 0;
    const Taken taken = taken_by([&] {
        static_cast<void>(tree.in_box(box_at({}, 1e37), scratch));
        pairs = tree.near_pairs(1e30, scratch).size();
    });
    EXPECT_EQ(pairs, tree.near_pairs(1e30, scratch).size());
    EXPECT_LT(taken.stack, 65'536u);
}

TEST(Octree, ANodeThatLosesItsChildrenKeepsItsLargeObjects) {
    Octree tree = new_octree();
    std::vector<ObjectId> small;
    for (int i = 0; i < 100; ++i) {
        small.push_back(insert(tree, box_at(in_grid(i) * 6 + Vec3{3, 3, 3}, 1)));
    }
    for (int i = 0; i < 100; ++i) {
        insert(tree, box_at({32, 32, 32}, 60));
    }
    for (const ObjectId id : small) {
        tree.remove(id);
        ASSERT_EQ(OctreeCheck(tree).first_fault(), "");
    }
    QueryScratch scratch;
    EXPECT_EQ(tree.in_box(box_at({}, 10), scratch).size(), 100u);
}

TEST(Octree, UpdateAllIsAnUpdateOfEach) {
    OctreeWorld world(4, {});
    world.fill(300);
    Octree one_by_one = world.tree();
    Octree at_once = world.tree();
    Random random(1);
    std::vector<Aabb> boxes;
    for (const ObjectId id : world.list().ids()) {
        boxes.push_back(moved(world.list().box(id), {random.real(-99, 99), 0, 0}));
        ASSERT_TRUE(one_by_one.update(id, boxes.back()).has_value());
    }
    ASSERT_TRUE(at_once.update_all(world.list().ids(), boxes).has_value());
    EXPECT_EQ(OctreeCheck(at_once).first_fault(), "");
    EXPECT_EQ(at_once.statistics().entries, one_by_one.statistics().entries);
    for (const ObjectId id : world.list().ids()) {
        EXPECT_EQ(at_once.box(id), one_by_one.box(id));
    }
    // One bad box: nothing changes.
    const Octree before = at_once;
    std::vector<Aabb> bad(boxes.size(), box_at({}, 1));
    bad.back() = {};
    EXPECT_EQ(at_once.update_all(world.list().ids(), bad).error().code, ErrorCode::Range);
    EXPECT_EQ(at_once.box(world.list().ids()[0]), before.box(world.list().ids()[0]));
}

TEST(Octree, LargeObjectsAreFoundFromEverywhereTheyReach) {
    Octree tree = new_octree();
    const ObjectId large = insert(tree, box_at({0, 0, 0}, 2e37));
    for (int i = 0; i < 100; ++i) {
        insert(tree, box_at({i * 10.0, 0, 0}, 1));
    }
    QueryScratch scratch;
    const auto found = tree.in_box(box_at({1e37, -1e37, 0}, 0), scratch);
    ASSERT_EQ(found.size(), 1u);
    EXPECT_EQ(found[0], large);
}

TEST(Octree, ABoxWithoutAPointFindsNothing) {
    Octree tree = new_octree();
    insert(tree, {{-1, -1, -1}, {2, 2, 2}});
    QueryScratch scratch;
    EXPECT_EQ(tree.in_box({{0, 0, 0}, {1, 1, 1}}, scratch).size(), 1U);
    EXPECT_TRUE(tree.in_box(Aabb{}, scratch).empty());
    EXPECT_TRUE(tree.in_box({{1, 0, 0}, {0, 1, 1}}, scratch).empty());
    EXPECT_TRUE(tree.in_box({{0, 1, 0}, {1, 0, 1}}, scratch).empty());
    EXPECT_TRUE(tree.in_box({{0, 0, 1}, {1, 1, 0}}, scratch).empty());
}

TEST(Octree, KeepsWhatACallerGivesWithAnObject) {
    constexpr std::uint64_t kUser = 0xfedcba9876543210;
    Octree tree = new_octree();
    const ObjectId plain = insert(tree, box_at({}, 1));
    EXPECT_EQ(tree.user(plain), 0u);
    EXPECT_EQ(tree.mask(plain), kAllObjects);
    const ObjectId full = *tree.insert(box_at({}, 1), {.user = kUser, .mask = 6});
    EXPECT_EQ(tree.user(full), kUser);
    EXPECT_EQ(tree.mask(full), 6u);
    ASSERT_TRUE(tree.update(full, box_at({99, 0, 0}, 1)).has_value());
    EXPECT_EQ(tree.user(full), kUser);
    tree.set_user(plain, 7);
    tree.set_mask(plain, 0);
    EXPECT_EQ(tree.user(plain), 7u);
    QueryScratch scratch;
    EXPECT_EQ(copied(tree.in_box(box_at({}, 1e6), scratch)), std::vector{full});
    EXPECT_EQ(tree.in_box(box_at({}, 1e6), scratch, 4).size(), 1u);
    EXPECT_EQ(tree.in_box(box_at({}, 1e6), scratch, 8).size(), 0u);
    // The next object with this id does not inherit it.
    EXPECT_TRUE(tree.remove(full));
    const ObjectId next = insert(tree, box_at({}, 1));
    EXPECT_EQ(next, full);
    EXPECT_EQ(tree.user(next), 0u);
    EXPECT_EQ(tree.mask(next), kAllObjects);
}

TEST(Octree, ObjectsWithoutDataTakeNoMemoryForIt) {
    Octree plain = new_octree();
    Octree full = new_octree();
    for (int i = 0; i < 1024; ++i) {
        insert(plain, box_at(in_grid(i), 1));
        ASSERT_TRUE(full.insert(box_at(in_grid(i), 1), {.user = 1, .mask = 1}).has_value());
    }
    EXPECT_EQ(full.statistics().bytes - plain.statistics().bytes, 1024u * (8 + 4));
}

// Both read and wrote beyond the arrays in a build without assertions.
TEST(Octree, AnObjectThatIsRemovedTwiceIsGoneOnce) {
    Octree tree = new_octree();
    EXPECT_FALSE(tree.remove(ObjectId(0)));
    const ObjectId id = insert(tree, box_at({}, 1));
    const ObjectId other = insert(tree, box_at({}, 1));
    EXPECT_TRUE(tree.remove(id));
    EXPECT_FALSE(tree.remove(id));
    EXPECT_FALSE(tree.remove(ObjectId(77)));
    EXPECT_EQ(tree.size(), 1u);
    EXPECT_EQ(OctreeCheck(tree).first_fault(), "");
    EXPECT_EQ(insert(tree, box_at({}, 1)), id);
    EXPECT_NE(insert(tree, box_at({}, 1)), other);
}

TEST(Octree, AMoveOfAnObjectThatIsGoneChangesNothing) {
    Octree tree = new_octree();
    const std::vector ids{insert(tree, box_at({}, 1)), insert(tree, box_at({}, 1))};
    const std::vector boxes(2, box_at({5, 5, 5}, 1));
    tree.remove(ids[1]);
    for (const ObjectId gone : {ids[1], ObjectId(2), ObjectId(0xffffffff)}) {
        EXPECT_EQ(tree.update(gone, boxes[0]).error().code, ErrorCode::Range);
        const std::vector both{ids[0], gone};
        EXPECT_EQ(tree.update_all(both, boxes).error().code, ErrorCode::Range);
    }
    EXPECT_EQ(tree.update(ids[1], boxes[0]).error().message,
              "there is no object with the id 1; it may be removed");
    EXPECT_FALSE(tree.update_all(std::span(ids).first(1), boxes).has_value());
    EXPECT_EQ(tree.box(ids[0]), box_at({}, 1));
    EXPECT_EQ(OctreeCheck(tree).first_fault(), "");
}

TEST(Octree, ATreeThatWasMovedAwayIsEmptyAndTakesObjectsAgain) {
    OctreeWorld world(1, {.range = 100});
    world.fill(300);
    Octree tree = world.tree();
    const std::size_t count = tree.size();
    Octree other = std::move(tree);
    EXPECT_EQ(other.size(), count);
    QueryScratch scratch;
    for (int round = 0; round < 2; ++round) {
        EXPECT_EQ(tree.size(), 0u);  // NOLINT(bugprone-use-after-move): that is the test
        EXPECT_EQ(OctreeCheck(tree).first_fault(), "");
        EXPECT_EQ(tree.statistics().nodes, 0u);
        EXPECT_FALSE(tree.holds(ObjectId(0)));
        EXPECT_FALSE(tree.remove(ObjectId(0)));
        EXPECT_FALSE(tree.update(ObjectId(0), box_at({}, 1)).has_value());
        EXPECT_TRUE(tree.in_box(box_at({}, 1e6), scratch).empty());
        EXPECT_TRUE(tree.in_sphere({}, 1e6, scratch).empty());
        EXPECT_TRUE(tree.in_view(frustum_of(*look_at({9, 0, 0}, {}, 90, 1)), scratch).empty());
        EXPECT_TRUE(tree.on_segment({}, {1, 1, 1}, scratch).empty());
        EXPECT_TRUE(tree.near_pairs(1, scratch).empty());
        for (int i = 0; i < 100; ++i) {
            insert(tree, box_at(in_grid(i) * 10, 1));
        }
        EXPECT_EQ(OctreeCheck(tree).first_fault(), "");
        EXPECT_EQ(tree.in_box(box_at({}, 1e6), scratch).size(), 100u);
        other = std::move(tree);
        EXPECT_EQ(other.size(), 100u);
    }
}

TEST(Octree, ABoxThatIsNoneChangesNothing) {
    const double nan = std::numeric_limits<double>::quiet_NaN();
    const double inf = std::numeric_limits<double>::infinity();
    Octree tree = new_octree();
    const Aabb box = box_at({1, 2, 3}, 1);
    const ObjectId id = insert(tree, box);
    for (const Aabb& bad : {Aabb{{nan, 0, 0}, {1, 1, 1}},
                            Aabb{{0, 0, 0}, {1, inf, 1}},
                            Aabb{{0, 0, 0}, {1, 1, 2e37}},
                            Aabb{{0, 1, 0}, {1, 0, 1}},
                            Aabb{}}) {
        EXPECT_EQ(tree.insert(bad).error().code, ErrorCode::Range);
        EXPECT_EQ(tree.update(id, bad).error().code, ErrorCode::Range);
        EXPECT_EQ(tree.box(id), box);
        EXPECT_EQ(tree.size(), 1u);
    }
    EXPECT_EQ(OctreeCheck(tree).first_fault(), "");
}

TEST(Octree, OptionsOutOfRangeAreErrors) {
    for (const OctreeOptions& bad : {OctreeOptions{.smallest_cell = 0},
                                     OctreeOptions{.smallest_cell = NAN},
                                     OctreeOptions{.smallest_cell = 1e31},
                                     OctreeOptions{.split_above = 1, .merge_below = 0},
                                     OctreeOptions{.split_above = 2000},
                                     OctreeOptions{.split_above = 8, .merge_below = 5}}) {
        EXPECT_EQ(Octree::create(bad).error().code, ErrorCode::Range);
    }
}

}  // namespace
}  // namespace halfspace::test
