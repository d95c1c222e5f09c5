// SPDX-License-Identifier: MIT
// Scenes of three.js to walk in.
import { init, Shape } from "halfspace";
import { initSpatial } from "halfspace/spatial";
import {
    CulledInstances,
    directionToThree,
    fromThree,
    playerStart,
    toThree,
    WalkableScene,
    Walker,
} from "halfspace/three";
import {
    BatchedMesh,
    Bone,
    BoxGeometry,
    BufferAttribute,
    BufferGeometry,
    DirectionalLight,
    Float32BufferAttribute,
    Group,
    InstancedMesh,
    InterleavedBuffer,
    InterleavedBufferAttribute,
    Line,
    Matrix4,
    Mesh,
    MeshBasicMaterial,
    PlaneGeometry,
    Points,
    Skeleton,
    SkinnedMesh,
    Sprite,
    Uint16BufferAttribute,
    Vector3,
    type Object3D,
} from "three";
import { describe, expect, it } from "vitest";
import { eyeHeight, heightAt, plane, walkerAt } from "./scenes.js";

await init();
await initSpatial();

describe("a walkable scene", () => {
    it("is an open plane on which somebody walks, and falls at its end", async () => {
        const scene = await WalkableScene.create(plane());
        expect(scene.triangleCount).toBe(2);
        const walker = walkerAt(scene);
        expect(walker.doing).toBe("walks");
        const eye = walker.eye(new Vector3());
        expect(eye.y).toBeCloseTo(eyeHeight, 1);
        walker.angles.yaw = 90; // along -z
        for (let i = 0; i < 30; ++i) {
            walker.advance(1 / 60, { forward: 1 });
        }
        expect(walker.doing).toBe("walks");
        expect(walker.eye(new Vector3()).z).toBeLessThan(-3);
        expect(walker.eye(eye).y).toBeCloseTo(eyeHeight, 1);
        expect(walker.lastStep?.ground?.mesh).toBe(0);
        for (let i = 0; i < 60; ++i) {
            walker.advance(1 / 60, { forward: 1 });
        }
        expect(walker.doing).toBe("falls");
        expect(playerStart(scene.world)).toBeNull();
        walker.dispose();
        scene.dispose();
    });

    it("lets a body stand on a platform that moves and turns", () => {
        const lift = new Mesh(new BoxGeometry(4, 0.5, 4));
        const root = new Group().add(plane(), lift);
        const scene = new WalkableScene(root, { moving: [lift] });
        expect(scene.triangleCount).toBe(2);
        const walker = walkerAt(scene, 1, 2.5, 0);
        const eye = new Vector3();
        expect(walker.eye(eye).y).toBeCloseTo(eyeHeight + 0.25, 1);
        for (let i = 1; i <= 120; ++i) {
            lift.position.set(0.02 * i, 0.01 * i, 0);
            lift.rotation.y = 0.005 * i;
            walker.advance(1 / 60, {});
        }
        expect(walker.doing).toBe("walks");
        expect(walker.lastStep?.ground?.mesh).toBe(1);
        walker.eye(eye);
        expect(eye.y).toBeCloseTo(eyeHeight + 0.25 + 1.2, 1);
        // One metre from the middle of the platform, which has turned by 0.6.
        expect(eye.x).toBeCloseTo(2.4 + Math.cos(0.6), 1);
        expect(eye.z).toBeCloseTo(-Math.sin(0.6), 1);
        // It comes down, away from the walker, and up again below it.
        lift.position.set(0, 0, 0);
        scene.update();
        expect(heightAt(scene, 0, 0)).toBe(0.25);
        walker.dispose();
        scene.dispose();
    });

    it("bounces a ball by sweeps", () => {
        const wall = new Mesh(new PlaneGeometry(10, 10));
        wall.position.z = -5;
        const scene = new WalkableScene(new Group().add(plane(), wall));
        const body = { shape: Shape.sphere(8) }; // a quarter of a metre
        const position = new Vector3(0, 1, 0);
        const velocity = new Vector3(0, 0, -10);
        let bounces = 0;
        for (let i = 0; i < 60; ++i) {
            velocity.y -= 9.8 / 60;
            const to = position.clone().addScaledVector(velocity, 1 / 60);
            const contact = scene.world.sweep(body, fromThree(position), fromThree(to));
            toThree(contact.end, position);
            if (contact.hit) {
                velocity.reflect(directionToThree(contact.normal)).multiplyScalar(0.8);
                ++bounces;
            }
            expect(position.y).toBeGreaterThan(0.25);
            expect(position.z).toBeGreaterThan(-4.75);
        }
        expect(bounces).toBeGreaterThan(1);
        expect(velocity.z).toBeGreaterThan(4);
        scene.dispose();
    });

    it("takes meshes with and without an index, moved, scaled, mirrored and sheared", () => {
        const indexed = plane(2);
        indexed.position.set(10, 1, 0);
        const flat = new Mesh(plane(2).geometry.toNonIndexed());
        flat.scale.set(2, 1, 1);
        flat.position.set(20, 2, 0);
        const mirrored = plane(2);
        mirrored.scale.set(-1, 1, 1);
        mirrored.position.set(30, 3, 0);
        const sheared = new Group();
        sheared.scale.set(1, 3, 1);
        const turned = plane(2);
        turned.rotation.z = 0.5;
        sheared.position.set(40, 4, 0);
        sheared.add(turned);
        const root = new Group().add(indexed, flat, mirrored, sheared);
        root.position.y = 0.5;
        const scene = new WalkableScene(root, { sides: "front" });
        expect(scene.triangleCount).toBe(8);
        expect(heightAt(scene, 10.9, 0.5)).toBe(1.5);
        expect(heightAt(scene, 11.1, 0.5)).toBe(NaN);
        expect(heightAt(scene, 21.9, 0.5)).toBe(2.5);
        expect(heightAt(scene, 40.5, 0.1)).toBeCloseTo(4.5 + 3 * 0.5 * Math.tan(0.5), 2);
        // The front of the mirrored one is still above: a ball from above stops.
        const ball = { shape: Shape.sphere(4) };
        for (const x of [10, 20, 30]) {
            const [above, below] = [50, -50].map((y) => fromThree(new Vector3(x + 0.1, y, 0.3)));
            expect(scene.world.sweep(ball, above!, below!).hit).toBe(true);
            expect(scene.world.sweep(ball, below!, above!).hit).toBe(false);
        }
        scene.dispose();
    });

    it("takes instances, morphs, skins, interleaved and normalised positions, and draw ranges", () => {
        const geometry = plane(2).geometry;
        const material = new MeshBasicMaterial();
        const at = (x: number, y: number) => new Matrix4().makeTranslation(x, y, 0);
        const instanced = new InstancedMesh(geometry, material, 3);
        instanced.setMatrixAt(0, at(10, 1));
        instanced.setMatrixAt(1, at(20, 2));
        instanced.setMatrixAt(2, new Matrix4().makeScale(0, 0, 0)); // hidden
        const culled = new CulledInstances(geometry, material, 5);
        culled.setMatrixAt(3, at(30, 3)); // not in view: never drawn

        const morphed = plane(2);
        const raised = morphed.geometry.attributes.position!.clone() as BufferAttribute;
        for (let i = 0; i < raised.count; ++i) {
            raised.setY(i, 8);
        }
        morphed.geometry.morphAttributes.position = [raised];
        morphed.updateMorphTargets();
        morphed.morphTargetInfluences![0] = 0.5;
        morphed.position.x = 40;

        const skinned = new SkinnedMesh(geometry.clone());
        const count = geometry.attributes.position!.count;
        skinned.geometry.setAttribute("skinIndex", new Uint16BufferAttribute(4 * count, 4));
        const weights = Array.from({ length: 4 * count }, (_, i) => (i % 4 === 0 ? 1 : 0));
        skinned.geometry.setAttribute("skinWeight", new Float32BufferAttribute(weights, 4));
        const bone = new Bone();
        skinned.add(bone);
        skinned.position.x = 50;
        skinned.updateMatrixWorld(true);
        skinned.bind(new Skeleton([bone]));
        bone.position.y = 5;

        const { array } = geometry.attributes.position!;
        const numbers = new Float32Array(5 * count);
        for (let i = 0; i < count; ++i) {
            numbers.set(array.slice(3 * i, 3 * i + 3), 5 * i);
        }
        const interleaved = new Mesh(new BufferGeometry().setIndex(geometry.index));
        const buffer = new InterleavedBuffer(numbers, 5);
        interleaved.geometry.setAttribute("position", new InterleavedBufferAttribute(buffer, 3, 0));
        interleaved.position.set(60, 6, 0);

        const bytes = Int8Array.from(array, (x) => 127 * x);
        const normalised = new Mesh(new BufferGeometry().setIndex(geometry.index));
        normalised.geometry.setAttribute("position", new BufferAttribute(bytes, 3, true));
        normalised.position.set(70, 7, 0);

        const half = plane(2);
        half.geometry.setDrawRange(3, Infinity);
        half.position.set(80, 8, 0);

        const root = new Group().add(instanced, culled, morphed, skinned);
        root.add(interleaved, normalised, half);
        const scene = new WalkableScene(root);
        expect([10, 20, 30, 40].map((x) => heightAt(scene, x + 0.6, 0.5))).toEqual([1, 2, 3, 4]);
        expect([50, 60, 70].map((x) => heightAt(scene, x + 0.6, 0.5))).toEqual([5, 6, 7]);
        expect(heightAt(scene, 0.6, 0.5)).toBe(NaN);
        // The second triangle alone.
        expect([heightAt(scene, 80.6, 0.5), heightAt(scene, 79.4, -0.5)]).toEqual([8, NaN]);
        expect(scene.triangleCount).toBe(2 * 7 + 1);
        scene.dispose();
    });

    it("leaves out what has no triangles, and what is not visible if it is asked to", () => {
        const roof = plane(2);
        roof.position.y = 5;
        const hidden = new Group().add(roof);
        hidden.visible = false;
        const geometry = new BufferGeometry().setFromPoints([new Vector3(), new Vector3(1, 1, 1)]);
        const root = new Group().add(hidden, new DirectionalLight(), new Line(geometry));
        root.add(new Points(geometry), new Sprite(), new Mesh(), new BatchedMesh(1, 3, 3));
        const all = new WalkableScene(root);
        expect([all.triangleCount, heightAt(all, 0.5, 0.3)]).toEqual([2, 5]);
        expect(all.notes).toEqual(["batched meshes are left out"]);
        const visible = new WalkableScene(root, { onlyVisible: true });
        expect([visible.triangleCount, heightAt(visible, 0.5, 0.3)]).toEqual([0, NaN]);
        all.dispose();
        visible.dispose();
    });

    it("adds and removes objects that move, also while somebody stands on them", () => {
        const scene = new WalkableScene(plane(), { sides: "both" });
        const walker = walkerAt(scene, 5, 2, 0);
        const crate = new Mesh(new BoxGeometry(1, 1, 1));
        crate.scale.set(2, 4, 2); // 4 metres high
        const cart = new Group().add(crate);
        cart.position.set(5, 10, 0);
        expect(scene.addMoving(cart)).toBe(scene);
        expect(heightAt(scene, 5, 0.1)).toBe(12);
        const other = new Mesh(new BoxGeometry(1, 1, 1));
        expect(scene.removeMoving(other)).toBe(false);
        // Lifted onto it.
        expect(walker.standAt(new Vector3(5, 15, 0))).toBe(true);
        for (let i = 0; i < 120; ++i) {
            walker.advance(1 / 60, {});
        }
        expect(walker.eye(new Vector3()).y).toBeCloseTo(12 + eyeHeight, 1);
        expect(scene.removeMoving(cart)).toBe(true);
        expect(heightAt(scene, 5, 0.1)).toBe(0);
        for (let i = 0; i < 120; ++i) {
            walker.advance(1 / 60, {});
        }
        expect(walker.eye(new Vector3()).y).toBeCloseTo(eyeHeight, 1);
        // The same object in another size.
        crate.scale.set(1, 1, 1);
        cart.position.set(0, 1, 0);
        scene.addMoving(cart);
        expect(heightAt(scene, 0.1, 0.1)).toBe(1.5);
        walker.dispose();
        scene.dispose();
    });

    it("takes a moving object below another one", () => {
        const wheel = plane(2);
        wheel.position.set(0, 2, 5);
        const wagon = new Group().add(plane(2), wheel);
        wagon.position.y = 1;
        const scene = new WalkableScene(new Group().add(wagon), { moving: [wagon, wheel] });
        expect([heightAt(scene, 0.2, 0.1), heightAt(scene, 0.2, 5.1)]).toEqual([1, 3]);
        wagon.position.y = 2;
        wheel.position.y = 0;
        scene.update();
        expect([heightAt(scene, 0.2, 0.1), heightAt(scene, 0.2, 5.1)]).toEqual([2, 2]);
        scene.dispose();
    });
});

