// SPDX-License-Identifier: MIT
// What walks: it keeps to the ground, climbs stairs, jumps, crouches, swims and rides.
import * as c from "./constants.js";
import { checkOptions, finite, shown, word, type Point, type Vec3 } from "./arguments.js";
import { readPoint, writeVec3 } from "./memory.js";
import { checkedWorld, type AskWorld, type CollisionWorld } from "./collision_world.js";
import { orMinusOne, readContact, readContacts, type Contact } from "./contact.js";
import { HalfspaceError } from "./error.js";
import * as layout from "./layout.js";
import { writeLeaveOut } from "./leave_out.js";
import type { Level } from "./level.js";
import { writeBody, type MoverBody } from "./mover_body.js";
import { numberOptions } from "./number_options.js";
import { Handle, type Runtime } from "./runtime.js";

/** What somebody at the controls wants. What is left out is 0 or false. */
export interface Controls {
    /** Where the player looks, in degrees: 0 is along x, and more turns left. */
    yaw?: number;
    /** In degrees; above 0 looks down. */
    pitch?: number;
    /** From -1 to 1 of the full speed. */
    forward?: number;
    left?: number;
    /** Only in liquids and on ladders. */
    up?: number;
    jump?: boolean;
    crouch?: boolean;
}

/**
 * How a mover moves. Lengths are in units of the level, times in seconds. Speeds go from 0 to 10000. A
 * rate says how much of a speed changes in a second; rates go from 0 to 1000.
 */
export interface MoverOptions {
    /** How long a step is, from 0.001 to 0.1. Default: 1/64. */
    seconds?: number;
    /** The contents that block. Default: Contents.PlayerBlockers. */
    mask?: number;
    /** The full speed on the ground. Default: 320. */
    walkSpeed?: number;
    /** The same while crouching. Default: 120. */
    crouchSpeed?: number;
    /** How quickly the full speed is reached: a rate. Default: 10. */
    groundAcceleration?: number;
    /** How quickly a mover slows down on the ground: a rate. Default: 4. */
    friction?: number;
    /** Below this speed friction acts as at this speed. Default: 100. */
    stopSpeed?: number;
    /** Downwards, in units per second squared, from 0 to 100000. Default: 800. */
    gravity?: number;
    /** Upwards, at the start of a jump. Default: 270, which jumps 45 units high. */
    jumpSpeed?: number;
    /** As groundAcceleration, in the air. Default: 10. */
    airAcceleration?: number;
    /** The speed to which a mover can steer in the air. Default: 30. */
    airSpeed?: number;
    /** How high a stair may be, from 0 to 1000. Default: 18. */
    stepHeight?: number;
    /**
     * The least z of the normal of a surface that the mover can stand on, from 0.01 to 1. Default:
     * 0.7.
     */
    floorNormal?: number;
    /** The full speed in liquids. Default: 224. */
    swimSpeed?: number;
    /** As groundAcceleration, in liquids. Default: 10. */
    swimAcceleration?: number;
    /** As friction, in liquids. Default: 4. */
    swimFriction?: number;
    /** How fast an idle swimmer sinks. Default: 60. */
    sinkSpeed?: number;
    /** Upwards, when a swimmer jumps out before a wall. Default: 330. */
    climbOutSpeed?: number;
    /** The full speed on ladders. Default: 160. */
    ladderSpeed?: number;
    /** The highest speed of all, from 1 to 100000. Default: 4000. */
    maxSpeed?: number;
    /**
     * The distance between the body at rest and what it touches, from 1/1024 to 1. Default: 1/32.
     */
    skin?: number;
    /** How far a body that starts in a wall is moved to a free position, from 0 to 1000. Default: 8. */
    unstick?: number;
}

/** What has happened in a step. */
export interface MoverStep {
    /** Why the mover has not moved; "" if it has. */
    problem: "" | "bad state" | "stuck" | "too many near";
    /** It started in a wall and was moved to a free position. */
    wasFreed: boolean;
    jumped: boolean;
    landed: boolean;
    /** How fast it was at the landing. */
    landingSpeed: number;
    /** How high it was lifted or lowered by stairs. */
    stepped: number;
    /** The liquid it is in: bits of Contents; 0 without one. */
    liquid: number;
    /** 0: none, 1: feet, 2: waist, 3: head. */
    liquidDepth: number;
    /** What it stands on; null in the air. */
    ground: Contact | null;
    /** What it has slid along. */
    walls: Contact[];
    /** Null, or what crushed the body, and at which part of the step. */
    crush: { model: number; obstacle: number; mesh: number; fraction: number } | null;
}

