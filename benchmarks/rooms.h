// SPDX-License-Identifier: MIT
// A level of rooms, as large as one likes, as the text of a .map.
#pragma once

#include "support/random.h"

#include <cmath>
#include <cstddef>
#include <numbers>
#include <string>
#include <vector>

namespace halfspace::bench {

class RoomsText {
public:
    // side * side rooms of 256 units, each with four crates that are turned by any angle, a pillar
    // of eight sides, and doorways to its neighbours.
    static std::string of(int side) {
        RoomsText text;
        const int end = kRoom * side;
        for (int x = 0; x < end; x += kRoom) {
            for (int y = 0; y < end; y += kRoom) {
                text.room(x, y);
            }
        }
        text.box({end, 0}, {end + kWall, end + kWall}, -kWall, kHeight + kWall);
        text.box({0, end}, {end, end + kWall}, -kWall, kHeight + kWall);
        return "{\n\"classname\" \"worldspawn\"\n" + text.text_ + "}\n";
    }

private:
    struct Place {
        int x = 0;
        int y = 0;
    };

    static constexpr int kRoom = 256;
    static constexpr int kWall = 16;
    static constexpr int kHeight = 128;
    static constexpr int kDoorHeight = 96;
    static constexpr int kDoorFrom = 96;  // from the corner of the room
    static constexpr int kDoorTo = 160;

    void side(const Place& a, int a_z, const Place& b, int b_z, const Place& c, int c_z) {
        const auto written = [](const Place& p, int z) {
            return "( " + std::to_string(p.x) + ' ' + std::to_string(p.y) + ' ' +
                   std::to_string(z) + " ) ";
        };
        text_ += written(a, a_z) + written(b, b_z) + written(c, c_z) + "wall 0 0 0 1 1\n";
    }

    // A convex floor plan, counter-clockwise from above, from one height to another.
    void prism(const std::vector<Place>& plan, int low, int high) {
        text_ += "{\n";
        side(plan[0], high, plan[2], high, plan[1], high);
        side(plan[0], low, plan[1], low, plan[2], low);
        for (std::size_t i = 0; i < plan.size(); ++i) {
            const Place& next = plan[(i + 1) % plan.size()];
            side(plan[i], low, plan[i], high, next, high);
        }
        text_ += "}\n";
    }

    void box(const Place& min, const Place& max, int low, int high) {
        prism({min, {max.x, min.y}, max, {min.x, max.y}}, low, high);
    }

    // Corners on a circle.
    void pillar(const Place& centre, double radius, int corners, double angle, int height) {
        std::vector<Place> plan;
        for (int i = 0; i < corners; ++i) {
            const double turn = angle + 2 * std::numbers::pi * i / corners;
            plan.push_back({centre.x + static_cast<int>(std::lround(radius * std::cos(turn))),
                            centre.y + static_cast<int>(std::lround(radius * std::sin(turn)))});
        }
        prism(plan, 0, height);
    }

    void room(int x, int y) {
        const int far_x = x + kRoom;
        const int far_y = y + kRoom;
        box({x, y}, {far_x, far_y}, -kWall, 0);
        box({x, y}, {far_x, far_y}, kHeight, kHeight + kWall);
        if (x == 0) {
            box({x, y}, {x + kWall, far_y}, 0, kHeight);
        } else {
            box({x, y}, {x + kWall, y + kDoorFrom}, 0, kHeight);
            box({x, y + kDoorTo}, {x + kWall, far_y}, 0, kHeight);
            box({x, y + kDoorFrom}, {x + kWall, y + kDoorTo}, kDoorHeight, kHeight);
        }
        if (y == 0) {
            box({x + kWall, y}, {far_x, y + kWall}, 0, kHeight);
        } else {
            box({x + kWall, y}, {x + kDoorFrom, y + kWall}, 0, kHeight);
            box({x + kDoorTo, y}, {far_x, y + kWall}, 0, kHeight);
            box({x + kDoorFrom, y}, {x + kDoorTo, y + kWall}, kDoorHeight, kHeight);
        }
        for (int i = 0; i < 4; ++i) {
            const Place at = place(x, y);
            const double radius = random_.real(16, 40);
            const double angle = random_.real(0, 2);
            pillar(at, radius, 4, angle, static_cast<int>(random_.integer(16, 64)));
        }
        pillar(place(x, y), 20, 8, 0.2, kHeight);
    }

    Place place(int x, int y) {
        const int along = x + static_cast<int>(random_.integer(60, 210));
        return {along, y + static_cast<int>(random_.integer(60, 210))};
    }

    std::string text_;
    test::Random random_{1};
};

}  // namespace halfspace::bench
