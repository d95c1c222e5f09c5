// SPDX-License-Identifier: MIT
// The grammar of .map text: entities, brushes and sides as they stand there, before names are
// given their meaning.
#pragma once

#include "halfspace/base/error.h"
#include "halfspace/world/world.h"

#include "formats/map/map_contents.h"
#include "formats/map/map_fields.h"

#include <string>
#include <string_view>
#include <vector>

namespace halfspace::map {

struct ParsedKey {
    std::string_view key;
    std::string_view value;
    SourcePosition position;
};

struct ParsedBrush {
    Brush brush;  // its points already counter-clockwise; contents and surfaces still as declared
    std::vector<FaceNumbers> numbers;  // beside its sides; empty if no side has any
};

struct ParsedEntity {
    std::vector<ParsedKey> keys;
    std::vector<ParsedBrush> brushes;
    std::vector<Patch> patches;
    SourcePosition position;
};

struct ParsedMap {
    std::vector<ParsedEntity> entities;
    ParsedEntity loose;               // shapes outside any entity, as editors copy and paste them
    std::vector<Material> materials;  // each name once, in order of appearance
    std::vector<TextureClass> textures;  // beside materials
    bool has_primitives = false;         // any shape that is named "brushDef" or "patchDef"
};

// Errors: as read_map. The result's keys point into `text`. Linear in the text's length.
Result<ParsedMap> parse_map(std::string_view text, const std::string& source);

}  // namespace halfspace::map
