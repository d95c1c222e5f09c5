// SPDX-License-Identifier: MIT
// Poses of arguments: positions, or matrices that turn and move.
#include "halfspace/math/nearest_rigid.h"

#include "geometry.h"

namespace halfspace::python {
namespace {

// A matrix of three rows of four numbers; a fourth row must be (0, 0, 0, 1). where: for messages,
// such as " in row 3".
Transform transform_of(const char* name,
                       const double* m,
                       std::size_t rows,
                       const std::string& where) {
    constexpr std::size_t kStride = 4;
    if (rows == 4 && !(m[12] == 0 && m[13] == 0 && m[14] == 0 && m[15] == 1)) {
        throw py::value_error(std::string(name) + " has a fourth row that is not (0, 0, 0, 1)" +
                              where);
    }
    Transform pose{{m[0], m[kStride], m[2 * kStride]},
                   {m[1], m[kStride + 1], m[2 * kStride + 1]},
                   {m[2], m[kStride + 2], m[2 * kStride + 2]},
                   {m[3], m[kStride + 3], m[2 * kStride + 3]}};
    if (const auto exact = nearest_rigid(pose)) {
        return *exact;
    }
    throw py::value_error(std::string(name) + " is no turn and move" + where +
                          ": its columns must be of length 1 and at right angles");
}

std::string row_text(std::size_t row, bool is_one) {
    return is_one ? "" : " in row " + std::to_string(row);
}

// The poses of an argument of any shape that poses have; nullopt for another shape.
std::optional<Poses> poses_in(const char* name, py::handle value) {
    const auto array = py::array::ensure(value);
    PyErr_Clear();
    if (!array || array.ndim() < 1 || array.ndim() > 3) {
        return std::nullopt;
    }
    Poses poses;
    const py::ssize_t columns = array.shape(array.ndim() - 1);
    if (array.ndim() < 3 && columns == 3) {
        const Rows rows(name, value, 3);
        poses.is_one = rows.is_one();
        for (const Vec3& p : rows.as<Vec3>()) {
            poses.rows.push_back(moved_by(p));
        }
        return poses;
    }
    const py::ssize_t lines = array.ndim() > 1 ? array.shape(array.ndim() - 2) : 0;
    if (columns != 4 || (lines != 3 && lines != 4)) {
        return std::nullopt;
    }
    poses.is_one = array.ndim() == 2;
    const py::object flat = array.attr("reshape")(-1, 4);
    const Rows numbers(name, flat, 4);
    const auto in_one = static_cast<std::size_t>(lines);
    for (std::size_t i = 0; i < numbers.size() / in_one; ++i) {
        poses.rows.push_back(
            transform_of(name, numbers.data() + 4 * in_one * i, in_one, row_text(i, poses.is_one)));
    }
    return poses;
}

}  // namespace

Transform pose_of(const char* name, py::handle value) {
    const auto poses = poses_in(name, value);
    if (poses && poses->is_one) {
        return poses->rows.front();
    }
    throw py::value_error(std::string(name) +
                          " must be a position (3,) or a matrix (3, 4) or (4, 4)");
}

std::vector<Transform> poses_of(const char* name, py::handle value) {
    auto poses = poses_in(name, value);
    if (poses && !poses->is_one) {
        return std::move(poses->rows);
    }
    throw py::value_error(std::string(name) +
                          " must be positions (N, 3) or matrices (N, 3, 4) or (N, 4, 4)");
}

Transform pose_within(const char* name, py::handle pose, double most) {
    const Transform place = pose.is_none() ? Transform{} : pose_of(name, pose);
    check_within((std::string("the position of ") + name).c_str(), place.translation, most);
    return place;
}

Poses one_or_many_poses(const char* name, py::handle value, double most) {
    if (value.is_none()) {
        return {{Transform{}}, true};
    }
    auto poses = poses_in(name, value);
    if (!poses) {
        throw py::value_error(std::string(name) +
                              " must be positions (N, 3) or matrices (N, 3, 4) or (N, 4, 4), or "
                              "one of them");
    }
    const std::string position = std::string("the position of ") + name;
    for (std::size_t i = 0; i < poses->rows.size(); ++i) {
        check_within(
            position.c_str(), poses->rows[i].translation, most, row_text(i, poses->is_one));
    }
    return *std::move(poses);
}

}  // namespace halfspace::python
