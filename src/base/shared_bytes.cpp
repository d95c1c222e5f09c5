// SPDX-License-Identifier: MIT
#include "halfspace/base/shared_bytes.h"

#include <atomic>
#include <utility>

namespace halfspace {

struct SharedBytes::Owned {
    std::vector<std::byte> bytes;
    std::atomic<std::size_t> owners = 1;
};

SharedBytes::SharedBytes(std::vector<std::byte> bytes) : owned_(new Owned{std::move(bytes)}) {
    bytes_ = owned_->bytes;
}

SharedBytes::SharedBytes(const SharedBytes& other) : owned_(other.owned_), bytes_(other.bytes_) {
    if (owned_ != nullptr) {
        owned_->owners.fetch_add(1, std::memory_order_relaxed);
    }
}

SharedBytes::SharedBytes(SharedBytes&& other) noexcept
    : owned_(std::exchange(other.owned_, nullptr)), bytes_(std::exchange(other.bytes_, {})) {}

SharedBytes& SharedBytes::operator=(SharedBytes other) noexcept {
    std::swap(owned_, other.owned_);
    std::swap(bytes_, other.bytes_);
    return *this;
}

SharedBytes::~SharedBytes() {
    // The last owner sees all that the others did before they let go.
    if (owned_ != nullptr && owned_->owners.fetch_sub(1, std::memory_order_acq_rel) == 1) {
        delete owned_;
    }
}

}  // namespace halfspace
