// SPDX-License-Identifier: MIT
// Objects of OpenGL that are deleted together with their owner.
#pragma once

#include "halfspace/base/error.h"

#include <epoxy/gl.h>

#include <cstddef>
#include <cstdint>

namespace halfspace::viewer {

enum class GlKind : std::uint8_t { Buffer, Texture, VertexArray, Framebuffer, Program };

// One object, or none. REQUIRES: the context in which it was made is current when it is destroyed.
class GlObject {
public:
    GlObject() = default;
    // Makes an object of this kind.
    explicit GlObject(GlKind kind);
    ~GlObject();
    GlObject(GlObject&& other) noexcept;
    GlObject& operator=(GlObject&& other) noexcept;

    GLuint id() const { return id_; }

private:
    GlKind kind_ = GlKind::Buffer;
    GLuint id_ = 0;
};

// A program of two shaders. Error: Unsupported with the driver's message.
Result<GlObject> link_program(const char* vertex_shader, const char* fragment_shader);

// The place of a uniform; -1 if the program does not use it.
GLint uniform_of(const GlObject& program, const char* name);

// The offset of an attribute in its vertex, as glVertexAttribPointer takes it.
inline const void* attribute_at(std::size_t offset) {
    return reinterpret_cast<const void*>(offset);  // NOLINT(performance-no-int-to-ptr)
}

}  // namespace halfspace::viewer
