// SPDX-License-Identifier: MIT
// Doors, lifts and plats that open by themselves for players who are near, by Quake's customs.
import {
    checkOptions,
    finite,
    index,
    list,
    positive,
    shown,
    trueOrFalse,
    type Point,
} from "./arguments.js";
import { AreaState } from "./area_state.js";
import { DOOR_CLOSED, DOOR_CLOSING, DOOR_OPEN, DOOR_OPENING } from "./constants.js";
import { HalfspaceError } from "./error.js";
import * as layout from "./layout.js";
import { checkedLevel, pointerOf, type Level } from "./level.js";
import { readPoint, writeVec3, type Placement } from "./memory.js";
import { NavDoorState } from "./nav_door_state.js";
import { Handle, type Runtime } from "./runtime.js";
import { defaultUnitsPerMetre, inLevel, type PlaceOrVector } from "./units.js";

/** What an entity says about a door. */
export interface Door {
    /** The entity's number in `Level.entities`. */
    readonly entity: number;
    /** Doors with equal numbers open together and turn back together. */
    readonly group: number;
    /** A player in this box opens the door and its group. Of a lift: the column above it. */
    readonly reach: { readonly min: Readonly<Point>; readonly max: Readonly<Point> };
    /** How far it opens [units, or degrees of a door that turns]. */
    readonly travel: number;
    /** Units or degrees per second. */
    readonly speed: number;
    /** How long it stays open when no visitor is near [s]; below 0: for ever. */
    readonly wait: number;
}

/** A model that goes from one place to another in the step. A model at rest has two equal places. */
export interface MovingModel {
    from: Placement;
    to: Placement;
}

/** How doors are measured. */
export interface DoorsOptions {
    /** Map units in a metre, for a Vector3. Default: 32. */
    unitsPerMetre?: number;
}

/** What a door does now. A lift is open where it is high. */
export interface DoorState {
    mode: "closed" | "opening" | "open" | "closing";
    /** How far it is open [units or degrees]. */
    open: number;
    isLocked: boolean;
}

const doorModes: Record<number, DoorState["mode"]> = {
    [DOOR_CLOSED]: "closed",
    [DOOR_OPENING]: "opening",
    [DOOR_OPEN]: "open",
    [DOOR_CLOSING]: "closing",
};

function freeDoors({ wasm }: Runtime, doors: number): void {
    wasm.exports.halfspace_free_doors(doors);
}

const axes = [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
] as const;

/**
 * The doors and lifts of a level. Entities whose class begins with func_door, and func_plat, are
 * doors; docs/reference/levels.md says which keys count. Doors open for players who are near, wait and close.
 */
export class Doors extends Handle {
    /** All models of the level, where they are now. */
    readonly placements: Placement[] = [];
    /** The way of every model in this step, in the order of `placements`. */
    readonly ways: MovingModel[] = [];
    /** The doors, in the order of their entities. */
    readonly doors: readonly Door[];
    /** The models that belong to doors. */
    readonly #models: number[] = [];
    readonly #unitsPerMetre: number;

