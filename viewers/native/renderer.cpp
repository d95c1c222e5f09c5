// SPDX-License-Identifier: MIT
#include "renderer.h"

#include "halfspace/render/shading.h"
#include "halfspace/scene/camera.h"

#include "look.h"
#include "picture_parts.h"
#include "shaders.h"

#include <algorithm>
#include <ctime>
#include <limits>
#include <utility>

namespace halfspace::viewer {
namespace {

// The near plane's distance from the eye [map units]. There is no far plane: a level may be as
// large as its format allows.
constexpr double kNear = 0x1p-6;

struct Colour3 {
    float r, g, b;
};

Colour3 colour_of(const Rgba& c) {
    return {c.r / 255.0f, c.g / 255.0f, c.b / 255.0f};
}

void set_colour(const GlObject& program, const char* name, const Rgba& colour) {
    const auto [r, g, b] = colour_of(colour);
    glUniform3f(uniform_of(program, name), r, g, b);
}

// The eye as two floats for each coordinate.
void set_eye(const GlObject& program, const Vec3& eye) {
    std::array<float, 3> high{};
    std::array<float, 3> low{};
    for (std::size_t i = 0; i < 3; ++i) {
        high[i] = static_cast<float>(eye[i]);
        low[i] = static_cast<float>(eye[i] - high[i]);
    }
    glUniform3fv(uniform_of(program, "eye_high"), 1, high.data());
    glUniform3fv(uniform_of(program, "eye_low"), 1, low.data());
}

double cpu_ms() {
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) * 1e-6;
}

// The milliseconds since the last call.
class CpuClock {
public:
    double lap() {
        const double now = cpu_ms();
        return now - std::exchange(last_, now);
    }

private:
    double last_ = cpu_ms();
};

// What no frame changes.
void set_constants(const GlObject& program) {
    glUseProgram(program.id());
    glUniform1f(uniform_of(program, "near"), static_cast<float>(kNear));
    glUniform1i(uniform_of(program, "atlas"), 0);
    glUniform1i(uniform_of(program, "faces"), 1);
    glUniform1i(uniform_of(program, "nodePlanes"), 2);
    glUniform1i(uniform_of(program, "nodeChildren"), 3);
    glUniform1i(uniform_of(program, "leafColours"), 4);
    set_colour(program, "skyHorizon", kSkyHorizon);
    set_colour(program, "skyZenith", kSkyZenith);
    set_colour(program, "skyNadir", kSkyNadir);
    set_colour(program, "background", PaintOptions().background);
    glUniform1f(uniform_of(program, "translucentOpacity"), kTranslucentOpacity / 255.0f);
    glUniform1f(uniform_of(program, "leafDistance"), static_cast<float>(kLeafDistance));
}

void set_picture_constants(const GlObject& program) {
    std::vector<float> heat;
    for (std::uint32_t i = 0; i <= kHottest; ++i) {
        const auto [r, g, b] = colour_of(heat_colour(i));
        heat.insert(heat.end(), {r, g, b});
    }
    glUseProgram(program.id());
    glUniform1i(uniform_of(program, "picture"), 0);
    glUniform3fv(uniform_of(program, "heat"), kHottest + 1, heat.data());
    glUniform1f(uniform_of(program, "heatStep"), 1);
    set_colour(program, "background", PaintOptions().background);
}

// The vertices [first, end) of surfaces. They have two sides, of which one is seen.
void draw_surfaces(std::uint32_t first, std::uint32_t end) {
    if (first == end) {
        return;
    }
    glEnable(GL_CULL_FACE);
    glDrawArrays(GL_TRIANGLES, static_cast<GLint>(first), static_cast<GLsizei>(end - first));
    glDisable(GL_CULL_FACE);
}

void draw_vertices(const DrawRanges& ranges) {
    glMultiDrawArrays(GL_TRIANGLES,
                      ranges.firsts.data(),
                      ranges.counts.data(),
                      static_cast<GLsizei>(ranges.firsts.size()));
}

}  // namespace

