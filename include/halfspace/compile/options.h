// SPDX-License-Identifier: MIT
// How to compile, with the reasons for each default.
#pragma once

#include "halfspace/base/option_check.h"
#include "halfspace/base/progress.h"
#include "halfspace/compile/bodies.h"
#include "halfspace/exact/grid.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace halfspace {

enum class SplitterScore : std::uint8_t {
    Area,     // expected cost of a query: areas of the two cells times their faces, plus splits
    Classic,  // |front - back| + split_weight * splits
};

// Defaults of CompileOptions::split_weight. By area, traces of bodies take a tenth longer with 8.
inline constexpr double kAreaSplitWeight = 3;
inline constexpr double kClassicSplitWeight = 8;

// Which planes may divide a cell.
enum class Splitters : std::uint8_t {
    All,         // any that a fragment in the cell lies in
    AxialFirst,  // others only where no fragment in the cell lies in an axial one
};

// How the tree of an entity of polygons keeps them. Contents of leaves come from winding numbers
// with every kind.
enum class SurfaceTree : std::uint8_t {
    Solid,  // at the nodes, those that face as the node does apart from the others
    Node,   // gives the same level as Solid: faces hang at the nodes in both
    Leafy,  // cut at every node, in the empty leaves that they look into: more faces
};

// How bodies find the world.
enum class Collision : std::uint8_t {
    Onion,     // one tree for the point and all bodies
    Separate,  // a tree for the point, and one for each body: faster to trace, a leaf for each
    Both,      // the onion, and a tree for each, which traces take
};

// The largest values that options take.
inline constexpr int kMostCandidates = 1024;
inline constexpr int kLargestBlockSize = 1 << 20;  // units, beyond any level

struct CompileOptions {
    // A grid step is 2^-k units [k in 0..10]. Unset: 1/8 if all input is on it, else 1/64.
    std::optional<int> grid_exponent;
    // How far a brush's surface may be from its surface as written, if a side is not on the grid
    // [grid steps, > 0..4].
    double import_tolerance = 0.5;
    // Edge of the fixed blocks at the top of the world's tree [units, a power of two; 0: none].
    // Doubled until a world has at most 64 along each axis. Smaller ones build faster in parallel,
    // larger ones save nodes.
    int block_size = 1024;
    // Unset: Area for brushes, Classic for polygons.
    std::optional<SplitterScore> score;
    // The bodies to compile for, beside the point [up to 15].
    std::vector<Body> bodies = default_bodies();
    Collision collision = Collision::Onion;
    // Cost of one split face in faces met by a query [>= 0]. Too low: many fragments; too high:
    // deep trees. Unset: kAreaSplitWeight or kClassicSplitWeight.
    std::optional<double> split_weight;
    // Splitters tried at each node [1..1024]. Fewer build faster and give larger trees.
    int candidates = 64;
    // AxialFirst gives axial boxes at the top of the tree, mostly larger trees.
    Splitters splitters = Splitters::All;
    // Leave out brushes that are no solids, with a warning each, instead of failing.
    enum class BadBrushes : std::uint8_t { Fail, Skip } bad_brushes = BadBrushes::Fail;
    // A shell's tree is that of Node whatever this says.
    SurfaceTree surface_tree = SurfaceTree::Solid;
    // An entity whose polygons do not close a surface: an error that lists the open edges, or a
    // model that is drawn and all empty.
    enum class OpenSurfaces : std::uint8_t { Error, Shell } open_surfaces = OpenSurfaces::Error;
    // How far the flat pieces of a curved patch may lie from it [units, > 0..64], where at most 16
    // steps along a piece are enough; rounding to the grid comes on top.
    double curve_tolerance = 2;
    // The same for the facets that block bodies and sight [units, > 0..64]. Small ones take time: a
    // body meets those around it all at once.
    double facet_tolerance = 8;
    // Map units in a metre, stored for users of the level [> 0].
    double units_per_metre = 32;
    // Threads to use [0: all of the machine]. The result does not depend on it.
    unsigned threads = 0;
    Progress* progress = nullptr;
};

// The first option whose value cannot be used. compile() asks it before it does anything else.
// The bodies are checked with the grid, when that is known.
std::optional<BadOption> bad_option(const CompileOptions& options);

}  // namespace halfspace
