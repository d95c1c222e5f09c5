// SPDX-License-Identifier: MIT
#include "level_on_gpu.h"

#include "halfspace/render/shading.h"
#include "halfspace/render/visibility_polygons.h"

#include "texture_atlas.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace halfspace::viewer {
namespace {

constexpr GLsizeiptr kVertexSize = sizeof(MeshVertex);

template <class T>
std::span<const std::byte> bytes_of(const std::vector<T>& values) {
    return std::as_bytes(std::span(values));
}

void describe_vertices() {
    glEnableVertexAttribArray(0);
    glVertexAttribPointer(
        0, 3, GL_FLOAT, GL_FALSE, kVertexSize, attribute_at(offsetof(MeshVertex, position)));
    glEnableVertexAttribArray(1);
    glVertexAttribPointer(
        1, 2, GL_FLOAT, GL_FALSE, kVertexSize, attribute_at(offsetof(MeshVertex, texcoord)));
    glEnableVertexAttribArray(2);
    glVertexAttribIPointer(
        2, 1, GL_UNSIGNED_INT, kVertexSize, attribute_at(offsetof(MeshVertex, light_and_sides)));
    glEnableVertexAttribArray(3);
    glVertexAttribIPointer(
        3, 1, GL_UNSIGNED_INT, kVertexSize, attribute_at(offsetof(MeshVertex, face)));
    glEnableVertexAttribArray(4);
    glVertexAttribPointer(4,
                          4,
                          GL_INT_2_10_10_10_REV,
                          GL_TRUE,
                          kVertexSize,
                          attribute_at(offsetof(MeshVertex, normal)));
}

// Three texels, as the shader reads them.
using FaceRow = std::array<std::uint16_t, 12>;

FaceRow face_row(const Level& level,
                 const TextureAtlas& atlas,
                 std::uint32_t material,
                 std::uint32_t opacity,
                 bool is_sky,
                 const Rgba& cluster) {
    const AtlasPlace& place = atlas.places[material];
    const bool is_masked = (level.materials()[material].flags & kMaterialMasked) != 0;
    const std::uint32_t flags = (is_sky ? 1u : 0u) | (is_masked ? 2u : 0u);
    return {place.x,
            place.y,
            place.width,
            place.height,
            place.page,
            static_cast<std::uint16_t>(flags),
            static_cast<std::uint16_t>(opacity),
            0,
            cluster.r,
            cluster.g,
            cluster.b,
            0};
}

// A row for each face, then one for each look of surfaces.
std::vector<FaceRow> face_table(const Level& level,
                                const LevelMesh& mesh,
                                const TextureAtlas& atlas) {
    std::vector<FaceRow> table;
    table.reserve(level.faces().size() + mesh.looks.size());
    for (std::uint32_t f = 0; f < level.faces().size(); ++f) {
        const FaceRecord& face = level.faces()[f];
        const bool is_sky = (face.flags & kFaceSky) != 0;
        table.push_back(face_row(
            level, atlas, face.material, opacity_of(face), is_sky, first_cluster_colour(level, f)));
    }
    for (const SurfaceLook& look : mesh.looks) {
        table.push_back(face_row(
            level, atlas, look.material.value, look.opacity, look.is_sky, kNoClusterColour));
    }
    return table;
}

}  // namespace

Result<LevelOnGpu> LevelOnGpu::make(Level level,
                                    const TextureSet& textures,
                                    const Surfaces& surfaces) {
    GLint most = 0;
    glGetIntegerv(GL_MAX_TEXTURE_BUFFER_SIZE, &most);
    LevelMesh mesh = mesh_of(level, surfaces);
    const std::size_t needed = std::max({3 * (level.faces().size() + mesh.looks.size()),
                                         level.nodes().size(),
                                         level.leaves().size()});
    if (needed > static_cast<std::size_t>(most)) {
        return std::unexpected(Error{ErrorCode::Limit,
                                     "the level needs tables of " + std::to_string(needed) +
                                         " entries; this driver of OpenGL takes " +
                                         std::to_string(most),
                                     {}});
    }
    LevelOnGpu made(std::move(level), std::move(mesh));
    glBindVertexArray(made.layout_.id());
    glBindBuffer(GL_ARRAY_BUFFER, made.vertices_.id());
    describe_vertices();
    made.set_pieces({});
    made.upload_textures(textures);
    made.upload_tree();
    return made;
}

void LevelOnGpu::fill(BufferTexture& target, std::span<const std::byte> bytes, GLenum format) {
    glBindBuffer(GL_TEXTURE_BUFFER, target.buffer.id());
    glBufferData(GL_TEXTURE_BUFFER,
                 static_cast<GLsizeiptr>(std::max<std::size_t>(bytes.size(), 16)),
                 bytes.size() < 16 ? nullptr : bytes.data(),
                 GL_STATIC_DRAW);
    glBindTexture(GL_TEXTURE_BUFFER, target.texture.id());
    glTexBuffer(GL_TEXTURE_BUFFER, format, target.buffer.id());
}

