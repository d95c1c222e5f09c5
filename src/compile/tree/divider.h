// SPDX-License-Identifier: MIT
// One step of building a tree: a plane divides a cell and what the cell contains. All builders of
// trees use this step.
#pragma once

#include "halfspace/compile/options.h"

#include "compile/expand/expand.h"
#include "compile/fragments/fragment.h"
#include "compile/tree/cell_contents.h"

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace halfspace {

// A cell that is to be divided, with its contents.
struct Work {
    Polyhedron cell;
    FragmentList fragments;  // in the interior of the cell; one of their planes is chosen
    std::vector<std::uint32_t> volumes;  // indices of the volumes that may reach into the cell
};

struct Division {
    std::array<Work, 2> child;  // in front of the plane, and behind it
    FragmentList in_plane;      // fragments in the plane, in the order of the work
};

// Divides cells of one set of volumes. Each thread needs an object of its own.
class Divider {
public:
    // relief_spacing: as in TreeSpace. The volumes and the planes must outlive the divider.
    Divider(std::span<const BodyVolume> volumes,
            std::int64_t relief_spacing,
            const PlaneTable& planes,
            SplitterScore score,
            Splitters splitters)
        : volumes_(volumes),
          relief_spacing_(relief_spacing),
          score_(score),
          splitters_(splitters),
          predicates_(planes) {}

    // The plane (even) of least cost, see splitter.h. REQUIRES: there are fragments.
    PlaneId choose(const Work& work) const;

    // REQUIRES: the plane (even) runs through the interior of the cell.
    Division divide(Work work, PlaneId plane);

    // Cuts a fragment that does not lie in the plane. Counts a cut if there are two pieces.
    FragmentSplit split(std::unique_ptr<Fragment> fragment, PlaneId plane);

    // The contents of a cell without fragments.
    CellContents contents(const Work& work);

    Predicates& predicates() { return predicates_; }
    std::uint64_t cuts() const { return cuts_; }

private:
    void divide_volumes(const std::vector<std::uint32_t>& list, PlaneId plane, Division& result);
    // Where a piece of a mesh fills the cell, the volumes of its space that add nothing to its
    // contents are dropped. box: of the cell.
    void drop_hidden_volumes(Work& work, const Aabb& box);
    bool fills(const BodyVolume& volume, const Polyhedron& cell, const Aabb& box);

    std::span<const BodyVolume> volumes_;
    std::int64_t relief_spacing_;
    SplitterScore score_;
    Splitters splitters_;
    Predicates predicates_;
    std::uint64_t cuts_ = 0;  // fragments that became two
};

}  // namespace halfspace
