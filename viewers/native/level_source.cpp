// SPDX-License-Identifier: MIT
#include "level_source.h"

#include "halfspace/compile/compile.h"
#include "halfspace/formats/read_world.h"

#include "level_textures.h"
#include "output_file.h"

#include <utility>

namespace halfspace::viewer {
namespace {

using Errors = std::vector<Error>;

std::expected<Level, Errors> compiled(const LevelSource& source,
                                      Progress& progress,
                                      std::vector<Diagnostic>& diagnostics) {
    Result<ReadWorld> read = read_world(source.path);
    if (!read) {
        return std::unexpected(Errors{std::move(read.error())});
    }
    diagnostics = std::move(read->diagnostics);
    const OpenedTextures textures = open_textures(read->world, source.textures);
    resolve_materials(read->world, textures.library);
    CompileOptions options;
    options.progress = &progress;
    auto made = compile(read->world, options);
    if (!made) {
        return std::unexpected(std::move(made.error()));
    }
    diagnostics.insert(diagnostics.end(), made->diagnostics.begin(), made->diagnostics.end());
    Result<Level> level = Level::from_data(made->level, source.path);
    if (!level) {
        return std::unexpected(Errors{std::move(level.error())});
    }
    return *std::move(level);
}

// A file that is no level and is not called .hsw gets the error of compile, which lists the names
// of sources.
std::expected<Level, Errors> loaded(const std::string& path) {
    Result<Level> level = load_level(path);
    if (!level) {
        if (tool::lower_extension(path) != ".hsw") {
            if (Result<ReadWorld> read = read_world(path); !read) {
                return std::unexpected(Errors{std::move(read.error())});
            }
        }
        return std::unexpected(Errors{std::move(level.error())});
    }
    return *std::move(level);
}

}  // namespace

std::expected<LoadedLevel, Errors> load(const LevelSource& source, Progress& progress) {
    std::vector<Diagnostic> diagnostics;
    std::expected<Level, Errors> level =
        is_source_name(source.path) ? compiled(source, progress, diagnostics) : loaded(source.path);
    if (!level) {
        return std::unexpected(std::move(level.error()));
    }
    tool::LevelImages images = tool::level_images(*level, source.path, source.textures);
    diagnostics.insert(diagnostics.end(), images.diagnostics.begin(), images.diagnostics.end());
    TextureSet textures(*level, images.images);
    return LoadedLevel{
        *std::move(level), std::move(textures), images.found, std::move(diagnostics)};
}

}  // namespace halfspace::viewer
