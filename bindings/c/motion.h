// SPDX-License-Identifier: MIT
// Shared by traces, sweeps and movers of the C interface: their options and contacts. The
// definitions are in trace.cpp.
#pragma once

#include "halfspace/query/trace.h"

#include "halfspace_trace.h"
#include "handle.h"

#include <cstddef>
#include <optional>
#include <span>

namespace halfspace::c {

// The options of the caller, the default options for null; nullopt if a number is wrong.
std::optional<TraceOptions> trace_options(const halfspace_trace_options* given);

void store_contact(const Contact& from, halfspace_contact& to);

// Stores the contacts of `count` segments, which ask(segments, results) finds for a few at a time.
template <class Ask>
void store_contacts(const double* segments,
                    size_t count,
                    halfspace_contact* contacts,
                    const Ask& ask) {
    constexpr size_t kChunk = 16;  // larger chunks gain little
    const auto ask_chunk = [&](std::span<const Segment> chunk, size_t begin) {
        Contact results[kChunk];
        ask(chunk, std::span(results, chunk.size()));
        for (size_t i = 0; i < chunk.size(); ++i) {
            store_contact(results[i], contacts[begin + i]);
        }
    };
    in_chunks<kChunk>(count, [&](size_t i) { return segment(segments + 6 * i); }, ask_chunk);
}

}  // namespace halfspace::c
