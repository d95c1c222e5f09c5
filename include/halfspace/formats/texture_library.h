// SPDX-License-Identifier: MIT
// Finds the textures of a world's materials, in WADs and in folders of pictures. The compiler needs
// the sizes of textures; painters and exporters need their pixels.
#pragma once

#include "halfspace/base/error.h"
#include "halfspace/base/image.h"
#include "halfspace/formats/image_file.h"
#include "halfspace/level/level.h"
#include "halfspace/world/world.h"

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace halfspace {

// The places in which a user keeps textures.
struct TextureSearch {
    // Folders of pictures (png, tga, jpg, jpeg). A picture has the name of its material, in the
    // folder itself or in its folder "textures"; the name may contain '/'. Links to folders are not
    // followed.
    std::vector<std::string> folders;
    // WADs, and folders with WADs. A WAD is always opened. Of a folder, only the WADs that a level
    // lists are opened.
    std::vector<std::string> wad_paths;
};

// Never changes; any number of threads may use it. Copies share their contents.
class TextureLibrary {
public:
    // A library without textures.
    TextureLibrary();

    // True if the search named at least one place, even if nothing is there.
    bool has_places() const;

    // True if at least one WAD was opened or one folder of pictures was named.
    bool has_sources() const;

    // The size of a material's texture; nullopt if there is no such texture. Upper and lower case
    // make no difference. WADs come before pictures. If no WAD has the whole name, they are asked
    // for the part behind the last '/'. The name of a picture file may have '#' in place of '*',
    // which some file systems do not allow.
    // A texture that is there but damaged gives the error of Wad::size or image_size, which names
    // the file.
    std::optional<Result<ImageSize>> size(std::string_view material) const;

    // The picture of a material; nullopt if there is none or if it is damaged. Names: as for
    // `size`.
    std::optional<Image> load(std::string_view material) const;

private:
    struct Sources;
    friend class TextureLibraryMaker;

    std::shared_ptr<const Sources> sources_;
};

// The library, and a warning for each place that could not be used.
struct OpenedTextures {
    TextureLibrary library;
    std::vector<Diagnostic> diagnostics;
};

// Opens the WADs and reads the names of all pictures.
// - Entity 0 may list WADs in its key "wad", as paths separated by ';'. Of each path only the
//   file's name counts. These WADs are looked for in the wad_paths and in the folder of
//   world.source. They are opened in the order of the list; then the WADs that are wad_paths
//   themselves.
// - Without this key all WADs of the wad_paths are opened.
// - A file "palette.lmp" beside the WADs, or "gfx/palette.lmp" in a folder of pictures, is the
//   palette of Quake's textures.
//
// A missing, damaged or too large source is a warning. Of each folder at most 200000 files are
// looked at, in at most 16 levels of folders below it.
OpenedTextures open_textures(const World& world, const TextureSearch& search);

// What a level itself has of a material: its picture times its colour, or one texel of its colour.
// nullopt if it has neither. Errors: as of read_image. REQUIRES: the level has the material.
std::optional<Result<Image>> material_image(const Level& level, MaterialId material);

// Sets the size of each material that is drawn. A material with a picture or a colour of the source
// needs no texture. One warning for each texture that is missing or
// damaged. If the library has no sources: one note instead, which says whether the search named any
// places.
std::vector<Diagnostic> resolve_materials(World& world, const TextureLibrary& library);

}  // namespace halfspace
