// SPDX-License-Identifier: MIT
// Meshes of three.js by their triangle trees: fast raycasts, and which triangles of two meshes touch.
import {
    BackSide,
    BatchedMesh,
    DoubleSide,
    InstancedMesh,
    Matrix4,
    Mesh,
    Ray,
    SkinnedMesh,
    Triangle,
    Vector2,
    Vector3,
    type BufferAttribute,
    type Intersection,
    type Material,
    type Raycaster,
} from "three";
import { HalfspaceError } from "../error.js";
import type { TriangleBvh, TriangleHit } from "../spatial/index.js";
import { CulledInstances } from "./culled_instances.js";
import { checkVector } from "../units.js";
import { checkMatrix } from "./expected.js";
import { treeOrError, triangleTree, type Attribute } from "./geometry_tree.js";

declare module "three" {
    interface Raycaster {
        /** True: treeRaycast finds only the nearest intersection of a mesh. */
        firstHitOnly?: boolean;
    }
}

const inverse = new Matrix4();
const ray = new Ray();

// What three.js itself calls, also after a page has replaced it by treeRaycast.
const raycasts = {
    isCulledInstances: CulledInstances.prototype.raycast,
    isInstancedMesh: InstancedMesh.prototype.raycast,
    isSkinnedMesh: SkinnedMesh.prototype.raycast,
    isBatchedMesh: BatchedMesh.prototype.raycast,
    isMesh: Mesh.prototype.raycast,
} as const;
type Kind = keyof typeof raycasts;
const kinds = Object.keys(raycasts) as Kind[];

function kindOf(mesh: Mesh): Kind {
    return kinds.find((kind) => (mesh as Partial<Record<Kind, boolean>>)[kind]) ?? "isMesh";
}

/** Whether the triangles of the tree are those that are drawn. */
function isAsItsGeometry(mesh: Mesh): boolean {
    if (kindOf(mesh) !== "isMesh") {
        return false;
    }
    const isMorphed =
        mesh.geometry.morphAttributes.position !== undefined &&
        mesh.morphTargetInfluences?.some((influence) => influence !== 0);
    // three.js counts triangles from the first vertex that is drawn.
    const { drawRange, groups } = mesh.geometry;
    const starts = [drawRange, ...(Array.isArray(mesh.material) ? groups : [])];
    return !isMorphed && starts.every(({ start }) => start % 3 === 0);
}

/** The materials that draw a triangle, each with its index; none if it is not drawn. */
function materialsOf(mesh: Mesh, triangle: number): [material: Material, index: number][] {
    const { drawRange, groups } = mesh.geometry;
    const first = 3 * triangle;
    const isIn = ({ start, count }: { start: number; count: number }) =>
        first >= start && first + 3 <= start + count;
    const { material } = mesh;
    if (!isIn(drawRange)) {
        return [];
    }
    if (!Array.isArray(material)) {
        return [[material, 0]];
    }
    return groups.flatMap((group) => {
        const index = group.materialIndex ?? 0;
        const each = material[index];
        return each !== undefined && isIn(group) ? [[each, index]] : [];
    });
}

const corners = [new Vector3(), new Vector3(), new Vector3()] as const;
const faceNormal = new Vector3();
const weights = new Vector3();
const local = new Vector3();

/** The value of an attribute at the weights of the three vertices. */
function interpolated<Value extends Vector2 | Vector3>(
    attribute: Attribute,
    vertices: readonly [number, number, number],
    target: Value,
): Value {
    const from = target.clone();
    target.setScalar(0);
    vertices.forEach((vertex, i) => {
        from.fromBufferAttribute(attribute as BufferAttribute, vertex);
        (target as Vector3).addScaledVector(from as Vector3, weights.getComponent(i));
    });
    return target;
}

