// SPDX-License-Identifier: MIT
#include "window.h"

#include "keys.h"
#include "panel.h"
#include "point_input.h"

#include <backends/imgui_impl_glfw.h>
#include <backends/imgui_impl_opengl3.h>
#include <epoxy/gl.h>
#include <fmt/format.h>
#include <imgui.h>

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <optional>
#include <string>
#include <utility>

namespace halfspace::viewer {
namespace {

constexpr double kMouseDegrees = 0.15;  // for each pixel of the mouse
constexpr double kClickReach = 4;       // a shorter drag is a click [pixels]
constexpr double kLookDistance = 100;   // from the eye to a printed target [map units]
constexpr double kSteepestLook = 89.9;  // the pitch of a printed target [degrees]

Error unsupported(const std::string& what) {
    const char* why = nullptr;
    glfwGetError(&why);
    return {ErrorCode::Unsupported,
            what + (why == nullptr ? "" : " (" + std::string(why) + ")") +
                "; `halfspace render LEVEL -o picture.png` paints a picture without a window, and "
                "`halfspace view LEVEL --screenshot picture.png` draws one",
            {}};
}

// GLFW, its window and Dear ImGui, ended in the right order.
class Screen {
public:
    Screen() = default;
    ~Screen() {
        if (has_imgui_) {
            ImGui_ImplOpenGL3_Shutdown();
            ImGui_ImplGlfw_Shutdown();
            ImGui::DestroyContext();
        }
        if (window_ != nullptr) {
            glfwDestroyWindow(window_);
        }
        glfwTerminate();
    }
    Screen(const Screen&) = delete;
    Screen& operator=(const Screen&) = delete;

    Result<void> open(const std::string& title, std::uint32_t width, std::uint32_t height) {
        if (glfwInit() == GLFW_FALSE) {
            return std::unexpected(unsupported("no display was found"));
        }
        glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 3);
        glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 3);
        glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
        window_ = glfwCreateWindow(
            static_cast<int>(width), static_cast<int>(height), title.c_str(), nullptr, nullptr);
        if (window_ == nullptr) {
            return std::unexpected(unsupported("no window with OpenGL 3.3 could be opened"));
        }
        glfwMakeContextCurrent(window_);
        glfwSwapInterval(1);
        return {};
    }

    // To be called after the callbacks of the window are set, because Dear ImGui adds its own.
    void begin_imgui() {
        ImGui::CreateContext();
        ImGui::GetIO().IniFilename = nullptr;
        ImGui_ImplGlfw_InitForOpenGL(window_, true);
        ImGui_ImplOpenGL3_Init("#version 330 core");
        has_imgui_ = true;
    }

    GLFWwindow* window() const { return window_; }

private:
    GLFWwindow* window_ = nullptr;
    bool has_imgui_ = false;
};

struct MouseDrag {
    double x = 0;  // where the button went down
    double y = 0;
    bool is_down = false;
    bool moved = false;
};

class Window {
public:
    Window(GLFWwindow* window, Session& session) : window_(window), session_(&session) {
        glfwSetWindowUserPointer(window, this);
        glfwSetKeyCallback(window, [](GLFWwindow* w, int key, int, int action, int) {
            if (action == GLFW_RELEASE) {
                of(w).keys_.release(key);
            } else if (action == GLFW_PRESS && !ImGui::GetIO().WantTextInput) {
                of(w).keys_.press(key);
                of(w).press(key);
            }
        });
        glfwSetMouseButtonCallback(window, [](GLFWwindow* w, int button, int action, int) {
            if (button == GLFW_MOUSE_BUTTON_LEFT) {
                of(w).press_mouse(action == GLFW_PRESS);
            }
        });
        glfwSetCursorPosCallback(window,
                                 [](GLFWwindow* w, double x, double y) { of(w).move_mouse(x, y); });
        glfwGetCursorPos(window, &mouse_x_, &mouse_y_);
    }

