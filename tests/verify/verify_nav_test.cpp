// SPDX-License-Identifier: MIT
// Verify finds every navigation mesh that is not the floor. Each test argues why none of its
// mutants means the same as the original.
#include "verify/verify_nav.h"

#include "level/shared/derive.h"
#include "level/shared/nav_ranges.h"
#include "support/repeats.h"
#include "support/scenes.h"
#include "support/sources.h"
#include "verify/nav_floors.h"
#include "verify/nav_subjects.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace halfspace::test {
namespace {

NavSubject example(const std::string& name) {
    auto world = read_world(project_file("examples/levels/" + name));
    EXPECT_TRUE(world);
    return subject_of(name, world ? *std::move(world) : World{});
}

const std::vector<NavSubject>& subjects() {
    static const std::vector<NavSubject> kSubjects = [] {
        std::vector<NavSubject> made;
        made.push_back(subject_of("yard", yard()));
        made.push_back(
            subject_of("separate", yard(), {.collision = Collision::Separate, .threads = 1}));
        made.push_back(subject_of("rotated boxes",
                                  make_scene(SceneKind::RotatedBoxes, 8, 3, SceneContents::Mixed)));
        made.push_back(example("keep.map"));
        made.push_back(example("castle.grid"));
        return made;
    }();
    return kSubjects;
}

// A polygon of a mesh with its vertices.
struct NavParts {
    NavPolygonRecord record;
    std::size_t mesh;
    std::vector<std::uint32_t> vertices;
    std::vector<std::uint32_t> doors;  // models
};

std::vector<NavParts> nav_parts(const LevelData& data) {
    LevelView view;
    view.nav_meshes = data.nav_meshes;
    view.nav_polygons = data.nav_polygons;
    view.nav_edges = data.nav_edges;
    std::vector<NavParts> parts;
    for (std::size_t m = 0; m < data.nav_meshes.size(); ++m) {
        const NavRange polygons = polygons_of(view, m);
        for (std::uint32_t p = polygons.first; p < polygons.end; ++p) {
            NavParts& part = parts.emplace_back(data.nav_polygons[p], m);
            for (const NavDoorRecord& door : data.nav_doors) {
                if (door.polygon == p) {
                    part.doors.push_back(door.model);
                }
            }
            const NavRange edges = edges_of(view, p);
            for (std::uint32_t e = edges.first; e < edges.end; ++e) {
                part.vertices.push_back(data.nav_edges[e].vertex);
            }
        }
    }
    return parts;
}

// Gives the level these polygons, and no steps. parts: in the order of their meshes.
void set_nav_parts(LevelData& data, const std::vector<NavParts>& parts) {
    data.nav_polygons.clear();
    data.nav_edges.clear();
    data.nav_steps.clear();
    data.nav_doors.clear();
    std::size_t next = 0;
    for (std::size_t m = 0; m < data.nav_meshes.size(); ++m) {
        data.nav_meshes[m].first_polygon = static_cast<std::uint32_t>(data.nav_polygons.size());
        for (; next < parts.size() && parts[next].mesh == m; ++next) {
            for (const std::uint32_t door : parts[next].doors) {
                data.nav_doors.push_back(
                    {static_cast<std::uint32_t>(data.nav_polygons.size()), door});
            }
            data.nav_polygons.push_back(parts[next].record);
            data.nav_polygons.back().first_edge = static_cast<std::uint32_t>(data.nav_edges.size());
            for (const std::uint32_t vertex : parts[next].vertices) {
                data.nav_edges.push_back({vertex, kNone});
            }
        }
    }
    derive_nav(data);
}

// The loader itself refuses polygons that are not convex.
bool loader_finds(const LevelData& data) {
    const auto level = Level::from_data(data);
    return !level && to_string(level.error()).ends_with("it is not convex");
}

// Changes the polygons of a level. False if this polygon cannot be changed in this way.
using Mutate = std::function<bool(LevelData&, std::vector<NavParts>&, std::size_t)>;

// Every mutant of the subjects, one polygon changed in each, is different. Some polygons cannot be
// changed in each way, so at least four of each subject are tried.
void expect_found(const Mutate& mutate) {
    std::size_t mutants = 0;
    for (const NavSubject& subject : subjects()) {
        const std::vector<NavParts> parts = nav_parts(subject.level);
        ASSERT_FALSE(parts.empty()) << subject.name;
        const std::size_t step = 1 + parts.size() / std::max<std::size_t>(4, repeats(10));
        for (std::size_t p = 0; p < parts.size(); p += step) {
            LevelData mutant = subject.level;
            std::vector<NavParts> changed = parts;
            if (mutate(mutant, changed, p)) {
                set_nav_parts(mutant, changed);
                if (loader_finds(mutant)) {
                    continue;
                }
                ++mutants;
                EXPECT_FALSE(nav_differences(mutant, subject.world).empty())
                    << subject.name << ", polygon " << p;
            }
        }
    }
    EXPECT_GE(mutants, subjects().size());
}

// A vertex of its own in the place of another one.
std::uint32_t moved_vertex(LevelData& data,
                           std::uint32_t vertex,
                           const std::function<void(Vec3&)>& move) {
    Vec3 moved = data.nav_vertices[vertex];
    move(moved);
    data.nav_vertices.push_back(moved);
    return static_cast<std::uint32_t>(data.nav_vertices.size() - 1);
}

void unmoved(Vec3&) {}

// The subjects have what may go wrong: models beside the world, liquids, slopes and steps.
TEST(VerifyNav, OfTheLevelHasNoDifferences) {
    for (const NavSubject& subject : subjects()) {
        EXPECT_EQ(nav_differences(subject.level, subject.world), std::vector<std::string>{})
            << subject.name;
        LevelData same = subject.level;
        set_nav_parts(same, nav_parts(subject.level));
        EXPECT_EQ(nav_differences(same, subject.world), std::vector<std::string>{}) << subject.name;
    }
    const LevelData& yard = subjects()[0].level;
    EXPECT_FALSE(yard.nav_steps.empty());
    EXPECT_TRUE(std::ranges::any_of(
        yard.nav_polygons, [](const NavPolygonRecord& polygon) { return polygon.contents != 0; }));
}

TEST(VerifyNav, IsAPartOfVerify) {
    const NavSubject& subject = subjects()[0];
    const auto level = Level::from_data(subject.level);
    ASSERT_TRUE(level);
    const VerifyReport report = verify(*level, subject.world);
    EXPECT_EQ(report.details, std::vector<std::string>{});
    EXPECT_EQ(report.nav_polygons, level->nav_polygons().size());
    LevelData mutant = subject.level;
    mutant.nav_meshes[0].step_height = 0;
    EXPECT_GT(verify(*Level::from_data(mutant), subject.world).differences, 0u);
}

class VerifyNavOfScenes : public testing::TestWithParam<SceneKind> {};

TEST_P(VerifyNavOfScenes, HasNoDifferences) {
    for (const Collision collision : {Collision::Onion, Collision::Separate}) {
        const NavSubject subject =
            subject_of("scene",
                       make_scene(GetParam(), scene_brushes(40), 12, SceneContents::Mixed),
                       {.collision = collision,
                        .bad_brushes = CompileOptions::BadBrushes::Skip,
                        .threads = 1});
        EXPECT_EQ(nav_differences(subject.level, subject.world), std::vector<std::string>{});
    }
}

INSTANTIATE_TEST_SUITE_P(All,
                         VerifyNavOfScenes,
                         testing::ValuesIn(kAllScenes),
                         [](const auto& scene) { return to_string(scene.param); });

TEST(VerifyNav, OfRealLevelsHasNoDifferences) {
    for (const char* const name : {"id1/dm4.map", "id1/start.map", "librequake/lq_e1m1.map"}) {
        const std::filesystem::path path = test_data(std::string("maps/") + name);
        if (path.empty()) {
            GTEST_SKIP() << "no real levels";
        }
        auto world = read_world(path);
        ASSERT_TRUE(world) << name;
        const NavSubject subject =
            subject_of(name,
                       *std::move(world),
                       {.bad_brushes = CompileOptions::BadBrushes::Skip, .threads = 1});
        EXPECT_EQ(nav_differences(subject.level, subject.world), std::vector<std::string>{})
            << name;
    }
}

// No other polygon covers what it covered.
TEST(VerifyNav, ALostPolygonIsFound) {
    expect_found([](LevelData&, std::vector<NavParts>& parts, std::size_t p) {
        parts.erase(parts.begin() + static_cast<std::ptrdiff_t>(p));
        return true;
    });
}

// The loader knows polygons with the same edges; the copy has its own vertices.
TEST(VerifyNav, ADoubledPolygonIsFound) {
    expect_found([](LevelData& data, std::vector<NavParts>& parts, std::size_t p) {
        NavParts copy = parts[p];
        for (std::uint32_t& vertex : copy.vertices) {
            vertex = moved_vertex(data, vertex, unmoved);
        }
        parts.insert(parts.begin() + static_cast<std::ptrdiff_t>(p), std::move(copy));
        return true;
    });
}

// A corner that is moved is no longer where planes meet, or the polygon is another one; but not one
// that is moved along its edge by a whole step of the grid. The least step is one of doubles.
TEST(VerifyNav, AMovedCornerIsFound) {
    for (const std::size_t axis : {0, 1, 2}) {
        for (const double step : {0.0, 1.0 / 8}) {
            expect_found([&](LevelData& data, std::vector<NavParts>& parts, std::size_t p) {
                std::vector<std::uint32_t>& corners = parts[p].vertices;
                const std::size_t i = (p + axis) % corners.size();
                std::uint32_t& vertex = corners[i];
                vertex = moved_vertex(data, vertex, [&](Vec3& at) {
                    at[axis] = std::nextafter(at[axis], p % 2 == 0 ? 1e9 : -1e9);
                    at[axis] += p % 2 == 0 ? step : -step;
                });
                const Vec3& moved = data.nav_vertices[vertex];
                const Vec3 in =
                    moved - data.nav_vertices[corners[i == 0 ? corners.size() - 1 : i - 1]];
                const Vec3 out = data.nav_vertices[corners[(i + 1) % corners.size()]] - moved;
                return in.x * out.y != in.y * out.x;  // else it is still in the same edge
            });
        }
    }
}

TEST(VerifyNav, APolygonElsewhereIsFound) {
    for (const double far : {64.0, 1e6, 1e300}) {
        expect_found([far](LevelData& data, std::vector<NavParts>& parts, std::size_t p) {
            for (std::uint32_t& vertex : parts[p].vertices) {
                vertex = moved_vertex(data, vertex, [&](Vec3& at) { at.x += far; });
            }
            return true;
        });
    }
}

// Each place is in one set of liquids.
TEST(VerifyNav, OtherContentsAreFound) {
    for (const Contents liquid : {Contents::Water, Contents::Slime, Contents::Lava}) {
        expect_found([liquid](LevelData&, std::vector<NavParts>& parts, std::size_t p) {
            parts[p].record.contents ^= static_cast<std::uint32_t>(liquid);
            return true;
        });
    }
}

// No two planes of a level hold the same corners. The loader refuses those that do not look up.
TEST(VerifyNav, AnotherPlaneIsFound) {
    for (const std::uint32_t shift : {1u, 2u, 7u}) {
        expect_found([shift](LevelData& data, std::vector<NavParts>& parts, std::size_t p) {
            std::uint32_t& plane = parts[p].record.plane;
            do {
                plane = (plane + shift) % static_cast<std::uint32_t>(2 * data.planes.size());
            } while (data.planes[plane / 2].n[2] * (plane % 2 != 0 ? -1 : 1) <= 0);
            return true;
        });
    }
}

// A large body stands farther beyond the edges of each floor.
TEST(VerifyNav, AMeshOfAnotherBodyIsFound) {
    for (const NavSubject& subject : subjects()) {
        LevelData mutant = subject.level;
        std::vector<NavParts> parts = nav_parts(mutant);
        const std::uint32_t other = mutant.nav_meshes[1].space;
        std::erase_if(parts, [](const NavParts& part) { return part.mesh != 0; });
        mutant.nav_meshes.resize(1);
        set_nav_parts(mutant, parts);
        EXPECT_TRUE(nav_differences(mutant, subject.world).empty()) << subject.name;
        mutant.nav_meshes[0].space = other;
        EXPECT_FALSE(nav_differences(mutant, subject.world).empty()) << subject.name;
    }
}

// The ramp of the yard rises by 64 over 128, so the z of its normal is 0.894.
TEST(VerifyNav, AnotherFloorNormalIsFound) {
    const NavSubject& subject = subjects()[0];
    const double ramp = 128 * (1 / std::sqrt(128.0 * 128 + 64 * 64));
    for (const auto& [floor_normal, is_right] : {std::pair{0.7, true},
                                                 std::pair{ramp - 1e-9, true},
                                                 std::pair{ramp + 1e-9, false},
                                                 std::pair{1.0, false}}) {
        LevelData mutant = subject.level;
        for (NavMeshRecord& mesh : mutant.nav_meshes) {
            mesh.floor_normal = floor_normal;
        }
        EXPECT_EQ(nav_differences(mutant, subject.world).empty(), is_right) << floor_normal;
    }
    // The boxes lie at any angle: what is too steep for the mover is a floor for another one.
    LevelData mutant = subjects()[2].level;
    mutant.nav_meshes[0].floor_normal = 0.02;
    EXPECT_FALSE(nav_differences(mutant, subjects()[2].world).empty());
}

// The same number as the mover has it: n.z * (1 / |n|), at the last bit.
TEST(VerifyNav, AFloorIsWhatTheMoverTakesForOne) {
    const ExactPlane plane{{3, 5, 7}, 0};
    const double z = 7 * (1 / std::sqrt(83.0));
    EXPECT_TRUE(is_floor(plane, z));
    EXPECT_FALSE(is_floor(plane, std::nextafter(z, 1)));
    EXPECT_FALSE(is_floor(flipped(plane), 0.01));
    EXPECT_TRUE(is_floor({{0, 0, 5}, 1}, 1));
}

// The yard has a place for each of these: a clip, or walls.
TEST(VerifyNav, OtherBlockersAreFound) {
    const NavSubject& subject = subjects()[0];
    for (const Contents contents : {Contents::Solid, Contents::PlayerClip, Contents::MonsterClip}) {
        LevelData mutant = subject.level;
        mutant.nav_meshes[0].blockers ^= static_cast<std::uint32_t>(contents);
        EXPECT_FALSE(nav_differences(mutant, subject.world).empty()) << to_string(contents);
    }
}

// Who calls the wall in the ramp a door in the source expects no floor on it; and floor instead of
// the door.
TEST(VerifyNav, AModelThatMovesIsNoFloor) {
    for (const std::size_t e : {2, 3}) {
        World world = subjects()[0].world;
        world.entities[e].keys[0].value = e == 3 ? "func_wall" : "func_door";
        EXPECT_FALSE(nav_differences(subjects()[0].level, world).empty()) << e;
    }
}

// Below the beam the standing body has no room, elsewhere it has.
TEST(VerifyNav, WrongRoomIsFound) {
    World world = yard();
    world.entities[0].brushes.push_back(box_brush({-256, -160, 45}, {0, -100, 60}));
    add_model(world, "func_wall", {box_brush({100, -120, 50}, {140, -80, 60})});
    const NavSubject subject = subject_of("beam", world, {.threads = 1}, {SpaceId(2), SpaceId(3)});
    EXPECT_EQ(nav_differences(subject.level, world), std::vector<std::string>{});
    std::size_t low = 0;
    for (std::size_t p = 0; p < nav_parts(subject.level).size(); ++p) {
        LevelData mutant = subject.level;
        mutant.nav_polygons[p].flags ^= kNavPolygonLow;
        low += mutant.nav_polygons[p].flags == 0 ? 1 : 0;
        if (nav_parts(subject.level)[p].mesh == 0) {
            EXPECT_FALSE(nav_differences(mutant, world).empty()) << p;
        } else {
            EXPECT_FALSE(Level::from_data(mutant))
                << p;  // nobody stands on the mesh of a large body
        }
    }
    EXPECT_GE(low, 3u);
    LevelData mutant = subject.level;
    EXPECT_EQ(mutant.nav_meshes[0].standing_space, 1u);
    mutant.nav_meshes[0].standing_space = 0;
    for (NavPolygonRecord& polygon : mutant.nav_polygons) {
        polygon.flags = 0;
    }
    EXPECT_FALSE(nav_differences(mutant, world).empty());
    mutant.nav_meshes[0].standing_space = 3;
    EXPECT_FALSE(nav_differences(mutant, world).empty());
    mutant.nav_meshes[0].standing_space = 2;
    EXPECT_EQ(Level::from_data(mutant).error().message,
              "section 'nav_meshes': record 0: its standing body is the one that crouches");
}

// Steps of the yard are 12 high at least, and the lower edge of each step ends at another place
// than the next edge of its polygon.
TEST(VerifyNav, AWrongStepIsFound) {
    const NavSubject& subject = subjects()[0];
    LevelData mutant = subject.level;
    mutant.nav_meshes[0].step_height = 11;
    const std::vector<std::string> found = nav_differences(mutant, subject.world);
    ASSERT_FALSE(found.empty());
    EXPECT_NE(found[0].find(" units high, but step_height is 11, from "), std::string::npos)
        << found[0];
    for (std::size_t s = 0; s < subject.level.nav_steps.size(); ++s) {
        for (const int side : {0, 1}) {
            LevelData moved = subject.level;
            NavStepRecord& step = moved.nav_steps[s];
            ++(side == 0 ? step.lower : step.upper);
            derive_nav(moved);
            const auto level = Level::from_data(moved);
            EXPECT_TRUE(!level || !nav_differences(moved, subject.world).empty()) << s;
        }
    }
}

TEST(VerifyNav, MessagesNameThePolygonAndThePlace) {
    const NavSubject plain = subject_of("floor", world_of({box_brush({0, 0, -16}, {64, 64, 0})}));
    LevelData lost = plain.level;
    std::vector<NavParts> parts = nav_parts(lost);
    ASSERT_EQ(parts.front().mesh, 0u);
    parts.erase(parts.begin());
    set_nav_parts(lost, parts);
    EXPECT_EQ(nav_differences(lost, plain.world),
              std::vector<std::string>{"navigation mesh of space 1: no polygon covers the floor, "
                                       "from -15 -15 24 to 79 79 24"});
    LevelData wet = plain.level;
    wet.nav_polygons[0].contents = static_cast<std::uint32_t>(Contents::Water);
    EXPECT_EQ(nav_differences(wet, plain.world),
              std::vector<std::string>{"navigation mesh of space 1: polygon 0 says water, but a "
                                       "part of it is in empty, from -15 -15 24 to 79 79 24"});
}

}  // namespace
}  // namespace halfspace::test
