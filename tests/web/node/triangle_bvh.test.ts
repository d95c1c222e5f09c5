// SPDX-License-Identifier: MIT
// The triangle tree of halfspace/spatial and of halfspace/three, against three.js itself and against
// all triangles.
import { HalfspaceError, type Point } from "halfspace";
import { initSpatial, TriangleBvh } from "halfspace/spatial";
import { allTouchingFaces, touchingFaces, treeRaycast, triangleTree } from "halfspace/three";
import {
    BackSide,
    Bone,
    BoxGeometry,
    BufferAttribute,
    BufferGeometry,
    DoubleSide,
    Float32BufferAttribute,
    FrontSide,
    InstancedMesh,
    Matrix4,
    Mesh,
    MeshBasicMaterial,
    PlaneGeometry,
    Raycaster,
    Skeleton,
    SkinnedMesh,
    TorusKnotGeometry,
    Triangle,
    Vector3,
    type Intersection,
} from "three";
import { beforeAll, describe, expect, it } from "vitest";
import { Random } from "../hash.js";

const random = new Random(1);

/** A number from -range to range. */
function any(range: number): number {
    return ((random.next() % 65536) / 32768 - 1) * range;
}

function anyPoint(range: number): Point {
    return [any(range), any(range), any(range)];
}

const knot = new TorusKnotGeometry(10, 3, 100, 12);
const positions = knot.attributes.position!.array as Float32Array;
const index = knot.index!.array;

function corner(i: number): Vector3 {
    return new Vector3().fromArray(positions, 3 * index[i]!);
}

const triangles = Array.from(
    { length: index.length / 3 },
    (_, i) => new Triangle(corner(3 * i), corner(3 * i + 1), corner(3 * i + 2)),
);

beforeAll(() => initSpatial());

