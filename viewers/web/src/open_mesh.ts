// SPDX-License-Identifier: MIT
// Objects that are not closed: they are shown with their open edges in red, but block nothing.
import {
    checkMeshes,
    compileMeshes,
    type CompiledMap,
    type MeshObject,
    type Point,
} from "halfspace";
import { defaultUnitsPerMetre, meshesOf, toThree } from "halfspace/three";
import { Vector3 } from "three";
import type { Glass } from "./glass.js";
import type { Look } from "./looks.js";
import type { Model } from "./models.js";
import type { OverlayLines } from "./overlay.js";

/** What is drawn of open objects, and where a label for it is. */
export interface OpenMeshes {
    /** Their triangles, seen from both sides. */
    sheets: Glass;
    /** Their open edges. */
    edges: OverlayLines;
    /** The middle of the highest open edge [metres]; null if no edge is open. */
    labelAt: Vector3 | null;
    /** Where to see all of it from [units, degrees]. */
    view: { eye: Point; pitch: number; yaw: number };
    /** What is wrong, for people. */
    words: string[];
}

interface Work {
    name: string;
    signal: AbortSignal;
    onProgress: (stage: string, fraction: number) => void;
}

const red = [255, 60, 48] as const;
const ribbon = 1 / 200; // half the width of an open edge, beside the size of the whole
const floorName = "floor below an open model";
const floorLook: Look = { width: 1, height: 1, pixels: Uint8ClampedArray.of(120, 128, 136, 255) };

function meanColour({ pixels }: Look): [number, number, number] {
    const sum = [0, 0, 0];
    for (let at = 0; at < pixels.length; ++at) {
        if (at % 4 < 3) {
            sum[at % 4]! += pixels[at]!;
        }
    }
    return sum.map((x) => Math.round((4 * x) / pixels.length)) as [number, number, number];
}

function corner({ vertices }: MeshObject, v: number): Vector3 {
    return toThree([vertices[3 * v]!, vertices[3 * v + 1]!, vertices[3 * v + 2]!]);
}

/** Collects triangles in metres. */
class Sheets {
    private readonly positions: number[] = [];
    private readonly normals: number[] = [];
    private readonly tints: number[] = [];

    add(corners: readonly Vector3[], colour: readonly number[]): void {
        const [a, b, c] = corners as [Vector3, Vector3, Vector3];
        const normal = new Vector3().subVectors(b, a).cross(new Vector3().subVectors(c, a));
        normal.normalize();
        for (const { x, y, z } of corners) {
            this.positions.push(x, y, z);
            this.normals.push(normal.x, normal.y, normal.z);
            this.tints.push(...colour, 255);
        }
    }

    /** Two ribbons that cross one another along an edge. */
    addEdge(a: Vector3, b: Vector3, width: number): void {
        const way = new Vector3().subVectors(b, a).normalize();
        const side = new Vector3(way.y, way.z, way.x).cross(way).normalize().multiplyScalar(width);
        for (const across of [side, side.clone().cross(way)]) {
            const [p, q] = [a.clone().add(across), b.clone().add(across)];
            const [r, s] = [b.clone().sub(across), a.clone().sub(across)];
            this.add([p, q, r], red);
            this.add([p, r, s], red);
        }
    }

    take(): Glass {
        return {
            positions: Float32Array.from(this.positions),
            normals: Float32Array.from(this.normals),
            tints: Uint8Array.from(this.tints),
        };
    }
}

interface Extent {
    min: Point;
    max: Point;
}

function extentOf(objects: readonly MeshObject[]): Extent {
    const extent: Extent = {
        min: [Infinity, Infinity, Infinity],
        max: [-Infinity, -Infinity, -Infinity],
    };
    for (const { vertices } of objects) {
        for (let i = 0; i < vertices.length; ++i) {
            const axis = i % 3;
            extent.min[axis] = Math.min(extent.min[axis]!, vertices[i]!);
            extent.max[axis] = Math.max(extent.max[axis]!, vertices[i]!);
        }
    }
    return extent;
}

function sizeOf({ min, max }: Extent): number {
    return Math.hypot(...max.map((x, i) => x - min[i]!));
}

// A place in front of the objects and above them, which looks at their middle.
function viewOf(extent: Extent): OpenMeshes["view"] {
    const middle = extent.min.map((x, i) => (x + extent.max[i]!) / 2);
    const far = 0.95 * sizeOf(extent);
    const eye: Point = [middle[0]! + 0.5 * far, middle[1]! - 0.75 * far, middle[2]! + 0.45 * far];
    const away = Math.hypot(0.5, 0.75);
    const degrees = 180 / Math.PI;
    return {
        eye,
        pitch: Math.atan2(0.45, away) * degrees,
        yaw: Math.atan2(0.75, -0.5) * degrees,
    };
}

