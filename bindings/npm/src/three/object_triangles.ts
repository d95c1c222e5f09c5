// SPDX-License-Identifier: MIT
// The triangles of objects of three.js where they are now, as one mesh in the coordinates of a level.
import { Matrix4, Vector3 } from "three";
import type {
    BufferAttribute,
    InstancedMesh,
    InterleavedBufferAttribute,
    Mesh,
    Object3D,
    SkinnedMesh,
} from "three";
import { HalfspaceError } from "../error.js";
import type { CulledInstances } from "./culled_instances.js";

/** Triangles in the coordinates of a level [units]. */
export interface ObjectTriangles {
    positions: Float32Array;
    index: Uint32Array;
    /** The meshes that are in it. */
    meshes: Mesh[];
    /** What was left out. */
    notes: string[];
}

/** The places of a mesh: one, or those of its instances. Programs hide an instance by the scale 0. */
export function placesOf(mesh: Mesh): Matrix4[] {
    const { isInstancedMesh, count } = mesh as InstancedMesh;
    if (!isInstancedMesh) {
        return [mesh.matrixWorld];
    }
    const instances = (mesh as CulledInstances).isCulledInstances
        ? (mesh as CulledInstances).instances()
        : Array.from({ length: count }, (_, i) => i);
    return instances
        .map((instance) => {
            const place = new Matrix4();
            (mesh as InstancedMesh).getMatrixAt(instance, place);
            return place.premultiply(mesh.matrixWorld);
        })
        .filter((place) => place.determinant() !== 0);
}

/** The triangles that are drawn of a mesh at a place. */
interface Part {
    mesh: Mesh;
    place: Matrix4;
    vertices: number;
    /** The first index, or the first vertex. */
    begin: number;
    triangles: number;
}

function partsOf(mesh: Mesh): Part[] {
    const { attributes, drawRange, index } = mesh.geometry;
    const position = attributes.position as BufferAttribute | undefined;
    if (position === undefined) {
        return [];
    }
    const begin = drawRange.start;
    const end = Math.min((index ?? position).count, begin + drawRange.count);
    const triangles = Math.max(Math.floor((end - begin) / 3), 0);
    const part = { mesh, vertices: position.count, begin, triangles };
    return triangles === 0 ? [] : placesOf(mesh).map((place) => ({ ...part, place }));
}

/** What a mesh is called in texts. */
export function nameOf({ name, type }: Object3D): string {
    return name === "" ? `a ${type} without a name` : `"${name}"`;
}

const vertex = new Vector3();

function isDeformed(mesh: Mesh): boolean {
    const isMorphed =
        mesh.geometry.morphAttributes.position !== undefined &&
        mesh.morphTargetInfluences?.some((influence) => influence !== 0) === true;
    return isMorphed || (mesh as SkinnedMesh).isSkinnedMesh;
}

/** Gives use(x, y, z) each vertex of a mesh, in its own space. */
function eachVertex(mesh: Mesh, use: (x: number, y: number, z: number) => void): void {
    const position = mesh.geometry.attributes.position as
        | BufferAttribute
        | InterleavedBufferAttribute;
    if (isDeformed(mesh)) {
        for (let i = 0; i < position.count; ++i) {
            const { x, y, z } = mesh.getVertexPosition(i, vertex);
            use(x, y, z);
        }
    } else if (!("data" in position) && position.array instanceof Float32Array) {
        const { array, count, itemSize } = position;
        for (let i = 0; i < count * itemSize; i += itemSize) {
            use(array[i]!, array[i + 1]!, array[i + 2]!);
        }
    } else {
        // Such as half floats, or integers that stand for a part of 1.
        for (let i = 0; i < position.count; ++i) {
            use(position.getX(i), position.getY(i), position.getZ(i));
        }
    }
}

function writePositions(to: Float32Array, first: number, { mesh, place }: Part, units: number) {
    const m = place.elements;
    let at = 3 * first;
    let sum = 0;
    eachVertex(mesh, (x, y, z) => {
        // y of the level is -z of three.js.
        to[at] = units * (m[0]! * x + m[4]! * y + m[8]! * z + m[12]!);
        to[at + 1] = -units * (m[2]! * x + m[6]! * y + m[10]! * z + m[14]!);
        to[at + 2] = units * (m[1]! * x + m[5]! * y + m[9]! * z + m[13]!);
        sum += to[at]! + to[at + 1]! + to[at + 2]!;
        at += 3;
    });
    if (!Number.isFinite(sum)) {
        throw new HalfspaceError(`the mesh ${nameOf(mesh)} has a position that is not finite`);
    }
}

function writeIndex(to: Uint32Array, at: number, first: number, part: Part): void {
    const { mesh, place, vertices, begin, triangles } = part;
    const index = mesh.geometry.index?.array;
    // A mirror turns the front of a triangle to its back.
    const [b, c] = place.determinant() < 0 ? [2, 1] : [1, 2];
    for (let i = begin; i < begin + 3 * triangles; i += 3, at += 3) {
        to[at] = index === undefined ? i : index[i]!;
        to[at + 1] = index === undefined ? i + b : index[i + b]!;
        to[at + 2] = index === undefined ? i + c : index[i + c]!;
        for (let corner = at; corner < at + 3; ++corner) {
            if (to[corner]! >= vertices) {
                throw new HalfspaceError(
                    `the mesh ${nameOf(mesh)} has the index ${to[corner]}; there are ${vertices} vertices`,
                );
            }
            to[corner]! += first;
        }
    }
}

/**
 * The triangles of an object and of everything below it. takes: whether an object counts, with
 * everything below it. REQUIRES: the matrices of the objects are up to date.
 */
export function trianglesOf(
    root: Object3D,
    unitsPerMetre: number,
    takes: (object: Object3D) => boolean,
): ObjectTriangles {
    const parts: Part[] = [];
    const notes = new Set<string>();
    const meshes: Mesh[] = [];
    const visit = (object: Object3D): void => {
        if (!takes(object)) {
            return;
        }
        if ((object as { isBatchedMesh?: boolean }).isBatchedMesh === true) {
            notes.add("batched meshes are left out");
        } else if ((object as Mesh).isMesh) {
            meshes.push(object as Mesh);
            parts.push(...partsOf(object as Mesh));
        }
        object.children.forEach(visit);
    };
    visit(root);
    const total = (count: (part: Part) => number) => parts.reduce((sum, p) => sum + count(p), 0);
    const positions = new Float32Array(3 * total(({ vertices }) => vertices));
    const index = new Uint32Array(3 * total(({ triangles }) => triangles));
    let vertices = 0;
    let indices = 0;
    for (const part of parts) {
        writePositions(positions, vertices, part, unitsPerMetre);
        writeIndex(index, indices, vertices, part);
        vertices += part.vertices;
        indices += 3 * part.triangles;
    }
    return { positions, index, meshes, notes: [...notes] };
}
