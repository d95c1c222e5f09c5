// SPDX-License-Identifier: MIT
// The order of the faces of a world together with those of placed models.
#include "halfspace/query/model_order.h"

#include "drawing.h"

#include <algorithm>

namespace halfspace::python {
namespace {

using py::literals::operator""_a;

// As numpy sees what to draw next.
struct ItemAnswer {
    std::uint32_t face = 0;
    std::uint32_t count = 0;
    std::uint32_t model = 0;
    std::uint32_t first_vertex = 0;
    std::uint32_t vertex_count = 0;
};

const py::dtype& draw_item_dtype() {
    return record_dtype<ItemAnswer>({{"face", "u4", offsetof(ItemAnswer, face)},
                                     {"count", "u4", offsetof(ItemAnswer, count)},
                                     {"model", "u4", offsetof(ItemAnswer, model)},
                                     {"first_vertex", "u4", offsetof(ItemAnswer, first_vertex)},
                                     {"vertex_count", "u4", offsetof(ItemAnswer, vertex_count)}});
}

ItemAnswer answer_of(const ModelOrder& order, const DrawItem& item) {
    if (item.piece == kNone) {
        return {item.run.first, item.run.count, 0, 0, 0};
    }
    const FacePiece& piece = order.pieces()[item.piece];
    return {piece.face,
            0,
            order.models()[piece.placed].model.value,
            piece.first_vertex,
            piece.vertex_count};
}

py::tuple draw_list(const PlacedWorld& world,
                    py::handle eye,
                    const std::string& order,
                    py::handle view,
                    bool only_visible,
                    py::handle open_portals) {
    const Level& level = world.level();
    const DrawOrder wanted = order_named(order);
    const std::optional<Frustum> frustum = frustum_in(view);
    const auto areas = areas_in(level, open_portals);
    const Vec3 from = one_point("eye", eye);
    check_within("eye", from, 1e300);  // farther away, it may overflow in the frame of a model
    ModelOrder sorter;
    {
        const Asking asking(world);
        const py::gil_scoped_release released;
        std::optional<VisibleFaces> visible;
        if (only_visible) {
            visible.emplace(level);
            visible->look_from(from, pointer_to(areas));
        }
        sorter.sort(world.placed(),
                    from,
                    wanted,
                    frustum ? &*frustum : nullptr,
                    visible ? &*visible : nullptr);
    }
    py::array items(draw_item_dtype(), static_cast<py::ssize_t>(sorter.items().size()));
    std::ranges::transform(sorter.items(),
                           static_cast<ItemAnswer*>(items.mutable_data()),
                           [&](const DrawItem& item) { return answer_of(sorter, item); });
    py::array_t<double> vertices(
        {static_cast<py::ssize_t>(sorter.vertices().size()), py::ssize_t{5}});
    double* to = vertices.mutable_data();
    for (const FaceVertex& vertex : sorter.vertices()) {
        for (const double number :
             {vertex.point.x, vertex.point.y, vertex.point.z, vertex.u, vertex.v}) {
            *to++ = number;
        }
    }
    return py::make_tuple(items, vertices);
}

}  // namespace

void add_draw_lists(py::module_& module) {
    module.attr("draw_item_dtype") = draw_item_dtype();
    py::reinterpret_borrow<WorldClass>(module.attr("World"))
        .def("draw_list",
             &draw_list,
             "eye"_a,
             py::kw_only(),
             "order"_a = "back_to_front",
             "view"_a = py::none(),
             "only_visible"_a = false,
             "open_portals"_a = py::none(),
             R"(What to draw, in order: faces of the world together with those of placed models.

eye: (3,) [units]. The other arguments are as of Level.draw_order. Faces of models are cut where walls
of the world would part them. Returns the tuple (items, vertices). items: (K,) of draw_item_dtype; with
count above 0 the faces of the world from `face` on, else a piece of `face` of a placed `model`: a convex
polygon of vertex_count rows of vertices from first_vertex on. vertices: (V, 5) float64: x, y, z in the
world [units], u, v. Raises ValueError as draw_order does.

>>> world = halfspace.World(example)
>>> world.place_models_at_rest()
>>> items, vertices = world.draw_list((64, 256, 60))
>>> bool((items["model"] == 1).any()), vertices.shape[1]
(True, 5))");
}

}  // namespace halfspace::python
