// SPDX-License-Identifier: MIT
// The controls of halfspace/three: keys, mouse, fingers and the camera, with a stand-in for the page.
import type { Level } from "halfspace";
import {
    fromCameraQuaternion,
    fromThree,
    Input,
    LevelControls,
    toCameraQuaternion,
    toThree,
} from "halfspace/three";
import { Group, PerspectiveCamera, Quaternion, Vector3 } from "three";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { exampleLevel } from "./levels.js";

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

/** Sends an event with these properties. */
function send(target: EventTarget, type: string, properties: object = {}): Event {
    const event = Object.assign(new Event(type, { cancelable: true }), properties);
    target.dispatchEvent(event);
    return event;
}

const nothing = {
    forward: 0,
    left: 0,
    up: 0,
    turn: 0,
    jump: false,
    jumpPressed: false,
    crouch: false,
    fast: false,
};

describe("Input", () => {
    let looked: { yaw: number; pitch: number };
    let clicks: [number, number][];
    let input: Input;
    beforeEach(() => {
        looked = { yaw: 0, pitch: 0 };
        clicks = [];
        input = new Input(element(), {
            onLook: (yaw, pitch) => {
                looked.yaw += yaw;
                looked.pitch += pitch;
            },
            onClick: (x, y) => void clicks.push([x, y]),
        });
    });
    afterEach(() => input.dispose());

    /** A finger does something at a place of the canvas. */
    function finger(type: string, pointerId: number, offsetX: number, offsetY: number): void {
        send(canvas, type, { pointerType: "touch", button: 0, pointerId, offsetX, offsetY });
    }

    const press = (code: string, rest = {}) => send(page, "keydown", { code, key: code, ...rest });
    const release = (code: string) => send(page, "keyup", { code, key: code });

    it("reads the keys that are down", () => {
        press("KeyW");
        press("ArrowUp");
        press("KeyA");
        press("Space");
        release("Space");
        expect(input.read()).toEqual({ ...nothing, forward: 1, left: 1, jumpPressed: true });
        release("KeyW");
        expect(input.read()).toEqual({ ...nothing, forward: 1, left: 1 });
        release("ArrowUp");
        release("KeyA");
        expect(input.read()).toEqual(nothing);
    });

    it("releases everything when the window loses the focus", () => {
        press("KeyW");
        press("Space");
        input.hold("crouch", true);
        finger("pointerdown", 1, 100, 300);
        finger("pointermove", 1, 130, 300);
        expect(input.read()).toMatchObject({ forward: 1, left: -0.5, crouch: true });
        press("ShiftLeft");
        press("Space");
        release("Space");
        press("Space");
        send(page, "blur");
        expect(input.read()).toEqual(nothing);
        finger("pointermove", 1, 160, 300);
        expect(input.read()).toEqual(nothing);
    });

    it("releases keys that were let go while the Meta key of a Mac was down", () => {
        // A Mac sends no keyup of other keys then.
        press("KeyW");
        send(page, "keydown", { code: "MetaLeft", key: "Meta", metaKey: true });
        send(page, "keyup", { code: "MetaLeft", key: "Meta" });
        expect(input.read()).toEqual(nothing);
    });

    it("leaves shortcuts to the browser", () => {
        expect(press("KeyC", { ctrlKey: true }).defaultPrevented).toBe(false);
        expect(press("KeyD", { metaKey: true }).defaultPrevented).toBe(false);
        expect(press("ArrowLeft", { altKey: true }).defaultPrevented).toBe(false);
        expect(input.read()).toEqual(nothing);
        expect(press("KeyC").defaultPrevented).toBe(true);
    });

    it("takes Ctrl for a key where an action is told so", () => {
        const own = new Input(element(), {
            keys: { ControlLeft: "crouch", KeyW: "forward" },
            onLook: () => undefined,
        });
        press("ControlLeft", { ctrlKey: true });
        press("KeyW", { ctrlKey: true });
        expect(own.read()).toEqual({ ...nothing, forward: 1, crouch: true });
        own.dispose();
    });

    it("walks by a finger in the left half and looks by another one at the same time", () => {
        finger("pointerdown", 1, 100, 300);
        finger("pointerdown", 2, 600, 300);
        finger("pointermove", 1, 70, 240);
        finger("pointermove", 2, 610, 280);
        finger("pointermove", 1, 100, 240);
        expect(input.read()).toEqual({ ...nothing, forward: 1 });
        expect(looked).toEqual({ yaw: -3, pitch: -6 });
        // The second finger in the left half looks, because the first one is the stick.
        finger("pointerdown", 3, 200, 300);
        finger("pointermove", 3, 210, 300);
        expect(input.read().forward).toBe(1);
        expect(looked.yaw).toBe(-6);
        finger("pointerup", 1, 100, 240);
        expect(input.read()).toEqual(nothing);
        finger("pointermove", 2, 600, 280);
        expect(looked.yaw).toBe(-3);
        expect(clicks).toEqual([]);
    });

    it("takes a short tap for a click, but not a finger that the browser takes away", () => {
        finger("pointerdown", 1, 100, 300);
        finger("pointerup", 1, 101, 301);
        expect(clicks).toEqual([[101, 301]]);
        for (const end of ["pointercancel", "lostpointercapture"]) {
            finger("pointerdown", 1, 100, 300);
            finger("pointermove", 1, 100, 298);
            finger(end, 1, 100, 298);
            expect(input.read()).toEqual(nothing);
        }
        expect(clicks.length).toBe(1);
        // The next finger is the stick again.
        finger("pointerdown", 2, 100, 300);
        finger("pointermove", 2, 100, 240);
        expect(input.read().forward).toBe(1);
    });
});

describe("LevelControls", () => {
    let keep: Level;
    beforeAll(async () => {
        keep = await exampleLevel("keep.map");
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