Result<Renderer> Renderer::make() {
    Renderer made;
    const std::array<std::pair<GlObject*, ShaderPair>, 3> programs{
        {{&made.faces_, face_shaders()},
         {&made.overlay_, overlay_shaders()},
         {&made.picture_, picture_shaders()}}};
    for (const auto& [program, shaders] : programs) {
        Result<GlObject> linked = link_program(shaders.vertex.c_str(), shaders.fragment.c_str());
        if (!linked) {
            return std::unexpected(linked.error());
        }
        *program = std::move(*linked);
    }
    set_constants(made.faces_);
    glUseProgram(made.overlay_.id());
    glUniform1f(uniform_of(made.overlay_, "near"), static_cast<float>(kNear));
    set_picture_constants(made.picture_);
    glBindVertexArray(made.overlay_layout_.id());
    glBindBuffer(GL_ARRAY_BUFFER, made.overlay_buffer_.id());
    describe_overlay_vertices();
    return made;
}

void Renderer::set_camera(const View& view) {
    const auto projection = projection_matrix(view, kNear, std::numeric_limits<double>::infinity());
    matrices_.set_view(view_matrix(view));
    matrices_.set_projection(*projection);
}

// The matrix for vertices in the frame of a model that stands at `place`, relative to the eye in
// this frame.
std::array<float, 16> Renderer::to_clip(const Transform& place, const Vec3& eye) {
    matrices_.push();
    matrices_.multiply_model(matrix_of(place));
    matrices_.multiply_model(matrix_of(moved_by(eye)));
    const Matrix4& matrix = matrices_.model_view_projection();
    std::array<float, 16> numbers{};
    std::ranges::transform(
        matrix.numbers, numbers.begin(), [](double x) { return static_cast<float>(x); });
    matrices_.pop();
    return numbers;
}

FrameReport Renderer::draw(const FrameTarget& target,
                           LevelOnGpu& level,
                           std::span<const PlacedModel> models,
                           const View& view,
                           const FrameOptions& options,
                           const FrameParts& parts) {
    FrameReport report;
    CpuClock clock;
    const LevelMesh& mesh = level.mesh();
    const bool needs_depths = options.has_depth_buffer || mesh.has_surfaces() || options.glass ||
                              !parts.lines.empty() || parts.polygons != nullptr;
    set_camera(view);
    list_.sort(level.level(),
               mesh,
               models,
               view.eye,
               options.order,
               frustum_of(matrices_.view_projection()).value(),
               parts.visible);
    report.order_ms = clock.lap();
    report.polygons = list_.ranges().polygons + mesh.surface_triangles;
    report.ranges = list_.ranges().firsts.size();
    set_faces(level, view, options);
    draw_faces(target, mesh, options, needs_depths);
    report.submit_ms = clock.lap();
    finish(target, options);
    if (options.glass) {
        glass_.find(level.level(), models, *options.glass);
        clock.lap();
        begin_overlay(1);
        report.glass_polygons = draw_glass(0, {}, view.eye);
        for (std::size_t i = 0; i < models.size(); ++i) {
            const Transform& place = models[i].transform;
            report.glass_polygons += draw_glass(i + 1, place, to_local(place, view.eye));
        }
        report.glass_ms = clock.lap();
    }
    if (parts.polygons != nullptr) {
        begin_overlay(kLineNearer);
        draw_polygons(*parts.polygons, view.eye);
    }
    if (parts.shining != nullptr) {
        begin_overlay(kLineNearer);
        glDisable(GL_DEPTH_TEST);
        draw_polygons(*parts.shining, view.eye, tool::kThroughWalls / 256.0);
        begin_overlay(kLineNearer);
        draw_polygons(*parts.shining, view.eye);
    }
    if (!parts.lines.empty()) {
        begin_overlay(kLineNearer);
        draw_lines(parts.lines, view.eye);
    }
    return report;
}

