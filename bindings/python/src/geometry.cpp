// SPDX-License-Identifier: MIT
#include "geometry.h"

#include "sources.h"
#include "views.h"

namespace halfspace::python {

void add_geometry(py::module_& module, AskedClass& asked) {
    add_shape_places(asked);
    add_surfaces(module, asked);
    add_placed_boxes(module);
    add_mesh_pairs(module);
    add_mesh_regions(module);
    add_mesh_bodies(module);
    add_shape_pairs(module);
    add_views(module);
    add_octrees(module);
    add_faces(module);
    add_clusters(module);
    add_draw_lists(module);
    add_readers(module);
    add_sources(module);
    add_trees(module);
    add_entity_questions(module);
}

}  // namespace halfspace::python
