// SPDX-License-Identifier: MIT
// Verify finds every change of a hull that the loader accepts.
#include "halfspace/compile/compile.h"
#include "halfspace/verify/verify.h"

#include "support/brushes.h"
#include "support/repeats.h"
#include "support/scenes.h"
#include "verify/mutants.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <string>
#include <utility>
#include <vector>

namespace halfspace::test {
namespace {

class VerifyHulls : public testing::TestWithParam<SceneKind> {
protected:
    void SetUp() override {
        world_ = make_scene(GetParam(), 6, 11, SceneContents::Mixed);
        auto compiled = compile(world_);
        ASSERT_TRUE(compiled);
        level_ = std::move(compiled->level);
        ASSERT_FALSE(is_refused_or_different(world_, level_));
    }

    // The first difference that verify finds; what the loader says if it refuses the level.
    std::string first_difference(const LevelData& data) const {
        const auto level = Level::from_data(data);
        if (!level) {
            return to_string(level.error());
        }
        const VerifyReport report = verify(*level, world_, {.threads = 1});
        EXPECT_EQ(report.differences, report.details.size());
        return report.details.empty() ? "none" : report.details.front();
    }

    // Changes the level in each of `count` places, or in some of them, and expects this difference.
    void expect_found(std::size_t count,
                      const std::string& message,
                      const std::function<void(LevelData&, std::size_t)>& change) const {
        ASSERT_GT(count, 0u);
        const std::size_t step = 1 + count / repeats(40);
        for (std::size_t place = 0; place < count; place += step) {
            LevelData mutant = level_;
            change(mutant, place);
            const std::string found = first_difference(mutant);
            EXPECT_EQ(found.find("hull "), 0u) << place << ": " << found;
            EXPECT_NE(found.find(": " + message), std::string::npos) << place << ": " << found;
        }
    }

    // The hull of a corner or of a plane, by HullRecord::first_corner or first_plane.
    static std::size_t hull_of_place(const LevelData& level,
                                     std::uint32_t HullRecord::* first,
                                     std::size_t place) {
        const auto behind = std::ranges::upper_bound(level.hulls, place, {}, first);
        return static_cast<std::size_t>(behind - level.hulls.begin()) - 1;
    }

    // Moves the beginning of what the hulls behind the place have.
    static void move_behind(LevelData& level,
                            std::uint32_t HullRecord::* first,
                            std::size_t place,
                            int by) {
        for (std::size_t h = hull_of_place(level, first, place) + 1; h < level.hulls.size(); ++h) {
            level.hulls[h].*first += static_cast<std::uint32_t>(by);
        }
    }

    // Gives all planes of a hull the distances that follow from its corners.
    static void set_distances(LevelData& level, std::size_t hull) {
        const auto end = [&](std::uint32_t HullRecord::* first, std::size_t count) {
            return hull + 1 < level.hulls.size() ? level.hulls[hull + 1].*first : count;
        };
        const std::size_t corners = end(&HullRecord::first_corner, level.hull_corners.size());
        const std::size_t planes = end(&HullRecord::first_plane, level.hull_planes.size());
        for (std::size_t p = level.hulls[hull].first_plane; p < planes; ++p) {
            HullPlaneRecord& plane = level.hull_planes[p];
            plane.d = -std::numeric_limits<double>::infinity();
            for (std::size_t c = level.hulls[hull].first_corner; c < corners; ++c) {
                const Vec3 n{plane.n[0], plane.n[1], plane.n[2]};
                plane.d = std::max(plane.d, dot(n, level.hull_corners[c]));
            }
        }
    }

