// SPDX-License-Identifier: MIT
#include "verify/verify_surfaces.h"

#include "halfspace/world/describe.h"

#include "import/surfaces/open_edges.h"
#include "import/surfaces/surface_import.h"

#include <algorithm>
#include <string>
#include <utility>

namespace halfspace {
namespace {

// The axis of rays; the compiler uses another one.
constexpr std::size_t kRayAxis = 0;

RebuiltSurface rebuild(std::span<const ImportedPolygon> polygons,
                       const World& source,
                       const PlaneTable& planes) {
    RebuiltSurface surface;
    surface.source = &source;
    surface.entity = polygons.front().entity;
    for (const ImportedPolygon& polygon : polygons) {
        surface.polygons.push_back(polygon.polygon);
        surface.numbers.push_back(polygon.source);
    }
    if (open_edges(polygons).empty()) {
        surface.field.emplace(surface.polygons, kRayAxis, planes);
        surface.outside = volume_sign(polygons) > 0 ? Contents::Empty : Contents::Solid;
    }
    return surface;
}

}  // namespace

std::string RebuiltSurface::describe(std::size_t polygon) const {
    const std::uint32_t number = numbers[polygon];
    return describe_polygon(*source, entity, number) + " (line " +
           std::to_string(source->entities[entity].polygons[number].position.line) + ")";
}

Contents RebuiltSurface::contents_at(const InteriorPoint& point, Predicates& predicates) const {
    return field ? contents_of_winding(field->at(point, predicates), outside) : Contents::Empty;
}

RebuiltSurfaces rebuild_surfaces(const Level& level,
                                 const World& source,
                                 std::span<const std::uint32_t> drawn_entities,
                                 OpenSurfaces open_surfaces,
                                 LevelPlanes& planes,
                                 Differences& differences) {
    RebuiltSurfaces surfaces{std::vector<RebuiltSurface>(source.entities.size())};
    std::expected<ImportedSurfaces, std::vector<Error>> imported =
        import_surfaces(source, level.grid_exponent(), planes.table);
    if (!imported) {
        for (const Error& error : imported.error()) {
            differences.add("the polygons of the source cannot be imported: " + to_string(error));
        }
        return surfaces;
    }
    surfaces.largest_move = imported->largest_move;
    const std::vector<ImportedPolygon>& all = imported->polygons;
    for (auto first = all.begin(); first != all.end();) {
        const std::uint32_t entity = first->entity;
        const auto last = std::find_if(
            first, all.end(), [&](const ImportedPolygon& p) { return p.entity != entity; });
        RebuiltSurface surface = rebuild({first, last}, source, planes.table);
        if (std::ranges::binary_search(drawn_entities, entity)) {
            surface.field.reset();
            surface.outside = Contents::Empty;
        }
        if (surface.field || open_surfaces != OpenSurfaces::Skip) {
            surfaces.of_entity[entity] = std::move(surface);
        }
        first = last;
    }
    return surfaces;
}

bool runs_through(Polygon polygon, const Polyhedron& cell, Predicates& predicates) {
    for (const Polyhedron::Face& face : cell.faces) {
        if (polygon.plane.pair() == face.plane.pair()) {
            return false;
        }
        PolygonSplit pieces = split(std::move(polygon), face.plane, predicates);
        if (!pieces.back) {
            return false;
        }
        polygon = *std::move(pieces.back);
    }
    return true;
}

}  // namespace halfspace
