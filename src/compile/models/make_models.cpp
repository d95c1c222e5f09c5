// SPDX-License-Identifier: MIT
#include "compile/models/mesh_pieces.h"
#include "compile/models/model.h"
#include "compile/models/surface_tree.h"
#include "exact/shared/bevel.h"
#include "import/brushes/side_source.h"

#include <algorithm>
#include <iterator>
#include <numeric>
#include <string>
#include <string_view>
#include <utility>

namespace halfspace {
namespace {

using Errors = std::vector<Error>;

// The space between the brushes of a model and the sides of its box, so that no face lies in a side
// of the box [units].
constexpr std::int64_t kWorldMargin = 64;
constexpr std::int64_t kModelMargin = 16;

// The key of the canonical order of brushes. It does not depend on their places in the source.
struct CanonicalKey {
    std::vector<std::uint32_t> planes;  // sorted
    Contents contents;
    std::vector<std::string_view> materials;  // in the order of the planes

    friend auto operator<=>(const CanonicalKey&, const CanonicalKey&) = default;
};

CanonicalKey canonical_key(const SolidBrush& brush, const World& world) {
    std::vector<SolidBrush::Side> sides = brush.sides;
    std::sort(
        sides.begin(), sides.end(), [](const auto& a, const auto& b) { return a.plane < b.plane; });
    CanonicalKey key;
    key.contents = brush.contents;
    for (const SolidBrush::Side& side : sides) {
        const MaterialId material = source_of(world, brush, side.source).material;
        key.planes.push_back(side.plane.value);
        key.materials.push_back(world.materials[material.value].name);
    }
    return key;
}

// The brushes with these indices, in canonical order.
BrushModel canonical_model(const std::vector<std::uint32_t>& ids,
                           const World& world,
                           std::span<const SolidBrush> brushes) {
    std::vector<CanonicalKey> keys;
    keys.reserve(ids.size());
    for (const std::uint32_t id : ids) {
        keys.push_back(canonical_key(brushes[id], world));
    }
    std::vector<std::size_t> order(ids.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        return keys[a] < keys[b];
    });
    BrushModel model;
    for (const std::size_t i : order) {
        model.brush_ids.push_back(ids[i]);
        model.solids.brushes.push_back(brushes[ids[i]]);
    }
    return model;
}

// Part: SurfacePolygon or Patch.
template <class Part>
std::vector<SideSource> drawn_parts(const std::vector<Part>& parts) {
    std::vector<SideSource> drawn;
    drawn.reserve(parts.size());
    for (const Part& part : parts) {
        drawn.push_back({part.material, part.surface, part.opacity, part.position.line});
    }
    return drawn;
}

class ModelMaker {
public:
    ModelMaker(const World& world, ImportedSource& source, const CompileOptions& options)
        : world_(&world),
          source_(&source),
          options_(&options),
          unit_(std::int64_t{1} << source.solids.grid_exponent) {}

    std::vector<Model> run() {
        std::vector<std::vector<std::uint32_t>> brushes(world_->entities.size());
        for (std::uint32_t b = 0; b < source_->solids.brushes.size(); ++b) {
            brushes[source_->solids.brushes[b].entity].push_back(b);
        }
        std::vector<Model> models;
        for (std::uint32_t e = 0; e < brushes.size(); ++e) {
            const auto polygons = polygons_of(source_->surfaces.polygons, e);
            if (!polygons.empty()) {
                models.push_back(surface_model(e, polygons));
            } else if (e == 0 || !brushes[e].empty()) {
                models.push_back(brush_model(e, brushes[e]));
            }
        }
        for (std::uint32_t e = 0; e < brushes.size(); ++e) {
            const auto pieces = polygons_of(source_->curves.polygons, e);
            if (!pieces.empty()) {
                models.push_back(curve_model(e, pieces));
            }
        }
        return models;
    }

private:
    Model brush_model(std::uint32_t entity, const std::vector<std::uint32_t>& ids) {
        BrushModel model = canonical_model(ids, *world_, source_->solids.brushes);
        model.solids.volumes = as_volumes(model.solids.brushes);
        const Aabb box = grown_by_bodies(bounds(model.solids.volumes), source_->spaces);
        const std::int64_t block = entity == 0 ? options_->tree.block_size * unit_ : 0;
        return in_box(entity, box, block, margin(entity), std::move(model));
    }

