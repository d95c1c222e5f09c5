// SPDX-License-Identifier: MIT
// How far all places of a navigation mesh are from one place.
import { checkOptions, index, shown } from "./arguments.js";
import { HalfspaceError } from "./error.js";
import * as layout from "./layout.js";
import { a } from "./level_base.js";
import {
    distance,
    mostNodes,
    optionsAt,
    resultAt,
    type NavPath,
    type NavPlace,
} from "./nav_base.js";
import { doorsPointer, type DoorOptions } from "./nav_door_state.js";
import { NavMesh } from "./nav_mesh.js";
import { Handle, type Runtime } from "./runtime.js";

/** How a field is found. */
export interface FieldOptions extends DoorOptions {
    /** Leaves out places that are farther from the goal, in units. Default: Infinity. */
    maxLength?: number;
    /** The most nodes of the search, of about 80 bytes. Default: 2^20. */
    maxNodes?: number;
}

const optionNames = ["maxLength", "maxNodes", "doors"] as const;

function freeField({ wasm }: Runtime, field: number): void {
    wasm.exports.halfspace_free_distance_field(field);
}

function made(mesh: NavMesh): number {
    if (!(mesh instanceof NavMesh)) {
        throw new HalfspaceError(`DistanceField: expected a NavMesh, found ${shown(mesh)}`);
    }
    void mesh.pointer; // throws after dispose()
    return mesh.runtime.wasm.exports.halfspace_new_distance_field();
}

/**
 * How far all places of a mesh are from one place, and the shortest path of each. Hundreds of agents with
 * one goal need one field, and no search of their own:
 *
 *     const field = new DistanceField(floors);
 *     const here = floors.nearest(player.position, 64);
 *     if (here) field.find(here); // again when the player has moved
 *     crowd.agents.forEach((agent) => agent.goTo(field));
 */
export class DistanceField extends Handle {
    #goal: NavPlace | null = null;

    /** Without a goal. Dispose of the mesh after its fields. */
    constructor(
        /** The mesh of the field. */
        readonly mesh: NavMesh,
    ) {
        super(mesh?.runtime, made(mesh), "field", freeField);
    }

    /** The goal of the last find(); null without one. */
    get goal(): NavPlace | null {
        return this.#goal;
    }

    /**
     * Finds the paths of all places to a place of the mesh. A search that needs more than `maxNodes`
     * throws; then the field has no goal. It takes as long as a findPath() to the farthest place.
     */
    find(goal: NavPlace, options: FieldOptions = {}): void {
        checkOptions(options, optionNames, "find");
        const { runtime, pointer, mesh } = this;
        const { wasm, scratch } = runtime;
        const { maxLength = Infinity, maxNodes = mostNodes } = options;
        const how = scratch + optionsAt;
        const field = layout.nav_path_options;
        wasm.u32[(how + field.max_nodes) >>> 2] = index(maxNodes, 2 ** 31 + 1, "maxNodes");
        wasm.u32[(how + field.doors) >>> 2] = doorsPointer(mesh, options.doors, "find");
        mesh.writePlace(scratch + a, goal, "goal");
        const status = wasm.exports.halfspace_find_distance_field(
            pointer,
            mesh.pointer,
            scratch + a,
            distance(maxLength, "find: maxLength"),
            how,
        );
        this.#goal = this.isCurrent ? this.#goal : null;
        mesh.found(status, "find", maxNodes);
        this.#goal = mesh.placeAt(scratch + a);
    }

    /**
     * True if the field has a goal, and if none of its doors was set since find(). Else lengthFrom(),
     * pathFrom() and goTo() throw: call find() again.
     */
    get isCurrent(): boolean {
        const { halfspace_is_distance_field_current: ask } = this.runtime.wasm.exports;
        return ask(this.pointer) !== 0;
    }

    /** @internal The pointer of a field that may be asked. */
    currentPointer(what: string): number {
        if (!this.isCurrent) {
            throw new HalfspaceError(
                this.#goal === null
                    ? `${what}: the field has no goal; call find() before`
                    : `${what}: a door was set after find(); call find() again`,
            );
        }
        return this.pointer;
    }

    /** The length of the shortest path from a place to the goal; null if there is none in maxLength. */
    lengthFrom(place: NavPlace): number | null {
        const { runtime, mesh } = this;
        const { wasm, scratch } = runtime;
        const field = this.currentPointer("lengthFrom");
        mesh.writePlace(scratch + a, place, "place");
        const to = scratch + resultAt;
        const { halfspace_distance_field_length: ask } = wasm.exports;
        const status = ask(field, scratch + a, mesh.scratchPointer, to);
        return runtime.found(status, "lengthFrom") ? wasm.f64[to >>> 3]! : null;
    }

    /** The shortest path from a place to the goal; null where there is no length. */
    pathFrom(place: NavPlace): NavPath | null {
        const { runtime, mesh } = this;
        const { wasm, scratch } = runtime;
        const field = this.currentPointer("pathFrom");
        mesh.writePlace(scratch + a, place, "place");
        const to = scratch + resultAt;
        const { halfspace_distance_field_path: ask } = wasm.exports;
        const status = ask(field, scratch + a, mesh.scratchPointer, to);
        return runtime.found(status, "pathFrom") ? mesh.pathAt(to) : null;
    }

    /**
     * All polygons with places that are not farther than maxLength, and perhaps some that are a bit
     * farther; in ascending order.
     */
    polygons(): Uint32Array {
        const { wasm, scratch } = this.runtime;
        const at = wasm.exports.halfspace_distance_field_polygons(this.pointer, scratch);
        return wasm.u32.slice(at >>> 2, (at >>> 2) + wasm.u32[scratch >>> 2]!);
    }
}

/** @internal Writes a place as a goal of the mesh, or returns the pointer of a field. */
export function writeGoal(mesh: NavMesh, at: number, goal: NavPlace | DistanceField): number {
    if (!(goal instanceof DistanceField)) {
        mesh.writePlace(at, goal, "goal");
        return 0;
    }
    if (goal.mesh !== mesh) {
        throw new HalfspaceError("goTo: expected a field of the mover's own mesh");
    }
    return goal.currentPointer("goTo");
}
