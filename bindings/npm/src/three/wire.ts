// SPDX-License-Identifier: MIT
// Edges of polygons as smooth lines, drawn together with the faces in one pass. The geometry must
// have outlines (LevelGeometryOptions). Each corner of a triangle carries its distances from the
// edges of the polygon that touch the triangle. A distance is linear over the polygon, so the GPU
// interpolates it exactly; divided by its slope on the screen it is a distance in pixels.
import { Color, ShaderMaterial, type Material } from "three";
import { checkOptions, finite } from "../arguments.js";
import { checkMaterial } from "./expected.js";
import { edgeColour, wireColour } from "./painter.js";
import type { Rgb } from "./shading.js";

/** How lines along edges look. */
export interface WireOptions {
    /** The colour of lines. Default: almost black; for `wireMaterial` a light grey. */
    color?: Color | string | number;
    /** The width of lines [pixels]; half of it is on each of two neighbours. Default: 1.5. */
    width?: number;
    /** How opaque lines are, from 0 to 1. Default: 1. */
    opacity?: number;
    /**
     * How much thinner a line is in the middle of an edge than at its ends, from 0 to 1. With 1 it
     * vanishes there. Default: 0.
     */
    taper?: number;
    /** From this distance on lines become thinner, as 1 / distance [metres]. Default: 0, never. */
    fade?: number;
}

/** The options of lines that are drawn; change their values at any time. */
export interface WireUniforms {
    /** WireOptions.color */
    wireColor: { value: Color };
    /** WireOptions.width */
    wireWidth: { value: number };
    /** WireOptions.opacity */
    wireOpacity: { value: number };
    /** WireOptions.taper */
    wireTaper: { value: number };
    /** WireOptions.fade */
    wireFade: { value: number };
}

const wireOptions = ["color", "width", "opacity", "taper", "fade"] as const;

// As three.js takes colours.
function hexOf([red, green, blue]: Rgb): number {
    return (red << 16) | (green << 8) | blue;
}

/** The uniforms of lines, for a shader with the declarations below. */
export function wireUniforms(options: WireOptions = {}): WireUniforms {
    checkOptions(options, wireOptions, "lines");
    const { color = hexOf(edgeColour), width = 1.5, opacity = 1, taper = 0, fade = 0 } = options;
    return {
        wireColor: { value: new Color(color) },
        wireWidth: { value: finite(width, "width") },
        wireOpacity: { value: finite(opacity, "opacity") },
        wireTaper: { value: finite(taper, "taper") },
        wireFade: { value: finite(fade, "fade") },
    };
}

/** For a vertex shader: what lines declare. */
export const wireVertexDeclarations = /* glsl */ `
attribute vec4 outlineA;
attribute vec4 outlineB;
attribute vec2 outlineC;
varying vec4 vOutlineA;
varying vec4 vOutlineB;
varying vec2 vOutlineC;
`;
/** For main() of the vertex shader: what lines compute. */
export const wireVertexMain = /* glsl */ `
    vOutlineA = outlineA;
    vOutlineB = outlineB;
    vOutlineC = outlineC;
`;

/**
 * For a fragment shader: `wireShare(distance)` is how much of the pixel belongs to a line, from 0
 * to 1. It has derivatives, so call it before any branch or discard. distance: of the pixel from the
 * eye [metres].
 */
