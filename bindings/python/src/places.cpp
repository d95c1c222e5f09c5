// SPDX-License-Identifier: MIT
// Segments, boxes and reaches of arguments, and the ranges of places.
#include "halfspace/query/sweep.h"

#include "geometry.h"

#include <algorithm>
#include <cmath>

namespace halfspace::python {

Segments::Segments(py::handle start, py::handle end)
    : first_("start", start, end.is_none() ? 6 : 3) {
    if (end.is_none()) {
        is_one_ = first_.is_one();
        rows_ = first_.as<Segment>();
        return;
    }
    const Rows last("end", end, 3);
    const std::size_t count =
        common_rows("start", first_.size(), first_.is_one(), "end", last.size(), last.is_one());
    is_one_ = first_.is_one() && last.is_one();
    const auto from = first_.as<Vec3>();
    const auto to = last.as<Vec3>();
    made_.resize(count);
    for (std::size_t i = 0; i < count; ++i) {
        made_[i] = {from[first_.is_one() ? 0 : i], to[last.is_one() ? 0 : i]};
    }
    rows_ = made_;
}

void check_sweep(std::span<const Segment> segments) {
    for (std::size_t i = 0; i < segments.size(); ++i) {
        if (!is_within(segments[i].from, kMaxSweepCoordinate) ||
            !is_within(segments[i].to, kMaxSweepCoordinate)) {
            throw py::value_error("segment " + std::to_string(i) +
                                  " is farther out than a sweep goes: 4194304 units");
        }
    }
}

Rows boxes_of(const char* name, py::handle value) {
    const auto array = py::array::ensure(value);
    PyErr_Clear();
    const py::ssize_t n = array ? array.ndim() : 0;
    if ((n == 2 || n == 3) && array.shape(n - 1) == 3 && array.shape(n - 2) == 2) {
        const py::object flat =
            n == 2 ? array.attr("reshape")(6) : array.attr("reshape")(array.shape(0), 6);
        return {name, flat, 6};
    }
    if ((n == 1 || n == 2) && array.shape(n - 1) == 6) {
        return {name, array, 6};
    }
    throw py::value_error(std::string(name) +
                          " must be boxes (N, 2, 3) or (N, 6), or (2, 3) or (6,) for one");
}

std::vector<double> reaches_of(const char* name, py::handle value, std::size_t count) {
    const auto numbers = py::array_t<double, py::array::c_style>::ensure(value);
    const bool fits =
        numbers && (numbers.ndim() == 0 ||
                    (numbers.ndim() == 1 && static_cast<std::size_t>(numbers.size()) == count));
    if (!fits) {
        PyErr_Clear();
        throw py::value_error(std::string(name) + " must be one number, or one for each of " +
                              std::to_string(count) + " rows");
    }
    std::vector<double> reaches(numbers.data(), numbers.data() + numbers.size());
    const auto bad = std::ranges::find_if_not(reaches, [](double r) { return r >= 0; });
    if (bad != reaches.end()) {
        const std::string row =
            numbers.ndim() == 0 ? "" : " in row " + std::to_string(bad - reaches.begin());
        throw py::value_error(std::string(name) + " must be at least 0" + row);
    }
    if (numbers.ndim() == 0) {
        reaches.resize(std::max<std::size_t>(count, 1), reaches[0]);
    }
    return reaches;
}

void check_reach(const char* name, double reach) {
    if (!(reach >= 0)) {
        throw py::value_error(std::string(name) + " must be at least 0");
    }
}

void check_points(const char* name, const Rows& points) {
    const auto rows = points.as<Vec3>();
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (!is_within(rows[i], kMaxPlace)) {
            throw py::value_error(std::string(name) + " is beyond 2^300 in row " +
                                  std::to_string(i));
        }
    }
}

RayRows::RayRows(py::handle origins, py::handle directions, double max_t)
    : from_("origins", origins, 3),
      along_("directions", directions, 3),
      max_t_(max_t),
      size_(common_rows(
          "origins", from_.size(), from_.is_one(), "directions", along_.size(), along_.is_one())) {
    check_reach("max_t", max_t);
}

void check_within(const char* name, const Vec3& p, double most, const std::string& where) {
    if (!is_within(p, most)) {
        const py::object row = py::make_tuple(p.x, p.y, p.z);
        const py::object limit =
            most < 0x1p53 ? py::object(py::int_(std::int64_t(most))) : py::object(py::float_(most));
        throw py::value_error(std::string(name) + " is " + py::str(row).cast<std::string>() +
                              where + "; coordinates must be within " +
                              py::str(limit).cast<std::string>());
    }
}

void check_corners(const Mesh& mesh, const Transform& place) {
    const Aabb box = mesh.tree->bounds();
    for (unsigned corner = 0; corner < 8; ++corner) {
        const Vec3 at{(corner & 1) != 0 ? box.max.x : box.min.x,
                      (corner & 2) != 0 ? box.max.y : box.min.y,
                      (corner & 4) != 0 ? box.max.z : box.min.z};
        check_within("a corner of the mesh", to_world(place, at), kMaxSweepCoordinate);
    }
}

py::array view_of(const py::dtype& dtype,
                  std::vector<py::ssize_t> shape,
                  const void* data,
                  py::handle owner) {
    // An empty array of numpy has a place, too.
    static const double kNowhere = 0;
    py::array view(dtype, std::move(shape), data == nullptr ? &kNowhere : data, owner);
    view.attr("setflags")(py::arg("write") = false);
    return view;
}

Numbers::Numbers(const char* name, py::handle value, std::optional<std::size_t> end) {
    const auto any = py::array::ensure(value);
    const char kind = any ? any.dtype().kind() : 'O';
    if ((kind != 'i' && kind != 'u' && !(kind == 'f' && any.size() == 0)) || any.ndim() > 1) {
        PyErr_Clear();
        throw py::value_error(std::string(name) + " must be integers of the shape (N,), or one");
    }
    const auto numbers = py::array_t < std::int64_t,
               py::array::c_style | py::array::forcecast > (any);
    is_one = any.ndim() == 0;
    for (py::ssize_t i = 0; i < numbers.size(); ++i) {
        const std::int64_t number = numbers.data()[i];
        if (number < 0 || number > std::int64_t{kNone} ||
            (end && static_cast<std::size_t>(number) >= *end)) {
            const std::string there_are = end ? "; there are " + std::to_string(*end) : "";
            throw py::value_error(std::string(name) + " has the number " + std::to_string(number) +
                                  " in row " + std::to_string(i) + there_are);
        }
        rows.push_back(static_cast<std::uint32_t>(number));
    }
}

py::array_t<double> array_of(const Aabb& box) {
    py::array_t<double> array({2, 3});
    for (py::ssize_t i = 0; i < 3; ++i) {
        array.mutable_at(0, i) = box.min[static_cast<std::size_t>(i)];
        array.mutable_at(1, i) = box.max[static_cast<std::size_t>(i)];
    }
    return array;
}

}  // namespace halfspace::python
