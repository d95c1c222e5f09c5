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
${lit}
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
