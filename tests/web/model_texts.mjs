// SPDX-License-Identifier: MIT
// Writes small models as .obj, .stl and .ply for tests: an object has a name, positions and indices.

/**
 * The object as a text in OBJ, with a line `usemtl` before its faces. before: how many vertices the file
 * has before it.
 */
export function objText({ name, positions, indices }, material, before = 0) {
    const lines = [`o ${name}`];
    for (let i = 0; i < positions.length; i += 3) {
        lines.push(`v ${positions.slice(i, i + 3).join(" ")}`);
    }
    lines.push(`usemtl ${material}`);
    for (let i = 0; i < indices.length; i += 3) {
        lines.push(
            `f ${indices
                .slice(i, i + 3)
                .map((v) => v + 1 + before)
                .join(" ")}`,
        );
    }
    return lines.join("\n");
}

/** The object as a binary STL, whose Z points up. */
export function stlBytes({ positions, indices }) {
    const bytes = Buffer.alloc(84 + (50 * indices.length) / 3);
    bytes.write("solid in its name, binary in its bytes");
    bytes.writeUInt32LE(indices.length / 3, 80);
    indices.forEach((v, i) => {
        const at = 84 + 50 * Math.floor(i / 3) + 12 + 12 * (i % 3);
        for (let axis = 0; axis < 3; ++axis) {
            bytes.writeFloatLE(positions[3 * v + axis], at + 4 * axis);
        }
    });
    return bytes;
}

/** The object as a text in PLY, with colours of its vertices; faces: false leaves points alone. */
export function plyText({ positions, indices }, colour, { faces = true } = {}) {
    const count = positions.length / 3;
    const lines = ["ply", "format ascii 1.0", `element vertex ${count}`];
    lines.push(..."xyz".split("").map((axis) => `property float ${axis}`));
    lines.push(...["red", "green", "blue"].map((name) => `property uchar ${name}`));
    if (faces) {
        lines.push(`element face ${indices.length / 3}`);
        lines.push("property list uchar int vertex_indices");
    }
    lines.push("end_header");
    for (let i = 0; i < count; ++i) {
        lines.push([...positions.slice(3 * i, 3 * i + 3), ...colour].join(" "));
    }
    for (let i = 0; faces && i < indices.length; i += 3) {
        lines.push(`3 ${indices.slice(i, i + 3).join(" ")}`);
    }
    return `${lines.join("\n")}\n`;
}