    void run();

private:
    static Window& of(GLFWwindow* window) {
        return *static_cast<Window*>(glfwGetWindowUserPointer(window));
    }
    void press(int key);
    void press_mouse(bool is_down);
    void move_mouse(double x, double y);
    void capture_mouse(bool captures);
    void next_glass();
    void print_place();
    void show_frame();

    GLFWwindow* window_;
    Session* session_;
    PanelState panel_;
    Keys keys_;
    bool is_captured_ = false;
    MouseDrag drag_;
    double mouse_x_ = 0;
    double mouse_y_ = 0;
    std::optional<FrameTarget> target_;
};

void Window::next_glass() {
    const Scene* const scene = session_->scene();
    if (scene == nullptr) {
        return;
    }
    const std::size_t count = scene->gpu.level().spaces().size();
    const std::uint32_t next = session_->options.glass ? session_->options.glass->value + 1 : 1;
    session_->options.glass = next < count ? std::optional(SpaceId(next)) : std::nullopt;
}

// Writes a line to standard output: what the player does, and the options --eye and --look of this
// place. A target straight above or below the eye would lose the yaw.
void Window::print_place() {
    const Scene* const scene = session_->scene();
    if (scene == nullptr) {
        return;
    }
    FirstPersonCamera camera = camera_of(scene->player);
    camera.angles.pitch = std::clamp(camera.angles.pitch, -kSteepestLook, kSteepestLook);
    const Vec3 look = camera.eye + turned_about({}, camera.angles).x * kLookDistance;
    fmt::print("{}: --eye {} --look {}\n",
               mode_name(scene->player),
               tool::point_text(tool::to_thousandths(camera.eye)),
               tool::point_text(tool::to_thousandths(look)));
    std::fflush(stdout);
}

void Window::press(int key) {
    FrameOptions& options = session_->options;
    if (key >= GLFW_KEY_1 && key < GLFW_KEY_1 + static_cast<int>(kNativeViews)) {
        options.view = kPaintViews[static_cast<std::size_t>(key - GLFW_KEY_1)].view;
        return;
    }
    switch (key) {
        case GLFW_KEY_E:
            options.wire_width = options.wire_width > 0 ? 0 : 1;
            break;
        case GLFW_KEY_O:
            options.order = options.order == DrawOrder::BackToFront ? DrawOrder::FrontToBack
                                                                    : DrawOrder::BackToFront;
            break;
        case GLFW_KEY_Z:
            options.has_depth_buffer = !options.has_depth_buffer;
            break;
        case GLFW_KEY_N:
            options.filter = options.filter == TextureFilter::Nearest ? TextureFilter::Smooth
                                                                      : TextureFilter::Nearest;
            break;
        case GLFW_KEY_G:
            next_glass();
            break;
        case GLFW_KEY_K:
            session_->shows_contacts = !session_->shows_contacts;
            break;
        case GLFW_KEY_V:
            session_->freeze(!session_->is_frozen());
            break;
        case GLFW_KEY_B:
            session_->shows_portals = !session_->shows_portals;
            break;
        case GLFW_KEY_L:
            session_->shows_leak = !session_->shows_leak;
            break;
        case GLFW_KEY_T:
            session_->shows_nav = !session_->shows_nav;
            break;
        case GLFW_KEY_M:
            panel_.captures_mouse = !panel_.captures_mouse;
            break;
        case GLFW_KEY_TAB:
            panel_.is_shown = !panel_.is_shown;
            break;
        case GLFW_KEY_P:
            print_place();
            break;
        case GLFW_KEY_F:
            if (Scene* const scene = session_->scene()) {
                Player& player = scene->player;
                if (player.flies()) {
                    player.stand_at(scene->doors.world(), player.eye());
                } else {
                    player.begin_flight();
                }
            }
            break;
        case GLFW_KEY_R:
            session_->go_to_start();
            break;
        case GLFW_KEY_ESCAPE:
            if (panel_.captures_mouse) {
                panel_.captures_mouse = false;
            } else {
                glfwSetWindowShouldClose(window_, GLFW_TRUE);
            }
            break;
        default:
            break;
    }
}

