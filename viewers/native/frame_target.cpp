// SPDX-License-Identifier: MIT
#include "frame_target.h"

#include <algorithm>

namespace halfspace::viewer {
namespace {

void make_texture(const GlObject& texture,
                  GLint inner,
                  GLenum format,
                  GLenum type,
                  std::uint32_t width,
                  std::uint32_t height) {
    glBindTexture(GL_TEXTURE_2D, texture.id());
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    glTexImage2D(GL_TEXTURE_2D,
                 0,
                 inner,
                 static_cast<GLsizei>(width),
                 static_cast<GLsizei>(height),
                 0,
                 format,
                 type,
                 nullptr);
}

}  // namespace

FrameTarget::FrameTarget(std::uint32_t width, std::uint32_t height)
    : width_(width), height_(height) {
    glActiveTexture(GL_TEXTURE0);
    make_texture(depth_, GL_DEPTH_COMPONENT32F, GL_DEPTH_COMPONENT, GL_FLOAT, width, height);
    for (int i = 0; i < 2; ++i) {
        make_texture(colours_[i], GL_RGBA8, GL_RGBA, GL_UNSIGNED_BYTE, width, height);
        glBindFramebuffer(GL_FRAMEBUFFER, i == 0 ? faces_.id() : finished_.id());
        glFramebufferTexture2D(
            GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, colours_[i].id(), 0);
        glFramebufferTexture2D(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_TEXTURE_2D, depth_.id(), 0);
    }
}

Image FrameTarget::read() const {
    Image image{width_, height_, {}};
    image.pixels.resize(std::size_t{width_} * height_);
    glBindFramebuffer(GL_READ_FRAMEBUFFER, finished_.id());
    glPixelStorei(GL_PACK_ALIGNMENT, 1);
    glReadPixels(0,
                 0,
                 static_cast<GLsizei>(width_),
                 static_cast<GLsizei>(height_),
                 GL_RGBA,
                 GL_UNSIGNED_BYTE,
                 image.pixels.data());
    // OpenGL begins with the lowest row.
    for (std::uint32_t y = 0; y < height_ / 2; ++y) {
        std::swap_ranges(&image.at(0, y), &image.at(0, y) + width_, &image.at(0, height_ - 1 - y));
    }
    return image;
}

}  // namespace halfspace::viewer