const problems: Record<number, MoverStep["problem"]> = {
    [c.MOVER_FINE]: "",
    [c.MOVER_BAD_STATE]: "bad state",
    [c.MOVER_STUCK]: "stuck",
    [c.MOVER_TOO_MANY_NEAR]: "too many near",
};
const modes: Record<number, Mover["mode"]> = {
    [c.MOVER_GROUND]: "ground",
    [c.MOVER_AIR]: "air",
    [c.MOVER_SWIM]: "swim",
    [c.MOVER_LADDER]: "ladder",
};

const controlNames = ["yaw", "pitch", "forward", "left", "up", "jump", "crouch"] as const;

// Parts of the memory of a mover.
const state = 0;
const input = state + layout.mover_state.size;
// The input of a step until the step has succeeded.
const nextInput = input + layout.mover_input.size;
const options = nextInput + layout.mover_input.size;
const stand = options + layout.mover_options.size;
const crouch = stand + layout.mover_body.size;
const step = (crouch + layout.mover_body.size + 7) & ~7;
const moverBytes = step + layout.mover_step.size;

function copied(body: MoverBody): MoverBody {
    return typeof body === "object" ? { ...body } : body;
}

const optionFields = numberOptions<MoverOptions>(layout.mover_options, ["mask"]);

function checkBytes(bytes: Uint8Array, size: number, what: string): void {
    if (!(bytes instanceof Uint8Array) || bytes.length !== size) {
        throw new HalfspaceError(
            `${what}: expected a Uint8Array of ${size} bytes, found ${shown(bytes)}`,
        );
    }
}

function freeMover({ wasm }: Runtime, mover: number): void {
    wasm.release(mover);
}

/**
 * A player or another creature, which moves in steps of equal length.
 *
 *     const mover = new Mover(level, { position: [0, 0, 32] });
 *     mover.step({ forward: 1, yaw: 90 });
 *     toThree(mover.position, camera.position); // of halfspace/three: other axes, metres
 */
export class Mover extends Handle {
    /** How long a step is, in seconds. */
    readonly seconds: number;
    readonly #world: Level | CollisionWorld;
    #stand: MoverBody;
    #crouch: MoverBody;

    /**
     * world: what it moves in; of a Level, the world without its doors.
     * stand, crouch: its bodies; the box of `crouch` is in the box of `stand`. Default: "stand" and
     * "crouch"; with `stand` alone it crouches as it stands.
     */
    constructor(
        world: Level | CollisionWorld,
        how: MoverOptions & { position: Vec3; stand?: MoverBody; crouch?: MoverBody },
    ) {
        const { runtime } = checkedWorld(world);
        checkOptions(
            how,
            [...optionFields.map(({ name }) => name), "mask", "position", "stand", "crouch"],
            "Mover",
        );
        world.pointer;
        for (const name of how.stand === undefined ? (["stand", "crouch"] as const) : []) {
            if (how[name] === undefined && !world.spaces.some((space) => space.name === name)) {
                throw new HalfspaceError(
                    `Mover: the level has no body "${name}", the default of the option ${name}; name another body, or only \`stand\` for both`,
                );
            }
        }
        const memory = runtime.wasm.allocate(moverBytes);
        super(runtime, memory, "mover", freeMover);
        this.#world = world;
        const { wasm } = runtime;
        wasm.u8.fill(0, memory, memory + moverBytes);
        wasm.exports.halfspace_default_mover_options(memory + options);
        this.#stand = how.stand ?? "stand";
        this.#crouch = how.crouch ?? how.stand ?? "crouch";
        this.setBodies(this.#stand, this.#crouch);
        for (const { name, offset } of optionFields) {
            const value = how[name];
            if (value !== undefined) {
                wasm.f64[(memory + options + offset) >>> 3] = finite(value, name);
                this.#check(`${name}: ${value} is out of its range`);
            }
        }
        if (how.mask !== undefined) {
            wasm.u32[(memory + options + layout.mover_options.mask) >>> 2] = word(how.mask, "mask");
        }
        this.seconds = wasm.f64[(memory + options + layout.mover_options.seconds) >>> 3]!;
        this.placeAt(how.position);
    }

    // Throws unless a step takes the bodies and options. With a state of zeros it does no more.
    #check(message: string): void {
        const { wasm, scratch } = this.runtime;
        wasm.u8.fill(0, scratch, scratch + layout.mover_state.size);
        if (this.#step(0, scratch) === c.BAD_ARGUMENT) {
            throw new HalfspaceError(message);
        }
    }

