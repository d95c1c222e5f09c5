// SPDX-License-Identifier: MIT
// CulledInstances against what three.js finds by looking at all instances.
import { HalfspaceError } from "halfspace";
import { initSpatial } from "halfspace/spatial";
import { CulledInstances } from "halfspace/three";
import {
    BoxGeometry,
    Color,
    Frustum,
    Group,
    InstancedMesh,
    Matrix4,
    MeshBasicMaterial,
    Object3D,
    OrthographicCamera,
    PerspectiveCamera,
    Raycaster,
    Sphere,
    Vector3,
    type Camera,
} from "three";
import { beforeAll, describe, expect, it } from "vitest";
import { Random } from "../hash.js";

const random = new Random(1);
const any = (range: number) => (random.next() / 2 ** 32 - 0.5) * range;
const geometry = new BoxGeometry(1, 2, 1);
const material = new MeshBasicMaterial();
const count = 400;

beforeAll(() => initSpatial());

function place(object: Object3D): Matrix4 {
    object.position.set(any(100), any(100), any(100));
    object.rotation.set(any(6), any(6), any(6));
    object.scale.set(1 + any(1), 1 + any(1), 1 + any(1));
    object.updateMatrix();
    return object.matrix;
}

/** The matrices that are drawn, as texts. */
function drawn(mesh: InstancedMesh): string[] {
    return Array.from({ length: mesh.count }, (_, i) =>
        mesh.instanceMatrix.array.slice(16 * i, 16 * i + 16).join(),
    );
}

function textOf(mesh: InstancedMesh, i: number): string {
    const matrix = new Matrix4();
    mesh.getMatrixAt(i, matrix);
    return Float32Array.from(matrix.elements).join();
}

/** The instances whose spheres three.js finds in view. */
function inView(mesh: CulledInstances, camera: Camera, alive: Iterable<number>): number[] {
    const projection = new Matrix4().multiplyMatrices(
        camera.projectionMatrix,
        camera.matrixWorldInverse,
    );
    const frustum = new Frustum().setFromProjectionMatrix(projection);
    const matrix = new Matrix4();
    const sphere = new Sphere();
    return [...alive].filter((i) => {
        mesh.getMatrixAt(i, matrix);
        sphere.copy(geometry.boundingSphere!).applyMatrix4(matrix).applyMatrix4(mesh.matrixWorld);
        return frustum.intersectsSphere(sphere);
    });
}

