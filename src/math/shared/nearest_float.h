// SPDX-License-Identifier: MIT
// Rounds a double to a float, and goes on in doubles.
#pragma once

namespace halfspace {

// The float nearest to x. The empty asm keeps the rounding: where GCC 12 makes vectors of two such
// roundings, it takes float(x) back to a double for x itself, and drops both conversions. So
// {double(float(p.x)), double(float(p.y))} was {p.x, p.y} with -O2.
inline double nearest_float(double x) {
    auto nearest = static_cast<float>(x);
#if defined(__GNUC__) && !defined(__clang__)
    asm("" : "+m"(nearest));  // NOLINT(hicpp-no-assembler)
#endif
    return nearest;
}

}  // namespace halfspace
