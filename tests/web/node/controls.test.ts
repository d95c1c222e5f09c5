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
import { box, entity, exampleLevel, levelOf } from "./levels.js";

/** An element of the page. A selector finds only the element itself, by its tag. */
class PageElement extends EventTarget {
    constructor(readonly tag: string) {
        super();
    }
    closest(selector: string): PageElement | null {
        return selector.split(", ").includes(this.tag) ? this : null;
    }
}

const button = new PageElement("button");
const label = new PageElement("p");

/** An element of 800 x 600 pixels at (40, 30) in the page, as far as Input uses it. */
class Canvas extends EventTarget {
    readonly style = { touchAction: "pan-y" };
    readonly ownerDocument = Object.assign(new EventTarget(), {
        pointerLockElement: null as EventTarget | null,
        exitPointerLock: () => this.setLock(null),
    });
    private setLock(element: EventTarget | null): void {
        this.ownerDocument.pointerLockElement = element;
        this.ownerDocument.dispatchEvent(new Event("pointerlockchange"));
    }
    requestPointerLock(): void {
        this.setLock(this);
    }
    getBoundingClientRect() {
        return { left: 40, top: 30, width: 800, height: 600 };
    }
    contains(element: unknown) {
        return element === button;
    }
    setPointerCapture(): void {}
}

let page: EventTarget;
let canvas: Canvas;
beforeEach(() => {
    page = new EventTarget();
    canvas = new Canvas();
    vi.stubGlobal("window", page);
    vi.stubGlobal("Element", PageElement);
});
afterEach(() => void vi.unstubAllGlobals());

/** The canvas where the types want one. */
const element = () => canvas as unknown as HTMLElement;

/** Sends an event with these properties. */
function send(target: EventTarget, type: string, properties: object = {}): Event {
    const event = new Event(type, { cancelable: true });
    for (const [name, value] of Object.entries(properties)) {
        Object.defineProperty(event, name, { value });
    }
    target.dispatchEvent(event);
    return event;
}

