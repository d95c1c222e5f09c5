// SPDX-License-Identifier: MIT
// Memory for the questions of the module nav. It grows with what is asked; after that, questions
// allocate nothing.
#pragma once

#include <utility>

namespace halfspace {

struct NavMemory;

// A scratch serves one thread and any number of meshes.
class NavScratch {
public:
    NavScratch();
    NavScratch(const NavScratch&) = delete;
    NavScratch& operator=(const NavScratch&) = delete;
    NavScratch(NavScratch&& other) noexcept : memory_(std::exchange(other.memory_, nullptr)) {}
    NavScratch& operator=(NavScratch&& other) noexcept {
        std::swap(memory_, other.memory_);
        return *this;
    }
    ~NavScratch();

    // For the questions of this module. REQUIRES: nothing was moved out of the scratch.
    NavMemory& memory() const { return *memory_; }

private:
    NavMemory* memory_;
};

}  // namespace halfspace