    Model surface_model(std::uint32_t entity, std::span<const ImportedPolygon> polygons) {
        const Aabb box = within_reach(bounds(polygons), source_->spaces);
        SurfaceModel model{{.polygons = polygons,
                            .drawn = drawn_parts(world_->entities[entity].polygons),
                            .outside = outside_of(polygons)}};
        return in_box(entity, box, 0, margin(entity), std::move(model));
    }

    Model curve_model(std::uint32_t entity, std::span<const ImportedPolygon> pieces) {
        CurveModel model;
        model.pieces = {.polygons = pieces,
                        .drawn = drawn_parts(source_->curves.world.entities[entity].polygons),
                        .fill = SurfaceFill::AllEmpty};
        model.patches = source_->curves.patches[entity];
        model.drawn = drawn_parts(world_->entities[entity].patches);
        return in_box(entity, bounds(pieces), 0, kModelMargin * unit_, std::move(model));
    }

    template <class Shape>
    Model in_box(
        std::uint32_t entity, const Aabb& box, std::int64_t block, std::int64_t room, Shape shape) {
        Model model;
        model.entity = entity;
        model.space = make_space(box, block, room, planes());
        model.cell = make_box(model.space.box, planes());
        model.shape = std::move(shape);
        return model;
    }

    std::int64_t margin(std::uint32_t entity) const {
        return (entity == 0 ? kWorldMargin : kModelMargin) * unit_;
    }
    PlaneTable& planes() { return source_->solids.planes; }

    const World* world_;
    ImportedSource* source_;
    const CompileOptions* options_;
    std::int64_t unit_;  // grid steps in a map unit
};

// Returns the errors of open surfaces. If the options ask for it, open surfaces are only drawn, or
// their models are taken away; a warning tells.
Errors check_closed(std::vector<Model>& models,
                    const World& world,
                    ImportedSource& source,
                    const CompileOptions& options) {
    Errors errors;
    std::erase_if(models, [&](Model& model) {
        auto* const shape = std::get_if<SurfaceModel>(&model.shape);
        if (shape == nullptr) {
            return false;
        }
        // The import of meshes has told it. On the grid the surface may be closed.
        if (std::ranges::binary_search(source.drawn_entities, model.entity)) {
            shape->surface.fill = SurfaceFill::AllEmpty;
            return false;
        }
        const std::vector<OpenEdge> open = open_edges(shape->surface.polygons);
        if (open.empty()) {
            return false;
        }
        const bool is_drawn = options.open_surfaces == OpenSurfaces::Draw;
        if (!is_drawn && (model.entity == 0 || options.open_surfaces == OpenSurfaces::Error)) {
            Errors told =
                open_edge_errors(open, shape->surface.polygons, world, source.solids.grid_exponent);
            std::move(told.begin(), told.end(), std::back_inserter(errors));
            return false;
        }
        shape->surface.fill = SurfaceFill::AllEmpty;
        source.diagnostics.push_back({Severity::Warning,
                                      "open edges of the surface: " + std::to_string(open.size()) +
                                          (is_drawn ? "; the surface is drawn and blocks nothing"
                                                    : "; the surface is left out"),
                                      {world.source, world.entities[model.entity].position.line}});
        return !is_drawn;
    });
    return errors;
}

// Adds the pieces of the meshes to the solids of the source.
Errors add_pieces(const World& world, ImportedSource& source, const CompileOptions& options) {
    if (!has_meshes(world)) {
        return {};
    }
    ImportedWorld& solids = source.solids;
    std::expected<MeshSurfaces, Errors> surfaces =
        mesh_surfaces(world, solids.grid_exponent, solids.planes);
    if (!surfaces) {
        return std::move(surfaces.error());
    }
    source.surfaces.moved_corners += surfaces->imported.moved_corners;
    std::vector<Diagnostic>& notes = surfaces->imported.diagnostics;
    std::move(notes.begin(), notes.end(), std::back_inserter(source.diagnostics));
    std::expected<std::vector<SolidBrush>, Errors> pieces =
        mesh_pieces(world, *surfaces, solids.grid_exponent, solids.planes, options);
    if (!pieces) {
        return std::move(pieces.error());
    }
    std::move(pieces->begin(), pieces->end(), std::back_inserter(solids.brushes));
    return {};
}

bool holds_its_position(const GridBox& body) {
    return std::ranges::all_of(body.min, [](std::int64_t least) { return least <= 0; }) &&
           std::ranges::all_of(body.max, [](std::int64_t most) { return most >= 0; });
}

// Adds the cells to the volumes, which stay in the order of their spaces.
void add_outside(std::span<const BodyVolume> outside,
                 std::span<const GridSpace> spaces,
                 std::vector<BodyVolume>& volumes) {
    if (outside.empty()) {
        return;
    }
    std::vector<BodyVolume> all;
    auto next = volumes.begin();
    for (std::uint32_t s = 0; s < spaces.size(); ++s) {
        for (; next != volumes.end() && next->space == s; ++next) {
            all.push_back(std::move(*next));
        }
        if (holds_its_position(spaces[s].body)) {
            for (const BodyVolume& cell : outside) {
                all.push_back(cell);
                all.back().space = s;
            }
        }
    }
    volumes = std::move(all);
}

}  // namespace

