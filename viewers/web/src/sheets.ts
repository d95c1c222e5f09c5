// SPDX-License-Identifier: MIT
// The triangles of objects that are walked on as they are, each as thin as a sheet: what is walked
// on, what is drawn, and where they are open.
import type { MeshMaterial, MeshObject, Point } from "halfspace";
import { defaultUnitsPerMetre, toThree } from "halfspace/three";
import {
    BufferAttribute,
    BufferGeometry,
    DoubleSide,
    Mesh,
    MeshBasicMaterial,
    Vector3,
} from "three";
import type { Box } from "./bodies.js";
import { creasedNormals } from "./creased_normals.js";
import type { TakenObject } from "./mesh_split.js";

/** A triangle of an object. */
export interface SheetTriangle {
    object: MeshObject;
    /** False: bodies pass it. */
    blocks: boolean;
    triangle: number;
    material: MeshMaterial;
}

export interface Sheets {
    /** What bodies meet [metres]. */
    walked: Mesh;
    /** What is seen: three corners for each triangle, and a group for each material [metres]. */
    drawn: BufferGeometry;
    /** The material of each group. */
    materials: readonly MeshMaterial[];
    /** What the triangle of this number in `drawn` is. */
    sourceOf: (triangle: number) => SheetTriangle;
    /** The ends of open edges, x, y, z of each [metres]. */
    openEdges: Float32Array;
    /** The middle of the highest open edge [metres]; null if no edge is open. */
    labelAt: Vector3 | null;
    /** Around all of them [units]. */
    box: Box;
}

function asMaterial(material: string | MeshMaterial): MeshMaterial {
    return typeof material === "string" ? { name: material } : material;
}

function keyOf({ name, opacity = 1, isMasked = false }: MeshMaterial): string {
    return JSON.stringify([name.toLowerCase(), opacity, isMasked]);
}

// x, y, z in metres of all vertices.
function inMetres(vertices: ArrayLike<number>): Float32Array {
    const metres = new Float32Array(vertices.length);
    for (let i = 0; i < vertices.length; i += 3) {
        metres[i] = vertices[i]! / defaultUnitsPerMetre;
        metres[i + 1] = vertices[i + 2]! / defaultUnitsPerMetre;
        metres[i + 2] = (0 - vertices[i + 1]!) / defaultUnitsPerMetre;
    }
    return metres;
}

/** The triangles of objects in the order of their materials. */
interface Ordered {
    materials: MeshMaterial[];
    /** The first triangle of each material, and the count of all. */
    firsts: number[];
    /** For each triangle the numbers of its object and in it. */
    owners: Uint32Array;
}

function ordered(objects: readonly MeshObject[]): Ordered {
    const materials: MeshMaterial[] = [];
    const numbers = new Map<string, number>();
    const counts: number[] = [];
    // For each triangle the number of its material.
    const wanted = objects.map(({ indices, materials: own = [""], triangleMaterials }) => {
        const ownNumbers = own.map(asMaterial).map((material) => {
            const key = keyOf(material);
            const number = numbers.get(key) ?? materials.push(material) - 1;
            numbers.set(key, number);
            counts[number] ??= 0;
            return number;
        });
        return Uint32Array.from({ length: indices.length / 3 }, (_, t) => {
            const number = ownNumbers[triangleMaterials?.[t] ?? 0]!;
            ++counts[number]!;
            return number;
        });
    });
    const firsts = [0];
    counts.forEach((count, i) => firsts.push(firsts[i]! + count));
    const next = [...firsts];
    const owners = new Uint32Array(2 * firsts.at(-1)!);
    wanted.forEach((list, object) => {
        list.forEach((material, triangle) => owners.set([object, triangle], 2 * next[material]!++));
    });
    return { materials, firsts, owners };
}

