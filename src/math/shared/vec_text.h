// SPDX-License-Identifier: MIT
// A vector as text, for messages and keys.
#pragma once

#include "halfspace/base/number_text.h"
#include "halfspace/math/vec.h"

#include <string>

namespace halfspace {

// The coordinates with as few digits as are exact, such as "1 2.5 -3".
inline std::string vec_text(const Vec3& v) {
    return number_text(v.x) + ' ' + number_text(v.y) + ' ' + number_text(v.z);
}

}  // namespace halfspace
