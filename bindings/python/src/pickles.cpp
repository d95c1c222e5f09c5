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

// True for a class of this module, and not one of Python, such as an enum.
bool is_bound(py::handle type) {
    return PyType_Check(type.ptr()) != 0 &&
           py::detail::get_type_info(reinterpret_cast<PyTypeObject*>(type.ptr())) != nullptr;
}

bool makes_pickles(py::handle type) {
    const auto object = py::module_::import("builtins").attr("object");
    return !type.attr("__reduce__").is(object.attr("__reduce__"));
}

}  // namespace

void refuse_pickles(py::module_& module) {
    for (const auto& [name, type] : module.attr("__dict__").cast<py::dict>()) {
        // A base has no objects of its own, and some classes derived from it have pickles.
        if (!is_bound(type) || makes_pickles(type) || py::len(type.attr("__subclasses__")()) != 0) {
            continue;
        }
        std::string why = "cannot pickle a halfspace." + name.cast<std::string>();
        if (py::hasattr(type, "copy")) {
            why += "; its method copy() copies it";
        }
        type.attr("__reduce__") =
            py::cpp_function([why](py::handle) -> py::object { throw py::type_error(why); },
                             py::is_method(type),
                             py::name("__reduce__"));
    }
}

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
