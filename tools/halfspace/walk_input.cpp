// SPDX-License-Identifier: MIT
#include "walk_input.h"

#include "line_input.h"
#include "point_input.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <random>
#include <utility>

namespace halfspace::tool {
namespace {

constexpr std::size_t kNumbers = 5;
constexpr std::string_view kBlanks = " \t\r";

std::vector<std::string_view> words_of(std::string_view line) {
    std::vector<std::string_view> words;
    for (std::size_t start = line.find_first_not_of(kBlanks); start != std::string_view::npos;) {
        const std::size_t end = std::min(line.find_first_of(kBlanks, start), line.size());
        words.push_back(line.substr(start, end - start));
        start = line.find_first_not_of(kBlanks, end);
    }
    return words;
}

// Takes a word behind the numbers; false if it has no meaning.
bool take_word(std::string_view word, Controls& controls) {
    if (word == "up" || word == "down") {
        controls.up = word == "up" ? 1 : -1;
    } else if (word == "jump") {
        controls.jump = true;
    } else if (word == "crouch") {
        controls.crouch = true;
    } else {
        return false;
    }
    return true;
}

std::expected<WalkInput, std::string> parse_input(std::span<const std::string_view> words) {
    std::array<double, kNumbers> numbers{};
    if (words.size() < kNumbers) {
        return std::unexpected(fmt::format("expected {}", kWalkInputNotation));
    }
    for (std::size_t i = 0; i < kNumbers; ++i) {
        const auto number = parse_numbers(words[i], 1);
        if (!number) {
            return std::unexpected(
                fmt::format("{}; expected {}", number.error().message, kWalkInputNotation));
        }
        numbers[i] = number->front();
    }
    const auto [steps, forward, left, yaw, pitch] = numbers;
    if (!(steps >= 1 && steps <= kMaxWalkSteps && steps == std::floor(steps))) {
        return std::unexpected(fmt::format(
            "STEPS: expected a whole number from 1 to {}, found {}", kMaxWalkSteps, steps));
    }
    if (std::abs(forward) > 1 || std::abs(left) > 1) {
        return std::unexpected(fmt::format("{}: expected a number from -1 to 1, found {}",
                                           std::abs(forward) > 1 ? "FORWARD" : "LEFT",
                                           std::abs(forward) > 1 ? forward : left));
    }
    WalkInput input{static_cast<std::uint32_t>(steps),
                    {.view = {.pitch = pitch, .yaw = yaw}, .forward = forward, .left = left}};
    for (const std::string_view word : words.subspan(kNumbers)) {
        if (!take_word(word, input.controls)) {
            return std::unexpected(fmt::format(
                "'{}': expected up, down, jump or crouch behind the five numbers", word));
        }
    }
    return input;
}

}  // namespace

Result<std::vector<WalkInput>> read_walk_inputs(const std::string& path) {
    std::vector<WalkInput> inputs;
    std::uint64_t steps = 0;
    const auto add = [&](std::string_view line, std::uint32_t number) -> Result<void> {
        const SourceLocation where{path, number};
        auto input = parse_input(words_of(line));
        if (!input) {
            return std::unexpected(Error{ErrorCode::Syntax, std::move(input.error()), where});
        }
        steps += input->steps;
        if (steps > kMaxWalkSteps) {
            return std::unexpected(
                Error{ErrorCode::Limit, fmt::format("more than {} steps", kMaxWalkSteps), where});
        }
        inputs.push_back(*input);
        return {};
    };
    if (Result<void> read = read_lines(path, add); !read) {
        return std::unexpected(std::move(read.error()));
    }
    if (inputs.empty()) {
        return std::unexpected(Error{
            ErrorCode::Syntax,
            fmt::format("the file holds no input; expected lines like {}", kWalkInputNotation),
            {path}});
    }
    return inputs;
}

std::string walk_inputs_text(std::span<const WalkInput> inputs) {
    std::string text = fmt::format("# {}\n", kWalkInputNotation);
    for (const WalkInput& input : inputs) {
        const Controls& controls = input.controls;
        text += fmt::format("{} {} {} {} {}{}{}{}\n",
                            input.steps,
                            controls.forward,
                            controls.left,
                            controls.view.yaw,
                            controls.view.pitch,
                            controls.up == 0  ? ""
                            : controls.up > 0 ? " up"
                                              : " down",
                            controls.jump ? " jump" : "",
                            controls.crouch ? " crouch" : "");
    }
    return text;
}

std::vector<WalkInput> random_walk_inputs(std::uint64_t seed, std::uint32_t steps, double yaw) {
    std::mt19937_64 random(seed);
    // A whole number from least to most. The standard distributions differ between libraries.
    const auto pick = [&](int least, int most) {
        return least + static_cast<int>(random() % static_cast<std::uint64_t>(most - least + 1));
    };
    std::vector<WalkInput> inputs;
    while (steps > 0) {
        WalkInput input;
        input.steps = std::min(static_cast<std::uint32_t>(pick(8, 96)), steps);
        steps -= input.steps;
        yaw = std::remainder(std::round(yaw) + pick(-90, 90), 360.0);
        input.controls.view = {.pitch = static_cast<double>(pick(-60, 60)), .yaw = yaw};
        input.controls.forward = pick(0, 7) == 0 ? pick(-1, 0) : 1;
        input.controls.left = pick(0, 3) == 0 ? pick(-1, 1) : 0;
        input.controls.up = pick(0, 3) == 0 ? pick(-1, 1) : 0;
        input.controls.jump = pick(0, 5) == 0;
        input.controls.crouch = pick(0, 7) == 0;
        inputs.push_back(input);
    }
    return inputs;
}

}  // namespace halfspace::tool
