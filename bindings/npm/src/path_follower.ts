// SPDX-License-Identifier: MIT
// Monsters that find their way: from a route over a navigation mesh to the controls of a mover.
import { shown, type Point } from "./arguments.js";
import { HalfspaceError } from "./error.js";
import {
    followRanges,
    followStatuses,
    writeFollowOptions,
    type FollowOptions,
    type FollowStatus,
} from "./follow_options.js";
import * as layout from "./layout.js";
import { a, result } from "./level_base.js";
import { pointAt } from "./memory.js";
import { checkedMover, type Mover } from "./mover.js";
import { writeGoal, type DistanceField } from "./distance_field.js";
import type { NavPlace } from "./nav_base.js";
import { NavMesh } from "./nav_mesh.js";
import { Handle, type Runtime } from "./runtime.js";

function freeFollower({ wasm }: Runtime, follower: number): void {
    wasm.exports.halfspace_free_path_follower(follower);
}

function made(mesh: NavMesh, options: FollowOptions): number {
    if (!(mesh instanceof NavMesh)) {
        throw new HalfspaceError(`PathFollower: expected a NavMesh, found ${shown(mesh)}`);
    }
    void mesh.pointer; // throws after dispose()
    const { wasm, scratch } = mesh.runtime;
    writeFollowOptions(mesh, scratch, options, "PathFollower");
    const follower = wasm.exports.halfspace_new_path_follower(scratch);
    if (follower === 0) {
        throw new HalfspaceError(`PathFollower: ${followRanges}`);
    }
    return follower;
}

/**
 * Goes a quick route over a navigation mesh with a mover: on foot and over links. It gives the controls of
 * each step and nothing else, so no mistake of it can bring a body into a wall.
 *
 *     const floors = new NavMesh(level, "stand");
 *     const follower = new PathFollower(floors);
 *     follower.goTo(monster, floors.locate(player.position));
 *     monster.stepByInput(follower.step(monster)); // in each step of the game
 */
export class PathFollower extends Handle {
    readonly #mesh: NavMesh;

    /** mesh: of the mover's body; with `crouches` of its crouching body. Dispose of it after its followers. */
    constructor(mesh: NavMesh, options: FollowOptions = {}) {
        super(mesh.runtime, made(mesh, options), "path follower", freeFollower);
        this.#mesh = mesh;
    }

    /**
     * Finds a quick route from the mover to a place of the mesh, or to the goal of a field of the mesh,
     * whose paths many may take. Begins to go it: "following" or "unreachable". null, as locate() gives
     * where there is no floor, forgets the goal: "idle".
     */
    goTo(mover: Mover, goal: NavPlace | DistanceField | null): FollowStatus {
        checkedMover(mover);
        const { runtime, pointer } = this;
        const { wasm, scratch } = runtime;
        if (goal === null) {
            this.stop();
            return this.status;
        }
        const place = scratch + a;
        const field = writeGoal(this.#mesh, place, goal);
        const status = wasm.exports.halfspace_follower_go_to(
            pointer,
            this.#mesh.pointer,
            this.#mesh.scratchPointer,
            mover.pointer + layout.mover_state.position,
            field === 0 ? place : 0,
            field,
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
        return followStatuses[this.runtime.wasm.exports.halfspace_follower_status(this.pointer)]!;
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
