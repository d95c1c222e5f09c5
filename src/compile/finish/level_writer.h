// SPDX-License-Identifier: MIT
// Last stage: trees, faces and entities as the flat arrays of a level.
#pragma once

#include "halfspace/compile/options.h"
#include "halfspace/level/level.h"
#include "halfspace/world/world.h"

#include "compile/expand/expand.h"
#include "compile/expand/grid_spaces.h"
#include "compile/finish/face_builder.h"

#include <string>
#include <unordered_map>

namespace halfspace {

// Collects the models of a world one after the other. Plane ids of the arrays are those of the
// compiler's table until `finish`.
class LevelWriter {
public:
    // spaces: that of the point first.
    LevelWriter(const World& world,
                const ImportedWorld& imported,
                std::span<const GridSpace> spaces,
                const CompileOptions& options);

    // A model of brushes, in canonical order; brush_ids: their places in the source's order.
    void add_model(std::uint32_t entity,
                   const BuiltTree& tree,
                   const GridBox& box,
                   std::span<const SolidBrush> brushes,
                   std::span<const std::uint32_t> brush_ids);

    // A tree of the last model that is for bodies alone, those of spaces [first, last). Contacts
    // without a brush point into `drawn`.
    void add_body_tree(const BuiltTree& tree,
                       std::uint32_t first,
                       std::uint32_t last,
                       std::span<const std::uint32_t> brush_ids,
                       std::span<const DrawnSource> drawn);

    // Grown brushes of a space stick out by so much [grid steps].
    void add_excess(std::uint32_t space, double excess);

    // A model of polygons or, with kModelCurves in `flags`, of patches. bounds: of the polygons
    // [grid steps]. Fragment::side of its faces points into `drawn`.
    void add_drawn_model(std::uint32_t entity,
                         const BuiltTree& tree,
                         const GridBox& box,
                         const Aabb& bounds,
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
                  const Aabb& bounds,
                  const FaceSources& sources,
                  std::uint32_t flags);
    struct Offsets {
        std::int32_t node;
        std::int32_t leaf;

        std::int32_t child(std::int32_t c) const { return c >= 0 ? c + node : c - leaf; }
    };
    // Nodes, leaves and contacts.
    Offsets add_cells(const BuiltTree& tree,
                      std::span<const std::uint32_t> brush_ids,
                      std::span<const DrawnSource> drawn);
    std::uint32_t string(std::string_view text);
    void write_entities();
    void write_brushes();
    void number_planes();

    const World* world_;
    const ImportedWorld* imported_;
    LevelData level_;
    std::unordered_map<std::string, std::uint32_t> strings_;  // offsets
};

}  // namespace halfspace
