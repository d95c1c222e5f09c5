// SPDX-License-Identifier: MIT
#include "level_source.h"

#include "halfspace/compile/compile.h"
#include "halfspace/formats/read_world.h"
#include "halfspace/nav_build/build_nav.h"
#include "halfspace/query/leak.h"
#include "halfspace/tasks/parallel_for.h"
#include "halfspace/world/describe.h"

#include "level_textures.h"
#include "output_file.h"

#include <algorithm>
#include <iterator>
#include <string_view>
#include <utility>

namespace halfspace::viewer {
namespace {

using Errors = std::vector<Error>;

void append(std::vector<Diagnostic>& all, std::vector<Diagnostic> more) {
    std::ranges::move(more, std::back_inserter(all));
}

void report(const Progress& progress, std::string_view stage) {
    if (progress.report) {
        progress.report(stage, 0);
    }
}

// What the viewer shows, without pictures of textures.
struct Shown {
    Level level;
    Surfaces surfaces = {};
    std::optional<Aabb> mesh_box = std::nullopt;
    std::vector<Diagnostic> diagnostics = {};
    std::optional<Leak> leak = std::nullopt;
};

// A source on its way to a level.
class SourceCompile {
public:
    SourceCompile(const LevelSource& source, Progress& progress, const TellForecast& tell)
        : source_(&source), tell_(&tell) {
        options_.progress = &progress;
    }

    std::expected<Shown, Errors> run() {
        report(*options_.progress, "reading");
        Result<ReadWorld> read = read_world(source_->path, tool::mesh_options(source_->meshes));
        if (!read) {
            return std::unexpected(Errors{std::move(read.error())});
        }
        world_ = std::move(read->world);
        diagnostics_ = std::move(read->diagnostics);
        const OpenedTextures textures = open_textures(world_, source_->textures);
        resolve_materials(world_, textures.library);
        const std::optional<Aabb> box = box_of_meshes(world_);
        if (box) {
            const auto advice = size_advice(world_, *box);
            report(*options_.progress, "checking objects");
            if (auto taken = take(source_->walk_on); !taken) {
                taken.error().front().message += advice ? "; " + *advice : "";
                return std::unexpected(std::move(taken.error()));
            }
            if (advice) {
                diagnostics_.push_back({Severity::Note, *advice, {source_->path}});
            }
            tell_forecast();
        }
        auto level = level_or_meshes();
        if (!level) {
            return std::unexpected(std::move(level.error()));
        }
        report(*options_.progress, "trees of triangles");
        Result<Surfaces> surfaces = surfaces_of(std::move(meshes_));
        if (!surfaces) {
            return std::unexpected(Errors{std::move(surfaces.error())});
        }
        return Shown{*std::move(level),
                     *std::move(surfaces),
                     box,
                     std::move(diagnostics_),
                     std::move(leak_)};
    }

private:
    std::expected<void, Errors> take(WalkOn which) {
        auto taken = take_meshes(world_, which, options_);
        if (!taken) {
            return std::unexpected(std::move(taken.error()));
        }
        std::ranges::move(taken->meshes, std::back_inserter(meshes_));
        append(diagnostics_, std::move(taken->diagnostics));
        return {};
    }

    void tell_forecast() const {
        std::vector<Diagnostic> forecast = tool::mesh_forecast(world_, options_.bodies.size());
        if (!forecast.empty() && *tell_) {
            forecast.push_back({Severity::Note,
                                "--walk-on all shows the objects at once, without a compile",
                                {source_->path}});
            (*tell_)(forecast);
        }
    }

    // compile may refuse what it makes of an object that looked good, such as a sharp wedge. Then
    // all objects are walked on as they are.
    std::expected<Level, Errors> level_or_meshes() {
        std::expected<Level, Errors> level = compiled();
        if (level || options_.progress->cancel || source_->walk_on != WalkOn::Bad ||
            !box_of_meshes(world_)) {
            return level;
        }
        diagnostics_.push_back(
            {Severity::Warning, level.error().front().message, level.error().front().where});
        if (auto taken = take(WalkOn::All); !taken) {
            return std::unexpected(std::move(taken.error()));
        }
        return compiled();
    }

