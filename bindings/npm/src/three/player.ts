// SPDX-License-Identifier: MIT
// The player of the runtime: time, eyes and flight. Walker makes the steps of its mover.
import { readPoint, writeVec3 } from "../memory.js";
import type { CollisionWorld, Level, Mover, MoverBody, Point, Vec3 } from "../index.js";
import * as layout from "../layout.js";
import { writeBody } from "../mover_body.js";
import { Handle, type Runtime } from "../runtime.js";
import type { ViewAngles } from "./convert.js";

/** What a player wants. What is left out is 0 or false. */
export interface WalkerInput {
    /** From -1 to 1 of the full speed. */
    forward?: number;
    /** From -1 to 1 of the full speed. */
    left?: number;
    /** From -1 to 1: in liquids, on ladders and in flight. */
    up?: number;
    /** Degrees per second to the left. */
    turn?: number;
    /** The button is down. */
    jump?: boolean;
    /** The button was pressed since the last call of `advance`; it may be up again. */
    jumpPressed?: boolean;
    /** The button is down. */
    crouch?: boolean;
    /** Flies three times as fast. */
    fast?: boolean;
}

/** The bodies of a walker, and its eyes. */
export interface WalkerBody {
    /** Its body. Default: "stand"; in a WalkableScene a box 0.75 m wide and 1.75 m high. */
    stand: MoverBody;
    /**
     * Its body while crouching. Default: `stand` if that is given, else "crouch"; in a WalkableScene a
     * box 0.75 m wide and 1.25 m high.
     */
    crouch: MoverBody;
    /** How high the eye is above the position of `stand` [units]. Default: 22. */
    standingEye: number;
    /**
     * How high the eye is above the position of `crouch` [units]. Default: 10; `standingEye` if
     * `crouch` is `stand` because only `stand` is given.
     */
    crouchingEye: number;
}

/** A surface that the walker has touched. */
export interface Touch {
    /** The position of the body at the touch [units]. */
    position: Point;
    /** The normal of the surface. */
    normal: Point;
}

const eyeAt = 0;
const bodyAt = 32;
const viewAt = bodyAt + layout.player_body.size;

// body: null for one who can only fly. Returns a pointer.
function writeBodies(level: Level | CollisionWorld, body: WalkerBody | null): number {
    if (!body) {
        return 0;
    }
    const { scratch, wasm } = level.runtime;
    const { stand, crouch, standing_eye, crouching_eye } = layout.player_body;
    const at = scratch + bodyAt;
    writeBody(level, at + stand, body.stand, "stand");
    writeBody(level, at + crouch, body.crouch, "crouch");
    wasm.f64[(at + standing_eye) >>> 3] = body.standingEye;
    wasm.f64[(at + crouching_eye) >>> 3] = body.crouchingEye;
    return at;
}

function makePlayer(level: Level | CollisionWorld, body: WalkerBody | null, mover: Mover): number {
    const { exports } = level.runtime.wasm;
    const { optionsPointer } = mover;
    return exports.halfspace_new_player(
        level.worldOf({}),
        writeBodies(level, body),
        optionsPointer,
    );
}

function freePlayer({ wasm }: Runtime, player: number): void {
    wasm.exports.halfspace_free_player(player);
}

/** All numbers are finite. */
export class Player extends Handle {
    /** mover: has the options of the player. */
    constructor(
        private readonly level: Level | CollisionWorld,
        body: WalkerBody | null,
        mover: Mover,
    ) {
        super(level.runtime, makePlayer(level, body, mover), "player", freePlayer);
    }