void LevelOnGpu::set_pieces(std::span<const MeshVertex> pieces) {
    glBindBuffer(GL_ARRAY_BUFFER, vertices_.id());
    const auto mesh_bytes = static_cast<GLsizeiptr>(mesh_.vertices.size()) * kVertexSize;
    if (pieces.size() > piece_room_ || piece_room_ == 0) {
        piece_room_ = std::max<std::size_t>(2 * pieces.size(), 1024);
        glBufferData(GL_ARRAY_BUFFER,
                     mesh_bytes + static_cast<GLsizeiptr>(piece_room_) * kVertexSize,
                     nullptr,
                     GL_DYNAMIC_DRAW);
        glBufferSubData(GL_ARRAY_BUFFER, 0, mesh_bytes, mesh_.vertices.data());
    }
    glBufferSubData(GL_ARRAY_BUFFER,
                    mesh_bytes,
                    static_cast<GLsizeiptr>(pieces.size()) * kVertexSize,
                    pieces.data());
}

void LevelOnGpu::upload_textures(const TextureSet& textures) {
    GLint largest = 0;
    glGetIntegerv(GL_MAX_TEXTURE_SIZE, &largest);
    const TextureAtlas atlas =
        pack_textures(textures, level_.materials().size(), static_cast<std::uint32_t>(largest));
    const auto size = static_cast<GLsizei>(atlas.size);
    glBindTexture(GL_TEXTURE_2D_ARRAY, atlas_.id());
    glTexParameteri(GL_TEXTURE_2D_ARRAY, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glTexParameteri(GL_TEXTURE_2D_ARRAY, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    glTexImage3D(GL_TEXTURE_2D_ARRAY,
                 0,
                 GL_RGBA8,
                 size,
                 size,
                 static_cast<GLsizei>(atlas.pages.size()),
                 0,
                 GL_RGBA,
                 GL_UNSIGNED_BYTE,
                 nullptr);
    for (std::size_t i = 0; i < atlas.pages.size(); ++i) {
        glTexSubImage3D(GL_TEXTURE_2D_ARRAY,
                        0,
                        0,
                        0,
                        static_cast<GLint>(i),
                        size,
                        size,
                        1,
                        GL_RGBA,
                        GL_UNSIGNED_BYTE,
                        atlas.pages[i].pixels.data());
    }
    fill(faces_, bytes_of(face_table(level_, mesh_, atlas)), GL_RGBA16UI);
}

void LevelOnGpu::upload_tree() {
    std::vector<std::array<std::int32_t, 2>> children;
    for (const NodeRecord& node : level_.nodes()) {
        children.push_back({node.child[0], node.child[1]});
    }
    fill(children_, bytes_of(children), GL_RG32I);
    std::vector<Rgba> colours;
    for (std::uint32_t i = 0; i < level_.leaves().size(); ++i) {
        colours.push_back(leaf_colour(LeafId(i)));
    }
    fill(leaves_, bytes_of(colours), GL_RGBA8);
    set_eye_of_leaves({});
}

void LevelOnGpu::set_eye_of_leaves(const Vec3& eye) {
    std::vector<std::array<float, 4>> planes;
    planes.reserve(level_.nodes().size());
    for (const NodeRecord& node : level_.nodes()) {
        const Plane plane = level_.scaled_plane(node.plane);
        const double scale = 1 / length(plane.n);
        planes.push_back({static_cast<float>(plane.n.x * scale),
                          static_cast<float>(plane.n.y * scale),
                          static_cast<float>(plane.n.z * scale),
                          static_cast<float>((plane.d - dot(plane.n, eye)) * scale)});
    }
    fill(planes_, bytes_of(planes), GL_RGBA32F);
}

void LevelOnGpu::bind() const {
    const auto bind_texture = [](GLenum unit, GLenum target, const GlObject& texture) {
        glActiveTexture(GL_TEXTURE0 + unit);
        glBindTexture(target, texture.id());
    };
    glBindVertexArray(layout_.id());
    bind_texture(4, GL_TEXTURE_BUFFER, leaves_.texture);
    bind_texture(3, GL_TEXTURE_BUFFER, children_.texture);
    bind_texture(2, GL_TEXTURE_BUFFER, planes_.texture);
    bind_texture(1, GL_TEXTURE_BUFFER, faces_.texture);
    bind_texture(0, GL_TEXTURE_2D_ARRAY, atlas_);
}

}  // namespace halfspace::viewer
