// SPDX-License-Identifier: MIT
// The light, the colours and the patterns of the painter (`halfspace render`), with the same bytes.
// So a program can draw by WebGL what the painter paints.
import { finite, index, text as checkedText, vec3 } from "../arguments.js";
import type { Vec3 } from "../index.js";
import * as source from "./painter.js";

/** A colour: red, green, blue, from 0 to 255. */
export type Rgb = readonly [number, number, number];

/** A picture. */
export interface Picture {
    /** In texels. */
    width: number;
    /** In texels. */
    height: number;
    /** Red, green, blue, alpha of each texel, from 0 to 255; the top row first. */
    pixels: Uint8ClampedArray<ArrayBuffer>;
}

/**
 * The sky. In a direction d of length 1 it is `horizon` mixed with `zenith` (d up) or `nadir` (d
 * down); the share of the latter is the square root of d's height.
 */
export const skyColours: { horizon: Rgb; zenith: Rgb; nadir: Rgb } = {
    horizon: source.skyHorizon,
    zenith: source.skyZenith,
    nadir: source.skyNadir,
};
/** What is seen where the level draws nothing. */
export const backgroundColour: Rgb = source.background;
/** A pixel in the view of leaves has the colour of the leaf this far in front of its face [units]. */
export const leafDistance: number = source.leafDistance;
/** The largest opacity of a face in the translucent view, in 1/255. */
export const translucentOpacity: number = source.translucentOpacity;
/** Counts from here on have the hottest colour. */
export const hottestCount: number = source.hottest;

// What wasm/shading.cpp exports.
interface Painter extends WebAssembly.Exports {
    memory: WebAssembly.Memory;
    _initialize(): void;
    light_on(x: number, y: number, z: number): number;
    leaf_colour(leaf: number): number;
    heat_colour(count: number): number;
    begin_pattern(size: number): number;
    pattern(name: number, size: number, width: number, height: number): number;
}

let instance: Painter | undefined;

function painter(): Painter {
    if (instance === undefined) {
        const bytes = Uint8Array.from(source.bytes.match(/../g)!, (byte) => parseInt(byte, 16));
        const module = new WebAssembly.Module(bytes);
        instance = new WebAssembly.Instance(module).exports as Painter;
        instance._initialize();
    }
    return instance;
}

function unpacked(colour: number): Rgb {
    return [colour & 255, (colour >> 8) & 255, (colour >> 16) & 255];
}

/**
 * The brightness of a face, in 1/256 from 0 to 256. A channel c is shown as
 * floor((c * light + 128) / 256). normal: in the level's axes, of length 1.
 */
export function lightOn(normal: Vec3): number {
    vec3(normal, "normal");
    return painter().light_on(normal[0]!, normal[1]!, normal[2]!);
}

const [lightX, lightY, lightZ] = source.toLight;

/** For a shader: the same function of a normal in the axes of three.js. */
export const lightDeclarations = /* glsl */ `
float lightOn(vec3 normal) {
    float lit = (1.0 + dot(normal, vec3(${lightX}, ${lightZ}, ${-lightY}))) / 2.0;
    return floor(256.0 * (${source.ambient} + (1.0 - ${source.ambient}) * lit));
}
`;

/** A colour for each leaf. Neighbours usually have different colours. */
export function leafColour(leaf: number): Rgb {
    return unpacked(painter().leaf_colour(index(leaf, 2 ** 32, "leaf")));
}

/** The colour of a count, from black (0) over blue, green, yellow and red to white. */
export function heatColour(count: number): Rgb {
    return unpacked(painter().heat_colour(finite(count, "count")));
}

/** The pattern of a material without a picture: the one that the painter draws. */
export function patternOf(name: string, width = 64, height = 64): Picture {
    const bytes = new TextEncoder().encode(checkedText(name, "name"));
    index(width, 2 ** 14 + 1, "width");
    index(height, 2 ** 14 + 1, "height");
    const { memory, begin_pattern, pattern } = painter();
    const at = begin_pattern(bytes.length);
    new Uint8Array(memory.buffer).set(bytes, at);
    const first = pattern(at, bytes.length, width, height) >>> 0;
    const pixels = new Uint8ClampedArray(width * height * 4);
    pixels.set(new Uint8ClampedArray(memory.buffer, first, pixels.length));
    return { width, height, pixels };
}
