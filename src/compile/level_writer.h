// SPDX-License-Identifier: MIT
// Last stage: trees, faces and entities as the flat arrays of a level.
#pragma once

#include "halfspace/level/level.h"
#include "halfspace/world/world.h"

#include "compile/tree_builder.h"

#include <string>
#include <unordered_map>

namespace halfspace {

// Collects the models of a world one after the other. Plane ids of the arrays are those of the
// compiler's table until `finish`.
class LevelWriter {
public:
    LevelWriter(const World& world, const ImportedWorld& imported, double units_per_metre);

    // brushes: of the model, in canonical order; brush_ids: their places in the source's order.
    void add_model(std::uint32_t entity,
                   const BuiltTree& tree,
                   const TreeSpace& space,
                   std::span<const SolidBrush> brushes,
                   std::span<const std::uint32_t> brush_ids);

    // counters: of the stages before the trees.
    void add_counters(const SideCounters& counters);
    void add_faces(std::uint64_t candidates, std::uint64_t exposed);

    // Sorts the planes that are used to the front and drops the others.
    LevelData finish();

private:
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
