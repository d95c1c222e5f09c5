// SPDX-License-Identifier: MIT
// A time of impact that is not wanted behind some fraction.
#pragma once

#include "spatial/shared/advance.h"

namespace halfspace {

// As time_of_impact; but a touch behind the fraction `until` may count as none.
std::optional<TimeOfImpact> time_of_impact_until(
    const PlacedShape& a, const PlacedShape& b, const Vec3& motion, double tolerance, double until);

}  // namespace halfspace
