// SPDX-License-Identifier: MIT
#include "halfspace/exact/plane.h"

#include "level/check_level.h"

#include <utility>

namespace halfspace {
namespace {

Problem face_problem(const LevelView& level, const FaceRecord& face) {
    if (face.vertex_count < 3) {
        return "it has " + std::to_string(face.vertex_count) +
               " vertices, but a face has at least 3";
    }
    if (face.brush != kNone && !has_side(level.brushes[face.brush], face.side)) {
        return foreign_side(face.brush, face.side);
    }
    const std::uint32_t node_plane = level.nodes[face.node].plane;
    if (PlaneId{face.plane}.pair() != node_plane) {
        return "it lies in plane " + std::to_string(PlaneId{face.plane}.pair()) + ", but node " +
               std::to_string(face.node) + " in plane " + std::to_string(node_plane);
    }
    return std::nullopt;
}

// Records are in strictly ascending order of entity and number, so no brush is listed twice.
Result<void> check_left_out(const LevelView& level) {
    std::optional<std::pair<std::uint32_t, std::uint32_t>> before;
    return check_each("left_out", level.left_out, [&](const LeftOutRecord& brush) {
        Problem problem;
        const std::pair place(brush.entity, brush.source);
        if (before && place <= *before) {
            problem = "brush " + std::to_string(brush.source) + " of entity " +
                      std::to_string(brush.entity) + " does not stand in the order of the source";
        }
        before = place;
        return problem;
    });
}

// The entity of a model has this model, unless the model is of curves. check_entities checks that
// the model of an entity has this entity.
Result<void> check_entities_of_models(const LevelView& level) {
    std::uint32_t index = 0;
    return check_each("models", level.models, [&](const ModelRecord& model) {
        Problem problem;
        const bool is_own = level.entities[model.entity].model == index;
        const bool is_curves = (model.flags & kModelCurves) != 0;
        if (index == 0 && is_curves) {
            problem = "model 0, the world, is marked as a model of curves";
        } else if (is_own == is_curves) {
            problem = "its entity " + std::to_string(model.entity) +
                      (is_own ? " has a model of curves for its own" : " has another model");
        }
        ++index;
        return problem;
    });
}

Result<void> check_entities(const LevelView& level) {
    std::uint32_t index = 0;
    return check_each("entities", level.entities, [&](const EntityRecord& entity) {
        Problem problem;
        if (entity.model != kNone && level.models[entity.model].entity != index) {
            problem = "its model " + std::to_string(entity.model) + " has another entity";
        }
        ++index;
        return problem;
    });
}

Result<void> check_strings(const LevelView& level) {
    if (!level.strings.empty() && level.strings.back() != '\0') {
        return damaged("strings", "the last string does not end with a zero byte");
    }
    return {};
}

Result<void> check_materials(const LevelView& level) {
    return check_each("materials", level.materials, [](const MaterialRecord& material) -> Problem {
        if (material.width == 0 || material.height == 0) {
            return "its texture has no size";
        }
        return std::nullopt;
    });
}

Result<void> check_statistics(const LevelView& level) {
    const StatisticsRecord& statistics = level.statistics.front();
    if (statistics.largest_move < 0) {
        return damaged("statistics", "largest_move is negative");
    }
    const auto is_tolerance = [](double value, double most) { return value > 0 && value <= most; };
    if (!is_tolerance(statistics.import_tolerance, kMaxImportTolerance)) {
        return damaged("statistics", "import_tolerance is not above 0 and at most 4");
    }
    if (!is_tolerance(statistics.curve_tolerance, kMaxCurveTolerance) ||
        !is_tolerance(statistics.facet_tolerance, kMaxCurveTolerance)) {
        return damaged("statistics",
                       "curve_tolerance or facet_tolerance is not above 0 and at most 64");
    }
    return {};
}

Result<void> check_face_order(const LevelView& level) {
    const auto place = [&](std::size_t f) {
        return std::pair(level.faces[f].node, PlaneId{level.faces[f].plane}.is_flipped());
    };
    for (std::size_t f = 1; f < level.faces.size(); ++f) {
        if (place(f) < place(f - 1)) {
            return damaged("faces", f, "it breaks the order of faces by node and side");
        }
    }
    return {};
}

Result<void> check_texcoords(const LevelView& level) {
    if (level.face_texcoords.size() != level.face_vertices.size()) {
        return damaged("face_texcoords",
                       "there are " + std::to_string(level.face_texcoords.size()) +
                           ", but one is needed for each of the face_vertices: " +
                           std::to_string(level.face_vertices.size()));
    }
    return {};
}

Result<void> check_faces(const LevelView& level) {
    return check_each(
        "faces", level.faces, [&](const FaceRecord& face) { return face_problem(level, face); });
}

}  // namespace

Result<void> check_sources(const LevelView& level) {
    return first_failure(level,
                         check_strings,
                         check_materials,
                         check_entities_of_models,
                         check_entities,
                         check_left_out,
                         check_statistics);
}

Result<void> check_drawing(const LevelView& level) {
    return first_failure(level, check_faces, check_texcoords, check_face_order);
}

}  // namespace halfspace
