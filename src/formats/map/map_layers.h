// SPDX-License-Identifier: MIT
// The layers of TrenchBroom that are marked "omit from export", and what lies in them.
#pragma once

#include "formats/map/map_parser.h"

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace halfspace::map {

struct OmittedLayer {
    std::string name;
    SourcePosition position;
    std::size_t entities = 0;  // that are left out with it, without groups and the layer itself
    std::size_t brushes = 0;
};

struct Omitted {
    // Beside the entities: what becomes of each.
    enum class Part : std::uint8_t {
        Nothing,
        Shapes,  // the world of an omitted default layer: its keys stay
        All,
    };
    std::vector<Part> parts;
    std::vector<OmittedLayer> layers;
};

// An entity lies in the layer or the group that it names, a group in the layer or the group around
// it, and whatever names none in the default layer, which is the world's. Groups that contain each
// other lie nowhere and are kept. Linear in the number of keys.
Omitted find_omitted(std::span<const ParsedEntity> entities);

}  // namespace halfspace::map
