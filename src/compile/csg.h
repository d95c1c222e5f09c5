// SPDX-License-Identifier: MIT
// Second stage: the parts of the brushes' faces that lie on the boundary of their union. Only
// these may split space, which keeps trees small (Thibault & Naylor 1987 build from all faces).
#pragma once

#include "compile/expand.h"

#include <span>
#include <vector>

namespace halfspace {

// A piece of a brush's face or of a surface's polygon. Pieces of one do not overlap.
struct Fragment {
    Polygon polygon;          // looks out of its brush, or away from the solid
    std::uint32_t brush = 0;  // into the volumes that were given; kNone for a polygon's piece
    std::uint32_t side = 0;   // into BodyVolume::sides; the number of the entity's polygon
    bool is_drawn = false;
    bool is_hint = false;
    Vec3 centre;  // of the bounding box [grid steps]
    Vec3 half;    // half its extent
    // Numbers of each corner in turn (texture, colour, light), as many for each; brushes have none.
    std::vector<double> attributes;
};

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

// Sets centre and half.
void update_box(Fragment& fragment);

}  // namespace halfspace
