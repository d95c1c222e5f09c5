// SPDX-License-Identifier: MIT
// A level in the memory of the GPU: one buffer of vertices, tables for the shader, and the
// textures.
#pragma once

#include "halfspace/level/level.h"
#include "halfspace/render/texture_set.h"

#include "gl_object.h"
#include "level_mesh.h"

#include <cstddef>
#include <span>

namespace halfspace::viewer {

class LevelOnGpu {
public:
    // Copies everything to the GPU. Errors: Limit if the driver takes no buffer texture of the
    // needed size. REQUIRES: a current context of OpenGL 3.3.
    static Result<LevelOnGpu> make(Level level,
                                   const TextureSet& textures,
                                   const Surfaces& surfaces = {});

    const Level& level() const { return level_; }
    const LevelMesh& mesh() const { return mesh_; }

    // Puts the pieces behind the vertices of the mesh, for the next draw.
    void set_pieces(std::span<const MeshVertex> pieces);
    // Puts the planes of the world's tree relative to the eye; the view of leaves reads them.
    void set_eye_of_leaves(const Vec3& eye);
    // Binds vertices, and textures to the units 0 to 4: atlas, faces, node planes, node children,
    // leaf colours.
    void bind() const;

private:
    LevelOnGpu(Level level, LevelMesh mesh) : level_(std::move(level)), mesh_(std::move(mesh)) {}
    void upload_textures(const TextureSet& textures);
    void upload_tree();

    struct BufferTexture {
        GlObject buffer{GlKind::Buffer};
        GlObject texture{GlKind::Texture};
    };
    static void fill(BufferTexture& target, std::span<const std::byte> bytes, GLenum format);

    Level level_;
    LevelMesh mesh_;
    GlObject vertices_{GlKind::Buffer};
    GlObject layout_{GlKind::VertexArray};
    std::size_t piece_room_ = 0;
    GlObject atlas_{GlKind::Texture};
    BufferTexture faces_;
    BufferTexture planes_;
    BufferTexture children_;
    BufferTexture leaves_;
};

}  // namespace halfspace::viewer
