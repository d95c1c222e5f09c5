// SPDX-License-Identifier: MIT
// Chooses the plane that divides a cell of the tree.
#pragma once

#include "halfspace/compile/options.h"

#include "compile/fragments/fragment.h"

#include <optional>
#include <span>
#include <vector>

namespace halfspace {

// What choose_splitter compares. docs/decisions/0052-fixed-costs.md has the figures that decided.
struct SplitterRule {
    SplitterScore score;
    double split_weight;  // what it costs to cut a face in two, in faces that a query must pass
    int candidates = 64;  // how many eligible planes are tried; see choose_splitter
};

constexpr SplitterRule splitter_rule(SplitterScore score) {
    return {score, score == SplitterScore::Classic ? 8 : 0.8};
}

// The plane (even orientation) of least cost among an even sample of `eligible` and all of
// `always`; nullopt if `eligible` is empty. Scores are estimates in doubles from a sample of the
// fragments. They decide on the shape of the tree, never on its contents. Ties go to axial planes,
// then to the lower id.
//
// Area cost (after MacDonald & Booth 1990): a random query meets a part of a cell in proportion to
// the part's surface area, so a split costs
//     area(front) / area * fragments in front + area(back) / area * fragments behind,
// plus the weight for each fragment it cuts, a multiple of it for one that is drawn. An oblique
// plane costs a little more. The classic score is
//     |fragments in front - fragments behind|
// plus the weight for each fragment it cuts. Area tries four times as many planes in a cell of 512
// fragments or more.
std::optional<PlaneId> choose_splitter(const Polyhedron& cell,
                                       const FragmentList& fragments,
                                       std::span<const PlaneId> eligible,
                                       std::span<const PlaneId> always,
                                       const PlaneTable& planes,
                                       const SplitterRule& rule);

// The axial planes among `planes`; all planes if none is axial.
std::vector<PlaneId> axial_if_any(std::vector<PlaneId> planes, const PlaneTable& table);

// More planes to choose from, for a solid with very many sides. Each plane of such a solid cuts off
// next to nothing, and the tree would become a list. Relief planes are axial. They run through the
// middle of the fragments and through the interior of the cell. They lie at multiples of `spacing`
// and are in the table.
std::vector<PlaneId> relief_planes(const Polyhedron& cell,
                                   const FragmentList& fragments,
                                   std::int64_t spacing,
                                   const PlaneTable& planes);

}  // namespace halfspace
