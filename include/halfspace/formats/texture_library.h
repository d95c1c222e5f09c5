// SPDX-License-Identifier: MIT
// Finds the textures that a world's materials name: in WADs and in folders of pictures. The
// compiler wants their sizes, painters and exporters their pixels.
#pragma once

#include "halfspace/base/error.h"
#include "halfspace/base/image.h"
#include "halfspace/formats/image_file.h"
#include "halfspace/world/world.h"

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace halfspace {

// Where a user says that textures are.
struct TextureSearch {
    // With pictures (png, tga, jpg, jpeg) that have a material's name, in this folder or in
    // "textures" below it. Links to folders are not followed below these.
    std::vector<std::string> folders;
    // Folders with WADs, of which a level may list some, or WADs, which are always opened.
    std::vector<std::string> wad_paths;
};

// Immutable; safe from any number of threads.
class TextureLibrary {
public:
    // Of nothing.
    TextureLibrary();

    // True if the search named places, even if nothing is there.
    bool has_places() const;

    // True if there is a WAD or a folder to look into.
    bool has_sources() const;

    // Names match in upper or lower case. WADs come first, in the order of the world's list; there
    // the part behind the last '/' counts if the whole name is not found. In pictures' names '#'
    // may stand for '*', which some file systems do not take. nullopt if there is no such texture.
    // The error of one that is there but damaged names its file.
    std::optional<Result<ImageSize>> size(std::string_view material) const;

    // The picture; nullopt also if it is damaged.
    std::optional<Image> load(std::string_view material) const;

private:
    struct Sources;
    friend class TextureLibraryMaker;

    std::shared_ptr<const Sources> sources_;
};

struct OpenedTextures {
    TextureLibrary library;
    std::vector<Diagnostic> diagnostics;
};

// Opens the WADs that the key "wad" of entity 0 lists (paths of any system with ';' between them,
// of which only the files' names count), searched in the wad_paths and beside world.source, and
// behind those the WADs that are wad_paths themselves; without the key, all WADs of the wad_paths.
// Reads the names of the pictures. A file "palette.lmp" among
// the WADs, or "gfx/palette.lmp" in a folder, is the palette of Quake's textures.
// A source that is missing, damaged or too large is a warning. Reads at most 200000 entries of
// each folder and 16 folders deep.
OpenedTextures open_textures(const World& world, const TextureSearch& search);

// Sets the sizes of all materials that are drawn, and says which are not known: one warning for
// each texture that is missing or damaged; one note for all where the library has no sources: it
// tells whether there were places to look into.
std::vector<Diagnostic> resolve_materials(World& world, const TextureLibrary& library);

}  // namespace halfspace
