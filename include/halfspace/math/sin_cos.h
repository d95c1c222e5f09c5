// SPDX-License-Identifier: MIT
// Sine, cosine and angles with the same bits on every machine. The functions of C libraries do not
// promise this. Only +, -, *, /, fmod and floor are used; fmod and floor are exact.
#pragma once

namespace halfspace {

struct SinCos {
    double sine = 0;
    double cosine = 1;
};

// The sine and the cosine of an angle, within 2^-52 of the true values. Exact for multiples of 90
// degrees. REQUIRES: degrees is finite.
SinCos sin_cos(double degrees);

// The angle from the x axis to the direction (x, y) [degrees, above -180, up to 180], within 2^-44
// of the true value. Exact for multiples of 45 degrees. 0 for (0, 0), whatever the signs of the
// zeros are. REQUIRES: x and y are finite.
double angle_of(double y, double x);

}  // namespace halfspace
