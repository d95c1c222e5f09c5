// SPDX-License-Identifier: MIT
// Bytes with several owners. std::shared_ptr is not used, because its header <memory> would add a
// third of a second to the compilation of every source that includes a level.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace halfspace {

// A copy shares the bytes, and the last owner frees them. The bytes never change. So any number of
// threads may read, copy and destroy their own copies at the same time.
class SharedBytes {
public:
    SharedBytes() = default;
    explicit SharedBytes(std::vector<std::byte> bytes);
    SharedBytes(const SharedBytes& other);
    SharedBytes(SharedBytes&& other) noexcept;
    SharedBytes& operator=(SharedBytes other) noexcept;
    ~SharedBytes();

    // The bytes. All copies give the same address.
    std::span<const std::byte> span() const { return bytes_; }

private:
    struct Owned;
    Owned* owned_ = nullptr;
    std::span<const std::byte> bytes_;
};

}  // namespace halfspace