/** Where the tree's ray meets a triangle, as three.js tells it: once for each material that shows it. */
function intersectionsAt(
    mesh: Mesh,
    raycaster: Raycaster,
    { triangle, t }: TriangleHit,
): Intersection[] {
    ray.at(t, local);
    const point = local.clone().applyMatrix4(mesh.matrixWorld);
    const distance = raycaster.ray.origin.distanceTo(point);
    if (distance < raycaster.near || distance > raycaster.far) {
        return [];
    }
    const { index, attributes } = mesh.geometry;
    const [a, b, c] = [0, 1, 2].map((i) => index?.getX(3 * triangle + i) ?? 3 * triangle + i) as [
        number,
        number,
        number,
    ];
    const vertices = [a, b, c] as const;
    const position = attributes.position as BufferAttribute;
    vertices.forEach((vertex, i) => corners[i]!.fromBufferAttribute(position, vertex));
    // Above 0: the ray sees the back.
    const towards = Triangle.getNormal(...corners, faceNormal).dot(ray.direction);
    const isShown = ({ side }: Material) =>
        side === DoubleSide || (side === BackSide ? towards > 0 : towards < 0);
    return materialsOf(mesh, triangle)
        .filter(([material]) => isShown(material))
        .map(([, materialIndex]) => {
            Triangle.getBarycoord(local, ...corners, weights);
            const { uv, uv1, normal } = attributes;
            return {
                distance,
                point: point.clone(),
                object: mesh,
                faceIndex: triangle,
                face: { a, b, c, normal: faceNormal.clone(), materialIndex },
                barycoord: weights.clone(),
                ...(uv && { uv: interpolated(uv, vertices, new Vector2()) }),
                ...(uv1 && { uv1: interpolated(uv1, vertices, new Vector2()) }),
                ...(normal && {
                    normal: towardsEye(interpolated(normal, vertices, new Vector3())),
                }),
            };
        });
}

function towardsEye(normal: Vector3): Vector3 {
    return normal.dot(ray.direction) > 0 ? normal.negate() : normal;
}

/**
 * Mesh.raycast of three.js by triangleTree(): `mesh.raycast = treeRaycast` for one mesh, or
 * `THREE.Mesh.prototype.raycast = treeRaycast` for all. Intersections have the fields that three.js
 * gives them, and the material's side, groups and draw range count as there; but no ray slips through
 * between two triangles. They come nearest first. With `raycaster.firstHitOnly = true` only the nearest
 * one is found, which is faster.
 *
 * Skins and morphs have other triangles than the tree, so three.js itself answers, and so it does for a
 * geometry that no tree can be made of: triangleTree() says why. Of an InstancedMesh or a BatchedMesh
 * three.js asks Mesh.raycast about each instance: with `THREE.Mesh.prototype.raycast = treeRaycast` the
 * tree answers for each.
 */
export function treeRaycast(this: Mesh, raycaster: Raycaster, intersects: Intersection[]): void {
    const { geometry, material, matrixWorld } = this;
    checkVector(raycaster?.ray?.direction, "treeRaycast: the direction of the raycaster's ray");
    const answerOfThree = () => raycasts[kindOf(this)].call(this, raycaster, intersects);
    if (!isAsItsGeometry(this)) {
        answerOfThree();
        return;
    }
    const isNowhere = geometry.attributes.position === undefined || matrixWorld.determinant() === 0;
    if (material === undefined || isNowhere) {
        return;
    }
    const tree = treeOrError(geometry);
    if (tree instanceof HalfspaceError) {
        answerOfThree();
        return;
    }
    ray.copy(raycaster.ray).applyMatrix4(inverse.copy(matrixWorld).invert());
    const origin = ray.origin.toArray();
    const direction = ray.direction.toArray();
    if (raycaster.firstHitOnly !== true) {
        for (const hit of tree.onRay(origin, direction)) {
            intersects.push(...intersectionsAt(this, raycaster, hit));
        }
        return;
    }
    const nearest = tree.raycast(origin, direction);
    const take = (hit: TriangleHit) => {
        const [first] = intersectionsAt(this, raycaster, hit);
        return first !== undefined && intersects.push(first) > 0;
    };
    // If the nearest one is seen from behind, or is too near, another one counts.
    if (nearest !== null && !take(nearest)) {
        tree.onRay(origin, direction).some(take);
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