void Renderer::set_faces(LevelOnGpu& level, const View& view, const FrameOptions& options) {
    const double width = options.view == PaintView::Wire && options.wire_width == 0
                             ? PaintOptions().wire_width
                             : options.wire_width;
    const bool is_under =
        options.order == DrawOrder::FrontToBack && options.view != PaintView::Overdraw;
    glUseProgram(faces_.id());
    glUniformMatrix4fv(uniform_of(faces_, "to_clip"), 1, GL_FALSE, to_clip({}, view.eye).data());
    set_eye(faces_, view.eye);
    glUniform1i(uniform_of(faces_, "view"), static_cast<GLint>(options.view));
    glUniform1i(uniform_of(faces_, "isNearest"), options.filter == TextureFilter::Nearest);
    glUniform1i(uniform_of(faces_, "isPremultiplied"), is_under);
    glUniform1f(uniform_of(faces_, "wire_width"), static_cast<float>(width));
    set_colour(faces_, "wireColor", options.view == PaintView::Wire ? kWireColour : kEdgeColour);
    glUniform1i(uniform_of(faces_, "root"), level.level().root(kWorldModel, SpaceId(0)));
    if (options.view == PaintView::Leaves) {
        level.set_eye_of_leaves(view.eye);
    }
    level.bind();
    level.set_pieces(list_.pieces());
}

// The depths of surfaces and faces. Nothing is behind the sky.
void Renderer::draw_depths(const LevelMesh& mesh) const {
    draw_surfaces(mesh.first_of_surfaces(), mesh.first_of_sky);
    draw_vertices(list_.ranges());
}

// Depths decide what opaque surfaces hide. Translucent ones count as nearer than these and as
// farther than the faces of the level, which is wrong for some faces behind them.
void Renderer::draw_colours(const LevelMesh& mesh, DrawOrder order) const {
    const std::uint32_t end = static_cast<std::uint32_t>(mesh.vertices.size());
    if (order == DrawOrder::BackToFront) {
        draw_surfaces(mesh.first_of_surfaces(), end);
        draw_vertices(list_.ranges());
    } else {
        draw_vertices(list_.ranges());
        draw_surfaces(mesh.first_of_translucent, end);
        draw_surfaces(mesh.first_of_surfaces(), mesh.first_of_translucent);
    }
}