    constructor(
        /** The level that the doors belong to. */
        readonly level: Level,
        options: DoorsOptions = {},
    ) {
        checkOptions(options, ["unitsPerMetre"], "Doors");
        const { unitsPerMetre = defaultUnitsPerMetre } = options;
        positive(unitsPerMetre, "unitsPerMetre");
        const { runtime } = checkedLevel(level);
        super(runtime, runtime.wasm.exports.halfspace_new_doors(level.pointer), "doors", freeDoors);
        const count = runtime.wasm.exports.halfspace_door_count(this.pointer);
        this.#unitsPerMetre = unitsPerMetre;
        this.doors = Array.from({ length: count }, (_, door) => this.#readDoor(door));
        const entities = new Set(this.doors.map(({ entity }) => entity));
        for (let model = 1; model < level.modelCount; ++model) {
            const place = { model };
            this.placements.push(place);
            this.ways.push({ from: place, to: place });
            if (entities.has(level.modelEntity(model)?.index ?? -1)) {
                this.#models.push(model);
            }
        }
        this.#readPlaces();
    }

    #readDoor(door: number): Door {
        const { runtime } = this;
        const { wasm, scratch } = runtime;
        runtime.found(wasm.exports.halfspace_get_door(this.pointer, door, scratch), "door");
        const at = layout.door;
        return {
            entity: wasm.u32[(scratch + at.entity) >>> 2]!,
            group: wasm.u32[(scratch + at.group) >>> 2]!,
            reach: {
                min: readPoint(runtime, scratch + at.reach_min),
                max: readPoint(runtime, scratch + at.reach_max),
            },
            travel: wasm.f64[(scratch + at.travel) >>> 3]!,
            speed: wasm.f64[(scratch + at.speed) >>> 3]!,
            wait: wasm.f64[(scratch + at.wait) >>> 3]!,
        };
    }

    /** The number of doors. */
    get count(): number {
        return this.doors.length;
    }

