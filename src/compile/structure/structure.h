// SPDX-License-Identifier: MIT
// The structure of the world: a tree of the brushes that seal, hide or divide, without detail. Its
// leaves without opaque contents are the clusters; portals lie between them. A flood through the
// portals tells what is outside.
#pragma once

#include "halfspace/compile/compile.h"

#include "compile/models/model.h"
#include "compile/progress/stage_clock.h"
#include "compile/tree/built_tree.h"
#include "level/shared/find_leak.h"

#include <cstdint>
#include <expected>
#include <optional>
#include <span>
#include <vector>

namespace halfspace {

// The contents that shape the structure. A brush without one of them is detail.
inline constexpr Contents kStructural =
    kSealing | kLiquids | Contents::AreaPortal | Contents::VisBlocker | Contents::Hint;

// True for a leaf that the flood enters: nothing there keeps the outside out.
constexpr bool is_open(Contents contents) {
    return !any(contents & (kSealing | Contents::Void));
}

// The polygon between two neighbouring leaves. Leaf 0 is in front of it, leaf 1 behind it.
struct LeafPortal {
    Polygon polygon;
    std::uint32_t leaf[2];
    // True if the import may have opened it, because it moved sides onto the grid: it is narrower
    // than twice the largest move. The flood does not pass it.
    bool is_crack = false;
};

struct StructureTree {
    BuiltTree tree;
    std::vector<Polyhedron> cells;    // of the leaves
    std::vector<LeafPortal> portals;  // between open leaves
};

// A brush that marks gates between areas: one of the world, or one of an entity func_areaportal as
// Quake II has them.
struct AreaPortalVolume {
    const BodyVolume* volume;
    const SolidBrush* brush;
};

// A place between areas that a door may shut: clusters of area portals that portals join.
struct Gate {
    std::vector<std::uint32_t> clusters;  // ascending
    std::vector<std::uint32_t> areas;     // that it touches, ascending: two or more
    std::vector<std::uint32_t> entities;  // each func_areaportal that is a part of it
};

// What is left if the gates are closed.
struct Areas {
    std::vector<std::uint32_t> of_cluster;  // ClusterRecord::area
    std::vector<Gate> gates;                // in the order of their first clusters
    std::vector<Diagnostic> warnings;       // of area portals that close nothing off
};

// The structure as a level needs it.
struct Structure {
    StructureTree parts;  // what is outside is Void, if the level is sealed and is to be filled
    Areas areas;
    // The cells of Void, in space 0; their BodyVolume::brush is kNone.
    std::vector<BodyVolume> outside;
    // True if the flood has begun somewhere and has not reached the outside.
    bool is_sealed = false;
    // The entities in the open, if one of them can reach the outside; else empty.
    std::vector<LeakStart> leak_starts;
    std::vector<Diagnostic> notes;
};

// The area portals among the volumes of space 0. One of an entity that reaches beyond the box of
// the world is left out. REQUIRES: models.front() is of brushes.
std::vector<AreaPortalVolume> area_portal_volumes(const World& world,
                                                  std::span<const Model> models);

// Builds the tree of the volumes of space 0: of the world, models.front(), and of area portals.
// Adds no planes. Errors: Cancelled; Limit for a tree that is too deep. Cost: as of a compile for
// the point alone, without detail. REQUIRES: the world is of brushes.
std::expected<StructureTree, Error> build_structure_tree(const World& world,
                                                         std::span<const Model> models,
                                                         const PlaneTable& planes,
                                                         const CompileOptions& options);

// The main tree of a world of polygons, as a structure. cell: of its root. Cost: as find_portals.
StructureTree structure_of_surface(const BuiltTree& tree,
                                   const Polyhedron& cell,
                                   const PlaneTable& planes);

// The portals between the leaves of a tree that `is_kept` accepts: where two cells share an area,
// there is one convex polygon, exactly. cell: of the root. Cost: a cut for each node and each
// portal on its way down.
std::vector<LeafPortal> find_portals(const BuiltTree& tree,
                                     const Polyhedron& cell,
                                     bool (*is_kept)(Contents),
                                     Predicates& predicates);

// Areas and gates, by the portals. A crack joins areas, for one may look through it. Where the gate
// touches fewer than two areas it is no gate, and a warning tells. Cost: linear in portals, and in
// the area portals whose boxes touch a gate's cluster.
Areas find_areas(const World& world,
                 std::span<const AreaPortalVolume> volumes,
                 const StructureTree& parts,
                 const PlaneTable& planes);

// The whole stage "structure" for the world's model, models.front(). main_tree: of a world of
// polygons; null for one of brushes, which gets a tree without detail. A world of polygons is not
// filled: nothing becomes Void. Errors: as build_structure_tree. REQUIRES: the world is of brushes,
// or of a closed surface.
std::expected<Structure, Error> find_structure(const World& world,
                                               std::span<const Model> models,
                                               const BuiltTree* main_tree,
                                               const ImportedSource& source,
                                               const CompileOptions& options,
                                               StageClock& clock);

}  // namespace halfspace
