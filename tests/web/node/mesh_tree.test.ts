// SPDX-License-Identifier: MIT
// treeRaycast in place of Mesh.raycast for all meshes, and when its trees are made.
import { HalfspaceError } from "halfspace";
import { initSpatial } from "halfspace/spatial";
import { CulledInstances, touchingFaces, treeRaycast, triangleTree } from "halfspace/three";
import {
    BatchedMesh,
    BoxGeometry,
    BufferAttribute,
    BufferGeometry,
    DoubleSide,
    Matrix4,
    Mesh,
    MeshBasicMaterial,
    PlaneGeometry,
    Raycaster,
    Vector3,
    type Object3D,
} from "three";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

const raycastOfThree = Mesh.prototype.raycast;
const raycaster = new Raycaster(new Vector3(0.1, 0.2, 10), new Vector3(0, 0, -1));
const material = new MeshBasicMaterial({ side: DoubleSide });

afterEach(() => {
    Mesh.prototype.raycast = raycastOfThree;
});

it("needs initSpatial(), and says so", () => {
    Mesh.prototype.raycast = treeRaycast;
    expect(() => raycaster.intersectObject(new Mesh(new BoxGeometry()))).toThrow("initSpatial()");
});

describe("after initSpatial()", () => {
    beforeEach(async () => {
        await initSpatial();
        Mesh.prototype.raycast = treeRaycast;
    });

    const distances = (...objects: Object3D[]) =>
        raycaster.intersectObjects(objects).map(({ distance }) => Number(distance.toFixed(6)));

    /** A box that grows by a morph. */
    function grownBox(): BoxGeometry {
        const box = new BoxGeometry(2, 2, 2);
        const larger = box.attributes.position!.clone();
        larger.array.forEach((x, i) => (larger.array[i] = 3 * x));
        box.morphAttributes.position = [larger];
        return box;
    }

    function grown<Made extends Mesh>(mesh: Made): Made {
        mesh.updateMorphTargets();
        mesh.morphTargetInfluences![0] = 1;
        return mesh;
    }

    it("keeps the trees of two batches, which three.js shows by one geometry", () => {
        const batches = [2, 4].map((size) => {
            const batch = new BatchedMesh(2, 100, 100, material);
            const box = batch.addGeometry(new BoxGeometry(size, size, size));
            batch.setMatrixAt(batch.addInstance(box), new Matrix4());
            batch.setMatrixAt(batch.addInstance(box), new Matrix4().makeTranslation(50, 0, 0));
            return batch;
        });
        const wanted = [8, 9, 11, 12];
        expect(distances(...batches)).toEqual(wanted);
        // Nobody says that the positions have changed, so a tree that is made now has no triangle.
        for (const { geometry } of batches) {
            geometry.attributes.position!.array.fill(100);
        }
        expect(distances(...batches)).toEqual(wanted);
    });

    it("keeps the trees of two geometries with one index", () => {
        const low = new PlaneGeometry(4, 4);
        const high = new PlaneGeometry(4, 4).translate(0, 0, 3);
        high.setIndex(low.index);
        const tree = triangleTree(low);
        expect(distances(new Mesh(low, material), new Mesh(high, material))).toEqual([7, 10]);
        expect(triangleTree(low) === tree).toBe(true);
    });

    it("does not call itself for a class that calls Mesh.raycast, nor behind a wrapper", () => {
        class Door extends Mesh {
            override raycast(...of: Parameters<Mesh["raycast"]>) {
                super.raycast(...of);
            }
        }
        const door = grown(new Door(grownBox(), material));
        expect(distances(door)).toEqual([7, 13]);
        Mesh.prototype.raycast = function (...of) {
            treeRaycast.call(this, ...of);
        };
        expect(distances(door, grown(new Mesh(grownBox(), material)))).toEqual([7, 7, 13, 13]);
    });

    it("as the raycast of CulledInstances it finds those that are not drawn, too", () => {
        const instances = new CulledInstances(new BoxGeometry(2, 2, 2), material, 2);
        instances.setMatrixAt(1, new Matrix4());
        instances.raycast = treeRaycast;
        const found = raycaster.intersectObject(instances);
        expect(found.map(({ distance, instanceId }) => [Math.round(distance), instanceId])).toEqual(
            [
                [9, 1],
                [11, 1],
            ],
        );
    });

    it.each([
        [
            "a position that is not finite",
            (box: BufferGeometry) => {
                box.attributes.position!.setX(23, NaN);
            },
        ],
        [
            "an index out of range",
            (box: BufferGeometry) => {
                box.index!.setX(35, 999);
            },
        ],
        [
            "positions that are cut off",
            (box: BufferGeometry) => {
                const { array } = box.attributes.position!;
                box.setAttribute("position", new BufferAttribute(array.slice(0, 71), 3));
            },
        ],
    ] as const)("leaves a geometry with %s to three.js", (_, spoil) => {
        const good = new Mesh(new BoxGeometry(2, 2, 2), material);
        const bad = new Mesh(new BoxGeometry(2, 2, 2), material);
        spoil(bad.geometry);
        Mesh.prototype.raycast = raycastOfThree;
        const wanted = distances(good, bad);
        Mesh.prototype.raycast = treeRaycast;
        expect(distances(good, bad)).toEqual(wanted);
        expect(wanted).toContain(9);
        const failure = (): unknown => {
            try {
                return triangleTree(bad.geometry);
            } catch (error) {
                return error;
            }
        };
        // It is not tried again.
        expect(failure()).toBeInstanceOf(HalfspaceError);
        expect(failure()).toBe(failure());
        expect(() => touchingFaces(good, bad)).toThrow(HalfspaceError);
        const { position } = new BoxGeometry(4, 4, 4).attributes;
        bad.geometry.setAttribute("position", position!);
        bad.geometry.setIndex(good.geometry.index);
        expect(distances(good, bad)).toEqual([8, 9, 11, 12]);
    });

    it("is tried again when a bad position becomes good", () => {
        const mesh = new Mesh(new BoxGeometry(2, 2, 2), material);
        const { position } = mesh.geometry.attributes as { position: BufferAttribute };
        const x = position.getX(0);
        position.setX(0, NaN);
        expect(() => triangleTree(mesh.geometry)).toThrow(HalfspaceError);
        position.setX(0, x);
        position.needsUpdate = true;
        expect(triangleTree(mesh.geometry).triangleCount).toBe(12);
    });

    it("refits a tree to new positions", () => {
        for (const geometry of [
            new BoxGeometry(2, 2, 2),
            new BoxGeometry(2, 2, 2).toNonIndexed(),
        ]) {
            const mesh = new Mesh(geometry, material);
            const { position } = geometry.attributes as { position: BufferAttribute };
            const tree = triangleTree(geometry);
            position.array.forEach((x, i) => (position.array[i] = 2 * x));
            position.needsUpdate = true;
            expect(distances(mesh)).toEqual([8, 12]);
            expect(triangleTree(geometry) === tree).toBe(true);
        }
    });

    it("makes a new tree where the old one does not suit", () => {
        const geometry = new PlaneGeometry(8, 8, 20, 20);
        const mesh = new Mesh(geometry, material);
        const { position } = geometry.attributes as { position: BufferAttribute };
        const flat = position.array.slice();
        // As of a buffer that is not filled yet: such a tree tells no triangle from another.
        position.array.fill(0);
        const empty = triangleTree(geometry);
        position.array.set(flat);
        position.needsUpdate = true;
        const full = triangleTree(geometry);
        expect(full === empty).toBe(false);
        expect(distances(mesh)).toEqual([10]);
        geometry.index!.needsUpdate = true;
        const ofIndex = triangleTree(geometry);
        expect(ofIndex === full).toBe(false);
        position.array = new Float32Array(flat.length + 3);
        position.array.set(flat);
        position.needsUpdate = true;
        expect(triangleTree(geometry) === ofIndex).toBe(false);
        expect(distances(mesh)).toEqual([10]);
    });

    it("makes a new tree after initSpatial() with other settings", async () => {
        const geometry = new BoxGeometry(2, 2, 2);
        const tree = triangleTree(geometry);
        await initSpatial({ maximumMemory: 2 ** 27 });
        expect(triangleTree(geometry) === tree).toBe(false);
        const [a, b] = [new Mesh(geometry), new Mesh(new BoxGeometry(1, 4, 1))];
        expect(touchingFaces(a, b)).not.toBeNull();
    });
});
