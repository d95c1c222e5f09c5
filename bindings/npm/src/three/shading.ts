// SPDX-License-Identifier: MIT
// The light, the colours and the patterns of the painter (`halfspace render`), with the same bytes.
// So a program can draw by WebGL what the painter paints.
import { finite, index, text as checkedText, vec3 } from "../arguments.js";
import type { Vec3 } from "../index.js";

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
    horizon: [206, 218, 230],
    zenith: [92, 140, 204],
    nadir: [146, 152, 160],
};
/** What is seen where the level draws nothing. */
export const backgroundColour: Rgb = [16, 18, 22];
/** A pixel in the view of leaves has the colour of the leaf this far in front of its face [units]. */
export const leafDistance = 1 / 32;
/** The largest opacity of a face in the translucent view, in 1/255. */
export const translucentOpacity = 128;
/** Counts from here on have the hottest colour. */
export const hottestCount = 24;

// The direction that the light comes from, and the brightness of faces that look away from it.
const [lightX, lightY, lightZ] = [0.36, 0.48, 0.8];
const leastLight = 0.52;

/**
 * The brightness of a face, in 1/256 from 0 to 256. A channel c is shown as
 * floor((c * light + 128) / 256). normal: in the level's axes, of length 1.
 */
export function lightOn(normal: Vec3): number {
    vec3(normal, "normal");
    const lit = (1 + (normal[0]! * lightX + normal[1]! * lightY + normal[2]! * lightZ)) / 2;
    return Math.floor(256 * (leastLight + (1 - leastLight) * lit));
}

/** For a shader: the same function of a normal in the axes of three.js. */
export const lightDeclarations = /* glsl */ `
float lightOn(vec3 normal) {
    float lit = (1.0 + dot(normal, vec3(${lightX}, ${lightZ}, ${-lightY}))) / 2.0;
    return floor(256.0 * (${leastLight} + (1.0 - ${leastLight}) * lit));
}
`;

function scrambled(x: number): number {
    x = Math.imul(x ^ (x >>> 16), 0x7feb352d);
    x = Math.imul(x ^ (x >>> 15), 0x846ca68b);
    return (x ^ (x >>> 16)) >>> 0;
}

/** A colour for each leaf. Neighbours usually have different colours. */
export function leafColour(leaf: number): Rgb {
    index(leaf, 2 ** 32, "leaf");
    const hue = scrambled(leaf) % 1536;
    const rise = hue % 256;
    const fall = 255 - rise;
    const wheel: Rgb[] = [
        [255, rise, 0],
        [fall, 255, 0],
        [0, 255, rise],
        [0, fall, 255],
        [rise, 0, 255],
        [255, 0, fall],
    ];
    const pure = wheel[Math.floor(hue / 256)]!;
    const light = 60 + (scrambled(leaf + 0x51ed27) % 56);
    const channel = (i: 0 | 1 | 2) => light + Math.floor((pure[i] * 140) / 255);
    return [channel(0), channel(1), channel(2)];
}

const heatScale: Rgb[] = [
    [0, 0, 0],
    [30, 60, 190],
    [40, 170, 90],
    [240, 214, 60],
    [214, 50, 40],
    [255, 255, 255],
];

/** The colour of a count, from black (0) over blue, green, yellow and red to white. */
export function heatColour(count: number): Rgb {
    const place = Math.min(Math.max(finite(count, "count"), 0), hottestCount) * 5;
    const step = Math.min(Math.floor(place / hottestCount), 4);
    const part = place - step * hottestCount;
    const a = heatScale[step]!;
    const b = heatScale[step + 1]!;
    const channel = (i: 0 | 1 | 2) =>
        Math.floor((a[i] * (hottestCount - part) + b[i] * part) / hottestCount);
    return [channel(0), channel(1), channel(2)];
}

