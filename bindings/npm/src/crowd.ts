// SPDX-License-Identifier: MIT
// Many monsters that walk to their goals and avoid each other.
import { checkOptions, index, shown } from "./arguments.js";
import { OK } from "./constants.js";
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
import { checkedMover, type Mover } from "./mover.js";
import { writeGoal, type DistanceField } from "./distance_field.js";
import type { NavPlace } from "./nav_base.js";
import { NavMesh } from "./nav_mesh.js";
import { numberOptions, writeNumbers } from "./number_options.js";
import { Handle, runtime, type Runtime } from "./runtime.js";

/** How agents avoid each other. Lengths are in units. */
export interface CrowdOptions {
    /** So many seconds before a contact agents begin to avoid each other. Default: 0.4. */
    horizon?: number;
    /** The same for borders of the mesh. Default: 0.05. */
    borderHorizon?: number;
    /** Agents farther away do not count. Default: 160. */
    neighbourDistance?: number;
    /** So many of the nearest agents count. Default: 10. */
    maxNeighbours?: number;
    /** The distance that agents keep from each other, if they can. Default: 1. */
    gap?: number;
}

const numbers = numberOptions<CrowdOptions>(layout.crowd_options, ["max_neighbours"]);

function freeCrowd({ wasm }: Runtime, crowd: number): void {
    wasm.exports.halfspace_free_crowd(crowd);
}

function made(from: Runtime, options: CrowdOptions): number {
    checkOptions(options, [...numbers.map(({ name }) => name), "maxNeighbours"], "Crowd");
    const { wasm, scratch } = from;
    const field = layout.crowd_options;
    wasm.exports.halfspace_default_crowd_options(scratch);
    writeNumbers(from, scratch, numbers, options);
    const { maxNeighbours } = options;
    if (maxNeighbours !== undefined) {
        wasm.u32[(scratch + field.max_neighbours) >>> 2] = index(
            maxNeighbours,
            2 ** 32,
            "maxNeighbours",
        );
    }
    const crowd = wasm.exports.halfspace_new_crowd(scratch);
    if (crowd === 0) {
        throw new HalfspaceError(
            "Crowd: horizon, borderHorizon and neighbourDistance are above 0, gap is at least 0",
        );
    }
    return crowd;
}

/** A mover in a crowd. Crowd.add() makes it. */
export class CrowdAgent {
    #crowd: Crowd | null;
    readonly #mesh: NavMesh;
    readonly #number: number;

    /** @internal */
    constructor(
        crowd: Crowd,
        readonly mover: Mover,
        mesh: NavMesh,
        number: number,
    ) {
        this.#crowd = crowd;
        this.#mesh = mesh;
        this.#number = number;
    }

