// SPDX-License-Identifier: MIT
// What a CollisionWorld holds, and how questions find what is near.
#pragma once

#include "halfspace/level/level.h"
#include "halfspace/query/collision_world.h"

#include "query/box_index.h"
#include "query/thing_table.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>

namespace halfspace {

struct PlacedThings {
    Level level;
    ThingTable<MovingModel> models;
    ThingTable<MovingMesh> meshes;
    ThingTable<MovingObstacle> obstacles;
};

inline bool is_empty(const PlacedThings& things) {
    return things.models.index.empty() && things.meshes.index.empty() &&
           things.obstacles.index.empty();
}

// --- What is near. A motion or a box passes boxes that it may touch; it never leaves out one that
// it touches.

// Passes everything.
struct AllOfThem {
    bool operator()(const BoxIndex::Box&) const { return true; }
    bool operator()(const Aabb&) const { return true; }
};

// A box at rest.
class NearBox {
public:
    explicit NearBox(const Aabb& box) : box_(box), rounded_(wanted_box(box.min, box.max)) {}

    bool operator()(const BoxIndex::Box& other) const { return touch(rounded_, other); }
    bool operator()(const Aabb& other) const { return touch(box_, other); }

private:
    Aabb box_;
    WantedBox rounded_;
};

// A box that moves along a segment. Source: Ericson, Real-Time Collision Detection, section 5.3.3.
class NearMotion {
public:
    // half: half of the box's size, around the places of the motion.
    NearMotion(const Vec3& from, const Vec3& to, const Vec3& half)
        : from_(from),
          to_(to),
          half_(half),
          rounded_(wanted_box(min(from, to) - half, max(from, to) + half)) {}

    bool operator()(const BoxIndex::Box& other) const { return touch(rounded_, other); }
    bool operator()(const Aabb& other) const {
        const Aabb bounds{min(from_, to_) - half_, max(from_, to_) + half_};
        return touch(bounds, other) && (from_ == to_ || meets(other));
    }

private:
    // False if an axis across the way and across one of x, y and z separates both. Where numbers
    // overflow, the comparisons are false, and the box passes.
    bool meets(const Aabb& box) const {
        constexpr double kRounding = 0x1p-40;
        const Vec3 way = to_ * 0.5 - from_ * 0.5;  // half of it
        const Vec3 m = (from_ * 0.5 + to_ * 0.5) - centre_of(box);
        const Vec3 e = half_of(box) + half_;
        const auto is_apart =
            [&](double m1, double m2, double w1, double w2, double e1, double e2) {
                const double a = m1 * w2;
                const double b = m2 * w1;
                const double reach = e1 * std::abs(w2) + e2 * std::abs(w1);
                return std::abs(a - b) > reach + kRounding * (reach + std::abs(a) + std::abs(b));
            };
        return !is_apart(m.y, m.z, way.y, way.z, e.y, e.z) &&
               !is_apart(m.z, m.x, way.z, way.x, e.z, e.x) &&
               !is_apart(m.x, m.y, way.x, way.y, e.x, e.y);
    }

    Vec3 from_;
    Vec3 to_;
    Vec3 half_;
    WantedBox rounded_;
};

// The things that pass, with ids from `first` on: their number. The slots of those with the lowest
// ids are written to `found`, in the order of their ids.
template <class Thing, class Passes>
std::size_t find_near(const ThingTable<Thing>& table,
                      const Passes& passes,
                      std::uint32_t first,
                      std::span<std::uint32_t> found) {
    std::size_t count = 0;
    table.index.visit(passes, [&](std::uint32_t slot) {
        const std::uint32_t id = table.ids[slot];
        if (id < first || !passes(table.boxes[slot])) {
            return;
        }
        std::size_t at = std::min(count++, found.size());
        if (at == found.size()) {
            if (at == 0 || table.ids[found[at - 1]] < id) {
                return;
            }
            --at;
        }
        for (; at > 0 && table.ids[found[at - 1]] > id; --at) {
            found[at] = found[at - 1];
        }
        found[at] = slot;
    });
    return count;
}

// Calls visit(thing) for each thing that passes, in the order of ids, until a call returns true;
// false if none did.
template <class Thing, class Passes, class Visit>
bool any_near(const ThingTable<Thing>& table, const Passes& passes, const Visit& visit) {
    if (table.index.empty()) {
        return false;
    }
    // More are found in several rounds.
    std::array<std::uint32_t, 32> found;
    std::uint32_t first = 0;
    for (;;) {
        const std::size_t count = find_near(table, passes, first, found);
        const std::size_t size = std::min(count, found.size());
        for (std::size_t i = 0; i < size; ++i) {
            if (visit(table.things[found[i]])) {
                return true;
            }
        }
        if (count == size) {
            return false;
        }
        first = table.ids[found[size - 1]] + 1;
    }
}

}  // namespace halfspace
