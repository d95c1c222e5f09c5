// SPDX-License-Identifier: MIT
// What the programs that ask levels as often as wanted share: their command line and their loop.
#pragma once

#include "halfspace/base/error.h"

#include "support/query_checks.h"
#include "support/scenes.h"

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace halfspace::test {

// The levels among the arguments. The others are options with a value each; `set(name, value)`
// returns false if they are wrong. nullopt then, or if there is no level.
template <class Set>
std::optional<std::vector<std::string>> parse_arguments(int count, char** values, const Set& set) {
    std::vector<std::string> levels;
    for (int i = 1; i < count; ++i) {
        const std::string_view name = values[i];
        if (!name.starts_with("--")) {
            levels.emplace_back(name);
        } else if (++i == count || !set(name, values[i])) {
            return std::nullopt;
        }
    }
    return levels.empty() ? std::nullopt : std::optional(levels);
}

// An option with a whole number, and the field that takes it.
template <class Arguments>
struct NumberOption {
    std::string_view name;
    std::uint64_t Arguments::* field;
};

// The arguments of a program whose options all take whole numbers. REQUIRES: Arguments::levels.
template <class Arguments>
std::optional<Arguments> parse_numbers(int count,
                                       char** values,
                                       std::initializer_list<NumberOption<Arguments>> options) {
    Arguments arguments;
    auto levels = parse_arguments(count, values, [&](std::string_view name, const char* value) {
        for (const auto& [option, field] : options) {
            if (name == option) {
                arguments.*field = std::strtoull(value, nullptr, 10);
                return true;
            }
        }
        return false;
    });
    if (!levels) {
        return std::nullopt;
    }
    arguments.levels = std::move(*levels);
    return arguments;
}

// The scene with mixed contents that scene:KIND:BRUSHES names; nullopt if the name is no scene's.
inline std::optional<World> named_scene(const std::string& name, std::uint64_t seed) {
    constexpr std::string_view kScene = "scene:";
    const std::size_t colon = name.find(':', kScene.size());
    if (!name.starts_with(kScene) || colon == std::string::npos) {
        return std::nullopt;
    }
    for (const SceneKind kind : kAllScenes) {
        if (name.substr(kScene.size(), colon - kScene.size()) == to_string(kind)) {
            const int brushes = std::max(1, std::atoi(name.c_str() + colon + 1));
            return make_scene(kind, brushes, seed, SceneContents::Mixed);
        }
    }
    return std::nullopt;
}

inline void print_details(const CheckReport& report) {
    for (const std::string& detail : report.details) {
        std::fprintf(stderr, "  %s\n", detail.c_str());
    }
}

// Lets `prove(name, level, arguments)` tell of each level that `open(name, arguments)` finds
// whether there was no difference. Returns the exit code: 1 if there was one, 2 if a level could
// not be opened (the others are still asked) or there are no arguments.
template <class Arguments, class Open, class Prove>
int run_prover(const std::optional<Arguments>& arguments,
               const char* usage,
               const Open& open,
               const Prove& prove) {
    if (!arguments) {
        std::fprintf(stderr, "%s", usage);
        return 2;
    }
    int exit_code = 0;
    for (const std::string& name : arguments->levels) {
        const auto level = open(name, *arguments);
        if (!level) {
            std::fprintf(stderr, "%s\n", to_string(level.error()).c_str());
            exit_code = 2;
        } else if (!prove(name, *level, *arguments) && exit_code == 0) {
            exit_code = 1;
        }
    }
    return exit_code;
}

}  // namespace halfspace::test
