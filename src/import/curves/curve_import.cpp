// SPDX-License-Identifier: MIT
#include "import/curves/curve_import.h"

#include "halfspace/world/describe.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

namespace halfspace {
namespace {

// The errors of patches outside the range of exact coordinates.
std::vector<Error> far_patches(const World& world, int grid_exponent) {
    const double limit = std::ldexp(static_cast<double>(kMaxPointCoordinate), -grid_exponent);
    std::vector<Error> errors;
    for (std::uint32_t e = 0; e < world.entities.size(); ++e) {
        for (std::uint32_t p = 0; p < world.entities[e].patches.size(); ++p) {
            const Patch& patch = world.entities[e].patches[p];
            const bool is_far = std::any_of(
                patch.controls.begin(), patch.controls.end(), [&](const PolygonCorner& corner) {
                    return !is_within(to_vec3(corner.point), limit);
                });
            if (is_far) {
                errors.push_back({ErrorCode::Range,
                                  describe_patch(world, e, p) +
                                      " has a control point too far from the origin for the "
                                      "grid; move the patch closer to the origin or take a "
                                      "coarser grid",
                                  {world.source, patch.position.line, patch.position.column}});
            }
        }
    }
    return errors;
}

// The pieces of the patches of each entity. Errors: as import_curves.
std::expected<std::vector<std::vector<CurvePiece>>, std::vector<Error>> pieces_of(
    const World& world, double tolerance, int grid_exponent) {
    if (std::vector<Error> errors = far_patches(world, grid_exponent); !errors.empty()) {
        return std::unexpected(std::move(errors));
    }
    std::vector<std::vector<CurvePiece>> pieces;
    std::uint64_t cells = 0;
    for (const Entity& entity : world.entities) {
        pieces.push_back(divided_pieces(entity.patches, tolerance, kMaxCurveCells - cells));
        cells += count_cells(pieces.back());
        if (cells > kMaxCurveCells) {
            return std::unexpected(std::vector{Error{
                ErrorCode::Limit,
                "the curved patches would become more than " + std::to_string(kMaxCurveCells) +
                    " flat cells; take a larger tolerance for curves or fewer patches",
                {world.source}}});
        }
    }
    return pieces;
}

}  // namespace

std::expected<ImportedCurves, std::vector<Error>> import_curves(const World& world,
                                                                double tolerance,
                                                                int grid_exponent,
                                                                PlaneTable& planes) {
    const auto pieces = pieces_of(world, tolerance, grid_exponent);
    if (!pieces) {
        return std::unexpected(pieces.error());
    }
    ImportedCurves result;
    result.world.source = world.source;
    result.world.materials = world.materials;
    for (std::size_t e = 0; e < world.entities.size(); ++e) {
        CurvePolygons curves =
            polygons_of_curves(world.entities[e].patches, (*pieces)[e], grid_exponent);
        result.world.entities.emplace_back().polygons = std::move(curves.polygons);
        result.patches.push_back(std::move(curves.patches));
    }
    std::expected<ImportedSurfaces, std::vector<Error>> surfaces =
        import_surfaces(result.world, grid_exponent, planes);
    if (!surfaces) {
        for (Error& error : surfaces.error()) {
            error.message = "in a curved patch: " + error.message;
        }
        return std::unexpected(std::move(surfaces.error()));
    }
    result.polygons = std::move(surfaces->polygons);
    return result;
}

std::expected<std::vector<std::vector<CurveCell>>, std::vector<Error>> import_curve_cells(
    const World& world, double tolerance, int grid_exponent) {
    const auto pieces = pieces_of(world, tolerance, grid_exponent);
    if (!pieces) {
        return std::unexpected(pieces.error());
    }
    std::vector<std::vector<CurveCell>> cells;
    for (std::size_t e = 0; e < world.entities.size(); ++e) {
        cells.push_back(cells_of_curves(world.entities[e].patches, (*pieces)[e], grid_exponent));
    }
    return cells;
}

}  // namespace halfspace
