// SPDX-License-Identifier: MIT
// What a moving body touches.
import { index, readPoint, type Point } from "./arguments.js";
import { contact as layout } from "./layout.js";
import { none, type Runtime } from "./runtime.js";

/** Where a moving body first touches something. */
export interface Contact {
    hit: boolean;
    /** The body has no room at the start; it cannot move. */
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
    /** The touched model; 0 is the world; -1 without a hit. */
    model: number;
    /** The index of the touched model in TraceOptions.models; -1 for the world and without a hit. */
    placed: number;
    /** For Level.touchedSurface; -1 without a hit, and in contacts of sweeps. */
    plane: number;
    /** For Level.touchedSurface. */
    node: number;
}

function orMinusOne(value: number): number {
    return value === none ? -1 : value;
}

export function readContact(runtime: Runtime, at: number): Contact {
    const { f64, i32, u32 } = runtime.wasm;
    return {
        hit: i32[(at + layout.hit) >>> 2] !== 0,
        startBlocked: i32[(at + layout.start_blocked) >>> 2] !== 0,
        fraction: f64[(at + layout.fraction) >>> 3]!,
        point: readPoint(runtime, at + layout.point),
        end: readPoint(runtime, at + layout.end),
        normal: readPoint(runtime, at + layout.normal),
        contents: u32[(at + layout.contents) >>> 2]!,
        model: orMinusOne(u32[(at + layout.model) >>> 2]!),
        placed: orMinusOne(u32[(at + layout.placed) >>> 2]!),
        plane: orMinusOne(u32[(at + layout.plane) >>> 2]!),
        node: orMinusOne(u32[(at + layout.node) >>> 2]!),
    };
}

/** Writes what Level.touchedSurface needs. */
export function writeContact(runtime: Runtime, at: number, from: Contact): void {
    const { f64, i32, u32 } = runtime.wasm;
    i32[(at + layout.hit) >>> 2] = from.hit ? 1 : 0;
    i32[(at + layout.start_blocked) >>> 2] = from.startBlocked ? 1 : 0;
    f64[(at + layout.fraction) >>> 3] = from.fraction;
    f64.set(from.point, (at + layout.point) >>> 3);
    f64.set(from.end, (at + layout.end) >>> 3);
    f64.set(from.normal, (at + layout.normal) >>> 3);
    u32[(at + layout.contents) >>> 2] = from.contents;
    u32[(at + layout.model) >>> 2] = from.model;
    u32[(at + layout.placed) >>> 2] = from.placed;
    u32[(at + layout.plane) >>> 2] = from.plane;
    u32[(at + layout.node) >>> 2] = from.node;
}

/** The contacts of many motions, in typed arrays. */
export class ContactList {
    /** 1 where the body touches something. */
    readonly hits: Uint8Array;
    /** 1 where the body has no room at its start. */
    readonly startsBlocked: Uint8Array;
    readonly fractions: Float64Array;
    /** x, y, z of each. */
    readonly points: Float64Array;
    /** x, y, z of each. */
    readonly ends: Float64Array;
    /** x, y, z of each. */
    readonly normals: Float64Array;
    readonly contents: Uint32Array;
    readonly planes: Int32Array;
    readonly nodes: Int32Array;

    /** @internal */
    constructor(
        runtime: Runtime,
        at: number,
        /** How many motions. */
        readonly length: number,
    ) {
        this.hits = new Uint8Array(length);
        this.startsBlocked = new Uint8Array(length);
        this.fractions = new Float64Array(length);
        this.points = new Float64Array(3 * length);
        this.ends = new Float64Array(3 * length);
        this.normals = new Float64Array(3 * length);
        this.contents = new Uint32Array(length);
        this.planes = new Int32Array(length);
        this.nodes = new Int32Array(length);
        const { f64, i32, u32 } = runtime.wasm;
        for (let i = 0; i < length; ++i, at += layout.size) {
            this.hits[i] = i32[(at + layout.hit) >>> 2]!;
            this.startsBlocked[i] = i32[(at + layout.start_blocked) >>> 2]!;
            this.fractions[i] = f64[(at + layout.fraction) >>> 3]!;
            for (let axis = 0; axis < 3; ++axis) {
                this.points[3 * i + axis] = f64[((at + layout.point) >>> 3) + axis]!;
                this.ends[3 * i + axis] = f64[((at + layout.end) >>> 3) + axis]!;
                this.normals[3 * i + axis] = f64[((at + layout.normal) >>> 3) + axis]!;
            }
            this.contents[i] = u32[(at + layout.contents) >>> 2]!;
            this.planes[i] = i32[(at + layout.plane) >>> 2]!;
            this.nodes[i] = i32[(at + layout.node) >>> 2]!;
        }
    }

    /** The contact of motion number i. */
    at(i: number): Contact {
        index(i, this.length, "contact");
        const point = (from: Float64Array): Point => [
            from[3 * i]!,
            from[3 * i + 1]!,
            from[3 * i + 2]!,
        ];
        return {
            hit: this.hits[i] === 1,
            startBlocked: this.startsBlocked[i] === 1,
            fraction: this.fractions[i]!,
            point: point(this.points),
            end: point(this.ends),
            normal: point(this.normals),
            contents: this.contents[i]!,
            model: this.hits[i] === 1 ? 0 : -1,
            placed: -1,
            plane: this.planes[i]!,
            node: this.nodes[i]!,
        };
    }
}
