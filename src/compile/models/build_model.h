// SPDX-License-Identifier: MIT
// Builds the trees of one model: its shapes go through CSG and into trees.
#pragma once

#include "compile/models/model.h"
#include "compile/progress/stage_clock.h"
#include "compile/tree/built_tree.h"

#include <cstdint>
#include <expected>
#include <vector>

namespace halfspace {

// The spaces [first, last).
struct SpaceRange {
    std::uint32_t first;
    std::uint32_t last;
};

struct BuiltModel {
    struct BodyTree {
        SpaceRange spaces;
        BuiltTree tree;
    };

    BuiltTree tree;                           // for the point and for drawing
    std::vector<BodyTree> body_trees;         // trees that only bodies use
    std::array<double, kMaxSpaces> excess{};  // see Solids::excess
    std::uint64_t candidate_faces = 0;
    std::uint64_t exposed_faces = 0;
    SideCounters counters;  // of the stages before the trees
};

// Adds planes to `planes`: the relief planes of large models and the planes of grown solids.
// Stages: csg, tree and expand. Errors: Cancelled; Limit for a tree deeper than kMaxTreeDepth;
// Range for planes too wide for the bodies.
std::expected<BuiltModel, Error> build_model(const World& world,
                                             const Model& model,
                                             std::span<const GridSpace> spaces,
                                             PlaneTable& planes,
                                             const CompileOptions& options,
                                             StageClock& clock);

}  // namespace halfspace
