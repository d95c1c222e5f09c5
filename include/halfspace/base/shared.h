// SPDX-License-Identifier: MIT
// A value with several owners. std::shared_ptr is not used, because its header <memory> would add a
// third of a second to the compilation of every source that includes a level.
#pragma once

#include <cstddef>
#include <utility>

namespace halfspace {

// A copy shares the value, and the last owner frees it. The value never changes. So any number of
// threads may read, copy and destroy their own copies at the same time.
template <class Value>
class Shared {
public:
    Shared() = default;
    explicit Shared(Value value) : owned_(new Owned{std::move(value)}) {}
    Shared(const Shared& other) : owned_(other.owned_) {
        if (owned_ != nullptr) {
            // The header <atomic> would be as dear as <memory>.
            __atomic_fetch_add(&owned_->owners, 1, __ATOMIC_RELAXED);
        }
    }
    Shared(Shared&& other) noexcept : owned_(std::exchange(other.owned_, nullptr)) {}
    Shared& operator=(Shared other) noexcept {
        std::swap(owned_, other.owned_);
        return *this;
    }
    // Not inline: g++ 12 sees an uninitialised value in the destructor of an empty optional.
    [[gnu::noinline]] ~Shared() {
        // The last owner sees all that the others did before they let go.
        if (owned_ != nullptr && __atomic_fetch_sub(&owned_->owners, 1, __ATOMIC_ACQ_REL) == 1) {
            // NOLINTNEXTLINE(clang-analyzer-cplusplus.NewDelete): it knows no atomic counts
            delete owned_;
        }
    }

    // Null without a value. All copies give the same address.
    const Value* get() const { return owned_ == nullptr ? nullptr : &owned_->value; }

private:
    struct Owned {
        Value value;
        std::size_t owners = 1;
    };

    Owned* owned_ = nullptr;
};

}  // namespace halfspace
