// SPDX-License-Identifier: MIT
#include "halfspace/scene/matrix.h"

#include "scene/product.h"

#include <cmath>
#include <span>

namespace halfspace {
namespace {

// A sum of products as a determinant has them, and the same sum with every product positive.
struct Signed {
    double sum = 0;
    double size = 0;
};

// The rounding error of a determinant's `sum` is less than this times `size`. In units of 2^-53,
// two minors bring 2 each, their product 1, and the additions 5; the rest is room for second
// orders.
constexpr double kRounding = 16 * 0x1p-53;

// True if `value` may be 0 with exact arithmetic, or if a number is not finite.
bool may_be_zero(const Signed& value) {
    return !(std::fabs(value.sum) > kRounding * value.size) || !std::isfinite(value.size);
}

// a * d - b * c.
Signed minor_of(double a, double b, double c, double d) {
    const double plus = a * d;
    const double minus = b * c;
    return {plus - minus, std::fabs(plus) + std::fabs(minus)};
}

bool are_finite(std::span<const double> numbers) {
    for (const double number : numbers) {
        if (!std::isfinite(number)) {
            return false;
        }
    }
    return true;
}

}  // namespace

Matrix4 matrix_of(const Transform& transform) {
    const auto& [x, y, z, t] = transform;
    return {{x.x, x.y, x.z, 0, y.x, y.y, y.z, 0, z.x, z.y, z.z, 0, t.x, t.y, t.z, 1}};
}

Matrix4 scaled_by(const Vec3& factors) {
    return {{factors.x, 0, 0, 0, 0, factors.y, 0, 0, 0, 0, factors.z, 0, 0, 0, 0, 1}};
}

Matrix4 operator*(const Matrix4& outer, const Matrix4& inner) {
    return product_of(outer, inner);
}

std::array<double, 4> operator*(const Matrix4& matrix, const Vec3& point) {
    std::array<double, 4> result{};
    for (std::size_t row = 0; row < 4; ++row) {
        result[row] = (matrix.at(row, 0) * point.x + matrix.at(row, 1) * point.y) +
                      (matrix.at(row, 2) * point.z + matrix.at(row, 3));
    }
    return result;
}

// By minors of two rows (Laplace): top[i] of rows 0 and 1, low[i] of rows 2 and 3, for the pairs of
// columns 01, 02, 03, 12, 13, 23. The determinant is the sum of six products of a top minor and the
// low minor of the other two columns.
std::optional<Matrix4> inverse(const Matrix4& matrix) {
    const auto m = [&](std::size_t row, std::size_t column) { return matrix.at(row, column); };
    constexpr std::array<std::array<std::size_t, 2>, 6> kPairs{
        {{0, 1}, {0, 2}, {0, 3}, {1, 2}, {1, 3}, {2, 3}}};
    constexpr std::array<double, 6> kSigns{1, -1, 1, 1, -1, 1};
    std::array<Signed, 6> top;
    std::array<Signed, 6> low;
    for (std::size_t i = 0; i < 6; ++i) {
        const auto [p, q] = kPairs[i];
        top[i] = minor_of(m(0, p), m(0, q), m(1, p), m(1, q));
        low[i] = minor_of(m(2, p), m(2, q), m(3, p), m(3, q));
    }
    Signed determinant;
    for (std::size_t i = 0; i < 6; ++i) {
        determinant.sum += kSigns[i] * (top[i].sum * low[5 - i].sum);
        determinant.size += top[i].size * low[5 - i].size;
    }
    if (may_be_zero(determinant)) {
        return std::nullopt;
    }
    const double s = 1 / determinant.sum;
    // The determinant without column `column`, from the numbers of one row and minors of two
    // others.
    const auto cofactor =
        [&](std::size_t column, std::size_t row, const std::array<Signed, 6>& minors) {
            const auto product = [&](std::size_t c, std::size_t i) {
                return m(row, c) * minors[i].sum;
            };
            switch (column) {
                case 0:
                    return product(1, 5) - product(2, 4) + product(3, 3);
                case 1:
                    return product(2, 2) - product(0, 5) - product(3, 1);
                case 2:
                    return product(0, 4) - product(1, 2) + product(3, 0);
                default:
                    return product(1, 1) - product(0, 3) - product(2, 0);
            }
        };
    Matrix4 result;
    for (std::size_t c = 0; c < 4; ++c) {
        result.numbers[c] = s * cofactor(c, 1, low);
        result.numbers[4 + c] = -s * cofactor(c, 0, low);
        result.numbers[8 + c] = s * cofactor(c, 3, top);
        result.numbers[12 + c] = -s * cofactor(c, 2, top);
    }
    return are_finite(result.numbers) ? std::optional(result) : std::nullopt;
}

std::optional<Matrix3> normal_matrix(const Matrix4& matrix) {
    const auto m = [&](std::size_t row, std::size_t column) { return matrix.at(row, column); };
    // Cofactors: what the inverse has at (c, r) times the determinant belongs at (r, c).
    Matrix3 result;
    Signed determinant;
    for (std::size_t c = 0; c < 3; ++c) {
        const std::size_t c1 = (c + 1) % 3;
        const std::size_t c2 = (c + 2) % 3;
        for (std::size_t r = 0; r < 3; ++r) {
            const std::size_t r1 = (r + 1) % 3;
            const std::size_t r2 = (r + 2) % 3;
            const Signed cofactor = minor_of(m(r1, c1), m(r1, c2), m(r2, c1), m(r2, c2));
            result.numbers[3 * c + r] = cofactor.sum;
            if (c == 0) {
                determinant.sum += m(r, 0) * cofactor.sum;
                determinant.size += std::fabs(m(r, 0)) * cofactor.size;
            }
        }
    }
    if (may_be_zero(determinant)) {
        return std::nullopt;
    }
    for (double& number : result.numbers) {
        number *= 1 / determinant.sum;
    }
    return are_finite(result.numbers) ? std::optional(result) : std::nullopt;
}

}  // namespace halfspace
