// SPDX-License-Identifier: MIT
// Writes small .glb files for tests.
import { deflateSync } from "node:zlib";

/** A box of 8 corners: name, min and max [metres, Y up]; inwards: as a room. */
export function box(name, min, max, { inwards = false, triangles = 12 } = {}) {
    const positions = Array.from({ length: 24 }, (_, i) =>
        (Math.floor(i / 3) & (1 << i % 3)) !== 0 ? max[i % 3] : min[i % 3],
    );
    const indices = [
        [0, 2, 3, 0, 3, 1, 4, 5, 7, 4, 7, 6, 0, 1, 5, 0, 5, 4],
        [2, 6, 7, 2, 7, 3, 0, 4, 6, 0, 6, 2, 1, 3, 7, 1, 7, 5],
    ].flat();
    const turned = indices.map((_, i) => indices[i % 3 === 0 ? i : i + 3 - 2 * (i % 3)]);
    return { name, positions, indices: (inwards ? turned : indices).slice(0, 3 * triangles) };
}

/** The same object, with a material, and with places on its texture that are x and y [metres]. */
export function withMaterial(object, material) {
    const texcoords = object.positions.filter((_, i) => i % 3 < 2);
    return { ...object, texcoords, material };
}

function crc32(bytes) {
    let crc = ~0;
    for (const byte of bytes) {
        crc ^= byte;
        for (let bit = 0; bit < 8; ++bit) {
            crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
        }
    }
    return ~crc >>> 0;
}

// A part of a PNG with its checksum.
function pngChunk(kind, bytes) {
    const body = Buffer.concat([Buffer.from(kind, "latin1"), bytes]);
    const whole = Buffer.alloc(body.length + 8);
    whole.writeUInt32BE(bytes.length, 0);
    body.copy(whole, 4);
    whole.writeUInt32BE(crc32(body), body.length + 4);
    return whole;
}

/** A PNG of equal rows of pixels: red, green, blue, alpha of each. */
export function pngRow(pixels, rows = 1) {
    const head = Buffer.alloc(13);
    head.writeUInt32BE(pixels.length, 0);
    head.writeUInt32BE(rows, 4);
    head.set([8, 6], 8);
    const row = Buffer.from([0, ...pixels.flat()]);
    return Buffer.concat([
        Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
        pngChunk("IHDR", head),
        pngChunk("IDAT", deflateSync(Buffer.concat(new Array(rows).fill(row)))),
        pngChunk("IEND", Buffer.alloc(0)),
    ]);
}

function chunk(type, bytes, filler) {
    const padded = Buffer.alloc(Math.ceil(bytes.length / 4) * 4, filler);
    bytes.copy(padded);
    const head = Buffer.alloc(8);
    head.writeUInt32LE(padded.length, 0);
    head.write(type, 4, "latin1");
    return Buffer.concat([head, padded]);
}

/**
 * A .glb with a node for each object. An object may have texcoords, and a material: an object of
 * glTF, or one with `png`, the bytes of its picture, or `uri`, the address of its picture. `moved` is
 * the KHR_texture_transform of the picture. An object may have colours, r g b of each vertex, and the
 * scale of its node.
 */
export function glb(objects) {
    const parts = [];
    const json = {
        asset: { version: "2.0" },
        scenes: [{ nodes: objects.map((_, i) => i) }],
        nodes: objects.map(({ name, scale }, i) => ({ name, mesh: i, scale })),
        meshes: objects.map((_, i) => ({
            primitives: [{ attributes: { POSITION: 2 * i }, indices: 2 * i + 1 }],
        })),
        accessors: [],
        bufferViews: [],
    };
    let byteOffset = 0;
    const add = (array, accessor) => {
        json.accessors.push({ bufferView: view(Buffer.from(array.buffer)), ...accessor });
    };
    const view = (bytes) => {
        json.bufferViews.push({ buffer: 0, byteOffset, byteLength: bytes.length });
        const padded = Buffer.alloc(Math.ceil(bytes.length / 4) * 4);
        bytes.copy(padded);
        byteOffset += padded.length;
        parts.push(padded);
        return json.bufferViews.length - 1;
    };
    for (const { positions, indices } of objects) {
        const axis = (i) => positions.filter((_, at) => at % 3 === i);
        add(Float32Array.from(positions), {
            ...{ componentType: 5126, type: "VEC3", count: positions.length / 3 },
            min: [0, 1, 2].map((i) => Math.min(...axis(i))),
            max: [0, 1, 2].map((i) => Math.max(...axis(i))),
        });
        add(Uint32Array.from(indices), {
            ...{ componentType: 5125, type: "SCALAR", count: indices.length },
        });
    }
    const more = (array, type) => {
        add(Float32Array.from(array), {
            ...{ componentType: 5126, type, count: array.length / Number(type.slice(3)) },
        });
        return json.accessors.length - 1;
    };
    objects.forEach(({ texcoords, colours, material }, i) => {
        const [primitive] = json.meshes[i].primitives;
        if (texcoords) {
            primitive.attributes.TEXCOORD_0 = more(texcoords, "VEC2");
        }
        if (colours) {
            primitive.attributes.COLOR_0 = more(colours, "VEC3");
        }
        if (!material) {
            return;
        }
        const { png, uri, moved, ...own } = material;
        json.materials ??= [];
        primitive.material = json.materials.push(own) - 1;
        if (png || uri) {
            json.images ??= [];
            json.textures ??= [];
            const image = png ? { bufferView: view(png), mimeType: "image/png" } : { uri };
            const source = json.images.push(image) - 1;
            const baseColorTexture = { index: json.textures.push({ source }) - 1 };
            if (moved) {
                json.extensionsUsed = ["KHR_texture_transform"];
                baseColorTexture.extensions = { KHR_texture_transform: moved };
            }
            own.pbrMetallicRoughness = { ...own.pbrMetallicRoughness, baseColorTexture };
        }
    });
    json.buffers = [{ byteLength: byteOffset }];
    const body = Buffer.concat([
        chunk("JSON", Buffer.from(JSON.stringify(json)), " "),
        chunk("BIN\0", Buffer.concat(parts), 0),
    ]);
    const head = Buffer.alloc(12);
    head.write("glTF", 0, "latin1");
    head.writeUInt32LE(2, 4);
    head.writeUInt32LE(12 + body.length, 8);
    return Buffer.concat([head, body]);
}
