// SPDX-License-Identifier: MIT
// The options of the compiler, with the reason for each default.
#pragma once

#include "halfspace/base/option_check.h"
#include "halfspace/base/progress.h"
#include "halfspace/compile/bodies.h"
#include "halfspace/compile/visibility.h"
#include "halfspace/exact/grid.h"
#include "halfspace/world/mesh.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace halfspace {

// How the compiler compares the planes that could divide a cell. The plane with the lowest cost
// becomes the splitter.
enum class SplitterScore : std::uint8_t {
    // The expected cost of a query. For each of the two parts: its surface area divided by that of
    // the cell, times its number of faces. Plus 0.8 for each face that is cut; a drawn face counts
    // six times here. A plane that is not axial costs 1.3 times as much.
    Area,
    // |faces in front - faces behind| + 8 * faces that are cut.
    Classic,
};

// Which planes may divide a cell. In a cell with many fragments the compiler also tries one relief
// plane across each axis (docs/decisions/0009-relief-planes.md).
enum class Splitters : std::uint8_t {
    All,         // every plane in which a fragment in the cell is, and relief planes
    AxialFirst,  // planes across an axis if a fragment is in one, else all; and relief planes
};

// Where the tree of an entity of polygons keeps the polygons. What a leaf is filled with follows
// from winding numbers in all three cases.
enum class SurfaceTree : std::uint8_t {
    // At the nodes. Polygons that look to a node's front are kept apart from the others. It gives
    // the same level as Node.
    Solid,
    // At the nodes, together.
    Node,
    // In the leaves. Every node above cuts them, so there are more faces.
    Leafy,
};

// Which trees bodies use.
enum class Collision : std::uint8_t {
    // One tree for the point and all bodies. An entity of polygons has one for the point and one
    // for all bodies.
    Onion,
    // One tree for the point, and one for each body. Traces are faster, and the file is smaller.
    Separate,
};

// The largest value of TreeOptions::block_size [map units]. No level is that large.
inline constexpr int kMaxBlockSize = 1 << 20;

// How planes cut the trees, for experts who compare trees. A game never needs to set these options.
struct TreeOptions {
    // Unset: Area for trees of brushes and for trees of bodies alone, Classic for trees of polygons
    // and of curves.
    std::optional<SplitterScore> score = {};
    // Which planes may divide a cell. With AxialFirst the top of the tree is made of boxes; the
    // tree is larger for most levels.
    Splitters splitters = Splitters::All;
    // For entities of polygons. A shell always has the tree of Node.
    SurfaceTree surface_tree = SurfaceTree::Solid;
    // Edge of fixed blocks at the top of the world's trees, if the world is made of brushes [map
    // units, a power of two; 0: no blocks, all cuts are chosen by cost]. It is doubled until the
    // world has at most 64 blocks along each axis. With blocks, a change of a brush leaves the tree
    // of other blocks as it was; traces are slower.
    int block_size = 0;
};

struct CompileOptions {
    // The grid: a step is 2^-grid_exponent map units [0..10]. Unset: 3 (1/8 unit) if this grid
    // holds all brushes, polygons and bodies exactly, else 6 (1/64 unit).
    std::optional<int> grid_exponent = {};
    // How far the surface of a brush may be moved if its sides are not on the grid [grid steps,
    // above 0, up to 4]. Too low: more brushes are refused. Too high: surfaces may visibly shift.
    double import_tolerance = 0.5;
    // The bodies for which the level is compiled, beside the point [up to kMaxSpaces - 1]. More
    // bodies: more leaves.
    std::vector<Body> bodies = default_bodies();
    // Which trees bodies use.
    Collision collision = Collision::Onion;
    // A brush that is not solid, or does not fit the grid. Fail: an error for each. Skip: the brush
    // is left out, with a warning for each, and the level lists the brush (LevelArrays::left_out).
    enum class BadBrushes : std::uint8_t { Fail, Skip } bad_brushes = BadBrushes::Fail;
    // What becomes of meshes and of polygons of an entity that do not enclose a volume. With Draw,
    // an open mesh becomes an entity func_illusionary behind the others, or the polygons of its
    // entity, if this has nothing else.
    OpenSurfaces open_surfaces = OpenSurfaces::Error;
    // How far the drawn flat pieces of a curve may be from the curve [map units, above 0, up to
    // 64]. Rounding to the grid is added to it. Smaller: more faces. Each Bezier patch gets at most
    // 16 steps along its rows and its columns, so a large one may be farther away.
    double curve_tolerance = 2;
    // How far facets may be from the curve; they block bodies and sight [map units, above 0, up to
    // 64]. Smaller: compiling takes much longer, because a body meets many facets at once.
    double facet_tolerance = 8;
    // What no entity can reach from inside becomes Contents::Void, or Solid where a wall is in the
    // same leaf. Both block sight and bodies, and nothing of it is drawn. A level that leaks, one
    // without entities, and a world of polygons stay as they are.
    bool fill_outside = true;
    // Which clusters see which, if the level is sealed. Unset: it is not computed, and nothing is
    // hidden.
    std::optional<VisibilityMode> visibility = VisibilityMode::Bounded;
    // VisibilityOptions::max_distance [map units, 0 or more; 0: no limit].
    double visible_distance = 0;
    // Map units in a metre [> 0]. The level stores this number for its users; the compiler does not
    // need it.
    double units_per_metre = 32;
    // For experts.
    TreeOptions tree = {};
    // Threads to use [0..1024; 0: as many as the machine has]. The result does not depend on it.
    unsigned threads = 0;
    // Gets reports of the work, and may stop it. Null: neither.
    Progress* progress = nullptr;
};

// The first option with a value that cannot be used; nullopt if there is none. compile() asks this
// first. `bodies` are checked later, when the grid is known.
std::optional<BadOption> bad_option(const CompileOptions& options);

}  // namespace halfspace
