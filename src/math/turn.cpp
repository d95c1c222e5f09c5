// SPDX-License-Identifier: MIT
#include "halfspace/math/turn.h"

#include <cmath>
#include <numbers>

namespace halfspace {
namespace {

// Taylor's series; for |x| <= pi / 4 the first term left out is below 2^-60.
double sine_of(double x) {
    const double square = x * x;
    double sum = 0;
    for (int k = 17; k > 1; k -= 2) {
        sum = (1 - sum) * square / (k * (k - 1));
    }
    return x - x * sum;
}

double cosine_of(double x) {
    const double square = x * x;
    double sum = 0;
    for (int k = 18; k > 0; k -= 2) {
        sum = (1 - sum) * square / (k * (k - 1));
    }
    return 1 - sum;
}

}  // namespace

Turn turn_by(double degrees) {
    // fmod and the difference are exact, so that nothing is lost by large angles.
    const double within = std::fmod(degrees, 360.0);
    const double quarters = std::floor(within / 90 + 0.5);
    const double angle = (within - quarters * 90) * (std::numbers::pi / 180);
    const double sine = sine_of(angle);
    const double cosine = cosine_of(angle);
    switch ((static_cast<int>(quarters) + 8) % 4) {
        case 0:
            return {sine, cosine};
        case 1:
            return {cosine, -sine};
        case 2:
            return {-sine, -cosine};
        default:
            return {-cosine, sine};
    }
}

}  // namespace halfspace