    // The crowd while the agent is in it.
    get #of(): Crowd {
        if (this.#crowd === null) {
            throw new HalfspaceError("this agent is not in its crowd any more");
        }
        return this.#crowd;
    }

    /**
     * Finds a quick route from the mover to a place of its mesh, or to the goal of a field of its mesh:
     * hundreds are sent by a field in the time of one. Begins to go it: "following" or "unreachable".
     * null, as locate() gives where there is no floor, forgets the goal: "idle".
     */
    goTo(goal: NavPlace | DistanceField | null): FollowStatus {
        const { pointer, runtime: from } = this.#of;
        const { wasm, scratch } = from;
        this.tellState();
        if (goal === null) {
            from.found(wasm.exports.halfspace_crowd_stop(pointer, this.#number), "goTo");
            return this.status;
        }
        const place = scratch + a;
        const field = writeGoal(this.#mesh, place, goal);
        const status = wasm.exports.halfspace_crowd_go_to(
            pointer,
            this.#number,
            field === 0 ? place : 0,
            field,
            scratch + result,
        );
        from.found(status, "goTo");
        return this.status;
    }

    /** The controls that the last Crowd.step() found, for Mover.stepByInput(). */
    get input(): Uint8Array {
        const { pointer, runtime: from } = this.#of;
        const { wasm, scratch } = from;
        wasm.exports.halfspace_crowd_input(pointer, this.#number, scratch);
        return wasm.u8.slice(scratch, scratch + layout.mover_input.size);
    }

    get status(): FollowStatus {
        const { pointer, runtime: from } = this.#of;
        const { wasm, scratch } = from;
        wasm.exports.halfspace_crowd_status(pointer, this.#number, scratch);
        return followStatuses[wasm.u32[scratch >>> 2]!]!;
    }

    /** Takes the agent out of the crowd. The mover stays. */
    remove(): void {
        const crowd = this.#of;
        crowd.runtime.wasm.exports.halfspace_crowd_remove(crowd.pointer, this.#number);
        crowd.forget(this);
        this.#crowd = null;
    }

    /** @internal The crowd learns where the mover is. */
    tellState(): void {
        const { pointer, runtime: from } = this.#of;
        const { halfspace_crowd_set_state: set } = from.wasm.exports;
        from.found(set(pointer, this.#number, this.mover.pointer), "the state of the mover");
    }
}

/**
 * Many movers that walk to their goals over navigation meshes and avoid each other. It gives the controls
 * of each step and nothing else. Each agent walks on the mesh of its own body, so a crowd may mix sizes.
 *
 *     const crowd = new Crowd();
 *     const agents = monsters.map((mover) => crowd.add(mover, floors));
 *     agents.forEach((agent) => agent.goTo(floors.locate(player.position)));
 *     crowd.step(); // in each step of the game
 *     agents.forEach(({ mover, input }) => mover.stepByInput(input));
 *
 * Bodies that must not overlap are obstacles of the CollisionWorld: it is the mover that stops, not the
 * crowd.
 */
export class Crowd extends Handle {
    readonly #agents = new Set<CrowdAgent>();

    constructor(options: CrowdOptions = {}) {
        const from = runtime();
        super(from, made(from, options), "crowd", freeCrowd);
    }

    /** In the order in which they were added. */
    get agents(): readonly CrowdAgent[] {
        return [...this.#agents];
    }

    /** Adds a mover, which has no goal yet. mesh: of its standing body; with `crouches` of the crouching one. */
    add(mover: Mover, mesh: NavMesh, options: FollowOptions = {}): CrowdAgent {
        const { pointer, runtime: own } = this;
        checkedMover(mover);
        if (!(mesh instanceof NavMesh)) {
            throw new HalfspaceError(`add: expected a NavMesh, found ${shown(mesh)}`);
        }
        if (mover.runtime !== own || mesh.runtime !== own) {
            throw new HalfspaceError(
                "add: init() was called after one of crowd, mover and mesh was made; make all after the call",
            );
        }
        const { wasm, scratch } = own;
        writeFollowOptions(mesh, scratch + a, options, "add");
        const number = scratch + a + layout.follow_options.size;
        const status = wasm.exports.halfspace_crowd_add(
            pointer,
            mover.worldPointer,
            mover.bodyPointer,
            mesh.pointer,
            mover.pointer,
            scratch + a,
            mover.optionsPointer,
            number,
        );
        if (status !== OK) {
            throw new HalfspaceError(`add: ${followRanges}`);
        }
        const agent = new CrowdAgent(this, mover, mesh, wasm.u32[number >>> 2]!);
        this.#agents.add(agent);
        return agent;
    }

    /** @internal */
    forget(agent: CrowdAgent): void {
        this.#agents.delete(agent);
    }

    /**
     * Finds the controls of all agents for one step of their movers, from where the movers are now. One
     * that is stuck takes a new route and a step aside.
     */
    step(): void {
        const { runtime: own, pointer } = this;
        for (const agent of this.#agents) {
            agent.tellState();
        }
        own.found(own.wasm.exports.halfspace_crowd_step(pointer), "step");
    }
}