    /** Changes the bodies. A body that is not free is freed by the next step, or is stuck. */
    setBodies(standing: MoverBody, crouching: MoverBody = standing): void {
        const at = this.pointer;
        const { wasm } = this.runtime;
        const before = wasm.u8.slice(at + stand, at + step);
        try {
            writeBody(this.#world, at + stand, standing, "stand");
            writeBody(this.#world, at + crouch, crouching, "crouch");
            this.#check("stand, crouch: expected the box of crouch within the box of stand");
        } catch (error) {
            wasm.u8.set(before, at + stand);
            throw error;
        }
        // Copies: the pointers in memory are of these shapes, whatever the caller's objects become.
        this.#stand = copied(standing);
        this.#crouch = copied(crouching);
    }

    /** Puts the mover somewhere, from where it falls. */
    placeAt(position: Vec3): void {
        const { runtime } = this;
        writeVec3(runtime, runtime.scratch, position, "position");
        const { exports } = runtime.wasm;
        runtime.found(
            exports.halfspace_mover_at(runtime.scratch, this.pointer + state),
            "position",
        );
    }

    /** @internal Where its options are. */
    get optionsPointer(): number {
        return this.pointer + options;
    }

    /** @internal Where its standing body is. */
    get bodyPointer(): number {
        this.#checkShapes();
        return this.pointer + stand;
    }

    /** @internal Where its crouching body is. */
    get crouchPointer(): number {
        this.#checkShapes();
        return this.pointer + crouch;
    }

    // Shapes were there when their pointers were written; throws if one of them is not any more.
    #checkShapes(): void {
        void (typeof this.#stand === "object" && this.#stand.shape.pointer);
        void (typeof this.#crouch === "object" && this.#crouch.shape.pointer);
    }

    /** @internal The world in which its body is. */
    get worldPointer(): number {
        return this.#world.worldOf({});
    }

    /** @internal Where the result of the last step is. */
    get stepPointer(): number {
        return this.pointer + step;
    }

    get position(): Point {
        return readPoint(this.runtime, this.pointer + state + layout.mover_state.position);
    }

    /**
     * Moves the mover, as by a teleport. It flies there until its next step finds the ground. Its
     * velocity stays, and a crouched mover stays crouched. It forgets what carried it.
     */
    set position(position: Vec3) {
        const { runtime } = this;
        const at = this.pointer + state;
        writeVec3(runtime, runtime.scratch, position, "position");
        const { exports } = runtime.wasm;
        runtime.found(exports.halfspace_moved_to(at, runtime.scratch, at), "position");
    }

    /** @internal Moves the mover, which rides on if it stands on a model or an obstacle. */
    moveWithGround(position: Vec3): void {
        const { runtime } = this;
        const { scratch } = runtime;
        writeVec3(runtime, scratch, position, "position");
        // The position of a state that is made and thrown away is checked.
        const made = runtime.wasm.exports.halfspace_mover_at(scratch, scratch + 24);
        runtime.found(made, "position");
        const at = this.pointer + state + layout.mover_state.position;
        writeVec3(runtime, at, position, "position");
    }

    /** In units per second. */
    get velocity(): Point {
        return readPoint(this.runtime, this.pointer + state + layout.mover_state.velocity);
    }

    /** On the ground, a z above 0 lifts the mover off in the next step, as a push does. */
    set velocity(velocity: Vec3) {
        const at = this.pointer + state + layout.mover_state.velocity;
        writeVec3(this.runtime, at, velocity, "velocity");
    }

    /**
     * Adds to the velocity, as an explosion or a jump pad does, in units per second. A push away from
     * the ground lifts the mover off; it keeps the velocity of what it stood on. A climber lets go of
     * the ladder. Several pushes add up.
     */
    push(velocity: Vec3): void {
        const { runtime } = this;
        const at = this.pointer + state;
        writeVec3(runtime, runtime.scratch, velocity, "push");
        runtime.found(runtime.wasm.exports.halfspace_pushed(at, runtime.scratch, at), "push");
    }

    get mode(): "ground" | "air" | "swim" | "ladder" {
        return modes[this.runtime.wasm.u8[this.pointer + state + layout.mover_state.mode]!]!;
    }

    get isCrouched(): boolean {
        const flags = this.runtime.wasm.u8[this.pointer + state + layout.mover_state.flags]!;
        return (flags & c.MOVER_CROUCHED) !== 0;
    }

    /** The body as it is now, standing or crouched. */
    get body(): MoverBody {
        return this.isCrouched ? this.#crouch : this.#stand;
    }

    /** The whole state, to keep or to send: the same bytes as the C++ type MoverState. */
    save(): Uint8Array {
        const at = this.pointer + state;
        return this.runtime.wasm.u8.slice(at, at + layout.mover_state.size);
    }

    /** Takes a state of save(). */
    restore(saved: Uint8Array): void {
        checkBytes(saved, layout.mover_state.size, "restore");
        this.runtime.wasm.u8.set(saved, this.pointer + state);
    }

    /** Moves by one step of `seconds`. A mover that is an obstacle of the world leaves itself out. */
    step(controls: Controls = {}, options: AskWorld = {}): MoverStep {
        const { runtime } = this;
        const { wasm } = runtime;
        const { scratch } = runtime;
        checkOptions(controls, controlNames, "controls");
        const at = this.pointer;
        const f64 = wasm.f64;
        const i = scratch >>> 3;
        f64[i] = finite(controls.pitch ?? 0, "pitch");
        f64[i + 1] = finite(controls.yaw ?? 0, "yaw");
        f64[i + 2] = 0;
        f64[i + 3] = finite(controls.forward ?? 0, "forward");
        f64[i + 4] = finite(controls.left ?? 0, "left");
        f64[i + 5] = finite(controls.up ?? 0, "up");
        const buttons =
            (controls.jump === true ? c.JUMP_BUTTON : 0) |
            (controls.crouch === true ? c.CROUCH_BUTTON : 0);
        wasm.exports.halfspace_quantised(scratch, scratch + 24, buttons, at + nextInput);
        return this.#stepByNextInput(options);
    }

    /**
     * The same with the bytes of a recorded input, which are the C++ type MoverInput; null repeats
     * the last input.
     */
    stepByInput(recorded: Uint8Array | null, options: AskWorld = {}): MoverStep {
        const at = this.pointer;
        const { u8 } = this.runtime.wasm;
        if (recorded === null) {
            u8.copyWithin(at + nextInput, at + input, at + input + layout.mover_input.size);
        } else {
            checkBytes(recorded, layout.mover_input.size, "stepByInput");
            u8.set(recorded, at + nextInput);
        }
        return this.#stepByNextInput(options);
    }

    // A step that throws changes neither the state nor the last input.
    #stepByNextInput(options: AskWorld): MoverStep {
        const { runtime } = this;
        const { wasm } = runtime;
        const at = this.pointer;
        this.#checkShapes();
        checkOptions(options, ["without"], "step");
        const without = writeLeaveOut(runtime, options.without);
        runtime.found(this.#step(without, at + state), "step");
        wasm.u8.copyWithin(at + input, at + nextInput, at + nextInput + layout.mover_input.size);
        wasm.u8.copyWithin(
            at + state,
            at + step + layout.mover_step.state,
            at + step + layout.mover_step.state + layout.mover_state.size,
        );
        return this.#readStep(at + step);
    }

    // The status of a step.
    #step(without: number, from: number): number {
        const at = this.pointer;
        return this.runtime.wasm.exports.halfspace_step_mover(
            this.worldPointer,
            without,
            at + stand,
            at + crouch,
            from,
            at + nextInput,
            at + options,
            at + step,
        );
    }

    /** The bytes of the input of the last step, to record. Zeros before the first step. */
    get lastInput(): Uint8Array {
        const at = this.pointer + input;
        return this.runtime.wasm.u8.slice(at, at + layout.mover_input.size);
    }

    #readStep(at: number): MoverStep {
        const { runtime } = this;
        const { f64, i32, u32 } = runtime.wasm;
        const field = layout.mover_step;
        return {
            problem: problems[u32[(at + field.problem) >>> 2]!]!,
            wasFreed: i32[(at + field.was_freed) >>> 2] !== 0,
            jumped: i32[(at + field.jumped) >>> 2] !== 0,
            landed: i32[(at + field.landed) >>> 2] !== 0,
            landingSpeed: f64[(at + field.landing_speed) >>> 3]!,
            stepped: f64[(at + field.stepped) >>> 3]!,
            liquid: u32[(at + field.liquid) >>> 2]!,
            liquidDepth: i32[(at + field.liquid_depth) >>> 2]!,
            ground:
                i32[(at + field.has_ground) >>> 2] !== 0
                    ? readContact(runtime.wasm, at + field.ground)
                    : null,
            walls: readContacts(
                runtime.wasm,
                at + field.walls,
                u32[(at + field.wall_count) >>> 2]!,
            ),
            crush:
                i32[(at + field.is_crushed) >>> 2] !== 0
                    ? {
                          model: orMinusOne(u32[(at + field.crush_model) >>> 2]!),
                          obstacle: orMinusOne(u32[(at + field.crush_obstacle) >>> 2]!),
                          mesh: orMinusOne(u32[(at + field.crush_mesh) >>> 2]!),
                          fraction: f64[(at + field.crush_fraction) >>> 3]!,
                      }
                    : null,
        };
    }
}

/** A mover, where JavaScript may pass another thing. */
export function checkedMover(mover: Mover): Mover {
    if (!(mover instanceof Mover)) {
        throw new HalfspaceError(`expected a Mover, found ${shown(mover)}`);
    }
    return mover;
}
