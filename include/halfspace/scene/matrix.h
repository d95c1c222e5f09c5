// SPDX-License-Identifier: MIT
// Matrices of 4 x 4 doubles, as OpenGL takes them: the numbers are column by column, and a matrix
// is left of the column vector that it changes. Every function gives the same bits on every
// machine.
#pragma once

#include "halfspace/math/transform.h"
#include "halfspace/math/vec.h"

#include <array>
#include <cstddef>
#include <optional>

namespace halfspace {

struct Matrix4 {
    // The number in row r and column c is numbers[4 * c + r].
    std::array<double, 16> numbers{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};

    // REQUIRES: row < 4, column < 4.
    constexpr double at(std::size_t row, std::size_t column) const {
        return numbers[4 * column + row];
    }

    friend constexpr bool operator==(const Matrix4&, const Matrix4&) = default;
};

// The number in row r and column c is numbers[3 * c + r].
struct Matrix3 {
    std::array<double, 9> numbers{1, 0, 0, 0, 1, 0, 0, 0, 1};

    friend constexpr bool operator==(const Matrix3&, const Matrix3&) = default;
};

// The matrix that does what the transform does.
Matrix4 matrix_of(const Transform& transform);

// Makes x, y and z larger by these factors.
Matrix4 scaled_by(const Vec3& factors);

// The matrix that does first `inner`, then `outer`.
Matrix4 operator*(const Matrix4& outer, const Matrix4& inner);

// The matrix times the column vector (point, 1).
std::array<double, 4> operator*(const Matrix4& matrix, const Vec3& point);

// The matrix that undoes `matrix`, up to rounding.
// nullopt if the matrix is singular: if its determinant is 0, or so small that it may be nothing
// but rounding. Also nullopt if a number of the matrix or of the result is not finite.
std::optional<Matrix4> inverse(const Matrix4& matrix);

// The matrix for normals of surfaces that `matrix` moves: the inverse of its upper left 3 x 3
// numbers, with rows and columns exchanged. It does not keep lengths if `matrix` scales.
// nullopt as for the inverse of those 3 x 3 numbers.
std::optional<Matrix3> normal_matrix(const Matrix4& matrix);

}  // namespace halfspace
