// SPDX-License-Identifier: MIT
// What the materials of a dropped model look like: pictures that the page draws in its level.
import type { Picture } from "halfspace/three";
import type { BufferGeometry, Color, Material, Mesh, Object3D, Texture } from "three";
import { pixelsOf } from "./textures.js";

/** The picture of a material. */
export interface Look extends Picture {
    /** True: the texture is absent where its alpha is 0. */
    hasHoles?: boolean;
}

/** How a format writes the colours of vertices. */
export type ColourSpace = "linear" | "sRGB";

interface Surface extends Material {
    color?: Color;
    map?: Texture | null;
}

type Triple = readonly [number, number, number];

/** The looks of a model. */
export interface TakenLooks {
    /** By names of materials in lower case. */
    pictures: Map<string, Look>;
    /** What is not shown as the model has it. */
    notes: string[];
}

// In place of white, which says nothing and shows no shape in the sun [linear].
const plaster: Triple = [0.46, 0.45, 0.42];
const mostColours = 256; // of vertices, so that a level has not too many materials
const finestBits = 5; // of a channel of a colour of vertices
const coarsestBits = 1;
const largestSide = 1024; // of a picture [texels]
// Of all pictures together. With smaller copies, the atlas and the GPU they take about 1 GB.
const mostTexels = 2 ** 25;

function toSrgb(x: number): number {
    return x <= 0.0031308 ? 12.92 * x : 1.055 * x ** (1 / 2.4) - 0.055;
}

function toLinear(x: number): number {
    return x <= 0.04045 ? x / 12.92 : ((x + 0.055) / 1.055) ** 2.4;
}

// The picture of a colour [linear].
function plain(colour: Triple): Look {
    const bytes = colour.map((x) => Math.round(255 * toSrgb(Math.min(Math.max(x, 0), 1))));
    return { width: 1, height: 1, pixels: Uint8ClampedArray.from([...bytes, 255]) };
}

// Multiplies a picture by a colour [linear], and makes alphas below `alphaTest` 0 and all others 1.
function tinted(picture: Picture, colour: Triple, alphaTest: number): void {
    const { pixels } = picture;
    const isWhite = colour.every((x) => x === 1);
    const tables = colour.map((factor) =>
        Uint8ClampedArray.from(
            { length: 256 },
            (_, i) => 255 * toSrgb(Math.min(factor * toLinear(i / 255), 1)),
        ),
    );
    for (let at = 0; at < pixels.length; at += 4) {
        if (!isWhite) {
            for (let c = 0; c < 3; ++c) {
                pixels[at + c] = tables[c]![pixels[at + c]!]!;
            }
        }
        if (alphaTest > 0) {
            pixels[at + 3] = pixels[at + 3]! < 255 * alphaTest ? 0 : 255;
        }
    }
}

function hasAbsent({ pixels }: Picture): boolean {
    for (let at = 3; at < pixels.length; at += 4) {
        if (pixels[at]! < 255) {
            return true;
        }
    }
    return false;
}

function isDrawable(image: unknown): image is ImageBitmap {
    return (
        image instanceof ImageBitmap ||
        image instanceof HTMLImageElement ||
        image instanceof HTMLCanvasElement
    );
}

// The picture of a material; null if it has none.
function imageOf({ map }: Surface): ImageBitmap | null {
    const image: unknown = map?.image;
    return isDrawable(image) ? image : null;
}

// What a material looks like, multiplied by a colour of vertices [linear].
function lookOf(surface: Surface, [r, g, b]: Triple, side: number): Look {
    const { color, alphaTest = 0, transparent = false } = surface;
    const colour: Triple = [(color?.r ?? 1) * r, (color?.g ?? 1) * g, (color?.b ?? 1) * b];
    const image = imageOf(surface);
    if (!image) {
        return plain(colour.every((x) => x === 1) ? plaster : colour);
    }
    const picture: Look = pixelsOf(image, side);
    tinted(picture, colour, alphaTest);
    picture.hasHoles = (alphaTest > 0 || transparent) && hasAbsent(picture);
    return picture;
}

