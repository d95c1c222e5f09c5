// SPDX-License-Identifier: MIT
// Sine and cosine with the same bits on every machine. The functions of C libraries do not promise
// this. Only +, -, *, /, fmod and floor are used; fmod and floor are exact.
#pragma once

namespace halfspace {

struct Turn {
    double sine = 0;
    double cosine = 1;
};

// The sine and the cosine of an angle, within 2^-52 of the true values. Exact for multiples of 90
// degrees. REQUIRES: degrees is finite.
Turn turn_by(double degrees);

}  // namespace halfspace
