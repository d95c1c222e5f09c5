// SPDX-License-Identifier: MIT
// The part of verify that chooses among the exact polygons for which stored numbers may stand.
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace halfspace {

// What is wrong with polygons of which number i may be one of counts[i]; 0 counts as 1. They are
// right if one choice of all is right; else the fewest problems that a choice has are returned.
// Choices are tried in depth, so that what does not fit is left early:
//   fits(i, c): false if polygon i has a problem as its c, whatever the others are
//   fit(i, c, j, d): false if polygon i as its c has a problem with polygon j as its d
//   problems_of(std::span<const std::size_t> choice) -> std::vector<std::string>: of all together
template <class Fits, class Fit, class ProblemsOf>
std::vector<std::string> problems_of_best(std::span<const std::size_t> counts,
                                          const Fits& fits,
                                          const Fit& fit,
                                          const ProblemsOf& problems_of) {
    // So many polygons are tried after the first choice. Levels that we know need fewer than 100.
    constexpr std::size_t kMaxSteps = 4096;
    const std::size_t size = counts.size();
    std::vector<std::size_t> choice(size);
    std::vector<std::string> best = problems_of(choice);
    if (best.empty() || std::ranges::all_of(counts, [](std::size_t n) { return n <= 1; })) {
        return best;
    }
    std::vector<std::vector<std::size_t>> fitting(size);  // for each polygon
    for (std::size_t i = 0; i < size; ++i) {
        for (std::size_t c = 0; c < std::max<std::size_t>(counts[i], 1); ++c) {
            if (counts[i] == 0 || fits(i, c)) {
                fitting[i].push_back(c);
            }
        }
        if (fitting[i].empty()) {
            return best;
        }
    }
    std::vector<std::size_t> at(size);  // in `fitting`
    std::size_t known = 0;              // polygons with a choice that fits those before
    for (std::size_t step = 0; step < kMaxSteps; ++step) {
        choice[known] = fitting[known][at[known]];
        bool is_fit = true;
        for (std::size_t j = 0; j < known && is_fit; ++j) {
            is_fit =
                counts[known] == 0 || counts[j] == 0 || fit(known, choice[known], j, choice[j]);
        }
        if (is_fit && known + 1 < size) {
            ++known;
            continue;
        }
        if (is_fit) {
            std::vector<std::string> problems = problems_of(choice);
            if (problems.size() < best.size()) {
                best = std::move(problems);
            }
            if (best.empty()) {
                return best;
            }
        }
        while (++at[known] == fitting[known].size()) {
            at[known] = 0;
            if (known == 0) {
                return best;
            }
            --known;
        }
    }
    return best;
}

}  // namespace halfspace
