// SPDX-License-Identifier: MIT
#include "halfspace/level/bodies.h"

#include "level/error_after.h"
#include "level/shared/derive.h"
#include "support/small_level.h"

#include <gtest/gtest.h>

#include <string>

namespace halfspace::test {
namespace {

TEST(CheckBodies, RefusesALeafThatBlocksAPointOtherwiseThanItsContents) {
    EXPECT_EQ(error_after([](LevelData& d) { d.leaves[kSmallRoom.value].contents = 1; }),
              "section 'leaves': record 9: its blockers of a point do not fit its contents");
    EXPECT_EQ(error_after([](LevelData& d) { d.leaves[kSmallRoom.value].blockers = 2; }),
              "section 'leaves': record 9: its blockers of a point do not fit its contents");
}

TEST(CheckBodies, RefusesSpacesThatMakeNoSense) {
    EXPECT_EQ(error_after([](LevelData& d) { d.space_roots.push_back(-1); }),
              "section 'space_roots': there are 3, not 1 for each of 2 models");
    EXPECT_EQ(error_after([](LevelData& d) { d.spaces.clear(); }),
              "section 'spaces': there are 0 spaces, but a level has one to " +
                  std::to_string(kMaxSpaces));
    EXPECT_EQ(error_after([](LevelData& d) { d.spaces[0].max[1] = 1; }),
              "section 'spaces': record 0: it is space 0, but its box is not a point");
    EXPECT_EQ(error_after([](LevelData& d) { d.spaces[0].excess = -1; }),
              "section 'spaces': record 0: its excess is negative");
    EXPECT_EQ(error_after([](LevelData& d) { d.spaces[0].flags = 0; }),
              "section 'spaces': record 0: it is space 0, but the main trees do not serve it");
    const auto add_body = [](LevelData& d, double height) {
        SpaceRecord body = d.spaces[0];
        for (std::size_t i = 0; i < 3; ++i) {
            body.min[i] = -16;
            body.max[i] = i == 2 ? height : 16;
        }
        d.spaces.push_back(body);
        d.space_roots = {d.models[0].root, d.models[0].root, d.models[1].root, d.models[1].root};
        derive(d);
    };
    EXPECT_EQ(error_after([&](LevelData& d) { add_body(d, 16); }), "no error");
    EXPECT_EQ(error_after([&](LevelData& d) { add_body(d, -16); }),
              "section 'spaces': record 1: its box is empty");
    EXPECT_EQ(error_after([&](LevelData& d) {
                  add_body(d, 16);
                  d.leaves[3].blockers |= 3u << kBlockerWidth;
                  derive(d);
              }),
              "section 'leaves': record 3: it blocks space 1 as solid and as something else");
}

// Comparing each root with all earlier roots would take minutes.
TEST(CheckBodies, RefusesManySpacesBeforeItComparesTheirRoots) {
    constexpr std::size_t kSpaces = 400'000;
    EXPECT_EQ(error_after([](LevelData& d) {
                  d.spaces.resize(kSpaces, d.spaces[0]);
                  d.space_roots.clear();
                  for (std::size_t i = 0; i < d.models.size() * kSpaces; ++i) {
                      d.space_roots.push_back(-1 - static_cast<std::int32_t>(d.leaves.size()));
                      d.leaves.push_back({});
                  }
              }),
              "section 'spaces': there are 400000 spaces, but a level has one to " +
                  std::to_string(kMaxSpaces));
}

TEST(CheckBodies, RefusesRootsThatHangElsewhere) {
    EXPECT_NE(error_after([](LevelData& d) {
                  d.space_roots[0] = 3;
              }).find("to which another node or root refers"),
              std::string::npos);
}

TEST(CheckBodies, RefusesBlockersThatMakeNoSense) {
    EXPECT_EQ(error_after([](LevelData& d) { d.leaves[1].blockers ^= 2; }),
              "section 'leaves': record 1: it blocks space 0 as solid and as something else");
    EXPECT_EQ(
        error_after(
            [](LevelData& d) { d.leaves[kSmallRoom.value].blockers = 1u << kBlockerWidth; }),
        "section 'leaves': record 9: it blocks bodies of spaces that the level does not have");
}

TEST(CheckBodies, RefusesContactsOfNothing) {
    const auto with_contact = [](ContactRecord contact) {
        return [contact](LevelData& d) { d.contacts.push_back(contact); };
    };
    EXPECT_EQ(error_after(with_contact({0, 0, 0})), "no error");
    EXPECT_EQ(error_after(with_contact({kNone, 0, 0})), "no error");
    EXPECT_EQ(error_after(with_contact({0, 12, 0})),
              "section 'contacts': record 0: side 12 does not belong to brush 0");
    EXPECT_EQ(error_after(with_contact({kNone, 99, 0})),
              "section 'contacts': record 0: its material is 99, but there are 4 materials");
    EXPECT_EQ(error_after(with_contact({0, 0, 5})),
              "section 'contacts': record 0: its space is 5, but the level has 1");
    const ContactRecord next{1, small_level().brushes[1].first_side, 0};
    EXPECT_EQ(error_after(
                  [&](LevelData& d) { d.contacts = {{0, 0, 0}, {0, 1, 0}, next, {kNone, 0, 0}}; }),
              "no error");
    EXPECT_EQ(error_after([&](LevelData& d) { d.contacts = {{0, 0, 0}, next, {0, 1, 0}}; }),
              "section 'contacts': record 2: it breaks the order of contacts by brush");
}

}  // namespace
}  // namespace halfspace::test