describe("a triangle tree", () => {
    it("finds the nearest points, and the triangles in a box, a ball and a capsule", () => {
        const tree = new TriangleBvh(positions, index);
        expect(tree.triangleCount).toBe(triangles.length);
        for (let i = 0; i < 30; ++i) {
            const p = anyPoint(15);
            const point = new Vector3(...p);
            const away = triangles.map((triangle) =>
                triangle.closestPointToPoint(point, new Vector3()).distanceTo(point),
            );
            const nearest = tree.closestPoint(p)!;
            expect(nearest.distance).toBeCloseTo(Math.min(...away), 9);
            expect(away[nearest.triangle]).toBeCloseTo(nearest.distance, 9);
            expect(new Vector3(...nearest.point).distanceTo(point)).toBeCloseTo(
                nearest.distance,
                9,
            );
            expect(tree.closestPoint(p, nearest.distance / 2)).toBeNull();
            const inBall = away.flatMap((distance, k) => (distance <= 4 ? [k] : []));
            expect([...tree.inSphere(p, 4)]).toEqual(inBall);
            expect([...tree.inCapsule(p, p, 4)]).toEqual(inBall);
            const half = new Vector3(2, 2, 2);
            const [min, max] = [point.clone().sub(half), point.clone().add(half)];
            const inBox = new Set(tree.inBox(min.toArray(), max.toArray()));
            triangles.forEach(({ a, b, c }, k) => {
                const middle = a.clone().add(b).add(c).divideScalar(3);
                if (middle.clone().clamp(min, max).equals(middle)) {
                    expect(inBox.has(k)).toBe(true);
                } else if (away[k]! > 4) {
                    expect(inBox.has(k)).toBe(false);
                }
            });
            expect([...tree.farToNear(p)].sort((a, b) => a - b)).toEqual(
                triangles.map((_, k) => k),
            );
        }
        tree.dispose();
        expect(() => tree.winding([0, 0, 0])).toThrow(/used after dispose/);
    });

    it("gives in a batch what single rays give", () => {
        for (const builder of ["sah", "ploc"] as const) {
            const tree = new TriangleBvh(Float64Array.from(positions), index, { builder });
            const rays = Array.from({ length: 300 }, () => [...anyPoint(15), ...anyPoint(1)]);
            const { triangles: hit, t } = tree.raycastAll(rays.flat(), 20);
            let count = 0;
            rays.forEach((ray, i) => {
                const [origin, direction] = [ray.slice(0, 3), ray.slice(3)];
                const one = tree.raycast(origin, direction, 20);
                expect(one ?? { triangle: 0xffffffff, t: Infinity }).toEqual({
                    triangle: hit[i],
                    t: t[i],
                });
                const all = tree.onRay(origin, direction, 20);
                expect(all[0] ?? null).toEqual(one);
                expect(all.every(({ t }, k) => k === 0 || t >= all[k - 1]!.t)).toBe(true);
                expect(tree.anyHit(origin, direction, 20)).toBe(one !== null);
                count += one === null ? 0 : 1;
            });
            expect(count).toBeGreaterThan(30);
        }
    });

    it("says what is inside, how far meshes are apart, and looks again", () => {
        const { attributes, index: sides } = new BoxGeometry(2, 2, 2);
        const corners = attributes.position!.array as Float32Array;
        const box = new TriangleBvh(corners, sides!.array);
        const move = (x: number) => [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, x, 0, 0, 1];
        expect(box.winding([0.5, 0.25, 0.1])).toBe(1);
        expect(box.winding([1.5, 0.25, 0.1])).toBe(0);
        const gap = box.distance(box, move(5))!;
        expect([gap.distance, gap.pointA[0], gap.pointB[0]]).toEqual([3, 1, 4]);
        expect(box.distance(box, move(5), 2)).toBeNull();
        expect(box.firstPair(box, move(5))).toBeNull();
        expect(box.allPairs(box, move(5)).length).toBe(0);
        expect(box.firstPair(box)).not.toBeNull();
        expect(box.allPairs(box).length).toBeGreaterThan(2 * 12);
        box.refit(corners.map((x) => x + 100));
        expect(box.winding([100.5, 100.25, 100.1])).toBe(1);
        expect(box.raycast([100.5, 100.25, 0], [0, 0, 1])!.t).toBe(99);
        const soup = new TriangleBvh([0, 0, 0, 1, 0, 0, 0, 1, 0, 7, 7, 7, 8, 7, 7, 7, 8, 7]);
        expect(soup.raycast([7.25, 7.25, 0], [0, 0, 1])).toEqual({ triangle: 1, t: 7 });
        const all = new TriangleBvh(positions, index);
        expect(all.allPairs(all).length).toBeGreaterThan(2048);
    });

    it("names what is wrong", () => {
        const tree = new TriangleBvh([0, 0, 0, 1, 0, 0, 0, 1, 0], [0, 1, 2]);
        const mistakes: [() => unknown, RegExp][] = [
            [() => new TriangleBvh([0, 0, NaN], []), /positions: number 2 is NaN/],
            [() => new TriangleBvh([0, 0, 0, 1]), /the last of 4 numbers are no whole vertex/],
            [() => new TriangleBvh([0, 0, 0, 9, 1], [], { stride: 4 }), /x, y and z every 4/],
            [() => new TriangleBvh([0, 0, 0, 1, 0, 0]), /3 vertices for each triangle.* found 2/],
            [() => new TriangleBvh([0, 0, 0], [0, 0, 1]), /index: number 2 is 1; there are 1/],
            [() => new TriangleBvh([0, 0, 0], [0, 0]), /index: expected 3 numbers for each/],
            [() => new TriangleBvh([0, 0, 1e38], [0, 0, 0]), /TriangleBvh: .*1e\+?37/],
            [() => new TriangleBvh([], [], { stride: 2 }), /stride: expected at least 3/],
            [() => new TriangleBvh([], [], { how: 1 } as object), /there is no option how/],
            [() => tree.raycast([0, 0], [0, 0, 1]), /raycast: origin: expected \[x, y, z\]/],
            [() => tree.raycast([0, 0, 0], [0, 0, 1], -1), /raycast: expected a number from 0/],
            [() => tree.raycastAll([0, 0, 0]), /rays: expected 6 numbers for each/],
            [() => tree.closestPoint([0, 0, 1e300]), /out of range/],
            [() => tree.inSphere([0, 0, 0], -1), /inSphere: an argument is out of range/],
            [() => tree.firstPair({} as TriangleBvh), /expected a TriangleBvh/],
            [() => tree.firstPair(tree, [1, 2]), /otherToThis/],
            [() => tree.distance(tree, new Matrix4() as never), /of a Matrix4 give its \.elements/],
            [() => tree.distance(tree, {} as never), /otherToThis: expected an array of numbers/],
            [() => tree.firstPair(tree, Array(16).fill(1)), /firstPair: an argument/],
            [() => tree.refit([0, 0, 0]), /refit: expected 9 doubles/],
            [() => tree.refit(Array(9).fill(1e38)), /refit: number 0 is beyond 1e37/],
        ];
        for (const [mistake, text] of mistakes) {
            expect(mistake).toThrow(HalfspaceError);
            expect(mistake).toThrow(text);
        }
        expect(tree.raycast([0.25, 0.25, 5], [0, 0, -1])).toEqual({ triangle: 0, t: 5 });
    });
});

