// SPDX-License-Identifier: MIT
// All answers are compared with those of a list of boxes.
#include "halfspace/spatial/octree.h"

#include "support/random.h"
#include "support/repeats.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <map>
#include <string>
#include <vector>

namespace halfspace::test {
namespace {

Octree new_octree(const OctreeOptions& options = {}) {
    auto tree = Octree::create(options);
    EXPECT_TRUE(tree.has_value());
    return *tree;
}

Aabb box_at(const Vec3& centre, double size) {
    const Vec3 half{size / 2, size / 2, size / 2};
    return {centre - half, centre + half};
}

ObjectId insert(Octree& tree, const Aabb& box) {
    const auto id = tree.insert(box);
    EXPECT_TRUE(id.has_value());
    return *id;
}

using Boxes = std::map<ObjectId, Aabb>;

template <class Test>
std::vector<ObjectId> those(const Boxes& boxes, const Test& test) {
    std::vector<ObjectId> ids;
    for (const auto& [id, box] : boxes) {
        if (test(box)) {
            ids.push_back(id);
        }
    }
    return ids;
}

template <class Value>
std::vector<Value> copied(std::span<const Value> values) {
    return {values.begin(), values.end()};
}

double gap(const Aabb& a, const Aabb& b, std::size_t axis) {
    return std::max(a.min[axis] - b.max[axis], b.min[axis] - a.max[axis]);
}

bool is_near(const Aabb& a, const Aabb& b, double margin) {
    return gap(a, b, 0) <= margin && gap(a, b, 1) <= margin && gap(a, b, 2) <= margin;
}

std::vector<ObjectPair> near_pairs(const Boxes& boxes, double margin) {
    std::vector<ObjectPair> pairs;
    for (auto a = boxes.begin(); a != boxes.end(); ++a) {
        for (auto b = std::next(a); b != boxes.end(); ++b) {
            if (is_near(a->second, b->second, margin)) {
                pairs.push_back({a->first, b->first});
            }
        }
    }
    return pairs;
}

// The boxes that the segment meets: on each axis it is between two sides from one fraction to
// another.
std::vector<ObjectHit> hits(const Boxes& boxes, const Vec3& src, const Vec3& dest) {
    std::vector<ObjectHit> found;
    for (const auto& [id, box] : boxes) {
        double first = 0;
        double last = 1;
        bool is_out = false;
        for (std::size_t axis = 0; axis < 3; ++axis) {
            const double way = dest[axis] - src[axis];
            if (way == 0) {
                is_out |= src[axis] < box.min[axis] || src[axis] > box.max[axis];
                continue;
            }
            const double a = (box.min[axis] - src[axis]) / way;
            const double b = (box.max[axis] - src[axis]) / way;
            first = std::max(first, std::min(a, b));
            last = std::min(last, std::max(a, b));
        }
        if (!is_out && first <= last) {
            found.push_back({id, first});
        }
    }
    std::ranges::sort(found, [](const ObjectHit& a, const ObjectHit& b) {
        return a.fraction != b.fraction ? a.fraction < b.fraction : a.id < b.id;
    });
    return found;
}

Vec3 random_place(Random& random, double range) {
    return {random.real(-range, range), random.real(-range, range), random.real(-range, range)};
}

double random_size(Random& random, double range) {
    switch (random.integer(0, 9)) {
        case 0:
            return 0;
        case 1:
            return range * std::exp2(random.real(-20, 1));
        default:
            return range / 100 * random.real(0.5, 2);
    }
}

// A world of objects, and the same objects in a list.
class Model {
public:
    Model(std::uint64_t seed, double range, const OctreeOptions& options)
        : random_(seed), range_(range), tree_(new_octree(options)) {}

    void fill(int count) {
        for (; count > 0; --count) {
            insert_one();
        }
    }

    void step() {
        switch (random_.integer(0, 9)) {
            case 0:
                insert_one();
                break;
            case 1:
                if (boxes_.size() > 400 || (!boxes_.empty() && random_.one_in(3))) {
                    const ObjectId id = any();
                    tree_.remove(id);
                    boxes_.erase(id);
                }
                break;
            case 2:  // to another place
                change([&](const Aabb&) { return random_box(); });
                break;
            case 3:  // grown or shrunk
                change([&](const Aabb& box) {
                    return box_at((box.min + box.max) * 0.5, random_size(random_, range_));
                });
                break;
            default:
                change([&](const Aabb& box) {
                    return moved(box, random_place(random_, range_ / 50));
                });
        }
    }

