// SPDX-License-Identifier: MIT
// The trees of a level as arrays, for those who draw them, teach them or walk them.
#include "halfspace/query/space.h"

#include "geometry.h"

#include <array>

namespace halfspace::python {
namespace {

const py::dtype& plane_dtype() {
    return record_dtype<PlaneRecord>({{"n", "(3,)i8", offsetof(PlaneRecord, n)},
                                      {"d_low", "u8", offsetof(PlaneRecord, d_low)},
                                      {"d_high", "i8", offsetof(PlaneRecord, d_high)}});
}

const py::dtype& node_dtype() {
    return record_dtype<NodeRecord>({{"child", "(2,)i4", offsetof(NodeRecord, child)},
                                     {"plane", "u4", offsetof(NodeRecord, plane)},
                                     {"first_contact", "u4", offsetof(NodeRecord, first_contact)}});
}

const py::dtype& leaf_dtype() {
    return record_dtype<LeafRecord>({{"contents", "u4", offsetof(LeafRecord, contents)},
                                     {"blockers", "u8", offsetof(LeafRecord, blockers)}});
}

const py::dtype& walk_node_dtype() {
    return record_dtype<WalkNodeRecord>({{"child", "(2,)u4", offsetof(WalkNodeRecord, child)},
                                         {"plane", "u8", offsetof(WalkNodeRecord, plane)}});
}

const py::dtype& hull_dtype() {
    return record_dtype<HullRecord>({{"min", "(3,)f8", offsetof(HullRecord, min)},
                                     {"max", "(3,)f8", offsetof(HullRecord, max)},
                                     {"first_corner", "u4", offsetof(HullRecord, first_corner)},
                                     {"first_plane", "u4", offsetof(HullRecord, first_plane)},
                                     {"contents", "u4", offsetof(HullRecord, contents)}});
}

const py::dtype& model_dtype() {
    return record_dtype<ModelRecord>({{"root", "i4", offsetof(ModelRecord, root)},
                                      {"entity", "u4", offsetof(ModelRecord, entity)},
                                      {"first_face", "u4", offsetof(ModelRecord, first_face)},
                                      {"face_count", "u4", offsetof(ModelRecord, face_count)},
                                      {"min", "(3,)f8", offsetof(ModelRecord, min)},
                                      {"max", "(3,)f8", offsetof(ModelRecord, max)},
                                      {"bounds_min", "(3,)f8", offsetof(ModelRecord, bounds_min)},
                                      {"bounds_max", "(3,)f8", offsetof(ModelRecord, bounds_max)},
                                      {"origin", "(3,)f8", offsetof(ModelRecord, origin)},
                                      {"flags", "u4", offsetof(ModelRecord, flags)},
                                      {"draw_root", "u4", offsetof(ModelRecord, draw_root)}});
}

const py::dtype& brush_dtype() {
    return record_dtype<BrushRecord>({{"entity", "u4", offsetof(BrushRecord, entity)},
                                      {"first_side", "u4", offsetof(BrushRecord, first_side)},
                                      {"side_count", "u4", offsetof(BrushRecord, side_count)},
                                      {"contents", "u4", offsetof(BrushRecord, contents)},
                                      {"line", "u4", offsetof(BrushRecord, line)},
                                      {"source", "u4", offsetof(BrushRecord, source)},
                                      {"first_bevel", "u4", offsetof(BrushRecord, first_bevel)},
                                      {"bevel_count", "u4", offsetof(BrushRecord, bevel_count)},
                                      {"flags", "u4", offsetof(BrushRecord, flags)}});
}

const py::dtype& side_dtype() {
    return record_dtype<SideRecord>({{"plane", "u4", offsetof(SideRecord, plane)},
                                     {"material", "u4", offsetof(SideRecord, material)},
                                     {"line", "u4", offsetof(SideRecord, line)},
                                     {"source", "u4", offsetof(SideRecord, source)}});
}

const py::dtype& tree_contact_dtype() {
    return record_dtype<ContactRecord>({{"brush", "u4", offsetof(ContactRecord, brush)},
                                        {"side", "u4", offsetof(ContactRecord, side)},
                                        {"flags", "u4", offsetof(ContactRecord, flags)}});
}

const Level& level_in(py::handle self) {
    return self.cast<const LoadedLevel&>().its_level;
}

// A section of the level: rows of a dtype, or of `columns` numbers each.
template <class Record>
py::array section(py::handle self,
                  std::span<const Record> records,
                  const py::dtype& dtype,
                  std::size_t columns = 0) {
    std::vector<py::ssize_t> shape{static_cast<py::ssize_t>(records.size())};
    if (columns > 0) {
        shape[0] = static_cast<py::ssize_t>(records.size() * sizeof(Record) /
                                            (columns * static_cast<std::size_t>(dtype.itemsize())));
        shape.push_back(static_cast<py::ssize_t>(columns));
    }
    return view_of(dtype, std::move(shape), records.data(), self);
}

void add_exact_trees(LevelClass& level) {
    level
        .def_property_readonly(
            "planes",
            [](py::handle self) { return section(self, level_in(self).planes(), plane_dtype()); },
            R"(The exact planes of the trees: (P,) of plane_dtype, read-only, no copy.

A plane is where n.p = d, in grid steps, of which a unit has 2^grid_exponent; its front is n.p > d. d is
d_high * 2^64 + d_low. The first number of n that is not 0 is above 0.

>>> plane = example.planes[example.nodes["plane"][0]]
>>> len(example.planes) == len(example.scaled_planes), plane["n"].dtype
(True, dtype('int64')))")
        .def_property_readonly(
            "scaled_planes",
            [](py::handle self) {
                return section(self, level_in(self).scaled_planes(), py::dtype::of<double>(), 4);
            },
            R"(The same planes in doubles: n.x, n.y, n.z, d in units, scaled: (P, 4) float64, read-only, no copy.

>>> example.scaled_planes.shape[1]
4)")
        .def_property_readonly(
            "nodes",
            [](py::handle self) { return section(self, level_in(self).nodes(), node_dtype()); },
            R"(The nodes of the main trees: (N,) of node_dtype, read-only, no copy.

child: in front of the plane, and behind it; c >= 0 is node c, c < 0 is leaf -1 - c. plane: a row of
planes. tree_roots says where a tree begins.

>>> node = example.nodes[example.tree_roots[0, 0]]
>>> while (child := int(node["child"][0])) >= 0:     # always to the front
...     node = example.nodes[child]
>>> halfspace.Contents(int(example.leaves["contents"][-1 - child])) in halfspace.Contents
True)")
        .def_property_readonly(
            "leaves",
            [](py::handle self) { return section(self, level_in(self).leaves(), leaf_dtype()); },
            R"(The leaves, convex cells: (L,) of leaf_dtype, read-only, no copy. Leaf 0 is outside of all trees.

contents: bits of Contents. blockers: what blocks each body there, some bits for each.

>>> len(example.leaves) > 100
True)")
        .def_property_readonly(
            "tree_roots",
            [](py::handle self) {
                const Level& all = level_in(self);
                const auto models = static_cast<py::ssize_t>(all.models().size());
                const auto spaces = static_cast<py::ssize_t>(all.spaces().size());
                return view_of(py::dtype::of<std::int32_t>(),
                               {models, spaces},
                               level_in(self).view().space_roots.data(),
                               self);
            },
            R"(The root of each model's tree for each body, as a child of a node: (M, B) int32, read-only, no copy.

>>> example.tree_roots.shape == (example.model_count, len(example.bodies))
True)")
        .def_property_readonly(
            "model_records",
            [](py::handle self) { return section(self, level_in(self).models(), model_dtype()); },
            R"(The models: (M,) of model_dtype, read-only, no copy.

root: of the main tree; min, max: the box of the tree, outside of which all is leaf 0; bounds_min,
bounds_max: the box of the brushes; origin: about which it turns [units]. flags: 1 for curves.

>>> example.model_records["entity"]
array([0, 2], dtype=uint32))")
        .def_property_readonly(
            "grid_exponent",
            [](py::handle self) { return level_in(self).grid_exponent(); },
            R"(A grid step is 2^-grid_exponent units.

>>> example.grid_exponent
3)");
}

void add_brushes(LevelClass& level) {
    level
        .def_property_readonly(
            "brushes",
            [](py::handle self) { return section(self, level_in(self).brushes(), brush_dtype()); },
            R"(The brushes of the level: (B,) of brush_dtype, read-only, no copy. Faces and surfaces name them.

entity: a row of entities. first_side, side_count: a range of sides. contents: bits of Contents. line: in the
source. source: its number among the brushes of its entity there; if flags has 1, of a patch, and if 2, of a
mesh.

>>> brush = example.brushes[int(example.faces["brush"][0])]
>>> int(brush["side_count"]), int(brush["line"]) > 0
(6, True))")
        .def_property_readonly(
            "sides",
            [](py::handle self) { return section(self, level_in(self).sides(), side_dtype()); },
            R"(The sides of brushes: (S,) of side_dtype, read-only, no copy.

plane: twice a row of planes, plus 1 for the plane that looks the other way; its front is outside.
material: a row of materials. line: in the source. source: its number in its brush there.

>>> bool((example.sides["plane"] // 2 < len(example.planes)).all())
True)")
        .def_property_readonly(
            "tree_contacts",
            [](py::handle self) {
                return section(self, level_in(self).contacts(), tree_contact_dtype());
            },
            R"(What bodies touch in the planes of nodes: (C,) of tree_contact_dtype, read-only, no copy.

Those of a node begin at its first_contact and end where the next node's begin. side: of the brush; without
a brush, 2^32 - 1, a row of materials. flags: bits 0 to 3 the body, 16 it looks to the back of the plane, 32
an edge is touched.

>>> bool((example.tree_contacts["flags"] & 15 < len(example.bodies)).all())
True)");
}

void add_quick_trees(LevelClass& level) {
    level
        .def_property_readonly(
            "walk_nodes",
            [](py::handle self) {
                return section(self, level_in(self).walk_nodes(), walk_node_dtype());
            },
            R"(The nodes that questions go down: (W,) of walk_node_dtype, read-only, no copy.

Bits of a child: 0 to 25 a row of walk_nodes, or the contents of a leaf; 26 set for a leaf; 27 and 28 what
all below has in common: 1 free, 2 solid; 29 and 30 of a node the axis of its plane, and 31 a bit of the
node's own: low in child[0], high in child[1]. An axis from 0 to 2: plane is the bits of a double, the
coordinate. 3: plane is a row of scaled_planes.

>>> example.walk_nodes.dtype.itemsize
16)")
        .def_property_readonly(
            "walk_roots",
            [](py::handle self) {
                const Level& all = level_in(self);
                return view_of(py::dtype::of<std::uint32_t>(),
                               {static_cast<py::ssize_t>(all.models().size()),
                                static_cast<py::ssize_t>(all.spaces().size())},
                               all.walk_roots().data(),
                               self);
            },
            R"(The root of each model's walk tree for each body, as such a child: (M, B) uint32, read-only, no copy.

>>> example.walk_roots.shape == example.tree_roots.shape
True)")
        .def_property_readonly(
            "hulls",
            [](py::handle self) { return section(self, level_in(self).hulls(), hull_dtype()); },
            R"(The convex hulls of solid leaves, which sweeps meet: (H,) of hull_dtype, read-only, no copy.

The corners of a hull begin at first_corner of hull_corners, its planes at first_plane of hull_planes, and
end where those of the next hull begin. A hull without corners is its box, min to max [units].

>>> bool((example.hulls["min"] <= example.hulls["max"]).all())
True)")
        .def_property_readonly(
            "hull_corners",
            [](py::handle self) {
                return section(self, level_in(self).hull_corners(), py::dtype::of<double>(), 3);
            },
            R"(The corners of hulls, one hull after the other: (C, 3) float64, read-only, no copy [units].

>>> example.hull_corners.shape[1]
3)")
        .def_property_readonly(
            "hull_planes",
            [](py::handle self) {
                return section(self, level_in(self).hull_planes(), py::dtype::of<double>(), 4);
            },
            R"(The planes of hulls: n.x, n.y, n.z, d, n outwards, of length 1: (Q, 4) float64, read-only, no copy.

>>> example.hull_planes.shape[1]
4)");
}

}  // namespace

void add_trees(py::module_& module) {
    module.attr("plane_dtype") = plane_dtype();
    module.attr("node_dtype") = node_dtype();
    module.attr("leaf_dtype") = leaf_dtype();
    module.attr("walk_node_dtype") = walk_node_dtype();
    module.attr("hull_dtype") = hull_dtype();
    module.attr("model_dtype") = model_dtype();
    auto level = py::reinterpret_borrow<LevelClass>(module.attr("Level"));
    module.attr("brush_dtype") = brush_dtype();
    module.attr("side_dtype") = side_dtype();
    module.attr("tree_contact_dtype") = tree_contact_dtype();
    add_exact_trees(level);
    add_brushes(level);
    add_quick_trees(level);
}

}  // namespace halfspace::python
