// SPDX-License-Identifier: MIT
#include "import/brushes/side_source.h"

#include "import/brushes/triangle_texture.h"

namespace halfspace {

SideSource source_of(const World& world, const SolidBrush& brush, std::uint32_t source) {
    const Entity& entity = world.entities[brush.entity];
    switch (brush.kind) {
        case SolidBrush::Kind::Facet: {
            const Patch& patch = entity.patches[brush.source];
            return {patch.material, SurfaceKind::NoDraw, patch.opacity, patch.position.line};
        }
        case SolidBrush::Kind::Piece: {
            const Mesh& mesh = entity.meshes[brush.source];
            const bool is_inner = source == kNone;
            const MeshTriangle& triangle = mesh.triangles[is_inner ? 0 : source];
            return {triangle.material,
                    is_inner ? SurfaceKind::NoDraw : mesh.surface,
                    triangle.opacity,
                    triangle.line};
        }
        case SolidBrush::Kind::Brush:
            break;
    }
    const BrushSide& side = entity.brushes[brush.source].sides[source];
    return {side.material, side.surface, side.opacity, side.position.line};
}

TextureMapping texture_of(const World& world, const SolidBrush& brush, std::uint32_t source) {
    const Entity& entity = world.entities[brush.entity];
    if (brush.kind == SolidBrush::Kind::Piece) {
        const Mesh& mesh = entity.meshes[brush.source];
        const MeshTriangle& triangle = mesh.triangles[source];
        return texture_mapping(projection_of(mesh, triangle),
                               normal_of(mesh, triangle),
                               world.materials[triangle.material.value]);
    }
    const BrushSide& side = entity.brushes[brush.source].sides[source];
    return texture_mapping(side.texture, normal_of(side), world.materials[side.material.value]);
}

}  // namespace halfspace
