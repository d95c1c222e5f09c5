// SPDX-License-Identifier: MIT
#include "halfspace/math/sin_cos.h"

#include "asked.h"

#include <array>
#include <cmath>

namespace halfspace::python {
namespace {

using namespace py::literals;

// Angles of an argument: one for each position, or one for all.
class AngleRows {
public:
    AngleRows(const char* name, py::handle value, std::size_t count)
        : values_(py::array_t < double,
                  py::array::c_style | py::array::forcecast > ::ensure(value)) {
        const bool fits =
            values_ && (values_.ndim() == 0 ||
                        (values_.ndim() == 1 && values_.size() == static_cast<py::ssize_t>(count)));
        if (!fits) {
            PyErr_Clear();
            throw py::value_error(std::string(name) + " must be one number, or one for each of " +
                                  std::to_string(count) + " positions");
        }
        for (py::ssize_t i = 0; i < values_.size(); ++i) {
            if (!std::isfinite(values_.data()[i])) {
                throw py::value_error(std::string(name) + " is not finite in row " +
                                      std::to_string(i));
            }
        }
    }
    double operator[](std::size_t i) const { return values_.data()[values_.ndim() == 0 ? 0 : i]; }

private:
    py::array_t<double, py::array::c_style | py::array::forcecast> values_;
};

// The columns of a pose: ahead, to the left, up, and the position.
py::object poses_at(py::handle positions, py::handle yaw, py::handle pitch) {
    const Rows rows("positions", positions, 3);
    const AngleRows yaws("yaw", yaw, rows.size());
    const AngleRows pitches("pitch", pitch, rows.size());
    Results results(
        "out", py::none(), py::dtype::of<double>(), {static_cast<py::ssize_t>(rows.size()), 3, 4});
    const auto to = results.as<std::array<double, 12>>();
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const Vec3& at = rows.as<Vec3>()[i];
        const auto [ys, yc] = sin_cos(yaws[i]);
        const auto [ps, pc] = sin_cos(pitches[i]);
        to[i] = {yc * pc, 0 - ys, yc * ps, at.x, ys * pc, yc, ys * ps, at.y, 0 - ps, 0, pc, at.z};
    }
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

>>> halfspace.poses_at((1, 2, 3), yaw=90)[:, 0].astype(int).tolist()
[0, 1, 0])");
}

}  // namespace halfspace::python