// A click picks what lies under the mouse, or what is in the middle while the mouse is captured.
void Window::press_mouse(bool is_down) {
    if (is_down) {
        if (is_captured_) {
            session_->pick(0, 0);
        } else if (!ImGui::GetIO().WantCaptureMouse) {
            drag_ = {mouse_x_, mouse_y_, true, false};
        }
        return;
    }
    if (drag_.is_down && !drag_.moved) {
        int width = 1;
        int height = 1;
        glfwGetWindowSize(window_, &width, &height);
        session_->pick(2 * mouse_x_ / width - 1, 1 - 2 * mouse_y_ / height);
    }
    drag_.is_down = false;
}

void Window::move_mouse(double x, double y) {
    const double right = x - std::exchange(mouse_x_, x);
    const double down = y - std::exchange(mouse_y_, y);
    drag_.moved = drag_.moved || std::hypot(x - drag_.x, y - drag_.y) > kClickReach;
    Scene* const scene = session_->scene();
    if (scene != nullptr && (is_captured_ || (drag_.is_down && drag_.moved))) {
        scene->player.look(-right * kMouseDegrees, down * kMouseDegrees);
    }
}

void Window::capture_mouse(bool captures) {
    if (captures == is_captured_) {
        return;
    }
    is_captured_ = captures;
    glfwSetInputMode(window_, GLFW_CURSOR, captures ? GLFW_CURSOR_DISABLED : GLFW_CURSOR_NORMAL);
    ImGuiIO& io = ImGui::GetIO();
    io.ConfigFlags = captures ? io.ConfigFlags | ImGuiConfigFlags_NoMouse
                              : io.ConfigFlags & ~ImGuiConfigFlags_NoMouse;
    // The jump of the cursor between the two modes is no movement.
    glfwGetCursorPos(window_, &mouse_x_, &mouse_y_);
}

void Window::show_frame() {
    int width = 0;
    int height = 0;
    glfwGetFramebufferSize(window_, &width, &height);
    if (width < 1 || height < 1) {
        return;
    }
    const auto w = static_cast<std::uint32_t>(width);
    const auto h = static_cast<std::uint32_t>(height);
    if (!target_ || target_->width() != w || target_->height() != h) {
        target_.emplace(w, h);
    }
    glBindFramebuffer(GL_FRAMEBUFFER, target_->finished());
    glClear(GL_COLOR_BUFFER_BIT);
    session_->draw(*target_);
    glBindFramebuffer(GL_READ_FRAMEBUFFER, target_->finished());
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, 0);
    glBlitFramebuffer(0, 0, width, height, 0, 0, width, height, GL_COLOR_BUFFER_BIT, GL_NEAREST);
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
    ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
    glfwSwapBuffers(window_);
}

void Window::run() {
    double last = glfwGetTime();
    while (glfwWindowShouldClose(window_) == GLFW_FALSE && !session_->is_hopeless()) {
        glfwPollEvents();
        capture_mouse(panel_.captures_mouse);
        const double now = glfwGetTime();
        session_->advance(now - std::exchange(last, now),
                          ImGui::GetIO().WantTextInput ? PlayerInput() : player_input(keys_));
        keys_.end_frame();
        ImGui_ImplOpenGL3_NewFrame();
        ImGui_ImplGlfw_NewFrame();
        ImGui::NewFrame();
        show_panel(*session_, panel_);
        ImGui::Render();
        show_frame();
    }
}

}  // namespace

Result<bool> run_window(const LevelSource& source,
                        const FirstView& first,
                        const FrameOptions& options,
                        std::uint32_t width,
                        std::uint32_t height) {
    Screen screen;
    if (const Result<void> opened = screen.open("Halfspace: " + source.path, width, height);
        !opened) {
        return std::unexpected(opened.error());
    }
    Result<Renderer> renderer = Renderer::make();
    if (!renderer) {
        return std::unexpected(renderer.error());
    }
    Session session(source, std::move(*renderer), first, options);
    Window window(screen.window(), session);
    screen.begin_imgui();
    window.run();
    return !session.is_hopeless();
}

}  // namespace halfspace::viewer
