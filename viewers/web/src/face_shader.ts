// SPDX-License-Identifier: MIT
// The shader of faces: the same colours as those of the painter and of the native viewer
// (viewers/native/shaders.cpp), byte for byte up to rounding.
import {
    lightDeclarations,
    wireFragmentDeclarations,
    wireVertexDeclarations,
    wireVertexMain,
} from "halfspace/three";
import { tableWidth } from "./tables.js";

/** The near plane is half a unit before the eye [metres]. There is no far plane. */
export const nearDistance = 2 ** -6;

// A depth is the logarithm of the distance, so that a buffer of 24 bits holds it equally well at
// all distances: 32 octaves from the near plane on.
const depth = /* glsl */ `
float depthAt(float inverseDistance) {
    return clamp(-log2(inverseDistance * ${nearDistance}) / 32.0, 0.0, 1.0);
}
`;

// The colour that a light leaves, rounded as the painter rounds it.
const lit = /* glsl */ `
vec3 lit(vec3 c, float light) {
    return floor((floor(c * 255.0 + 0.5) * light + 128.0) / 256.0) / 255.0;
}
`;

export const faceVertexShader = /* glsl */ `
precision highp usampler2D;
${wireVertexDeclarations}
in float face;
uniform vec3 eyeHigh;  // the eye is eyeHigh + eyeLow
uniform vec3 eyeLow;
uniform usampler2D faces;  // two texels for each: x y width height; page flags opacity
out vec2 place;
out vec3 way;
flat out float light;
flat out vec3 faceNormal;
flat out uvec4 rect;
flat out uvec3 more;
${lightDeclarations}

void main() {
    ${wireVertexMain}
    way = (position - eyeHigh) - eyeLow;
    gl_Position = projectionMatrix * vec4(mat3(viewMatrix) * way, 1.0);
    // SwiftShader, which draws where there is no GPU, holds places on the screen in 32 bits. So a
    // corner in the plane of the eye, which is infinitely far to the side, is moved out of the plane.
    float least = max(abs(gl_Position.x), abs(gl_Position.y)) / 4096.0;
    if (abs(gl_Position.w) < least) {
        gl_Position.w = least;
    }
    place = uv;
    faceNormal = normal;
    light = lightOn(normal);
    int texel = int(face) * 2;
    rect = texelFetch(faces, ivec2(texel % ${tableWidth}, texel / ${tableWidth}), 0);
    ++texel;
    more = texelFetch(faces, ivec2(texel % ${tableWidth}, texel / ${tableWidth}), 0).xyz;
}
`;