describe("CulledInstances", () => {
    it("draws what is in view, whatever is added, moved and removed", () => {
        const mesh = new CulledInstances(geometry, material, count);
        const parent = new Group().add(mesh);
        const object = new Object3D();
        const alive = new Set<number>();
        const cameras = [
            new PerspectiveCamera(50, 1.5, 0.1, 1000),
            new OrthographicCamera(-20, 20, 15, -15, -50, 50),
        ];
        let all = 0;
        for (let frame = 0; frame < 100; ++frame) {
            for (let k = 0; k < 50; ++k) {
                const i = random.next() % count;
                if (k < 10) {
                    mesh.removeAt(i);
                    alive.delete(i);
                } else {
                    mesh.setMatrixAt(i, place(object));
                    alive.add(i);
                }
            }
            if (frame % 10 === 0) {
                place(parent);
                parent.scale.setScalar(1 + any(1)); // the spheres of three.js are larger otherwise
                parent.updateMatrixWorld(true);
            }
            const camera = cameras[frame % 2]!;
            place(camera);
            camera.scale.setScalar(1);
            camera.updateMatrixWorld(true);
            mesh.update(camera);
            expect(mesh.size).toBe(alive.size);
            const shown = drawn(mesh);
            const seen = inView(mesh, camera, alive);
            const texts = new Set(shown);
            expect(seen.filter((i) => !texts.has(textOf(mesh, i)))).toEqual([]);
            const known = new Set([...alive].map((i) => textOf(mesh, i)));
            expect(shown.filter((text) => !known.has(text))).toEqual([]);
            expect(texts.size).toBe(shown.length);
            all += alive.size - shown.length;
        }
        expect(all / 100).toBeGreaterThan(0.5 * alive.size); // on average so many are left out
        mesh.dispose();
    });

    it("finds what a ray meets as InstancedMesh does", () => {
        const mesh = new CulledInstances(geometry, material, count);
        const plain = new InstancedMesh(geometry, material, count);
        const object = new Object3D();
        for (let i = 0; i < count; ++i) {
            const matrix = place(object).multiply(new Matrix4().makeScale(8, 8, 8));
            mesh.setMatrixAt(i, matrix);
            plain.setMatrixAt(i, matrix);
        }
        place(object);
        for (const each of [mesh, plain]) {
            object.matrix.decompose(each.position, each.quaternion, each.scale);
            each.updateMatrixWorld();
        }
        let found = 0;
        for (let i = 0; i < 300; ++i) {
            const ray = new Raycaster(
                new Vector3(any(200), any(200), any(200)),
                new Vector3(any(1), any(1), any(1)).normalize(),
                0,
                i % 3 === 0 ? 40 : Infinity,
            );
            const short = (at: InstancedMesh) =>
                ray.intersectObject(at).map(({ instanceId, distance }) => [instanceId, distance]);
            const hits = short(mesh);
            expect(hits).toEqual(short(plain));
            found += hits.length;
        }
        expect(found).toBeGreaterThan(50);
        expect(mesh.raycast(new Raycaster(), [])).toBeUndefined();
    });

    it("keeps the colour of each instance", () => {
        const mesh = new CulledInstances(geometry, material, 3);
        const camera = new PerspectiveCamera(50, 1, 0.1, 1000);
        camera.updateMatrixWorld();
        for (const [i, z] of [10, -10, -20].entries()) {
            mesh.setMatrixAt(i, new Matrix4().makeTranslation(0, 0, z));
            mesh.setColorAt(i, new Color(i / 4, 0, 0));
        }
        mesh.update(camera);
        expect(mesh.count).toBe(2);
        const reds = [0, 3].map((i) => mesh.instanceColor!.array[i]);
        expect(reds.sort()).toEqual([0.25, 0.5]);
        const colour = new Color();
        mesh.getColorAt(2, colour);
        expect(colour.r).toBe(0.5);
    });

    it("draws all while it throws shadows", () => {
        const mesh = new CulledInstances(geometry, material, 3);
        const camera = new PerspectiveCamera(50, 1, 0.1, 1000);
        camera.updateMatrixWorld();
        mesh.setMatrixAt(0, new Matrix4().makeTranslation(0, 0, 10));
        mesh.update(camera);
        expect(mesh.count).toBe(0);
        mesh.castShadow = true;
        mesh.update(camera);
        expect(mesh.count).toBe(1);
    });

    it("names what is wrong", () => {
        const mesh = new CulledInstances(geometry, material, 3);
        const nowhere = new Matrix4().makeTranslation(NaN, 0, 0);
        const mistakes: [() => unknown, RegExp][] = [
            [() => new CulledInstances(geometry, material, -1), /count: expected a whole number/],
            [() => mesh.setMatrixAt(3, new Matrix4()), /instance: .* from 0 to 2, found 3/],
            [() => mesh.setMatrixAt(0, {} as Matrix4), /matrix: expected a Matrix4/],
            [() => mesh.setMatrixAt(0, nowhere), /three finite numbers/],
            [() => mesh.removeAt(0.5), /instance: expected a whole number/],
            [() => mesh.update({} as Camera), /camera: expected a Camera/],
        ];
        for (const [mistake, text] of mistakes) {
            expect(mistake).toThrow(HalfspaceError);
            expect(mistake).toThrow(text);
        }
        expect(mesh.size).toBe(0);
        mesh.removeAt(0);
    });
});
