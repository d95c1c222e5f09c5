// SPDX-License-Identifier: MIT
#include "shaders.h"

namespace halfspace::viewer {

// Both fragment shaders write the depth near / distance: 1 at the near plane, 0 infinitely far
// away. A float holds it equally well at all distances, with an error of distance / 2^24. The usual
// depth 1 - near / distance would lose what is far away.

const char* const kFaceVertexShader = R"(#version 330 core
layout(location = 0) in vec3 position;
layout(location = 1) in vec2 texcoord;
layout(location = 2) in uint light_and_sides;
layout(location = 3) in uint face_index;
layout(location = 4) in vec4 face_normal;
uniform mat4 to_clip;   // from positions relative to the eye
uniform vec3 eye_high;  // the eye is eye_high + eye_low
uniform vec3 eye_low;
out vec2 place;
out vec3 way;
out vec3 sides;
flat out uint face;
flat out float light;
flat out vec3 normal;

void main() {
    way = (position - eye_high) - eye_low;
    gl_Position = to_clip * vec4(way, 1);
    place = texcoord;
    uint bits = light_and_sides >> 9;
    sides = vec3(bits & 1u, bits >> 1 & 1u, bits >> 2 & 1u);
    face = face_index;
    light = float(light_and_sides & 511u);
    normal = face_normal.xyz;
}
)";

const char* const kFaceFragmentShader = R"(#version 330 core
in vec2 place;
in vec3 way;
in vec3 sides;
flat in uint face;
flat in float light;
flat in vec3 normal;
const int kTextured = 0, kLeaves = 1, kWire = 2, kOverdraw = 3, kTranslucent = 4;
uniform float near;
uniform int view;
uniform bool is_nearest;
uniform bool is_premultiplied;
uniform bool is_depth_only;  // opaque faces alone
uniform float wire_width;  // pixels; 0: no lines
uniform float translucent_opacity;
uniform float leaf_distance;
uniform vec3 background;
uniform vec3 sky_horizon, sky_zenith, sky_nadir;
uniform usamplerBuffer faces;     // two texels for each: x y width height; page flags opacity
uniform sampler2DArray atlas;
uniform samplerBuffer node_planes;   // relative to the eye
uniform isamplerBuffer node_children;
uniform samplerBuffer leaf_colours;
uniform int root;
out vec4 colour;

// The colour that the light leaves, rounded as the painter rounds it.
vec3 lit(vec3 c) {
    return floor((floor(c * 255.0 + 0.5) * light + 128.0) / 256.0) / 255.0;
}

vec4 texel(ivec2 corner, ivec2 size, int page, ivec2 at) {
    return texelFetch(atlas, ivec3(corner + at, page), 0);
}

// The smaller copy number `copy`, between four of its texels.
vec4 copy_at(uvec4 rect, int page, int copy) {
    ivec2 corner = ivec2(rect.xy);
    ivec2 size = max(ivec2(rect.zw) >> copy, 1);
    if (copy > 0) {
        corner.x += int(rect.z);
        for (int i = 1; i < copy; ++i) {
            corner.y += max(int(rect.w) >> i, 1);
        }
    }
    vec2 at = fract(place) * vec2(size) - 0.5;
    ivec2 first = ivec2(floor(at));
    vec2 part = at - floor(at);
    ivec2 a = (first + size) % size;
    ivec2 b = (first + 1) % size;
    return mix(mix(texel(corner, size, page, a), texel(corner, size, page, ivec2(b.x, a.y)), part.x),
               mix(texel(corner, size, page, ivec2(a.x, b.y)), texel(corner, size, page, b), part.x),
               part.y);
}

// right, down: how the place changes to the next pixels, in repeats.
vec4 texture_colour(uvec4 rect, int page, vec2 right, vec2 down) {
    vec2 size = vec2(rect.zw);
    right *= size;
    down *= size;
    if (is_nearest) {
        return texel(ivec2(rect.xy), ivec2(rect.zw), page,
                     min(ivec2(fract(place) * size), ivec2(rect.zw) - 1));
    }
    float most = log2(max(size.x, size.y));
    float copy = clamp(0.5 * log2(max(dot(right, right), dot(down, down))), 0.0, floor(most));
    float lower = floor(copy);
    vec4 larger = copy_at(rect, page, int(lower));
    return copy == lower ? larger : mix(larger, copy_at(rect, page, int(lower) + 1), copy - lower);
}

