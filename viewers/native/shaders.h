// SPDX-License-Identifier: MIT
// The shaders, in GLSL 3.30. Positions are taken relative to the eye before anything else, so that
// floats are enough far from the origin.
#pragma once

namespace halfspace::viewer {

// Faces of a level in every view; see MeshVertex and LevelOnGpu for their inputs.
extern const char* const kFaceVertexShader;
extern const char* const kFaceFragmentShader;

// Coloured triangles and lines over the picture.
extern const char* const kOverlayVertexShader;
extern const char* const kOverlayFragmentShader;

// The whole picture: puts the background behind it, or turns counts into colours.
extern const char* const kPictureVertexShader;
extern const char* const kPictureFragmentShader;

}  // namespace halfspace::viewer
