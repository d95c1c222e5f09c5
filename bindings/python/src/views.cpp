// SPDX-License-Identifier: MIT
#include "views.h"

#include <cmath>

namespace halfspace::python {
namespace {

using py::literals::operator""_a;

// Planes as an array of (5, 4): n.x, n.y, n.z, d.
py::array_t<double> array_of(const std::optional<View>& view) {
    if (!view) {
        throw py::value_error(
            "this is no view: fov must be above 0 and below 180, aspect above 0, and the target "
            "not "
            "the eye");
    }
    const Frustum frustum = frustum_of(*view);
    py::array_t<double> planes({5, 4});
    double* to = planes.mutable_data();
    for (const Plane& plane : frustum.planes) {
        for (const double number : {plane.n.x, plane.n.y, plane.n.z, plane.d}) {
            *to++ = number;
        }
    }
    return planes;
}

py::array_t<double> view_at(py::handle eye, py::handle target, double fov, double aspect) {
    return array_of(look_at(one_point("eye", eye), one_point("target", target), fov, aspect));
}

py::array_t<double> view_along(
    py::handle eye, double yaw, double pitch, double roll, double fov, double aspect) {
    return array_of(look_along(one_point("eye", eye), {pitch, yaw, roll}, fov, aspect));
}

}  // namespace

std::optional<Frustum> frustum_in(py::handle view) {
    if (view.is_none()) {
        return std::nullopt;
    }
    const Rows rows("view", view, 4);
    if (rows.is_one() || rows.size() != 5) {
        throw py::value_error("view must be five planes (5, 4), as look_at gives them");
    }
    Frustum frustum;
    const double* from = rows.data();
    for (std::size_t i = 0; i < frustum.planes.size(); ++i, from += 4) {
        frustum.planes[i] = {{from[0], from[1], from[2]}, from[3]};
        const Vec3& n = frustum.planes[i].n;
        if (std::abs(dot(n, n) - 1) > 0x1p-20) {
            throw py::value_error("view has a normal whose length is not 1" + in_row(i));
        }
    }
    return frustum;
}

void add_views(py::module_& module) {
    module.def(
        "look_at",
        &view_at,
        "eye"_a,
        "target"_a,
        py::kw_only(),
        "fov"_a = 90.0,
        "aspect"_a = 1.0,
        R"(The part of space that a camera shows, for Octree.in_view and draw_order: (5, 4) float64.

eye, target: (3,) [units]; the z axis points up in the picture. fov: the angle from left to right
[degrees]. aspect: width / height. Rows are planes: n.x, n.y, n.z, d; all p with dot(n, p) >= d are in
view. Raises ValueError for an angle that is not above 0 and below 180, and for a target at the eye.

>>> halfspace.look_at((0, 0, 0), (1, 0, 0)).shape
(5, 4))");
    module.def("look_along",
               &view_along,
               "eye"_a,
               "yaw"_a = 0.0,
               "pitch"_a = 0.0,
               "roll"_a = 0.0,
               py::kw_only(),
               "fov"_a = 90.0,
               "aspect"_a = 1.0,
               R"(As look_at, of a camera that is turned by angles.

yaw: from the x axis towards the y axis; pitch: downwards; roll: about the direction of sight
[degrees]. Raises as look_at does.

>>> bool(np.allclose(halfspace.look_along((0, 0, 0), yaw=90), halfspace.look_at((0, 0, 0), (0, 1, 0))))
True)");
}

}  // namespace halfspace::python
