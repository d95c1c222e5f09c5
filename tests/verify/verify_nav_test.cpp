// SPDX-License-Identifier: MIT
// Verify finds every navigation mesh that is not the floor. Each test argues why none of its
// mutants means the same as the original.
#include "verify/verify_nav.h"

#include "halfspace/nav_build/build_nav.h"

#include "level/shared/derive.h"
#include "level/shared/nav_ranges.h"
#include "support/brushes.h"
#include "support/compiled_data.h"
#include "support/repeats.h"
#include "support/scenes.h"
#include "support/sources.h"
#include "verify/nav_floors.h"

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

struct Subject {
    std::string name;
    World world;
    LevelData level;  // with navigation meshes of a standing and a large body
};

Subject subject_of(std::string name, World world, const CompileOptions& options = {.threads = 1}) {
    LevelData data = compiled_data(world, options);
    const auto level = Level::from_data(data);
    EXPECT_TRUE(level) << name;
    const NavOptions bodies{.spaces = {SpaceId(1), SpaceId(3)}};
    auto meshes = level ? build_navigation(*level, bodies) : NavData();
    EXPECT_TRUE(meshes) << name;
    set_navigation(data, meshes ? *std::move(meshes) : NavData());
    data.nav_links.clear();  // verify does not read them, and mutants lose polygons
    return {std::move(name), std::move(world), std::move(data)};
}

void add_model(World& world, const std::string& classname, std::vector<Brush> brushes) {
    Entity& entity = world.entities.emplace_back();
    entity.keys.push_back({"classname", classname});
    entity.brushes = std::move(brushes);
}

void add_area(World& world,
              const std::string& name,
              const std::string& cost,
              std::vector<Brush> brushes) {
    for (Brush& brush : brushes) {
        brush.contents = Contents::Trigger;
    }
    add_model(world, "func_nav_area", std::move(brushes));
    world.entities.back().keys.push_back({"area", name});
    world.entities.back().keys.push_back({"cost", cost});
}

// A floor with a ramp, stairs, a pool, clips, walls that never move and a door. One wall is let
// into the floor: both have the floor at one place. Another one stands in the ramp.
World yard() {
    World world = world_of({box_brush({-256, -256, -16}, {256, 256, 0}),
                            turned_ramp(0, 128, 64, 64),
                            box_brush({-200, -200, 0}, {-168, 200, 12}),
                            box_brush({-232, -200, 0}, {-200, 200, 24}),
                            box_brush({-100, 100, 0}, {0, 256, 40}, Contents::Water),
                            box_brush({40, -250, 0}, {48, -200, 90}, Contents::PlayerClip),
                            box_brush({60, -250, 0}, {90, -200, 9}, Contents::MonsterClip)});
    add_model(world, "func_wall", {box_brush({-64, -64, -8}, {-32, 0, 0})});
    add_model(world, "func_wall", {box_brush({64, -16, -8}, {300, 16, 80})});
    add_model(world, "func_door", {box_brush({-64, 30, 0}, {-32, 70, 64})});
    add_model(world, "func_wall", {box_brush({-60, 90, 0}, {-20, 140, 8}, Contents::Slime)});
    // A double door on the ramp, with what both close between its wings.
    add_model(world, "func_door_rotating", {box_brush({40, 40, 0}, {48, 80, 120})});
    add_model(world, "func_door_rotating", {box_brush({40, 80, 0}, {48, 120, 120})});
    // An area on the floor, on stairs, in the pool and in a doorway; one on the ramp, dearer.
    add_area(world, "mud", "2", {box_brush({-220, 20, -4}, {-20, 180, 60})});
    add_area(world, "road", " +3", {turned_ramp(-10, 100, 90, 40)});
    return world;
}

Subject example(const std::string& name) {
    auto world = read_world(project_file("examples/levels/" + name));
    EXPECT_TRUE(world);
    return subject_of(name, world ? *std::move(world) : World{});
}

