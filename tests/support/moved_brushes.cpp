// SPDX-License-Identifier: MIT
#include "support/moved_brushes.h"

#include <cmath>

namespace halfspace::test {
namespace {

// One of 0, 1 and -1, as it is.
std::int64_t whole(double coordinate) {
    return static_cast<std::int64_t>(coordinate);
}

}  // namespace

Oracle moved(const Oracle& oracle, const Transform& t) {
    const double steps = std::ldexp(1.0, oracle.grid_exponent());
    std::vector<OracleBrush> brushes = oracle.brushes();
    for (OracleBrush& brush : brushes) {
        for (ExactPlane& plane : brush.planes) {
            const auto& [x, y, z] = plane.n;
            plane.n = {whole(t.x.x) * x + whole(t.y.x) * y + whole(t.z.x) * z,
                       whole(t.x.y) * x + whole(t.y.y) * y + whole(t.z.y) * z,
                       whole(t.x.z) * x + whole(t.y.z) * y + whole(t.z.z) * z};
            plane.d += Int128{plane.n[0]} * whole(t.translation.x * steps) +
                       Int128{plane.n[1]} * whole(t.translation.y * steps) +
                       Int128{plane.n[2]} * whole(t.translation.z * steps);
        }
    }
    Aabb bounds;
    for (const Vec3& corner : {oracle.bounds().min, oracle.bounds().max}) {
        bounds = merge(bounds, to_world(t, corner));
    }
    return Oracle(std::move(brushes), oracle.grid_exponent(), bounds);
}

Transform random_quarter_turn(Random& random, const Vec3& pivot, double distance) {
    Transform t;
    for (std::int64_t quarters = random.integer(0, 3); quarters > 0; --quarters) {
        t = {t.y, t.x * -1, t.z, {}};
    }
    if (random.one_in(2)) {
        t = {t.y, t.z, t.x, {}};
    }
    const auto eighths = [&] { return std::round(random.real(-distance, distance) * 8) / 8; };
    const Vec3 back = pivot - to_world(t, pivot);
    t.translation = {std::round(back.x * 8) / 8 + eighths(),
                     std::round(back.y * 8) / 8 + eighths(),
                     std::round(back.z * 8) / 8 + eighths()};
    return t;
}

}  // namespace halfspace::test
