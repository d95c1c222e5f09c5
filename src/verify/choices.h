// SPDX-License-Identifier: MIT
// The part of verify that chooses among the exact polygons for which stored numbers may stand.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace halfspace {

// What is wrong with polygons of which number i may be one of counts[i]; 0 counts as 1. They are
// right if one choice of all is right; else the problems of the first choice are returned.
// problems_of(std::span<const std::size_t> choice) -> std::vector<std::string>.
template <class ProblemsOf>
std::vector<std::string> problems_of_best(std::span<const std::size_t> counts,
                                          const ProblemsOf& problems_of) {
    // So many choices are tried. Levels that we know need at most four.
    constexpr std::size_t kMaxChoices = 256;
    std::vector<std::string> first;
    std::vector<std::size_t> choice(counts.size());
    for (std::size_t tried = 0; tried < kMaxChoices; ++tried) {
        std::vector<std::string> problems = problems_of(choice);
        if (problems.empty()) {
            return {};
        }
        if (tried == 0) {
            first = std::move(problems);
        }
        std::size_t i = 0;
        while (i < choice.size() && ++choice[i] >= counts[i]) {
            choice[i++] = 0;
        }
        if (i == choice.size()) {
            break;
        }
    }
    return first;
}

}  // namespace halfspace
