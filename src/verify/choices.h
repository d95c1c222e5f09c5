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

// Tries choices in depth, so that what does not fit is left early. See problems_of_best.
template <class Fit, class ProblemsOf>
class ChoiceSearch {
public:
    // fitting: of each polygon, the choices that are tried.
    ChoiceSearch(const Fit& fit,
                 const ProblemsOf& problems_of,
                 const std::vector<std::vector<std::size_t>>& fitting,
                 std::vector<std::string>& best)
        : fit_(fit),
          problems_of_(problems_of),
          fitting_(fitting),
          best_(best),
          choice_(fitting.size()) {
        for (std::size_t i = 0; i < fitting.size(); ++i) {
            if (fitting[i].size() == 1) {
                choice_[i] = fitting[i].front();
                settled_.push_back(i);
            } else if (!fitting[i].empty()) {
                open_.push_back(i);
            }
        }
    }

    // Chooses for the polygons open_[known] and behind. True if the search is at its end.
    bool choose_from(std::size_t known) {
        if (known == open_.size()) {
            std::vector<std::string> problems = problems_of_(choice_);
            if (problems.size() < best_.size()) {
                best_ = std::move(problems);
            }
            return best_.empty() || ++asked_ == kMaxChoices;
        }
        const std::size_t i = open_[known];
        for (const std::size_t c : fitting_[i]) {
            if (++steps_ > kMaxSteps) {
                return true;
            }
            choice_[i] = c;
            const auto fits_beside = [&](std::size_t j) { return fit_(i, c, j, choice_[j]); };
            if (std::ranges::all_of(settled_, fits_beside) &&
                std::ranges::all_of(std::span(open_).first(known), fits_beside) &&
                choose_from(known + 1)) {
                return true;
            }
        }
        return false;
    }

private:
    // So many polygons, and so many choices of all, are tried. Levels that we know need fewer than
    // 100.
    static constexpr std::size_t kMaxSteps = 4096;
    static constexpr std::size_t kMaxChoices = 256;

    const Fit& fit_;
    const ProblemsOf& problems_of_;
    const std::vector<std::vector<std::size_t>>& fitting_;
    std::vector<std::string>& best_;
    std::vector<std::size_t> choice_;
    std::vector<std::size_t> settled_;  // polygons with one choice
    std::vector<std::size_t> open_;     // those with several
    std::size_t steps_ = 0;
    std::size_t asked_ = 0;
};

// What is wrong with polygons of which number i may be one of counts[i]; 0 counts as 1. They are
// right if one choice of all is right; else the fewest problems that a choice has are returned.
//   fits(i, c): false if polygon i has a problem as its c, whatever the others are
//   fit(i, c, j, d): false if polygon i as its c has a problem with polygon j as its d
//   problems_of(std::span<const std::size_t> choice) -> std::vector<std::string>: of all together
// Cost: problems_of, if the first choice is right; else up to 257 times, and fits once for each
// choice of a polygon that has several.
template <class Fits, class Fit, class ProblemsOf>
std::vector<std::string> problems_of_best(std::span<const std::size_t> counts,
                                          const Fits& fits,
                                          const Fit& fit,
                                          const ProblemsOf& problems_of) {
    std::vector<std::string> best = problems_of(std::vector<std::size_t>(counts.size()));
    if (best.empty() || std::ranges::all_of(counts, [](std::size_t n) { return n <= 1; })) {
        return best;
    }
    std::vector<std::vector<std::size_t>> fitting(counts.size());
    for (std::size_t i = 0; i < counts.size(); ++i) {
        for (std::size_t c = 0; c < counts[i]; ++c) {
            if (counts[i] == 1 || fits(i, c)) {
                fitting[i].push_back(c);
            }
        }
        if (counts[i] > 0 && fitting[i].empty()) {
            return best;
        }
    }
    ChoiceSearch(fit, problems_of, fitting, best).choose_from(0);
    return best;
}

}  // namespace halfspace