std::expected<std::vector<Model>, std::vector<Error>> make_models(const World& world,
                                                                  ImportedSource& source,
                                                                  const CompileOptions& options) {
    if (Errors errors = add_pieces(world, source, options); !errors.empty()) {
        return std::unexpected(std::move(errors));
    }
    if (source.spaces.size() > 1) {
        const std::int64_t reach = farthest_reach(source.spaces);
        if (!fits_grown(source.solids.planes, reach)) {
            return std::unexpected(Errors{too_wide_for_bodies(world)});
        }
        find_bevels(source.solids.brushes, reach, source.solids.planes, options.threads);
    }
    std::vector<Model> models = ModelMaker(world, source, options).run();
    if (Errors errors = check_closed(models, world, source, options); !errors.empty()) {
        return std::unexpected(std::move(errors));
    }
    return models;
}

void grow_models(std::vector<Model>& models,
                 std::span<const BodyVolume> outside,
                 ImportedSource& source,
                 const CompileOptions& options) {
    for (Model& model : models) {
        if (auto* const brushes = std::get_if<BrushModel>(&model.shape)) {
            Solids& solids = brushes->solids;
            grow_solids(solids, source.spaces, source.solids.planes, options.threads);
            if (model.entity == 0) {
                add_outside(outside, source.spaces, solids.volumes);
            }
        }
    }
}

void grow_solids(Solids& solids,
                 std::span<const GridSpace> spaces,
                 PlaneTable& planes,
                 unsigned threads) {
    for (std::uint32_t s = 1; s < spaces.size(); ++s) {
        Grown grown = grow(solids.brushes, s, spaces[s].body, planes, threads);
        std::move(grown.volumes.begin(), grown.volumes.end(), std::back_inserter(solids.volumes));
        solids.excess[s] = grown.excess;
    }
}

Error too_wide_for_bodies(const World& world) {
    return {ErrorCode::Range,
            "with planes moved outwards by the bodies, exact arithmetic needs more than the limit "
            "of " +
                std::to_string(kMaxPredicateBits) + " bits; take a coarser grid or smaller bodies",
            {world.source}};
}

}  // namespace halfspace
