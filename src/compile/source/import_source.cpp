// SPDX-License-Identifier: MIT
#include "compile/source/import_source.h"

#include "halfspace/world/describe.h"

#include "import/curves/curve_facets.h"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <string>
#include <utility>

namespace halfspace {
namespace {

using Errors = std::vector<Error>;

// One tree is made either of brushes and facets or of polygons.
Errors mixed_entities(const World& world) {
    Errors errors;
    for (std::uint32_t e = 0; e < world.entities.size(); ++e) {
        const Entity& entity = world.entities[e];
        const bool has_patches =
            std::any_of(entity.patches.begin(), entity.patches.end(), has_facets);
        const bool has_solids = !entity.brushes.empty() || !entity.meshes.empty();
        if (!entity.polygons.empty() && (has_solids || has_patches)) {
            errors.push_back({ErrorCode::Unsupported,
                              describe_entity(world, e) + " has polygons and " +
                                  (has_solids ? "brushes" : "patches that block") +
                                  "; move the polygons into an entity of their own",
                              {world.source, entity.position.line}});
        }
    }
    return errors;
}

// Loading a level refuses brushes with such bits.
Errors unknown_contents(const World& world) {
    Errors errors;
    // shape: a brush or a patch.
    const auto check = [&](const auto& shape, std::uint32_t e, std::uint32_t s, auto describe) {
        const Contents unknown = shape.contents & ~kBrushContents;
        if (any(unknown)) {
            errors.push_back({ErrorCode::Unsupported,
                              describe(world, e, s) + " has contents with unknown bits: " +
                                  std::to_string(static_cast<std::uint32_t>(unknown)) +
                                  "; use only bits of Contents",
                              {world.source, shape.position.line, shape.position.column}});
        }
    };
    for (std::uint32_t e = 0; e < world.entities.size(); ++e) {
        const Entity& entity = world.entities[e];
        for (std::uint32_t b = 0; b < entity.brushes.size(); ++b) {
            check(entity.brushes[b], e, b, describe_brush);
        }
        for (std::uint32_t p = 0; p < entity.patches.size(); ++p) {
            check(entity.patches[p], e, p, describe_patch);
        }
    }
    return errors;
}

// The facets of the curves as brushes.
std::vector<SolidBrush> facets_of(const World& world,
                                  const std::vector<std::vector<CurveCell>>& cells,
                                  ImportedWorld& solids,
                                  unsigned threads) {
    std::vector<SolidBrush> all;
    for (std::uint32_t e = 0; e < world.entities.size(); ++e) {
        std::vector<SolidBrush> facets = facets_of_curves(cells[e],
                                                          world.entities[e].patches,
                                                          e,
                                                          facet_thickness(solids.grid_exponent),
                                                          solids.planes,
                                                          threads);
        std::move(facets.begin(), facets.end(), std::back_inserter(all));
    }
    return all;
}

}  // namespace

ImportOptions import_options(const CompileOptions& options) {
    using From = CompileOptions::BadBrushes;
    using To = ImportOptions::BadBrushes;
    ImportOptions result{.grid_exponent = options.grid_exponent,
                         .tolerance = options.import_tolerance,
                         .bad_brushes = options.bad_brushes == From::Skip ? To::Skip : To::Fail,
                         .open_surfaces = options.open_surfaces,
                         .threads = options.threads,
                         .progress = options.progress};
    for (const Body& body : options.bodies) {
        result.also_on_grid.push_back({body.min, body.max});
    }
    return result;
}

std::expected<ImportedSource, std::vector<Error>> import_source(const World& world,
                                                                const CompileOptions& options) {
    if (Errors errors = unknown_contents(world); !errors.empty()) {
        return std::unexpected(std::move(errors));
    }
    const ImportOptions how = import_options(options);
    std::expected<ImportedWorld, Errors> brushes = import_brushes(world, how);
    if (!brushes) {
        return std::unexpected(std::move(brushes.error()));
    }
    ImportedSource result{.solids = *std::move(brushes)};
    ImportedWorld& solids = result.solids;
    const int grid = solids.grid_exponent;
    std::expected<std::vector<GridSpace>, Errors> spaces =
        spaces_on_grid(options.bodies, grid, world.source);
    if (!spaces) {
        return std::unexpected(std::move(spaces.error()));
    }
    result.spaces = *std::move(spaces);
    if (Errors errors = mixed_entities(world); !errors.empty()) {
        return std::unexpected(std::move(errors));
    }
    std::expected<ImportedSurfaces, Errors> surfaces = import_surfaces(world, grid, solids.planes);
    if (!surfaces) {
        return std::unexpected(std::move(surfaces.error()));
    }
    result.surfaces = *std::move(surfaces);
    // Patches are divided twice: with the fineness for drawing, and with the coarser one for
    // blocking.
    std::expected<ImportedCurves, Errors> drawn =
        import_curves(world, options.curve_tolerance, grid, solids.planes);
    if (!drawn) {
        return std::unexpected(std::move(drawn.error()));
    }
    result.curves = *std::move(drawn);
    const std::expected<std::vector<std::vector<CurveCell>>, Errors> coarse =
        import_curve_cells(world, options.facet_tolerance, grid);
    if (!coarse) {
        return std::unexpected(coarse.error());
    }
    if (how.is_cancelled()) {
        return std::unexpected(Errors{{ErrorCode::Cancelled, "cancelled", {world.source}}});
    }
    std::vector<SolidBrush> facets = facets_of(world, *coarse, solids, options.threads);
    std::move(facets.begin(), facets.end(), std::back_inserter(solids.brushes));
    result.diagnostics = std::move(solids.diagnostics);
    result.diagnostics.insert(result.diagnostics.end(),
                              result.surfaces.diagnostics.begin(),
                              result.surfaces.diagnostics.end());
    return result;
}

std::span<const ImportedPolygon> polygons_of(std::span<const ImportedPolygon> polygons,
                                             std::uint32_t entity) {
    const auto is_before = [](const ImportedPolygon& p, std::uint32_t e) { return p.entity < e; };
    const auto first = std::lower_bound(polygons.begin(), polygons.end(), entity, is_before);
    const auto last = std::lower_bound(first, polygons.end(), entity + 1, is_before);
    return {first, last};
}

}  // namespace halfspace
