// SPDX-License-Identifier: MIT
// Writes small .glb files for tests.

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

function chunk(type, bytes, filler) {
    const padded = Buffer.alloc(Math.ceil(bytes.length / 4) * 4, filler);
    bytes.copy(padded);
    const head = Buffer.alloc(8);
    head.writeUInt32LE(padded.length, 0);
    head.write(type, 4, "latin1");
    return Buffer.concat([head, padded]);
}

/** A .glb with a node for each object. */
export function glb(objects) {
    const parts = [];
    const json = {
        asset: { version: "2.0" },
        scenes: [{ nodes: objects.map((_, i) => i) }],
        nodes: objects.map(({ name }, i) => ({ name, mesh: i })),
        meshes: objects.map((_, i) => ({
            primitives: [{ attributes: { POSITION: 2 * i }, indices: 2 * i + 1 }],
        })),
        accessors: [],
        bufferViews: [],
    };
    let byteOffset = 0;
    const add = (array, accessor) => {
        const bytes = Buffer.from(array.buffer);
        json.accessors.push({ bufferView: json.bufferViews.length, ...accessor });
        json.bufferViews.push({ buffer: 0, byteOffset, byteLength: bytes.length });
        byteOffset += bytes.length;
        parts.push(bytes);
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
