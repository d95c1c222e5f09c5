// SPDX-License-Identifier: MIT
// All textures of a level in one atlas, as the native viewer has them: a frame needs no change of
// texture between its faces, and their order is free. The shader repeats a texture by itself.
import { DataArrayTexture, NearestFilter, RGBAFormat, UnsignedByteType } from "three";
import type { Picture } from "halfspace/three";

/**
 * True if the texture has holes where its alpha is 0. The rule is that of `.map` files: the last part
 * of the name begins with {.
 */
export function isMasked(material: string): boolean {
    return material.slice(material.lastIndexOf("/") + 1).startsWith("{");
}

/**
 * Where a texture lies. Its copy 1 lies to the right of the picture, each further copy below the
 * copy before. Copy k is max(width >> k, 1) texels wide, and so for the height.
 */
export interface AtlasPlace {
    x: number;
    y: number;
    width: number;
    height: number;
    page: number;
}

function emptyPicture(width: number, height: number): Picture {
    return { width, height, pixels: new Uint8ClampedArray(width * height * 4) };
}

// The texels [begin, end) that make texel i of a smaller row of `to` texels. If the number is odd,
// the last texel gets one more.
function sourceOf(i: number, to: number, from: number): [number, number] {
    const begin = Math.floor((i * from) / to);
    return [begin, Math.max(begin + 1, Math.floor(((i + 1) * from) / to))];
}

// Means weigh colours by their alpha, so that absent texels have no colour.
function halved(picture: Picture): Picture {
    const half = emptyPicture(Math.max(picture.width >> 1, 1), Math.max(picture.height >> 1, 1));
    for (let y = 0, at = 0; y < half.height; ++y) {
        const [top, bottom] = sourceOf(y, half.height, picture.height);
        for (let x = 0; x < half.width; ++x, at += 4) {
            const [left, right] = sourceOf(x, half.width, picture.width);
            const sum = [0, 0, 0];
            let alpha = 0;
            for (let row = top; row < bottom; ++row) {
                for (let column = left; column < right; ++column) {
                    const from = 4 * (row * picture.width + column);
                    const weight = picture.pixels[from + 3]!;
                    alpha += weight;
                    for (let c = 0; c < 3; ++c) {
                        sum[c]! += picture.pixels[from + c]! * weight;
                    }
                }
            }
            if (alpha > 0) {
                for (let c = 0; c < 3; ++c) {
                    half.pixels[at + c] = Math.floor((sum[c]! + (alpha >> 1)) / alpha);
                }
                const count = (bottom - top) * (right - left);
                half.pixels[at + 3] = Math.floor((alpha + (count >> 1)) / count);
            }
        }
    }
    return half;
}

// Texels without alpha take the colour around them, so that no dark rim shows.
function colourAbsent(picture: Picture, smaller: Picture): void {
    for (let y = 0, at = 0; y < picture.height; ++y) {
        for (let x = 0; x < picture.width; ++x, at += 4) {
            if (picture.pixels[at + 3] === 0) {
                const row = Math.min(y >> 1, smaller.height - 1);
                const from = 4 * (row * smaller.width + Math.min(x >> 1, smaller.width - 1));
                picture.pixels.set(smaller.pixels.subarray(from, from + 3), at);
            }
        }
    }
}

/** A picture and its smaller copies, down to one texel. */
export function copiesOf(picture: Picture): Picture[] {
    const own = { ...picture, pixels: picture.pixels.slice() };
    const copies = [own];
    for (let last: Picture = own; last.width > 1 || last.height > 1; ) {
        last = halved(last);
        copies.push(last);
    }
    for (let i = copies.length - 1; i-- > 0; ) {
        colourAbsent(copies[i]!, copies[i + 1]!);
    }
    return copies;
}

interface Extent {
    width: number;
    height: number;
}

function extentOf(copies: Picture[]): Extent {
    const { width, height } = copies[0]!;
    const column = copies.slice(1).reduce((sum, copy) => sum + copy.height, 0);
    return { width: width + (copies[1]?.width ?? 0), height: Math.max(height, column) };
}