export const faceFragmentShader = /* glsl */ `
precision highp isampler2D;
precision highp sampler2DArray;
${wireFragmentDeclarations}
in vec2 place;
in vec3 way;
flat in float light;
flat in vec3 faceNormal;
flat in uvec4 rect;
flat in uvec3 more;
const int kTextured = 0, kLeaves = 1, kWire = 2, kOverdraw = 3, kTranslucent = 4;
uniform int view;
uniform bool isNearest;
uniform bool isPremultiplied;
uniform bool isDepthOnly;  // opaque faces alone
uniform float translucentOpacity;
uniform float leafDistance;
uniform vec3 background;
uniform vec3 skyHorizon, skyZenith, skyNadir;
uniform sampler2DArray atlas;
uniform sampler2D nodePlanes;  // relative to an anchor
uniform isampler2D nodeChildren;
uniform sampler2D leafColours;
uniform vec3 eyeFromAnchor;
uniform int root;
out vec4 colour;
${depth}
${lit}

vec4 texel(ivec2 corner, ivec2 at) {
    return texelFetch(atlas, ivec3(corner + at, int(more.x)), 0);
}

// The smaller copy number "copy", between four of its texels.
vec4 copyAt(int copy) {
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
    return mix(mix(texel(corner, a), texel(corner, ivec2(b.x, a.y)), part.x),
               mix(texel(corner, ivec2(a.x, b.y)), texel(corner, b), part.x), part.y);
}

// right, down: how the place changes to the next pixels, in repeats.
vec4 textureColour(vec2 right, vec2 down) {
    vec2 size = vec2(rect.zw);
    if (isNearest) {
        return texel(ivec2(rect.xy), min(ivec2(fract(place) * size), ivec2(rect.zw) - 1));
    }
    right *= size;
    down *= size;
    float most = floor(log2(max(size.x, size.y)));
    float copy = clamp(0.5 * log2(max(dot(right, right), dot(down, down))), 0.0, most);
    float lower = floor(copy);
    vec4 larger = copyAt(int(lower));
    return copy == lower ? larger : mix(larger, copyAt(int(lower) + 1), copy - lower);
}

vec3 skyColour() {
    float height = normalize(way).y;
    return mix(skyHorizon, height < 0.0 ? skyNadir : skyZenith, sqrt(abs(height)));
}

ivec2 tablePlace(int i) {
    return ivec2(i % ${tableWidth}, i / ${tableWidth});
}

vec3 leafColour() {
    vec3 at = way + eyeFromAnchor + faceNormal * leafDistance;
    int node = root;
    for (int i = 0; i < 1024 && node >= 0; ++i) {
        vec4 plane = texelFetch(nodePlanes, tablePlace(node), 0);
        ivec2 children = texelFetch(nodeChildren, tablePlace(node), 0).xy;
        node = dot(plane.xyz, at) > plane.w ? children.x : children.y;
    }
    return texelFetch(leafColours, tablePlace(-1 - node), 0).rgb;
}

void main() {
    gl_FragDepth = depthAt(gl_FragCoord.w);
    bool isSky = (more.y & 1u) != 0u;
    bool isMasked = (more.y & 2u) != 0u;
    float opacity = float(more.z) / 255.0;
    // Derivatives are undefined behind a branch or a discard, so they come first.
    vec2 right = dFdx(place);
    vec2 down = dFdy(place);
    float line = wireShare(length(way));
    if (isDepthOnly) {
        if (opacity < 1.0 || view == kTranslucent ||
            (isMasked && textureColour(right, down).a < 1.0)) {
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
        opacity = min(opacity, translucentOpacity);
    }
    if (view == kWire) {
        colour = vec4(background, 1);
    } else if (view == kLeaves) {
        colour = vec4(lit(leafColour(), light), opacity);
    } else if (isSky) {
        colour = vec4(skyColour(), opacity);
    } else {
        vec4 image = textureColour(right, down);
        colour = vec4(lit(image.rgb, light), isMasked ? opacity * image.a : opacity);
    }
    colour = mix(colour, vec4(wireColor, 1), line);
    if (colour.a == 0.0) {
        discard;
    }
    if (isPremultiplied) {
        colour.rgb *= colour.a;
    }
}
`;

export const overlayVertexShader = /* glsl */ `
in vec4 tint;
uniform bool isLit;  // as the walls of a body are
uniform vec3 eyeHigh;
uniform vec3 eyeLow;
flat out vec4 shade;
${lightDeclarations}
${lit}
void main() {
    vec3 way = (mat3(modelMatrix) * position - (eyeHigh - modelMatrix[3].xyz)) - eyeLow;
    gl_Position = projectionMatrix * vec4(mat3(viewMatrix) * way, 1.0);
    shade = tint;
    if (isLit) {
        shade.rgb = lit(tint.rgb, lightOn(mat3(modelMatrix) * normal));
    }
}
`;

export const overlayFragmentShader = /* glsl */ `
flat in vec4 shade;
uniform float nearer;  // lines are drawn a little nearer to the eye than what they lie on
out vec4 colour;
${depth}
void main() {
    gl_FragDepth = depthAt(gl_FragCoord.w * nearer);
    colour = shade;
}
`;

export const pictureVertexShader = /* glsl */ `
void main() {
    gl_Position = vec4(position.xy, 0.0, 1.0);
}
`;

export const pictureFragmentShader = /* glsl */ `
uniform sampler2D picture;
uniform bool isCount;
uniform vec3 background;
uniform vec3 heat[25];
uniform float heatStep;  // from the colour of one count to that of the next
out vec4 colour;
void main() {
    vec4 pixel = texelFetch(picture, ivec2(gl_FragCoord.xy), 0);
    colour = isCount ? vec4(heat[min(int(floor(pixel.r * 255.0 + 0.5) * heatStep), 24)], 1)
                     : vec4(pixel.rgb + (1.0 - pixel.a) * background, 1);
}
`;