/** The fields of an intersection, with numbers that forget how they were rounded. */
function rounded({ object, ...fields }: Intersection): unknown {
    const text = JSON.stringify(fields, (_, value: unknown) =>
        typeof value === "number" ? Number(value.toFixed(6)) + 0 : value,
    );
    return { object: object.uuid, ...(JSON.parse(text) as object) };
}

describe("treeRaycast", () => {
    it("gives the intersections of Mesh.raycast", () => {
        const geometries = [knot, knot.toNonIndexed(), knot.clone()];
        geometries[2]!.addGroup(0, 3000, 0);
        geometries[2]!.addGroup(3000, 2100, 1);
        geometries[2]!.setDrawRange(300, 5000);
        let count = 0;
        for (const geometry of geometries) {
            for (const side of [FrontSide, BackSide, DoubleSide]) {
                const material = new MeshBasicMaterial({ side });
                const mesh = new Mesh<typeof geometry, MeshBasicMaterial | MeshBasicMaterial[]>(
                    geometry,
                    geometry.groups.length > 0
                        ? [material, new MeshBasicMaterial({ side: BackSide })]
                        : material,
                );
                mesh.position.set(1, 2, 3);
                mesh.rotation.set(0.3, 0.2, 0.1);
                mesh.scale.set(1, 2, -1.5);
                mesh.updateMatrixWorld();
                const { start, count: drawn } = geometry.drawRange;
                for (let i = 0; i < 100; ++i) {
                    const from = new Vector3(...anyPoint(40));
                    const direction = new Vector3(...anyPoint(10)).sub(from).normalize();
                    const raycaster = new Raycaster(from, direction, i % 3 ? 0 : 20, 60);
                    const nearestFirst = (all: Intersection[]) =>
                        all
                            .sort((a, b) => a.distance - b.distance || a.faceIndex! - b.faceIndex!)
                            .map(rounded);
                    const expected: Intersection[] = [];
                    const found: Intersection[] = [];
                    const first: Intersection[] = [];
                    Mesh.prototype.raycast.call(mesh, raycaster, expected);
                    treeRaycast.call(mesh, raycaster, found);
                    const all = nearestFirst(expected);
                    expect(nearestFirst(found)).toEqual(all);
                    raycaster.firstHitOnly = true;
                    treeRaycast.call(mesh, raycaster, first);
                    expect(first.map(rounded)).toEqual(all.slice(0, 1));
                    count += found.length;
                }
                expect(geometry.drawRange).toEqual({ start, count: drawn });
            }
        }
        expect(count).toBeGreaterThan(500);
    });

    it("misses no surface at edges and corners, where three.js misses some", () => {
        const hills = new PlaneGeometry(20, 20, 40, 40);
        const { position } = hills.attributes;
        for (let i = 0; i < position!.count; ++i) {
            position!.setZ(i, any(0.2));
        }
        const mesh = new Mesh(hills, new MeshBasicMaterial());
        mesh.position.set(0.1, 0.2, 0.3);
        mesh.rotation.set(0.3, 0.2, 0.1);
        mesh.updateMatrixWorld();
        const at = (i: number) =>
            new Vector3().fromBufferAttribute(position!, hills.index!.getX(i));
        const raycaster = new Raycaster();
        let missed = 0;
        for (let i = 0; i < hills.index!.count; i += 3) {
            // From above through a corner, and through the middle of an edge; not at the border.
            for (const target of [
                at(i),
                at(i)
                    .add(at(i + 1))
                    .multiplyScalar(0.5),
            ]) {
                if (Math.max(Math.abs(target.x), Math.abs(target.y)) > 9.9) {
                    continue;
                }
                const from = target.clone().add(new Vector3(any(2), any(2), 10));
                mesh.localToWorld(target);
                mesh.localToWorld(from);
                raycaster.set(from, target.clone().sub(from).normalize());
                const [found, ofThree]: [Intersection[], Intersection[]] = [[], []];
                treeRaycast.call(mesh, raycaster, found);
                Mesh.prototype.raycast.call(mesh, raycaster, ofThree);
                expect(found[0]!.distance).toBeCloseTo(from.distanceTo(target), 6);
                missed += ofThree.length === 0 ? 1 : 0;
            }
        }
        expect(missed).toBeGreaterThan(0);
    });

    it("takes the place of Mesh.prototype.raycast, and leaves to three.js what moves by itself", () => {
        const raycaster = new Raycaster(new Vector3(0.1, 0.2, 10), new Vector3(0, 0, -1));
        const { raycast } = Mesh.prototype;
        const box = new BoxGeometry(2, 2, 2);
        const one = new Mesh(box);
        const instances = new InstancedMesh(box, new MeshBasicMaterial(), 2);
        instances.setMatrixAt(0, new Matrix4().makeTranslation(50, 0, 0));
        instances.setMatrixAt(1, new Matrix4().makeTranslation(0, 0, 2));
        const bent = box.clone();
        bent.setAttribute("skinIndex", new Float32BufferAttribute(new Float32Array(96), 4));
        const weights = Float32Array.from({ length: 96 }, (_, i) => (i % 4 === 0 ? 1 : 0));
        bent.setAttribute("skinWeight", new Float32BufferAttribute(weights, 4));
        const skinned = new SkinnedMesh(bent);
        const bone = new Bone();
        skinned.add(bone);
        skinned.bind(new Skeleton([bone]));
        bone.position.z = 3;
        skinned.updateMatrixWorld(true);
        const grown = box.clone();
        const further = grown.attributes.position!.clone();
        for (let i = 0; i < further.count; ++i) {
            further.setZ(i, 4 + further.getZ(i));
        }
        grown.morphAttributes.position = [further];
        const morphed = new Mesh(grown);
        morphed.updateMorphTargets();
        morphed.morphTargetInfluences![0] = 1;
        const distances = () =>
            [one, instances, skinned, morphed].map((mesh) =>
                raycaster.intersectObject(mesh, false)[0]?.distance.toFixed(6),
            );
        const expected = ["9.000000", "7.000000", "6.000000", "5.000000"];
        expect(distances()).toEqual(expected);
        const all = [one, instances, skinned, morphed];
        try {
            Mesh.prototype.raycast = treeRaycast;
            expect(distances()).toEqual(expected);
            all.forEach((mesh) => (mesh.raycast = treeRaycast));
            expect(distances()).toEqual(expected);
        } finally {
            Mesh.prototype.raycast = raycast;
        }
        expect(distances()).toEqual(expected);
        expect(raycaster.intersectObject(new Mesh(new BufferGeometry()))).toEqual([]);
    });

    it("sees new positions, and takes the place of mesh.raycast", () => {
        const geometry = new BoxGeometry(2, 2, 2);
        const mesh = new Mesh(geometry, new MeshBasicMaterial());
        mesh.raycast = treeRaycast;
        const raycaster = new Raycaster(new Vector3(0.1, 0.2, 10), new Vector3(0, 0, -1));
        expect(raycaster.intersectObject(mesh)[0]!.distance).toBe(9);
        const tree = triangleTree(geometry);
        expect(triangleTree(geometry)).toBe(tree);
        const position = geometry.attributes.position as BufferAttribute;
        position.array.forEach((x, i) => (position.array[i] = 2 * x));
        position.needsUpdate = true;
        expect(raycaster.intersectObject(mesh)[0]!.distance).toBe(8);
        // Two vertices behind the last whole triangle are drawn by nobody.
        const cut = new BufferGeometry();
        cut.setAttribute("position", new BufferAttribute(new Float32Array(15), 3));
        expect(triangleTree(cut).raycast([0, 0, 1], [0, 0, -1])).toBeNull();
    });

    it("finds the faces of two meshes that touch", () => {
        const [a, b] = [new Mesh(new BoxGeometry(2, 2, 2)), new Mesh(knot)];
        a.position.set(30, 0, 0);
        a.scale.set(3, 2, 1);
        a.updateMatrixWorld();
        expect(touchingFaces(a, b)).toBeNull();
        expect(allTouchingFaces(a, b).length).toBe(0);
        a.position.set(13, 0, 0);
        a.updateMatrixWorld();
        const [one, other] = touchingFaces(a, b)!;
        const pairs = allTouchingFaces(a, b);
        const all = Array.from({ length: pairs.length / 2 }, (_, i) =>
            [...pairs.slice(2 * i, 2 * i + 2)].join(" "),
        );
        expect(all).toContain(`${one} ${other}`);
        const swapped = allTouchingFaces(b, a);
        expect(swapped.length).toBe(pairs.length);
        a.scale.set(0, 1, 1);
        a.updateMatrixWorld();
        expect(() => touchingFaces(a, b)).toThrow(/scale of 0/);
    });
});
