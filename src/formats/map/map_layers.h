// SPDX-License-Identifier: MIT
// Finds TrenchBroom's layers that are marked "omit from export", and what lies in them.
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
    std::size_t entities = 0;  // omitted entities, without groups and the layer itself
    std::size_t brushes = 0;
};

struct Omitted {
    // What of an entity is omitted.
    enum class Part : std::uint8_t {
        Nothing,
        // The brushes and patches of the world, if its default layer is omitted; its keys stay.
        Shapes,
        All,
    };
    std::vector<Part> parts;
    std::vector<OmittedLayer> layers;
};

// An entity lies in the layer or group that it names. A group lies in the layer or group that it
// names. An entity that names none lies in the default layer, which is the world's. Groups that
// contain each other lie in no layer and are kept. Linear in the number of keys.
Omitted find_omitted(std::span<const ParsedEntity> entities);

}  // namespace halfspace::map
