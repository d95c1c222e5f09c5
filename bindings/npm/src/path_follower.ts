// SPDX-License-Identifier: MIT
// Monsters that find their way: from a route over a navigation mesh to the controls of a mover.
import { checkOptions, finite, shown, type Point } from "./arguments.js";
import * as c from "./constants.js";
import { HalfspaceError } from "./error.js";
import * as layout from "./layout.js";
import { a, result } from "./level_base.js";
import { pointAt } from "./memory.js";
import { Mover } from "./mover.js";
import { NavMesh, type NavPlace } from "./nav_mesh.js";
import { Handle, type Runtime } from "./runtime.js";

/** How a follower goes. Lengths are in units. */
export interface FollowOptions {
    /**
     * The part of the mover's full speed that is used, from 0 to 1. Over ledges and walls it goes at full
     * speed. Default: 1.
     */
    speed?: number;
    /** The distance that is kept from borders where the way turns. Default: 2. */
    clearance?: number;
    /** So near the goal the mover has arrived, seen from above. Default: 1. */
    goalRadius?: number;
    /** So far beside its way it goes straight to the next point from where it is. Default: 24. */
    lostRadius?: number;
    /** Without progress for so many seconds, it is stuck. Default: 1. */
    stuckSeconds?: number;
    /** How far from the mesh it finds back to it. Default: 64. */
    findRadius?: number;
    /** How deep it may drop from a ledge. Default: Infinity. */
    maxDrop?: number;
    /**
     * By how much a way through the liquid counts more than one on dry floor, from 1 on. Infinity: it
     * never enters it. Default: 1.
     */
    waterCost?: number;
    /** Default: 10. */
    slimeCost?: number;
    /** Default: 10. */
    lavaCost?: number;
    /** Whether it may drop from ledges at all. Default: true. */
    mayDrop?: boolean;
    /** Whether it may jump onto walls. Default: true. */
    mayJump?: boolean;
}

/**
 * "idle": it has no goal. "arrived": it is at the goal, and goes back if it is pushed away. "stuck":
 * something stands in its way; it has taken a new route and goes on to try. "unreachable": no way leads
 * from here to the goal; it stands, and looks again from time to time.
 */
export type FollowStatus = "idle" | "following" | "arrived" | "stuck" | "unreachable";

const statuses: Record<number, FollowStatus> = {
    [c.FOLLOW_IDLE]: "idle",
    [c.FOLLOW_FOLLOWING]: "following",
    [c.FOLLOW_ARRIVED]: "arrived",
    [c.FOLLOW_STUCK]: "stuck",
    [c.FOLLOW_UNREACHABLE]: "unreachable",
};

const numbers = {
    speed: "speed",
    clearance: "clearance",
    goalRadius: "goal_radius",
    lostRadius: "lost_radius",
    stuckSeconds: "stuck_seconds",
    findRadius: "find_radius",
    maxDrop: "max_drop",
    waterCost: "water_cost",
    slimeCost: "slime_cost",
    lavaCost: "lava_cost",
} as const;
const flags = { mayDrop: "may_drop", mayJump: "may_jump" } as const;
const numberNames = Object.keys(numbers) as (keyof typeof numbers)[];
const flagNames = Object.keys(flags) as (keyof typeof flags)[];

function freeFollower({ wasm }: Runtime, follower: number): void {
    wasm.exports.halfspace_free_path_follower(follower);
}

