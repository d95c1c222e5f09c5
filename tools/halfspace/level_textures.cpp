// SPDX-License-Identifier: MIT
#include "level_textures.h"

#include "halfspace/world/world.h"

#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

namespace halfspace::tool {
namespace {

// Materials that share a picture have copies of it. So many pixels take 1 GiB.
constexpr std::size_t kMaxPixels = std::size_t{1} << 28;

// The part of the level's source that the texture library needs.
World source_of(const Level& level, const std::filesystem::path& path) {
    World world;
    world.source = path.string();
    Entity& entity = world.entities.emplace_back();
    if (!level.entities().empty()) {
        const EntityRecord& record = level.entities().front();
        for (const KeyRecord& key : level.keys().subspan(record.first_key, record.key_count)) {
            entity.keys.push_back(
                {std::string(level.string(key.key)), std::string(level.string(key.value))});
        }
    }
    return world;
}

// For each material whether a face has it. Levels name many materials without a face.
std::vector<bool> borne_materials(const Level& level) {
    std::vector<bool> is_borne(level.materials().size());
    for (const FaceRecord& face : level.faces()) {
        is_borne[face.material] = true;
    }
    return is_borne;
}

}  // namespace

void add_texture_options(CLI::App& app, TextureSearch& search, const std::string& group) {
    app.add_option("--wad-path",
                   search.wad_paths,
                   "A WAD, or a folder with the WADs that the source names; may be repeated")
        ->group(group)
        ->type_name("DIR")
        ->allow_extra_args(false);
    app.add_option("--textures",
                   search.folders,
                   "A folder with pictures named like textures; may be repeated")
        ->group(group)
        ->type_name("DIR")
        ->allow_extra_args(false);
}

OpenedTextures open_level_textures(const Level& level,
                                   const std::filesystem::path& path,
                                   const TextureSearch& search) {
    if (search.folders.empty() && search.wad_paths.empty()) {
        return {};
    }
    return open_textures(source_of(level, path), search);
}

LevelImages level_images(const Level& level,
                         const std::filesystem::path& path,
                         const TextureSearch& search) {
    LevelImages result;
    OpenedTextures textures = open_level_textures(level, path, search);
    result.diagnostics = std::move(textures.diagnostics);
    const std::vector<bool> is_borne = borne_materials(level);
    result.images.resize(is_borne.size());
    std::size_t pixels = 0;  // of the level's own pictures
    for (std::uint32_t i = 0; i < is_borne.size(); ++i) {
        if (!is_borne[i]) {
            continue;
        }
        if (std::optional<Image> image =
                textures.library.load(level.material_name(MaterialId(i)))) {
            ++result.found;
            result.images[i] = *std::move(image);
        } else if (pixels > kMaxPixels) {
            continue;
        } else if (std::optional<Result<Image>> own = material_image(level, MaterialId(i))) {
            if (*own) {
                pixels += (*own)->pixels.size();
                ++result.found;
                result.images[i] = *std::move(*own);
            } else {
                result.diagnostics.push_back(
                    {Severity::Warning, own->error().message, own->error().where});
            }
        }
    }
    if (pixels > kMaxPixels) {
        result.diagnostics.push_back(
            {Severity::Warning,
             "the pictures of the level's materials together are too large; "
             "the last ones are not shown",
             {path.string()}});
    }
    return result;
}

}  // namespace halfspace::tool
