// SPDX-License-Identifier: MIT
// The sign of a number.
#pragma once

namespace halfspace {

// -1, 0 or 1. Number: any type that can be compared with 0. 0 for NaN.
template <class Number>
constexpr int sign_of(const Number& value) {
    return value > 0 ? 1 : value < 0 ? -1 : 0;
}

}  // namespace halfspace
