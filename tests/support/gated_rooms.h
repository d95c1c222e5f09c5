// SPDX-License-Identifier: MIT
// Rooms side by side, with a doorway, an area portal and a door between each two neighbours.
#pragma once

#include "halfspace/math/aabb.h"

#include "support/brushes.h"

#include <cstdint>
#include <string>
#include <utility>

namespace halfspace::test {

// How an area portal finds its door.
enum class GateLink {
    Target,  // as in Quake II: an entity func_areaportal, which the door targets
    Box,     // as in Quake III: a brush of the world, which the door touches
};

struct GatedRooms {
    std::int64_t columns = 2;
    std::int64_t rows = 1;
    GateLink link = GateLink::Target;
    // True: each wall has a hole beside its doorway.
    bool has_holes = false;
    std::int64_t door_margin = 2;  // of a door around its area portal, along its way [units]
};

inline constexpr std::int64_t kRoomPitch = 256;  // from room to room; walls are 16 units thick

// The middle of a room.
inline Vec3 middle_of_room(std::int64_t column, std::int64_t row = 0) {
    return {static_cast<double>(column * kRoomPitch + 120),
            static_cast<double>(row * kRoomPitch + 120),
            64};
}
// The middle of the doorway from a room to the next column.
inline Vec3 middle_of_doorway(std::int64_t column, std::int64_t row = 0) {
    return middle_of_room(column, row) + Vec3{128, 0, 0};
}

class GatedRoomsBuilder {
public:
    explicit GatedRoomsBuilder(const GatedRooms& rooms) : rooms_(rooms), world_(world_of({})) {}

    World build() {
        const std::int64_t x = rooms_.columns * kRoomPitch;
        const std::int64_t y = rooms_.rows * kRoomPitch;
        wall({-16, -16, -16}, {x, y, 0});
        wall({-16, -16, 128}, {x, y, 144});
        wall({-16, -16, 0}, {0, y, 128});
        wall({-16, -16, 0}, {x, 0, 128});
        wall({x - 16, -16, 0}, {x, y, 128});
        wall({-16, y - 16, 0}, {x, y, 128});
        for (std::int64_t row = 0; row < rooms_.rows; ++row) {
            for (std::int64_t column = 0; column < rooms_.columns; ++column) {
                is_turned_ = false;
                if (column + 1 < rooms_.columns) {
                    doorway(column, row);
                }
                is_turned_ = true;
                if (row + 1 < rooms_.rows) {
                    doorway(row, column);
                }
                const Vec3 middle = middle_of_room(column, row);
                Entity light{.keys = {{"classname", "light"}}, .origin = middle};
                light.has_origin = true;
                world_.entities.push_back(std::move(light));
            }
        }
        return std::move(world_);
    }

private:
    Brush box(Units min, Units max, Contents contents = Contents::Solid) const {
        if (is_turned_) {
            std::swap(min[0], min[1]);
            std::swap(max[0], max[1]);
        }
        return box_brush(min, max, contents);
    }
    void wall(const Units& min, const Units& max) {
        world_.entities[0].brushes.push_back(box(min, max));
    }

    // Behind room `i` along x, in row `j` along y; turned: the other way round.
    void doorway(std::int64_t i, std::int64_t j) {
        const std::int64_t x = i * kRoomPitch + 240;
        const std::int64_t y = j * kRoomPitch;
        wall({x, y - 16, 0}, {x + 16, y + (rooms_.has_holes ? 40 : 88), 128});
        if (rooms_.has_holes) {
            wall({x, y + 72, 0}, {x + 16, y + 88, 128});
        }
        wall({x, y + 152, 0}, {x + 16, y + 256, 128});
        wall({x, y + 88, 96}, {x + 16, y + 152, 128});
        const std::string name = "gate" + std::to_string(gates_++);
        Brush gate = box({x + 4, y + 88, 0}, {x + 12, y + 152, 96}, Contents::AreaPortal);
        gate.position.line = 1000 + gates_;
        if (rooms_.link == GateLink::Box) {
            world_.entities[0].brushes.push_back(std::move(gate));
        } else {
            world_.entities.push_back(
                {.keys = {{"classname", "func_areaportal"}, {"targetname", name}},
                 .brushes = {std::move(gate)}});
        }
        const std::int64_t margin = rooms_.door_margin;
        Entity door{.keys = {{"classname", "func_door"}, {"angle", is_turned_ ? "0" : "90"}},
                    .brushes = {box({x + 4 - margin, y + 88, 0}, {x + 12 + margin, y + 152, 96})}};
        if (rooms_.link == GateLink::Target) {
            door.keys.push_back({"target", name});
        }
        world_.entities.push_back(std::move(door));
    }

    GatedRooms rooms_;
    World world_;
    bool is_turned_ = false;
    std::uint32_t gates_ = 0;
};

inline World gated_rooms(const GatedRooms& rooms) {
    return GatedRoomsBuilder(rooms).build();
}

}  // namespace halfspace::test
