// SPDX-License-Identifier: MIT
// The surfaces that bodies have touched.
#include "halfspace/query/trace.h"

#include "geometry.h"

namespace halfspace::python {
namespace {

using py::literals::operator""_a;

// As numpy sees a surface.
struct SurfaceAnswer {
    std::uint32_t material = kNone;
    std::uint32_t brush = kNone;
    std::uint32_t side = kNone;
    std::uint8_t is_sky = 0;
    std::uint8_t is_bevel = 0;
    std::uint8_t reserved[2] = {};
};

const py::dtype& surface_dtype() {
    return record_dtype<SurfaceAnswer>({{"material", "u4", offsetof(SurfaceAnswer, material)},
                                        {"brush", "u4", offsetof(SurfaceAnswer, brush)},
                                        {"side", "u4", offsetof(SurfaceAnswer, side)},
                                        {"is_sky", "?", offsetof(SurfaceAnswer, is_sky)},
                                        {"is_bevel", "?", offsetof(SurfaceAnswer, is_bevel)}});
}

// True if the contact is one of the level: arrays may hold anything.
bool can_be_asked(const PlacedLevel& here, const Contact& contact) {
    const bool is_there =
        contact.model == here.base || (here.world != nullptr && here.world->holds(contact.model));
    return is_there && contact.node.value < here.level.nodes().size() &&
           contact.plane.pair() < here.level.planes().size() && is_finite(contact.point);
}

bool has_surface(const Contact& contact) {
    return contact.hit && contact.node.is_valid();
}

py::object surfaces(const Asked& asked,
                    const std::string& body,
                    py::handle contacts,
                    py::handle out,
                    unsigned threads) {
    const SpaceId space = space_of(asked.level(), body);
    const Records records("contacts", contacts, contact_dtype());
    const auto from = records.as<Contact>();
    const Asking asking(asked);
    const PlacedLevel here = asked.placed();
    for (std::size_t i = 0; i < from.size(); ++i) {
        if (has_surface(from[i]) && !can_be_asked(here, from[i])) {
            throw py::value_error(
                "contacts has one" + in_row(i) +
                " that is not of this level, or of a model that is not placed now");
        }
    }
    return answer_rows<SurfaceAnswer>(
        {from.size(), records.is_one(), threads, 1, out, {records.array()}},
        surface_dtype(),
        [&](std::size_t i) {
            if (!has_surface(from[i])) {
                return SurfaceAnswer{};
            }
            const TouchedSurface found = touched_surface(here, space, from[i]);
            return SurfaceAnswer{found.material.value,
                                 found.brush.value,
                                 found.side.value,
                                 static_cast<std::uint8_t>(found.is_sky),
                                 static_cast<std::uint8_t>(found.is_bevel),
                                 {}};
        });
}

}  // namespace

void add_surfaces(py::module_& module, AskedClass& asked) {
    module.attr("surface_dtype") = surface_dtype();
    asked.def("surfaces",
              &surfaces,
              "body"_a,
              "contacts"_a,
              py::kw_only(),
              "out"_a = py::none(),
              "threads"_a = 1u,
              R"(What bodies have touched: the materials and brushes of contacts.

body: of the traces that gave the contacts, a name of Level.bodies. contacts: (N,) of contact_dtype, or
one record; models must be where they were then. out: (N,) of surface_dtype, for the answers. Returns
(N,) of surface_dtype, or one record: material, a place in Level.materials; brush and side; is_sky; and
is_bevel, True if an edge or a corner was touched. Numbers are 2^32 - 1 where nothing was touched, or
no surface of the level: an obstacle, a mesh, the wall of a model's box; brush and side also for a
polygon. Raises ValueError for a contact that cannot be of this level.

>>> touch = example.trace("stand", [(64, 256, 64)], (64, 256, -100))
>>> example.materials[int(example.surfaces("stand", touch)["material"][0])]["name"]
'floor1')");
}

}  // namespace halfspace::python
