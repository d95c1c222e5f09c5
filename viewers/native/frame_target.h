// SPDX-License-Identifier: MIT
// Where frames are drawn: two pictures of one size, with one depth buffer. Faces are drawn into the
// first one. The second one is the finished picture.
#pragma once

#include "halfspace/base/image.h"

#include "gl_object.h"

#include <cstdint>

namespace halfspace::viewer {

class FrameTarget {
public:
    // REQUIRES: a current context; sides of at least 1.
    FrameTarget(std::uint32_t width, std::uint32_t height);

    std::uint32_t width() const { return width_; }
    std::uint32_t height() const { return height_; }
    GLuint faces() const { return faces_.id(); }        // framebuffer
    GLuint finished() const { return finished_.id(); }  // framebuffer
    GLuint faces_texture() const { return colours_[0].id(); }

    // The finished picture; waits for the GPU.
    Image read() const;

private:
    std::uint32_t width_;
    std::uint32_t height_;
    GlObject colours_[2] = {GlObject(GlKind::Texture), GlObject(GlKind::Texture)};
    GlObject depth_{GlKind::Texture};
    GlObject faces_{GlKind::Framebuffer};
    GlObject finished_{GlKind::Framebuffer};
};

}  // namespace halfspace::viewer
