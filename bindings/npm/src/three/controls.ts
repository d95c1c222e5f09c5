// SPDX-License-Identifier: MIT
// First-person controls on the mover, in place of three's PointerLockControls and
// FirstPersonControls.
import { Quaternion, Vector3, type Camera } from "three";
import { checkOptions, oneOf } from "../arguments.js";
import type { Level, Point } from "../index.js";
import { inLevel } from "../units.js";
import { askedOf, levelOf, type Ground } from "./placing.js";
import {
    fromCameraQuaternion,
    fromThree,
    toCameraQuaternion,
    toThree,
    type Place,
    type ViewAngles,
} from "./convert.js";
import { checkCamera } from "./expected.js";
import { Input, type Action, type InputOptions } from "./input.js";
import { playerStart, startClasses, startNote, type FoundStart } from "./player_start.js";
import { WalkableScene } from "./walkable_scene.js";
import { Walker, walkerOptions, type WalkerOptions } from "./walker.js";

/** What `LevelControls` can be told besides the camera, the element and the level. */
export interface LevelControlsOptions extends WalkerOptions {
    /**
     * Where the player begins. "player", the default in a level: at its first free start of a
     * player, or where the camera is if the level has no start. "camera", the default in a scene: where
     * the camera is and looks. "ground": on the ground, at a place with a wide view (findGroundStart),
     * or where the camera is if none was found. The player flies if the body is not free
     * there. A warning on the console tells a level without a start, and a start without room for the
     * body. playerStart() lists the classes of starts.
     */
    start?: "player" | "camera" | "ground";
    /** Actions by `KeyboardEvent.code`. */
    keys?: InputOptions["keys"];
    /** True, the default: a click on the element locks the mouse. */
    locksMouse?: boolean;
    /** A click or tap that is no drag; the place in the element [pixels]. */
    onClick?: InputOptions["onClick"];
    /** The mouse was locked or unlocked. */
    onLock?: InputOptions["onLock"];
}

const ownOptions = ["start", "keys", "locksMouse", "onClick", "onLock"] as const;

/**
 * A player who walks in a level, or in a WalkableScene, with the camera.
 *
 *     const controls = new LevelControls(camera, canvas, level);
 *     // In each frame:
 *     controls.update(seconds);
 *
 * W, A, S, D or the arrow keys walk, space jumps, C crouches. A click locks the mouse, a drag looks
 * around; on touch screens the left half moves and the right half looks. Steps have a fixed length,
 * and the camera is between the last two. The camera may be a part of another object: it then
 * is at the eye of the player, wherever the other object is.
 */
export class LevelControls<Where extends Ground = Level> {
    /** The player. */
    readonly walker: Walker<Where>;
    /** The keys, the mouse and the fingers. */
    readonly input: Input;
    /** Map units in a metre. */
    readonly unitsPerMetre: number;
    /** The start that `goToStart` has taken; null before, and if the level has none. */
    start: FoundStart | null = null;
    private readonly eye: Point = [0, 0, 0];
    private readonly position = new Vector3();
    private readonly quaternion = new Quaternion();

    constructor(
        /** The camera at the eye of the player. */
        readonly camera: Camera,
        element: HTMLElement,
        /** The level, or the scene, that the player walks in. */
        readonly level: Where,
        options: LevelControlsOptions = {},
    ) {
        checkOptions(options, [...walkerOptions, ...ownOptions], "LevelControls");
        const ownStart = (level as Ground) instanceof WalkableScene ? "camera" : "player";
        const { start = ownStart, keys, locksMouse, onClick, onLock, ...walking } = options;
        checkCamera(camera, "camera");
        oneOf(start, ["player", "camera", "ground"], "start");
        this.walker = new Walker(level, walking);
        this.unitsPerMetre = this.walker.unitsPerMetre;
        try {
            if (start === "player") {
                this.begin();
            } else if (start === "camera" || !this.goToGround()) {
                this.goToCamera();
            }
            this.placeCamera();
            // Last: the input listens to the page, and nothing could stop an input without controls.
            this.input = new Input(element, {
                keys,
                locksMouse: locksMouse ?? true,
                onLook: (yaw, pitch) => this.walker.look(yaw, pitch),
                onClick,
                onLock,
            });
        } catch (error) {
            this.walker.dispose();
            throw error;
        }
    }

