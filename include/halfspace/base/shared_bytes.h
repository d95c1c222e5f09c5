// SPDX-License-Identifier: MIT
// Bytes with several owners. (std::shared_ptr would do, but <memory> costs a third of a second in
// every source that includes a level.)
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace halfspace {

// Copies share the bytes; the last owner frees them. Nobody changes them, so any number of threads
// may read, copy and drop their own copies at the same time.
class SharedBytes {
public:
    SharedBytes() = default;
    explicit SharedBytes(std::vector<std::byte> bytes);
    SharedBytes(const SharedBytes& other);
    SharedBytes(SharedBytes&& other) noexcept;
    SharedBytes& operator=(SharedBytes other) noexcept;
    ~SharedBytes();

    // Where the bytes lie stays the same for all copies.
    std::span<const std::byte> span() const { return bytes_; }

private:
    struct Owned;
    Owned* owned_ = nullptr;
    std::span<const std::byte> bytes_;
};

}  // namespace halfspace
