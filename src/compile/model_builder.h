// SPDX-License-Identifier: MIT
// One model of a level: the world, a door, the curves of one of them. Its shapes go through CSG and
// into trees, and these into the level.
#pragma once

#include "compile/level_writer.h"
#include "compile/stage_clock.h"
#include "compile/surface_model.h"

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace halfspace {

struct Model {
    std::uint32_t entity = 0;
    std::vector<SolidBrush> brushes;            // in canonical order
    std::vector<std::uint32_t> brush_ids;       // their places in ImportedWorld::brushes
    std::vector<BodyVolume> volumes;            // of the brushes, by space
    std::span<const ImportedPolygon> polygons;  // instead of brushes
    std::span<const DrawnSource> drawn;         // what they are drawn with, by their numbers, or
                                                // for pieces of curves by those of their patches:
    std::span<const std::uint32_t> patches;     // of each piece
    const World* world = nullptr;               // that the polygons are from
    bool is_curves = false;
    SurfaceFill fill = SurfaceFill::ByWinding;
    TreeSpace space;
    Polyhedron cell;
};

// What to say where fits_grown does not hold. No source gets there: points within 2^26 steps give
// normals of 54 bits and distances of hardly more than 2^80, which bodies, within 2^22 steps, move
// by less than 2^78; together with kExtraBits that is 256 bits.
Error too_wide_for_bodies(const World& world);

class ModelBuilder {
public:
    // planes: grows with the relief planes of large models and with those of grown solids.
    ModelBuilder(const World& world,
                 std::span<const GridSpace> spaces,
                 PlaneTable& planes,
                 const CompileOptions& options,
                 StageClock& clock,
                 LevelWriter& writer)
        : world_(&world),
          spaces_(spaces),
          planes_(&planes),
          options_(&options),
          clock_(&clock),
          writer_(&writer) {}

    // Errors: Cancelled; Limit for a tree deeper than kMaxTreeDepth.
    std::optional<Error> add(Model& model);

private:
    // Spaces [first, last).
    struct SpaceRange {
        std::uint32_t first;
        std::uint32_t last;
    };

    std::optional<Error> add_brush_model(Model& model);
    std::optional<Error> add_surface_model(Model& model);
    // The trees that bodies have for themselves.
    std::optional<Error> add_body_trees(Model& model, std::span<const SpaceRange> trees);
    std::optional<Error> problem(const Model& model, const std::optional<BuiltTree>& tree) const;
    std::optional<BuiltTree> tree_of_spaces(Model& model, SpaceRange spaces);
    std::optional<std::vector<Fragment>> fragments_of_spaces(const Model& model, SpaceRange spaces);
    void grow_cells(Model& model, const BuiltTree& tree);
    std::uint32_t space_count() const { return static_cast<std::uint32_t>(spaces_.size()); }

    const World* world_;
    std::span<const GridSpace> spaces_;
    PlaneTable* planes_;
    const CompileOptions* options_;
    StageClock* clock_;
    LevelWriter* writer_;
};

}  // namespace halfspace
