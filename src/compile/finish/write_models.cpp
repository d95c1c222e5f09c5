// SPDX-License-Identifier: MIT
#include "compile/finish/write_models.h"

#include "compile/finish/level_writer.h"
#include "compile/models/surface_tree.h"

namespace halfspace {
namespace {

// Where contacts of a body tree point.
struct TouchedParts {
    std::span<const std::uint32_t> brush_ids;
    std::span<const SideSource> drawn;
};

TouchedParts add_main_tree(const Model& model, const BuiltTree& tree, LevelWriter& writer) {
    const GridBox& box = model.space.box;
    if (const auto* const brushes = std::get_if<BrushModel>(&model.shape)) {
        writer.add_model(model.entity, tree, box, brushes->solids.brushes, brushes->brush_ids);
        return {brushes->brush_ids, {}};
    }
    if (const auto* const polygons = std::get_if<SurfaceModel>(&model.shape)) {
        writer.add_drawn_model(model.entity,
                               tree,
                               box,
                               bounds(polygons->surface.polygons),
                               polygons->surface.drawn,
                               0);
        return {{}, polygons->surface.drawn};
    }
    const auto& curves = std::get<CurveModel>(model.shape);
    writer.add_drawn_model(
        model.entity, tree, box, bounds(curves.pieces.polygons), curves.drawn, kModelCurves);
    return {};
}

}  // namespace

LevelData write_models(const World& world,
                       const ImportedSource& source,
                       std::span<const Model> models,
                       std::span<const BuiltModel> trees,
                       const Structure* structure,
                       const CompileOptions& options,
                       StageClock& clock) {
    clock.begin("faces");
    LevelWriter writer(world, source, structure, options);
    for (std::size_t m = 0; m < models.size(); ++m) {
        const BuiltModel& built = trees[m];
        const TouchedParts parts = add_main_tree(models[m], built.tree, writer);
        for (const BuiltModel::BodyTree& body : built.body_trees) {
            writer.add_body_tree(
                body.tree, body.spaces.first, body.spaces.last, parts.brush_ids, parts.drawn);
        }
        for (std::uint32_t s = 0; s < source.spaces.size(); ++s) {
            writer.add_excess(s, built.excess[s]);
        }
        writer.add_counters(built.counters);
        writer.add_faces(built.candidate_faces, built.exposed_faces);
    }
    writer.add_structure();
    if (clock.is_cancelled()) {
        return {};
    }
    clock.begin("write");
    return writer.finish();
}

}  // namespace halfspace
