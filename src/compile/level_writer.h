// SPDX-License-Identifier: MIT
// Last stage: trees, faces and entities as the flat arrays of a level.
#pragma once

#include "halfspace/level/level.h"
#include "halfspace/world/world.h"

#include "compile/face_builder.h"

#include <string>
#include <unordered_map>

namespace halfspace {

// Collects the models of a world one after the other. Plane ids of the arrays are those of the
// compiler's table until `finish`.
class LevelWriter {
public:
    LevelWriter(const World& world, const ImportedWorld& imported, double units_per_metre);

    // A model of brushes, in canonical order; brush_ids: their places in the source's order.
    void add_model(std::uint32_t entity,
                   const BuiltTree& tree,
                   const GridBox& box,
                   std::span<const SolidBrush> brushes,
                   std::span<const std::uint32_t> brush_ids);

    // A model of polygons or, with kModelCurves in `flags`, of patches. Fragment::side of its faces
    // points into `drawn`.
    void add_drawn_model(std::uint32_t entity,
                         const BuiltTree& tree,
                         const GridBox& box,
                         std::span<const DrawnSource> drawn,
                         std::uint32_t flags);

    // counters: of the stages before the trees.
    void add_counters(const SideCounters& counters);
    void add_faces(std::uint64_t candidates, std::uint64_t exposed);

    // Sorts the planes that are used to the front and drops the others.
    LevelData finish();

private:
    void add_tree(std::uint32_t entity,
                  const BuiltTree& tree,
                  const GridBox& box,
                  const FaceSources& sources,
                  std::uint32_t flags);
    std::uint32_t string(std::string_view text);
    void write_entities();
    void write_brushes();
    void number_planes();
    void fill_nodes();

    const World* world_;
    const ImportedWorld* imported_;
    LevelData level_;
    std::unordered_map<std::string, std::uint32_t> strings_;  // offsets
};

}  // namespace halfspace
