// SPDX-License-Identifier: MIT
#include "halfspace/level/leak.h"

#include "halfspace/math/aabb.h"

#include "math/shared/vec_text.h"

#include <cmath>

namespace halfspace {
namespace {

// Nobody needs more than a thousandth of a unit.
std::string place_text(const Vec3& place) {
    const auto rounded = [](double value) { return std::round(value * 1000) / 1000 + 0.0; };
    return vec_text({rounded(place.x), rounded(place.y), rounded(place.z)});
}

}  // namespace

Vec3 place_of(const Leak& leak) {
    if (leak.opening.empty()) {
        return leak.line.front();
    }
    Aabb box;
    for (const Vec3& corner : leak.opening) {
        box = merge(box, {corner, corner});
    }
    return centre_of(box);
}

std::string describe_leak(const Leak& leak, std::string_view entity) {
    std::string text =
        "the level leaks: " + std::string(entity) + " at " + place_text(leak.line.front());
    if (leak.opening.empty()) {
        return text + " is outside";
    }
    text += " reaches the outside through the opening at " + place_text(place_of(leak));
    for (std::size_t i = 0; i < leak.brush_lines.size(); ++i) {
        text +=
            (i == 0 ? ", near the brushes of lines " : ", ") + std::to_string(leak.brush_lines[i]);
    }
    return text;
}

}  // namespace halfspace
