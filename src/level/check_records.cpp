// SPDX-License-Identifier: MIT
#include "level/check_level.h"

#include <cmath>

namespace halfspace {
namespace {

constexpr auto kBrushContents = static_cast<std::uint32_t>(kLeafContents | Contents::Hint);

Problem first_of(std::initializer_list<Problem> problems) {
    for (const Problem& problem : problems) {
        if (problem) {
            return problem;
        }
    }
    return std::nullopt;
}

std::uint64_t plane_ids(const Level& level) {
    return 2 * std::uint64_t{level.planes().size()};
}

Problem face_problem(const Level& level, const FaceRecord& face) {
    Problem problem = first_of(
        {index_problem("its plane is", face.plane, plane_ids(level)),
         range_problem(
             "vertices", face.first_vertex, face.vertex_count, level.face_vertices().size()),
         index_problem("its brush is", face.brush, level.brushes().size()),
         index_problem("its material is", face.material, level.materials().size()),
         index_problem("its node is", face.node, level.nodes().size())});
    if (problem) {
        return problem;
    }
    if (face.vertex_count < 3) {
        return "it has " + std::to_string(face.vertex_count) + " vertices";
    }
    const BrushRecord& brush = level.brushes()[face.brush];
    if (face.side < brush.first_side || face.side - brush.first_side >= brush.side_count) {
        return "side " + std::to_string(face.side) + " is none of brush " +
               std::to_string(face.brush);
    }
    const std::uint32_t node_plane = level.nodes()[face.node].plane;
    if (PlaneId{face.plane}.pair() != node_plane) {
        return "it lies in plane " + std::to_string(PlaneId{face.plane}.pair()) + ", but node " +
               std::to_string(face.node) + " in plane " + std::to_string(node_plane);
    }
    return std::nullopt;
}

Problem brush_problem(const Level& level, const BrushRecord& brush) {
    if ((brush.contents & ~kBrushContents) != 0) {
        return "unknown contents " + std::to_string(brush.contents);
    }
    return first_of(
        {index_problem("its entity is", brush.entity, level.entities().size()),
         range_problem("sides", brush.first_side, brush.side_count, level.sides().size())});
}

Problem side_problem(const Level& level, const SideRecord& side) {
    return first_of({index_problem("its plane is", side.plane, plane_ids(level)),
                     index_problem("its material is", side.material, level.materials().size())});
}

// Each brush entity and its model name one another.
Result<void> check_models_entities(const Level& level) {
    std::uint32_t index = 0;
    Result<void> result =
        check_each(SectionId::Models, level.models(), [&](const ModelRecord& model) {
            Problem problem = index_problem("its entity is", model.entity, level.entities().size());
            if (!problem && level.entities()[model.entity].model != index) {
                problem = "its entity " + std::to_string(model.entity) + " has another model";
            }
            ++index;
            return problem;
        });
    if (!result) {
        return result;
    }
    index = 0;
    return check_each(SectionId::Entities, level.entities(), [&](const EntityRecord& entity) {
        Problem problem =
            range_problem("keys", entity.first_key, entity.key_count, level.keys().size());
        if (!problem && entity.model != kNone) {
            problem = index_problem("its model is", entity.model, level.models().size());
            if (!problem && level.models()[entity.model].entity != index) {
                problem = "its model " + std::to_string(entity.model) + " has another entity";
            }
        }
        ++index;
        return problem;
    });
}

Result<void> check_texts(const Level& level, std::span<const char> strings) {
    if (!strings.empty() && strings.back() != '\0') {
        return damaged(SectionId::Strings, "the last text does not end");
    }
    const Result<void> result =
        check_each(SectionId::Keys, level.keys(), [&](const KeyRecord& key) {
            return first_of({index_problem("its key is at", key.key, strings.size()),
                             index_problem("its value is at", key.value, strings.size())});
        });
    if (!result) {
        return result;
    }
    return check_each(SectionId::Materials, level.materials(), [&](const MaterialRecord& material) {
        return index_problem("its name is at", material.name, strings.size());
    });
}

Result<void> check_statistics(const StatisticsRecord& statistics) {
    if (!(std::isfinite(statistics.largest_move) && statistics.largest_move >= 0)) {
        return damaged(SectionId::Statistics, "largest_move is no distance");
    }
    return {};
}

}  // namespace

Result<void> check_sources(const Level& level, std::span<const char> strings) {
    Result<void> result = check_texts(level, strings);
    if (result) {
        result = check_models_entities(level);
    }
    if (result) {
        result = check_each(SectionId::Brushes, level.brushes(), [&](const BrushRecord& brush) {
            return brush_problem(level, brush);
        });
    }
    if (result) {
        result = check_each(SectionId::Sides, level.sides(), [&](const SideRecord& side) {
            return side_problem(level, side);
        });
    }
    if (result) {
        result = check_statistics(level.statistics());
    }
    return result;
}

Result<void> check_drawing(const Level& level) {
    Result<void> result =
        check_each(SectionId::Vertices, level.vertices(), [](const VertexRecord& v) -> Problem {
            if (std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z)) {
                return std::nullopt;
            }
            return "it is not finite";
        });
    if (result) {
        result = check_each(
            SectionId::FaceVertices, level.face_vertices(), [&](const std::uint32_t& vertex) {
                return index_problem("vertex", vertex, level.vertices().size());
            });
    }
    if (result) {
        result = check_each(SectionId::Faces, level.faces(), [&](const FaceRecord& face) {
            return face_problem(level, face);
        });
    }
    if (result) {
        result = check_each(SectionId::Models, level.models(), [&](const ModelRecord& model) {
            return range_problem("faces", model.first_face, model.face_count, level.faces().size());
        });
    }
    return result;
}

}  // namespace halfspace