    /** True while the player flies through walls. */
    get isFlying(): boolean {
        return this.walker.isFlying;
    }

    /**
     * Goes to the first free start of a player. Returns false if the level has no start.
     * `start` says which one was taken, and `startNote` what is odd about it.
     */
    goToStart(): boolean {
        const start = this.walker.findStart() ?? playerStart(askedOf(this.level));
        this.start = start;
        if (!start) {
            return false;
        }
        const [x, y, z] = start.position;
        const eye: Point = [x, y, z + this.walker.body.standingEye];
        this.walker.angles.yaw = start.yaw;
        this.walker.angles.pitch = 0;
        if (!this.walker.standAt(eye, { drop: true })) {
            this.walker.flyAt(eye);
        }
        return true;
    }

    /** Goes to a place on the ground with a wide view. Returns false if none was found. */
    goToGround(): boolean {
        const { walker } = this;
        const start = walker.findGround();
        if (!start) {
            return false;
        }
        const [x, y, z] = start.position;
        walker.angles.yaw = start.yaw;
        walker.angles.pitch = start.pitch;
        return walker.standAt([x, y, z + walker.body.standingEye]);
    }

    private begin(): void {
        let note: string;
        if (!this.goToStart()) {
            this.goToCamera();
            note = `the level has no start of a player, such as ${startClasses.join(" or ")}; the player begins where the camera is`;
        } else if (this.isFlying) {
            note = this.walker.canWalk ? "the body has no room at any start; the player flies" : "";
        } else {
            note = startNote(levelOf(this.level)!, this.start!);
        }
        if (note !== "") {
            console.warn(`LevelControls: ${note}`);
        }
    }

    private goToCamera(): void {
        this.camera.getWorldPosition(this.position);
        this.camera.getWorldQuaternion(this.quaternion);
        Object.assign(this.walker.angles, fromCameraQuaternion(this.quaternion));
        const eye = fromThree(this.position, this.unitsPerMetre);
        if (!this.walker.standAt(eye)) {
            this.walker.flyAt(eye);
        }
    }

    /** Begins to fly, or to walk. Returns whether that was possible. */
    setFlying(flies: boolean): boolean {
        return this.walker.setFlying(flies);
    }

    /** Holds or releases an action, as a button on the screen does. */
    hold(action: Action, isHeld: boolean): void {
        this.input.hold(action, isHeld);
    }

    /** Lets so many seconds pass, and moves the camera. Call it once in each frame. */
    update(seconds: number): void {
        this.walker.advance(seconds, this.input.read());
        this.placeCamera();
    }

    /** Puts the camera to the eye of the player, and turns it. */
    placeCamera(): void {
        this.placeCameraAt(this.camera, this.walker.eye(this.eye), this.walker.angles);
    }

    /** Puts a camera to an eye, and turns it. */
    placeCameraAt(camera: Camera, eye: Place, angles: ViewAngles): void {
        checkCamera(camera, "camera");
        const place = inLevel(eye, this.unitsPerMetre, "eye");
        toThree(place, camera.position, this.unitsPerMetre);
        toCameraQuaternion(angles, camera.quaternion);
        const { parent } = camera;
        if (parent) {
            parent.worldToLocal(camera.position);
            parent.getWorldQuaternion(this.quaternion);
            camera.quaternion.premultiply(this.quaternion.invert());
        }
    }

    /** Stops listening, and frees the mover. */
    dispose(): void {
        this.input.dispose();
        this.walker.dispose();
    }
}