const std::vector<Subject>& subjects() {
    static const std::vector<Subject> kSubjects = [] {
        std::vector<Subject> made;
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

// What check_nav_meshes says about a level, which the loader must accept.
std::vector<std::string> nav_differences(const LevelData& data, const World& world) {
    const auto level = Level::from_data(data);
    if (!level) {
        ADD_FAILURE() << to_string(level.error());
        return {};
    }
    LevelPlanes planes = planes_of(level->view());
    Differences other(100);
    const BrushCheck brushes =
        check_brushes(*level, world, planes, level->statistics().import_tolerance, other);
    Differences found(100);
    EXPECT_EQ(
        check_nav_meshes(*level, world, brushes.brushes, planes, {.threads = 1}, found),
        level->nav_polygons().size());
    return found.take_details();
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

// Every mutant of the subjects, one polygon changed in each, is different.
void expect_found(const Mutate& mutate) {
    std::size_t mutants = 0;
    for (const Subject& subject : subjects()) {
        const std::vector<NavParts> parts = nav_parts(subject.level);
        ASSERT_FALSE(parts.empty()) << subject.name;
        const std::size_t step = 1 + parts.size() / repeats(10);
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
    for (const Subject& subject : subjects()) {
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
    const Subject& subject = subjects()[0];
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
        const Subject subject =
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
        const Subject subject =
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
    for (const Subject& subject : subjects()) {
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
    const Subject& subject = subjects()[0];
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
    const Subject& subject = subjects()[0];
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

// The yard has doors on its floor and on its ramp, and polygons that two doors close.
TEST(VerifyNav, AWrongDoorIsFound) {
    const Subject& subject = subjects()[0];
    const std::vector<NavDoorRecord> doors = subject.level.nav_doors;
    ASSERT_GE(doors.size(), 8u);
    EXPECT_TRUE(std::ranges::adjacent_find(doors, {}, &NavDoorRecord::polygon) != doors.end());
    for (std::size_t i = 0; i < doors.size(); ++i) {
        LevelData lost = subject.level;
        lost.nav_doors.erase(lost.nav_doors.begin() + static_cast<std::ptrdiff_t>(i));
        EXPECT_FALSE(nav_differences(lost, subject.world).empty()) << i;
    }
    // One too many: each polygon says that each of the other models closes it.
    const auto key = [](const NavDoorRecord& door) { return std::pair(door.polygon, door.model); };
    for (std::uint32_t p = 0; p < subject.level.nav_polygons.size(); p += 3) {
        const std::uint32_t model =
            1 + p % (static_cast<std::uint32_t>(subject.level.models.size()) - 1);
        const NavDoorRecord record{p, model};
        if (!std::ranges::binary_search(doors, key(record), {}, key)) {
            LevelData more = subject.level;
            more.nav_doors.insert(std::ranges::lower_bound(more.nav_doors, key(record), {}, key),
                                  record);
            EXPECT_FALSE(nav_differences(more, subject.world).empty()) << p;
        }
    }
}

// Doors that start open close nothing where the editor shows them. So their mesh has the same
// floor, and lacks the cuts.
TEST(VerifyNav, AMissingCutIsFound) {
    World world = yard();
    for (Entity& entity : world.entities) {
        if (entity.value("classname").starts_with("func_door")) {
            entity.keys.push_back({"spawnflags", "1"});
        }
    }
    const Subject open = subject_of("open", world);
    EXPECT_TRUE(open.level.nav_doors.empty());
    EXPECT_EQ(nav_differences(open.level, world), std::vector<std::string>{});
    const std::vector<std::string> found = nav_differences(open.level, yard());
    EXPECT_TRUE(std::ranges::any_of(found, [](const std::string& text) {
        return text.find(" is partly in what model ") != std::string::npos;
    }));
}

// Each place of the yard is in one area or in none.
TEST(VerifyNav, AnotherAreaIsFound) {
    const LevelData& yard = subjects()[0].level;
    ASSERT_EQ(yard.nav_areas.size(), 2u);
    for (const std::uint32_t area : {0u, 1u, kNone}) {
        EXPECT_TRUE(std::ranges::count(yard.nav_polygons, area, &NavPolygonRecord::area) > 1)
            << area;
        for (std::size_t p = 0; p < yard.nav_polygons.size(); ++p) {
            LevelData mutant = yard;
            if (std::exchange(mutant.nav_polygons[p].area, area) != area) {
                EXPECT_FALSE(nav_differences(mutant, subjects()[0].world).empty()) << p;
            }
        }
    }
}

TEST(VerifyNav, AnotherNameOrCostOfAnAreaIsFound) {
    const Subject& subject = subjects()[0];
    for (const auto& [area, cost] : {std::pair{0u, 2.5f}, {1u, 1.0f}}) {
        LevelData mutant = subject.level;
        mutant.nav_areas[area].cost = cost;
        EXPECT_FALSE(nav_differences(mutant, subject.world).empty()) << area;
    }
    LevelData mutant = subject.level;
    std::swap(mutant.nav_areas[0].name, mutant.nav_areas[1].name);
    EXPECT_FALSE(nav_differences(mutant, subject.world).empty());
    mutant = subject.level;
    mutant.nav_areas.push_back({0, 1});
    mutant.strings[mutant.nav_areas.back().name] = 'x';
    EXPECT_FALSE(nav_differences(mutant, subject.world).empty());
}

// A mesh without areas lacks their cuts; and where the one with the higher cost is said to cost
// less, the other one should have what both hold.
TEST(VerifyNav, AMissingCutOfAnAreaIsFound) {
    World world = yard();
    world.entities.resize(world.entities.size() - 2);
    const Subject plain = subject_of("plain", world);
    EXPECT_TRUE(plain.level.nav_areas.empty());
    World marked = world;
    add_area(marked, "mud", "", {box_brush({-220, 20, -4}, {-20, 180, 60})});
    LevelData data = subject_of("marked", marked).level;
    for (NavPolygonRecord& polygon : data.nav_polygons) {
        polygon.area = kNone;
    }
    EXPECT_FALSE(nav_differences(data, marked).empty());
    World both = marked;
    add_area(both, "road", "2", {box_brush({-100, 20, -4}, {-20, 100, 60})});
    const Subject overlapping = subject_of("overlapping", both);
    EXPECT_EQ(nav_differences(overlapping.level, both), std::vector<std::string>{});
    both.entities.back().keys.back().value = "1";
    LevelData cheap = overlapping.level;
    cheap.nav_areas[1].cost = 1;
    EXPECT_FALSE(nav_differences(cheap, both).empty());
}

// Steps of the yard are 12 high at least, and the lower edge of each step ends at another place
// than the next edge of its polygon.
TEST(VerifyNav, AWrongStepIsFound) {
    const Subject& subject = subjects()[0];
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
    const Subject plain = subject_of("floor", world_of({box_brush({0, 0, -16}, {64, 64, 0})}));
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