vec3 sky_colour() {
    float height = normalize(way).z;
    return mix(sky_horizon, height < 0.0 ? sky_nadir : sky_zenith, sqrt(abs(height)));
}

vec3 leaf_colour() {
    vec3 at = way + normalize(normal) * leaf_distance;
    int node = root;
    for (int i = 0; i < 1024 && node >= 0; ++i) {
        vec4 plane = texelFetch(node_planes, node);
        ivec2 children = texelFetch(node_children, node).xy;
        node = dot(plane.xyz, at) > plane.w ? children.x : children.y;
    }
    return texelFetch(leaf_colours, -1 - node).rgb;
}

// How much of the pixel belongs to an edge of the face.
float line_share() {
    vec3 slope = max(sqrt(dFdx(sides) * dFdx(sides) + dFdy(sides) * dFdy(sides)), vec3(1e-9));
    vec3 pixels = sides / slope;
    float nearest = min(pixels.x, min(pixels.y, pixels.z));
    return wire_width > 0.0 ? 1.0 - smoothstep(wire_width - 0.5, wire_width + 0.5, nearest) : 0.0;
}

void main() {
    gl_FragDepth = near * gl_FragCoord.w;
    uvec4 rect = texelFetch(faces, int(face) * 2);
    uvec4 more = texelFetch(faces, int(face) * 2 + 1);
    bool is_sky = (more.y & 1u) != 0u;
    bool is_masked = (more.y & 2u) != 0u;
    float opacity = float(more.z) / 255.0;
    // Derivatives are undefined behind a branch or a discard, so they come first.
    vec2 right = dFdx(place);
    vec2 down = dFdy(place);
    float line = line_share();
    if (more.z == 0u) {
        discard;
    }
    if (is_depth_only) {
        if (opacity < 1.0 || view == kTranslucent ||
            (is_masked && texture_colour(rect, int(more.x), right, down).a < 1.0)) {
            discard;
        }
        colour = vec4(0);
        return;
    }
    if (view == kOverdraw) {
        colour = vec4(1.0 / 255.0);
        return;
    }
    if (view == kTranslucent) {
        opacity = min(opacity, translucent_opacity);
    }
    if (view == kWire) {
        colour = vec4(background, 1);
    } else if (view == kLeaves) {
        colour = vec4(lit(leaf_colour()), opacity);
    } else if (is_sky) {
        colour = vec4(sky_colour(), opacity);
    } else {
        vec4 image = texture_colour(rect, int(more.x), right, down);
        colour = vec4(lit(image.rgb), is_masked ? opacity * image.a : opacity);
    }
    colour = mix(colour, vec4(view == kWire ? vec3(0.77, 0.83, 0.89) : vec3(0.05, 0.06, 0.08), 1),
                 line);
    if (colour.a == 0.0) {
        discard;
    }
    if (is_premultiplied) {
        colour.rgb *= colour.a;
    }
}
)";

const char* const kOverlayVertexShader = R"(#version 330 core
layout(location = 0) in vec3 position;
layout(location = 1) in vec4 vertex_colour;
uniform mat4 to_clip;   // from positions relative to the eye
uniform vec3 eye_high;  // the eye is eye_high + eye_low
uniform vec3 eye_low;
out vec4 shade;

void main() {
    gl_Position = to_clip * vec4((position - eye_high) - eye_low, 1);
    shade = vertex_colour;
}
)";

const char* const kOverlayFragmentShader = R"(#version 330 core
in vec4 shade;
uniform float near;
out vec4 colour;

void main() {
    gl_FragDepth = near * gl_FragCoord.w;
    colour = shade;
}
)";

const char* const kPictureVertexShader = R"(#version 330 core
void main() {
    vec2 corner = vec2((gl_VertexID << 1) & 2, gl_VertexID & 2);
    gl_Position = vec4(corner * 2.0 - 1.0, 0, 1);
}
)";

const char* const kPictureFragmentShader = R"(#version 330 core
uniform sampler2D picture;
uniform bool is_count;
uniform vec3 background;
uniform vec3 heat[25];
out vec4 colour;

void main() {
    vec4 pixel = texelFetch(picture, ivec2(gl_FragCoord.xy), 0);
    colour = is_count ? vec4(heat[min(int(pixel.r * 255.0 + 0.5), 24)], 1)
                      : vec4(pixel.rgb + (1.0 - pixel.a) * background, 1);
}
)";

}  // namespace halfspace::viewer
