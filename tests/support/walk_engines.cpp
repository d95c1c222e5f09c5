// SPDX-License-Identifier: MIT
#include "support/walk_engines.h"

#include "support/brushes.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>
#include <vector>

namespace halfspace::test {
namespace {

// A model thinner than this is thin [units].
constexpr double kThin = 8;

Vec3 random_direction(Random& random) {
    for (;;) {
        const Vec3 way{random.real(-1, 1), random.real(-1, 1), random.real(-1, 1)};
        const double size = length(way);
        if (size > 0.1 && size < 1) {
            return way / size;
        }
    }
}

// The axis that is nearest to the direction.
Vec3 snapped(const Vec3& direction) {
    std::size_t axis = 0;
    for (std::size_t i = 1; i < 3; ++i) {
        axis = std::abs(direction[i]) > std::abs(direction[axis]) ? i : axis;
    }
    Vec3 result;
    result[axis] = direction[axis] < 0 ? -1 : 1;
    return result;
}

Vec3 random_way(Random& random, Engine::Kind kind, bool is_fast) {
    const double size = random.real(32, is_fast ? 400 : 128);
    if (kind == Engine::Kind::Lift) {
        return {0, 0, size};
    }
    if (is_fast && random.one_in(3)) {
        return random_direction(random) * size;
    }
    return random.one_in(2) ? Vec3{size, 0, 0} : Vec3{0, random.one_in(2) ? size : -size, 0};
}

std::vector<Vec3> origins_in(const World& world) {
    std::vector<Vec3> origins;
    for (const Entity& entity : world.entities) {
        for (const auto& [key, value] : entity.keys) {
            Vec3 p;
            if (key == "origin" &&
                std::sscanf(std::string(value).c_str(), "%lf %lf %lf", &p.x, &p.y, &p.z) == 3) {
                origins.push_back(p);
            }
        }
    }
    return origins;
}

}  // namespace

Transform Engine::at(double p) const {
    switch (kind) {
        case Kind::Lift:
        case Kind::Door:
            return moved_by(way * p);
        case Kind::Hinge:
            return turned_about(origin, {.yaw = 110 * p});
        case Kind::Carousel:
            return turned_about(origin, {.yaw = 360 * p});
    }
    return {};
}

double Engine::next() const {
    if (rest_left > 0) {
        return place;
    }
    const double p = place + speed * direction;
    return kind == Kind::Carousel ? p : std::clamp(p, 0.0, 1.0);
}

void Engine::advance() {
    if (rest_left > 0) {
        --rest_left;
        return;
    }
    place = next();
    const bool is_at_end = place == 0 || place == 1;
    if (kind == Kind::Carousel) {
        rest_left = rest;
    } else if (is_at_end) {
        direction = place == 0 ? 1 : -1;
        rest_left = rest;
    }
}

Engine random_engine(Random& random, ModelId model, const Aabb& box) {
    const auto kind = static_cast<Engine::Kind>(random.integer(0, 3));
    const Vec3 size = box.max - box.min;
    const bool is_fast = std::min({size.x, size.y, size.z}) < kThin || random.one_in(4);
    Engine engine{model, kind, {}, random_way(random, kind, is_fast)};
    const bool is_hinge = kind == Engine::Kind::Hinge;
    engine.origin = is_hinge ? box.min : (box.min + box.max) * 0.5;
    if (is_fast) {
        engine.rest = random.integer(2, 20);
        engine.speed = kind == Engine::Kind::Carousel
                           ? random.real(0.02, 0.45)
                           : 1 / static_cast<double>(random.integer(1, 4));
    } else {
        // 60 to 300 units or degrees per second.
        engine.speed = random.real(60, 300) / 64 / (kind == Engine::Kind::Carousel ? 360 : 110);
    }
    return engine;
}

Stone random_stone(Random& random) {
    Stone stone;
    const double size = random.real(4, 40);
    if (random.one_in(3)) {
        stone.shape = *ConvexShape::sphere(size);
        stone.half = Vec3{1, 1, 1} * (size / 2);
        return stone;
    }
    stone.half = {size, random.real(4, 40), random.real(4, 40)};
    if (random.one_in(2)) {
        stone.half[static_cast<std::size_t>(random.integer(0, 2))] = random.real(0.25, 2);
    }
    stone.shape = *ConvexShape::box(stone.half);
    return stone;
}

void choose_motion(Stone& stone, Random& random, const Vec3& target) {
    stone.motion = {};
    const Vec3 aim = target + random_direction(random) * random.real(0, 30) - stone.position;
    const double far = length(aim);
    if (random.one_in(3) || far < 1) {
        stone.steps_left = random.integer(1, 60);
        return;
    }
    const Vec3 direction = random.one_in(2) ? snapped(aim) : aim / far;
    if (random.one_in(2)) {
        stone.steps_left = random.integer(8, 60);
        stone.motion = direction * random.real(1, 6);
    } else {
        stone.steps_left = random.integer(1, 3);
        stone.motion = direction * random.real(40, 300);
    }
}

void add_doors(World& world, std::uint64_t seed) {
    Random random(seed);
    const std::vector<Vec3> origins = origins_in(world);
    for (int i = 0; i < 10; ++i) {
        const bool is_thin = i >= 6;
        const int reach = origins.empty() ? 32 : 8;
        Units low{random.integer(-reach, reach) * 16,
                  random.integer(-reach, reach) * 16,
                  random.integer(-4, origins.empty() ? 12 : 4) * 16};
        if (!origins.empty()) {
            const Vec3& near = origins[static_cast<std::size_t>(
                random.integer(0, static_cast<std::int64_t>(origins.size()) - 1))];
            for (std::size_t k = 0; k < 3; ++k) {
                low[k] += static_cast<std::int64_t>(std::floor(near[k] / 16)) * 16;
            }
        }
        Units size{random.integer(1, 6) * 16, random.integer(1, 6) * 16, random.integer(1, 8) * 16};
        if (is_thin) {
            size[static_cast<std::size_t>(random.integer(0, 2))] = random.integer(1, 4);
        }
        world.entities.push_back(Entity{
            .keys = {{"classname", "func_door"}},
            .brushes = {box_brush(low, {low[0] + size[0], low[1] + size[1], low[2] + size[2]})}});
    }
}

}  // namespace halfspace::test
