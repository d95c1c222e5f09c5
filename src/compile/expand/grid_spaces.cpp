// SPDX-License-Identifier: MIT
#include "compile/expand/grid_spaces.h"

#include "halfspace/level/records.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>
#include <utility>

namespace halfspace {
namespace {

// The smallest box of whole steps around the body.
GridBox on_grid(const Body& body, int grid_exponent) {
    GridBox box;
    for (std::size_t i = 0; i < 3; ++i) {
        box.min[i] = static_cast<std::int64_t>(std::floor(std::ldexp(body.min[i], grid_exponent)));
        box.max[i] = static_cast<std::int64_t>(std::ceil(std::ldexp(body.max[i], grid_exponent)));
    }
    return box;
}

}  // namespace

std::expected<std::vector<GridSpace>, std::vector<Error>> spaces_on_grid(
    std::span<const Body> bodies, int grid_exponent, const std::string& source) {
    std::vector<GridSpace> spaces{{kPointSpace, {}}};
    std::vector<Error> errors;
    const auto note = [&](const std::optional<Error>& problem) {
        if (problem) {
            errors.push_back({problem->code, problem->message, {source}});
        }
        return problem.has_value();
    };
    for (std::size_t i = 0; i < bodies.size(); ++i) {
        const Body& body = bodies[i];
        note(name_problem(bodies.first(i), body.name));
        if (note(body_problem(body))) {
            continue;
        }
        note(grid_problem(body, grid_exponent));
        spaces.push_back({body.name, on_grid(body, grid_exponent)});
    }
    if (!errors.empty()) {
        return std::unexpected(std::move(errors));
    }
    return spaces;
}

std::int64_t farthest_reach(std::span<const GridSpace> spaces) {
    std::int64_t farthest = 0;
    for (const GridSpace& space : spaces) {
        for (std::size_t i = 0; i < 3; ++i) {
            farthest = std::max({farthest, -space.body.min[i], space.body.max[i]});
        }
    }
    return farthest;
}

Aabb within_reach(Aabb box, std::span<const GridSpace> spaces) {
    const auto reach = static_cast<double>(farthest_reach(spaces));
    const Vec3 out{reach, reach, reach};
    return {box.min - out, box.max + out};
}

Aabb grown_by_bodies(Aabb box, std::span<const GridSpace> spaces) {
    Aabb out{{0, 0, 0}, {0, 0, 0}};
    for (const GridSpace& space : spaces) {
        for (std::size_t axis = 0; axis < 3; ++axis) {
            out.min[axis] = std::min(out.min[axis], -static_cast<double>(space.body.max[axis]));
            out.max[axis] = std::max(out.max[axis], -static_cast<double>(space.body.min[axis]));
        }
    }
    return {box.min + out.min, box.max + out.max};
}

}  // namespace halfspace
