// SPDX-License-Identifier: MIT
// What VisibleFaces leaves out behind closed doors.
#include "halfspace/query/visible_faces.h"

#include "support/compiled_data.h"
#include "support/gated_rooms.h"
#include "support/small_stack.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>

namespace halfspace {
namespace {

using test::GateLink;
using test::middle_of_doorway;
using test::middle_of_room;

class VisibleAreas : public testing::TestWithParam<GateLink> {
protected:
    // Expects the marks to be those of the rows, without clusters that `is_left_out` names.
    template <class IsLeftOut>
    void expect_marks(const IsLeftOut& is_left_out) const {
        std::size_t count = 0;
        for (std::uint32_t c = 0; c < level_.clusters().size(); ++c) {
            const bool is_seen =
                may_see(level_, *visible_.cluster(), ClusterId(c)) && !is_left_out(ClusterId(c));
            EXPECT_EQ(visible_.has_cluster(ClusterId(c)), is_seen) << c;
        }
        for (std::uint32_t f = 0; f < level_.models()[0].face_count; ++f) {
            bool is_marked = false;
            for (auto i = level_.face_cluster_starts()[f]; i < level_.face_cluster_starts()[f + 1];
                 ++i) {
                is_marked = is_marked || visible_.has_cluster(ClusterId(level_.face_clusters()[i]));
            }
            EXPECT_EQ(visible_.has_face(f), is_marked) << f;
            count += is_marked ? 1 : 0;
        }
        EXPECT_EQ(visible_.count(), count);
    }

    void set_open(bool is_open) { areas_.set_open(AreaPortalId(0), is_open); }

    Level level_ = test::level_of(test::gated_rooms({.link = GetParam()}), {.threads = 1});
    AreaState areas_{level_};
    VisibleFaces visible_{level_};
};

TEST_P(VisibleAreas, LeavesOutTheRoomBehindAClosedDoor) {
    const Vec3 eye = middle_of_room(0);
    const auto other = area_at(level_, middle_of_room(1));
    ASSERT_TRUE(other);
    visible_.look_from(eye, &areas_);
    ASSERT_TRUE(visible_.has_cluster(*cluster_at(level_, middle_of_room(1))));
    const std::size_t all = visible_.count();
    expect_marks([](ClusterId) { return false; });
    set_open(false);
    visible_.look_from(eye, &areas_);
    EXPECT_FALSE(visible_.has_cluster(*cluster_at(level_, middle_of_room(1))));
    EXPECT_TRUE(visible_.has_cluster(*cluster_at(level_, middle_of_doorway(0))));
    EXPECT_LT(visible_.count(), all);
    expect_marks([&](ClusterId cluster) { return area_of(level_, cluster) == other; });
    const Vec3 there = middle_of_room(1);
    EXPECT_FALSE(visible_.may_see_box({there, there}));
    set_open(true);
    visible_.look_from(eye, &areas_);
    EXPECT_EQ(visible_.count(), all);
    set_open(false);
    visible_.look_from(eye);  // without a state all doors count as open
    EXPECT_EQ(visible_.count(), all);
}

TEST_P(VisibleAreas, LooksToBothSidesFromAGate) {
    set_open(false);
    visible_.look_from(middle_of_doorway(0), &areas_);
    EXPECT_TRUE(visible_.has_cluster(*cluster_at(level_, middle_of_room(0))));
    EXPECT_TRUE(visible_.has_cluster(*cluster_at(level_, middle_of_room(1))));
    expect_marks([](ClusterId) { return false; });
}

TEST_P(VisibleAreas, AllocatesNothingOnceItIsMade) {
#ifdef HALFSPACE_HAS_LARGE_FRAMES
    GTEST_SKIP() << "sanitizers have a memory of their own";
#endif
    std::size_t least = visible_.count();
    std::size_t most = 0;
    const test::Taken taken = test::taken_by([&] {
        for (int i = 0; i < 16; ++i) {
            set_open((i & 1) != 0);
            visible_.look_from(middle_of_room(i / 2 % 2), i % 3 == 0 ? nullptr : &areas_);
            least = std::min(least, visible_.count());
            most = std::max(most, visible_.count());
        }
    });
    EXPECT_LT(least, most);
    EXPECT_EQ(taken.allocations, 0u);
}

INSTANTIATE_TEST_SUITE_P(Links,
                         VisibleAreas,
                         testing::Values(GateLink::Target, GateLink::Box),
                         [](const auto& link) {
                             return link.param == GateLink::Target ? "ByTarget" : "ByBox";
                         });

}  // namespace
}  // namespace halfspace