    // Parts of a placement that are as at rest are left out.
    #readPlacement(model: number, at: number): Placement {
        const { x, y, z, translation } = layout.placement;
        const placement: Placement = { model };
        const turn = [x, y, z].map((part) => readPoint(this.runtime, at + part));
        if (turn.some((axis, i) => axis.some((value, k) => value !== axes[i]![k]))) {
            [placement.x, placement.y, placement.z] = turn;
        }
        const moved = readPoint(this.runtime, at + translation);
        if (moved.some((value) => value !== 0)) {
            placement.translation = moved;
        }
        return placement;
    }

    // Where the way of a model is in the scratch memory.
    #way(model: number): { from: number; to: number } {
        const { runtime } = this;
        const { exports } = runtime.wasm;
        const from = runtime.scratch;
        const to = from + layout.placement.size;
        runtime.found(exports.halfspace_door_way(this.pointer, model, from, to), "doors");
        return { from, to };
    }

    // Where the models are between two steps.
    #readPlaces(): void {
        for (const model of this.#models) {
            const place = this.#readPlacement(model, this.#way(model).to);
            this.placements[model - 1] = place;
            this.ways[model - 1] = { from: place, to: place };
        }
    }

    #readWays(): void {
        const { u8 } = this.runtime.wasm;
        for (const model of this.#models) {
            const { from, to } = this.#way(model);
            const isStill = u8.subarray(from, to).every((byte, i) => byte === u8[to + i]);
            const way = this.ways[model - 1]!;
            way.from = this.placements[model - 1]!;
            way.to = isStill ? way.from : this.#readPlacement(model, to);
        }
    }

    // Returns whether a model has moved.
    #takeWays(): boolean {
        let hasMoved = false;
        for (const model of this.#models) {
            const { from, to } = this.ways[model - 1]!;
            hasMoved ||= from !== to;
            this.placements[model - 1] = to;
        }
        return hasMoved;
    }

    /**
     * Begins a step of so many seconds. Doors open for the players.
     * players: their positions, in any order.
     */
    step(seconds: number, players: readonly PlaceOrVector[]): readonly MovingModel[] {
        finite(seconds, "seconds");
        const places = list(players, "players").map((player, i) =>
            inLevel(player, this.#unitsPerMetre, `players[${i}]`),
        );
        const { runtime } = this;
        const { wasm } = runtime;
        const doors = this.pointer;
        wasm.withMemory(24 * places.length, (memory) => {
            places.forEach((place, i) => writeVec3(runtime, memory + 24 * i, place, "players"));
            const { halfspace_step_doors: stepDoors } = wasm.exports;
            runtime.found(stepDoors(doors, seconds, memory, places.length), "seconds");
        });
        this.#readWays();
        return this.ways;
    }

    /**
     * After a crush by this model: its door, with its group, stays in this step where it was, and
     * then turns back. A door that would never close waits instead.
     */
    turnBack(model: number): readonly MovingModel[] {
        index(model, this.level.modelCount, "model");
        const { runtime } = this;
        const { exports } = runtime.wasm;
        runtime.found(exports.halfspace_turn_back_door(this.pointer, model), "turnBack");
        this.#readWays();
        return this.ways;
    }

    /** Ends the step: every model is at the end of its way. Returns whether one has moved. */
    finish(): boolean {
        const { runtime } = this;
        runtime.found(runtime.wasm.exports.halfspace_finish_doors(this.pointer, 0), "finish");
        return this.#takeWays();
    }

    /**
     * Shuts the area portals whose doors stand closed, and opens all others. A lift, and a door that the
     * editor shows open, shut nothing.
     */
    setAreas(areas: AreaState): void {
        const { halfspace_set_areas: set } = this.runtime.wasm.exports;
        set(this.pointer, pointerOf(areas, AreaState, this.level, "areas: expected an AreaState"));
    }

    /**
     * Closes the doors of a navigation mesh of the level through which no agent comes, and opens all
     * others: in each step, before agents find their ways. A door that opens for who is near is open for
     * ways. Closed is one that is locked and not open, and what these doors do not move, such as a
     * func_breakable.
     */
    setClosed(closed: NavDoorState): void {
        if (!(closed instanceof NavDoorState)) {
            throw new HalfspaceError(`setClosed: expected a NavDoorState, found ${shown(closed)}`);
        }
        const { runtime, pointer } = this;
        if (closed.runtime !== runtime) {
            throw new HalfspaceError(
                "setClosed: init() was called after one of doors and state was made; make both after the call",
            );
        }
        const { halfspace_set_closed_doors: set } = runtime.wasm.exports;
        runtime.found(set(pointer, closed.pointer), "setClosed");
    }

    /** What a door does now. door: its place in `doors`. */
    state(door: number): DoorState {
        index(door, this.count, "door");
        const { runtime } = this;
        const { wasm, scratch } = runtime;
        const { mode, open, locked } = layout.door_state;
        runtime.found(wasm.exports.halfspace_get_door_state(this.pointer, door, scratch), "door");
        return {
            mode: doorModes[wasm.u8[scratch + mode]!]!,
            open: wasm.f64[(scratch + open) >>> 3]!,
            isLocked: wasm.u8[scratch + locked] !== 0,
        };
    }

    /**
     * While a door is locked, no visitor opens it or its group. Between `step` and `finish`, it counts
     * from the next step on.
     */
    lock(door: number, isLocked = true): void {
        index(door, this.count, "door");
        trueOrFalse(isLocked, "isLocked");
        const { exports } = this.runtime.wasm;
        exports.halfspace_lock_door(this.pointer, door, isLocked ? 1 : 0);
    }

    /** The states of all doors, to keep or to send: the same bytes as the C++ type DoorState. */
    save(): Uint8Array {
        const { runtime } = this;
        const { wasm, scratch } = runtime;
        const { size } = layout.door_state;
        const saved = new Uint8Array(size * this.count);
        for (let door = 0; door < this.count; ++door) {
            wasm.exports.halfspace_get_door_state(this.pointer, door, scratch);
            saved.set(wasm.u8.subarray(scratch, scratch + size), size * door);
        }
        return saved;
    }

    /** Takes the states of `save`. Not between `step` and `finish`. */
    restore(saved: Uint8Array): void {
        const bytes = layout.door_state.size * this.count;
        if (!(saved instanceof Uint8Array) || saved.length !== bytes) {
            throw new HalfspaceError(
                `restore: expected a Uint8Array of ${bytes} bytes, found ${shown(saved)}`,
            );
        }
        const { runtime } = this;
        const { wasm } = runtime;
        const doors = this.pointer;
        wasm.withMemory(bytes, (memory) => {
            wasm.u8.set(saved, memory);
            const { halfspace_restore_doors: restore } = wasm.exports;
            runtime.found(restore(doors, memory, this.count), "restore");
        });
        this.#readPlaces();
    }
}
