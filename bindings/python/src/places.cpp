// SPDX-License-Identifier: MIT
// Segments, boxes and reaches of arguments, and the ranges of places.
#include "halfspace/query/sweep.h"

#include "geometry.h"

namespace halfspace::python {

Segments::Segments(py::handle start, py::handle end)
    : first_("start", start, end.is_none() ? 6 : 3) {
    if (end.is_none()) {
        is_one_ = first_.is_one();
        rows_ = first_.as<Segment>();
        return;
    }
    const Rows last("end", end, 3);
    const std::size_t count = common_rows("start", first_, "end", last);
    is_one_ = first_.is_one() && last.is_one();
    const auto from = first_.as<Vec3>();
    const auto to = last.as<Vec3>();
    made_.resize(count);
    for (std::size_t i = 0; i < count; ++i) {
        made_[i] = {from[first_.is_one() ? 0 : i], to[last.is_one() ? 0 : i]};
    }
    rows_ = made_;
}

void check_unstick(double distance) {
    need(distance >= 0 && distance <= kMaxSweepCoordinate,
         "distance",
         "at least 0 and at most 4194304");
}

Rows boxes_of(const char* name, py::handle value) {
    py::array array = array_from(name, value, "an array of boxes");
    check_doubles(name, array);
    const py::ssize_t n = array.ndim();
    if ((n == 2 || n == 3) && array.shape(n - 1) == 3 && array.shape(n - 2) == 2) {
        array = n == 2 ? array.reshape({6}) : array.reshape({array.shape(0), py::ssize_t{6}});
    } else if (n < 1 || n > 2 || array.shape(n - 1) != 6) {
        raise_shape(name, array, "(N, 2, 3) or (N, 6), or (2, 3) or (6,) for one");
    }
    return {name, array, 6};
}

RowNumbers reaches_of(const char* name, py::handle value, std::size_t count) {
    return {name, value, count, [](double reach) { return reach >= 0; }, "at least 0"};
}

Vec3 one_point(const char* name, py::handle value) {
    const Rows rows(name, value, 3);
    need(rows.is_one(), name, "one point: (3,)");
    return rows.as<Vec3>().front();
}

RayRows::RayRows(py::handle origins, py::handle directions, double max_t)
    : from_("origins", origins, 3),
      along_("directions", directions, 3),
      max_t_(max_t),
      size_(common_rows("origins", from_, "directions", along_)) {
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

void check_within(const char* name, const Rows& points, double most) {
    const auto rows = points.as<Vec3>();
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (!is_within(rows[i], most)) {
            check_within(name, rows[i], most, in_row(i, points.is_one()));
        }
    }
}

void check_within(const Segments& segments, double most) {
    const auto rows = segments.rows();
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (!is_within(rows[i].from, most) || !is_within(rows[i].to, most)) {
            const std::string where = in_row(i, segments.is_one());
            check_within("start", rows[i].from, most, where);
            check_within("end", rows[i].to, most, where);
        }
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

py::array_t<double> array_of(const Aabb& box) {
    py::array_t<double> array({2, 3});
    for (py::ssize_t i = 0; i < 3; ++i) {
        array.mutable_at(0, i) = box.min[static_cast<std::size_t>(i)];
        array.mutable_at(1, i) = box.max[static_cast<std::size_t>(i)];
    }
    return array;
}

}  // namespace halfspace::python
