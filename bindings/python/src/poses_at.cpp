// SPDX-License-Identifier: MIT
#include "halfspace/math/sin_cos.h"

#include "asked.h"

#include <array>
#include <cmath>

namespace halfspace::python {
namespace {

using namespace py::literals;

// The columns of a pose: ahead, to the left, up, and the position.
py::object poses_at(py::handle positions, py::handle yaw, py::handle pitch) {
    const Rows rows("positions", positions, 3);
    const auto is_angle = [](double angle) { return std::isfinite(angle); };
    const RowNumbers yaws("yaw", yaw, rows.size(), is_angle, "finite");
    const RowNumbers pitches("pitch", pitch, rows.size(), is_angle, "finite");
    Results results("out", py::none(), py::dtype::of<double>(), {rows.size(), 3, 4});
    const auto to = results.as<std::array<double, 12>>();
    const auto from = rows.as<Vec3>();
    constexpr std::size_t kCost = 2;
    for_each_row(rows.size(), kCost, 1, [&](std::size_t i) {
        const Vec3& at = from[i];
        const auto [ys, yc] = sin_cos(yaws[i]);
        const auto [ps, pc] = sin_cos(pitches[i]);
        to[i] = {yc * pc, 0 - ys, yc * ps, at.x, ys * pc, yc, ys * ps, at.y, 0 - ps, 0, pc, at.z};
    });
    return results.take(rows.is_one());
}

}  // namespace

void add_poses(py::module_& module) {
    module.def("poses_at",
               &poses_at,
               "positions"_a,
               "yaw"_a = 0.0,
               "pitch"_a = 0.0,
               R"(Poses of who is there and looks that way: (N, 3, 4), or (3, 4) for one.

positions: (N, 3) or (3,) [units]. yaw: from the x axis towards the y axis; pitch: downwards
[degrees]; each is (N,) or one for all. The same bits on every machine, unlike numpy's sine.
Raises ValueError for another shape, and where a number is not finite.

>>> halfspace.poses_at((1, 2, 3), yaw=90)[:, 0].astype(int).tolist()
[0, 1, 0])");
}

}  // namespace halfspace::python
