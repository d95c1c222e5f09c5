// SPDX-License-Identifier: MIT
#include "panel.h"

#include "halfspace/query/classify.h"
#include "halfspace/query/space.h"

#include "mover_problem.h"

#include <fmt/format.h>
#include <imgui.h>

#include <limits>
#include <string>

namespace halfspace::viewer {
namespace {

constexpr ImU32 kErrorColour = IM_COL32(255, 115, 102, 255);
constexpr ImU32 kWarningColour = IM_COL32(255, 204, 90, 255);
constexpr std::size_t kMaxWarnings = 4;
constexpr float kPanelMargin = 16;  // pixels above and below the panel together

void show_text(const std::string& text) {
    ImGui::TextUnformatted(text.c_str());
}

bool begin_part(const char* name) {
    return ImGui::CollapsingHeader(name, ImGuiTreeNodeFlags_DefaultOpen);
}

void show_views(Session& session) {
    FrameOptions& options = session.options;
    constexpr float kColumn = 150;
    for (std::size_t i = 0; i < kNativeViews; ++i) {
        const PaintViewRow& row = kPaintViews[i];
        if (i % 2 == 1) {
            ImGui::SameLine(kColumn);
        }
        const std::string label = fmt::format("{} {}", i + 1, row.name);
        if (ImGui::RadioButton(label.c_str(), options.view == row.view)) {
            options.view = row.view;
        }
    }
    bool has_edges = options.wire_width > 0;
    if (ImGui::Checkbox("E edges of faces", &has_edges)) {
        options.wire_width = has_edges ? 1 : 0;
    }
    if (has_edges) {
        auto width = static_cast<float>(options.wire_width);
        ImGui::SliderFloat("pixels", &width, 0.5f, 8);
        options.wire_width = width;
    }
    bool is_back_to_front = options.order == DrawOrder::BackToFront;
    ImGui::Checkbox("O back to front", &is_back_to_front);
    options.order = is_back_to_front ? DrawOrder::BackToFront : DrawOrder::FrontToBack;
    ImGui::SameLine(kColumn);
    ImGui::Checkbox("Z depth buffer", &options.has_depth_buffer);
    bool is_nearest = options.filter == TextureFilter::Nearest;
    ImGui::Checkbox("N nearest texel", &is_nearest);
    options.filter = is_nearest ? TextureFilter::Nearest : TextureFilter::Smooth;
    auto degrees = static_cast<float>(session.field_of_view);
    ImGui::SliderFloat("field of view", &degrees, 30, 140, "%.0f degrees");
    session.field_of_view = degrees;
}

void show_glass(const Level& level, FrameOptions& options) {
    const std::string shown =
        options.glass ? std::string(space_name(level, *options.glass)) : std::string("none");
    if (!ImGui::BeginCombo("G walls of this body", shown.c_str())) {
        return;
    }
    if (ImGui::Selectable("none", !options.glass)) {
        options.glass.reset();
    }
    for (std::uint32_t i = 1; i < level.spaces().size(); ++i) {
        const std::string name(space_name(level, SpaceId(i)));
        if (ImGui::Selectable(name.c_str(), options.glass && options.glass->value == i)) {
            options.glass = SpaceId(i);
        }
    }
    ImGui::EndCombo();
}

void show_visibility(Session& session) {
    constexpr float kColumn = 150;
    const Scene& scene = *session.scene();
    const Level& level = scene.gpu.level();
    bool is_frozen = session.is_frozen();
    if (ImGui::Checkbox("V frozen", &is_frozen)) {
        session.freeze(is_frozen);
    }
    ImGui::SameLine(kColumn);
    ImGui::Checkbox("B portals", &session.shows_portals);
    if (session.nav_mesh()) {
        ImGui::Checkbox("T where it can stand", &session.shows_nav);
    } else if (session.shows_nav) {
        show_text("no navigation mesh for this body");
    }
    if (session.has_leak()) {
        ImGui::Checkbox("L line of the leak", &session.shows_leak);
    }
    const VisibleFaces& visible = *scene.visible;
    const std::string cluster =
        visible.cluster() ? std::to_string(visible.cluster()->value) : std::string("none");
    show_text(fmt::format(
        "cluster {} of {}, {} portals", cluster, level.clusters().size(), level.portals().size()));
    show_text(fmt::format("visible: {} of {} faces of the world",
                          visible.count(),
                          level.models()[kWorldModel.value].face_count));
}

std::size_t triangles_of(const Surfaces& surfaces) {
    std::size_t count = 0;
    for (const Mesh& mesh : surfaces.meshes) {
        count += mesh.triangles.size();
    }
    return count;
}

void show_counts(const Session& session, const Scene& scene) {
    const Level& level = scene.gpu.level();
    const FrameMeans means = session.means();
    const FrameReport& report = means.report;
    show_text(fmt::format("{} faces, {} brushes, {} model{}",
                          level.faces().size(),
                          level.brushes().size(),
                          level.models().size(),
                          level.models().size() == 1 ? "" : "s"));
    if (!scene.surfaces.meshes.empty()) {
        show_text(fmt::format("as they are: {} object{}, {} triangles",
                              scene.surfaces.meshes.size(),
                              scene.surfaces.meshes.size() == 1 ? "" : "s",
                              triangles_of(scene.surfaces)));
    }
    show_text(fmt::format("{} nodes, {} leaves, {} textures found",
                          level.nodes().size(),
                          level.leaves().size(),
                          scene.found_textures));
    show_text(fmt::format("in view: {} polygons in {} ranges", report.polygons, report.ranges));
    show_text(
        fmt::format("order {:.3f} ms, submit {:.3f} ms of CPU", report.order_ms, report.submit_ms));
    if (session.options.glass) {
        show_text(
            fmt::format("glass: {} polygons, {:.2f} ms", report.glass_polygons, report.glass_ms));
    }
    if (means.seconds > 0) {
        show_text(fmt::format(
            "frame {:.1f} ms, {:.1f} frames per second", 1000 * means.seconds, 1 / means.seconds));
    }
}

void show_player(Session& session, Scene& scene) {
    const Level& level = scene.gpu.level();
    const FirstPersonCamera camera = camera_of(scene.player);
    const Vec3& eye = camera.eye;
    const LeafId leaf = find_leaf(level, eye);
    show_text(
        fmt::format("{}, eye {:.1f} {:.1f} {:.1f}", mode_name(scene.player), eye.x, eye.y, eye.z));
    show_text(fmt::format("yaw {:.0f}, pitch {:.0f}, speed {:.0f}",
                          camera.angles.yaw,
                          camera.angles.pitch,
                          scene.player.flies() ? 0 : length(scene.player.state().velocity)));
    if (level.faces().empty() && !scene.surfaces.meshes.empty()) {
        show_text("no object is solid");
    } else {
        show_text(fmt::format("leaf {}: {}", leaf.value, to_string(level.contents(leaf))));
    }
    if (scene.mesh_box ? is_beside(*scene.mesh_box, eye) : is_outside(level, eye)) {
        show_text("outside of the level; R goes back to the start");
    }
    if (const std::string ground = ground_name(scene.surfaces, scene.player); !ground.empty()) {
        show_text("stands on " + ground + ", as it is");
    }
    if (const MoverProblem problem = problem_of(scene.player); problem != MoverProblem::None) {
        show_text(fmt::format("cannot move: {}; F flies, and F again walks",
                              tool::problem_name(problem)));
    }
    if (!scene.player.body()) {
        show_text("no bodies \"stand\" and \"crouch\": flying only");
    }
    show_text(fmt::format("doors that open by themselves: {}", scene.doors.doors().size()));
    ImGui::Checkbox("K marks where the body touched", &session.shows_contacts);
}

void show_pick(const Session& session) {
    if (!session.picked()) {
        show_text("click on a face");
        return;
    }
    for (const std::string& line : session.picked()->words) {
        show_text(line);
    }
}

void show_messages(Session& session) {
    if (session.loader().is_busy()) {
        show_text("loading " + session.path() + " " + session.loader().progress());
    }
    for (const std::string& line : session.loader().forecast()) {
        ImGui::TextWrapped("%s", line.c_str());
    }
    for (const std::string& error : session.errors) {
        ImGui::PushStyleColor(ImGuiCol_Text, kErrorColour);
        ImGui::TextWrapped("%s", error.c_str());
        ImGui::PopStyleColor();
    }
    if (!session.errors.empty()) {
        ImGui::TextWrapped("The file is loaded again when it changes.");
    }
    for (std::size_t i = 0; i < std::min(session.warnings.size(), kMaxWarnings); ++i) {
        ImGui::PushStyleColor(ImGuiCol_Text, kWarningColour);
        ImGui::TextWrapped("%s", session.warnings[i].c_str());
        ImGui::PopStyleColor();
    }
}

// Messages and the keys stay in sight when the panel is hidden. Returns the y coordinate of the
// foot's upper edge.
float show_foot(Session& session) {
    const ImVec2 size = ImGui::GetIO().DisplaySize;
    ImGui::SetNextWindowPos({8, size.y - 8}, ImGuiCond_Always, {0, 1});
    ImGui::SetNextWindowSizeConstraints({0, 0}, {size.x - 16, size.y / 2});
    ImGui::SetNextWindowBgAlpha(0.6f);
    ImGui::Begin("foot",
                 nullptr,
                 ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_AlwaysAutoResize |
                     ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoFocusOnAppearing |
                     ImGuiWindowFlags_NoInputs);
    ImGui::PushTextWrapPos(size.x - 48);
    show_messages(session);
    show_text(
        "arrows or WASD: walk   drag: look   space: jump   C: crouch   F: fly   R: start   "
        "click: pick a face   M: mouse look   1 to " +
        std::to_string(kNativeViews) +
        ": views   Tab: panel, with more keys   Esc: "
        "end");
    ImGui::PopTextWrapPos();
    const float top = ImGui::GetWindowPos().y;
    ImGui::End();
    return top;
}

}  // namespace

void show_panel(Session& session, PanelState& state) {
    const float foot = show_foot(session);
    Scene* const scene = session.scene();
    if (!state.is_shown || scene == nullptr) {
        return;
    }
    ImGui::SetNextWindowPos({8, 8}, ImGuiCond_FirstUseEver);
    // A long panel ends above the foot and scrolls.
    ImGui::SetNextWindowSizeConstraints({0, 0},
                                        {std::numeric_limits<float>::max(), foot - kPanelMargin});
    ImGui::SetNextWindowBgAlpha(0.8f);
    ImGui::Begin("Halfspace", nullptr, ImGuiWindowFlags_AlwaysAutoResize);
    show_text(session.path());
    if (begin_part("View")) {
        show_views(session);
        show_glass(scene->gpu.level(), session.options);
    }
    if (begin_part("Visibility")) {
        show_visibility(session);
    }
    if (begin_part("Picked face")) {
        show_pick(session);
    }
    if (begin_part("Counts and times")) {
        show_counts(session, *scene);
    }
    if (begin_part("Player")) {
        show_player(session, *scene);
        ImGui::Checkbox("M mouse looks without a button", &state.captures_mouse);
    }
    ImGui::End();
}

}  // namespace halfspace::viewer
