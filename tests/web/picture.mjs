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

/**
 * The share of pixels whose channels differ by at most `most`, among those more than `margin` pixels
 * from a line of `wire`, a picture in the view wire.
 */
export function likeness(picture, other, wire, { most, margin }) {
    const { width, height } = wire;
    const isLine = (x, y) =>
        x >= 0 && y >= 0 && x < width && y < height && wire.pixels[4 * (y * width + x)] > 100;
    const isNearLine = (x, y) => {
        for (let j = -margin; j <= margin; ++j) {
            for (let i = -margin; i <= margin; ++i) {
                if (isLine(x + i, y + j)) {
                    return true;
                }
            }
        }
        return false;
    };
    let [all, alike] = [0, 0];
    for (let y = 0; y < height; ++y) {
        for (let x = 0; x < width; ++x) {
            if (isNearLine(x, y)) {
                continue;
            }
            const at = 4 * (y * width + x);
            const differences = [0, 1, 2].map((c) => Math.abs(picture[at + c] - other[at + c]));
            ++all;
            alike += Math.max(...differences) <= most ? 1 : 0;
        }
    }
    return { share: all > 0 ? alike / all : 0, pixels: all };
}