function drawnOf(objects: readonly MeshObject[], { firsts, owners }: Ordered): BufferGeometry {
    const metres = objects.map(({ vertices }) => inMetres(vertices));
    const triangles = owners.length / 2;
    const positions = new Float32Array(9 * triangles);
    const places = new Float32Array(6 * triangles);
    for (let t = 0; t < triangles; ++t) {
        const [number, triangle] = [owners[2 * t]!, owners[2 * t + 1]!];
        const { indices, texcoords } = objects[number]!;
        for (let i = 0; i < 3; ++i) {
            const from = 3 * triangle + i;
            const vertex = 3 * indices[from]!;
            positions.set(metres[number]!.subarray(vertex, vertex + 3), 9 * t + 3 * i);
            places[6 * t + 2 * i] = texcoords?.[2 * from] ?? 0;
            places[6 * t + 2 * i + 1] = texcoords?.[2 * from + 1] ?? 0;
        }
    }
    const geometry = new BufferGeometry();
    geometry.setAttribute("position", new BufferAttribute(positions, 3));
    geometry.setAttribute("normal", new BufferAttribute(creasedNormals(positions), 3));
    geometry.setAttribute("uv", new BufferAttribute(places, 2));
    firsts.slice(0, -1).forEach((first, material) => {
        geometry.addGroup(3 * first, 3 * (firsts[material + 1]! - first), material);
    });
    return geometry;
}

function walkedOf(objects: readonly MeshObject[]): Mesh {
    const metres = objects.map(({ vertices }) => inMetres(vertices));
    const total = (lengths: number[]): number => lengths.reduce((sum, x) => sum + x, 0);
    const positions = new Float32Array(total(metres.map(({ length }) => length)));
    const index = new Uint32Array(total(objects.map(({ indices }) => indices.length)));
    let [vertex, corner] = [0, 0];
    objects.forEach(({ indices }, i) => {
        positions.set(metres[i]!, 3 * vertex);
        for (let at = 0; at < indices.length; ++at) {
            index[corner++] = vertex + indices[at]!;
        }
        vertex += metres[i]!.length / 3;
    });
    const geometry = new BufferGeometry();
    geometry.setAttribute("position", new BufferAttribute(positions, 3));
    geometry.setIndex(new BufferAttribute(index, 1));
    return new Mesh(geometry, new MeshBasicMaterial({ side: DoubleSide }));
}

function boxOf(objects: readonly MeshObject[]): Box {
    const min: Point = [Infinity, Infinity, Infinity];
    const max: Point = [-Infinity, -Infinity, -Infinity];
    for (const { vertices } of objects) {
        for (let i = 0; i < vertices.length; ++i) {
            min[i % 3] = Math.min(min[i % 3]!, vertices[i]!);
            max[i % 3] = Math.max(max[i % 3]!, vertices[i]!);
        }
    }
    return { min, max };
}

function edgesOf(taken: readonly TakenObject[]): Pick<Sheets, "openEdges" | "labelAt"> {
    const ends: number[] = [];
    let labelAt = null as Vector3 | null;
    for (const { object, openEdges } of taken) {
        const corner = (v: number): Vector3 =>
            toThree([0, 1, 2].map((axis) => object.vertices[3 * v + axis]!) as Point);
        for (let i = 0; i + 1 < openEdges.length; i += 2) {
            const [a, b] = [corner(openEdges[i]!), corner(openEdges[i + 1]!)];
            ends.push(...a.toArray(), ...b.toArray());
            // The label is at the highest edge, where the message does not cover it.
            const middle = a.add(b).multiplyScalar(0.5);
            if (!labelAt || middle.y > labelAt.y) {
                labelAt = middle;
            }
        }
    }
    return { openEdges: Float32Array.from(ends), labelAt };
}

/** Makes sheets of objects that are walked on as they are; there is at least one. */
export function sheetsOf(taken: readonly TakenObject[]): Sheets {
    const shown = taken.filter(({ isDrawn }) => isDrawn);
    const seen = shown.map(({ object }) => object);
    const order = ordered(seen);
    const sourceOf = (number: number): SheetTriangle => {
        const { object, blocks } = shown[order.owners[2 * number]!]!;
        const triangle = order.owners[2 * number + 1]!;
        const material = object.materials?.[object.triangleMaterials?.[triangle] ?? 0] ?? "";
        return { object, blocks, triangle, material: asMaterial(material) };
    };
    return {
        walked: walkedOf(taken.filter(({ blocks }) => blocks).map(({ object }) => object)),
        drawn: drawnOf(seen, order),
        materials: order.materials,
        sourceOf,
        ...edgesOf(taken),
        box: boxOf(taken.map(({ object }) => object)),
    };
}
