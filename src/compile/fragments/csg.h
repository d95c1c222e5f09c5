// SPDX-License-Identifier: MIT
// Second stage: the parts of the brushes' faces that lie on the boundary of their union. Only
// these may split space, which keeps trees small (Thibault & Naylor 1987 build from all faces).
#pragma once

#include "compile/expand/expand.h"
#include "compile/fragments/fragment.h"

#include <span>
#include <vector>

namespace halfspace {

struct Exposed {
    std::vector<Fragment> fragments;
    std::uint64_t candidate_faces = 0;
    SideCounters counters;
};

// Completeness: where the normalized contents of the union differ across a volume's face, a
// fragment lies. volumes: of one space; the earlier of two equal ones keeps the face they share.
// brushes: those they were grown from, of one model, in canonical order. The order of the result
// follows the volumes.
Exposed exposed_fragments(std::span<const BodyVolume> volumes,
                          std::span<const SolidBrush> brushes,
                          const PlaneTable& planes,
                          const World& world,
                          unsigned threads);

}  // namespace halfspace
