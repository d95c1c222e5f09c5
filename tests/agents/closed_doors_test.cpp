// SPDX-License-Identifier: MIT
#include "halfspace/agents/closed_doors.h"

#include "halfspace/nav/locate.h"
#include "halfspace/query/areas.h"

#include "support/brushes.h"
#include "support/gated_rooms.h"
#include "support/nav_levels.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace halfspace::test {
namespace {

// A floor of 512 by 256 with a row of doors. Door i is around x = 100 * i + 50.
Level level_with(const std::vector<std::string>& classes) {
    World world = world_of({box_brush({0, 0, -16}, {512, 256, 0})});
    for (std::size_t i = 0; i < classes.size(); ++i) {
        Entity& entity = world.entities.emplace_back();
        entity.keys = {{"classname", classes[i]}, {"angle", "-1"}, {"wait", "1"}};
        const auto x = static_cast<std::int64_t>(100 * i);
        entity.brushes = {box_brush({x + 40, 100, 0}, {x + 60, 160, 128})};
    }
    return level_with_navigation(world).value();
}

struct Game {
    explicit Game(const std::vector<std::string>& classes)
        : level(level_with(classes)),
          doors(level),
          closed(NavMesh::from_level(level, SpaceId(1)).value()) {}

    // The models that are closed for ways.
    std::vector<std::uint32_t> closed_models() {
        set_closed_doors(closed, doors);
        std::vector<std::uint32_t> models;
        for (const ModelId model : closed.doors()) {
            if (closed.is_closed(model)) {
                models.push_back(model.value);
            }
        }
        return models;
    }
    void step(double seconds, const std::vector<Vec3>& visitors) {
        for (double t = 0; t < seconds; t += 1.0 / 64) {
            doors.step(1.0 / 64, visitors);
            doors.finish();
        }
    }

    Level level;
    Doors doors;
    NavDoorState closed;
};

using Models = std::vector<std::uint32_t>;

TEST(SetClosedDoors, ClosesWhatIsLockedAndWhatNoDoorOfTheGameMoves) {
    Game game({"func_door", "func_breakable", "func_door"});
    EXPECT_EQ(game.closed_models(), Models{2});
    game.doors.lock(1);
    EXPECT_EQ(game.closed_models(), (Models{2, 3}));
    game.doors.unlock(1);
    game.doors.lock(0);
    EXPECT_EQ(game.closed_models(), (Models{1, 2}));
    game.doors.world().remove(ModelId(2));  // it breaks
    EXPECT_EQ(game.closed_models(), Models{1});
}

TEST(SetClosedDoors, ALockedDoorIsOpenForWaysUntilItCloses) {
    Game game({"func_door"});
    const Vec3 visitor{50, 90, 24};
    game.step(1, {visitor});
    EXPECT_GT(game.doors.states()[0].open, 0);
    game.doors.lock(0);
    EXPECT_EQ(game.closed_models(), Models{});
    double waits = 0;
    while (game.doors.states()[0].mode != DoorMode::Closing && waits < 10) {
        EXPECT_EQ(game.closed_models(), Models{});
        game.step(1.0 / 64, {visitor});
        waits += 1.0 / 64;
    }
    ASSERT_EQ(game.doors.states()[0].mode, DoorMode::Closing);
    EXPECT_EQ(game.closed_models(), Models{1});
}

// Two leaves that touch are a group: if one is locked, both stay.
TEST(SetClosedDoors, ALockClosesAllDoorsOfItsGroup) {
    World world = world_of({box_brush({0, 0, -16}, {512, 256, 0})});
    for (const std::int64_t y : {64, 128}) {
        Entity& entity = world.entities.emplace_back();
        entity.keys = {{"classname", "func_door"}, {"angle", y == 64 ? "270" : "90"}};
        entity.brushes = {box_brush({250, y, 0}, {262, y + 64, 128})};
    }
    const Level level = level_with_navigation(world).value();
    Doors doors(level);
    ASSERT_EQ(doors.doors()[0].group, doors.doors()[1].group);
    NavDoorState closed(NavMesh::from_level(level, SpaceId(1)).value());
    doors.lock(1);
    set_closed_doors(closed, doors);
    EXPECT_TRUE(closed.is_closed(ModelId(1)) && closed.is_closed(ModelId(2)));
}

TEST(SetClosedDoors, OpensWhatWasClosedBefore) {
    Game game({"func_door"});
    game.closed.set_closed(ModelId(1), true);
    EXPECT_EQ(game.closed_models(), Models{});
}

// A row of three rooms. Each of both doors is a gate for sight and a door for ways.
class ThreeRooms {
public:
    ThreeRooms() { follow(); }

