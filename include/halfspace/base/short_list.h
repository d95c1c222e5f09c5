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

// Memory for some short lists, an object on the stack. It gives 6 KB of itself, which is enough for
// a cut of a polyhedron with 30 corners; then it gives blocks of the heap. Nothing is used again
// before the object ends. Then all memory is given back, so the lists must end before.
class ShortMemory {
public:
    std::pmr::memory_resource* resource() { return &resource_; }

private:
    std::array<std::byte, 6144> room_;
    std::pmr::monotonic_buffer_resource resource_{room_.data(), room_.size()};
};

}  // namespace halfspace
