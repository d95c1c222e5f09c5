// SPDX-License-Identifier: MIT
#include "halfspace/compile/bodies.h"

#include "halfspace/exact/grid.h"
#include "halfspace/level/records.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace halfspace {
namespace {

constexpr std::size_t kMaxNameLength = 64;

bool is_name_char(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '-';
}

}  // namespace

std::vector<Body> default_bodies() {
    return {{"stand", {-15, -15, -24}, {15, 15, 32}},
            {"crouch", {-15, -15, -24}, {15, 15, 16}},
            {"large", {-31, -31, -24}, {31, 31, 64}}};
}

std::optional<Error> body_problem(const Body& body) {
    if (body.name.empty() || body.name.size() > kMaxNameLength ||
        !std::all_of(body.name.begin(), body.name.end(), is_name_char)) {
        return Error{ErrorCode::Syntax,
                     "the name of a body is 1 to 64 letters, digits, '_' or '-', not '" +
                         body.name.substr(0, kMaxNameLength) + "'",
                     {}};
    }
    const std::string name = "body '" + body.name + "': ";
    if (!is_finite(body.min) || !is_finite(body.max)) {
        return Error{ErrorCode::Range, name + "its box is not finite", {}};
    }
    for (std::size_t i = 0; i < 3; ++i) {
        std::string message = name;
        if (!(body.min[i] < body.max[i])) {
            message += "its box has no extent along ";
            message += "xyz"[i];
            message += "; its first corner must be the lower one, and a point needs no body";
            return Error{ErrorCode::Geometry, std::move(message), {}};
        }
        if (body.min[i] < -kMaxBodyReach || body.max[i] > kMaxBodyReach) {
            message += "it reaches farther than 4096 units from its position along ";
            message += "xyz"[i];
            return Error{ErrorCode::Range, std::move(message), {}};
        }
    }
    return std::nullopt;
}

std::optional<Error> name_problem(std::span<const Body> bodies, std::string_view name) {
    if (bodies.size() + 1 >= kMaxSpaces) {
        return Error{
            ErrorCode::Limit,
            "a level has at most " + std::to_string(kMaxSpaces - 1) + " bodies; leave some out",
            {}};
    }
    if (name == kPointSpace) {
        return Error{ErrorCode::Geometry,
                     "every level has the point already; choose another name than '" +
                         std::string(kPointSpace) + "' for a body",
                     {}};
    }
    const auto is_same = [&](const Body& body) { return body.name == name; };
    if (std::any_of(bodies.begin(), bodies.end(), is_same)) {
        return Error{ErrorCode::Geometry,
                     "there are two bodies named '" + std::string(name) + "'; choose another name",
                     {}};
    }
    return std::nullopt;
}

std::optional<Error> grid_problem(const Body& body, int grid_exponent) {
    if (is_on_grid({body.min, body.max}, grid_exponent)) {
        return std::nullopt;
    }
    return Error{ErrorCode::Range,
                 "body '" + body.name + "': its box is not on the grid of " +
                     grid_name(grid_exponent) + " unit; round its corners to this grid",
                 {}};
}

}  // namespace halfspace
