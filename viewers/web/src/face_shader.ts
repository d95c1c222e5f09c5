// SPDX-License-Identifier: MIT
// The shaders. Their fragment shaders in viewers/shared are those of the native viewer, too.
import {
    hottestCount,
    lightDeclarations,
    wireFragmentDeclarations,
    wireVertexDeclarations,
    wireVertexMain,
} from "halfspace/three";
import faces from "../../shared/faces.glsl?raw";
import lit from "../../shared/lit.glsl?raw";
import overlay from "../../shared/overlay.glsl?raw";
import picture from "../../shared/picture.glsl?raw";
import { viewNames } from "./look.js";
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

// The light of the sun, the sky and the ground on a normal, and a lamp at the eye. Colours are
// squared, as they are about what a screen shows.
const sunDeclarations = /* glsl */ `
// The light on a normal.
vec3 sunOn(vec3 normal) {
    const vec3 toSun = vec3(0.42, 0.72, 0.55);
    vec3 sky = mix(vec3(0.25, 0.21, 0.19), vec3(0.42, 0.50, 0.66), 0.5 + 0.5 * normal.y);
    return sky + vec3(1.05, 0.90, 0.64) * max(dot(normal, toSun), 0.0);
}
`;
const sunLit = /* glsl */ `
uniform bool isSunlit;
uniform vec3 hazeColour;
// sun: the light on the normal. way: from the eye.
vec3 sunLit(vec3 c, vec3 sun, vec3 normal, vec3 way) {
    float distance = length(way);
    float lamp = abs(dot(normal, way / distance)) * 0.22 / (1.0 + distance / 5.0);
    vec3 seen = sqrt(min(c * c * (sun + lamp), 1.0));
    return mix(hazeColour, seen, exp(-distance / 220.0));
}
`;
const faceLit = /* glsl */ `
flat in vec3 sunLight;
flat in vec3 lampNormal;
in vec3 fromLamp;
vec3 lit(vec3 c, float light) {
    return isSunlit ? sunLit(c, sunLight, lampNormal, fromLamp) : paintedLit(c, light);
}
`;

// SwiftShader, which draws where there is no GPU, holds places on the screen in 32 bits. So a corner
// in the plane of the eye, which is infinitely far to the side, is moved out of the plane.
const onScreen = /* glsl */ `
vec4 onScreen(vec3 way) {
    vec4 at = projectionMatrix * vec4(mat3(viewMatrix) * way, 1.0);
    float least = max(abs(at.x), abs(at.y)) / 4096.0;
    if (abs(at.w) < least) {
        at.w = least;
    }
    return at;
}
`;

const row = `#define ROW(table, i) texelFetch(table, ivec2((i) % ${tableWidth}, (i) / ${tableWidth}), 0)`;

const views = viewNames.map((name, i) => `const int view_${name} = ${i};`).join("\n");

export const faceVertexShader = /* glsl */ `
precision highp usampler2D;
${wireVertexDeclarations}
${row}
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
flat out vec3 sunLight;
flat out vec3 lampNormal;
out vec3 fromLamp;
${lightDeclarations}
${sunDeclarations}
${onScreen}

void main() {
    ${wireVertexMain}
    way = (position - eyeHigh) - eyeLow;
    gl_Position = onScreen(way);
    place = uv;
    faceNormal = normal;
    light = lightOn(normal);
    sunLight = sunOn(normal);
    lampNormal = normal;
    fromLamp = way;
    rect = ROW(faces, int(face) * 2);
    more = ROW(faces, int(face) * 2 + 1).xyz;
}
`;

export const faceFragmentShader = /* glsl */ `
precision highp isampler2D;
precision highp sampler2DArray;
#define FLOATS sampler2D
#define INTS isampler2D
#define UP y
${row}
${views}
${wireFragmentDeclarations}
${depth}
#define lit paintedLit
${lit}
#undef lit
${sunLit}
${faceLit}
${faces}`;

// Sheets: triangles without an order, which have a normal at each corner.
export const sheetVertexShader = /* glsl */ `
${wireVertexDeclarations}
uniform vec3 eyeHigh;
uniform vec3 eyeLow;
out vec2 place;
out vec3 way;
out vec3 facing;
${onScreen}
void main() {
    way = (position - eyeHigh) - eyeLow;
    gl_Position = onScreen(way);
    place = uv;
    facing = normal;
    // Three lines, each where the share of the corner opposite of it is 0.
    int corner = gl_VertexID % 3;
    vOutlineA = vec4(corner == 0, corner == 1, corner == 2, 1);
    vOutlineB = vec4(1, 0, 0, 0);
    vOutlineC = vec2(0);
}
`;

export const sheetFragmentShader = /* glsl */ `
${views}
${wireFragmentDeclarations}
${depth}
${lightDeclarations}
${lit}
${sunDeclarations}
${sunLit}
in vec2 place;
in vec3 way;
in vec3 facing;
uniform sampler2D picture;
uniform bool hasHoles;
uniform float sheetOpacity;
uniform int view;
uniform bool isNearest;
uniform bool isPremultiplied;
uniform bool isDepthOnly;
uniform float translucentOpacity;
uniform vec3 background;
out vec4 colour;

void main() {
    gl_FragDepth = depthAt(gl_FragCoord.w);
    ivec2 size = textureSize(picture, 0);
    vec4 image = texture(picture, place);
    if (isNearest) {
        image = texelFetch(picture, min(ivec2(fract(place) * vec2(size)), size - 1), 0);
    }
    float line = wireShare(length(way));
    if (hasHoles && image.a < 0.5) {
        discard;
    }
    if (isDepthOnly) {
        colour = vec4(0);
        return;
    }
    if (view == view_overdraw) {
        colour = vec4(1.0 / 255.0);
        return;
    }
    vec3 normal = normalize(facing) * (gl_FrontFacing ? 1.0 : -1.0);
    // No leaf owns a sheet.
    vec3 c = view == view_leaves ? vec3(0.7) : image.rgb;
    c = isSunlit ? sunLit(c, sunOn(normal), normal, way) : lit(c, lightOn(normal));
    float opacity = view == view_translucent ? min(sheetOpacity, translucentOpacity) : sheetOpacity;
    colour = view == view_wire ? vec4(background, 1) : vec4(c, opacity);
    colour = mix(colour, vec4(wireColor, 1), line);
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

export const overlayFragmentShader = `${depth}${overlay}`;

export const pictureVertexShader = /* glsl */ `
void main() {
    gl_Position = vec4(position.xy, 0.0, 1.0);
}
`;

export const pictureFragmentShader = `const int hottest = ${hottestCount};\n${picture}`;
