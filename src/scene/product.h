// SPDX-License-Identifier: MIT
// The product of two matrices, inlined: a call would copy the result once more.
#pragma once

#include "halfspace/scene/matrix.h"

#include <cstddef>

namespace halfspace {

[[gnu::always_inline]] inline Matrix4 product_of(const Matrix4& outer, const Matrix4& inner) {
    const std::array<double, 16>& a = outer.numbers;
    Matrix4 product;
    for (std::size_t column = 0; column < 16; column += 4) {
        const double* const b = &inner.numbers[column];
        for (std::size_t row = 0; row < 4; ++row) {
            product.numbers[column + row] =
                (a[row] * b[0] + a[4 + row] * b[1]) + (a[8 + row] * b[2] + a[12 + row] * b[3]);
        }
    }
    return product;
}

}  // namespace halfspace
