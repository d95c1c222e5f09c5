// SPDX-License-Identifier: MIT
// Convex polygons as triangles for a vertex buffer. Triangles share no vertices, so that each
// corner can carry its distances from the edges of its polygon.
import { BufferAttribute, BufferGeometry, DynamicDrawUsage } from "three";

/** A distance that no line reaches: of an edge that a triangle does not have [metres]. */
const farAway = 1e6;
/** The edges of a convex polygon that touch one triangle of its fan. */
const mostEdges = 5;
/** Numbers of an outline for each vertex: a distance and a place along the edge, for each edge. */
const outlineSizes = [4, 4, 2] as const;

/** The corners of a convex polygon, counter-clockwise seen from its front. */
export interface Polygon {
    count: number;
    positions: Float32Array; // x, y, z of each corner, in the axes of three.js [metres]
    texcoords: Float32Array; // u, v of each corner
}

export interface Normal {
    x: number;
    y: number;
    z: number;
}

/** A unit normal of a convex polygon by Newell's sum; (0, 1, 0) if the polygon has no area. */
export function normalOf<Target extends Normal>(polygon: Polygon, target: Target): Target {
    const p = polygon.positions;
    let x = 0;
    let y = 0;
    let z = 0;
    for (let i = 0, j = polygon.count - 1; i < polygon.count; j = i++) {
        // Relative to the first corner, so that little is lost far away from the origin.
        const ax = p[3 * j]! - p[0]!;
        const ay = p[3 * j + 1]! - p[1]!;
        const az = p[3 * j + 2]! - p[2]!;
        const bx = p[3 * i]! - p[0]!;
        const by = p[3 * i + 1]! - p[1]!;
        const bz = p[3 * i + 2]! - p[2]!;
        x += ay * bz - az * by;
        y += az * bx - ax * bz;
        z += ax * by - ay * bx;
    }
    const length = Math.hypot(x, y, z);
    target.x = length > 0 ? x / length : 0;
    target.y = length > 0 ? y / length : 1;
    target.z = length > 0 ? z / length : 0;
    return target;
}

/**
 * Tells three.js which numbers of an attribute have changed. They take the place of those of the
 * call before, so that calls without a picture between them do not pile up.
 */
export function markChanged(attribute: BufferAttribute, first: number, count: number): void {
    attribute.clearUpdateRanges();
    attribute.addUpdateRange(first, count);
    attribute.needsUpdate = true;
}

/** At a corner with this sine of its angle, or less, the polygon counts as straight. */
const straightSine = 1e-3;

// True if a corner is on the line between its two neighbours.
function isStraight({ count, positions: p }: Polygon, corner: number): boolean {
    const a = 3 * ((corner + count - 1) % count);
    const b = 3 * corner;
    const c = 3 * ((corner + 1) % count);
    const ux = p[b]! - p[a]!;
    const uy = p[b + 1]! - p[a + 1]!;
    const uz = p[b + 2]! - p[a + 2]!;
    const vx = p[c]! - p[b]!;
    const vy = p[c + 1]! - p[b + 1]!;
    const vz = p[c + 2]! - p[b + 2]!;
    const x = uy * vz - uz * vy;
    const y = uz * vx - ux * vz;
    const z = ux * vy - uy * vx;
    const squares = (ux * ux + uy * uy + uz * uz) * (vx * vx + vy * vy + vz * vz);
    return x * x + y * y + z * z <= straightSine ** 2 * squares;
}

// The corner whose fan has the fewest degenerate triangles, which have no area. A face has a corner
// in the middle of an edge where its neighbour has a corner, so that no T-junction is there. A
// degenerate triangle would leave this corner out: the T-junction would be back, and a pixel between
// the face and its neighbour might stay empty.
function apexOf(polygon: Polygon): number {
    const { count } = polygon;
    let apex = 0;
    let fewest = Infinity;
    for (let a = 0; a < count && fewest > 0; ++a) {
        let degenerate = 0;
        for (let k = 1; k < count && isStraight(polygon, (a + k) % count); ++k) {
            ++degenerate;
        }
        for (let k = 1; k < count && isStraight(polygon, (a + count - k) % count); ++k) {
            ++degenerate;
        }
        if (degenerate < fewest) {
            [apex, fewest] = [a, degenerate];
        }
    }
    return apex;
}

/**
 * Buffers of triangles with the attributes of a BufferGeometry: position, normal, uv, face (the
 * number of the face in the level), and, if `hasOutlines`, outlineA, outlineB and outlineC.
 */
export class TriangleBuffer {
    /** The number of vertices written so far. */
    count = 0;
    readonly geometry = new BufferGeometry();
    private position: Float32Array;
    private normal: Float32Array;
    private uv: Float32Array;
    private face: Float32Array;
    private outlines: Float32Array[];
    private readonly edges = new Int32Array(mostEdges);

    constructor(
        capacity: number,
        private readonly hasOutlines: boolean,
    ) {
        this.position = new Float32Array(capacity * 3);
        this.normal = new Float32Array(capacity * 3);
        this.uv = new Float32Array(capacity * 2);
        this.face = new Float32Array(capacity);
        this.outlines = hasOutlines ? outlineSizes.map((n) => new Float32Array(capacity * n)) : [];
        this.setAttributes();
    }

    get capacity(): number {
        return this.face.length;
    }

