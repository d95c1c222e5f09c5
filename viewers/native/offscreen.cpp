// SPDX-License-Identifier: MIT
#include "offscreen.h"

#include <epoxy/egl.h>

#include <array>
#include <utility>
#include <vector>

namespace halfspace::viewer {
namespace {

// Displays that need no window system: Mesa's surfaceless one, then the devices.
std::vector<EGLDisplay> displays() {
    std::vector<EGLDisplay> found;
    if (epoxy_has_egl_extension(EGL_NO_DISPLAY, "EGL_MESA_platform_surfaceless")) {
        found.push_back(
            eglGetPlatformDisplayEXT(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, nullptr));
    }
    if (epoxy_has_egl_extension(EGL_NO_DISPLAY, "EGL_EXT_platform_device") &&
        epoxy_has_egl_extension(EGL_NO_DISPLAY, "EGL_EXT_device_enumeration")) {
        std::array<EGLDeviceEXT, 16> devices{};
        EGLint count = 0;
        eglQueryDevicesEXT(devices.size(), devices.data(), &count);
        for (EGLint i = 0; i < count; ++i) {
            found.push_back(eglGetPlatformDisplayEXT(
                EGL_PLATFORM_DEVICE_EXT, devices[static_cast<std::size_t>(i)], nullptr));
        }
    }
    return found;
}

EGLContext make_context(EGLDisplay display) {
    constexpr std::array<EGLint, 5> kConfig{
        EGL_SURFACE_TYPE, 0, EGL_RENDERABLE_TYPE, EGL_OPENGL_BIT, EGL_NONE};
    constexpr std::array<EGLint, 7> kVersion{EGL_CONTEXT_MAJOR_VERSION,
                                             3,
                                             EGL_CONTEXT_MINOR_VERSION,
                                             3,
                                             EGL_CONTEXT_OPENGL_PROFILE_MASK,
                                             EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT,
                                             EGL_NONE};
    EGLConfig config = nullptr;
    EGLint count = 0;
    if (eglBindAPI(EGL_OPENGL_API) == EGL_FALSE ||
        eglChooseConfig(display, kConfig.data(), &config, 1, &count) == EGL_FALSE || count == 0) {
        return EGL_NO_CONTEXT;
    }
    return eglCreateContext(display, config, EGL_NO_CONTEXT, kVersion.data());
}

}  // namespace

struct OffscreenContext::Handles {
    EGLDisplay display = EGL_NO_DISPLAY;
    EGLContext context = EGL_NO_CONTEXT;
};

OffscreenContext::OffscreenContext(std::unique_ptr<Handles> handles)
    : handles_(std::move(handles)) {}

OffscreenContext::OffscreenContext(OffscreenContext&&) noexcept = default;
OffscreenContext& OffscreenContext::operator=(OffscreenContext&&) noexcept = default;

OffscreenContext::~OffscreenContext() {
    if (handles_) {
        eglMakeCurrent(handles_->display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
        eglDestroyContext(handles_->display, handles_->context);
        eglTerminate(handles_->display);
    }
}

Result<OffscreenContext> OffscreenContext::make() {
    for (const EGLDisplay display : displays()) {
        if (display == EGL_NO_DISPLAY || eglInitialize(display, nullptr, nullptr) == EGL_FALSE) {
            continue;
        }
        const EGLContext context = make_context(display);
        if (context != EGL_NO_CONTEXT &&
            eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, context) != EGL_FALSE) {
            return OffscreenContext(std::make_unique<Handles>(Handles{display, context}));
        }
        eglTerminate(display);
    }
    return std::unexpected(
        Error{ErrorCode::Unsupported,
              "no OpenGL 3.3 without a display was found; `halfspace render` paints without OpenGL",
              {}});
}

}  // namespace halfspace::viewer
