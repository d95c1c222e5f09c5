// SPDX-License-Identifier: MIT
// Normals that make curved surfaces smooth and leave edges sharp.

const crease = Math.cos((40 * Math.PI) / 180); // triangles that meet at a larger angle make an edge
const mostAround = 64; // triangles at a place; with more, each keeps its own normal

/** Numbers the places of corners: corners at the same place have the same number. */
function numberPlaces(positions: Float32Array): { places: Int32Array; count: number } {
    const corners = positions.length / 3;
    const places = new Int32Array(corners);
    const slots = new Int32Array(2 ** Math.ceil(Math.log2(2 * corners + 1))).fill(-1);
    const bits = new Int32Array(positions.buffer, positions.byteOffset, positions.length);
    let count = 0;
    for (let corner = 0; corner < corners; ++corner) {
        const at = 3 * corner;
        const same = (other: number): boolean =>
            bits[3 * other] === bits[at] &&
            bits[3 * other + 1] === bits[at + 1] &&
            bits[3 * other + 2] === bits[at + 2];
        let hash = Math.imul(bits[at]!, 0x9e3779b1) ^ Math.imul(bits[at + 1]!, 0x85ebca6b);
        hash = Math.imul(hash ^ (hash >>> 15) ^ bits[at + 2]!, 0xc2b2ae35);
        let slot = (hash ^ (hash >>> 13)) & (slots.length - 1);
        while (slots[slot]! >= 0 && !same(slots[slot]!)) {
            slot = (slot + 1) & (slots.length - 1);
        }
        if (slots[slot]! < 0) {
            slots[slot] = corner;
            places[corner] = count++;
        } else {
            places[corner] = places[slots[slot]!]!;
        }
    }
    return { places, count };
}

/** For each place the corners there: `list` from firsts[place] to firsts[place + 1]. */
function cornersAt(places: Int32Array, count: number): { firsts: Int32Array; list: Int32Array } {
    const firsts = new Int32Array(count + 1);
    places.forEach((place) => ++firsts[place + 1]!);
    for (let place = 0; place < count; ++place) {
        firsts[place + 1]! += firsts[place]!;
    }
    const next = firsts.slice();
    const list = new Int32Array(places.length);
    places.forEach((place, corner) => (list[next[place]!++] = corner));
    return { firsts, list };
}

// The normal of each triangle, as long as twice its area.
function areaNormals(p: Float32Array): Float64Array {
    const normals = new Float64Array(p.length / 3);
    for (let t = 0; 3 * t < normals.length; ++t) {
        const [a, b, c] = [9 * t, 9 * t + 3, 9 * t + 6];
        const u = [p[b]! - p[a]!, p[b + 1]! - p[a + 1]!, p[b + 2]! - p[a + 2]!] as const;
        const v = [p[c]! - p[a]!, p[c + 1]! - p[a + 1]!, p[c + 2]! - p[a + 2]!] as const;
        normals[3 * t] = u[1] * v[2] - u[2] * v[1];
        normals[3 * t + 1] = u[2] * v[0] - u[0] * v[2];
        normals[3 * t + 2] = u[0] * v[1] - u[1] * v[0];
    }
    return normals;
}

/**
 * The normal of each corner: the mean over the triangles around its place that are turned a little.
 * positions: x, y, z of three corners for each triangle.
 */
export function creasedNormals(positions: Float32Array): Float32Array {
    const faces = areaNormals(positions);
    const lengths = Float64Array.from({ length: faces.length / 3 }, (_, t) =>
        Math.hypot(faces[3 * t]!, faces[3 * t + 1]!, faces[3 * t + 2]!),
    );
    const { places, count } = numberPlaces(positions);
    const { firsts, list } = cornersAt(places, count);
    const normals = new Float32Array(positions.length);
    for (let corner = 0; corner < places.length; ++corner) {
        const own = Math.floor(corner / 3);
        const [begin, end] = [firsts[places[corner]!]!, firsts[places[corner]! + 1]!];
        let [x, y, z] = [faces[3 * own]!, faces[3 * own + 1]!, faces[3 * own + 2]!];
        const [ownX, ownY, ownZ] = [x, y, z];
        for (let i = begin; i < end && end - begin <= mostAround; ++i) {
            const t = Math.floor(list[i]! / 3);
            const [fx, fy, fz] = [faces[3 * t]!, faces[3 * t + 1]!, faces[3 * t + 2]!];
            const least = crease * lengths[own]! * lengths[t]!;
            if (t !== own && ownX * fx + ownY * fy + ownZ * fz > least) {
                [x, y, z] = [x + fx, y + fy, z + fz];
            }
        }
        const length = Math.hypot(x, y, z) || 1;
        normals.set([x / length, y / length, z / length], 3 * corner);
    }
    return normals;
}