    private arrays(): [string, Float32Array, number][] {
        const outlines = this.outlines.map((array, i): [string, Float32Array, number] => [
            `outline${"ABC"[i]}`,
            array,
            outlineSizes[i]!,
        ]);
        return [
            ["position", this.position, 3],
            ["normal", this.normal, 3],
            ["uv", this.uv, 2],
            ["face", this.face, 1],
            ...outlines,
        ];
    }

    private setAttributes(): void {
        for (const [name, array, size] of this.arrays()) {
            const attribute = new BufferAttribute(array, size);
            attribute.setUsage(DynamicDrawUsage);
            this.geometry.setAttribute(name, attribute);
        }
    }

    /** Makes the capacity at least this many vertices. The vertices that are there stay. */
    reserve(needed: number): void {
        if (needed <= this.capacity) {
            return;
        }
        const capacity = Math.max(needed, this.capacity + 3072);
        // The buffers on the GPU have a fixed size, so three.js must make new ones.
        this.geometry.dispose();
        const grown = (old: Float32Array, size: number) => {
            const array = new Float32Array(capacity * size);
            array.set(old);
            return array;
        };
        this.position = grown(this.position, 3);
        this.normal = grown(this.normal, 3);
        this.uv = grown(this.uv, 2);
        this.face = grown(this.face, 1);
        this.outlines = this.outlines.map((array, i) => grown(array, outlineSizes[i]!));
        this.setAttributes();
    }

    /** Tells three.js that the vertices from `first` on have changed. */
    markChanged(first: number): void {
        if (first >= this.count) {
            return;
        }
        for (const [name, , size] of this.arrays()) {
            const attribute = this.geometry.getAttribute(name) as BufferAttribute;
            markChanged(attribute, first * size, (this.count - first) * size);
        }
    }

    /**
     * Appends the fan of triangles of a polygon. REQUIRES: capacity for 3 * (polygon.count - 2)
     * vertices.
     */
    append(polygon: Polygon, normal: Normal, face: number): void {
        const { count } = polygon;
        const apex = apexOf(polygon);
        for (let i = 1; i + 1 < count; ++i) {
            this.setEdges(count, apex, i);
            this.appendCorner(polygon, apex, normal, face);
            this.appendCorner(polygon, (apex + i) % count, normal, face);
            this.appendCorner(polygon, (apex + i + 1) % count, normal, face);
        }
    }

    private appendCorner(polygon: Polygon, corner: number, normal: Normal, face: number): void {
        const v = this.count++;
        const p = polygon.positions;
        this.position[3 * v] = p[3 * corner]!;
        this.position[3 * v + 1] = p[3 * corner + 1]!;
        this.position[3 * v + 2] = p[3 * corner + 2]!;
        this.normal[3 * v] = normal.x;
        this.normal[3 * v + 1] = normal.y;
        this.normal[3 * v + 2] = normal.z;
        this.uv[2 * v] = polygon.texcoords[2 * corner]!;
        this.uv[2 * v + 1] = polygon.texcoords[2 * corner + 1]!;
        this.face[v] = face;
        if (this.hasOutlines) {
            this.setOutline(polygon, corner, v);
        }
    }

    // The edges that touch the triangle of the corners apex, apex + i and apex + i + 1, counted
    // around the n corners. Edge k goes from corner k to the next corner; -1: no edge.
    private setEdges(n: number, apex: number, i: number): void {
        const { edges } = this;
        edges.fill(-1);
        edges[0] = (apex + i) % n;
        edges[1] = (apex + i - 1) % n;
        edges[2] = (apex + i + 1) % n;
        if (i - 1 > 0) {
            edges[3] = apex;
        }
        if (i + 1 < n - 1) {
            edges[4] = (apex + n - 1) % n;
        }
    }

    private setOutline(polygon: Polygon, corner: number, v: number): void {
        const p = polygon.positions;
        for (let slot = 0; slot < mostEdges; ++slot) {
            const edge = this.edges[slot]!;
            let distance = farAway;
            let along = 0;
            if (edge >= 0) {
                const a = 3 * edge;
                const b = edge + 1 === polygon.count ? 0 : a + 3;
                const ex = p[b]! - p[a]!;
                const ey = p[b + 1]! - p[a + 1]!;
                const ez = p[b + 2]! - p[a + 2]!;
                const x = p[3 * corner]! - p[a]!;
                const y = p[3 * corner + 1]! - p[a + 1]!;
                const z = p[3 * corner + 2]! - p[a + 2]!;
                const square = ex * ex + ey * ey + ez * ez;
                if (square > 0) {
                    along = (ex * x + ey * y + ez * z) / square;
                    const dx = x - along * ex;
                    const dy = y - along * ey;
                    const dz = z - along * ez;
                    // Math.hypot is several times slower, and no number here is large or tiny.
                    distance = Math.sqrt(dx * dx + dy * dy + dz * dz);
                }
            }
            // The distances fill A and the first number of B; the places along the edges follow.
            this.setOutlineNumber(v, slot, distance);
            this.setOutlineNumber(v, mostEdges + slot, along);
        }
    }

    private setOutlineNumber(v: number, index: number, value: number): void {
        const array = Math.min(index >> 2, 2);
        this.outlines[array]![v * outlineSizes[array]! + (index - 4 * array)] = value;
    }
}