function made(mesh: NavMesh, options: FollowOptions): number {
    if (!(mesh instanceof NavMesh)) {
        throw new HalfspaceError(`PathFollower: expected a NavMesh, found ${shown(mesh)}`);
    }
    checkOptions(options, [...numberNames, ...flagNames], "PathFollower");
    void mesh.pointer; // throws after dispose()
    const { wasm, scratch } = mesh.runtime;
    const field = layout.follow_options;
    wasm.exports.halfspace_default_follow_options(scratch);
    for (const name of numberNames) {
        const value = options[name];
        if (value !== undefined) {
            const mayBeInfinite = name === "maxDrop" || name.endsWith("Cost");
            wasm.f64[(scratch + field[numbers[name]]) >>> 3] =
                mayBeInfinite && value === Infinity ? value : finite(value, name);
        }
    }
    for (const name of flagNames) {
        if (options[name] !== undefined) {
            wasm.i32[(scratch + field[flags[name]]) >>> 2] = options[name] ? 1 : 0;
        }
    }
    const follower = wasm.exports.halfspace_new_path_follower(scratch);
    if (follower === 0) {
        throw new HalfspaceError(
            "PathFollower: speed is from 0 to 1; goalRadius, lostRadius and stuckSeconds are above " +
                "0, costs at least 1, and all other numbers at least 0",
        );
    }
    return follower;
}

function checkedMover(mover: Mover): Mover {
    if (!(mover instanceof Mover)) {
        throw new HalfspaceError(`expected a Mover, found ${shown(mover)}`);
    }
    return mover;
}

/**
 * Goes a quick route over a navigation mesh with a mover: on foot, down ledges and by jumps. It gives the
 * controls of each step and nothing else, so no mistake of it can bring a body into a wall.
 *
 *     const floors = new NavMesh(level, "stand");
 *     const follower = new PathFollower(floors);
 *     follower.goTo(monster, floors.locate(player.position));
 *     monster.stepByInput(follower.step(monster)); // in each step of the game
 */
export class PathFollower extends Handle {
    readonly #mesh: NavMesh;

    /** mesh: of the mover's body. Dispose of it after its followers. */
    constructor(mesh: NavMesh, options: FollowOptions = {}) {
        super(mesh.runtime, made(mesh, options), "path follower", freeFollower);
        this.#mesh = mesh;
    }

    /**
     * Finds a quick route from the mover to a place of the mesh, and begins to go it: "following" or
     * "unreachable". null, as locate() gives where there is no floor, forgets the goal: "idle".
     */
    goTo(mover: Mover, goal: NavPlace | null): FollowStatus {
        checkedMover(mover);
        const { runtime, pointer } = this;
        const { exports } = runtime.wasm;
        if (goal === null) {
            this.stop();
            return this.status;
        }
        const { scratch } = runtime;
        const place = scratch + a;
        this.#mesh.writePlace(place, goal, "goal");
        const status = exports.halfspace_follower_go_to(
            pointer,
            this.#mesh.pointer,
            this.#mesh.scratchPointer,
            mover.pointer + layout.mover_state.position,
            place,
            mover.optionsPointer,
            scratch + result,
        );
        runtime.found(status, "goTo");
        return this.status;
    }

    /** Forgets the goal. */
    stop(): void {
        const { runtime, pointer } = this;
        runtime.found(runtime.wasm.exports.halfspace_follower_stop(pointer), "stop");
    }

    /**
     * The controls of the next step, for Mover.stepByInput(). All are 0 without a goal. Takes a new route
     * where the mover was pushed off its own.
     */
    step(mover: Mover): Uint8Array {
        checkedMover(mover);
        const { runtime, pointer } = this;
        const { wasm, scratch } = runtime;
        const status = wasm.exports.halfspace_follower_step(
            pointer,
            this.#mesh.scratchPointer,
            mover.pointer,
            mover.optionsPointer,
            scratch,
        );
        runtime.found(status, "step");
        return wasm.u8.slice(scratch, scratch + layout.mover_input.size);
    }

    get status(): FollowStatus {
        return statuses[this.runtime.wasm.exports.halfspace_follower_status(this.pointer)]!;
    }

    /** The points that are before the mover, for pictures; the last one is the goal. */
    points(): Point[] {
        const { runtime, pointer } = this;
        const { wasm } = runtime;
        const count = wasm.exports.halfspace_follower_point_count(pointer);
        if (count === 0) {
            return [];
        }
        return wasm.withMemory(24 * count, (at) => {
            const { halfspace_write_follower_points: write } = wasm.exports;
            runtime.found(write(pointer, at, count), "points");
            return Array.from({ length: count }, (_, i) => pointAt(wasm.f64, at + 24 * i));
        });
    }
}