// The depths of opaque faces are written first, so that translucent faces are right in both orders.
void Renderer::draw_faces(const FrameTarget& target,
                          const LevelMesh& mesh,
                          const FrameOptions& options,
                          bool needs_depths) {
    glBindFramebuffer(GL_FRAMEBUFFER, target.faces());
    glViewport(0, 0, static_cast<GLsizei>(target.width()), static_cast<GLsizei>(target.height()));
    glClearColor(0, 0, 0, 0);
    glClearDepth(0);  // infinitely far away, as shaders.cpp explains
    glDepthMask(GL_TRUE);
    glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
    glDisable(GL_BLEND);
    if (needs_depths) {
        glColorMask(GL_FALSE, GL_FALSE, GL_FALSE, GL_FALSE);
        glEnable(GL_DEPTH_TEST);
        glDepthFunc(GL_GEQUAL);
        glUniform1i(uniform_of(faces_, "isDepthOnly"), 1);
        draw_depths(mesh);
        glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
    }
    glUniform1i(uniform_of(faces_, "isDepthOnly"), 0);
    glDepthMask(GL_FALSE);
    if (!options.has_depth_buffer && !mesh.has_surfaces()) {
        glDisable(GL_DEPTH_TEST);
    }
    glEnable(GL_BLEND);
    if (options.view == PaintView::Overdraw) {
        glBlendFunc(GL_ONE, GL_ONE);
    } else if (options.order == DrawOrder::FrontToBack) {
        glBlendFunc(GL_ONE_MINUS_DST_ALPHA, GL_ONE);
    } else {
        glBlendFuncSeparate(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA, GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
    }
    draw_colours(mesh, options.order);
}

void Renderer::finish(const FrameTarget& target, const FrameOptions& options) {
    glBindFramebuffer(GL_FRAMEBUFFER, target.finished());
    glDisable(GL_BLEND);
    glDisable(GL_DEPTH_TEST);
    glUseProgram(picture_.id());
    glUniform1i(uniform_of(picture_, "isCount"), options.view == PaintView::Overdraw);
    glActiveTexture(GL_TEXTURE0);
    glBindTexture(GL_TEXTURE_2D, target.faces_texture());
    glBindVertexArray(no_layout_.id());
    glDrawArrays(GL_TRIANGLES, 0, 3);
}

// nearer: the factor by which all is drawn nearer to the eye.
void Renderer::begin_overlay(double nearer) {
    glEnable(GL_BLEND);
    // The picture stays opaque.
    glBlendFuncSeparate(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA, GL_ZERO, GL_ONE);
    glEnable(GL_DEPTH_TEST);
    glDepthFunc(GL_GEQUAL);
    glDepthMask(GL_FALSE);
    glUseProgram(overlay_.id());
    glUniform1f(uniform_of(overlay_, "nearer"), static_cast<float>(nearer));
}

// Returns how many walls may be in view. eye: in the frame of the model that stands at `place`.
std::size_t Renderer::draw_glass(std::size_t part, const Transform& place, const Vec3& eye) {
    matrices_.push();
    matrices_.multiply_model(matrix_of(place));
    const auto frustum = frustum_of(matrices_.model_view_projection());
    matrices_.pop();
    const DrawRanges& ranges = glass_.sort(part, eye, frustum.value());
    if (ranges.polygons != 0) {
        glBindVertexArray(glass_.layout());
        glUniformMatrix4fv(
            uniform_of(overlay_, "to_clip"), 1, GL_FALSE, to_clip(place, eye).data());
        set_eye(overlay_, eye);
        draw_vertices(ranges);
    }
    return ranges.polygons;
}

// The vertices are relative to the eye.
void Renderer::add_overlay_vertex(const Vec3& point, const Vec3& eye, const Rgba& colour) {
    const Vec3 way = point - eye;
    overlay_vertices_.push_back(
        {{static_cast<float>(way.x), static_cast<float>(way.y), static_cast<float>(way.z)},
         colour});
}

void Renderer::draw_lines(std::span<const OverlayLine> lines, const Vec3& eye) {
    overlay_vertices_.clear();
    for (const auto& [from, to, colour] : lines) {
        add_overlay_vertex(from, eye, colour);
        add_overlay_vertex(to, eye, colour);
    }
    draw_overlay(GL_LINES, eye);
}

void Renderer::draw_polygons(const PolygonList& list, const Vec3& eye, double opacity) {
    overlay_vertices_.clear();
    for (const PaintPolygon& polygon : list.polygons) {
        Rgba colour = polygon.colour;
        colour.a = static_cast<std::uint8_t>(colour.a * opacity);
        for (std::uint32_t i = 1; i + 1 < polygon.count; ++i) {
            for (const std::uint32_t corner : {0u, i, i + 1}) {
                add_overlay_vertex(list.vertices[polygon.first + corner].point, eye, colour);
            }
        }
    }
    draw_overlay(GL_TRIANGLES, eye);
}

void Renderer::draw_overlay(GLenum kind, const Vec3& eye) {
    glUniformMatrix4fv(uniform_of(overlay_, "to_clip"), 1, GL_FALSE, to_clip({}, eye).data());
    set_eye(overlay_, {});
    glBindVertexArray(overlay_layout_.id());
    glBindBuffer(GL_ARRAY_BUFFER, overlay_buffer_.id());
    glBufferData(GL_ARRAY_BUFFER,
                 static_cast<GLsizeiptr>(overlay_vertices_.size() * sizeof(OverlayVertex)),
                 overlay_vertices_.data(),
                 GL_STREAM_DRAW);
    glDrawArrays(kind, 0, static_cast<GLsizei>(overlay_vertices_.size()));
}

}  // namespace halfspace::viewer
