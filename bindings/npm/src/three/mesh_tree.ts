// SPDX-License-Identifier: MIT
// Triangle trees of three.js meshes: fast raycasts, and which triangles of two meshes touch.
import {
    Matrix4,
    Mesh,
    Ray,
    type BufferAttribute,
    type BufferGeometry,
    type InterleavedBufferAttribute,
    type Intersection,
    type Raycaster,
} from "three";
import { HalfspaceError } from "../error.js";
import { TriangleBvh } from "../spatial/index.js";
import { checkMatrix } from "./expected.js";

declare module "three" {
    interface Raycaster {
        /** True: treeRaycast finds only the nearest intersection of a mesh. */
        firstHitOnly?: boolean;
    }
}

type Attribute = BufferAttribute | InterleavedBufferAttribute;

interface Kept {
    tree: TriangleBvh;
    position: Attribute;
    index: BufferAttribute | null;
    versions: string;
}

const trees = new WeakMap<BufferGeometry, Kept>();
const inverse = new Matrix4();
const ray = new Ray();

function versionOf(attribute: Attribute): number {
    return "data" in attribute ? attribute.data.version : attribute.version;
}

function positionsOf(position: Attribute): ArrayLike<number> {
    if (
        !("data" in position) &&
        position.array instanceof Float32Array &&
        position.itemSize === 3
    ) {
        return position.array;
    }
    const positions = new Float64Array(3 * position.count);
    for (let i = 0; i < position.count; ++i) {
        positions.set([position.getX(i), position.getY(i), position.getZ(i)], 3 * i);
    }
    return positions;
}

/**
 * The tree over the triangles of a geometry, in its own space. It is made at the first call, and again
 * after `needsUpdate` of its positions or of its index was set, or one of them was replaced. Call
 * `await initSpatial()` of `halfspace/spatial` before. Morphs and skins are not seen.
 */
export function triangleTree(geometry: BufferGeometry): TriangleBvh {
    const position = geometry?.attributes?.position as Attribute | undefined;
    if (position === undefined) {
        throw new HalfspaceError("triangleTree: expected a BufferGeometry with positions");
    }
    const { index } = geometry;
    const versions = `${versionOf(position)} ${index?.version}`;
    const kept = trees.get(geometry);
    if (kept?.position === position && kept.index === index && kept.versions === versions) {
        return kept.tree;
    }
    // Another geometry may be asked for while the old tree is in use, so it is left to the collector.
    const count = index === null ? 0 : index.count - (index.count % 3);
    const indices = index === null ? undefined : index.array.slice(0, count);
    const tree = new TriangleBvh(positionsOf(position), indices);
    trees.set(geometry, { tree, position, index, versions });
    return tree;
}

/**
 * Mesh.raycast of three.js by triangleTree(): `mesh.raycast = treeRaycast`. The intersections are those
 * of three.js: they have the same fields, and the material's side, groups and draw range count as there.
 * They come nearest first. With `raycaster.firstHitOnly = true` only the nearest one is found, which is
 * faster.
 */
export function treeRaycast(this: Mesh, raycaster: Raycaster, intersects: Intersection[]): void {
    const { geometry, material } = this;
    const { drawRange } = geometry;
    const { start, count } = drawRange;
    if (material === undefined) {
        return;
    }
    if (start % 3 !== 0) {
        Mesh.prototype.raycast.call(this, raycaster, intersects);
        return;
    }
    ray.copy(raycaster.ray).applyMatrix4(inverse.copy(this.matrixWorld).invert());
    const tree = triangleTree(geometry);
    const origin = ray.origin.toArray();
    const direction = ray.direction.toArray();
    const before = intersects.length;
    // three.js itself looks at the triangles that the tree has found, one after the other.
    const take = (triangle: number) => {
        const first = 3 * triangle;
        if (first >= start && first + 3 <= start + count) {
            geometry.setDrawRange(first, 3);
            Mesh.prototype.raycast.call(this, raycaster, intersects);
        }
        return raycaster.firstHitOnly === true && intersects.length > before;
    };
    try {
        const nearest = raycaster.firstHitOnly ? tree.raycast(origin, direction) : null;
        if (raycaster.firstHitOnly && (nearest === null || take(nearest.triangle))) {
            return;
        }
        // The nearest one does not count: it is seen from behind, or too near.
        for (const { triangle } of tree.onRay(origin, direction)) {
            if (take(triangle)) {
                return;
            }
        }
    } finally {
        geometry.setDrawRange(start, count);
    }
}

const aToWorld = new Matrix4();
const bToA = new Matrix4();

function placed(a: Mesh, b: Mesh): [a: TriangleBvh, b: TriangleBvh, bToA: number[]] {
    checkMatrix(a?.matrixWorld, "matrixWorld of the first mesh");
    checkMatrix(b?.matrixWorld, "matrixWorld of the second mesh");
    if (aToWorld.copy(a.matrixWorld).determinant() === 0) {
        throw new HalfspaceError("the first mesh has a scale of 0");
    }
    bToA.copy(aToWorld).invert().multiply(b.matrixWorld);
    const { elements } = bToA;
    // Exactly 0, 0, 0, 1, without what rounding has left.
    [elements[3], elements[7], elements[11], elements[15]] = [0, 0, 0, 1];
    return [triangleTree(a.geometry), triangleTree(b.geometry), [...elements]];
}

/**
 * Whether two meshes touch where their `matrixWorld` places them: a triangle of each, as their
 * `faceIndex`; null if they do not touch. Both sides of triangles count. Exact after the vertices of b
 * are taken into the space of a. If a mesh has moved since the last picture, call its
 * `updateMatrixWorld()` before; allTouchingFaces() needs that, too.
 */
export function touchingFaces(a: Mesh, b: Mesh): [a: number, b: number] | null {
    const [treeA, treeB, matrix] = placed(a, b);
    return treeA.firstPair(treeB, matrix);
}

/** All pairs of faces of two meshes that touch: two numbers for each pair. */
export function allTouchingFaces(a: Mesh, b: Mesh): Uint32Array {
    const [treeA, treeB, matrix] = placed(a, b);
    return treeA.allPairs(treeB, matrix);
}
