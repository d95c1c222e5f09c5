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
vec3 sunOn(vec3 normal) {
    const vec3 toSun = vec3(0.42, 0.72, 0.55);
    vec3 sky = mix(vec3(0.25, 0.21, 0.19), vec3(0.42, 0.50, 0.66), 0.5 + 0.5 * normal.y);
    return sky + vec3(1.05, 0.90, 0.64) * max(dot(normal, toSun), 0.0);
}
`;
const sunLit = /* glsl */ `
uniform bool isSunlit;
uniform vec3 hazeColour;
flat in vec3 sunLight;
flat in vec3 lampNormal;
in vec3 fromLamp;
vec3 lit(vec3 c, float light) {
    if (!isSunlit) {
        return paintedLit(c, light);
    }
    float distance = length(fromLamp);
    float lamp = abs(dot(lampNormal, fromLamp / distance)) * 0.22 / (1.0 + distance / 5.0);
    vec3 seen = sqrt(min(c * c * (sunLight + lamp), 1.0));
    return mix(hazeColour, seen, exp(-distance / 220.0));
}
`;

const row = `#define ROW(table, i) texelFetch(table, ivec2((i) % ${tableWidth}, (i) / ${tableWidth}), 0)`;

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
${viewNames.map((name, i) => `const int view_${name} = ${i};`).join("\n")}
${wireFragmentDeclarations}
${depth}
#define lit paintedLit
${lit}
#undef lit
${sunLit}
${faces}`;

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
