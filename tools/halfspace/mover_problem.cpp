// SPDX-License-Identifier: MIT
#include "mover_problem.h"

namespace halfspace::tool {

std::string_view problem_name(MoverProblem problem) {
    switch (problem) {
        case MoverProblem::None:
            return "";
        case MoverProblem::BadState:
            return "bad state";
        case MoverProblem::Stuck:
            return "stuck";
        case MoverProblem::TooManyNear:
            return "too many models";
    }
    return "";
}

}  // namespace halfspace::tool