    World world_;
    LevelData level_;
};

TEST_P(VerifyHulls, FindsABoxThatIsOffByOneDouble) {
    expect_found(6 * level_.hulls.size(), "its box is not", [](LevelData& level, std::size_t side) {
        HullRecord& hull = level.hulls[side / 6];
        double& limit = (side % 2 == 0 ? hull.min : hull.max)[side % 6 / 2];
        limit = std::nextafter(limit, side % 2 == 0 ? -1e6 : 1e6);
    });
}

// The corner moves by one double towards the middle of the box.
TEST_P(VerifyHulls, FindsACornerThatMoved) {
    expect_found(3 * level_.hull_corners.size(),
                 "its corners are not",
                 [](LevelData& level, std::size_t place) {
                     const std::size_t axis = place % 3;
                     const std::size_t number =
                         hull_of_place(level, &HullRecord::first_corner, place / 3);
                     const HullRecord& hull = level.hulls[number];
                     double& coordinate = level.hull_corners[place / 3][axis];
                     const double middle = (hull.min[axis] + hull.max[axis]) / 2;
                     coordinate = std::nextafter(coordinate, coordinate < middle ? 1e6 : -1e6);
                     set_distances(level, number);
                 });
}

TEST_P(VerifyHulls, FindsACornerThatIsMissingOrComesTwice) {
    expect_found(
        level_.hull_corners.size(), "its corners are not", [](LevelData& level, std::size_t place) {
            const std::size_t hull = hull_of_place(level, &HullRecord::first_corner, place);
            move_behind(level, &HullRecord::first_corner, place, -1);
            level.hull_corners.erase(level.hull_corners.begin() +
                                     static_cast<std::ptrdiff_t>(place));
            set_distances(level, hull);
        });
    expect_found(
        level_.hull_corners.size(), "its corners are not", [](LevelData& level, std::size_t place) {
            move_behind(level, &HullRecord::first_corner, place, 1);
            const Vec3 corner = level.hull_corners[place];
            level.hull_corners.insert(
                level.hull_corners.begin() + static_cast<std::ptrdiff_t>(place), corner);
        });
}

TEST_P(VerifyHulls, FindsAPlaneThatIsMissingOrComesTwice) {
    const auto begin = [](LevelData& level, std::size_t place) {
        return level.hull_planes.begin() + static_cast<std::ptrdiff_t>(place);
    };
    expect_found(
        level_.hull_planes.size(), "its planes are not", [&](LevelData& level, std::size_t place) {
            move_behind(level, &HullRecord::first_plane, place, -1);
            level.hull_planes.erase(begin(level, place));
        });
    expect_found(
        level_.hull_planes.size(), "its planes are not", [&](LevelData& level, std::size_t place) {
            move_behind(level, &HullRecord::first_plane, place, 1);
            const HullPlaneRecord plane = level.hull_planes[place];
            level.hull_planes.insert(begin(level, place), plane);
        });
}

TEST_P(VerifyHulls, FindsAPlaneThatCutsOrDoesNotTouch) {
    for (const double limit : {-1e6, 1e6}) {
        expect_found(level_.hull_planes.size(),
                     "one of its planes cuts it or does not touch it",
                     [&](LevelData& level, std::size_t place) {
                         double& d = level.hull_planes[place].d;
                         d = std::nextafter(d, limit);
                     });
    }
}

// The plane still touches the hull.
TEST_P(VerifyHulls, FindsAPlaneThatIsTurned) {
    expect_found(
        level_.hull_planes.size(), "its planes are not", [](LevelData& level, std::size_t place) {
            HullPlaneRecord& plane = level.hull_planes[place];
            const Vec3 turned =
                normalized({plane.n[0] + 1e-13, plane.n[1] + 2e-13, plane.n[2] - 3e-13});
            plane = {{turned.x, turned.y, turned.z}, 0};
            set_distances(level, hull_of_place(level, &HullRecord::first_plane, place));
        });
}

// The box of a hull that is none has the corners, but not the planes.
TEST_P(VerifyHulls, FindsAHullThatIsReplacedByItsBox) {
    std::vector<std::size_t> shapes;
    for (std::size_t h = 0; h < level_.hulls.size(); ++h) {
        const std::size_t end = h + 1 < level_.hulls.size() ? level_.hulls[h + 1].first_corner
                                                            : level_.hull_corners.size();
        if (level_.hulls[h].first_corner < end) {
            shapes.push_back(h);
        }
    }
    expect_found(shapes.size(), "its corners are not", [&](LevelData& level, std::size_t place) {
        const std::size_t h = shapes[place];
        const auto remove = [&](auto& records, std::uint32_t HullRecord::* first) {
            const std::uint32_t begin = level.hulls[h].*first;
            const std::size_t end =
                h + 1 < level.hulls.size() ? level.hulls[h + 1].*first : records.size();
            records.erase(records.begin() + begin,
                          records.begin() + static_cast<std::ptrdiff_t>(end));
            for (std::size_t later = h + 1; later < level.hulls.size(); ++later) {
                level.hulls[later].*first -= static_cast<std::uint32_t>(end - begin);
            }
        };
        remove(level.hull_planes, &HullRecord::first_plane);
        remove(level.hull_corners, &HullRecord::first_corner);
    });
}

// Here the loader knows better.
TEST_P(VerifyHulls, OtherContentsAreFound) {
    for (std::size_t h = 0; h < level_.hulls.size(); ++h) {
        LevelData mutant = level_;
        mutant.hulls[h].contents ^= static_cast<std::uint32_t>(Contents::PlayerClip);
        EXPECT_TRUE(is_refused_or_different(world_, mutant)) << h;
    }
}

INSTANTIATE_TEST_SUITE_P(All,
                         VerifyHulls,
                         testing::Values(SceneKind::RotatedBoxes,
                                         SceneKind::PieWedges,
                                         SceneKind::Slivers,
                                         SceneKind::TerrainPrisms,
                                         SceneKind::ShavedBrushes),
                         [](const auto& one) { return to_string(one.param); });

// The hull of a box along the axes may have neither corners nor planes.
TEST(VerifyHullsOfABox, FindsCornersAndPlanesThatItMustNotHave) {
    const World world = world_of({box_brush({0, 0, 0}, {64, 64, 64})});
    const auto compiled = compile(world);
    ASSERT_TRUE(compiled);
    EXPECT_FALSE(is_refused_or_different(world, compiled->level));
    LevelData corner = compiled->level;
    corner.hull_corners.push_back({64, 64, 64});
    EXPECT_TRUE(Level::from_data(corner));
    EXPECT_TRUE(is_refused_or_different(world, corner));
    LevelData plane = compiled->level;
    plane.hull_planes.push_back({{1, 0, 0}, 64});
    EXPECT_TRUE(Level::from_data(plane));
    EXPECT_TRUE(is_refused_or_different(world, plane));
}

}  // namespace
}  // namespace halfspace::test