// The first word that the name contains decides. So special words stand before general words.
const hues: [string, Rgb][] = [
    ["lava", [214, 96, 28]],
    ["slime", [86, 122, 36]],
    ["tele", [92, 64, 140]],
    ["sky", [126, 168, 216]],
    ["water", [56, 98, 148]],
    ["*", [56, 98, 148]],
    ["glass", [150, 186, 196]],
    ["window", [158, 176, 170]],
    ["light", [226, 206, 150]],
    ["torch", [220, 170, 90]],
    ["brick", [146, 88, 66]],
    ["grass", [94, 126, 62]],
    ["ground", [112, 104, 68]],
    ["dirt", [120, 94, 66]],
    ["sand", [190, 168, 120]],
    ["door", [122, 90, 58]],
    ["wood", [134, 98, 60]],
    ["plank", [134, 98, 60]],
    ["crate", [140, 106, 64]],
    ["wiz", [118, 120, 84]],
    ["metal", [118, 124, 134]],
    ["tech", [108, 116, 126]],
    ["comp", [96, 112, 118]],
    ["trim", [124, 120, 112]],
    ["rock", [118, 110, 100]],
    ["stone", [140, 134, 124]],
    ["wall", [138, 128, 114]],
    ["floor", [120, 116, 110]],
    ["ceil", [128, 126, 122]],
    ["roof", [126, 76, 60]],
    ["tile", [140, 140, 132]],
    ["city", [130, 116, 96]],
    ["cliff", [116, 100, 80]],
    ["snow", [216, 222, 228]],
    ["fence", [110, 112, 112]],
    ["grate", [104, 108, 108]],
];
const unknownHue: Rgb = [132, 124, 114];

function mixedBits(a: number, b: number): number {
    let h = Math.imul(a, 0x9e3779b1) ^ Math.imul(b + 0x7f4a7c15, 0x85ebca6b);
    h = Math.imul(h ^ (h >>> 15), 0x2c1b3c6d);
    h = Math.imul(h ^ (h >>> 12), 0x297a2d39);
    return (h ^ (h >>> 15)) >>> 0;
}

function nameHash(name: string): number {
    let h = 2166136261;
    for (const byte of new TextEncoder().encode(name)) {
        h = Math.imul(h ^ byte, 16777619);
    }
    return mixedBits(h >>> 0, 0);
}

function clamped(value: number): number {
    return Math.min(Math.max(value, 0), 255);
}

/** The colour of a material without a picture. It follows from words in the name. */
export function nameColour(name: string): Rgb {
    const text = name.replace(/[A-Z]/g, (c) => c.toLowerCase());
    const hash = nameHash(text);
    const part = (shift: number, range: number) =>
        ((hash >>> shift) % range) - Math.floor(range / 2);
    const known = hues.find(([word]) => text.includes(word));
    const base = known ? known[1] : unknownHue;
    const range = known ? 21 : 33;
    const light = part(0, 25);
    return [
        clamped(base[0] + light + part(5, range)),
        clamped(base[1] + light + part(11, range)),
        clamped(base[2] + light + part(17, range)),
    ];
}

/** The pattern of a material without a picture: the one that the painter draws. */
export function patternOf(name: string, width = 64, height = 64): Picture {
    checkedText(name, "name");
    index(width, 2 ** 14 + 1, "width");
    index(height, 2 ** 14 + 1, "height");
    const base = nameColour(name);
    const hash = nameHash(name);
    const square = Math.max(Math.floor(Math.min(width, height) / 4), 1);
    const pixels = new Uint8ClampedArray(width * height * 4);
    for (let y = 0, at = 0; y < height; ++y) {
        for (let x = 0; x < width; ++x, at += 4) {
            const isOdd = ((Math.floor(x / square) + Math.floor(y / square)) & 1) !== 0;
            let light = (isOdd ? 6 : -6) + (mixedBits((hash + x) >>> 0, y) % 9) - 4;
            if (x === 0 || y === 0) {
                light = -34;
            } else if (x === 1 || y === 1) {
                light = 20;
            }
            pixels[at] = base[0] + light;
            pixels[at + 1] = base[1] + light;
            pixels[at + 2] = base[2] + light;
            pixels[at + 3] = 255;
        }
    }
    return { width, height, pixels };
}