// True if the material says nothing but its name.
function isBare({ color, map }: Surface): boolean {
    return !map && (color === undefined || (color.r === 1 && color.g === 1 && color.b === 1));
}

function isTransformed({ offset, repeat, rotation }: Texture): boolean {
    return offset.x !== 0 || offset.y !== 0 || repeat.x !== 1 || repeat.y !== 1 || rotation !== 0;
}

// The largest side of pictures with which all of them together have few enough texels.
function sideFor(images: readonly ImageBitmap[]): number {
    for (let side = largestSide; ; side /= 2) {
        const texels = images.reduce((sum, { width, height }) => {
            const factor = Math.min(1, side / Math.max(width, height));
            return sum + width * height * factor ** 2;
        }, 0);
        if (side === 1 || texels <= mostTexels) {
            return side;
        }
    }
}

/** Collects materials that look different, and gives each of them a name of its own. */
class Looks {
    private readonly drawn = new Map<string, { surface: Surface; colour: Triple }>();
    private readonly names = new Map<string, string>(); // by what is drawn
    private readonly taken = new Set<string>();
    private readonly lastNumbers = new Map<string, number>(); // by names in lower case

    constructor(private readonly known: ReadonlyMap<string, Picture>) {}

    /** The name in the level of a material with a colour of vertices. */
    nameOf(surface: Surface, colour: Triple): string {
        const { name, color, map, alphaTest, transparent, opacity } = surface;
        const key = JSON.stringify([
            ...[name, map?.source.uuid, alphaTest, transparent, opacity],
            ...[color?.r, color?.g, color?.b, ...colour],
        ]);
        let own = this.names.get(key);
        if (own === undefined) {
            own = this.freeName(name);
            this.names.set(key, own);
            const isWhite = colour.every((x) => x === 1);
            // A material that says nothing but the name of a texture of the page shows this texture.
            if (!(isWhite && isBare(surface) && this.known.has(own.toLowerCase()))) {
                this.drawn.set(own.toLowerCase(), { surface, colour });
            }
        }
        return own;
    }

    private freeName(name: string): string {
        const lower = name.toLowerCase();
        let free = name;
        let last = this.lastNumbers.get(lower) ?? 1;
        while (this.taken.has(free.toLowerCase())) {
            free = `${name} (${++last})`;
        }
        this.lastNumbers.set(lower, last);
        this.taken.add(free.toLowerCase());
        return free;
    }

    /** The pictures of all materials that were named. */
    take(): TakenLooks {
        const all = [...this.drawn];
        const side = sideFor(all.flatMap(([, { surface }]) => imageOf(surface) ?? []));
        const notes: string[] = [];
        if (side < largestSide) {
            notes.push(
                "The pictures of the materials are too large together. " +
                    `They are shown with ${side} texels on a side at most.`,
            );
        }
        if (all.some(([, { surface }]) => imageOf(surface) && isTransformed(surface.map!))) {
            notes.push(
                "Some materials move, scale or turn their pictures (KHR_texture_transform). " +
                    "The page shows these pictures without that.",
            );
        }
        const pictures = new Map(
            all.map(([name, { surface, colour }]) => [name, lookOf(surface, colour, side)]),
        );
        return { pictures, notes };
    }
}

/** A mesh with colours of vertices. */
interface Coloured {
    mesh: Mesh;
    /** The material of each triangle. */
    surfaces: Surface[];
    /** Red, green and blue of each triangle: the mean of its corners [sRGB, 0 to 1]. */
    colours: Float32Array;
}

// Red, green and blue of each triangle [sRGB, 0 to 1].
function triangleColours(geometry: BufferGeometry, space: ColourSpace): Float32Array {
    const colours = geometry.getAttribute("color");
    const index = geometry.getIndex();
    const channels = [
        (v: number) => colours.getX(v),
        (v: number) => colours.getY(v),
        (v: number) => colours.getZ(v),
    ];
    const triangles = Math.floor((index ?? colours).count / 3);
    const means = new Float32Array(3 * triangles);
    for (let t = 0; t < triangles; ++t) {
        const corners = [3 * t, 3 * t + 1, 3 * t + 2].map((i) => index?.getX(i) ?? i);
        channels.forEach((read, c) => {
            const mean = corners.reduce((sum, v) => sum + read(v), 0) / 3;
            means[3 * t + c] = Math.min(Math.max(space === "sRGB" ? mean : toSrgb(mean), 0), 1);
        });
    }
    return means;
}

