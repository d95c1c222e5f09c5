// SPDX-License-Identifier: MIT
// Second stage: the parts of the brushes' faces that lie on the boundary of their union. Only the
// planes of these parts split space, which keeps trees small (Thibault & Naylor 1987 build from all
// faces).
#pragma once

#include "compile/expand/expand.h"
#include "compile/fragments/fragment.h"

#include <span>
#include <vector>

namespace halfspace {

struct Exposed {
    FragmentList fragments;
    std::uint64_t candidate_faces = 0;
    SideCounters counters;
};

// Returns the exposed parts of the volumes' faces. Completeness: where the normalized contents of
// the union differ across a volume's face, there is a fragment. volumes: of one space; of two equal
// volumes the earlier one keeps the shared faces. brushes: the brushes of one model that the
// volumes were grown from, in canonical order. The fragments are in the order of the volumes.
Exposed exposed_fragments(std::span<const BodyVolume> volumes,
                          std::span<const SolidBrush> brushes,
                          const PlaneTable& planes,
                          const World& world,
                          unsigned threads);

}  // namespace halfspace
