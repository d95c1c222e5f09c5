// SPDX-License-Identifier: MIT
#include "agents/velocity_lines.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace halfspace {
namespace {

// Lines whose directions differ by less than this sine are parallel.
constexpr double kParallel = 1e-9;

double area(const Vec3& a, const Vec3& b) {
    return a.x * b.y - a.y * b.x;
}

// How far a velocity is on the forbidden side of a line; not positive on the permitted one.
double breach(const VelocityLine& line, const Vec3& velocity) {
    return area(line.direction, line.point - velocity);
}

// What is sought: the velocity nearest to a target, or the farthest one in a direction.
struct Aim {
    Vec3 target;
    bool is_direction = false;
};

// The best velocity on line i that all lines before it permit; nullopt if there is none.
std::optional<Vec3> best_on_line(std::span<const VelocityLine> lines,
                                 std::size_t i,
                                 double most,
                                 const Aim& aim) {
    const auto& [point, direction] = lines[i];
    const double middle = -dot(point, direction);
    const double square = middle * middle + most * most - dot(point, point);
    if (square < 0) {
        return std::nullopt;
    }
    double low = middle - std::sqrt(square);
    double high = middle + std::sqrt(square);
    for (std::size_t j = 0; j < i; ++j) {
        const double turn = area(direction, lines[j].direction);
        const double room = -breach(lines[j], point);
        if (std::abs(turn) <= kParallel) {
            if (room < 0) {
                return std::nullopt;
            }
            continue;
        }
        (turn > 0 ? high : low) =
            turn > 0 ? std::min(high, room / turn) : std::max(low, room / turn);
        if (low > high) {
            return std::nullopt;
        }
    }
    if (aim.is_direction) {
        return point + direction * (dot(aim.target, direction) > 0 ? high : low);
    }
    return point + direction * std::clamp(dot(direction, aim.target - point), low, high);
}

struct Solution {
    Vec3 velocity;
    std::size_t fulfilled = 0;  // so many of the first lines
};

Solution solve(std::span<const VelocityLine> lines, double most, const Aim& aim) {
    const double size = length(aim.target);
    Vec3 best = aim.target;
    if (aim.is_direction || size > most) {
        best = size > 0 ? aim.target * (most / size) : Vec3{};
    }
    for (std::size_t i = 0; i < lines.size(); ++i) {
        if (breach(lines[i], best) > 0) {
            const auto next = best_on_line(lines, i, most, aim);
            if (!next) {
                return {best, i};
            }
            best = *next;
        }
    }
    return {best, lines.size()};
}

// The velocities that break `line` no less than `other` are at the left of the result. nullopt if
// that are all or none.
std::optional<VelocityLine> equal_breach(const VelocityLine& line, const VelocityLine& other) {
    const double turn = area(line.direction, other.direction);
    VelocityLine result;
    if (std::abs(turn) <= kParallel) {
        if (dot(line.direction, other.direction) > 0) {
            return std::nullopt;
        }
        result.point = (line.point + other.point) / 2;
    } else {
        const double way = area(other.direction, line.point - other.point) / turn;
        result.point = line.point + line.direction * way;
    }
    const Vec3 direction = other.direction - line.direction;
    result.direction = direction / length(direction);
    return result;
}

}  // namespace

Vec3 best_velocity(std::span<const VelocityLine> lines,
                   std::size_t hard,
                   double most,
                   const Vec3& wanted,
                   std::vector<VelocityLine>& spare) {
    const Solution first = solve(lines, most, {wanted});
    Vec3 best = first.velocity;
    double worst = 0;
    for (std::size_t i = std::max(first.fulfilled, hard); i < lines.size(); ++i) {
        if (breach(lines[i], best) <= worst) {
            continue;
        }
        spare.assign(lines.begin(), lines.begin() + static_cast<std::ptrdiff_t>(hard));
        for (std::size_t j = hard; j < i; ++j) {
            if (const auto equal = equal_breach(lines[i], lines[j])) {
                spare.push_back(*equal);
            }
        }
        const Vec3& along = lines[i].direction;
        const Solution next = solve(spare, most, {{-along.y, along.x, 0}, true});
        if (next.fulfilled == spare.size()) {
            best = next.velocity;
        }
        worst = std::max(0.0, breach(lines[i], best));
    }
    return best;
}

}  // namespace halfspace
