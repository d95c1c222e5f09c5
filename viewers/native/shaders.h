// SPDX-License-Identifier: MIT
// The shaders, in GLSL 3.30. Positions are taken relative to the eye before anything else, so that
// floats are enough far from the origin. The fragment shaders of viewers/shared are those of the
// page, too.
#pragma once

#include <string>

namespace halfspace::viewer {

struct ShaderPair {
    std::string vertex;
    std::string fragment;
};

// Faces of a level in every view; see MeshVertex and LevelOnGpu for their inputs.
ShaderPair face_shaders();

// Coloured triangles and lines over the picture.
ShaderPair overlay_shaders();

// The whole picture: puts the background behind it, or turns counts into colours.
ShaderPair picture_shaders();

}  // namespace halfspace::viewer
