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

// The poses of an argument of any shape that poses have. wanted: for the message.
Poses poses_in(const char* name, py::handle value, const char* wanted) {
    const py::array array = array_from(name, value, wanted);
    check_doubles(name, array);
    const py::ssize_t columns = array.ndim() > 0 ? array.shape(array.ndim() - 1) : 0;
    if (array.ndim() < 3 && columns == 3) {
        const Rows rows(name, array, 3);
        std::vector<Transform> poses;
        for (const Vec3& p : rows.as<Vec3>()) {
            poses.push_back(moved_by(p));
        }
        return {std::move(poses), rows.is_one()};
    }
    const py::ssize_t lines = array.ndim() > 1 ? array.shape(array.ndim() - 2) : 0;
    if (array.ndim() > 3 || columns != 4 || (lines != 3 && lines != 4)) {
        raise_shape(name, array, wanted);
    }
    const auto in_one = static_cast<std::size_t>(lines);
    const Rows numbers(name, array, 4, in_one);
    std::vector<Transform> poses;
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        poses.push_back(transform_of(
            name, numbers.data() + 4 * in_one * i, in_one, in_row(i, numbers.is_one())));
    }
    return {std::move(poses), numbers.is_one()};
}

constexpr const char* kOne = "a position (3,) or a matrix (3, 4) or (4, 4)";
constexpr const char* kMany = "positions (N, 3) or matrices (N, 3, 4) or (N, 4, 4)";
constexpr const char* kAny = "positions (N, 3) or matrices (N, 3, 4) or (N, 4, 4), or one of them";

}  // namespace

Transform pose_of(const char* name, py::handle value) {
    const Poses poses = poses_in(name, value, kOne);
    need(poses.is_one(), name, kOne);
    return poses[0];
}

std::vector<Transform> poses_of(const char* name, py::handle value) {
    const Poses poses = poses_in(name, value, kMany);
    need(!poses.is_one(), name, kMany);
    return poses.all();
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
    Poses poses = poses_in(name, value, kAny);
    const std::string position = std::string("the position of ") + name;
    for (std::size_t i = 0; i < poses.size(); ++i) {
        check_within(position.c_str(), poses[i].translation, most, in_row(i, poses.is_one()));
    }
    return poses;
}

}  // namespace halfspace::python
