// SPDX-License-Identifier: MIT
// The face or the triangle under a pixel, and what it belongs to.
import { Contents, type Face, type Level, type Placement } from "halfspace";
import {
    defaultUnitsPerMetre,
    directionToThree,
    fromThree,
    leafDistance,
    toMatrix,
    toThree,
} from "halfspace/three";
import { DoubleSide, Matrix4, Mesh, MeshBasicMaterial, Raycaster, Vector3, type Ray } from "three";
import { fixed } from "./numbers.js";
import type { Sheets } from "./sheets.js";

export interface Pick {
    /** From the origin of the ray, in lengths of its direction. */
    distance: number;
    /** The corners of the face or the triangle, where it is now [metres]. */
    corners: Vector3[];
    /** Lines to show. */
    words: string[];
}

/** What a level draws, read once. */
export interface Drawn {
    faces: readonly Face[];
    positions: Float32Array;
}

type Side = "front" | "back";

// The side of the polygon that the line of the ray passes through; null if it passes beside it.
function sideMet(corners: readonly Vector3[], { origin, direction }: Ray): Side | null {
    const a = new Vector3();
    const b = new Vector3();
    let isFront = false;
    let isBack = false;
    for (let i = 0; i < corners.length; ++i) {
        a.subVectors(corners[i]!, origin);
        b.subVectors(corners[(i + 1) % corners.length]!, origin);
        const volume = a.cross(b).dot(direction);
        isFront ||= volume < 0;
        isBack ||= volume > 0;
    }
    return isFront === isBack ? null : isFront ? "front" : "back";
}

interface Hit {
    face: number;
    distance: number;
    corners: Vector3[];
    normal: Vector3;
}

function nearestFace(
    level: Level,
    { faces, positions }: Drawn,
    placements: readonly Placement[],
    ray: Ray,
): Hit | null {
    let best: Hit | null = null;
    const matrix = new Matrix4();
    for (const placement of [{ model: 0 }, ...placements]) {
        toMatrix(placement, matrix);
        const { first, count } = level.modelFaces(placement.model);
        for (let index = first; index < first + count; ++index) {
            const face = faces[index]!;
            if (face.opacity === 0) {
                continue;
            }
            const corners = Array.from({ length: face.cornerCount }, (_, i) => {
                const at = 3 * (face.firstCorner + i);
                return toThree(positions.subarray(at, at + 3)).applyMatrix4(matrix);
            });
            const side = sideMet(corners, ray);
            if (side === null || (side === "back" && !face.isTwoSided)) {
                continue;
            }
            const normal = directionToThree(level.faceSource(index).normal);
            normal.transformDirection(matrix);
            const height = normal.dot(corners[0]!.clone().sub(ray.origin));
            const distance = height / normal.dot(ray.direction);
            if (distance > 0 && distance < (best?.distance ?? Infinity)) {
                best = { face: index, distance, corners, normal };
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

/** The nearest face that a ray meets [metres]. */
export function pickFace(
    level: Level,
    drawn: Drawn,
    placements: readonly Placement[],
    ray: Ray,
): Pick | null {
    const hit = nearestFace(level, drawn, placements, ray);
    if (!hit) {
        return null;
    }
    const point = ray.at(hit.distance, new Vector3());
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
    const before = point.clone().addScaledVector(hit.normal, leafDistance / defaultUnitsPerMetre);
    const leaf = level.findLeaf(fromThree(before));
    words.push(`leaf ${leaf} before it: ${contentsWords(level.leafContents(leaf))}`);
    words.push(
        `face ${hit.face} at ${fromThree(point)
            .map((x) => fixed(x, 2))
            .join(" ")}`,
    );
    return { distance: hit.distance, corners: hit.corners, words };
}

/** The nearest triangle of sheets that a ray meets [metres]. */
export function pickSheet({ drawn, sourceOf }: Sheets, ray: Ray): Pick | null {
    const mesh = new Mesh(drawn, new MeshBasicMaterial({ side: DoubleSide }));
    const raycaster = new Raycaster(ray.origin, ray.direction);
    const [hit] = raycaster.intersectObject(mesh);
    if (!hit) {
        return null;
    }
    const number = hit.faceIndex!;
    const { object, blocks, triangle, material } = sourceOf(number);
    const position = drawn.getAttribute("position");
    const corners = [0, 1, 2].map((i) =>
        new Vector3().fromBufferAttribute(position, 3 * number + i),
    );
    const place = fromThree(hit.point).map((x) => fixed(x, 2));
    return {
        distance: hit.distance,
        corners,
        words: [
            `object ${object.name}`,
            blocks ? "walked on as it is: it has no inside" : "only drawn",
            `texture ${material.name}`,
            `triangle ${triangle} at ${place.join(" ")}`,
        ],
    };
}

function lineWords(line: number): string {
    return line === 0 ? "" : `, line ${line}`;
}
