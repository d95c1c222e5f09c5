// SPDX-License-Identifier: MIT
// What the window shows: the level with its doors, the player, the options of the view, and what
// was picked. It knows no window.
#pragma once

#include "halfspace/move/doors.h"
#include "halfspace/render/nav_shapes.h"

#include "frame_target.h"
#include "level_loader.h"
#include "pick.h"
#include "picture_parts.h"
#include "player_view.h"
#include "renderer.h"
#include "viewpoint.h"

#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace halfspace::viewer {

// A navigation mesh that is on the screen.
struct ShownNav {
    std::size_t mesh = 0;  // in Level::nav_meshes
    std::shared_ptr<const NavShapes> shapes;
};

// A level that is on the screen.
struct Scene {
    LevelOnGpu gpu;
    Surfaces surfaces;
    std::optional<Aabb> mesh_box;
    Doors doors;  // with the surfaces
    Player player;
    std::size_t found_textures = 0;
    std::unique_ptr<VisibleFaces> visible;  // of the level in `gpu`
    std::unique_ptr<AreaState> areas;       // of the same level: closed doors hide what is behind
    std::optional<Leak> leak;               // LoadedLevel::leak
    std::optional<ShownNav> nav;
};

// Where the first camera is, and how it sees.
struct FirstView {
    std::optional<Vec3> eye;
    std::optional<Vec3> look;
    double field_of_view = 90;
    std::string glass;  // the name of a body, or empty
    // What is shown at first: portals, a navigation mesh, a frozen eye.
    tool::ViewName view;
};

// The eye of the first picture and its target. Without an eye, a player stands at the start of the
// level; if it has no start, on the objects of a file with meshes (find_ground_start); else the eye
// is above the level.
tool::Viewpoint first_viewpoint(const LoadedLevel& loaded, const FirstView& first);

// The means of the last frames.
struct FrameMeans {
    FrameReport report;
    double seconds = 0;  // from frame to frame
};

class Session {
public:
    // REQUIRES: a current context of OpenGL 3.3.
    Session(LevelSource source, Renderer renderer, FirstView first, const FrameOptions& options);

    // Takes a level that has been loaded, and lets time pass.
    void advance(double seconds, const PlayerInput& input);
    // Draws into the finished picture of the target. Draws nothing without a level.
    void draw(const FrameTarget& target);
    // Goes back to the first view.
    void go_to_start();
    // Picks the face at a place in the picture; x and y from -1 to 1, to the right and up.
    void pick(double x, double y);

    const std::string& path() const { return path_; }
    Scene* scene() { return scene_ ? &*scene_ : nullptr; }
    LevelLoader& loader() { return loader_; }
    const std::optional<Pick>& picked() const { return pick_; }
    void forget_pick() { pick_.reset(); }
    // While it is frozen, what the eye sees here and now is drawn, wherever the camera goes.
    void freeze(bool is_frozen);
    bool is_frozen() const { return frozen_eye_.has_value(); }
    // True if the level leaks.
    bool has_leak() const { return scene_ && scene_->leak; }
    // The navigation mesh of the body that the first view names, or of the body as it walks now: a
    // number in Level::nav_meshes; nullopt if the level has none for it. REQUIRES: a scene.
    std::optional<std::size_t> nav_mesh() const;
    // True: nothing was ever loaded, because the file is not there or is of a kind that is not
    // read.
    bool is_hopeless() const { return is_hopeless_; }
    FrameMeans means() const;

    FrameOptions options;
    bool shows_contacts = true;
    bool shows_portals = false;
    bool shows_leak = true;
    bool shows_nav = false;
    double field_of_view = 90;
    // Errors of the last load; empty if it went well.
    std::vector<std::string> errors;
    std::vector<std::string> warnings;

private:
    void take(LevelLoader::Loaded loaded);
    void show_first_view();
    // Marks what is seen from the eye while the doors stand as they do. REQUIRES: a scene.
    void look_from(const Vec3& eye);
    // Finds the shapes of nav_mesh() if they are shown and not known. REQUIRES: a scene.
    void find_nav();
    std::vector<OverlayLine> lines() const;
    tool::PictureParts parts() const;

    bool is_hopeless_ = false;
    std::string path_;
    FirstView first_;
    LevelLoader loader_;
    Renderer renderer_;
    std::optional<Scene> scene_;
    std::optional<Pick> pick_;
    std::optional<Vec3> frozen_eye_;
    std::deque<FrameMeans> frames_;
    double last_seconds_ = 0;
};

}  // namespace halfspace::viewer
