// SPDX-License-Identifier: MIT
#include "halfspace/compile/compile.h"

#include "halfspace/exact/bevel.h"

#include "compile/model_builder.h"
#include "import/brush_import.h"
#include "import/curve_facets.h"
#include "import/curve_import.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <numeric>
#include <span>
#include <utility>

namespace halfspace {
namespace {

// Room around the brushes of a model, so that no face lies in the surface of its box [units].
constexpr std::int64_t kWorldMargin = 64;
constexpr std::int64_t kModelMargin = 16;
// What orders brushes without regard to their places in the source: planes, contents, materials.
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
    const Entity& entity = world.entities[brush.entity];
    for (const SolidBrush::Side& side : sides) {
        const MaterialId material = brush.is_facet
                                        ? entity.patches[brush.source].material
                                        : entity.brushes[brush.source].sides[side.source].material;
        key.planes.push_back(side.plane.value);
        key.materials.push_back(world.materials[material.value].name);
    }
    return key;
}

ImportOptions import_options(const CompileOptions& options) {
    using From = CompileOptions::BadBrushes;
    using To = ImportOptions::BadBrushes;
    ImportOptions result{.grid_exponent = options.grid_exponent,
                         .tolerance = options.import_tolerance,
                         .bad_brushes = options.bad_brushes == From::Skip ? To::Skip : To::Fail,
                         .threads = options.threads};
    for (const Body& body : options.bodies) {
        result.also_on_grid.push_back({body.min, body.max});
    }
    return result;
}

class Pipeline {
public:
    Pipeline(const World& world, const CompileOptions& options)
        : world_(&world), options_(&options), clock_(options.progress) {}

    std::expected<Compiled, std::vector<Error>> run() {
        clock_.begin("import");
        std::expected<ImportedWorld, std::vector<Error>> imported =
            import_brushes(*world_, import_options(*options_));
        if (!imported) {
            return std::unexpected(std::move(imported.error()));
        }
        if (clock_.is_cancelled()) {
            return std::unexpected(std::vector{cancelled()});
        }
        imported_ = std::move(*imported);
        result_.diagnostics = std::move(imported_.diagnostics);
        std::expected<std::vector<GridSpace>, std::vector<Error>> spaces =
            spaces_on_grid(options_->bodies, imported_.grid_exponent, world_->source);
        if (!spaces) {
            return std::unexpected(std::move(spaces.error()));
        }
        spaces_ = std::move(*spaces);
        if (std::vector<Error> errors = add_surfaces(); !errors.empty()) {
            return std::unexpected(std::move(errors));
        }
        if (std::vector<Error> errors = add_curves(); !errors.empty()) {
            return std::unexpected(std::move(errors));
        }
        clock_.begin("expand");
        add_facets();
        if (spaces_.size() > 1) {
            const std::int64_t reach = farthest_reach(spaces_);
            if (!fits_grown(imported_.planes, reach)) {
                return std::unexpected(std::vector{too_wide_for_bodies(*world_)});
            }
            find_bevels(imported_.brushes, reach, imported_.planes, options_->threads);
        }
        find_drawn();
        std::vector<Model> models = make_models();
        if (std::vector<Error> errors = check_closed(models); !errors.empty()) {
            return std::unexpected(std::move(errors));
        }
        LevelWriter writer(
            *world_, imported_, spaces_, options_->collision, options_->units_per_metre);
        ModelBuilder builder(*world_, spaces_, imported_.planes, *options_, clock_, writer);
        for (Model& model : models) {
            if (std::optional<Error> error = builder.add(model)) {
                return std::unexpected(std::vector{std::move(*error)});
            }
        }
        for (std::uint32_t s = 0; s < spaces_.size(); ++s) {
            writer.add_excess(s, excess_[s]);
        }
        clock_.begin("write");
        result_.level = writer.finish();
        clock_.end();
        result_.times = clock_.take_times();
        if (clock_.is_cancelled()) {
            return std::unexpected(std::vector{cancelled()});
        }
        return std::move(result_);
    }

private:
    Error cancelled() const { return {ErrorCode::Cancelled, "cancelled", {world_->source}}; }

