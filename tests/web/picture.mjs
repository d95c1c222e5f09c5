// SPDX-License-Identifier: MIT
// Pictures of the painter beside pictures of the page.
import { inflateSync } from "node:zlib";

// The value that a filter of PNG adds: left, above and above left of the byte.
function predicted(filter, a, b, c) {
    if (filter < 4) {
        return [0, a, b, (a + b) >> 1][filter];
    }
    const p = a + b - c;
    const [pa, pb, pc] = [Math.abs(p - a), Math.abs(p - b), Math.abs(p - c)];
    return pa <= pb && pa <= pc ? a : pb <= pc ? b : c;
}

/**
 * Reads a PNG with 8 bits in each channel, without interlacing.
 * @param {Uint8Array} file
 * @returns {{width: number, height: number, pixels: Uint8Array}} pixels: red, green, blue, alpha
 */
export function readPng(file) {
    const view = new DataView(file.buffer, file.byteOffset, file.length);
    const parts = [];
    let [width, height, channels] = [0, 0, 0];
    for (let at = 8; at < file.length; ) {
        const size = view.getUint32(at);
        const kind = String.fromCharCode(...file.subarray(at + 4, at + 8));
        if (kind === "IHDR") {
            width = view.getUint32(at + 8);
            height = view.getUint32(at + 12);
            channels = { 2: 3, 6: 4 }[file[at + 17]];
            if (file[at + 16] !== 8 || channels === undefined || file[at + 20] !== 0) {
                throw new Error("not a PNG with 8 bits in each of three or four channels");
            }
        } else if (kind === "IDAT") {
            parts.push(file.subarray(at + 8, at + 8 + size));
        }
        at += 12 + size;
    }
    const packed = inflateSync(Buffer.concat(parts));
    const row = width * channels;
    const pixels = new Uint8Array(width * height * 4).fill(255);
    let above = new Uint8Array(row);
    for (let y = 0; y < height; ++y) {
        const filter = packed[y * (row + 1)];
        const line = packed.slice(y * (row + 1) + 1, (y + 1) * (row + 1));
        for (let i = 0; i < row; ++i) {
            const left = i < channels ? 0 : line[i - channels];
            const corner = i < channels ? 0 : above[i - channels];
            line[i] += predicted(filter, left, above[i], corner);
        }
        for (let x = 0; x < width; ++x) {
            for (let c = 0; c < channels; ++c) {
                pixels[4 * (y * width + x) + c] = line[x * channels + c];
            }
        }
        above = line;
    }
    return { width, height, pixels };
}

/** The angles of a view from an eye towards a point [degrees]. */
export function anglesTo(eye, look) {
    const way = look.map((x, i) => x - eye[i]);
    const degrees = 180 / Math.PI;
    return {
        yaw: Math.atan2(way[1], way[0]) * degrees,
        pitch: -Math.atan2(way[2], Math.hypot(way[0], way[1])) * degrees,
    };
}

/**
 * Tells of each pixel whether it is more than `margin` pixels from a line of `wire`, a picture in the
 * view wire.
 */
export function farFromLines({ width, height, pixels }, margin) {
    const isNear = new Uint8Array(width * height);
    for (let y = 0; y < height; ++y) {
        for (let x = 0; x < width; ++x) {
            if (pixels[4 * (y * width + x)] > 100) {
                const right = Math.min(x + margin, width - 1) + 1;
                for (let j = Math.max(y - margin, 0); j <= Math.min(y + margin, height - 1); ++j) {
                    isNear.fill(1, j * width + Math.max(x - margin, 0), j * width + right);
                }
            }
        }
    }
    return (pixel) => isNear[pixel] === 0;
}

/**
 * Two pictures, red, green, blue and alpha of each pixel: the share of pixels whose channels differ
 * by at most `most`, among those that `isTaken` takes by their numbers.
 */
export function likeness(picture, other, isTaken, most) {
    let [all, alike] = [0, 0];
    for (let pixel = 0; 4 * pixel < other.length; ++pixel) {
        if (isTaken(pixel)) {
            const at = 4 * pixel;
            const isAlike = [at, at + 1, at + 2].every(
                (c) => Math.abs(picture[c] - other[c]) <= most,
            );
            ++all;
            alike += isAlike ? 1 : 0;
        }
    }
    return { share: all > 0 ? alike / all : 0, pixels: all };
}
