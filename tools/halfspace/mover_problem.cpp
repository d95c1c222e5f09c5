// SPDX-License-Identifier: MIT
#include "mover_problem.h"

#include "words.h"

#include <array>

namespace halfspace::tool {
namespace {

constexpr std::array kProblems{Word{"", MoverProblem::None},
                               Word{"bad state", MoverProblem::BadState},
                               Word{"stuck", MoverProblem::Stuck},
                               Word{"too many models", MoverProblem::TooManyNear}};

}  // namespace

std::string_view problem_name(MoverProblem problem) {
    return word_of(kProblems, problem);
}

}  // namespace halfspace::tool
