// SPDX-License-Identifier: MIT
// The face under a pixel, and what it belongs to.
import { Contents, type Face, type Level, type Placement, type Point } from "halfspace";
import { along, cross, dot, minus, normalOf } from "./vectors.js";

export interface Pick {
    face: number;
    point: Point;
    /** The corners of the face where its model stands. */
    corners: Point[];
    /** Lines to show. */
    words: string[];
}

/** What a level draws, read once. */
export interface Drawn {
    faces: readonly Face[];
    positions: Float32Array;
}

function placed(p: Point, placement: Placement | null): Point {
    if (!placement) {
        return p;
    }
    const { x = [1, 0, 0], y = [0, 1, 0], z = [0, 0, 1], translation: t = [0, 0, 0] } = placement;
    const at = (i: number) => x[i]! * p[0] + y[i]! * p[1] + z[i]! * p[2] + t[i]!;
    return [at(0), at(1), at(2)];
}

// True if the ray passes inside of the polygon. The ray sees its front or, if it is two-sided, its
// back.
function isMet(corners: Point[], eye: Point, direction: Point): boolean {
    let left = false;
    let right = false;
    for (let i = 0; i < corners.length; ++i) {
        const a = minus(corners[i]!, eye);
        const b = minus(corners[(i + 1) % corners.length]!, eye);
        const volume = dot(cross(a, b), direction);
        left ||= volume > 0;
        right ||= volume < 0;
    }
    return left !== right;
}

interface Hit {
    face: number;
    distance: number;
    corners: Point[];
    normal: Point;
    placement: Placement | null;
}

function nearestFace(
    level: Level,
    { faces, positions }: Drawn,
    placements: readonly Placement[],
    eye: Point,
    direction: Point,
): Hit | null {
    let best: Hit | null = null;
    for (const placement of [null, ...placements]) {
        const { first, count } = level.modelFaces(placement?.model ?? 0);
        for (let index = first; index < first + count; ++index) {
            const face = faces[index]!;
            if (face.opacity === 0) {
                continue;
            }
            const corners = Array.from({ length: face.cornerCount }, (_, i): Point => {
                const at = 3 * (face.firstCorner + i);
                return placed([positions[at]!, positions[at + 1]!, positions[at + 2]!], placement);
            });
            const normal = normalOf(corners);
            const slope = dot(normal, direction);
            const height = dot(normal, minus(eye, corners[0]!));
            if (slope === 0 || (height < 0 && !face.isTwoSided)) {
                continue;
            }
            const distance = -height / slope;
            if (distance > 0 && (!best || distance < best.distance)) {
                if (isMet(corners, eye, direction)) {
                    best = { face: index, distance, corners, normal, placement };
                }
            }
        }
    }
    return best;
}

function contentsWords(contents: number): string {
    const names = Object.entries(Contents)
        .filter(([, bit]) => (bit & (bit - 1)) === 0 && (contents & bit) !== 0)
        .map(([name]) => name.toLowerCase());
    return names.length > 0 ? names.join(", ") : "empty";
}

/** The nearest face that a ray meets. direction: of any length. */
export function pickFace(
    level: Level,
    drawn: Drawn,
    placements: readonly Placement[],
    eye: Point,
    direction: Point,
): Pick | null {
    const hit = nearestFace(level, drawn, placements, eye, direction);
    if (!hit) {
        return null;
    }
    const point = along(eye, direction, hit.distance);
    const words: string[] = [];
    const source = level.faceSource(hit.face);
    if (source.brush >= 0) {
        const name = level.entities[source.entity]?.classname ?? "";
        words.push(
            `brush ${source.brush} of ${name} (entity ${source.entity})${lineWords(source.brushLine)}`,
            `side ${source.side}${lineWords(source.sideLine)}`,
            `contents ${contentsWords(source.contents)}`,
        );
    } else {
        words.push(`polygon or curve ${source.side}`);
    }
    words.push(`texture ${level.materials[drawn.faces[hit.face]!.material] ?? ""}`);
    const leaf = level.findLeaf(along(point, hit.normal, 1 / 32));
    words.push(`leaf ${leaf} before it: ${contentsWords(level.leafContents(leaf))}`);
    words.push(`face ${hit.face} at ${point.map((x) => x.toFixed(2)).join(" ")}`);
    return { face: hit.face, point, corners: hit.corners, words };
}

function lineWords(line: number): string {
    return line === 0 ? "" : `, line ${line}`;
}