    std::vector<Error> add_surfaces() {
        std::vector<Error> errors;
        for (const Entity& entity : world_->entities) {
            if (!entity.brushes.empty() && !entity.polygons.empty()) {
                errors.push_back({ErrorCode::Unsupported,
                                  "an entity is made of brushes or of polygons; give one of them "
                                  "an entity of its own",
                                  {world_->source, entity.position.line}});
            }
        }
        if (!errors.empty()) {
            return errors;
        }
        std::expected<ImportedSurfaces, std::vector<Error>> surfaces =
            import_surfaces(*world_, imported_.grid_exponent, imported_.planes);
        if (!surfaces) {
            return std::move(surfaces.error());
        }
        surfaces_ = std::move(*surfaces);
        result_.diagnostics.insert(
            result_.diagnostics.end(), surfaces_.diagnostics.begin(), surfaces_.diagnostics.end());
        return errors;
    }

    // Patches twice: as fine as they are drawn, and as coarse as they may block.
    std::vector<Error> add_curves() {
        const auto import_to = [&](double tolerance, ImportedCurves& curves) {
            std::expected<ImportedCurves, std::vector<Error>> imported =
                import_curves(*world_, tolerance, imported_.grid_exponent, imported_.planes);
            if (!imported) {
                return std::move(imported.error());
            }
            curves = std::move(*imported);
            return std::vector<Error>{};
        };
        std::vector<Error> errors = import_to(options_->curve_tolerance, curves_);
        return errors.empty() ? import_to(options_->facet_tolerance, facets_) : errors;
    }

    // What bodies meet of the curves, as brushes behind all others.
    void add_facets() {
        for (std::uint32_t e = 0; e < world_->entities.size(); ++e) {
            std::vector<SolidBrush> facets =
                facets_of_curves(polygons_of(facets_.polygons, e),
                                 facets_.patches[e],
                                 world_->entities[e].patches,
                                 facet_thickness(imported_.grid_exponent),
                                 imported_.planes,
                                 options_->threads);
            std::move(facets.begin(), facets.end(), std::back_inserter(imported_.brushes));
        }
    }

    static std::span<const ImportedPolygon> polygons_of(
        const std::vector<ImportedPolygon>& polygons, std::uint32_t entity) {
        const auto [first, last] = std::equal_range(
            polygons.begin(), polygons.end(), entity, [](const auto& a, const auto& b) {
                return entity_of(a) < entity_of(b);
            });
        return {first, last};
    }
    static std::uint32_t entity_of(const ImportedPolygon& polygon) { return polygon.entity; }
    static std::uint32_t entity_of(std::uint32_t entity) { return entity; }

    // The errors of surfaces that are open; shells are warned of instead.
    std::vector<Error> check_closed(std::vector<Model>& models) {
        std::vector<Error> errors;
        for (Model& model : models) {
            if (model.is_curves) {
                continue;
            }
            const std::vector<OpenEdge> open = open_edges(model.polygons);
            if (open.empty()) {
                continue;
            }
            if (options_->open_surfaces == CompileOptions::OpenSurfaces::Shell) {
                model.fill = SurfaceFill::AllEmpty;
                result_.diagnostics.push_back(
                    {Severity::Warning,
                     "open edges of the surface: " + std::to_string(open.size()) +
                         "; it is built as a shell, which is only drawn",
                     {world_->source, world_->entities[model.entity].position.line}});
                continue;
            }
            std::vector<Error> told =
                open_edge_errors(open, model.polygons, *world_, imported_.grid_exponent);
            std::move(told.begin(), told.end(), std::back_inserter(errors));
        }
        return errors;
    }

    // What polygons and patches are drawn with.
    void find_drawn() {
        for (std::size_t e = 0; e < world_->entities.size(); ++e) {
            drawn_polygons_.push_back(drawn_parts(world_->entities[e].polygons));
            drawn_patches_.push_back(drawn_parts(world_->entities[e].patches));
        }
    }

