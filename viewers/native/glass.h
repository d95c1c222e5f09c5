// SPDX-License-Identifier: MIT
// The walls of a body as glass over the picture. All walls are found and copied to the GPU once for
// a level and a body. A frame only goes through their tree.
#pragma once

#include "halfspace/query/placed_level.h"
#include "halfspace/render/space_polygons.h"

#include "draw_ranges.h"
#include "gl_object.h"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace halfspace::viewer {

// A corner of a triangle or an end of a line.
struct OverlayVertex {
    float position[3];
    Rgba colour;
};

// Tells the bound vertex array how the bound buffer holds overlay vertices.
void describe_overlay_vertices();

class Glass {
public:
    // REQUIRES: a current context of OpenGL 3.3.
    Glass();

    // Finds the walls of the world and of the models, unless they are known, and lights the walls
    // of models that have turned. REQUIRES: space in range.
    void find(const Level& level, std::span<const PlacedModel> models, SpaceId space);

    // The walls of one part that look towards the eye and may be in the frustum, back to front.
    // Part 0 is the world, part i + 1 is models[i] of `find`. Eye and frustum stand in the frame of
    // the model. REQUIRES: part in range.
    const DrawRanges& sort(std::size_t part, const Vec3& eye, const Frustum& frustum);

    // The vertices. They stand in the frames of their models.
    GLuint layout() const { return layout_.id(); }

private:
    struct Part {
        ModelId model;
        SpaceWalls walls;
        std::size_t first_vertex = 0;
        Transform lit;  // where the model stood when its walls were lit
    };
    void find_all(const Level& level, std::span<const PlacedModel> models, SpaceId space);

    std::optional<Level> level_;
    SpaceId space_;
    std::vector<Part> parts_;
    DrawRanges ranges_;
    GlObject buffer_{GlKind::Buffer};
    GlObject layout_{GlKind::VertexArray};
};

}  // namespace halfspace::viewer
