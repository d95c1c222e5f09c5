// SPDX-License-Identifier: MIT
// What the functions about triangles, shapes, boxes and faces share: poses, segments and boxes of
// arguments.
#pragma once

#include "halfspace/math/aabb.h"
#include "halfspace/query/segment.h"

#include "asked.h"

#include <cmath>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace halfspace::python {

// Poses of an argument, one or many.
class Poses {
public:
    Poses(std::vector<Transform> all, bool is_one) : all_(std::move(all)), is_one_(is_one) {}

    std::size_t size() const { return all_.size(); }
    bool is_one() const { return is_one_; }
    const std::vector<Transform>& all() const { return all_; }
    // The pose of a row; one pose is for all rows.
    const Transform& operator[](std::size_t i) const { return all_[is_one_ ? 0 : i]; }

private:
    std::vector<Transform> all_;
    bool is_one_;
};

// One pose as pose_of takes it, or many as poses_of takes them. None: one that moves nothing.
// Raises ValueError, also for a position beyond `most`; the message names the first bad row.
Poses one_or_many_poses(const char* name, py::handle value, double most);

// One pose as pose_of takes it; None moves nothing. Raises ValueError, also for a position beyond
// `most`.
Transform pose_within(const char* name, py::handle pose, double most);

// Segments of an argument `start` of the shape (N, 6), or of two arguments of the shape (N, 3), of
// which one may be one point for all.
class Segments {
public:
    Segments(py::handle start, py::handle end);

    std::span<const Segment> rows() const { return rows_; }
    bool is_one() const { return is_one_; }
    // What out= must not share memory with: nothing if the segments are copies.
    Inputs inputs() const { return made_.empty() ? Inputs{first_.array()} : Inputs{}; }
    std::size_t size() const { return rows_.size(); }

private:
    Rows first_;
    std::vector<Segment> made_;
    std::span<const Segment> rows_;
    bool is_one_ = false;
};

// Raises ValueError for a distance that a body is not moved to be free.
void check_unstick(double distance);

// Boxes of an argument, each its least and its greatest corner: (N, 2, 3), or (2, 3) for one; or
// (N, 6) and (6,). Raises ValueError for another shape.
Rows boxes_of(const char* name, py::handle value);

// How far each of `count` questions reaches: one number for all, or (N,). Raises ValueError for a
// number below 0 and for NaN.
RowNumbers reaches_of(const char* name, py::handle value, std::size_t count);

// One point (3,). Raises ValueError for many.
Vec3 one_point(const char* name, py::handle value);

// Answers each row by the point ask(i), or by NaN without one; one row alone by None.
template <class Ask>
py::object answer_points(const Question& question, const Ask& ask) {
    constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
    Results results("out", py::none(), py::dtype::of<double>(), {question.rows, 3});
    const auto to = results.as<Vec3>();
    for_each_row(question.rows, question.cost, question.threads, [&](std::size_t i) {
        to[i] = std::optional<Vec3>(ask(i)).value_or(Vec3{kNan, kNan, kNan});
    });
    return question.is_one && std::isnan(to[0].x) ? py::none() : results.take(question.is_one);
}

// As numpy sees what a ray meets: no triangle is 2^32 - 1.
struct RayAnswer {
    std::uint32_t triangle = kNone;
    std::uint32_t reserved = 0;
    double t = kInfinity;
};
const py::dtype& ray_hit_dtype();

// Rays as origins and directions, of which one may be for all.
class RayRows {
public:
    RayRows(py::handle origins, py::handle directions, double max_t);

    std::size_t size() const { return size_; }
    bool is_one() const { return from_.is_one() && along_.is_one(); }
    Inputs inputs() const { return {from_.array(), along_.array()}; }
    Ray operator[](std::size_t i) const {
        return {from_.as<Vec3>()[from_.is_one() ? 0 : i],
                along_.as<Vec3>()[along_.is_one() ? 0 : i],
                max_t_};
    }

private:
    Rows from_;
    Rows along_;
    double max_t_;
    std::size_t size_;
};

// Raises ValueError for coordinates above `most`. where: for the message, such as " in row 3".
void check_within(const char* name, const Vec3& p, double most, const std::string& where = {});
void check_within(const char* name, const Rows& points, double most);
void check_within(const Segments& segments, double most);

inline constexpr const char* kNotPlaced = ", which is not placed";
// The number of a thing that is placed in the world. Raises TypeError, IndexError.
template <class Id>
Id placed_id(const PlacedWorld& world, const char* name, py::handle number) {
    const auto id = id_of<Id>(name, number);
    if (!world.world.holds(id)) {
        raise_no_thing(name, id.value, 0, true, kNotPlaced);
    }
    return id;
}

// Raises ValueError for a mesh that is not in the range of sweeps where it stands.
void check_corners(const Mesh& mesh, const Transform& place);

// An array of (2, 3): the least and the greatest corner.
py::array_t<double> array_of(const Aabb& box);

// Rows of what never changes, as numpy sees them: a view that cannot be written and keeps its
// owner.
py::array view_of(const py::dtype& dtype,
                  std::vector<py::ssize_t> shape,
                  const void* data,
                  py::handle owner);

// Adds all that this header serves. REQUIRES: the classes of add_asked, add_levels, add_worlds and
// add_meshes.
void add_geometry(py::module_& module, AskedClass& asked);

void add_shape_places(AskedClass& asked);
void add_surfaces(py::module_& module, AskedClass& asked);
void add_placed_boxes(py::module_& module);
void add_mesh_pairs(py::module_& module);
void add_mesh_regions(py::module_& module);
void add_mesh_bodies(py::module_& module);
void add_shape_pairs(py::module_& module);
void add_octrees(py::module_& module);
void add_faces(py::module_& module);
void add_clusters(py::module_& module);
void add_draw_lists(py::module_& module);
void add_readers(py::module_& module);
void add_entity_questions(py::module_& module);
void add_trees(py::module_& module);

}  // namespace halfspace::python
