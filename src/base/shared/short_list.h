// SPDX-License-Identifier: MIT
// Lists that live for a short time, mostly without the heap.
#pragma once

#include <array>
#include <cstddef>
#include <memory_resource>
#include <vector>

namespace halfspace {

// A vector that takes its memory from a ShortMemory.
template <class T>
using ShortList = std::pmr::vector<T>;

// Memory for short lists: 6 KB on the stack, then the heap. 6 KB are enough to cut a polyhedron
// with 30 corners. Freed memory is not reused. The lists must end before this object.
class ShortMemory {
public:
    std::pmr::memory_resource* resource() { return &resource_; }

private:
    std::array<std::byte, 6144> room_;
    std::pmr::monotonic_buffer_resource resource_{room_.data(), room_.size()};
};

}  // namespace halfspace