describe("mistakes with a walkable scene", () => {
    const moved = (change: (object: Object3D) => void) => {
        const lift = new Mesh(new BoxGeometry());
        lift.name = "lift";
        const scene = new WalkableScene(plane(), { moving: [lift] });
        change(lift);
        return () => scene.update();
    };

    it.each([
        [
            "no object",
            /expected an Object3D of three.js, found 5/,
            () => new WalkableScene(5 as never),
        ],
        ["null", /expected an Object3D/, () => new WalkableScene(null as never)],
        [
            "an option",
            /there is no option side; there are unitsPerMetre, sides/,
            () => new WalkableScene(plane(), { side: "front" } as never),
        ],
        [
            "sides",
            /sides: expected "both" or "front", found "back"/,
            () => new WalkableScene(plane(), { sides: "back" as never }),
        ],
        [
            "units",
            /unitsPerMetre: expected a number above 0/,
            () => new WalkableScene(plane(), { unitsPerMetre: 0 }),
        ],
        [
            "something else that moves",
            /moving: expected an Object3D/,
            () => new WalkableScene(plane(), { moving: [{} as never] }),
        ],
        [
            "a scale while it moves",
            /"lift" was scaled, mirrored or sheared.*call removeMoving\(\) and addMoving\(\)/,
            moved((lift) => lift.scale.setScalar(2)),
        ],
        ["a mirror", /"lift" was scaled/, moved((lift) => lift.scale.set(-1, 1, 1))],
        [
            "a place that is not finite",
            /"lift" was|finite/,
            moved((lift) => (lift.position.x = NaN)),
        ],
        [
            "a scale of 0",
            /addMoving: a Mesh without a name has a scale of 0/,
            () => {
                const mesh = plane();
                mesh.scale.x = 0;
                new WalkableScene(new Group()).addMoving(mesh);
            },
        ],
        [
            "an object twice",
            /is taken already/,
            () => {
                const mesh = plane();
                new WalkableScene(new Group()).addMoving(mesh).addMoving(mesh);
            },
        ],
        [
            "an object that does not move",
            /name the object in the option moving/,
            () => {
                const mesh = plane();
                new WalkableScene(mesh).addMoving(mesh);
            },
        ],
        [
            "a position that is not finite",
            /the mesh "ruin" has a position that is not finite/,
            () => {
                const mesh = plane();
                mesh.name = "ruin";
                mesh.geometry.attributes.position!.setX(1, NaN);
                new WalkableScene(mesh);
            },
        ],
        [
            "an index beyond the positions",
            /has the index 9; there are 4 vertices/,
            () => {
                const mesh = plane();
                mesh.geometry.index!.setX(0, 9);
                new WalkableScene(mesh);
            },
        ],
        [
            "other units of a walker",
            /unitsPerMetre: expected 32, as the scene has, found 64/,
            () => new Walker(new WalkableScene(plane()), { unitsPerMetre: 64 }),
        ],
        ["no ground", /expected a Level/, () => new Walker({} as never)],
        [
            "a scene after dispose()",
            /after dispose\(\)/,
            () => {
                const scene = new WalkableScene(plane());
                scene.dispose();
                new Walker(scene);
            },
        ],
    ])("%s", (_, message, act) => {
        expect(act).toThrow(message);
    });
});