    void check() {
        ASSERT_EQ(tree_.first_fault(), "");
        ASSERT_EQ(tree_.size(), boxes_.size());
        const Aabb box = box_at(random_place(random_, range_), random_.real(0, range_));
        ASSERT_EQ(copied(tree_.in_box(box, room_)),
                  those(boxes_, [&](const Aabb& each) { return touch(each, box); }));
        const Vec3 centre = random_place(random_, range_);
        const double radius = random_.real(0, range_);
        ASSERT_EQ(copied(tree_.in_sphere(centre, radius, room_)),
                  those(boxes_, [&](const Aabb& each) {
                      const Vec3 near = max(each.min, min(each.max, centre));
                      return dot(near - centre, near - centre) <= radius * radius;
                  }));
        const Vec3 dest = random_place(random_, range_);
        ASSERT_EQ(copied(tree_.on_segment(centre, dest, room_)), hits(boxes_, centre, dest));
        const double margin = random_.one_in(2) ? 0 : random_.real(0, range_ / 50);
        ASSERT_EQ(copied(tree_.near_pairs(margin, room_)), near_pairs(boxes_, margin));
        const auto view = look_at(centre, dest, random_.real(5, 170), 1.5);
        ASSERT_TRUE(view.has_value());
        const Frustum frustum = frustum_of(*view);
        ASSERT_EQ(copied(tree_.in_view(frustum, room_)),
                  those(boxes_, [&](const Aabb& each) { return is_in_view(frustum, each); }));
    }

    const Octree& tree() const { return tree_; }
    const Boxes& boxes() const { return boxes_; }

private:
    static bool is_in_view(const Frustum& frustum, const Aabb& box) {
        return std::ranges::none_of(frustum.planes, [&](const Plane& plane) {
            double farthest = -std::numeric_limits<double>::infinity();
            for (unsigned corner = 0; corner < 8; ++corner) {
                const Vec3 p{(corner & 1) != 0 ? box.max.x : box.min.x,
                             (corner & 2) != 0 ? box.max.y : box.min.y,
                             (corner & 4) != 0 ? box.max.z : box.min.z};
                farthest = std::max(farthest, dot(plane.n, p));
            }
            return farthest < plane.d;
        });
    }

    Aabb random_box() {
        const Vec3 size{random_size(random_, range_),
                        random_size(random_, range_),
                        random_size(random_, range_)};
        // Some places are on the edges of cells, some are shared.
        Vec3 centre = random_place(random_, range_);
        if (random_.one_in(4)) {
            const double step = std::exp2(std::floor(std::log2(range_)) - 3);
            centre = {std::floor(centre.x / step) * step,
                      std::floor(centre.y / step) * step,
                      std::floor(centre.z / step) * step};
        }
        return {centre - size * 0.5, centre + size * 0.5};
    }

    void insert_one() {
        const Aabb box = random_box();
        const ObjectId id = insert(tree_, box);
        ASSERT_FALSE(boxes_.contains(id));
        boxes_[id] = box;
    }

    ObjectId any() {
        auto each = boxes_.begin();
        std::advance(each, random_.integer(0, static_cast<std::int64_t>(boxes_.size()) - 1));
        return each->first;
    }

    template <class Change>
    void change(const Change& changed) {
        if (boxes_.empty()) {
            return;
        }
        const ObjectId id = any();
        boxes_[id] = changed(boxes_[id]);
        ASSERT_TRUE(tree_.update(id, boxes_[id]).has_value());
        ASSERT_EQ(tree_.box(id), boxes_[id]);
    }

