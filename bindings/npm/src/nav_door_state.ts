// SPDX-License-Identifier: MIT
// Which doors of a navigation mesh are closed.
import { shown, trueOrFalse, word } from "./arguments.js";
import { HalfspaceError } from "./error.js";
import { result } from "./level_base.js";
import { NavMeshBase } from "./nav_base.js";
import { Handle, type Runtime } from "./runtime.js";

function freeState({ wasm }: Runtime, doors: number): void {
    wasm.exports.halfspace_free_nav_door_state(doors);
}

function made(mesh: NavMeshBase): number {
    if (!(mesh instanceof NavMeshBase)) {
        throw new HalfspaceError(`NavDoorState: expected a NavMesh, found ${shown(mesh)}`);
    }
    return mesh.runtime.wasm.exports.halfspace_new_nav_door_state(mesh.pointer);
}

/**
 * Which doors of a navigation mesh are closed, for paths, routes, fields, followers and crowds. The floor
 * goes on below doors: without a state, and in a new one, all doors are open for ways. All who have the
 * state see each change of it.
 *
 *     const closed = new NavDoorState(floors);
 *     doors.setClosed(closed); // the Doors, in each step; or:
 *     closed.setClosed(level.entities[7].model);
 *     const path = floors.findPath(from, to, { doors: closed });
 */
export class NavDoorState extends Handle {
    /** The models of all doors that close a polygon of the mesh, in ascending order. */
    readonly doors: readonly number[];

    /** All doors are open. mesh: a NavMesh. It may be disposed of before the state. */
    constructor(
        /** The mesh of the doors. */
        readonly mesh: NavMeshBase,
    ) {
        super(mesh?.runtime, made(mesh), "state of doors", freeState);
        const { wasm, scratch } = this.runtime;
        const { exports } = wasm;
        const count = exports.halfspace_nav_door_count(this.pointer);
        this.doors = Array.from({ length: count }, (_, door) => {
            exports.halfspace_get_nav_door(this.pointer, door, scratch + result);
            return wasm.u32[(scratch + result) >>> 2]!;
        });
    }

    /** Whether the door of a model is closed. False for a model that is no door of the mesh. */
    isClosed(model: number): boolean {
        const { runtime, pointer } = this;
        const { wasm, scratch } = runtime;
        const { halfspace_is_nav_door_closed: ask } = wasm.exports;
        const status = ask(pointer, word(model, "isClosed: model"), scratch + result);
        return runtime.found(status, "isClosed") && wasm.i32[(scratch + result) >>> 2] !== 0;
    }

    /** Closes or opens the door of a model. Does nothing for a model that is no door of the mesh. */
    setClosed(model: number, isClosed = true): void {
        trueOrFalse(isClosed, "setClosed: isClosed");
        const { halfspace_close_nav_door: close } = this.runtime.wasm.exports;
        close(this.pointer, word(model, "setClosed: model"), isClosed ? 1 : 0);
    }
}

/** What a question may have: closed doors are walls for who is outside of them. */
export interface DoorOptions {
    /** Default: all doors are open. */
    doors?: NavDoorState;
}

/** @internal Of a call without options: it makes no object. */
export const allDoorsOpen: DoorOptions = Object.freeze({});

/** @internal The pointer of a state of this mesh; 0 for none. */
export function doorsPointer(
    mesh: NavMeshBase,
    doors: NavDoorState | undefined,
    what: string,
): number {
    if (doors === undefined) {
        return 0;
    }
    if (!(doors instanceof NavDoorState) || doors.mesh !== mesh) {
        const found = doors instanceof NavDoorState ? "that of another one" : shown(doors);
        throw new HalfspaceError(
            `${what}: doors: expected a NavDoorState of the mesh that is asked, found ${found}`,
        );
    }
    return doors.pointer;
}
