// SPDX-License-Identifier: MIT
// Teleporters and jump pads by the customs of Quake.
import { checkOptions, finite, type Point } from "./arguments.js";
import { NOT_FOUND, OK, TRIGGER_PUSH } from "./constants.js";
import type { AskWorld } from "./collision_world.js";
import { HalfspaceError } from "./error.js";
import * as layout from "./layout.js";
import { writeLeaveOut } from "./leave_out.js";
import { checkedLevel, memoryOfWorld, type Level } from "./level.js";
import { result } from "./level_base.js";
import { readPoint } from "./memory.js";
import { checkedMover, type Mover } from "./mover.js";
import { Handle, type Runtime } from "./runtime.js";

/** What an entity trigger_teleport or trigger_push does. */
export interface Trigger {
    /** The entity's number in `Level.entities`. */
    readonly entity: number;
    /** Who touches this model is moved. */
    readonly model: number;
    readonly kind: "teleport" | "push";
    /** Of a teleporter: the place where it leads to [units]. */
    readonly destination: Readonly<Point>;
    /** Of a push: the velocity that it gives, whatever the mover's was [units per second]. */
    readonly velocity: Readonly<Point>;
}

/** A trigger that does nothing. */
export interface IdleTrigger {
    /** The entity's number in `Level.entities`. */
    readonly entity: number;
    /** Why, for its designer: "it has no target". */
    readonly reason: string;
}

const askNames = ["without"] as const;
const nothingLeftOut: AskWorld = Object.freeze({});

function freeTriggers({ wasm }: Runtime, triggers: number): void {
    wasm.exports.halfspace_free_triggers(triggers);
}

function made(level: Level, gravity: number): number {
    const { runtime, pointer } = checkedLevel(level);
    const { wasm } = runtime;
    wasm.requireMemory(memoryOfWorld);
    const triggers = wasm.exports.halfspace_new_triggers(pointer, finite(gravity, "gravity"));
    if (triggers === 0) {
        throw new HalfspaceError(`gravity: expected a number from 0 on, found ${gravity}`);
    }
    return triggers;
}

/**
 * The teleporters and jump pads of a level; docs/reference/levels.md says which keys of entities count. A
 * game asks after each step of a mover:
 *
 *     const triggers = new Triggers(level);
 *     mover.stepByInput(follower.step(mover));
 *     triggers.apply(mover);
 *
 * The option `triggers` of a Walker of halfspace/three does so by itself.
 */
export class Triggers extends Handle {
    /** In the order of their entities. */
    readonly triggers: readonly Trigger[];
    /** Those that do nothing. */
    readonly idle: readonly IdleTrigger[];

    /** The level may be disposed of before the triggers. */
    constructor(
        /** The level of the triggers. */
        readonly level: Level,
        options: {
            /** MoverOptions.gravity: it says how fast a push throws to its target. Default: 800. */
            gravity?: number;
        } = {},
    ) {
        checkOptions(options, ["gravity"], "Triggers");
        const { gravity = 800 } = options;
        super(level?.runtime, made(level, gravity), "triggers", freeTriggers);
        const { exports } = this.runtime.wasm;
        const count = exports.halfspace_trigger_count(this.pointer);
        this.triggers = Array.from({ length: count }, (_, i) => this.#read(i));
        const idle = exports.halfspace_idle_trigger_count(this.pointer);
        this.idle = Array.from({ length: idle }, (_, i) => this.#readIdle(i));
    }

    #read(trigger: number): Trigger {
        const { runtime, pointer } = this;
        const { wasm, scratch } = runtime;
        runtime.found(wasm.exports.halfspace_get_trigger(pointer, trigger, scratch), "trigger");
        const at = layout.trigger;
        const isPush = wasm.u32[(scratch + at.kind) >>> 2] === TRIGGER_PUSH;
        return {
            entity: wasm.u32[(scratch + at.entity) >>> 2]!,
            model: wasm.u32[(scratch + at.model) >>> 2]!,
            kind: isPush ? "push" : "teleport",
            destination: readPoint(runtime, scratch + at.destination),
            velocity: readPoint(runtime, scratch + at.velocity),
        };
    }

    #readIdle(trigger: number): IdleTrigger {
        const { runtime, pointer } = this;
        const { wasm, scratch } = runtime;
        const { halfspace_get_idle_trigger: get } = wasm.exports;
        runtime.found(get(pointer, trigger, scratch, scratch + 4), "trigger");
        return {
            entity: wasm.u32[scratch >>> 2]!,
            reason: wasm.text(wasm.u32[(scratch + 4) >>> 2]!) ?? "",
        };
    }

    #checked(mover: Mover): Mover {
        if (checkedMover(mover).runtime !== this.runtime) {
            throw new HalfspaceError(
                "init() was called after one of triggers and mover was made; make both after the call",
            );
        }
        return mover;
    }

    /** The first trigger that the body of a mover overlaps; null if there is none. */
    touched(mover: Mover): Trigger | null {
        const { runtime, pointer } = this;
        const { wasm, scratch } = runtime;
        const { isCrouched, bodyPointer, crouchPointer, pointer: at } = this.#checked(mover);
        const status = wasm.exports.halfspace_touched_trigger(
            pointer,
            isCrouched ? crouchPointer : bodyPointer,
            at + layout.mover_state.position,
            scratch + result,
        );
        return runtime.found(status, "touched")
            ? this.triggers[wasm.u32[(scratch + result) >>> 2]!]!
            : null;
    }

    /**
     * Moves a mover that touches a trigger, and returns the trigger; null if it touches none. A teleporter
     * puts it at its destination at rest; where there is no room, it stays. A push gives it its velocity in
     * each step as long as it is touched. The mover moves in a world of the level of the triggers.
     * without: what does not block it, such as its own obstacle.
     */
    apply(mover: Mover, options: AskWorld = nothingLeftOut): Trigger | null {
        checkOptions(options, askNames, "apply");
        const { runtime, pointer } = this;
        const { wasm, scratch } = runtime;
        const { worldPointer, bodyPointer, crouchPointer, optionsPointer } = this.#checked(mover);
        const status = wasm.exports.halfspace_apply_triggers(
            pointer,
            worldPointer,
            writeLeaveOut(runtime, options.without),
            bodyPointer,
            crouchPointer,
            mover.pointer,
            optionsPointer,
            scratch + result,
        );
        if (status === NOT_FOUND) {
            return null;
        }
        if (status !== OK) {
            throw new HalfspaceError("apply: expected a mover in the level of the triggers");
        }
        return this.triggers[wasm.u32[(scratch + result) >>> 2]!]!;
    }
}