function colouredOf(mesh: Mesh, space: ColourSpace): Coloured {
    const { geometry, material } = mesh;
    const colours = triangleColours(geometry, space);
    const all: Surface[] = [material].flat();
    const surfaces = new Array<Surface>(colours.length / 3).fill(all[0]!);
    for (const { start, count, materialIndex = 0 } of Array.isArray(material)
        ? geometry.groups
        : []) {
        surfaces.fill(all[materialIndex] ?? all[0]!, start / 3, (start + count) / 3);
    }
    return { mesh, surfaces, colours };
}

// The colour of a triangle as a whole number, with so many bits in each channel.
function shadeOf({ surfaces, colours }: Coloured, t: number, bits: number): number {
    const steps = 2 ** bits - 1;
    if (imageOf(surfaces[t]!)) {
        return 2 ** (3 * bits) - 1; // white: the picture counts
    }
    return [0, 1, 2].reduce(
        (shade, c) => (shade << bits) | Math.round(colours[3 * t + c]! * steps),
        0,
    );
}

// The colour of a whole number [linear].
function colourOf(shade: number, bits: number): Triple {
    const steps = 2 ** bits - 1;
    const channel = (c: number) => toLinear(((shade >> (bits * c)) & steps) / steps);
    return [channel(2), channel(1), channel(0)];
}

// As many bits as give few enough materials, over all meshes.
function fewBits(meshes: readonly Coloured[]): number {
    for (let bits = finestBits; bits > coarsestBits; --bits) {
        const shades = new Map<Surface, Set<number>>();
        for (const coloured of meshes) {
            coloured.surfaces.forEach((surface, t) => {
                const own = shades.get(surface) ?? new Set();
                shades.set(surface, own.add(shadeOf(coloured, t, bits)));
            });
        }
        const count = [...shades.values()].reduce((sum, { size }) => sum + size, 0);
        if (count <= mostColours) {
            return bits;
        }
    }
    return coarsestBits;
}

// Gives a mesh a material for each colour of its triangles.
function splitByColour(coloured: Coloured, looks: Looks, bits: number): void {
    const { mesh, surfaces } = coloured;
    const numbers = new Map<Surface, Map<number, number>>(); // of materials, by shades
    const materials: Material[] = [];
    mesh.geometry.clearGroups();
    surfaces.forEach((surface, t) => {
        const shade = shadeOf(coloured, t, bits);
        const own = numbers.get(surface) ?? new Map<number, number>();
        numbers.set(surface, own);
        let number = own.get(shade);
        if (number === undefined) {
            const material = surface.clone();
            material.name = looks.nameOf(surface, colourOf(shade, bits));
            number = materials.push(material) - 1;
            own.set(shade, number);
        }
        mesh.geometry.addGroup(3 * t, 3, number);
    });
    mesh.material = materials;
}

const white: Triple = [1, 1, 1];

/**
 * The looks of all materials below an object. Materials that look different get different names.
 * Triangles whose material has no picture get materials by the colours of their vertices.
 * known: pictures that a material without a look of its own takes by its name.
 */
export function takeLooks(
    root: Object3D,
    known: ReadonlyMap<string, Picture>,
    space: ColourSpace,
): TakenLooks {
    const looks = new Looks(known);
    const renamed = new Map<Material, string>();
    const coloured: Coloured[] = [];
    root.traverse((object) => {
        const mesh = object as Mesh;
        if (!mesh.isMesh) {
            return;
        }
        if (mesh.geometry.hasAttribute("color")) {
            coloured.push(colouredOf(mesh, space));
            return;
        }
        for (const material of [mesh.material].flat()) {
            if (!renamed.has(material)) {
                renamed.set(material, looks.nameOf(material, white));
            }
        }
    });
    const bits = fewBits(coloured);
    coloured.forEach((each) => splitByColour(each, looks, bits));
    renamed.forEach((name, material) => (material.name = name));
    return looks.take();
}
