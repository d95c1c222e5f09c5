// SPDX-License-Identifier: MIT
// Lists that live for a short time, without the heap.
#pragma once

#include <array>
#include <cstddef>
#include <memory_resource>
#include <vector>

namespace halfspace {

// A vector that takes its memory from a ShortMemory.
template <class T>
using ShortList = std::pmr::vector<T>;

// Memory for some short lists, an object on the stack. It gives 6 KB of itself, then blocks of the
// heap. All of it is given back when the object ends, so its lists must end before.
class ShortMemory {
public:
    std::pmr::memory_resource* resource() { return &resource_; }

private:
    std::array<std::byte, 6144> room_;
    std::pmr::monotonic_buffer_resource resource_{room_.data(), room_.size()};
};

}  // namespace halfspace
