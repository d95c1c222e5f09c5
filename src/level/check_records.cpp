// SPDX-License-Identifier: MIT
#include "halfspace/base/contents.h"
#include "halfspace/exact/plane.h"

#include "level/check_level.h"

#include <cmath>
#include <utility>

namespace halfspace {
namespace {

Problem first_problem(std::initializer_list<Problem> problems) {
    for (const Problem& problem : problems) {
        if (problem) {
            return problem;
        }
    }
    return std::nullopt;
}

std::uint64_t plane_ids(const LevelView& level) {
    return 2 * std::uint64_t{level.planes.size()};
}

Problem face_problem(const LevelView& level, const FaceRecord& face) {
    Problem problem = first_problem(
        {index_problem("its plane is", face.plane, plane_ids(level)),
         range_problem(
             "vertices", face.first_vertex, face.vertex_count, level.face_vertices.size()),
         face.brush == kNone ? std::nullopt
                             : index_problem("its brush is", face.brush, level.brushes.size()),
         index_problem("its material is", face.material, level.materials.size()),
         index_problem("its node is", face.node, level.nodes.size())});
    if (problem) {
        return problem;
    }
    if (face.vertex_count < 3) {
        return "it has " + std::to_string(face.vertex_count) +
               " vertices, but a face has at least 3";
    }
    if (face.brush != kNone) {
        const BrushRecord& brush = level.brushes[face.brush];
        if (face.side < brush.first_side || face.side - brush.first_side >= brush.side_count) {
            return "side " + std::to_string(face.side) + " does not belong to brush " +
                   std::to_string(face.brush);
        }
    }
    const std::uint32_t node_plane = level.nodes[face.node].plane;
    if (PlaneId{face.plane}.pair() != node_plane) {
        return "it lies in plane " + std::to_string(PlaneId{face.plane}.pair()) + ", but node " +
               std::to_string(face.node) + " in plane " + std::to_string(node_plane);
    }
    return std::nullopt;
}

Problem brush_problem(const LevelView& level, const BrushRecord& brush) {
    if (any(static_cast<Contents>(brush.contents) & ~kBrushContents)) {
        return "unknown contents " + std::to_string(brush.contents);
    }
    return first_problem(
        {index_problem("its entity is", brush.entity, level.entities.size()),
         range_problem("sides", brush.first_side, brush.side_count, level.sides.size())});
}

// Records are in strictly ascending order of entity and number, so no brush is listed twice.
Result<void> check_left_out(const LevelView& level) {
    std::optional<std::pair<std::uint32_t, std::uint32_t>> before;
    return check_each("left_out", level.left_out, [&](const LeftOutRecord& brush) {
        Problem problem = index_problem("its entity is", brush.entity, level.entities.size());
        const std::pair place(brush.entity, brush.source);
        if (!problem && before && place <= *before) {
            problem = "brush " + std::to_string(brush.source) + " of entity " +
                      std::to_string(brush.entity) + " does not stand in the order of the source";
        }
        before = place;
        return problem;
    });
}

Problem side_problem(const LevelView& level, const SideRecord& side) {
    return first_problem({index_problem("its plane is", side.plane, plane_ids(level)),
                          index_problem("its material is", side.material, level.materials.size())});
}

// The entity of a model has this model, unless the model is of curves. check_entities checks that
// the model of an entity has this entity.
Result<void> check_entities_of_models(const LevelView& level) {
    std::uint32_t index = 0;
    return check_each("models", level.models, [&](const ModelRecord& model) {
        Problem problem = index_problem("its entity is", model.entity, level.entities.size());
        const bool is_own = !problem && level.entities[model.entity].model == index;
        const bool is_curves = (model.flags & kModelCurves) != 0;
        if (!problem && index == 0 && is_curves) {
            problem = "model 0, the world, is marked as a model of curves";
        } else if (!problem && is_own == is_curves) {
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
        Problem problem =
            range_problem("keys", entity.first_key, entity.key_count, level.keys.size());
        if (!problem && entity.model != kNone) {
            problem = index_problem("its model is", entity.model, level.models.size());
            if (!problem && level.models[entity.model].entity != index) {
                problem = "its model " + std::to_string(entity.model) + " has another entity";
            }
        }
        ++index;
        return problem;
    });
}

Problem material_problem(const MaterialRecord& material, std::size_t strings) {
    if (material.width == 0 || material.height == 0) {
        return "its texture has no size";
    }
    return index_problem("its name is at", material.name, strings);
}

Result<void> check_key_order(const LevelView& level) {
    return check_consecutive("entities",
                             level.entities,
                             &EntityRecord::first_key,
                             &EntityRecord::key_count,
                             "keys",
                             level.keys.size());
}

Result<void> check_strings(const LevelView& level) {
    if (!level.strings.empty() && level.strings.back() != '\0') {
        return damaged("strings", "the last string does not end with a zero byte");
    }
    return {};
}

Result<void> check_keys(const LevelView& level) {
    return check_each("keys", level.keys, [&](const KeyRecord& key) {
        return first_problem({index_problem("its key is at", key.key, level.strings.size()),
                              index_problem("its value is at", key.value, level.strings.size())});
    });
}

Result<void> check_materials(const LevelView& level) {
    return check_each("materials", level.materials, [&](const MaterialRecord& material) {
        return material_problem(material, level.strings.size());
    });
}

Result<void> check_statistics(const LevelView& level) {
    const StatisticsRecord& statistics = level.statistics.front();
    if (!(std::isfinite(statistics.largest_move) && statistics.largest_move >= 0)) {
        return damaged("statistics", "largest_move is negative or not finite");
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
    return check_each(
        "face_texcoords", level.face_texcoords, [](const TexcoordRecord& t) -> Problem {
            if (std::isfinite(t.u) && std::isfinite(t.v)) {
                return std::nullopt;
            }
            return "it is not finite";
        });
}

Result<void> check_brushes(const LevelView& level) {
    return check_each("brushes", level.brushes, [&](const BrushRecord& brush) {
        return brush_problem(level, brush);
    });
}

Result<void> check_side_order(const LevelView& level) {
    return check_consecutive("brushes",
                             level.brushes,
                             &BrushRecord::first_side,
                             &BrushRecord::side_count,
                             "sides",
                             level.sides.size());
}

Result<void> check_sides(const LevelView& level) {
    return check_each(
        "sides", level.sides, [&](const SideRecord& side) { return side_problem(level, side); });
}

Result<void> check_vertices(const LevelView& level) {
    return check_each("vertices", level.vertices, [](const VertexRecord& v) -> Problem {
        if (std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z)) {
            return std::nullopt;
        }
        return "it is not finite";
    });
}

Result<void> check_face_vertices(const LevelView& level) {
    return check_each("face_vertices", level.face_vertices, [&](const std::uint32_t& vertex) {
        return index_problem("vertex", vertex, level.vertices.size());
    });
}

Result<void> check_faces(const LevelView& level) {
    return check_each(
        "faces", level.faces, [&](const FaceRecord& face) { return face_problem(level, face); });
}

Result<void> check_model_faces(const LevelView& level) {
    return check_each("models", level.models, [&](const ModelRecord& model) {
        return range_problem("faces", model.first_face, model.face_count, level.faces.size());
    });
}

Result<void> check_vertex_order(const LevelView& level) {
    return check_consecutive("faces",
                             level.faces,
                             &FaceRecord::first_vertex,
                             &FaceRecord::vertex_count,
                             "face_vertices",
                             level.face_vertices.size());
}

}  // namespace

Result<void> check_sources(const LevelView& level) {
    return first_failure(level,
                         check_strings,
                         check_keys,
                         check_materials,
                         check_entities_of_models,
                         check_entities,
                         check_key_order,
                         check_brushes,
                         check_side_order,
                         check_sides,
                         check_left_out,
                         check_statistics);
}

Result<void> check_drawing(const LevelView& level) {
    return first_failure(level,
                         check_vertices,
                         check_face_vertices,
                         check_faces,
                         check_model_faces,
                         check_vertex_order,
                         check_texcoords,
                         check_face_order);
}

}  // namespace halfspace