export interface Atlas {
    texture: DataArrayTexture;
    /** One for each picture. */
    places: AtlasPlace[];
}

const leastPage = 256;
const usualPage = 2048;

/** Packs pictures. largest: the largest page that the driver takes. */
export function packTextures(pictures: readonly Picture[], largest: number): Atlas {
    const copies = pictures.map((picture) => {
        let all = copiesOf(picture);
        // Of a texture that is larger than a page, a smaller copy takes the place of the picture.
        while (all.length > 1 && Math.max(...Object.values(extentOf(all))) > largest) {
            all = all.slice(1);
        }
        return all;
    });
    const extents = copies.map(extentOf);
    const widest = Math.max(leastPage, ...extents.flatMap(({ width, height }) => [width, height]));
    const area = extents.reduce((sum, { width, height }) => sum + width * height, 0);
    let size = leastPage;
    while (size < Math.min(usualPage, largest) && (size < widest || size * size < 1.5 * area)) {
        size *= 2;
    }
    size = Math.min(Math.max(size, widest), largest);
    // Shelves: textures from high to low fill rows from left to right.
    const order = extents.map((_, i) => i).sort((a, b) => extents[b]!.height - extents[a]!.height);
    const places: AtlasPlace[] = [];
    let [x, y, shelf, page] = [0, 0, 0, 0];
    for (const i of order) {
        const extent = extents[i]!;
        if (x + extent.width > size) {
            [x, y, shelf] = [0, y + shelf, 0];
        }
        if (y + extent.height > size) {
            [x, y, shelf, page] = [0, 0, 0, page + 1];
        }
        shelf = Math.max(shelf, extent.height);
        const { width, height } = copies[i]![0]!;
        places[i] = { x, y, width, height, page };
        x += extent.width;
    }
    const pixels = new Uint8Array(size * size * 4 * (page + 1));
    places.forEach((place, i) => {
        let top = place.y;
        copies[i]!.forEach((copy, k) => {
            const left = k === 0 ? place.x : place.x + place.width;
            for (let row = 0; row < copy.height; ++row) {
                const to = 4 * ((place.page * size + top + row) * size + left);
                const from = 4 * row * copy.width;
                pixels.set(copy.pixels.subarray(from, from + 4 * copy.width), to);
            }
            top += k === 0 ? 0 : copy.height;
        });
    });
    const texture = new DataArrayTexture(pixels, size, size, page + 1);
    texture.format = RGBAFormat;
    texture.type = UnsignedByteType;
    texture.minFilter = NearestFilter;
    texture.magFilter = NearestFilter;
    texture.generateMipmaps = false;
    texture.unpackAlignment = 4;
    texture.needsUpdate = true;
    return { texture, places };
}

/** The pixels of an image, which is made smaller if a side has more texels than `largest`. */
export function pixelsOf(
    image: CanvasImageSource & { width: unknown; height: unknown },
    largest = Infinity,
): Picture {
    const [fullWidth, fullHeight] = [Number(image.width), Number(image.height)];
    const factor = Math.min(1, largest / Math.max(fullWidth, fullHeight));
    const width = Math.max(Math.round(fullWidth * factor), 1);
    const height = Math.max(Math.round(fullHeight * factor), 1);
    const canvas = document.createElement("canvas");
    canvas.width = width;
    canvas.height = height;
    const context = canvas.getContext("2d", { willReadFrequently: true })!;
    context.drawImage(image, 0, 0, width, height);
    const pixels = new Uint8ClampedArray(context.getImageData(0, 0, width, height).data);
    return { width, height, pixels };
}

/** Reads a picture file (PNG, JPEG, WebP, ...). */
export async function readPicture(file: Blob): Promise<Picture> {
    const bitmap = await createImageBitmap(file, {
        premultiplyAlpha: "none",
        colorSpaceConversion: "none",
    });
    const picture = pixelsOf(bitmap);
    bitmap.close();
    return picture;
}
