// SPDX-License-Identifier: MIT
#include "shaders.h"

#include "halfspace/render/painter.h"
#include "halfspace/render/shading.h"

#include "shared_shaders.h"

#include <fmt/format.h>

namespace halfspace::viewer {
namespace {

constexpr const char* kVersion = "#version 330 core\n";

// What all vertices need, and their way from the eye.
constexpr const char* kEye = R"(
uniform mat4 to_clip;   // from positions relative to the eye
uniform vec3 eye_high;  // the eye is eye_high + eye_low
uniform vec3 eye_low;
layout(location = 0) in vec3 position;
vec3 way_from_eye() {
    return (position - eye_high) - eye_low;
}
)";

constexpr const char* kFaceVertexShader = R"(
layout(location = 1) in vec2 texcoord;
layout(location = 2) in uint light_and_sides;
layout(location = 3) in uint face;
layout(location = 4) in vec4 face_normal;
uniform usamplerBuffer faces;  // three texels for each: x y width height; page flags opacity;
                               // red green blue of the cluster
out vec2 place;
out vec3 way;
out vec3 sides;
flat out float light;
flat out vec3 faceNormal;
flat out uvec4 rect;
flat out uvec3 more;
flat out vec3 clusterColour;

void main() {
    way = way_from_eye();
    gl_Position = to_clip * vec4(way, 1);
    place = texcoord;
    uint bits = light_and_sides >> 9;
    sides = vec3(bits & 1u, bits >> 1 & 1u, bits >> 2 & 1u);
    light = float(light_and_sides & 511u);
    faceNormal = normalize(face_normal.xyz);
    rect = texelFetch(faces, int(face) * 3);
    more = texelFetch(faces, int(face) * 3 + 1).xyz;
    clusterColour = vec3(texelFetch(faces, int(face) * 3 + 2).rgb) / 255.0;
}
)";

// A depth is near / distance: 1 at the near plane, 0 infinitely far away. A float holds it equally
// well at all distances, with an error of distance / 2^24. The usual depth 1 - near / distance
// would lose what is far away.
constexpr const char* kDepth = R"(
uniform float near;
float depthAt(float inverseDistance) {
    return near * inverseDistance;
}
)";

// What faces.glsl says that it needs. Lines do not depend on the distance.
constexpr const char* kBeforeFaces = R"(
#define FLOATS samplerBuffer
#define INTS isamplerBuffer
#define ROW(table, i) texelFetch(table, i)
#define UP z
#define CLUSTER_COLOUR clusterColour
flat in vec3 clusterColour;
in vec3 sides;
uniform vec3 wireColor;
uniform float wire_width;  // pixels; 0: no lines
float wireShare(float distance) {
    vec3 slope = max(sqrt(dFdx(sides) * dFdx(sides) + dFdy(sides) * dFdy(sides)), vec3(1e-9));
    vec3 pixels = sides / slope;
    float nearest = min(pixels.x, min(pixels.y, pixels.z));
    return wire_width > 0.0 ? 1.0 - smoothstep(wire_width - 0.5, wire_width + 0.5, nearest) : 0.0;
}
)";

constexpr const char* kOverlayVertexShader = R"(
layout(location = 1) in vec4 vertex_colour;
flat out vec4 shade;

void main() {
    gl_Position = to_clip * vec4(way_from_eye(), 1);
    shade = vertex_colour;
}
)";

constexpr const char* kPictureVertexShader = R"(
void main() {
    vec2 corner = vec2((gl_VertexID << 1) & 2, gl_VertexID & 2);
    gl_Position = vec4(corner * 2.0 - 1.0, 0, 1);
}
)";

std::string numbers_of_views() {
    std::string text;
    for (const PaintViewRow& row : kPaintViews) {
        text += fmt::format("const int view_{} = {};\n", row.name, static_cast<unsigned>(row.view));
    }
    return text;
}

template <class... Text>
std::string shader(const Text&... texts) {
    return (std::string(kVersion) + ... + texts);
}

}  // namespace

ShaderPair face_shaders() {
    return {shader(kEye, kFaceVertexShader),
            shader(numbers_of_views(), kDepth, kBeforeFaces, kLitShader, kFacesShader)};
}

ShaderPair overlay_shaders() {
    return {shader(kEye, kOverlayVertexShader), shader(kDepth, kOverlayShader)};
}

ShaderPair picture_shaders() {
    return {shader(kPictureVertexShader),
            shader(fmt::format("const int hottest = {};\n", kHottest), kPictureShader)};
}

}  // namespace halfspace::viewer
