// SPDX-License-Identifier: MIT
// A context of OpenGL without a window, by EGL. It needs no display: Mesa draws on a GPU or,
// without one, on the processor.
#pragma once

#include "halfspace/base/error.h"

#include <memory>

namespace halfspace::viewer {

// Is current on its thread as long as it lives.
class OffscreenContext {
public:
    // Errors: Unsupported if there is no EGL without a display, or no OpenGL 3.3.
    static Result<OffscreenContext> make();
    ~OffscreenContext();
    OffscreenContext(OffscreenContext&&) noexcept;
    OffscreenContext& operator=(OffscreenContext&&) noexcept;

private:
    struct Handles;
    explicit OffscreenContext(std::unique_ptr<Handles> handles);

    std::unique_ptr<Handles> handles_;
};

}  // namespace halfspace::viewer
