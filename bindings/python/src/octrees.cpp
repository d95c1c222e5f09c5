// SPDX-License-Identifier: MIT
// An octree of boxes that move.
#include "octrees.h"

#include <algorithm>

namespace halfspace::python {
namespace {

using py::literals::operator""_a;

// Raises IndexError for an id that the octree does not have.
void check_objects(const BoxOctree& octree, const Numbers& ids) {
    ids.check<ObjectId>([&](ObjectId id) { return octree.tree.holds(id); },
                        ", which the octree does not have");
}

Rows checked_boxes(py::handle value) {
    Rows rows = boxes_of("boxes", value);
    const auto boxes = rows.as<Aabb>();
    for (std::size_t i = 0; i < boxes.size(); ++i) {
        if (!has_points(boxes[i])) {
            throw py::value_error("boxes has a least corner above its greatest one" +
                                  in_row(i, rows.is_one()));
        }
        for (const Vec3& corner : {boxes[i].min, boxes[i].max}) {
            if (!is_within(corner, kMaxObjectPlace)) {
                check_within(
                    "a corner of boxes", corner, kMaxObjectPlace, in_row(i, rows.is_one()));
            }
        }
    }
    return rows;
}

// The masks of so many objects; None: all bits. of: the other argument.
std::vector<std::uint32_t> masks_for(py::handle value, const char* of, std::size_t count) {
    std::vector<std::uint32_t> masks(count, kAllObjects);
    if (!value.is_none()) {
        const Numbers given("masks", value, kMasks);
        common_rows("masks", given.size(), given.is_one(), of, count, false);
        for (std::size_t i = 0; i < count; ++i) {
            masks[i] = static_cast<std::uint32_t>(given[i]);
        }
    }
    return masks;
}

Octree& changed(BoxOctree& octree) {
    octree.check_change("the octree");
    return octree.tree;
}

// Boxes of a call, with a mask each, and the array for their ids.
struct Given {
    Given(py::handle the_boxes, py::handle the_masks)
        : rows(checked_boxes(the_boxes)),
          masks(masks_for(the_masks, "boxes", rows.size())),
          ids("out", py::none(), py::dtype::of<std::uint32_t>(), {rows.size()}) {}

    // Needs no lock of Python.
    Result<void> insert_into(Octree& tree) {
        const auto boxes = rows.as<Aabb>();
        const auto to = ids.as<std::uint32_t>();
        for (std::size_t i = 0; i < boxes.size(); ++i) {
            const auto id = tree.insert(boxes[i], {0, masks[i]});
            if (!id) {
                return std::unexpected(id.error());
            }
            to[i] = id->value;
        }
        return {};
    }