    // One model for the world and one for each other entity with brushes or polygons, then those of
    // curves, with the planes of their boxes.
    std::vector<Model> make_models() {
        std::vector<std::vector<std::uint32_t>> by_entity(world_->entities.size());
        for (std::uint32_t b = 0; b < imported_.brushes.size(); ++b) {
            by_entity[imported_.brushes[b].entity].push_back(b);
        }
        std::vector<Model> models;
        const std::int64_t unit = std::int64_t{1} << imported_.grid_exponent;
        for (std::uint32_t e = 0; e < by_entity.size(); ++e) {
            const std::span<const ImportedPolygon> polygons = polygons_of(surfaces_.polygons, e);
            if (e != 0 && by_entity[e].empty() && polygons.empty()) {
                continue;
            }
            Model model = canonical_model(e, by_entity[e]);
            model.volumes = as_volumes(model.brushes);
            for (std::uint32_t s = 1; s < spaces_.size(); ++s) {
                Grown grown =
                    grow(model.brushes, s, spaces_[s].body, imported_.planes, options_->threads);
                std::move(
                    grown.volumes.begin(), grown.volumes.end(), std::back_inserter(model.volumes));
                excess_[s] = std::max(excess_[s], grown.excess);
            }
            model.polygons = polygons;
            model.drawn = drawn_polygons_[e];
            model.world = world_;
            const std::int64_t margin = (e == 0 ? kWorldMargin : kModelMargin) * unit;
            model.space = make_space(
                polygons.empty() ? bounds(model.volumes) : within_reach(bounds(polygons), spaces_),
                polygons.empty() && e == 0 ? options_->block_size * unit : 0,
                margin,
                imported_.planes);
            model.cell = make_box(model.space.box, imported_.planes);
            models.push_back(std::move(model));
        }
        for (std::uint32_t e = 0; e < by_entity.size(); ++e) {
            const std::span<const ImportedPolygon> polygons = polygons_of(curves_.polygons, e);
            if (!polygons.empty()) {
                Model model;
                model.entity = e;
                model.polygons = polygons;
                model.drawn = drawn_patches_[e];
                model.patches = curves_.patches[e];
                model.world = &curves_.world;
                model.is_curves = true;
                model.fill = SurfaceFill::AllEmpty;
                model.space =
                    make_space(bounds(polygons), 0, kModelMargin * unit, imported_.planes);
                model.cell = make_box(model.space.box, imported_.planes);
                models.push_back(std::move(model));
            }
        }
        return models;
    }

    Model canonical_model(std::uint32_t entity, const std::vector<std::uint32_t>& ids) const {
        std::vector<CanonicalKey> keys;
        keys.reserve(ids.size());
        for (const std::uint32_t id : ids) {
            keys.push_back(canonical_key(imported_.brushes[id], *world_));
        }
        std::vector<std::size_t> order(ids.size());
        std::iota(order.begin(), order.end(), std::size_t{0});
        std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
            return keys[a] < keys[b];
        });
        Model model;
        model.entity = entity;
        for (const std::size_t i : order) {
            model.brush_ids.push_back(ids[i]);
            model.brushes.push_back(imported_.brushes[ids[i]]);
        }
        return model;
    }

    // Part: SurfacePolygon or Patch.
    template <class Part>
    static std::vector<DrawnSource> drawn_parts(const std::vector<Part>& parts) {
        std::vector<DrawnSource> drawn;
        drawn.reserve(parts.size());
        for (const Part& part : parts) {
            drawn.push_back({part.material, part.surface, part.opacity});
        }
        return drawn;
    }

    const World* world_;
    const CompileOptions* options_;
    ImportedWorld imported_;
    std::vector<GridSpace> spaces_;
    std::array<double, kMaxSpaces> excess_{};  // of the grown brushes, by space [grid steps]
    ImportedSurfaces surfaces_;
    ImportedCurves curves_;
    ImportedCurves facets_;
    std::vector<std::vector<DrawnSource>> drawn_polygons_;  // by entity
    std::vector<std::vector<DrawnSource>> drawn_patches_;
    Compiled result_;
    StageClock clock_;
};

}  // namespace

std::expected<Compiled, std::vector<Error>> compile(const World& world,
                                                    const CompileOptions& options) {
    return Pipeline(world, options).run();
}

}  // namespace halfspace
