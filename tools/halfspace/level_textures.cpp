// SPDX-License-Identifier: MIT
#include "level_textures.h"

#include <utility>

namespace halfspace::tool {
namespace {

// As much of the source as finding textures needs: the keys of worldspawn.
World worldspawn_of(const Level& level, const std::string& path) {
    World world;
    world.source = path;
    if (level.entities().empty()) {
        return world;
    }
    Entity entity;
    const EntityRecord& record = level.entities().front();
    for (const KeyRecord& pair : level.keys().subspan(record.first_key, record.key_count)) {
        entity.keys.push_back(
            {std::string(level.string(pair.key)), std::string(level.string(pair.value))});
    }
    world.entities.push_back(std::move(entity));
    return world;
}

}  // namespace

LevelTextures level_textures(const Level& level,
                             const std::string& level_path,
                             const TextureSearch& search) {
    OpenedTextures opened = open_textures(worldspawn_of(level, level_path), search);
    std::vector<Image> images(level.materials().size());
    std::size_t found = 0;
    if (opened.library.has_sources()) {
        for (std::size_t i = 0; i < images.size(); ++i) {
            const std::string_view name = level.string(level.materials()[i].name);
            if (auto image = opened.library.load(name)) {
                images[i] = std::move(*image);
                ++found;
            }
        }
    }
    return {TextureSet(level, images), found, std::move(opened.diagnostics)};
}

}  // namespace halfspace::tool
