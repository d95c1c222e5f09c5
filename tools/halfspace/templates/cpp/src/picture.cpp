#include "picture.h"

#include "halfspace/query/sight.h"
#include "halfspace/query/trace.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

namespace {

constexpr int kColumns = 72;
constexpr int kRows = 20;
constexpr double kHalfWidth = 1;     // of the picture, at the distance 1: it shows 90 degrees
constexpr double kHalfHeight = 0.6;  // a character is about twice as high as wide
constexpr double kFarthest = 4096;   // [units]
constexpr std::string_view kShades = "@#%*+=-:";  // of walls, from near to far

// x is ahead, y is left, z is up.
hs::Transform camera_of(const Game& game) {
    hs::Transform camera = hs::turned_about({}, {.yaw = game.yaw});
    camera.translation = game.eye();
    return camera;
}

// The place in the world that is seen through the middle of a character, far away.
Vec3 far_place(const hs::Transform& camera, int row, int column) {
    const double left = kHalfWidth * (1 - (2 * column + 1.0) / kColumns);
    const double up = kHalfHeight * (1 - (2 * row + 1.0) / kRows);
    return to_world(camera, Vec3{1, left, up} * kFarthest);
}

char shade(const hs::Contact& contact, double distance) {
    if (!contact.hit || any(contact.contents & hs::Contents::Sky)) {
        return ' ';
    }
    if (contact.model.value != hs::kWorldModel.value) {
        return 'D';
    }
    if (std::abs(contact.normal.z) > 0.7) {
        return contact.normal.z > 0 ? '.' : ' ';  // a floor or a ceiling
    }
    // Walls that face east or west are a little darker, so that corners show.
    const double depth =
        std::log2(1 + distance / 24) * (std::abs(contact.normal.x) > 0.7 ? 1.6 : 2);
    const auto last = static_cast<double>(kShades.size() - 1);
    return kShades[static_cast<std::size_t>(std::min(depth, last))];
}

using Lines = std::array<std::string, kRows>;

// Draws a thing as a block of characters, if the player sees it.
void draw_thing(Lines& lines,
                const hs::PlacedLevel& here,
                const hs::Transform& camera,
                const Vec3& at,
                char c) {
    const Vec3 local = to_local(camera, at);
    const double distance = local.x;
    if (distance < 8 || !line_of_sight(here, camera.translation, at)) {
        return;
    }
    const double x = (1 - local.y / distance / kHalfWidth) * kColumns / 2;
    const double y = (1 - local.z / distance / kHalfHeight) * kRows / 2;
    const double half = std::max(8 / distance * kRows, 0.5);
    for (int row = 0; row < kRows; ++row) {
        for (int column = 0; column < kColumns; ++column) {
            if (std::abs(row + 0.5 - y) <= half && std::abs(column + 0.5 - x) <= 2 * half) {
                lines[row][column] = c;
            }
        }
    }
}

}  // namespace

std::string picture(const Game& game) {
    const hs::Transform camera = camera_of(game);
    const hs::PlacedLevel here{game.level, game.doors.placed()};
    const hs::SpaceId point{0};
    Lines lines;
    for (int row = 0; row < kRows; ++row) {
        for (int column = 0; column < kColumns; ++column) {
            const Vec3 to = far_place(camera, row, column);
            const hs::Contact contact = trace(here, point, game.eye(), to);
            lines[row] += shade(contact, contact.fraction * kFarthest);
        }
    }
    if (!game.has_key) {
        draw_thing(lines, here, camera, game.key, 'K');
    }
    draw_thing(lines, here, camera, game.exit, 'E');
    std::string text;
    for (const std::string& line : lines) {
        text += line + '\n';
    }
    return text;
}
