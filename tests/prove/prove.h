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
#include <functional>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace halfspace::test {

// An option with one value. `set` returns false if the value is wrong.
template <class Arguments>
struct Option {
    std::string_view name;
    std::function<bool(Arguments& arguments, const char* value)> set;
};

// An option with a whole number.
template <class Arguments>
Option<Arguments> number_option(std::string_view name, std::uint64_t Arguments::* field) {
    return {name, [field](Arguments& arguments, const char* value) {
                arguments.*field = std::strtoull(value, nullptr, 10);
                return true;
            }};
}

// An option with the first word for the value `one`, or the second for `other`.
template <class Arguments, class Value>
Option<Arguments> word_option(std::string_view name,
                              Value Arguments::* field,
                              const std::pair<std::string_view, Value>& one,
                              const std::pair<std::string_view, Value>& other) {
    return {name, [field, one, other](Arguments& arguments, const char* value) {
                arguments.*field = value == one.first ? one.second : other.second;
                return value == one.first || value == other.first;
            }};
}

// The options and the levels on the command line; nullopt if an option is wrong or there is no
// level. REQUIRES: Arguments::levels.
template <class Arguments>
std::optional<Arguments> parse_arguments(int count,
                                         char** values,
                                         std::initializer_list<Option<Arguments>> options) {
    Arguments arguments;
    for (int i = 1; i < count; ++i) {
        const std::string_view name = values[i];
        if (!name.starts_with("--")) {
            arguments.levels.emplace_back(name);
            continue;
        }
        const auto option = std::find_if(
            options.begin(), options.end(), [&](const auto& known) { return known.name == name; });
        if (option == options.end() || ++i == count || !option->set(arguments, values[i])) {
            return std::nullopt;
        }
    }
    return arguments.levels.empty() ? std::nullopt : std::optional(std::move(arguments));
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
