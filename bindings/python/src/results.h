// SPDX-License-Identifier: MIT
// Arrays for answers: those of the caller, checked, or new ones.
#pragma once

#include "arrays.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <concepts>
#include <cstddef>
#include <initializer_list>
#include <iterator>
#include <ranges>
#include <span>
#include <utility>
#include <vector>

namespace halfspace::python {

// The shape of an array, as numbers of any type.
struct ArrayShape {
    template <std::integral... Sizes>
    explicit(false) ArrayShape(Sizes... the_sizes)
        : sizes{static_cast<py::ssize_t>(the_sizes)...} {}

    std::vector<py::ssize_t> sizes;
};

// Arrays that results must share no memory with; empty handles stand for none. Holds no references:
// a single call takes as long as some allocations.
class Inputs {
public:
    static constexpr std::size_t kMost = 4;

    // REQUIRES: at most kMost arrays, which outlive this.
    Inputs(std::initializer_list<py::handle> arrays) : count_(arrays.size()) {
        assert(count_ <= kMost);
        std::ranges::copy(arrays, arrays_.begin());
    }

    std::span<const py::handle> all() const { return std::span(arrays_).first(count_); }

private:
    std::array<py::handle, kMost> arrays_;
    std::size_t count_;
};

// The array for results: what the caller gave as out=, or a new one.
class Results {
public:
    // given: None, or an array of exactly this dtype and shape, in order and writable, which shares
    // no memory with the inputs; else TypeError or ValueError. A given array is never converted.
    Results(const char* name,
            py::handle given,
            const py::dtype& dtype,
            ArrayShape shape,
            const Inputs& inputs = {});

    const py::array& array() const { return array_; }

    template <class Row>
    std::span<Row> as() {
        return {static_cast<Row*>(array_.mutable_data()),
                static_cast<std::size_t>(array_.nbytes()) / sizeof(Row)};
    }

    // The array; of one answer without an array of the caller, the answer alone.
    py::object take(bool is_one) const;

private:
    py::array array_;
    bool is_given_ = false;
};

// An array with the numbers of the vector, which it takes if they are many. width: of its rows; 1:
// no second dimension.
template <class T>
py::array moved_array(std::vector<T> numbers, const py::dtype& dtype, py::ssize_t width = 1) {
    constexpr py::ssize_t kFewBytes = 4096;
    const auto bytes = static_cast<py::ssize_t>(numbers.size() * sizeof(T));
    std::vector<py::ssize_t> shape{bytes / (dtype.itemsize() * width)};
    if (width > 1) {
        shape.push_back(width);
    }
    if (bytes <= kFewBytes) {
        // numpy itself would copy field by field, and leave what is between the fields as it was.
        py::array copy(dtype, std::move(shape));
        std::copy_n(numbers.data(), numbers.size(), static_cast<T*>(copy.mutable_data()));
        return copy;
    }
    auto* const kept = new std::vector<T>(std::move(numbers));
    const py::capsule owner(kept, [](void* all) { delete static_cast<std::vector<T>*>(all); });
    return {dtype, std::move(shape), kept->data(), owner};
}

}  // namespace halfspace::python