    std::expected<Level, Errors> compiled() {
        auto made = compile(world_, options_);
        if (!made) {
            return std::unexpected(std::move(made.error()));
        }
        append(diagnostics_, std::move(made->diagnostics));
        leak_ = std::move(made->leak);
        if (leak_) {
            diagnostics_.push_back({Severity::Warning,
                                    describe_leak(*leak_, describe_entity(world_, leak_->entity)),
                                    {world_.source, world_.entities[leak_->entity].position.line}});
        }
        Result<Level> level = Level::from_data(made->level, source_->path);
        if (level && add_navigation(*level, made->level)) {
            level = Level::from_data(made->level, source_->path);
        }
        if (!level) {
            return std::unexpected(Errors{std::move(level.error())});
        }
        return *std::move(level);
    }

    // Adds navigation meshes to the data of the level. A level without them is shown, too.
    bool add_navigation(const Level& level, LevelData& data) {
        report(*options_.progress, "navigation");
        Result<NavData> meshes =
            build_navigation(level, {.progress = options_.progress}, executor(options_.threads));
        if (!meshes) {
            diagnostics_.push_back(
                {Severity::Warning, meshes.error().message, meshes.error().where});
            return false;
        }
        set_navigation(data, *std::move(meshes));
        return true;
    }

    const LevelSource* source_;
    const TellForecast* tell_;
    CompileOptions options_;
    World world_;
    std::vector<Mesh> meshes_;  // that are not compiled
    std::vector<Diagnostic> diagnostics_;
    std::optional<Leak> leak_;
};

// A file that is no level and is not called .hsw gets the error of compile, which lists the names
// of sources.
std::expected<Shown, Errors> loaded(const std::string& path) {
    Result<Level> level = load_level(path);
    if (!level) {
        if (tool::lower_extension(path) != ".hsw") {
            if (Result<ReadWorld> read = read_world(path); !read) {
                return std::unexpected(Errors{std::move(read.error())});
            }
        }
        return std::unexpected(Errors{std::move(level.error())});
    }
    Shown shown{*std::move(level)};
    shown.leak = find_leak(shown.level);
    // Rooms of meshes are often open on purpose. Their entities have no line in a source.
    if (shown.leak && shown.level.entities()[shown.leak->entity].line == 0) {
        shown.leak.reset();
    }
    return shown;
}

// Loads the pictures of materials that surfaces alone have.
void add_surface_images(const Shown& shown, const LevelSource& source, tool::LevelImages& images) {
    const OpenedTextures textures =
        tool::open_level_textures(shown.level, source.path, source.textures);
    std::vector<bool> is_seen(images.images.size());
    for (const Mesh& mesh : shown.surfaces.meshes) {
        for (const MeshTriangle& triangle : mesh.triangles) {
            const std::uint32_t material = triangle.material.value;
            if (is_seen[material] || images.images[material].width != 0) {
                continue;
            }
            is_seen[material] = true;
            std::optional<Image> image =
                textures.library.load(shown.level.material_name(triangle.material));
            auto own = image ? std::nullopt : material_image(shown.level, triangle.material);
            if (own && !*own) {
                images.diagnostics.push_back(
                    {Severity::Warning, own->error().message, own->error().where});
            } else if (image || own) {
                ++images.found;
                images.images[material] = image ? *std::move(image) : **std::move(own);
            }
        }
    }
}

}  // namespace

std::expected<LoadedLevel, Errors> load(const LevelSource& source,
                                        Progress& progress,
                                        const TellForecast& tell) {
    std::expected<Shown, Errors> shown = is_source_name(source.path)
                                             ? SourceCompile(source, progress, tell).run()
                                             : loaded(source.path);
    if (!shown) {
        return std::unexpected(std::move(shown.error()));
    }
    tool::LevelImages images = tool::level_images(shown->level, source.path, source.textures);
    add_surface_images(*shown, source, images);
    append(shown->diagnostics, std::move(images.diagnostics));
    TextureSet textures(shown->level, images.images);
    return LoadedLevel{std::move(shown->level),
                       std::move(textures),
                       images.found,
                       std::move(shown->diagnostics),
                       std::move(shown->surfaces),
                       shown->mesh_box,
                       std::move(shown->leak)};
}

}  // namespace halfspace::viewer