/** A finger does something at a place of the element, on the element or on something in it. */
function finger(type: string, pointerId: number, x: number, y: number, on = {}): void {
    const place = { clientX: 40 + x, clientY: 30 + y, offsetX: 1, offsetY: 1 };
    send(canvas, type, { pointerType: "touch", button: 0, pointerId, ...place, ...on });
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

    it("leaves keys to the element that takes them", () => {
        const isRead = (tag: string, code: string) => {
            press(code, { target: new PageElement(tag) });
            const read = input.read();
            release(code);
            return JSON.stringify(read) !== JSON.stringify(nothing);
        };
        const taken = ["input", "select", "textarea"].flatMap((tag) => [
            [tag, "KeyW"],
            [tag, "Space"],
        ]);
        const pressed = ["button", "a[href]", "summary"].map((tag) => [tag, "Space"]);
        for (const [tag, code] of [...taken, ...pressed]) {
            expect(isRead(tag!, code!), `${code} in ${tag}`).toBe(false);
        }
        expect(isRead("button", "KeyW")).toBe(true);
        expect(isRead("p", "Space")).toBe(true);
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

describe("Input of an element with children", () => {
    it("looks and clicks also on a text, at the place in the element", () => {
        const [onLook, onClick] = [vi.fn(), vi.fn()];
        const input = new Input(element(), { onLook, onClick });
        const on = { target: label };
        finger("pointerdown", 1, 600, 300, on);
        finger("pointermove", 1, 610, 280);
        finger("pointerup", 1, 610, 280);
        expect(onLook.mock.calls).toEqual([[-3, -6]]);
        finger("pointerdown", 1, 600, 300, on);
        finger("pointerup", 1, 601, 301, on);
        expect(onClick.mock.calls).toEqual([[601, 301]]);
        input.dispose();
    });

    it("leaves clicks, drags and menus on a button to the button", () => {
        const [onLook, onClick] = [vi.fn(), vi.fn()];
        const input = new Input(element(), { onLook, onClick });
        const on = { target: button };
        finger("pointerdown", 1, 600, 300, on);
        finger("pointermove", 1, 610, 280, on);
        finger("pointerup", 1, 600, 300, on);
        expect(onLook).not.toHaveBeenCalled();
        expect(onClick).not.toHaveBeenCalled();
        expect(send(canvas, "contextmenu", on).defaultPrevented).toBe(false);
        expect(send(canvas, "contextmenu").defaultPrevented).toBe(true);
        input.dispose();
    });

    it("gives the element its scrolling back when the last input is disposed", () => {
        const first = new Input(element(), { onLook: () => undefined });
        const second = new Input(element(), { onLook: () => undefined });
        expect(canvas.style.touchAction).toBe("none");
        first.dispose();
        first.dispose();
        expect(canvas.style.touchAction).toBe("none");
        second.dispose();
        expect(canvas.style.touchAction).toBe("pan-y");
    });
});

describe("Input with a locked mouse", () => {
    const move = (x: number, y: number) =>
        send(canvas.ownerDocument, "mousemove", { movementX: x, movementY: y });

    it("looks by each move, clicks in the middle, and gives the mouse back", () => {
        const [onLook, onClick, onLock] = [vi.fn(), vi.fn(), vi.fn()];
        const input = new Input(element(), { locksMouse: true, onLook, onClick, onLock });
        const down = { pointerType: "mouse", button: 0, pointerId: 1, clientX: 140, clientY: 90 };
        move(10, 10);
        expect(input.isLocked).toBe(false);
        expect(onLook).not.toHaveBeenCalled();
        send(canvas, "pointerdown", down);
        expect(input.isLocked).toBe(true);
        expect(onClick).not.toHaveBeenCalled();
        move(10, -20);
        expect(onLook.mock.calls).toEqual([[-1.5, -3]]);
        send(canvas, "pointerdown", down);
        expect(onClick.mock.calls).toEqual([[400, 300]]);
        input.unlock();
        expect(input.isLocked).toBe(false);
        expect(onLock.mock.calls).toEqual([[true], [false]]);
        input.lock();
        input.dispose();
        expect(canvas.ownerDocument.pointerLockElement).toBe(null);
    });

    it("is not locked by the lock of another element", () => {
        const onLook = vi.fn();
        const input = new Input(element(), { onLook });
        canvas.ownerDocument.pointerLockElement = new EventTarget();
        move(10, 10);
        expect(input.isLocked).toBe(false);
        expect(onLook).not.toHaveBeenCalled();
        input.dispose();
        expect(canvas.ownerDocument.pointerLockElement).not.toBe(null);
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

    /** Controls in a level with one start of a player. */
    async function startingAt(start: string): Promise<LevelControls> {
        const floor = box([-512, -512, -512], [512, 512, 0], "floor");
        const level = await levelOf(
            entity("worldspawn", floor),
            entity("info_player_start", start),
        );
        return new LevelControls(new PerspectiveCamera(), element(), level);
    }

    it("moves a player who starts in the floor out of it", async () => {
        const { walker } = await startingAt('"origin" "0 0 10"\n');
        expect(walker.isFlying).toBe(false);
        expect(walker.level.isFree("stand", walker.bodyPosition!)).toBe(true);
        expect(walker.bodyPosition![2]).toBeCloseTo(24, 1);
    });

    it("lets a player fly who starts deep in a wall", async () => {
        const controls = await startingAt('"origin" "0 0 -256"\n"angle" "90"\n');
        expect(controls.isFlying).toBe(true);
        expect(controls.walker.eye()).toEqual([0, 0, -256 + 22]);
        expect(controls.walker.angles).toEqual({ pitch: 0, yaw: 90 });
        expect(controls.setFlying(false)).toBe(false);
        expect(controls.isFlying).toBe(true);
    });

    it("turns a player as the entity is turned", async () => {
        const yawOf = async (keys: string) => {
            const { walker } = await startingAt(`"origin" "0 0 32"\n${keys}`);
            return walker.angles.yaw;
        };
        expect(await yawOf("")).toBe(0);
        expect(await yawOf('"angle" "45"\n')).toBe(45);
        expect(await yawOf('"angle" "-1"\n')).toBe(0);
        expect(await yawOf('"angles" "10 30 0"\n"angle" "45"\n')).toBe(30);
        expect(await yawOf('"mangle" "10 60 0"\n')).toBe(60);
    });

    it("listens to nothing when it cannot be made", () => {
        const listen = vi.spyOn(EventTarget.prototype, "addEventListener");
        const make = (options: object, where: unknown = element()) => {
            const camera = new PerspectiveCamera();
            return new LevelControls(camera, where as HTMLElement, keep, options);
        };
        expect(() => make({ stat: "camera" })).toThrow("LevelControls: there is no option stat");
        expect(() => make({ body: { stand: 99, crouch: 99 } })).toThrow("space");
        expect(() => make({}, null)).toThrow("expected an element of the page, found null");
        expect(listen).not.toHaveBeenCalled();
        expect(canvas.style.touchAction).toBe("pan-y");
        make({}).dispose();
        expect(listen).toHaveBeenCalled();
        listen.mockRestore();
    });
});

describe("LevelControls and starts", () => {
    const floor = box([-512, -512, -16], [512, 512, 0], "floor");
    const start = (classname: string, z: number) => entity(classname, `"origin" "0 0 ${z}"\n`);

    async function warnings(starts = "", brushes = floor): Promise<unknown[]> {
        const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
        try {
            const level = await levelOf(entity("worldspawn", brushes) + starts);
            new LevelControls(new PerspectiveCamera(), element(), level).dispose();
            return warn.mock.calls.flat();
        } finally {
            warn.mockRestore();
        }
    }

    it("warns of a level without a start", async () => {
        const none =
            "LevelControls: the level has no start of a player, such as info_player_start or info_player_deathmatch; the player begins where the camera is";
        expect(await warnings()).toEqual([none]);
        expect(await warnings(start("info_player_strat", 24))).toEqual([none]);
    });

    it("warns of a start without room, and only of that", async () => {
        expect(await warnings(start("info_player_start", 24))).toEqual([]);
        const [moved, ...others] = await warnings(start("info_player_start", 16));
        expect(moved).toMatch(/^LevelControls: the player starts at info_player_start .* no room$/);
        expect(others).toEqual([]);
        // A wall fills all around this start.
        const wall = box([-256, -256, 0], [256, 256, 512], "wall");
        expect(await warnings(start("info_player_start", 256), floor + wall)).toEqual([
            "LevelControls: the body has no room at any start; the player flies",
        ]);
    });
});
