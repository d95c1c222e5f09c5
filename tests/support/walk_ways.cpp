// SPDX-License-Identifier: MIT
#include "support/walk_ways.h"

#include "halfspace/query/sight.h"
#include "halfspace/query/trace.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

namespace halfspace::test {
namespace {

// Calls is_clear(a, b) for straight ways. True if a way from a to b with at most so many corners is
// clear. The corners are those of the box around both ends, and the ends a unit above it.
template <class IsClear>
bool is_one_clear(const Vec3& a, const Vec3& b, const IsClear& is_clear, int corners) {
    if (is_clear(a, b)) {
        return true;
    }
    if (corners == 0) {
        return false;
    }
    const double top = std::max(a.z, b.z) + 1;
    const std::array<Vec3, 8> turns{Vec3{a.x, a.y, top},
                                    Vec3{b.x, b.y, top},
                                    Vec3{a.x, a.y, b.z},
                                    Vec3{a.x, b.y, a.z},
                                    Vec3{a.x, b.y, b.z},
                                    Vec3{b.x, a.y, a.z},
                                    Vec3{b.x, a.y, b.z},
                                    Vec3{b.x, b.y, a.z}};
    return std::any_of(turns.begin(), turns.end(), [&](const Vec3& turn) {
        return is_clear(a, turn) && is_one_clear(turn, b, is_clear, corners - 1);
    });
}

// Looks for a way from a to b with any number of corners. The corners are on a lattice around both
// ends.
template <class IsClear>
bool is_joined(const Vec3& a, const Vec3& b, const IsClear& is_clear) {
    constexpr double kAround = 32;
    constexpr int kCells = 5;
    const Vec3 by{kAround, kAround, kAround};
    const Vec3 low = min(a, b) - by;
    const Vec3 cell = (max(a, b) + by - low) / kCells;
    std::vector<Vec3> open;
    for (int i = 0; i <= kCells; ++i) {
        for (int j = 0; j <= kCells; ++j) {
            for (int k = 0; k <= kCells; ++k) {
                open.push_back(low + Vec3{cell.x * i, cell.y * j, cell.z * k});
            }
        }
    }
    std::vector<Vec3> reached{a};
    for (std::size_t i = 0; i < reached.size(); ++i) {
        if (is_clear(reached[i], b)) {
            return true;
        }
        const Vec3 from = reached[i];
        const auto first = std::partition(
            open.begin(), open.end(), [&](const Vec3& p) { return !is_clear(from, p); });
        reached.insert(reached.end(), first, open.end());
        open.erase(first, open.end());
    }
    return false;
}

// True if the way from a to b goes through the inside of the box around the origin.
bool goes_through(const Vec3& half, const Vec3& a, const Vec3& b) {
    double enter = 0;
    double leave = 1;
    for (std::size_t i = 0; i < 3; ++i) {
        const double way = b[i] - a[i];
        if (way == 0) {
            if (std::abs(a[i]) >= half[i]) {
                return false;
            }
            continue;
        }
        const double one = (-half[i] - a[i]) / way;
        const double other = (half[i] - a[i]) / way;
        enter = std::max(enter, std::min(one, other));
        leave = std::min(leave, std::max(one, other));
    }
    return enter < leave;
}

}  // namespace

bool is_enclosed(const Level& level, const Vec3& place) {
    constexpr double kFar = 1e6;
    const std::array<Vec3, 3> ways{Vec3{kFar, 0, 0}, Vec3{0, kFar, 0}, Vec3{0, 0, kFar}};
    return std::none_of(ways.begin(), ways.end(), [&](const Vec3& way) {
        return line_of_sight(level, place, place + way) || line_of_sight(level, place, place - way);
    });
}

bool is_way_clear(
    const Level& level, ModelId model, Contents mask, const Vec3& from, const Vec3& to) {
    const auto is_clear = [&](const Vec3& a, const Vec3& b) {
        return first_transition(level, SpaceId(0), a, b, mask, model).kind ==
               Transition::Kind::AllEmpty;
    };
    return is_one_clear(from, to, is_clear, 2) ||
           (model == kWorldModel && is_joined(from, to, is_clear));
}

bool is_way_clear(
    const Level& level, const Engine& engine, Contents mask, const Vec3& from, const Vec3& to) {
    constexpr int kParts = 32;
    const auto is_clear = [&](const Vec3& a, const Vec3& b) {
        return is_way_clear(level, engine.model, mask, a, b);
    };
    const double way = engine.next() - engine.place;
    std::vector<Vec3> starts;
    std::vector<Vec3> ends;
    for (int i = 0; i <= kParts; ++i) {
        const Transform at = engine.at(engine.place + way * i / kParts);
        starts.push_back(to_local(at, from));
        ends.push_back(to_local(at, to));
    }
    if (is_clear(starts.front(), ends.back())) {
        return true;
    }
    if (!engine.turns()) {
        return false;
    }
    for (std::size_t i = 1; i < starts.size() && is_clear(starts[i - 1], starts[i]); ++i) {
        if (is_clear(starts[i], ends.back())) {
            return true;
        }
    }
    for (std::size_t i = ends.size() - 1; i > 0 && is_clear(ends[i - 1], ends[i]); --i) {
        if (is_clear(starts.front(), ends[i - 1])) {
            return true;
        }
    }
    return false;
}

bool is_way_clear(const Stone& stone, const Vec3& half, const Vec3& from, const Vec3& to) {
    // The inner box is a unit smaller, because a way around a corner is cut short here.
    const Vec3 both = stone.half + half - Vec3{1, 1, 1};
    const auto is_clear = [&](const Vec3& a, const Vec3& b) { return !goes_through(both, a, b); };
    return is_one_clear(from - stone.position, to - (stone.position + stone.motion), is_clear, 1);
}

}  // namespace halfspace::test
