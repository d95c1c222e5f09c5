// SPDX-License-Identifier: MIT
#include "geometry.h"
#include "motion.h"
#include "nav.h"

namespace halfspace::python {
namespace {

// Contents as Python's flags: SOLID, PLAYER_CLIP, ...
void add_contents(py::module_& module) {
    py::dict members;
    for (const ContentsRow& row : kContentsTable) {
        std::string name(row.words);
        for (char& c : name) {
            c = c == ' ' ? '_' : static_cast<char>(c - 'a' + 'A');
        }
        members[py::str(name)] = static_cast<std::uint32_t>(row.bit);
    }
    py::object flags = py::module_::import("enum").attr("IntFlag")(
        "Contents", members, py::arg("module") = "halfspace");
    flags.attr("__doc__") =
        R"(What is at a place, and what blocks: bits that are joined by |. 0: nothing, air.

SOLID: walls. DETAIL: small opaque things, such as beams. FENCE: fences and glass, which block bodies and no
sight. SKY: a wall that is drawn as sky. VOID: the outside of a level. WATER, SLIME, LAVA: liquids.
PLAYER_CLIP, MONSTER_CLIP: block players or monsters, and are not seen. ILLUSIONARY: is drawn, blocks nothing.
LADDER: bodies climb there. TRIGGER: a game starts something there. AREA_PORTAL: a door between two areas.
VIS_BLOCKER: blocks sight and nothing else. HINT: the compiler cuts there first.

>>> halfspace.Contents.SOLID | halfspace.Contents.WATER
<Contents.SOLID|WATER: 65>)";
    module.attr("Contents") = flags;
}

void add_all(py::module_& module) {
    module.doc() = "The compiled part of halfspace.";
    const py::object error =
        py::module_::import("builtins")
            .attr("type")(
                "Error",
                py::make_tuple(py::module_::import("builtins").attr("Exception")),
                py::dict(py::arg("__module__") = "halfspace",
                         py::arg("__doc__") =
                             "What went wrong with a file or a question: code, file, line.",
                         py::arg("code") = "",
                         py::arg("file") = "",
                         py::arg("line") = 0));
    module.attr("Error") = error;
    module.attr("__version__") = HALFSPACE_VERSION;
    add_contents(module);
    add_shapes(module);
    auto asked = add_asked(module);
    add_movers(module, asked);
    add_levels(module);
    add_meshes(module);
    add_worlds(module);
    add_compiler(module);
    add_nav(module);
    add_poses(module);
    add_pickles(module);
    add_geometry(module, asked);
    add_motion(module, asked);
    refuse_pickles(module);
}

}  // namespace
}  // namespace halfspace::python

PYBIND11_MODULE(_halfspace, module) {
    halfspace::python::add_all(module);
}
