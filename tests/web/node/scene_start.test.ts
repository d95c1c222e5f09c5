// SPDX-License-Identifier: MIT
// Where somebody begins in a scene, and scenes beside a level.
import { init, loadLevel, type Level, type MoverBody } from "halfspace";
import {
    compileObject3D,
    Doors,
    findGroundStart,
    fromThree,
    LevelControls,
    WalkableScene,
    Walker,
} from "halfspace/three";
import { BoxGeometry, Mesh, PerspectiveCamera, PlaneGeometry, Vector3 } from "three";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { eyeHeight, plane, walkerAt } from "./scenes.js";

await init();

const listens = { addEventListener: () => 0, removeEventListener: () => 0, style: {} };
const element = () => ({ ...listens, ownerDocument: document }) as unknown as HTMLElement;

beforeEach(() => {
    vi.stubGlobal("document", { ...listens, hidden: false });
    vi.stubGlobal("window", listens);
    vi.stubGlobal("addEventListener", () => 0);
    vi.stubGlobal("removeEventListener", () => 0);
});
afterEach(() => {
    vi.unstubAllGlobals();
});

describe("LevelControls in a scene", () => {
    it("find a start on the ground", () => {
        const scene = new WalkableScene(plane());
        const camera = new PerspectiveCamera();
        camera.position.set(0, -50, 0);
        const controls = new LevelControls(camera, element(), scene, {
            start: "ground",
        });
        expect(controls.walker.isFlying).toBe(false);
        expect(controls.walker.eye(new Vector3()).y).toBeCloseTo(eyeHeight, 1);
        controls.dispose();
        const { body } = controls.walker;
        const start = findGroundStart(scene.world, { body: body.stand as MoverBody });
        expect(start?.position[2]).toBeCloseTo(24, 0);
        expect(Math.abs(start!.pitch)).toBeLessThan(21);
        scene.dispose();
        // Larger than the space that bodies may be in: the middle counts.
        const huge = new WalkableScene(plane(130_000));
        const far = findGroundStart(huge.world, { body: body.stand as MoverBody });
        expect(Math.abs(far!.position[0])).toBeLessThan(2 ** 20);
        huge.dispose();
        const wall = new WalkableScene(new Mesh(new PlaneGeometry(20, 20)));
        expect(findGroundStart(wall.world, { body: body.stand as MoverBody })).toBeNull();
        camera.position.set(0, -50, 0);
        const flier = new LevelControls(camera, element(), wall, {
            start: "ground",
        });
        expect(flier.walker.eye(new Vector3()).y).toBeCloseTo(-50, 3);
        flier.dispose();
        wall.dispose();
    });

    it("begin where the camera is, with the units of the scene", () => {
        const warn = vi.spyOn(console, "warn");
        const camera = new PerspectiveCamera();
        camera.position.set(3, 2, 1);
        const scene = new WalkableScene(plane(), { unitsPerMetre: 40 });
        const controls = new LevelControls(camera, element(), scene);
        expect(controls.unitsPerMetre).toBe(40);
        for (let i = 0; i < 100; ++i) {
            controls.update(1 / 60);
        }
        expect(controls.walker.doing).toBe("walks");
        expect(camera.position.x).toBeCloseTo(3, 2);
        expect(camera.position.y).toBeCloseTo(46 / 40, 1);
        expect(warn).not.toHaveBeenCalled();
        controls.dispose();
        scene.dispose();
    });
});

describe("a walkable scene", () => {
    it("stands beside a level", async () => {
        const box = new Mesh(new BoxGeometry(20, 1, 20));
        box.position.y = -0.5;
        const { bytes } = await compileObject3D(box);
        const level = await loadLevel(bytes);
        const bridge = plane(4);
        bridge.position.set(5, 3, 0);
        const scene = await WalkableScene.create(bridge, { level });
        expect(scene.level).toBe(level);
        const low = walkerAt(scene, 0, 2, 0);
        expect(low.body.stand).toBe("stand");
        expect(low.doing).toBe("walks");
        expect(low.lastStep?.ground?.model).toBe(0);
        const high = walkerAt(scene, 5, 5, 0);
        expect(high.eye(new Vector3()).y).toBeCloseTo(3 + eyeHeight, 1);
        expect(high.lastStep?.ground?.mesh).toBe(0);
        const down = fromThree(new Vector3(5, -1, 0));
        const above = fromThree(new Vector3(5, 9, 0));
        expect(high.world.trace(0, above, down).mesh).toBe(0);
        low.dispose();
        high.dispose();
        const walker = new Walker(scene, { doors: new Doors(level) });
        walker.dispose();
        scene.dispose();
        expect(() => new WalkableScene(plane(), { level: {} as Level })).toThrow(
            /expected a Level, found an object/,
        );
        level.dispose();
    });
});
