// SPDX-License-Identifier: MIT
#include "support/refit.h"

#include "halfspace/level/bodies.h"

#include <algorithm>
#include <cstddef>
#include <span>
#include <utility>
#include <vector>

namespace halfspace::test {
namespace {

Int128 distance_of(const PlaneRecord& plane) {
    return Int128{plane.d_high} * (Int128{1} << 64) + plane.d_low;
}

std::uint32_t axis_of(const PlaneRecord& plane) {
    const auto ones = std::count(plane.n, plane.n + 3, 1);
    const auto zeros = std::count(plane.n, plane.n + 3, 0);
    return ones == 1 && zeros == 2
               ? static_cast<std::uint32_t>(std::find(plane.n, plane.n + 3, 1) - plane.n)
               : kNodeAxisMask;
}

SightState sight_below(const LevelData& level, std::int32_t child) {
    if (child < 0) {
        const LeafRecord& leaf = level.leaves[static_cast<std::size_t>(-1 - child)];
        return any(static_cast<Contents>(leaf.contents) & kSightBlockers) ? kSightBlocked
                                                                          : kSightClear;
    }
    const std::uint32_t flags = level.nodes[static_cast<std::size_t>(child)].flags;
    const std::uint32_t front = flags >> kNodeSightShift & kNodeSightMask;
    const std::uint32_t back = flags >> (kNodeSightShift + 2) & kNodeSightMask;
    return front == back ? front : kSightMixed;
}

}  // namespace

void line_up_vertices(LevelData& level) {
    const std::vector<std::uint32_t> vertices = std::move(level.face_vertices);
    const std::vector<TexcoordRecord> texcoords = std::move(level.face_texcoords);
    level.face_vertices.clear();
    level.face_texcoords.clear();
    for (FaceRecord& face : level.faces) {
        const auto first = static_cast<std::ptrdiff_t>(face.first_vertex);
        const std::ptrdiff_t end = first + static_cast<std::ptrdiff_t>(face.vertex_count);
        face.first_vertex = static_cast<std::uint32_t>(level.face_vertices.size());
        level.face_vertices.insert(
            level.face_vertices.end(), vertices.begin() + first, vertices.begin() + end);
        level.face_texcoords.insert(
            level.face_texcoords.end(), texcoords.begin() + first, texcoords.begin() + end);
    }
}

std::vector<BrushParts> brush_parts(const LevelData& level) {
    std::vector<BrushParts> parts;
    for (const BrushRecord& brush : level.brushes) {
        const auto sides = std::span(level.sides).subspan(brush.first_side, brush.side_count);
        const auto bevels = std::span(level.bevels).subspan(brush.first_bevel, brush.bevel_count);
        parts.push_back({brush, {sides.begin(), sides.end()}, {bevels.begin(), bevels.end()}});
    }
    return parts;
}

void set_brushes(LevelData& level, const std::vector<BrushParts>& brushes) {
    level.brushes.clear();
    level.sides.clear();
    level.bevels.clear();
    for (const auto& [record, sides, bevels] : brushes) {
        BrushRecord& brush = level.brushes.emplace_back(record);
        brush.first_side = static_cast<std::uint32_t>(level.sides.size());
        brush.side_count = static_cast<std::uint32_t>(sides.size());
        brush.first_bevel = static_cast<std::uint32_t>(level.bevels.size());
        brush.bevel_count = static_cast<std::uint32_t>(bevels.size());
        level.sides.insert(level.sides.end(), sides.begin(), sides.end());
        level.bevels.insert(level.bevels.end(), bevels.begin(), bevels.end());
    }
    level.contacts.clear();
    for (NodeRecord& node : level.nodes) {
        node.first_contact = 0;
    }
    level.faces.clear();
    level.face_vertices.clear();
    level.face_texcoords.clear();
    for (ModelRecord& model : level.models) {
        model.first_face = 0;
        model.face_count = 0;
    }
    refit_drawing(level);
}

void add_point_space(LevelData& level) {
    SpaceRecord space{};
    space.name = static_cast<std::uint32_t>(level.strings.size());
    space.flags = kSpaceInMainTree;
    for (const char c : {'p', 'o', 'i', 'n', 't', '\0'}) {
        level.strings.push_back(c);
    }
    level.spaces.push_back(space);
    for (const ModelRecord& model : level.models) {
        level.space_roots.push_back(model.root);
    }
}

void refit_bodies(LevelData& level) {
    for (LeafRecord& leaf : level.leaves) {
        leaf.blockers = (leaf.blockers & ~std::uint64_t{kBlockerMask}) |
                        blocker_bits(static_cast<Contents>(leaf.contents));
    }
    for (std::size_t i = level.nodes.size(); i-- > 0;) {
        NodeRecord& node = level.nodes[i];
        for (std::size_t c = 0; c < 2; ++c) {
            const std::int32_t child = node.child[c];
            node.body_states[c] =
                child < 0 ? body_states_of(level.leaves[static_cast<std::size_t>(-1 - child)],
                                           level.spaces.size())
                          : body_states_of(level.nodes[static_cast<std::size_t>(child)]);
        }
    }
}

void refit_drawing(LevelData& level) {
    level.node_faces = node_faces(level.nodes, level.faces, level.face_vertices, level.vertices);
    for (std::size_t i = 0; i < level.nodes.size(); ++i) {
        level.nodes[i].flags &= ~(3u << kNodeDrawnShift | kNodeTwoSided);
        level.nodes[i].flags |= drawn_flags(i, level.nodes, level.faces, level.node_faces);
    }
}

void refit_nodes(LevelData& level) {
    for (std::size_t i = level.nodes.size(); i-- > 0;) {
        NodeRecord& node = level.nodes[i];
        const PlaneRecord& plane = level.planes[node.plane];
        const Plane scaled = scaled_plane(
            {{plane.n[0], plane.n[1], plane.n[2]}, distance_of(plane)}, level.grid_exponent);
        for (std::size_t axis = 0; axis < 3; ++axis) {
            node.n[axis] = scaled.n[axis];
        }
        node.d = scaled.d;
        node.flags = axis_of(plane) | sight_below(level, node.child[0]) << kNodeSightShift |
                     sight_below(level, node.child[1]) << (kNodeSightShift + 2);
    }
    refit_bodies(level);
    refit_drawing(level);
}

void move_plane(PlaneRecord& plane, std::int64_t steps) {
    const Int128 d = distance_of(plane) + steps;
    plane.d_low = static_cast<std::uint64_t>(d);
    plane.d_high = static_cast<std::int64_t>(d >> 64);
}

std::uint32_t add_moved_plane(LevelData& level, std::uint32_t plane, std::int64_t steps) {
    PlaneRecord moved = level.planes[plane];
    move_plane(moved, steps);
    level.planes.push_back(moved);
    return static_cast<std::uint32_t>(level.planes.size() - 1);
}

}  // namespace halfspace::test
