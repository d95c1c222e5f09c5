// SPDX-License-Identifier: MIT
// Verify finds doors and areas that the mesh does not have, or not there. Each test argues why none
// of its mutants means the same as the original.
#include "verify/nav_cuts.h"

#include "verify/nav_subjects.h"

#include <algorithm>

namespace halfspace::test {
namespace {

const NavSubject& yard_subject() {
    static const NavSubject kYard = subject_of("yard", yard());
    return kYard;
}

// The yard has doors on its floor and on its ramp, and polygons that two doors close.
TEST(NavCuts, AWrongDoorIsFound) {
    const NavSubject& subject = yard_subject();
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
TEST(NavCuts, AMissingCutIsFound) {
    World world = yard();
    for (Entity& entity : world.entities) {
        if (entity.value("classname").starts_with("func_door")) {
            entity.keys.push_back({"spawnflags", "1"});
        }
    }
    const NavSubject open = subject_of("open", world);
    EXPECT_TRUE(open.level.nav_doors.empty());
    EXPECT_EQ(nav_differences(open.level, world), std::vector<std::string>{});
    const std::vector<std::string> found = nav_differences(open.level, yard());
    EXPECT_TRUE(std::ranges::any_of(found, [](const std::string& text) {
        return text.find(" is partly in what model ") != std::string::npos;
    }));
}

// Each place of the yard is in one area or in none.
TEST(NavCuts, AnotherAreaIsFound) {
    const LevelData& yard = yard_subject().level;
    ASSERT_EQ(yard.nav_areas.size(), 2u);
    for (const std::uint32_t area : {0u, 1u, kNone}) {
        EXPECT_TRUE(std::ranges::count(yard.nav_polygons, area, &NavPolygonRecord::area) > 1)
            << area;
        for (std::size_t p = 0; p < yard.nav_polygons.size(); ++p) {
            LevelData mutant = yard;
            if (std::exchange(mutant.nav_polygons[p].area, area) != area) {
                EXPECT_FALSE(nav_differences(mutant, yard_subject().world).empty()) << p;
            }
        }
    }
}

TEST(NavCuts, AnotherNameOrCostOfAnAreaIsFound) {
    const NavSubject& subject = yard_subject();
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
TEST(NavCuts, AMissingCutOfAnAreaIsFound) {
    World world = yard();
    world.entities.resize(world.entities.size() - 2);
    const NavSubject plain = subject_of("plain", world);
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
    const NavSubject overlapping = subject_of("overlapping", both);
    EXPECT_EQ(nav_differences(overlapping.level, both), std::vector<std::string>{});
    both.entities.back().keys.back().value = "1";
    LevelData cheap = overlapping.level;
    cheap.nav_areas[1].cost = 1;
    EXPECT_FALSE(nav_differences(cheap, both).empty());
}

}  // namespace
}  // namespace halfspace::test
