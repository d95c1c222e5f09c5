// SPDX-License-Identifier: MIT
#include "gl_object.h"

#include <array>
#include <string>
#include <utility>

namespace halfspace::viewer {
namespace {

Result<GLuint> compile_shader(GLenum kind, const char* text) {
    const GLuint shader = glCreateShader(kind);
    glShaderSource(shader, 1, &text, nullptr);
    glCompileShader(shader);
    GLint is_good = 0;
    glGetShaderiv(shader, GL_COMPILE_STATUS, &is_good);
    if (is_good != 0) {
        return shader;
    }
    std::array<char, 2000> log{};
    glGetShaderInfoLog(shader, log.size(), nullptr, log.data());
    glDeleteShader(shader);
    return std::unexpected(
        Error{ErrorCode::Unsupported,
              "the driver of OpenGL refuses a shader: " + std::string(log.data()),
              {}});
}

}  // namespace

GlObject::GlObject(GlKind kind) : kind_(kind) {
    switch (kind) {
        case GlKind::Buffer:
            glGenBuffers(1, &id_);
            break;
        case GlKind::Texture:
            glGenTextures(1, &id_);
            break;
        case GlKind::VertexArray:
            glGenVertexArrays(1, &id_);
            break;
        case GlKind::Framebuffer:
            glGenFramebuffers(1, &id_);
            break;
        case GlKind::Program:
            id_ = glCreateProgram();
            break;
    }
}

GlObject::~GlObject() {
    if (id_ == 0) {
        return;
    }
    switch (kind_) {
        case GlKind::Buffer:
            glDeleteBuffers(1, &id_);
            break;
        case GlKind::Texture:
            glDeleteTextures(1, &id_);
            break;
        case GlKind::VertexArray:
            glDeleteVertexArrays(1, &id_);
            break;
        case GlKind::Framebuffer:
            glDeleteFramebuffers(1, &id_);
            break;
        case GlKind::Program:
            glDeleteProgram(id_);
            break;
    }
}

GlObject::GlObject(GlObject&& other) noexcept
    : kind_(other.kind_), id_(std::exchange(other.id_, 0)) {}

GlObject& GlObject::operator=(GlObject&& other) noexcept {
    std::swap(kind_, other.kind_);
    std::swap(id_, other.id_);
    return *this;
}

Result<GlObject> link_program(const char* vertex_shader, const char* fragment_shader) {
    const Result<GLuint> vertex = compile_shader(GL_VERTEX_SHADER, vertex_shader);
    if (!vertex) {
        return std::unexpected(vertex.error());
    }
    const Result<GLuint> fragment = compile_shader(GL_FRAGMENT_SHADER, fragment_shader);
    if (!fragment) {
        glDeleteShader(*vertex);
        return std::unexpected(fragment.error());
    }
    GlObject program(GlKind::Program);
    glAttachShader(program.id(), *vertex);
    glAttachShader(program.id(), *fragment);
    glLinkProgram(program.id());
    glDeleteShader(*vertex);
    glDeleteShader(*fragment);
    GLint is_good = 0;
    glGetProgramiv(program.id(), GL_LINK_STATUS, &is_good);
    if (is_good == 0) {
        std::array<char, 2000> log{};
        glGetProgramInfoLog(program.id(), log.size(), nullptr, log.data());
        return std::unexpected(
            Error{ErrorCode::Unsupported,
                  "the driver of OpenGL refuses a program: " + std::string(log.data()),
                  {}});
    }
    return program;
}

GLint uniform_of(const GlObject& program, const char* name) {
    return glGetUniformLocation(program.id(), name);
}

}  // namespace halfspace::viewer
