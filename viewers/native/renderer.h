// SPDX-License-Identifier: MIT
// Draws a level by OpenGL: one call for all faces, in the exact order of the tree.
#pragma once

#include "halfspace/query/visible_faces.h"
#include "halfspace/render/painter.h"
#include "halfspace/render/polygon_list.h"
#include "halfspace/scene/matrix_stack.h"

#include "draw_list.h"
#include "frame_target.h"
#include "gl_object.h"
#include "glass.h"
#include "level_on_gpu.h"

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace halfspace::viewer {

// What a frame shows.
struct FrameOptions {
    PaintView view = PaintView::Textured;
    TextureFilter filter = TextureFilter::Smooth;
    // FrontToBack gives the same picture, but for rounding under translucent faces.
    DrawOrder order = DrawOrder::BackToFront;
    // True: the depth buffer decides what hides what. False: the order alone does, unless there are
    // surfaces: they have no order.
    bool has_depth_buffer = false;
    // The width of the lines along the edges of faces, pixels; 0: no lines.
    double wire_width = 0;
    // The walls of this body as glass over the picture.
    std::optional<SpaceId> glass;
};

// A line over the picture, with the same colour at both ends.
struct OverlayLine {
    Vec3 from;
    Vec3 to;
    Rgba colour;
};

// What a frame shows and leaves out beside the level and its models.
struct FrameParts {
    // Null, or the marks of what an eye may see; the rest is left out.
    const VisibleFaces* visible = nullptr;
    std::span<const OverlayLine> lines;
    // Polygons that are no faces, over the picture, where no face hides them; null: none.
    const PolygonList* polygons = nullptr;
    // The same, but they shine through faces that hide them.
    const PolygonList* shining = nullptr;
};

// What a frame cost. CPU time of the thread, milliseconds.
struct FrameReport {
    std::size_t polygons = 0;        // faces and pieces of faces in view; all triangles of surfaces
    std::size_t ranges = 0;          // ranges of the one draw call
    std::size_t glass_polygons = 0;  // walls of the body in view
    double order_ms = 0;             // traversal, culling, and writing the ranges
    double submit_ms = 0;            // calls of OpenGL for the faces
    double glass_ms = 0;             // the same for glass, whose walls are found before
};

class Renderer {
public:
    // Errors: Unsupported, if the driver refuses a shader. REQUIRES: a current context of OpenGL
    // 3.3.
    static Result<Renderer> make();

    // Draws a frame into the finished picture of `target`. models: where doors and lifts stand.
    // REQUIRES: view as look_at returns it; glass in range.
    FrameReport draw(const FrameTarget& target,
                     LevelOnGpu& level,
                     std::span<const PlacedModel> models,
                     const View& view,
                     const FrameOptions& options,
                     const FrameParts& parts = {});

    // The matrices of the last frame.
    MatrixStack& matrices() { return matrices_; }

private:
    Renderer() = default;
    void set_camera(const View& view);
    std::array<float, 16> to_clip(const Transform& place, const Vec3& eye);
    void set_faces(LevelOnGpu& level, const View& view, const FrameOptions& options);
    void draw_faces(const FrameTarget& target,
                    const LevelMesh& mesh,
                    const FrameOptions& options,
                    bool needs_depths);
    void draw_depths(const LevelMesh& mesh) const;
    void draw_colours(const LevelMesh& mesh, DrawOrder order) const;
    void finish(const FrameTarget& target, const FrameOptions& options);
    void begin_overlay(double nearer);
    std::size_t draw_glass(std::size_t part, const Transform& place, const Vec3& eye);
    void add_overlay_vertex(const Vec3& point, const Vec3& eye, const Rgba& colour);
    void draw_lines(std::span<const OverlayLine> lines, const Vec3& eye);
    void draw_polygons(const PolygonList& list, const Vec3& eye, double opacity = 1);
    void draw_overlay(GLenum kind, const Vec3& eye);

    GlObject faces_;
    GlObject overlay_;
    GlObject picture_;
    GlObject overlay_buffer_{GlKind::Buffer};
    GlObject overlay_layout_{GlKind::VertexArray};
    GlObject no_layout_{GlKind::VertexArray};
    std::vector<OverlayVertex> overlay_vertices_;
    Glass glass_;
    MatrixStack matrices_;
    DrawList list_;
};

}  // namespace halfspace::viewer