    Doors& doors() { return doors_; }
    // Between which neighbouring rooms a sound is heard, and a way leads.
    using Passages = std::pair<bool, bool>;
    Passages heard() const {
        const auto are_joined = [&](std::int64_t room) {
            return areas_connected(areas_,
                                   area_at(level_, middle_of_room(room)).value(),
                                   area_at(level_, middle_of_room(room + 1)).value());
        };
        return {are_joined(0), are_joined(1)};
    }
    Passages walked() const {
        const auto are_joined = [&](std::int64_t room) {
            return is_reachable(mesh_,
                                locate(mesh_, middle_of_room(room)).value().polygon,
                                locate(mesh_, middle_of_room(room + 1)).value().polygon,
                                &closed_);
        };
        return {are_joined(0), are_joined(1)};
    }
    void step(double seconds, const std::vector<Vec3>& visitors = {}) {
        for (double t = 0; t < seconds; t += 1.0 / 64) {
            doors_.step(1.0 / 64, visitors);
            doors_.finish();
        }
        follow();
    }
    void remove(std::size_t door) {
        const auto placed =
            std::ranges::find_if(doors_.placed(), [&](const PlacedModel& placed_model) {
                return doors_.door_of(placed_model.model) == door;
            });
        doors_.world().remove(placed->model);
        follow();
    }
    void follow() {
        doors_.set_areas(areas_);
        set_closed_doors(closed_, doors_);
    }

private:
    Level level_ = level_with_navigation(gated_rooms({.columns = 3})).value();
    NavMesh mesh_ = NavMesh::from_level(level_, SpaceId(1)).value();
    Doors doors_{level_};
    AreaState areas_{level_};
    NavDoorState closed_{mesh_};
};

// A door that is shut and not locked hides what is behind it, and lets ways through.
TEST(SetClosedDoors, AreasAndWaysFollowTheSameDoors) {
    using Passages = ThreeRooms::Passages;
    ThreeRooms rooms;
    EXPECT_EQ(rooms.heard(), Passages(false, false));
    EXPECT_EQ(rooms.walked(), Passages(true, true));

    rooms.doors().lock(0);
    rooms.follow();
    EXPECT_EQ(rooms.heard(), Passages(false, false));
    EXPECT_EQ(rooms.walked(), Passages(false, true));

    rooms.step(1, {middle_of_doorway(0), middle_of_doorway(1)});
    EXPECT_EQ(rooms.heard(), Passages(false, true));
    EXPECT_EQ(rooms.walked(), Passages(false, true));

    rooms.doors().unlock(0);
    rooms.step(1, {middle_of_doorway(0)});
    EXPECT_EQ(rooms.heard(), Passages(true, true));
    EXPECT_EQ(rooms.walked(), Passages(true, true));

    rooms.step(20);
    EXPECT_EQ(rooms.heard(), Passages(false, false));
    EXPECT_EQ(rooms.walked(), Passages(true, true));

    rooms.doors().lock(1);
    rooms.remove(1);
    EXPECT_EQ(rooms.heard(), Passages(false, true));
    EXPECT_EQ(rooms.walked(), Passages(true, true));
}

}  // namespace
}  // namespace halfspace::test
