// SPDX-License-Identifier: MIT
// What a moving body touches.
import { NONE } from "./constants.js";
import { checkObject, finite, index, word, type Point } from "./arguments.js";
import { pointAt, writeVec3, type TraceOptions } from "./memory.js";
import { HalfspaceError } from "./error.js";
import { contact as layout } from "./layout.js";
import { RecordList, type Views } from "./records.js";
import { type Runtime } from "./runtime.js";

/** Where a moving body first touches something. */
export interface Contact {
    hit: boolean;
    /** The body is not free at the start; it cannot move. */
    startBlocked: boolean;
    /** How much of the motion is done at the touch, from 0 to 1; 1 without a touch. */
    fraction: number;
    /** The position of the body at the touch. */
    point: Point;
    /** Where the body comes to rest. */
    end: Point;
    /** Of length 1, towards the body; zero without a hit and with a blocked start. */
    normal: Point;
    /** The contents of the mask that block; 0 with a blocked start. */
    contents: number;
    /** The touched model; 0 is the world; -1 if it is none. */
    model: number;
    /** The id of the obstacle that is touched, or in which the body begins; -1 if it is none. */
    obstacle: number;
    /** The id of the mesh that is touched, or in which the body begins; -1 if it is none. */
    mesh: number;
    /** The touched triangle of the mesh; -1 if it is none, and with a blocked start. */
    triangle: number;
    /** For Level.touchedSurface; -1 without a hit, and in contacts of sweeps. */
    plane: number;
    /** For Level.touchedSurface. */
    node: number;
}

/** A number as the library writes it; -1 for HALFSPACE_NONE. */
export function orMinusOne(value: number): number {
    return value === NONE ? -1 : value;
}

/** A number of a contact as the library reads it. */
function orNone(value: number, what: string): number {
    return value === -1 ? NONE : index(value, NONE, what);
}

/** Contacts, one after the other from a pointer on. */
export function readContacts(from: Views, at: number, count: number): Contact[] {
    return Array.from({ length: count }, (_, i) => readContact(from, at + i * layout.size));
}

/** The contact at a pointer, or at an offset in bytes. */
export function readContact(from: Views, at: number): Contact {
    const { f64, i32, u32 } = from;
    return {
        hit: i32[(at + layout.hit) >>> 2] !== 0,
        startBlocked: i32[(at + layout.start_blocked) >>> 2] !== 0,
        fraction: f64[(at + layout.fraction) >>> 3]!,
        point: pointAt(f64, at + layout.point),
        end: pointAt(f64, at + layout.end),
        normal: pointAt(f64, at + layout.normal),
        contents: u32[(at + layout.contents) >>> 2]!,
        model: orMinusOne(u32[(at + layout.model) >>> 2]!),
        obstacle: orMinusOne(u32[(at + layout.obstacle) >>> 2]!),
        mesh: orMinusOne(u32[(at + layout.mesh) >>> 2]!),
        triangle: orMinusOne(u32[(at + layout.triangle) >>> 2]!),
        plane: orMinusOne(u32[(at + layout.plane) >>> 2]!),
        node: orMinusOne(u32[(at + layout.node) >>> 2]!),
    };
}

/** Writes what Level.touchedSurface needs. */
export function writeContact(runtime: Runtime, at: number, from: Contact): void {
    checkObject(from, "contact");
    const { f64, i32, u32 } = runtime.wasm;
    i32[(at + layout.hit) >>> 2] = from.hit ? 1 : 0;
    i32[(at + layout.start_blocked) >>> 2] = from.startBlocked ? 1 : 0;
    f64[(at + layout.fraction) >>> 3] = finite(from.fraction, "contact.fraction");
    writeVec3(runtime, at + layout.point, from.point, "contact.point");
    writeVec3(runtime, at + layout.end, from.end, "contact.end");
    writeVec3(runtime, at + layout.normal, from.normal, "contact.normal");
    u32[(at + layout.contents) >>> 2] = word(from.contents, "contact.contents");
    u32[(at + layout.model) >>> 2] = orNone(from.model, "contact.model");
    u32[(at + layout.obstacle) >>> 2] = orNone(from.obstacle, "contact.obstacle");
    u32[(at + layout.plane) >>> 2] = orNone(from.plane, "contact.plane");
    u32[(at + layout.node) >>> 2] = orNone(from.node, "contact.node");
}

/**
 * The contacts of many motions. A column, such as `fractions`, is made when it is first read.
 *
 *     const moved = level.traceAll("stand", motions);
 *     for (let i = 0; i < moved.length; ++i) {
 *         if (moved.hits[i]) {
 *             stop(i, moved.at(i).point);
 *         }
 *     }
 */
export class ContactList extends RecordList {
    /** @internal */
    protected override readonly size = layout.size;

    /** 1 where the body touches something. */
    get hits(): Uint8Array {
        return this.column(layout.hit, this.views.i32, Uint8Array);
    }

    /** 1 where the body is not free at its start. */
    get startsBlocked(): Uint8Array {
        return this.column(layout.start_blocked, this.views.i32, Uint8Array);
    }

    get fractions(): Float64Array {
        return this.column(layout.fraction, this.views.f64, Float64Array);
    }

    /** x, y, z of each. */
    get points(): Float64Array {
        return this.column(layout.point, this.views.f64, Float64Array, 3);
    }

    /** x, y, z of each. */
    get ends(): Float64Array {
        return this.column(layout.end, this.views.f64, Float64Array, 3);
    }

    /** x, y, z of each. */
    get normals(): Float64Array {
        return this.column(layout.normal, this.views.f64, Float64Array, 3);
    }

    get contents(): Uint32Array {
        return this.column(layout.contents, this.views.u32, Uint32Array);
    }

    /** -1 where no model is touched. */
    get models(): Int32Array {
        return this.column(layout.model, this.views.i32, Int32Array);
    }

    /** -1 where no obstacle is touched. */
    get obstacles(): Int32Array {
        return this.column(layout.obstacle, this.views.i32, Int32Array);
    }

    /** -1 where no mesh is touched. */
    get meshes(): Int32Array {
        return this.column(layout.mesh, this.views.i32, Int32Array);
    }

    /** The touched triangle of each mesh; -1 where it is none. */
    get triangles(): Int32Array {
        return this.column(layout.triangle, this.views.i32, Int32Array);
    }

    get planes(): Int32Array {
        return this.column(layout.plane, this.views.i32, Int32Array);
    }

    get nodes(): Int32Array {
        return this.column(layout.node, this.views.i32, Int32Array);
    }

    /** The contact of motion number i. */
    at(i: number): Contact {
        index(i, this.length, "contact");
        return readContact(this.views, i * layout.size);
    }
}

/** How traceAll and sweepAll move bodies through the world. */
export interface BatchOptions extends TraceOptions {
    /**
     * A list that an earlier call has returned. The new contacts replace those in the list, and the
     * call returns this list. Arrays that were read from it before, such as `fractions`, stay as they
     * are. Useful for batches in every frame. Default: each call makes a list.
     */
    into?: ContactList;
}

/** The list that a call fills. */
export function listToFill({ into }: BatchOptions): ContactList {
    if (into !== undefined && !(into instanceof ContactList)) {
        throw new HalfspaceError("into: expected a ContactList");
    }
    return into ?? new ContactList();
}
