// SPDX-License-Identifier: MIT
// Proves that the trees, the contents, the brushes and the drawn faces of a level follow from its
// source, that its hulls are the solids of its leaves, and that its navigation meshes are the
// floor. verify does not check texture coordinates, contacts, keys of entities, or what a material
// is; nor whether faces or navigation polygons that meet have all vertices on their common edge;
// nor which steps the mover climbs. The proof uses the level's arrays and the source's text alone.
// It runs no stage of the compiler. Polygons and curves are read by the module `import`, which the
// compiler uses as well; brushes are read from the text by verify itself.
#pragma once

#include "halfspace/base/progress.h"
#include "halfspace/level/level.h"
#include "halfspace/world/world.h"

#include <cstdint>
#include <string>
#include <vector>

namespace halfspace {

struct VerifyOptions {
    // Threads to use [0: as many as the machine has].
    unsigned threads = 0;
    // How many differences are described in `details`. All are counted.
    std::size_t most_differences = 20;
    // As for compile.
    OpenSurfaces open_surfaces = OpenSurfaces::Error;
    // Only `cancel` is used. After a cancel the report is incomplete: it proves nothing, also with
    // 0 differences.
    Progress* progress = nullptr;
};

// The result. The level's trees, contents, hulls, brushes, faces and navigation meshes are proved
// if `differences` is 0.
struct VerifyReport {
    // Leaves that were checked: leaf 0, and each leaf whose cell was rebuilt.
    std::uint64_t leaves = 0;
    // How often a brush, grown or not, was found to share volume with a part of a leaf. A brush
    // does not count where its contents are known to be absorbed: by the brushes before it, or by
    // what blocks a smaller body in the whole leaf.
    std::uint64_t volumes = 0;
    // Polygons of surfaces that were taken down a tree.
    std::uint64_t polygons = 0;
    // Portals between clusters that were compared.
    std::uint64_t portals = 0;
    // Drawn faces that were compared with the sides and polygons that they show.
    std::uint64_t faces = 0;
    // Polygons of navigation meshes that were compared with the floor.
    std::uint64_t nav_polygons = 0;
    // Differences between level and source.
    std::uint64_t differences = 0;
    // Brushes of the source that the level lists as left out (LeftOutRecord). They are not
    // differences. verify does not judge why the compiler left a brush out.
    std::uint64_t left_out = 0;
    // The lines of the first most_differences of these brushes.
    std::vector<std::uint32_t> left_out_lines;
    // How far the surface of a brush, a polygon or a mesh is from its surface in the source, at
    // most: an upper bound, to the roundings of doubles; map units. The source is what the reader
    // has made of the file, with the welds that the caller asked for.
    double largest_displacement = 0;
    // One sentence for each difference, up to most_differences.
    std::vector<std::string> details;
};

// Checks the level in these steps.
// - Each brush of the level is compared with the source's text, within the tolerance that the level
//   stores. The facets of curves are compared with the source's patches: they must follow from the
//   cells of the patches, and they and the curved surfaces must be within the tolerance of each
//   other.
// - The brushes of the source that the level lacks must be those listed in the level.
// - No bevel may cut its brush. The excess of each grown brush is measured (SpaceRecord::excess).
// - The bounds of each model are compared with its brushes, polygons or curves.
// - The world and each entity with brushes or polygons must have a model. Another entity may have a
//   model of curves only.
// - The cell of every leaf is rebuilt from the planes of the nodes, exactly.
// - Every brush is clipped against each cell that it overlaps. This is exact, and is done for the
//   point and for each body. Every part of a leaf must have the contents that the brushes there
//   give. A brush that adds nothing may end inside of a leaf: for example, water in a wall. What is
//   proved to block a body in a whole leaf blocks every larger body there, too.
// - Each leaf of the cluster tree must have what the brushes without detail give to it, or be Void;
//   in a world of polygons, what the surface makes it. Void must be closed by what seals, and no
//   entity without brushes may touch it. Beyond this, Void counts as a brush; a leaf that it
//   reaches may also hold parts of what seals. The portals must be the polygons that two clusters
//   share.
// - In a model of polygons, no polygon may run through a leaf, and the contents of each leaf must
//   follow from the winding number at a point inside the leaf. The leaves that block are grown for
//   each body as brushes are.
// - Each drawn face must be a convex polygon of exact planes whose corners round to the stored
//   floats. Where several points round to the same floats, one choice must be right. The face must
//   lie in the plane of its side and in the cell of its node. It must have the material and the
//   flags that the source says.
// - The faces of a side of a brush must cover exactly once what is to be drawn of it, and nothing
//   else: what no brush in front absorbs or hides from sight. Void in front hides a side, too. Of
//   sides that lie in one plane and look the same way, the one of the first brush in canonical
//   order is drawn (docs/decisions/0008). Between a piece of a mesh and another brush, either may
//   draw what both have in common.
// - The faces of a polygon or a curve must cover all of it once. Only where a patch turns back on
//   itself in one plane, its faces may overlap.
// - Each hull must have the contents, the box, the corners and the planes that follow from the
//   exact cell of its leaf (docs/reference/file_format.md).
// - The polygons of a navigation mesh must be convex, in planes of floors, and where exact planes
//   meet. They must cover the floor of the mesh's body exactly once, and nothing else: the places
//   where what is above does not block the body, and what is below does, in the cells of the world
//   and of the models that never move. They must have the liquids of the cells above. No step may
//   be higher than the mesh says. A mesh that is missing is no difference.
//
// Each contradiction is a difference. source: the world from which the level was compiled. Cost: a
// cut of a cell for each node and each overlapping brush.
VerifyReport verify(const Level& level, const World& source, const VerifyOptions& options = {});

}  // namespace halfspace
