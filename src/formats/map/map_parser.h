// SPDX-License-Identifier: MIT
// The grammar of .map text. Returns entities, brushes and sides as they are written; the names get
// their meaning later.
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
    Brush brush;  // points are counter-clockwise; contents and surfaces are not set yet
    std::vector<FaceNumbers> numbers;  // one for each side; empty if no side has numbers
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
    std::vector<TextureClass> textures;  // one for each material
    bool has_primitives = false;         // true if a shape is named "brushDef" or "patchDef"
};

// Parses a .map. The keys of the result point into `text`. Errors: as read_map. Linear in the
// length of the text.
Result<ParsedMap> parse_map(std::string_view text, const std::string& source);

}  // namespace halfspace::map
