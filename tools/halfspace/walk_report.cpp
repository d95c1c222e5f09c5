// SPDX-License-Identifier: MIT
#include "walk_report.h"

#include "halfspace/math/aabb.h"

#include "mover_problem.h"
#include "point_input.h"
#include "words.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

namespace halfspace::tool {
namespace {

// A body that is nearer to the box of the level than this counts as inside. So a body may stand on
// the highest brush [map units].
constexpr double kNearLevel = 1;

constexpr std::array kModes{Word{"ground", MoverMode::Ground},
                            Word{"air", MoverMode::Air},
                            Word{"swim", MoverMode::Swim},
                            Word{"ladder", MoverMode::Ladder}};

bool is_crouched(const MoverState& state) {
    return has_flag(state.flags, MoverFlags::Crouched);
}

// The numbers of the steps to tell, from 0.
std::vector<std::size_t> steps_to_print(const Walk& walk, std::uint32_t every) {
    std::vector<std::size_t> numbers;
    const MoverState* before = &walk.start;
    for (std::size_t i = 0; i < walk.steps.size(); ++i) {
        const MoverStep& step = walk.steps[i];
        if ((i + 1) % every == 0 || i + 1 == walk.steps.size() || step.state.mode != before->mode ||
            is_crouched(step.state) != is_crouched(*before) || step.crush.has_value() ||
            (step.problem != MoverProblem::None &&
             (i == 0 || walk.steps[i - 1].problem != step.problem))) {
            numbers.push_back(i);
        }
        before = &step.state;
    }
    return numbers;
}

}  // namespace

std::vector<Diagnostic> walk_warnings(const WalkPlace& place,
                                      const Vec3& wanted,
                                      const WalkBody& stand,
                                      const Walk& walk) {
    std::vector<Diagnostic> warnings;
    const auto warn = [&](std::string message) {
        warnings.push_back({Severity::Warning, std::move(message), {}});
    };
    const Vec3& start = walk.start.position;
    if (start != wanted) {
        warn(fmt::format(
            "the body '{}' has no room at {}: a wall or a door is there; the walk starts at {}, "
            "{:.3g} units away; --start chooses another place",
            stand.name,
            point_text(wanted),
            point_text(start),
            distance(start, wanted)));
    }
    const Aabb& bounds = place.bounds;
    if (is_empty(bounds)) {
        return warnings;
    }
    const Aabb& body = stand.box;
    if (!touch(grown(moved(body, start), kNearLevel), bounds)) {
        warn(
            fmt::format("the start {} lies outside of the {}, which reaches from {} to {}; "
                        "--start chooses a place inside",
                        point_text(start),
                        place.name,
                        point_text(bounds.min),
                        point_text(bounds.max)));
        return warnings;
    }
    const auto fallen = std::ranges::find_if(walk.steps, [&](const MoverStep& step) {
        return step.state.position.z + body.max.z < bounds.min.z;
    });
    if (fallen != walk.steps.end()) {
        warn(
            fmt::format("the player falls out of the {} and is below it from step {} on, at "
                        "{}; it has walked over an edge or through a hole, or the start lies "
                        "outside of the walls; --start chooses another place",
                        place.name,
                        fallen - walk.steps.begin() + 1,
                        point_text(fallen->state.position)));
    }
    return warnings;
}

void print_walk(const Walk& walk, std::uint32_t every) {
    fmt::print("start {}\n", point_text(walk.start.position, " "));
    for (const std::size_t i : steps_to_print(walk, every)) {
        const MoverStep& step = walk.steps[i];
        fmt::print("step {} at {} {}{}{}{}{}\n",
                   i + 1,
                   point_text(step.state.position, " "),
                   word_of(kModes, step.state.mode),
                   is_crouched(step.state) ? " crouched" : "",
                   step.jumped ? " jumped" : "",
                   step.crush ? " pressed" : "",
                   step.problem == MoverProblem::None
                       ? ""
                       : fmt::format(" {}", problem_name(step.problem)));
    }
}

Json walk_path(const Walk& walk, std::uint32_t every) {
    Json path = Json::array();
    for (const std::size_t i : steps_to_print(walk, every)) {
        const MoverStep& step = walk.steps[i];
        path.push_back({{"step", i + 1},
                        {"position", point_json(step.state.position)},
                        {"velocity", point_json(step.state.velocity)},
                        {"mode", word_of(kModes, step.state.mode)},
                        {"crouched", is_crouched(step.state)},
                        {"jumped", step.jumped},
                        {"landed", step.landed},
                        {"liquid_depth", step.liquid_depth},
                        {"pressed", step.crush.has_value()},
                        {"problem", problem_name(step.problem)}});
    }
    return path;
}

}  // namespace halfspace::tool
