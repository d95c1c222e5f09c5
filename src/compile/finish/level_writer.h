// SPDX-License-Identifier: MIT
// Last stage: trees, faces and entities as the flat arrays of a level.
#pragma once

#include "halfspace/compile/options.h"
#include "halfspace/level/level.h"
#include "halfspace/world/world.h"

#include "compile/expand/expand.h"
#include "compile/finish/face_builder.h"
#include "compile/source/import_source.h"
#include "compile/structure/structure.h"

#include <string>
#include <unordered_map>

namespace halfspace {

// Collects the models of a world one after the other. Until `finish`, the arrays contain plane ids
// of the compiler's table.
class LevelWriter {
public:
    // structure: of the world; null if it has none.
    LevelWriter(const World& world,
                const ImportedSource& source,
                const Structure* structure,
                const CompileOptions& options);

    // Adds a model of brushes, which are in canonical order. brush_ids: the index of each brush in
    // the source's order.
    void add_model(std::uint32_t entity,
                   const BuiltTree& tree,
                   const GridBox& box,
                   std::span<const SolidBrush> brushes,
                   std::span<const std::uint32_t> brush_ids);

    // Adds a tree of the last model that only bodies use, those of the spaces [first, last).
    // `drawn`: the polygons that contacts without a brush refer to.
    void add_body_tree(const BuiltTree& tree,
                       std::uint32_t first,
                       std::uint32_t last,
                       std::span<const std::uint32_t> brush_ids,
                       std::span<const SideSource> drawn);

    // Records that grown brushes of this space reach beyond the exact shape by up to `excess` [grid
    // steps].
    void add_excess(std::uint32_t space, double excess);

    // Adds a model of polygons. With kModelCurves in `flags`: of the pieces of patches. bounds: of
    // the polygons [grid steps]. Fragment::side of the tree's faces is an index into `drawn`.
    void add_drawn_model(std::uint32_t entity,
                         const BuiltTree& tree,
                         const GridBox& box,
                         const Aabb& bounds,
                         std::span<const SideSource> drawn,
                         std::uint32_t flags);

    // Adds the cluster tree, the portals and the areas. The last thing to add.
    void add_structure();

    // Adds the side decisions of the stages before the trees.
    void add_counters(const SideCounters& counters);
    void add_faces(std::uint64_t candidates, std::uint64_t exposed);

    // Renumbers the planes: the used ones are sorted, the others are dropped. Returns the level.
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
    // Appends the nodes, leaves and contacts of a tree.
    Offsets add_cells(const BuiltTree& tree,
                      std::span<const std::uint32_t> brush_ids,
                      std::span<const SideSource> drawn);
    // Adds the clusters that the faces of the tree border. Only faces of the world border any: all
    // others may move.
    void add_face_clusters(const BuiltTree& tree, bool is_world, Predicates& predicates);
    void add_areas();
    std::uint32_t string(std::string_view text);
    void write_entities();
    void write_brushes();
    void write_pictures();
    void number_planes();

    const World* world_;
    const ImportedWorld* imported_;
    const Structure* structure_;
    unsigned threads_;  // CompileOptions::threads
    LevelData level_;
    // Text to its offset in level_.strings.
    std::unordered_map<std::string, std::uint32_t> strings_;
};

}  // namespace halfspace
