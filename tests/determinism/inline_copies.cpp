// SPDX-License-Identifier: MIT
// A game that uses the inline functions of vec.h, plane.h and aabb.h itself, and prints answers of
// the library. check_determinism.py compiles this source with flags that round differently, and
// links it before the library.
#include "halfspace/math/aabb.h"
#include "halfspace/math/frustum.h"
#include "halfspace/math/plane.h"
#include "halfspace/math/transform.h"
#include "halfspace/math/vec.h"

#include <cstdio>
#include <random>

namespace {

using namespace halfspace;

// Multiples of 1/256 below 2^24: no flag can move them.
double number(std::mt19937_64& random) {
    return static_cast<double>(static_cast<int>(random() % (1u << 25)) - (1 << 24)) / 256;
}

Vec3 vector(std::mt19937_64& random) {
    const double x = number(random);
    const double y = number(random);
    const double z = number(random);
    return {x, y, z};
}

// The game's own use of the inline functions. Its results may differ from build to build.
double used(const Vec3& a, const Vec3& b) {
    const Plane plane = flipped({cross(a, b), distance(a, b)});
    const Aabb points = merge(merge(Aabb{}, lerp(a, b, 0.5)), min(a, max(-a, b)));
    const Aabb box = intersection(grown(points, 0.1), moved(points, b));
    return signed_distance(plane, normalized(a + b * 2 - 3 * a / 7)) + length(box.max) +
           (is_finite(a) && contains(box, b) && touch(box, box) && !is_empty(box) ? 1 : 0);
}

void print(const Vec3& v) {
    std::printf("%a %a %a\n", v.x, v.y, v.z);
}

}  // namespace

int main() {
    std::mt19937_64 random(20);
    double sum = 0;
    for (int i = 0; i < 200; ++i) {
        const Vec3 eye = vector(random);
        const Vec3 target = vector(random);
        sum += used(eye, target);
        const View view = *look_at(eye, target, 90, 1.5);
        print(view.forward);
        print(view.up);
        for (const Plane& plane : frustum_of(view).planes) {
            print(plane.n);
            std::printf("%a\n", plane.d);
        }
        const Transform turned = turned_about(eye, {.pitch = 12, .yaw = 34, .roll = 56});
        const Aabb box = merge(merge(Aabb{}, eye), target);
        print(to_world(turned, target));
        print(to_local(turned, target));
        print(box_to_world(turned, box).min);
        std::printf("%a\n", plane_to_world(turned, {view.forward, eye.x}).d);
    }
    return sum == sum ? 0 : 1;
}
