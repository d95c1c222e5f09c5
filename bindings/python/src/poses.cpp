// SPDX-License-Identifier: MIT
// Poses of arguments: positions, or matrices that turn and move.
#include "halfspace/math/nearest_rigid.h"

#include "asked.h"

namespace halfspace::python {
namespace {

// A matrix of three rows of four numbers; a fourth row must be (0, 0, 0, 1).
Transform transform_of(const char* name, const double* m, std::size_t rows) {
    constexpr std::size_t kStride = 4;
    if (rows == 4 && !(m[12] == 0 && m[13] == 0 && m[14] == 0 && m[15] == 1)) {
        throw py::value_error(std::string(name) + " has a fourth row that is not (0, 0, 0, 1)");
    }
    Transform pose{{m[0], m[kStride], m[2 * kStride]},
                   {m[1], m[kStride + 1], m[2 * kStride + 1]},
                   {m[2], m[kStride + 2], m[2 * kStride + 2]},
                   {m[3], m[kStride + 3], m[2 * kStride + 3]}};
    if (const auto exact = nearest_rigid(pose)) {
        return *exact;
    }
    throw py::value_error(std::string(name) +
                          " is no turn and move: its columns must be of length 1 "
                          "and at right angles");
}

}  // namespace

Transform pose_of(const char* name, py::handle value) {
    const auto array = py::array::ensure(value);
    if (array && array.ndim() == 1) {
        return moved_by(Rows(name, value, 3).as<Vec3>()[0]);
    }
    PyErr_Clear();
    if (array && array.ndim() == 2 && array.shape(1) == 4 &&
        (array.shape(0) == 3 || array.shape(0) == 4)) {
        return transform_of(
            name, Rows(name, value, 4).data(), static_cast<std::size_t>(array.shape(0)));
    }
    throw py::value_error(std::string(name) +
                          " must be a position (3,) or a matrix (3, 4) or (4, 4)");
}

std::vector<Transform> poses_of(const char* name, py::handle value) {
    const auto array = py::array::ensure(value);
    PyErr_Clear();
    std::vector<Transform> poses;
    if (array && array.ndim() == 2 && array.shape(1) == 3) {
        const Rows rows(name, value, 3);
        for (const Vec3& p : rows.as<Vec3>()) {
            poses.push_back(moved_by(p));
        }
        return poses;
    }
    if (array && array.ndim() == 3 && array.shape(2) == 4 &&
        (array.shape(1) == 3 || array.shape(1) == 4)) {
        const auto rows = static_cast<std::size_t>(array.shape(1));
        const py::object flat = array.attr("reshape")(-1, 4);
        const Rows numbers(name, flat, 4);
        for (std::size_t i = 0; i < numbers.size() / rows; ++i) {
            poses.push_back(transform_of(name, numbers.data() + 4 * rows * i, rows));
        }
        return poses;
    }
    throw py::value_error(std::string(name) +
                          " must be positions (N, 3) or matrices (N, 3, 4) or (N, 4, 4)");
}

}  // namespace halfspace::python