    Rows rows;
    std::vector<std::uint32_t> masks;
    Results ids;
};

// Keeps Python's lock: nobody may ask the octree meanwhile.
py::object insert(BoxOctree& octree, py::handle boxes, py::handle masks) {
    Given given(boxes, masks);
    value_of(given.insert_into(changed(octree)));
    return given.ids.take(given.rows.is_one());
}

std::shared_ptr<BoxOctree> make_octree(py::handle boxes,
                                       py::handle masks,
                                       double smallest_cell,
                                       std::uint32_t split_above,
                                       std::optional<std::uint32_t> merge_below) {
    const OctreeOptions defaults;
    auto made =
        Octree::create({smallest_cell,
                        split_above,
                        merge_below.value_or(std::min(defaults.merge_below, split_above / 2))});
    if (!made) {
        throw py::value_error(made.error().message);
    }
    auto octree = std::make_shared<BoxOctree>(*std::move(made));
    if (!boxes.is_none()) {
        Given given(boxes, masks);
        Result<void> done;
        without_lock({given.rows.size()}, [&] { done = given.insert_into(octree->tree); });
        value_of(std::move(done));
    } else if (!masks.is_none()) {
        throw py::value_error("masks needs boxes");
    }
    return octree;
}

void move(BoxOctree& octree, py::handle ids, py::handle boxes) {
    const Rows rows = checked_boxes(boxes);
    const Numbers objects("ids", ids);
    check_objects(octree, objects);
    common_rows("ids", objects.size(), false, "boxes", rows.size(), false);
    if (const auto moved = changed(octree).update_all(objects.ids<ObjectId>(), rows.as<Aabb>());
        !moved) {
        raise(moved.error());
    }
}

py::object remove(BoxOctree& octree, py::handle ids) {
    const Numbers numbers("ids", ids);
    Results results("out", py::none(), py::dtype::of<bool>(), {numbers.size()});
    const auto removed = results.as<bool>();
    Octree& tree = changed(octree);
    for (std::size_t i = 0; i < removed.size(); ++i) {
        removed[i] = tree.remove(numbers.id<ObjectId>(i));
    }
    return results.take(numbers.is_one());
}

py::object boxes(const BoxOctree& octree, py::handle ids) {
    const Numbers objects("ids", ids);
    check_objects(octree, objects);
    Results results("out", py::none(), py::dtype::of<double>(), {objects.size(), 2, 3});
    std::ranges::transform(objects.ids<ObjectId>(), results.as<Aabb>().begin(), [&](ObjectId id) {
        return octree.tree.box(id);
    });
    return results.take(objects.is_one());
}

py::object masks(const BoxOctree& octree, py::handle ids) {
    const Numbers objects("ids", ids);
    check_objects(octree, objects);
    const Asking asking(octree);
    return answer_rows<std::uint32_t>({objects.size(), objects.is_one()}, [&](std::size_t i) {
        return octree.tree.mask(objects.id<ObjectId>(i));
    });
}

void set_masks(BoxOctree& octree, py::handle ids, py::handle masks) {
    const Numbers objects("ids", ids);
    const std::vector<std::uint32_t> wanted = masks_for(masks, "ids", objects.size());
    check_objects(octree, objects);
    Octree& tree = changed(octree);
    for (std::size_t i = 0; i < wanted.size(); ++i) {
        tree.set_mask(objects.id<ObjectId>(i), wanted[i]);
    }
}

py::dict statistics(const BoxOctree& octree) {
    const Octree::Statistics found = octree.tree.statistics();
    py::dict all;
    all["nodes"] = found.nodes;
    all["deepest"] = found.deepest;
    all["bytes"] = found.bytes;
    all["entries"] = found.entries;
    return all;
}

std::string repr(const BoxOctree& octree) {
    return "<halfspace.Octree: " + std::to_string(octree.tree.size()) + " objects>";
}

void add_changes(OctreeClass& octree) {
    octree
        .def(py::init(&make_octree),
             "boxes"_a = py::none(),
             py::kw_only(),
             "masks"_a = py::none(),
             "smallest_cell"_a = 0.1,
             "split_above"_a = 32u,
             "merge_below"_a = py::none(),
             "Makes an octree with these boxes; their ids are 0, 1, 2, ...")
        .def("__len__", [](const BoxOctree& tree) { return tree.tree.size(); })
        .def("__contains__",
             [](const BoxOctree& tree, std::int64_t id) {
                 return id >= 0 && id < kNone &&
                        tree.tree.holds(ObjectId(static_cast<std::uint32_t>(id)));
             })
        .def("__repr__", &repr)
        .def(
            "copy",
            [](const BoxOctree& tree) {
                const Asking asking(tree);
                const py::gil_scoped_release released;
                return std::make_shared<BoxOctree>(tree.tree);
            },
            R"(Another octree with the same objects and ids.

>>> len(halfspace.Octree([(0, 0, 0, 1, 1, 1)]).copy())
1)")
        .def("insert",
             &insert,
             "boxes"_a,
             "masks"_a = py::none(),
             R"(Adds objects. Returns their ids: (N,) uint32, or one.

boxes: (N, 2, 3), the least and the greatest corner of each, or (2, 3) for one [units]; also (N, 6) and
(6,). masks: (N,) or one, 32 bits: a question whose mask has no bit of an object's mask does not find
it; None: all bits. Ids of removed objects come again. Raises ValueError for another shape, for a least
corner above its greatest one, and for coordinates that are not finite or beyond 1e37; then nothing has
changed.

>>> tree = halfspace.Octree()
>>> tree.insert([[(0, 0, 0), (1, 1, 1)], [(5, 5, 5), (6, 6, 6)]])
array([0, 1], dtype=uint32))")
        .def("move",
             &move,
             "ids"_a,
             "boxes"_a,
             R"(Gives objects new boxes: all of them, or none, because what raises changes nothing.

ids: (N,) integers, or one. boxes: as of insert. Raises IndexError for an id that the octree does not
have, else as insert.

>>> tree = halfspace.Octree([(0, 0, 0, 1, 1, 1), (5, 5, 5, 6, 6, 6)])
>>> tree.move([1, 0], [(0, 0, 9, 1, 1, 10), (8, 8, 8, 9, 9, 9)])
>>> tree.in_box((0, 0, 9.5, 2, 2, 9.5))
array([1], dtype=uint32))")
        .def("remove",
             &remove,
             "ids"_a,
             R"(Takes objects out. Returns (N,) bool, or one: whether the octree had this object.

Raises IndexError for a number that is no id, TypeError for other things than integers, RuntimeError while
another thread asks the octree.

>>> tree = halfspace.Octree([(0, 0, 0, 1, 1, 1), (5, 5, 5, 6, 6, 6)])
>>> tree.remove([1, 7]), len(tree)
(array([ True, False]), 1))")
        .def(
            "boxes",
            &boxes,
            "ids"_a,
            R"(The boxes of objects: (N, 2, 3), or (2, 3) for one [units]. Raises IndexError as move does.

>>> halfspace.Octree([(0, 0, 0, 1, 1, 1)]).boxes(0)
array([[0., 0., 0.],
       [1., 1., 1.]]))")
        .def("masks",
             &masks,
             "ids"_a,
             R"(The masks of objects: (N,) uint32, or one. Raises IndexError as move does.

>>> halfspace.Octree([(0, 0, 0, 1, 1, 1)], masks=5).masks([0])
array([5], dtype=uint32))")
        .def(
            "set_masks",
            &set_masks,
            "ids"_a,
            "masks"_a,
            R"(Gives objects new masks: (N,) integers, or one for all. Raises IndexError as move does.

>>> tree = halfspace.Octree([(0, 0, 0, 1, 1, 1)])
>>> tree.set_masks(0, 2)
>>> tree.in_sphere((0, 0, 0), 1, mask=1)
array([], dtype=uint32))")
        .def(
            "statistics",
            &statistics,
            R"(A dict: nodes, deepest (the most nodes from the root to a leaf), bytes of memory, and entries, how
often an object was put into a node.

>>> halfspace.Octree([(0, 0, 0, 1, 1, 1)]).statistics()["nodes"]
1)");
}

}  // namespace

void add_octrees(py::module_& module) {
    OctreeClass octree(
        module,
        "Octree",
        R"(A tree of boxes that move: which are here, in view, on a segment, near one another?

boxes: as of insert, or None. smallest_cell: the least edge of a cell, 1e-30 to 1e30 [units]; a leaf
with more than split_above objects (2 to 1000) is divided, and a node with merge_below or fewer (0 to
half of it; None: at most 12) becomes a leaf. The tree needs no size of the world. Answers depend on the
boxes and ids alone, not on what was before.

Any number of threads may ask it at once, as long as none changes it: a change raises RuntimeError
while another thread asks. Changes keep Python's lock.

>>> tree = halfspace.Octree([[(0, 0, 0), (1, 1, 1)], [(5, 5, 5), (6, 6, 6)]])
>>> tree
<halfspace.Octree: 2 objects>)");
    add_changes(octree);
    add_octree_questions(module, octree);
}

}  // namespace halfspace::python
