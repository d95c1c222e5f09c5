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

const mostColours = 256; // of vertices, so that a level has not too many materials
const largestSide = 1024; // of a picture [texels]

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

// What a material looks like, multiplied by a colour of vertices [linear].
function lookOf(surface: Surface, [r, g, b]: Triple): Look {
    const { color, map, alphaTest = 0, transparent = false } = surface;
    const colour: Triple = [(color?.r ?? 1) * r, (color?.g ?? 1) * g, (color?.b ?? 1) * b];
    const image: unknown = map?.image;
    if (!isDrawable(image)) {
        return plain(colour);
    }
    const picture: Look = pixelsOf(image, largestSide);
    tinted(picture, colour, alphaTest);
    picture.hasHoles = (alphaTest > 0 || transparent) && hasAbsent(picture);
    return picture;
}

// True if the material says nothing but its name.
function isBare({ color, map }: Surface): boolean {
    return !map && (color === undefined || (color.r === 1 && color.g === 1 && color.b === 1));
}

/** Collects the looks of materials, and gives each look a name of its own. */
class Looks {
    readonly found = new Map<string, Look>();
    private readonly names = new Map<string, string>(); // by what is drawn
    private readonly taken = new Set<string>();

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
                this.found.set(own.toLowerCase(), lookOf(surface, colour));
            }
        }
        return own;
    }

    private freeName(name: string): string {
        let free = name;
        for (let i = 2; this.taken.has(free.toLowerCase()); ++i) {
            free = `${name} (${i})`;
        }
        this.taken.add(free.toLowerCase());
        return free;
    }
}

// The mean colour of each triangle [linear], with so many bits in each channel.
function triangleColours(geometry: BufferGeometry, space: ColourSpace, bits: number): Triple[] {
    const colours = geometry.getAttribute("color");
    const index = geometry.getIndex();
    const steps = 2 ** bits - 1;
    const corner = (i: number): number => (index === null ? i : index.getX(i));
    return Array.from({ length: Math.floor((index ?? colours).count / 3) }, (_, t) => {
        const corners = [0, 1, 2].map((i) => corner(3 * t + i));
        const mean = (read: (v: number) => number): number => {
            const x = (read(corners[0]!) + read(corners[1]!) + read(corners[2]!)) / 3;
            return toLinear(Math.round((space === "sRGB" ? x : toSrgb(x)) * steps) / steps);
        };
        return [
            mean((v) => colours.getX(v)),
            mean((v) => colours.getY(v)),
            mean((v) => colours.getZ(v)),
        ];
    });
}

// As many bits as give few enough materials.
function fewColours(geometry: BufferGeometry, space: ColourSpace): Triple[] {
    for (let bits = 5; ; --bits) {
        const colours = triangleColours(geometry, space, bits);
        if (bits === 2 || new Set(colours.map(String)).size <= mostColours) {
            return colours;
        }
    }
}

const white: Triple = [1, 1, 1];

// The materials of a mesh, one for each colour of its vertices.
function splitByColour(mesh: Mesh, looks: Looks, space: ColourSpace): void {
    const { geometry } = mesh;
    const surfaces: Surface[] = [mesh.material].flat();
    const colours = fewColours(geometry, space);
    const before = geometry.groups.length > 0 && Array.isArray(mesh.material);
    const surfaceOf = new Array<number>(colours.length).fill(0);
    for (const { start, count, materialIndex = 0 } of before ? geometry.groups : []) {
        surfaceOf.fill(materialIndex, start / 3, (start + count) / 3);
    }
    const numbers = new Map<string, number>();
    const materials: Material[] = [];
    geometry.clearGroups();
    colours.forEach((colour, t) => {
        const surface = surfaces[surfaceOf[t]!] ?? surfaces[0]!;
        const name = looks.nameOf(surface, colour);
        let number = numbers.get(name);
        if (number === undefined) {
            const own = surface.clone();
            own.name = name;
            number = materials.push(own) - 1;
            numbers.set(name, number);
        }
        geometry.addGroup(3 * t, 3, number);
    });
    mesh.material = materials;
}

/**
 * The looks of all materials below an object, by their names in lower case. Materials that look
 * different get different names, and triangles get materials by the colours of their vertices.
 * known: pictures that a material without a look of its own takes by its name.
 */
export function takeLooks(
    root: Object3D,
    known: ReadonlyMap<string, Picture>,
    space: ColourSpace,
): Map<string, Look> {
    const looks = new Looks(known);
    const renamed = new Map<Material, string>();
    root.traverse((object) => {
        const mesh = object as Mesh;
        if (!mesh.isMesh) {
            return;
        }
        if (mesh.geometry.hasAttribute("color")) {
            splitByColour(mesh, looks, space);
            return;
        }
        for (const material of [mesh.material].flat()) {
            if (!renamed.has(material)) {
                renamed.set(material, looks.nameOf(material, white));
            }
        }
    });
    renamed.forEach((name, material) => (material.name = name));
    return looks.found;
}
