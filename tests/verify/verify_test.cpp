// SPDX-License-Identifier: MIT
// Verify finds every change of a tree that changes what the level says. Each test argues why none
// of its mutants means the same as the original.
#include "halfspace/verify/verify.h"

#include "support/brushes.h"
#include "support/random.h"
#include "support/refit.h"
#include "support/repeats.h"
#include "support/scenes.h"
#include "support/sources.h"
#include "verify/mutants.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <functional>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

namespace halfspace::test {
namespace {

// A source whose brushes have one bit of contents each, with its level.
struct Subject {
    std::string name;
    World world;
    LevelData level;
    std::size_t most_mutants;  // of each kind
};

Subject subject_of(std::string name, World world, std::size_t most_mutants) {
    CompileOptions options;
    options.threads = 1;
    auto compiled = compile(world, options);
    if (!compiled) {
        ADD_FAILURE() << name << ": " << to_string(compiled.error().front());
        return {std::move(name), {}, {}, 0};
    }
    return {std::move(name), std::move(world), std::move(compiled->level), most_mutants};
}

const std::vector<Subject>& subjects() {
    static const std::vector<Subject> kSubjects = [] {
        constexpr std::size_t kAll = 1'000'000;
        std::vector<Subject> made;
        made.push_back(
            subject_of("two boxes",
                       world_of({box_brush({0, 0, 0}, {64, 64, 64}),
                                 box_brush({32, 32, 32}, {96, 96, 96}, Contents::Water)}),
                       kAll));
        made.push_back(subject_of("rotated boxes",
                                  make_scene(SceneKind::RotatedBoxes, 8, 3, SceneContents::Mixed),
                                  repeats(60)));
        made.push_back(subject_of("terrain",
                                  make_scene(SceneKind::TerrainPrisms, 12, 4, SceneContents::Solid),
                                  repeats(60)));
        const auto station = read_world(project_file("examples/levels/station.map"));
        EXPECT_TRUE(station);
        made.push_back(subject_of("station", station.value_or(World{}), repeats(15)));
        return made;
    }();
    return kSubjects;
}

// True if verify or the loader finds the mutant, whose derived records fit.
bool is_found(const Subject& subject, LevelData mutant) {
    derive(mutant);
    return is_refused_or_different(subject.world, mutant);
}

// Numbers below `count`: all, or `most` drawn at random.
std::vector<std::size_t> sample(std::size_t count, std::size_t most) {
    std::vector<std::size_t> numbers;
    Random random(count);
    for (std::size_t i = 0; i < count; ++i) {
        if (count <= most || random.integer(0, static_cast<std::int64_t>(count) - 1) <
                                 static_cast<std::int64_t>(most)) {
            numbers.push_back(i);
        }
    }
    return numbers;
}

using Mutate = std::function<void(LevelData&, std::size_t)>;

// Every mutant of the subjects, one place changed in each, is refused or different.
void expect_found(const std::function<std::vector<std::size_t>(const LevelData&)>& places,
                  const Mutate& mutate) {
    for (const Subject& subject : subjects()) {
        const std::vector<std::size_t> all = places(subject.level);
        EXPECT_FALSE(all.empty()) << subject.name;
        for (const std::size_t i : sample(all.size(), subject.most_mutants)) {
            LevelData mutant = subject.level;
            mutate(mutant, all[i]);
            EXPECT_TRUE(is_found(subject, std::move(mutant)))
                << subject.name << ", mutant " << all[i];
        }
    }
}

// Nodes in whose plane a drawn face lies. With one bit in each brush, a fragment is left of a
// face only where no brush in front has a bit that absorbs its own, so contents differ from one
// side of a drawn face to the other. At a point of the face that no other splitter meets, what
// lies just in front goes to one leaf and what lies just behind to another, with these contents.
std::vector<std::size_t> nodes_with_faces(const LevelData& level) {
    std::vector<bool> has_face(level.nodes.size());
    for (const FaceRecord& face : level.faces) {
        has_face[face.node] = true;
    }
    std::vector<std::size_t> nodes;
    for (std::size_t i = 0; i < has_face.size(); ++i) {
        if (has_face[i]) {
            nodes.push_back(i);
        }
    }
    return nodes;
}

TEST(VerifyMutants, TheSubjectsThemselvesHaveNoDifferences) {
    for (const Subject& subject : subjects()) {
        EXPECT_FALSE(is_found(subject, subject.level)) << subject.name;
    }
}

// Bounds that are off by one double on one side, on any side of any model.
TEST(VerifyMutants, FindsBoundsThatAreNotThoseOfTheShapes) {
    expect_found(
        [](const LevelData& level) {
            std::vector<std::size_t> sides(6 * level.models.size());
            std::iota(sides.begin(), sides.end(), std::size_t{0});
            return sides;
        },
        [](LevelData& level, std::size_t side) {
            ModelRecord& model = level.models[side / 6];
            double& limit = (side % 2 == 0 ? model.bounds_min : model.bounds_max)[side % 6 / 2];
            limit = std::nextafter(limit, side % 4 < 2 ? 0.5 : 1e6);
        });
}

// The strip between the old plane and the new one goes to the wrong child, next to the face with
// the contents of its other side. The node's faces move along, or the loader would refuse.
void move_node(LevelData& level, std::size_t node, std::int64_t steps) {
    const std::uint32_t plane = add_moved_plane(level, level.nodes[node].plane, steps);
    level.nodes[node].plane = plane;
    for (FaceRecord& face : level.faces) {
        if (face.node == node) {
            face.plane = 2 * plane + (face.plane & 1u);
        }
    }
}

TEST(VerifyMutants, ASplitterMovedByTheLeastStepIsFound) {
    expect_found(nodes_with_faces,
                 [](LevelData& level, std::size_t node) { move_node(level, node, 1); });
    expect_found(nodes_with_faces,
                 [](LevelData& level, std::size_t node) { move_node(level, node, -1); });
}

// On both sides of the face the contents of the other side appear.
TEST(VerifyMutants, SwappedChildrenAreFound) {
    expect_found(nodes_with_faces, [](LevelData& level, std::size_t node) {
        std::swap(level.nodes[node].child[0], level.nodes[node].child[1]);
    });
}

bool has_contents_below(const LevelData& level, std::int32_t child) {
    if (child < 0) {
        return level.leaves[static_cast<std::size_t>(-1 - child)].contents != 0;
    }
    const NodeRecord& node = level.nodes[static_cast<std::size_t>(child)];
    return has_contents_below(level, node.child[0]) || has_contents_below(level, node.child[1]);
}

// Children (node times two plus side) below which some leaf, and so some volume, is not empty.
std::vector<std::size_t> children_with_contents(const LevelData& level) {
    std::vector<std::size_t> children;
    for (std::size_t i = 0; i < 2 * level.nodes.size(); ++i) {
        if (has_contents_below(level, level.nodes[i / 2].child[i % 2])) {
            children.push_back(i);
        }
    }
    return children;
}

// The outside is the one leaf that may hang at several places.
TEST(VerifyMutants, AChildReplacedByTheOutsideIsFound) {
    expect_found(children_with_contents, [](LevelData& level, std::size_t child) {
        level.nodes[child / 2].child[child % 2] = -1;
    });
}

// A full child of one node changes places with an empty child leaf of another.
TEST(VerifyMutants, LeavesThatChangedPlacesAreFound) {
    const auto full_leaves = [](const LevelData& level) {
        std::vector<std::size_t> children = children_with_contents(level);
        std::erase_if(children,
                      [&](std::size_t c) { return level.nodes[c / 2].child[c % 2] >= 0; });
        return children;
    };
    expect_found(full_leaves, [](LevelData& level, std::size_t child) {
        for (std::size_t i = 0; i < 2 * level.nodes.size(); ++i) {
            const std::size_t place = (child + i) % (2 * level.nodes.size());
            std::int32_t& other = level.nodes[place / 2].child[place % 2];
            if (other < 0 && level.leaves[static_cast<std::size_t>(-1 - other)].contents == 0) {
                std::swap(other, level.nodes[child / 2].child[child % 2]);
                return;
            }
        }
        FAIL() << "no empty leaf";
    });
}

// Verify compares all bits; no leaf but the outside is without a cell.
TEST(VerifyMutants, EveryBitOfEveryLeafIsChecked) {
    constexpr std::size_t kBits = 14;
    const auto bits = [](const LevelData& level) {
        std::vector<std::size_t> all(kBits * level.leaves.size());
        std::iota(all.begin(), all.end(), std::size_t{0});
        return all;
    };
    expect_found(bits, [](LevelData& level, std::size_t bit) {
        level.leaves[bit / kBits].contents ^= 1u << (bit % kBits);
    });
}

// A plane of some brush's side moves for all that use it, so the tree still agrees with the
// brushes, but not the brushes with the source: a side on the grid has exactly one plane, and one
// that is off it lies within half a grid step of its plane, so no longer after two.
TEST(VerifyMutants, APlaneMovedForAllThatUseItIsFound) {
    const auto planes_of_sides = [](const LevelData& level) {
        std::vector<bool> is_used(level.planes.size());
        for (const SideRecord& side : level.sides) {
            is_used[side.plane / 2] = true;
        }
        std::vector<std::size_t> planes;
        for (std::size_t i = 0; i < is_used.size(); ++i) {
            if (is_used[i]) {
                planes.push_back(i);
            }
        }
        return planes;
    };
    expect_found(planes_of_sides, [](LevelData& level, std::size_t plane) {
        const std::int64_t* n = level.planes[plane].n;
        const std::int64_t size = std::abs(n[0]) + std::abs(n[1]) + std::abs(n[2]);
        move_plane(level.planes[plane], level.statistics.moved_planes == 0 ? 1 : 2 * size);
    });
}

TEST(Verify, OfTheEmptyWorldFindsNothing) {
    const World world = world_of({});
    const Subject subject = subject_of("empty", world, 0);
    EXPECT_FALSE(is_found(subject, subject.level));
}

// The seventh side is not needed. Its plane takes 267 bits.
TEST(Verify, ASourceWithPlanesTooWideIsOneDifferenceThatSaysSo) {
    World source = world_of({box_brush({0, 0, 0}, {64, 64, 64})});
    const auto compiled = compile(source, {.threads = 1});
    ASSERT_TRUE(compiled);
    const auto level = Level::from_data(compiled->level);
    ASSERT_TRUE(level);
    EXPECT_EQ(verify(*level, source).differences, 0u);
    constexpr std::int64_t kFar = 107'374'176;
    source.entities[0].brushes[0].sides.push_back(side_through({kFar - 1, 5 - kFar, 2 - kFar},
                                                               {6 - kFar, -9 - kFar, kFar - 11},
                                                               {1 - kFar, kFar - 4, 1 - kFar}));
    const VerifyReport report = verify(*level, source);
    ASSERT_EQ(report.details.size(), 1u);
    EXPECT_EQ(report.differences, 1u);
    EXPECT_EQ(report.details[0],
              "the planes of the level and of the source together need 267 bits, more than the "
              "limit of 256 of exact arithmetic; verify stops here");
}

TEST(Verify, CountsAllDifferencesAndKeepsAsManyDetailsAsAsked) {
    const Subject& subject = subjects().back();
    LevelData mutant = subject.level;
    for (LeafRecord& leaf : mutant.leaves) {
        leaf.contents ^=
            &leaf == &mutant.leaves.front() ? 0u : static_cast<std::uint32_t>(Contents::Ladder);
    }
    derive(mutant);
    const auto level = Level::from_data(mutant);
    ASSERT_TRUE(level);
    VerifyOptions options;
    options.most_differences = 7;
    const VerifyReport report = verify(*level, subject.world, options);
    EXPECT_EQ(report.leaves, mutant.leaves.size());
    EXPECT_EQ(report.differences, mutant.leaves.size() - 1);
    EXPECT_EQ(report.details.size(), 7u);
}

}  // namespace
}  // namespace halfspace::test
