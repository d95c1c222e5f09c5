// SPDX-License-Identifier: MIT
// Pickles of shapes and meshes: what makes them again, with the same bits.
#include "asked.h"

namespace halfspace::python {
namespace {

py::array points_of(const ConvexShape& shape) {
    std::vector<Vec3> points;
    for (const FourPoints& four : shape.fours()) {
        for (std::size_t i = 0; i < 4; ++i) {
            points.push_back({four.x[i], four.y[i], four.z[i]});
        }
    }
    // The last point is repeated up to a full four. The mean of all points tells how often.
    for (int i = 0; i < 3; ++i) {
        const auto same = ConvexShape::points(points);
        if (same && same->middle() == shape.middle()) {
            break;
        }
        points.pop_back();
    }
    return moved_array(std::move(points), py::dtype::of<double>(), 3);
}

// The name of the function of Shape that makes it, and its arguments.
py::tuple maker_of(const ConvexShape& shape) {
    const Vec3& half = shape.half();
    switch (shape.kind()) {
        case ConvexShape::Kind::Box:
            return py::make_tuple("box", py::make_tuple(half.x, half.y, half.z));
        case ConvexShape::Kind::Sphere:
            return py::make_tuple("sphere", shape.radius());
        case ConvexShape::Kind::Capsule:
            return py::make_tuple("capsule", half.z, shape.radius());
        case ConvexShape::Kind::Cylinder:
            return py::make_tuple("cylinder", half.z, half.x);
        case ConvexShape::Kind::Points:
            break;
    }
    return py::make_tuple("hull", points_of(shape));
}

// A copy of the numbers of a mesh as rows of three.
template <class Number>
py::array rows_of(const std::vector<Number>& numbers) {
    return moved_array(numbers, py::dtype::of<Number>(), 3);
}

}  // namespace

void add_pickles(py::module_& module) {
    py::reinterpret_borrow<py::class_<ConvexShape>>(module.attr("Shape"))
        .def("__reduce__", [](const ConvexShape& shape) {
            return py::make_tuple(py::module_::import("halfspace").attr("_shape"), maker_of(shape));
        });
    py::reinterpret_borrow<MeshClass>(module.attr("Mesh"))
        .def_property_readonly(
            "vertices",
            [](const Mesh& mesh) { return rows_of(mesh.vertices); },
            R"(A copy: (V, 3) float64 [units].

>>> cube.vertices.shape
(8, 3))")
        .def_property_readonly(
            "triangles",
            [](const Mesh& mesh) { return rows_of(mesh.triangles); },
            R"(A copy: (T, 3) uint32.

>>> cube.triangles.shape
(12, 3))")
        .def("__reduce__", [](const Mesh& mesh) {
            return py::make_tuple(py::module_::import("halfspace").attr("Mesh"),
                                  py::make_tuple(rows_of(mesh.vertices), rows_of(mesh.triangles)));
        });
}

}  // namespace halfspace::python
