// SPDX-License-Identifier: MIT
// What the programs that ask levels as often as wanted share: their command line and their loop.
#pragma once

#include "halfspace/base/error.h"

#include "support/query_checks.h"

#include <cstdio>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace halfspace::test {

// The levels among the arguments, the others being options with a value each, for which
// `set(name, value)` tells whether there is such a one. nullopt if an option is wrong or there is
// no level.
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

inline void print_details(const CheckReport& report) {
    for (const std::string& detail : report.details) {
        std::fprintf(stderr, "  %s\n", detail.c_str());
    }
}

// Opens each level by its name and lets `prove(name, level)` tell whether there was no difference.
// Returns the exit code: 1 if there was one, 2 if a level could not be opened (the others are still
// asked).
template <class Open, class Prove>
int prove_levels(const std::vector<std::string>& levels, const Open& open, const Prove& prove) {
    int exit_code = 0;
    for (const std::string& name : levels) {
        const auto level = open(name);
        if (!level) {
            std::fprintf(stderr, "%s\n", to_string(level.error()).c_str());
            exit_code = 2;
        } else if (!prove(name, *level) && exit_code == 0) {
            exit_code = 1;
        }
    }
    return exit_code;
}

}  // namespace halfspace::test