    #call(status: number): boolean {
        return this.runtime.found(status, "player");
    }

    // Where the view of the player is.
    #view(): number {
        const { scratch, wasm } = this.runtime;
        this.#call(wasm.exports.halfspace_get_player(this.pointer, scratch + viewAt));
        return scratch + viewAt;
    }

    eye(target: Point): Point {
        const at = (this.#view() + layout.player_view.eye) >>> 3;
        const { f64 } = this.runtime.wasm;
        [target[0], target[1], target[2]] = [f64[at]!, f64[at + 1]!, f64[at + 2]!];
        return target;
    }

    /** The position of the body. */
    get position(): Point {
        const { state } = layout.player_view;
        return readPoint(this.runtime, this.#view() + state + layout.mover_state.position);
    }

    get touches(): Touch[] {
        const at = this.#view();
        const { touches, touch_count } = layout.player_view;
        const { position, normal, size } = layout.player_touch;
        const count = this.runtime.wasm.u32[(at + touch_count) >>> 2]!;
        return Array.from({ length: count }, (_, i) => ({
            position: readPoint(this.runtime, at + touches + i * size + position),
            normal: readPoint(this.runtime, at + touches + i * size + normal),
        }));
    }

    /** Looks along the angles, and writes what has become of them. */
    look(angles: ViewAngles, pitch: number, yaw: number): void {
        const { exports } = this.runtime.wasm;
        this.#call(exports.halfspace_look_player(this.pointer, pitch, yaw));
        this.readAngles(angles);
    }

    readAngles(angles: ViewAngles): void {
        const at = this.#view();
        const { f64 } = this.runtime.wasm;
        angles.pitch = f64[(at + layout.player_view.pitch) >>> 3]!;
        angles.yaw = f64[(at + layout.player_view.yaw) >>> 3]!;
    }

    #writeEye(eye: Vec3): number {
        writeVec3(this.runtime, this.runtime.scratch + eyeAt, eye, "eye");
        return this.runtime.scratch + eyeAt;
    }

    flyAt(eye: Vec3): void {
        const { exports } = this.runtime.wasm;
        this.#call(exports.halfspace_fly_player(this.pointer, this.#writeEye(eye)));
    }

    /** Returns false if the body is not free there. */
    standAt(eye: Vec3, world: Level | CollisionWorld, drops: boolean): boolean {
        const { exports } = this.runtime.wasm;
        const at = this.#writeEye(eye);
        const place = world.worldOf({});
        return this.#call(
            exports.halfspace_stand_player(this.pointer, place, 0, at, drops ? 1 : 0),
        );
    }

    /** Returns false if the body is not free there. */
    setBody(body: WalkerBody | null, world: Level | CollisionWorld, raise: number): boolean {
        const { exports } = this.runtime.wasm;
        const at = writeBodies(this.level, body);
        const place = world.worldOf({});
        return this.#call(exports.halfspace_set_player_body(this.pointer, place, 0, at, raise));
    }

    beginFrame(seconds: number, input: WalkerInput): void {
        const { scratch, wasm } = this.runtime;
        const at = layout.player_input;
        for (const name of ["forward", "left", "up", "turn"] as const) {
            wasm.f64[(scratch + at[name]) >>> 3] = input[name] ?? 0;
        }
        const buttons = [
            [at.jumps, input.jump],
            [at.begins_jump, input.jumpPressed],
            [at.crouches, input.crouch],
            [at.is_fast, input.fast],
        ] as const;
        for (const [offset, isDown] of buttons) {
            wasm.i32[(scratch + offset) >>> 2] = isDown ? 1 : 0;
        }
        this.#call(wasm.exports.halfspace_begin_frame(this.pointer, seconds, scratch));
    }

    /** True if the time suffices for a step. */
    beginStep(): boolean {
        return this.runtime.wasm.exports.halfspace_begin_player_step(this.pointer) !== 0;
    }

    /** The input of the mover in this step: the bytes of the C++ type MoverInput. */
    get controls(): Uint8Array {
        const { scratch, wasm } = this.runtime;
        this.#call(wasm.exports.halfspace_player_controls(this.pointer, scratch));
        return wasm.u8.slice(scratch, scratch + layout.mover_input.size);
    }

    finishStep(mover: Mover): void {
        const { exports } = this.runtime.wasm;
        this.#call(exports.halfspace_finish_player_step(this.pointer, mover.stepPointer));
    }

    /** After a push or a teleport. */
    setState(mover: Mover): void {
        const { exports } = this.runtime.wasm;
        this.#call(exports.halfspace_set_player_state(this.pointer, mover.pointer));
    }

    /** leader: who counts the time. */
    endFrame(leader: Player): void {
        const { exports } = this.runtime.wasm;
        this.#call(exports.halfspace_end_frame(this.pointer, leader.pointer));
    }

    dropSteps(): void {
        this.#call(this.runtime.wasm.exports.halfspace_drop_player_steps(this.pointer));
    }
}
