// SPDX-License-Identifier: MIT
// The controls of halfspace/three: keys, mouse, fingers and the camera, with a stand-in for the page.
import { compileMap, loadLevel, type Level } from "halfspace";
import {
    fromCameraQuaternion,
    fromThree,
    LevelControls,
    toCameraQuaternion,
    toThree,
} from "halfspace/three";
import { readFile } from "node:fs/promises";
import { Group, PerspectiveCamera, Quaternion, Vector3 } from "three";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";

/** A canvas of 800 x 600 pixels, as far as Input uses it. */
class Canvas extends EventTarget {
    readonly style = {};
    readonly ownerDocument = Object.assign(new EventTarget(), { pointerLockElement: null });
    getBoundingClientRect() {
        return { width: 800, height: 600 };
    }
    setPointerCapture(): void {}
}

let page: EventTarget;
let canvas: Canvas;
beforeEach(() => {
    page = new EventTarget();
    canvas = new Canvas();
    vi.stubGlobal("window", page);
    vi.stubGlobal("HTMLElement", class {});
});
afterEach(() => void vi.unstubAllGlobals());

/** The canvas where the types want one. */
const element = () => canvas as unknown as HTMLElement;

describe("LevelControls", () => {
    let keep: Level;
    beforeAll(async () => {
        const source = await readFile(
            new URL("../../../examples/levels/keep.map", import.meta.url),
        );
        keep = await loadLevel((await compileMap(source, { name: "keep.map" })).bytes);
    });

    /** A camera in an object that is moved, turned and larger. */
    function cameraInObject(): PerspectiveCamera {
        const camera = new PerspectiveCamera();
        const cart = new Group();
        cart.position.set(3, -2, 7);
        cart.rotation.set(0.3, 1.2, -0.4);
        cart.scale.setScalar(2);
        cart.add(camera);
        return camera;
    }

    it("puts a camera to the eye of the player, whatever object the camera is a part of", () => {
        const camera = cameraInObject();
        const controls = new LevelControls(camera, element(), keep);
        controls.walker.look(30, 20);
        controls.update(1 / 60);
        const eye = fromThree(camera.getWorldPosition(new Vector3()));
        controls.walker.eye().forEach((place, axis) => expect(eye[axis]).toBeCloseTo(place, 6));
        const angles = fromCameraQuaternion(camera.getWorldQuaternion(new Quaternion()));
        expect(angles.yaw).toBeCloseTo(controls.walker.angles.yaw, 6);
        expect(angles.pitch).toBeCloseTo(controls.walker.angles.pitch, 6);
    });

    it("starts where a camera looks, whatever object the camera is a part of", () => {
        const camera = cameraInObject();
        const { parent } = camera;
        toThree([128, 256, 60], camera.position);
        parent!.worldToLocal(camera.position);
        toCameraQuaternion({ pitch: 10, yaw: 75 }, camera.quaternion);
        camera.quaternion.premultiply(parent!.getWorldQuaternion(new Quaternion()).invert());
        const { walker } = new LevelControls(camera, element(), keep, { start: "camera" });
        expect(walker.angles.yaw).toBeCloseTo(75, 6);
        expect(walker.angles.pitch).toBeCloseTo(10, 6);
        [128, 256, 60].forEach((place, axis) => expect(walker.eye()[axis]).toBeCloseTo(place, 6));
    });
});
