// SPDX-License-Identifier: MIT
#include "halfspace/base/executor.h"

namespace halfspace {

void run_serially(std::size_t count, const std::function<void(std::size_t)>& body) {
    for (std::size_t i = 0; i < count; ++i) {
        body(i);
    }
}

}  // namespace halfspace
