// SPDX-License-Identifier: MIT
#include "halfspace/query/trace.h"

#include <cassert>

namespace halfspace {

void trace_all(const Level& level,
               SpaceId space,
               std::span<const Segment> segments,
               std::span<Contact> results,
               const TraceOptions& options) {
    assert(results.size() == segments.size());
    for (std::size_t i = 0; i < segments.size(); ++i) {
        results[i] = trace(level, space, segments[i].src, segments[i].dest, options);
    }
}

}  // namespace halfspace
