// SPDX-License-Identifier: MIT
#include "halfspace/compile/compile.h"

#include "halfspace/level/portal_check.h"

#include "compile/finish/write_models.h"
#include "compile/models/build_model.h"
#include "compile/models/model.h"
#include "compile/progress/stage_clock.h"
#include "compile/source/import_source.h"
#include "compile/structure/clusters.h"
#include "compile/structure/structure.h"
#include "import/meshes/mesh_import.h"

#include <algorithm>
#include <iterator>
#include <string>
#include <utility>

namespace halfspace {

namespace {

// Which clusters see which. A level with too many portals stays without, with a warning. Errors:
// Cancelled.
std::expected<std::optional<Visibility>, Error> visibility_of(
    const StructureTree& parts,
    const ImportedSource& source,
    const CompileOptions& options,
    StageClock& clock,
    std::vector<Diagnostic>& diagnostics) {
    clock.begin("visibility");
    PortalGraph graph = portal_graph(parts, source.solids.grid_exponent);
    const std::vector<bool> is_veiled = veiled_clusters(parts.tree);
    std::erase_if(graph.portals, [&](const PortalRecord& portal) {
        return has_no_area(graph, portal) || is_veiled[portal.cluster[0]] ||
               is_veiled[portal.cluster[1]];
    });
    Result<Visibility> visible = compute_visibility(graph,
                                                    {.mode = *options.visibility,
                                                     .max_distance = options.visible_distance,
                                                     .threads = options.threads,
                                                     .progress = options.progress});
    if (visible && visible->stopped > 0) {
        diagnostics.push_back({Severity::Note,
                               "visibility is bounded: " + std::to_string(visible->stopped) +
                                   " of " + std::to_string(2 * graph.portals.size()) +
                                   " flows through portals ended early, so more counts as visible "
                                   "than is; full visibility takes much longer",
                               {}});
    }
    if (visible) {
        return *std::move(visible);
    }
    if (visible.error().code == ErrorCode::Cancelled) {
        return std::unexpected(std::move(visible.error()));
    }
    diagnostics.push_back({Severity::Warning,
                           "the level gets no visibility: " + visible.error().message,
                           visible.error().where});
    return std::nullopt;
}

// The stages of the picture in ARCHITECTURE.md, one after the other. drawn_entities: see
// ImportedMeshes. REQUIRES: good options.
std::expected<Compiled, std::vector<Error>> run(const World& world,
                                                const CompileOptions& options,
                                                StageClock& clock,
                                                std::vector<std::uint32_t> drawn_entities = {}) {
    std::expected<ImportedSource, std::vector<Error>> source = import_source(world, options);
    if (!source) {
        return std::unexpected(std::move(source.error()));
    }

    source->drawn_entities = std::move(drawn_entities);
    clock.begin("expand");
    std::expected<std::vector<Model>, std::vector<Error>> models =
        make_models(world, *source, options);
    if (!models) {
        return std::unexpected(models.error());
    }

    // What is outside of brushes, then the volumes of all spaces.
    std::optional<Structure> structure;
    const auto find = [&](const BuiltTree* main_tree) -> std::optional<Error> {
        std::expected<Structure, Error> found =
            find_structure(world, *models, main_tree, *source, options, clock);
        if (!found) {
            return std::move(found.error());
        }
        structure = *std::move(found);
        return std::nullopt;
    };
    if (std::holds_alternative<BrushModel>(models->front().shape)) {
        if (std::optional<Error> error = find(nullptr)) {
            return std::unexpected(std::vector{*std::move(error)});
        }
    }
    clock.begin("expand");
    grow_models(
        *models,
        structure ? std::span<const BodyVolume>(structure->outside) : std::span<const BodyVolume>(),
        *source,
        options);

    // Exposed fragments, then trees.
    std::vector<BuiltModel> trees;
    for (Model& model : *models) {
        std::expected<BuiltModel, Error> built =
            build_model(world, model, source->spaces, source->solids.planes, options, clock);
        if (!built) {
            return std::unexpected(std::vector{std::move(built.error())});
        }
        trees.push_back(*std::move(built));
        if (auto* const brushes = std::get_if<BrushModel>(&model.shape)) {
            brushes->solids.volumes = std::vector<BodyVolume>();  // only the trees need them
        }
    }

    // A closed surface is a structure of its own.
    const auto* const surface = std::get_if<SurfaceModel>(&models->front().shape);
    if (surface != nullptr && surface->surface.fill == SurfaceFill::ByWinding) {
        if (std::optional<Error> error = find(&trees.front().tree)) {
            return std::unexpected(std::vector{*std::move(error)});
        }
    }

    // Who sees whom.
    Compiled result;
    std::optional<Visibility> visible;
    if (structure && structure->is_sealed && options.visibility) {
        std::expected<std::optional<Visibility>, Error> computed =
            visibility_of(structure->parts, *source, options, clock, result.diagnostics);
        if (!computed) {
            return std::unexpected(std::vector{std::move(computed.error())});
        }
        visible = *std::move(computed);
    }

    result.level = write_models(
        world, *source, *models, trees, structure ? &*structure : nullptr, options, clock);
    if (visible) {
        result.level.visible_starts = std::move(visible->starts);
        std::ranges::transform(visible->bytes,
                               std::back_inserter(result.level.visible_bytes),
                               [](std::byte byte) { return std::to_integer<std::uint8_t>(byte); });
    }
    clock.end();
    if (clock.is_cancelled()) {
        return std::unexpected(
            std::vector{Error{ErrorCode::Cancelled, "cancelled", {world.source}}});
    }
    const std::size_t most =
        std::max(result.level.walk_nodes.size(), result.level.draw_nodes.size());
    if (most > kMaxWalkNodes) {
        return std::unexpected(std::vector{
            Error{ErrorCode::Limit,
                  "the level has " + std::to_string(most) + " walk nodes, but may have at most " +
                      std::to_string(kMaxWalkNodes) + "; compile it for fewer bodies",
                  {world.source}}});
    }
    std::ranges::move(source->diagnostics, std::back_inserter(result.diagnostics));
    result.moved = std::move(source->solids.moved);
    if (structure) {
        std::ranges::move(structure->notes, std::back_inserter(result.diagnostics));
        if (!structure->leak_starts.empty()) {
            result.leak = find_leak(result.level, structure->leak_starts);
        }
    }
    result.times = clock.take_times();
    return result;
}

// What is wrong with the pictures of the materials. A level counts their bytes in 32 bits.
std::optional<Error> picture_problem(const World& world) {
    std::uint64_t bytes = 0;
    for (const Picture& picture : world.pictures) {
        bytes += picture.bytes().size();
    }
    if (bytes > 0xffffffffu) {
        return Error{ErrorCode::Limit, "the pictures have 4 GiB or more", {world.source}};
    }
    const bool is_known = std::ranges::all_of(world.materials, [&](const Material& material) {
        return material.picture == kNone || material.picture < world.pictures.size();
    });
    return is_known ? std::nullopt
                    : std::optional(Error{ErrorCode::Range,
                                          "a material has a picture that is not there",
                                          {world.source}});
}

}  // namespace

std::expected<Compiled, std::vector<Error>> compile(const World& world,
                                                    const CompileOptions& options) {
    if (const std::optional<BadOption> bad = bad_option(options)) {
        return std::unexpected(std::vector{to_error(*bad)});
    }
    if (std::optional<Error> bad = picture_problem(world)) {
        return std::unexpected(std::vector{*std::move(bad)});
    }
    StageClock clock(options.progress);
    clock.begin("import");
    if (!has_meshes(world)) {
        return run(world, options, clock);
    }
    const std::expected<ImportedMeshes, std::vector<Error>> meshes =
        import_meshes(world, import_options(options));
    if (!meshes) {
        return std::unexpected(meshes.error());
    }
    CompileOptions on_grid = options;
    on_grid.grid_exponent = meshes->grid_exponent;
    std::expected<Compiled, std::vector<Error>> result =
        run(meshes->world, on_grid, clock, meshes->drawn_entities);
    if (result && result->leak) {
        // People draw rooms of meshes without walls around all of them.
        result->leak.reset();
        result->diagnostics.push_back(
            {Severity::Note,
             "the level is open, so the outside is not filled and nothing is hidden",
             {world.source}});
    }
    if (result) {
        result->diagnostics.insert(
            result->diagnostics.begin(), meshes->diagnostics.begin(), meshes->diagnostics.end());
    }
    return result;
}

std::vector<MeshCheck> check_meshes(const World& world, const CompileOptions& options) {
    return check_meshes(world, import_options(options));
}

}  // namespace halfspace
