// SPDX-License-Identifier: MIT
// What the functions about triangles, shapes, boxes and faces share: poses, segments, boxes and
// numbers of arguments.
#pragma once

#include "halfspace/math/aabb.h"
#include "halfspace/query/segment.h"

#include "asked.h"

#include <array>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <vector>

namespace halfspace::python {

// Poses of an argument, one or many.
struct Poses {
    std::vector<Transform> rows;
    bool is_one = false;

    // The pose of a row; one pose is for all rows.
    const Transform& operator[](std::size_t i) const { return rows[is_one ? 0 : i]; }
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
    std::vector<py::array> inputs() const {
        return made_.empty() ? std::vector<py::array>{first_.array()} : std::vector<py::array>{};
    }
    py::ssize_t size() const { return static_cast<py::ssize_t>(rows_.size()); }

private:
    Rows first_;
    std::vector<Segment> made_;
    std::span<const Segment> rows_;
    bool is_one_ = false;
};

// Raises ValueError unless all coordinates are within the limit of sweeps.
void check_sweep(std::span<const Segment> segments);

// Boxes of an argument, each its least and its greatest corner: (N, 2, 3), or (2, 3) for one; or
// (N, 6) and (6,). Raises ValueError for another shape.
Rows boxes_of(const char* name, py::handle value);

// How far each of `count` questions reaches: one number for all, or (N,). Raises ValueError for a
// number below 0 and for NaN.
std::vector<double> reaches_of(const char* name, py::handle value, std::size_t count);

// How far a question looks: at least 0; infinite is far enough for all. Raises ValueError.
void check_reach(const char* name, double reach);

// Raises ValueError unless all points are in the range of questions about triangles.
void check_points(const char* name, const Rows& points);

// Rays as origins and directions, of which one may be for all.
class RayRows {
public:
    RayRows(py::handle origins, py::handle directions, double max_t);

    std::size_t size() const { return size_; }
    bool is_one() const { return from_.is_one() && along_.is_one(); }
    std::array<py::array, 2> inputs() const { return {from_.array(), along_.array()}; }
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

// Numbers of an argument: (N,), or one. Raises ValueError unless all are within 0 and 2^32 - 1, and
// below `end` if it is given.
struct Numbers {
    Numbers(const char* name, py::handle value, std::optional<std::size_t> end = std::nullopt);

    // The number of a row; one number is for all rows.
    std::uint32_t operator[](std::size_t i) const { return rows[is_one ? 0 : i]; }

    std::vector<std::uint32_t> rows;
    bool is_one = false;
};

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
void add_trees(py::module_& module);

}  // namespace halfspace::python
