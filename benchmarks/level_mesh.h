// SPDX-License-Identifier: MIT
// The drawn faces of a level's world as triangles, and a loop over all of them.
#pragma once

#include "halfspace/base/contents.h"
#include "halfspace/level/level.h"
#include "halfspace/query/segment.h"
#include "halfspace/spatial/triangle_bvh.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace halfspace::bench {

struct LevelMesh {
    // blockers: only faces of brushes with one of these contents; without any, all faces.
    explicit LevelMesh(const Level& level, Contents blockers = {}) {
        for (const VertexRecord& vertex : level.vertices()) {
            positions.insert(positions.end(), {vertex.x, vertex.y, vertex.z});
        }
        const ModelRecord& world = level.models().front();
        for (const FaceRecord& face : level.faces().subspan(world.first_face, world.face_count)) {
            if (any(blockers) &&
                (face.brush == kNone ||
                 !any(static_cast<Contents>(level.brushes()[face.brush].contents) & blockers))) {
                continue;
            }
            const auto corners =
                level.face_vertices().subspan(face.first_vertex, face.vertex_count);
            Aabb box;
            for (const std::uint32_t corner : corners) {
                const VertexRecord& at = level.vertices()[corner];
                box = merge(box, Vec3{at.x, at.y, at.z});
            }
            boxes.push_back(box);
            first_triangles.push_back(faces.size());
            for (std::size_t i = 2; i < corners.size(); ++i) {
                indices.insert(indices.end(), {corners[0], corners[i - 1], corners[i]});
                faces.push_back(static_cast<std::uint32_t>(boxes.size() - 1));
            }
        }
        first_triangles.push_back(faces.size());
    }

    TriangleMesh mesh() const { return {std::span<const float>(positions), indices}; }

    std::vector<float> positions;
    std::vector<std::uint32_t> indices;
    std::vector<std::uint32_t> faces;          // of each triangle, counted from the world's first
    std::vector<Aabb> boxes;                   // of each face
    std::vector<std::size_t> first_triangles;  // of each face, and the end
};

// Triangles as rows of floats, eight at a time, so that the compiler tests several at once.
class TriangleRows {
public:
    explicit TriangleRows(const TriangleMesh& mesh) {
        blocks_.reserve((mesh.size() + kLanes - 1) / kLanes);
        for (std::size_t i = 0; i < mesh.size(); ++i) {
            if (i % kLanes == 0) {
                blocks_.emplace_back();
            }
            const Triangle triangle = mesh.triangle(i);
            for (std::size_t axis = 0; axis < 3; ++axis) {
                Block& block = blocks_.back();
                const std::size_t lane = i % kLanes;
                block.a[axis][lane] = static_cast<float>(triangle.a[axis]);
                block.ab[axis][lane] = static_cast<float>(triangle.b[axis] - triangle.a[axis]);
                block.ac[axis][lane] = static_cast<float>(triangle.c[axis] - triangle.a[axis]);
            }
        }
    }

    // How far along the segment the first triangle is; infinity if there is none. Source: Möller
    // and Trumbore, Fast, Minimum Storage Ray/Triangle Intersection, 1997.
    float first_hit(const Segment& segment) const {
        constexpr float kNever = std::numeric_limits<float>::infinity();
        std::array<float, 3> o{};
        std::array<float, 3> d{};
        for (std::size_t axis = 0; axis < 3; ++axis) {
            o[axis] = static_cast<float>(segment.from[axis]);
            d[axis] = static_cast<float>(segment.to[axis] - segment.from[axis]);
        }
        std::array<float, kLanes> least{};
        least.fill(kNever);
        for (const Block& block : blocks_) {
            const auto& [a, ab, ac] = block;
            for (std::size_t i = 0; i < kLanes; ++i) {
                const float px = d[1] * ac[2][i] - d[2] * ac[1][i];
                const float py = d[2] * ac[0][i] - d[0] * ac[2][i];
                const float pz = d[0] * ac[1][i] - d[1] * ac[0][i];
                const float scale = 1 / (ab[0][i] * px + ab[1][i] * py + ab[2][i] * pz);
                const float sx = o[0] - a[0][i];
                const float sy = o[1] - a[1][i];
                const float sz = o[2] - a[2][i];
                const float u = (sx * px + sy * py + sz * pz) * scale;
                const float qx = sy * ab[2][i] - sz * ab[1][i];
                const float qy = sz * ab[0][i] - sx * ab[2][i];
                const float qz = sx * ab[1][i] - sy * ab[0][i];
                const float v = (d[0] * qx + d[1] * qy + d[2] * qz) * scale;
                const float t = (ac[0][i] * qx + ac[1][i] * qy + ac[2][i] * qz) * scale;
                const bool is_hit = (u >= 0) & (v >= 0) & (u + v <= 1) & (t >= 0);
                const float at = is_hit ? t : kNever;
                least[i] = at < least[i] ? at : least[i];
            }
        }
        return *std::ranges::min_element(least);
    }

private:
    static constexpr std::size_t kLanes = 8;
    using Row = std::array<std::array<float, kLanes>, 3>;
    struct Block {
        Row a{};
        Row ab{};  // from a to b
        Row ac{};
    };

    std::vector<Block> blocks_;
};

}  // namespace halfspace::bench
