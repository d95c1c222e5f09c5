// SPDX-License-Identifier: MIT
// The window: keys and mouse, and the frames on the screen.
#pragma once

#include "session.h"

#include <cstdint>

namespace halfspace::viewer {

// Shows the level until the window is closed. False: the window has closed at once, because nothing
// can be shown (Session::is_hopeless); the errors were printed.
// Errors: Unsupported if there is no display or no OpenGL 3.3.
Result<bool> run_window(const LevelSource& source,
                        const FirstView& first,
                        const FrameOptions& options,
                        std::uint32_t width,
                        std::uint32_t height);

}  // namespace halfspace::viewer
