// SPDX-License-Identifier: MIT
// What traces and sweeps assert of their options.
#pragma once

#include "halfspace/query/trace.h"

#include <cmath>

namespace halfspace {

inline bool are_distances(const TraceOptions& options) {
    return std::isfinite(options.skin) && options.skin >= 0 && std::isfinite(options.hair) &&
           options.hair >= 0;
}

}  // namespace halfspace
