// SPDX-License-Identifier: MIT
// The state of a long visibility run as bytes, so that a later run can take the work up.
#pragma once

#include "halfspace/compile/visibility.h"

#include "compile/visibility/flow.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace halfspace::visibility {

// A hash of all that the result depends on.
std::uint64_t key_of(const PortalGraph& graph, const VisibilityOptions& options);

std::vector<std::byte> save_state(const FlowState& state, std::uint64_t key);

// Takes the bytes into a state of the same graph, whose `might` is that of might_see. False, and
// the state is as before, if the bytes are damaged or have another key. Bytes that were made to
// deceive may give a wrong visibility, but do no other harm.
bool load_state(std::span<const std::byte> bytes, std::uint64_t key, FlowState& state);

}  // namespace halfspace::visibility