// Something to stand on, where nothing of the file is closed.
function floorBelow({ min, max }: Extent): MeshObject {
    const reach = Math.max(max[0] - min[0], max[1] - min[1], 2 * defaultUnitsPerMetre);
    const low: Point = [min[0] - reach, min[1] - reach, min[2] - defaultUnitsPerMetre / 2];
    const high: Point = [max[0] + reach, max[1] + reach, min[2]];
    const vertices = Array.from({ length: 8 }, (_, v) =>
        [0, 1, 2].map((axis) => Math.round((v >> axis) & 1 ? high[axis]! : low[axis]!)),
    ).flat();
    const sides = ["0264", "1573", "0451", "2376", "0132", "4675"];
    const indices = sides.flatMap((side) => {
        const [a, b, c, d] = [...side].map(Number) as [number, number, number, number];
        return [a, c, b, a, d, c];
    });
    return { name: floorName, vertices, indices, materials: [floorName] };
}

function drawn(
    bad: readonly { object: MeshObject; openEdges: Uint32Array }[],
    looks: ReadonlyMap<string, Look>,
    width: number,
): Pick<OpenMeshes, "sheets" | "edges" | "labelAt"> {
    const sheets = new Sheets();
    const ends: number[] = [];
    let labelAt = null as Vector3 | null;
    for (const { object, openEdges } of bad) {
        const colours = (object.materials ?? [""]).map((material) => {
            const name = typeof material === "string" ? material : material.name;
            const look = looks.get(name.toLowerCase());
            return look ? meanColour(look) : ([200, 204, 210] as const);
        });
        for (let t = 0; 3 * t < object.indices.length; ++t) {
            const corners = [0, 1, 2].map((i) => corner(object, object.indices[3 * t + i]!));
            sheets.add(corners, colours[object.triangleMaterials?.[t] ?? 0]!);
        }
        for (let i = 0; i + 1 < openEdges.length; i += 2) {
            const [a, b] = [corner(object, openEdges[i]!), corner(object, openEdges[i + 1]!)];
            sheets.addEdge(a, b, width);
            ends.push(...a.toArray(), ...b.toArray());
            // The label is at the highest edge, where the message does not cover it.
            const middle = a.add(b).multiplyScalar(0.5);
            if (!labelAt || middle.y > labelAt.y) {
                labelAt = middle;
            }
        }
    }
    const tints = Uint8Array.from({ length: (4 * ends.length) / 3 }, (_, i) => red[i % 4] ?? 255);
    return { sheets: sheets.take(), edges: { positions: Float32Array.from(ends), tints }, labelAt };
}

/**
 * Compiles the objects of a model that are right, and tells how to show the others. null: no object
 * is open, so something else is wrong with the model.
 */
export async function compileClosed(
    { source }: Model,
    known: ReadonlyMap<string, Look>,
    work: Work,
): Promise<{ made: CompiledMap; open: OpenMeshes; looks: Map<string, Look> } | null> {
    const { objects, entities, notes } = meshesOf(source);
    if (objects.length === 0) {
        return null;
    }
    const { name, signal } = work;
    const checks = await checkMeshes(objects, { name, signal, entities });
    const wrong = checks.filter(({ errors }) => errors.length > 0);
    if (!wrong.some(({ verdict }) => verdict === "open")) {
        return null;
    }
    const numbers = new Set(wrong.map(({ object }) => object));
    const good = objects.filter((_, i) => !numbers.has(i));
    const bad = wrong.map(({ object, openEdges }) => ({ object: objects[object]!, openEdges }));
    const extent = extentOf(bad.map(({ object }) => object));
    const looks = new Map(known);
    if (good.length === 0) {
        good.push(floorBelow(extent));
        looks.set(floorName, floorLook);
    }
    const made = await compileMeshes(good, { ...work, entities });
    const countOf = (edges: number): string => `${edges} open ${edges === 1 ? "edge" : "edges"}`;
    const sum = wrong.reduce((count, { openEdges }) => count + openEdges.length / 2, 0);
    const words = [
        `${name} is not closed: ${countOf(sum)}, in red. An open object has no inside, so it is shown, ` +
            "but you can walk through it. Close its holes in the program that made it.",
        ...wrong.map(({ object, openEdges, errors }) => {
            const called = objects[object]!.name ?? "";
            return openEdges.length > 0
                ? `object '${called}': ${countOf(openEdges.length / 2)}`
                : errors[0]!;
        }),
    ];
    return {
        made: { ...made, warnings: [...notes, ...made.warnings] },
        open: {
            ...drawn(bad, looks, (ribbon * sizeOf(extent)) / defaultUnitsPerMetre),
            view: viewOf(extent),
            words,
        },
        looks,
    };
}