export const wireFragmentDeclarations = /* glsl */ `
uniform vec3 wireColor;
uniform float wireWidth;
uniform float wireOpacity;
uniform float wireTaper;
uniform float wireFade;
varying vec4 vOutlineA;
varying vec4 vOutlineB;
varying vec2 vOutlineC;

float wireLine(float distance, float along, float width) {
    float slope = max(length(vec2(dFdx(distance), dFdy(distance))), 1e-9);
    float middle = 1.0 - abs(clamp(along, 0.0, 1.0) * 2.0 - 1.0);
    float reach = 0.5 * width * (1.0 - wireTaper * middle);
    // Thin lines stay one pixel wide and become fainter.
    float edge = max(reach, 0.5);
    return (1.0 - smoothstep(edge - 0.5, edge + 0.5, distance / slope)) * min(reach / 0.5, 1.0);
}

float wireShare(float distance) {
    if (wireWidth <= 0.0) {
        return 0.0;
    }
    float width = wireFade > 0.0 ? wireWidth * min(wireFade / max(distance, 1e-6), 1.0) : wireWidth;
    float share = wireLine(vOutlineA.x, vOutlineB.y, width);
    share = max(share, wireLine(vOutlineA.y, vOutlineB.z, width));
    share = max(share, wireLine(vOutlineA.z, vOutlineB.w, width));
    share = max(share, wireLine(vOutlineA.w, vOutlineC.x, width));
    share = max(share, wireLine(vOutlineB.x, vOutlineC.y, width));
    return share * wireOpacity;
}
`;

/** Lines alone: what is between them is transparent, or filled with a colour. */
export function wireMaterial(
    options: WireOptions & { fill?: Color | string | number } = {},
): ShaderMaterial {
    checkOptions(options, [...wireOptions, "fill"], "wireMaterial");
    const { fill, ...lines } = options;
    const material = new ShaderMaterial({
        uniforms: {
            ...wireUniforms({ color: hexOf(wireColour), ...lines }),
            fillColor: { value: new Color(fill ?? 0) },
            fillOpacity: { value: fill === undefined ? 0 : 1 },
        },
        vertexShader: /* glsl */ `
            ${wireVertexDeclarations}
            varying float vDistance;
            void main() {
                ${wireVertexMain}
                vec4 way = modelViewMatrix * vec4(position, 1.0);
                vDistance = length(way.xyz);
                gl_Position = projectionMatrix * way;
            }`,
        fragmentShader: /* glsl */ `
            ${wireFragmentDeclarations}
            uniform vec3 fillColor;
            uniform float fillOpacity;
            varying float vDistance;
            void main() {
                float share = wireShare(vDistance);
                float opacity = mix(fillOpacity, 1.0, share);
                if (opacity <= 0.0) discard;
                gl_FragColor = vec4(mix(fillColor, wireColor, share / opacity), opacity);
                #include <colorspace_fragment>
            }`,
    });
    material.transparent = fill === undefined;
    return material;
}

/**
 * Draws lines over a material of three.js. Returns the uniforms of the lines. The material must
 * be new: a program that was compiled before has no lines.
 */
export function addWire(material: Material, options: WireOptions = {}): WireUniforms {
    checkMaterial(material, "material");
    const uniforms = wireUniforms(options);
    // The key of three.js is made of the text of onBeforeCompile, so it is taken before the change.
    const key = material.customProgramCacheKey();
    const before = material.onBeforeCompile.bind(material);
    material.onBeforeCompile = (shader, renderer) => {
        before(shader, renderer);
        Object.assign(shader.uniforms, uniforms);
        shader.vertexShader = shader.vertexShader
            .replace(
                "void main() {",
                `${wireVertexDeclarations}varying float vWireDistance;\nvoid main() {`,
            )
            .replace(
                "#include <project_vertex>",
                `#include <project_vertex>\n${wireVertexMain}vWireDistance = length(mvPosition.xyz);`,
            );
        shader.fragmentShader = shader.fragmentShader
            .replace(
                "void main() {",
                `${wireFragmentDeclarations}varying float vWireDistance;\n` +
                    "void main() {\nfloat wire = wireShare(vWireDistance);",
            )
            .replace(
                // The last step of every material of three.js but effects on the finished colour.
                "#include <tonemapping_fragment>",
                "gl_FragColor = mix(gl_FragColor, vec4(wireColor, 1.0), wire);\n" +
                    "#include <tonemapping_fragment>",
            );
    };
    material.customProgramCacheKey = () => `${key} halfspace wire`;
    return uniforms;
}
