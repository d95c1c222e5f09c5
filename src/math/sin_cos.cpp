// SPDX-License-Identifier: MIT
#include "halfspace/math/sin_cos.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
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

// The angle whose tangent is t, in degrees. 0 <= t <= 1. With the nearest eighth c,
// atan(t) = atan(c) + atan((t - c) / (1 + t * c)), and the last tangent is below 2^-4.
double angle_of_tangent(double t) {
    // Of 0, 1/8, 2/8 to 1 [degrees].
    constexpr std::array<double, 9> kAngles{0,
                                            7.125016348901798,
                                            14.036243467926479,
                                            20.556045219583464,
                                            26.56505117707799,
                                            32.005383208083494,
                                            36.86989764584402,
                                            41.18592516570965,
                                            45};
    const double eighths = std::floor(t * 8 + 0.5);
    const double c = eighths / 8;
    const double u = (t - c) / (1 + t * c);
    const double square = u * u;
    // The series of the arc tangent; the first term left out is below 2^-68.
    double sum = 0;
    for (int k = 15; k > 1; k -= 2) {
        sum = (1.0 / k - sum) * square;
    }
    return kAngles[static_cast<std::size_t>(eighths)] + (u - u * sum) * (180 / std::numbers::pi);
}

}  // namespace

double angle_of(double y, double x) {
    const double width = std::fabs(x);
    const double height = std::fabs(y);
    const double most = std::max(width, height);
    if (most == 0) {
        return 0;
    }
    // From the nearer axis.
    const double within = angle_of_tangent(std::min(width, height) / most);
    const double upper = width >= height ? within : 90 - within;
    const double turned = x >= 0 ? upper : 180 - upper;
    return y < 0 && turned != 0 ? 0 - turned : turned;
}

SinCos sin_cos(double degrees) {
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
