// SPDX-License-Identifier: MIT
// Sine and cosine by additions, multiplications and divisions alone: the same bits on every
// machine, which the functions of C libraries do not promise.
#pragma once

namespace halfspace {

struct Turn {
    double sine = 0;
    double cosine = 1;
};

// Within 2^-52 of the true values; exact for multiples of 90. REQUIRES: degrees is finite.
Turn turn_by(double degrees);

}  // namespace halfspace