    Random random_;
    double range_;
    Octree tree_;
    Boxes boxes_;
    OctreeRoom room_;
};

TEST(Octree, AnswersAreThoseOfAListAfterAnyChanges) {
    const std::vector<OctreeOptions> kOptions{
        {}, {.smallest_cell = 1e-30, .split_above = 2, .merge_below = 0}, {.smallest_cell = 64, .split_above = 8, .merge_below = 3}};
    for (const double range : {1.0, 1000.0, 1e-6, 1e30}) {
        for (std::size_t i = 0; i < kOptions.size(); ++i) {
            Model model(i, range, kOptions[i]);
            model.fill(i == 0 ? 400 : 30);
            for (std::size_t step = 0; step < repeats(6000); ++step) {
                model.step();
                if (step % 50 == 0) {
                    model.check();
                    if (testing::Test::HasFatalFailure()) {
                        FAIL() << "range " << range << ", options " << i << ", step " << step;
                    }
                }
            }
        }
    }
}

TEST(Octree, AnswersDoNotDependOnWhatWasBefore) {
    Model model(1, 100, {});
    model.fill(300);
    for (int step = 0; step < 3000; ++step) {
        model.step();
    }
    // A new tree with the same objects and ids, in another order.
    Octree fresh = new_octree();
    std::vector<ObjectId> unused;
    for (const auto& [id, box] : model.boxes()) {
        for (ObjectId next = insert(fresh, box_at({}, 0)); next != id;
             next = insert(fresh, box_at({}, 0))) {
            unused.push_back(next);
        }
        ASSERT_TRUE(fresh.update(id, box).has_value());
    }
    std::ranges::for_each(unused, [&](ObjectId id) { fresh.remove(id); });
    OctreeRoom room;
    OctreeRoom fresh_room;
    const Aabb box = box_at({}, 120);
    EXPECT_EQ(copied(fresh.in_box(box, fresh_room)), copied(model.tree().in_box(box, room)));
    EXPECT_EQ(copied(fresh.near_pairs(1, fresh_room)), copied(model.tree().near_pairs(1, room)));
    const Vec3 far{100, 90, 80};
    EXPECT_EQ(copied(fresh.on_segment(-far, far, fresh_room)),
              copied(model.tree().on_segment(-far, far, room)));
}

TEST(Octree, ObjectsAtOnePositionDoNotSplitWithoutEnd) {
    Octree tree = new_octree();
    for (int i = 0; i < 10000; ++i) {
        insert(tree, box_at({7, 7, 7}, 0));
    }
    EXPECT_EQ(tree.first_fault(), "");
    EXPECT_LE(tree.statistics().deepest, 2u);
    OctreeRoom room;
    EXPECT_EQ(tree.in_box(box_at({7, 7, 7}, 0), room).size(), 10000u);
}

TEST(Octree, ChainsOfSingleChildrenAreLeftOut) {
    Octree tree = new_octree({.smallest_cell = 1e-9});
    for (int i = 0; i < 100; ++i) {
        insert(tree, box_at({1e6 + 1e-6 * i, 1e6, 1e6}, 0));
    }
    insert(tree, box_at({-1e30, 0, 0}, 1));
    EXPECT_EQ(tree.first_fault(), "");
    EXPECT_LE(tree.statistics().deepest, 8u);
}

TEST(Octree, CountsAreRightWhenAParentLosesEverything) {
    Octree tree = new_octree();
    std::vector<ObjectId> ids;
    for (int i = 0; i < 1000; ++i) {
        ids.push_back(insert(tree, box_at({i % 10 * 10.0, i / 10 % 10 * 10.0, i / 100 * 10.0}, 1)));
    }
    EXPECT_GT(tree.statistics().nodes, 30u);
    for (const ObjectId id : ids) {
        tree.remove(id);
        ASSERT_EQ(tree.first_fault(), "");
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
            const double x = i % 10 + round;
            ids.push_back(insert(tree, box_at({x * 10, i / 10 % 10 * 10.0, i / 100 * 10.0}, 1)));
        }
        std::ranges::for_each(ids, [&](ObjectId id) { tree.remove(id); });
        if (round == 10) {
            bytes = tree.statistics().bytes;
        }
    }
    EXPECT_EQ(tree.statistics().bytes, bytes);
}

TEST(Octree, LargeObjectsAreFoundFromEverywhereTheyReach) {
    Octree tree = new_octree();
    const ObjectId large = insert(tree, box_at({0, 0, 0}, 2e37));
    for (int i = 0; i < 100; ++i) {
        insert(tree, box_at({i * 10.0, 0, 0}, 1));
    }
    OctreeRoom room;
    const auto found = tree.in_box(box_at({1e37, -1e37, 0}, 0), room);
    ASSERT_EQ(found.size(), 1u);
    EXPECT_EQ(found[0], large);
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
    EXPECT_EQ(tree.first_fault(), "");
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
