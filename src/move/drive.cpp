// SPDX-License-Identifier: MIT
#include "move/drive.h"

#include "halfspace/math/sin_cos.h"

#include <algorithm>

namespace halfspace {
namespace {

constexpr double kAngle = 360.0 / 65536;  // the unit of MoverInput's angles [degrees]
// A view that looks down more steeply than this makes "forward" mean "down" on ladders [degrees].
constexpr double kLooksDown = 30;

}  // namespace

Wish wish_of(const MoverInput& input) {
    const auto share = [](std::int8_t wish) {
        return std::max(-127, static_cast<int>(wish)) / 127.0;
    };
    const double ahead = share(input.forward);
    const double left = share(input.left);
    const double up = share(input.up);
    if (ahead == 0 && left == 0 && up == 0) {
        return {};
    }
    const SinCos yaw = sin_cos(input.yaw * kAngle);
    const Vec3 across = Vec3{-yaw.sine, yaw.cosine, 0} * left;
    const SinCos pitch = input.pitch == 0 ? SinCos{0, 1} : sin_cos(input.pitch * kAngle);
    const Vec3 view{yaw.cosine * pitch.cosine, yaw.sine * pitch.cosine, -pitch.sine};
    Wish wish;
    wish.across = across;
    wish.level = limited(Vec3{yaw.cosine, yaw.sine, 0} * ahead + across, 1);
    wish.free = limited(view * ahead + across + Vec3{0, 0, up}, 1);
    const bool looks_down = input.pitch * kAngle > kLooksDown;
    wish.climb = std::clamp((looks_down ? -ahead : ahead) + up, -1.0, 1.0);
    return wish;
}

Vec3 slowed(const Vec3& velocity, double rate, double least, double seconds) {
    const double speed = length(velocity);
    const double left = speed - std::max(speed, least) * rate * seconds;
    return left > 0 ? velocity * (left / speed) : Vec3{};
}

Vec3 accelerated(const Vec3& velocity,
                 const Vec3& wish,
                 double speed,
                 double most,
                 double rate,
                 double seconds) {
    const double share = length(wish);
    if (share == 0) {
        return velocity;
    }
    const Vec3 direction = wish / share;
    const double wanted = share * speed;
    const double missing = std::min(wanted, most) - dot(velocity, direction);
    const double gain = std::min(rate * seconds * wanted, missing);
    return gain > 0 ? velocity + direction * gain : velocity;
}

Vec3 limited(const Vec3& velocity, double most) {
    const double speed = length(velocity);
    return speed > most ? velocity * (most / speed) : velocity;
}

}  // namespace halfspace
