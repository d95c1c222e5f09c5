// SPDX-License-Identifier: MIT
// What navigation meshes, the states of their doors and fields share.
import { checkObject, finite, index, oneOf, type Point } from "./arguments.js";
import { TOO_SMALL } from "./constants.js";
import { HalfspaceError } from "./error.js";
import type { Status } from "./exports.js";
import * as layout from "./layout.js";
import { b } from "./level_base.js";
import { pointAt, writeVec3 } from "./memory.js";
import { Handle, type Runtime } from "./runtime.js";

/**
 * A place on a navigation mesh. x and y are in the polygon or on its border, z is its height. Questions
 * throw for a position that is more than 1 unit away from its polygon.
 */
export interface NavPlace {
    /** Polygons count up from 0. */
    readonly polygon: number;
    readonly position: Readonly<Point>;
}

/** A part of the floor to which a designer has given a name: an entity func_nav_area. */
export interface NavArea {
    readonly name: string;
    /** By how much a way counts more there than elsewhere, from 1 on. */
    readonly cost: number;
}

/** A shortest path. */
export interface NavPath {
    /** Seen from above, in units. */
    readonly length: number;
    /**
     * The start, the corners where the path turns or which it touches, and the goal. Between two of
     * them the path is straight seen from above. A path from a place to itself has one point.
     */
    readonly points: readonly Readonly<Point>[];
    /** The polygons that the path goes through, in order. */
    readonly polygons: Uint32Array;
}

/** The scratch memory of the runtime: a point or a place at `a`, another place, options, results. */
export const secondPlace = b + layout.nav_place.size;
export const optionsAt = secondPlace + layout.nav_place.size;
export const resultAt = optionsAt + layout.route_options.size;

/** Of a search from one end of a large level to the other. A node takes 80 bytes. */
export const mostNodes = 2 ** 20;

/** A number from 0 on, perhaps Infinity. */
export function distance(value: number, what: string): number {
    if (value !== Infinity && !(finite(value, what) >= 0)) {
        throw new HalfspaceError(`${what}: expected a number from 0 on, found ${value}`);
    }
    return value;
}

function freeMesh({ wasm }: Runtime, mesh: number): void {
    wasm.exports.halfspace_free_nav_mesh(mesh);
}

function freeScratch({ wasm }: Runtime, scratch: number): void {
    wasm.exports.halfspace_free_nav_scratch(scratch);
}

/** Memory of questions. */
class NavScratch extends Handle {
    constructor(runtime: Runtime) {
        const scratch = runtime.wasm.exports.halfspace_new_nav_scratch();
        super(runtime, scratch, "navigation mesh", freeScratch);
    }
}

/** The part of a NavMesh that others ask. */
export abstract class NavMeshBase extends Handle {
    readonly polygonCount: number;
    /** The areas of the level. No two have equal names. */
    readonly areas: readonly NavArea[];
    readonly #scratch: NavScratch;

    /** @internal */
    constructor(runtime: Runtime, mesh: number) {
        super(runtime, mesh, "navigation mesh", freeMesh);
        const { wasm, scratch } = runtime;
        const { exports } = wasm;
        this.polygonCount = exports.halfspace_nav_polygon_count(mesh);
        const { name, cost } = layout.nav_area;
        this.areas = Array.from({ length: exports.halfspace_nav_area_count(mesh) }, (_, area) => {
            exports.halfspace_get_nav_area(mesh, area, scratch);
            return {
                name: wasm.text(wasm.u32[(scratch + name) >>> 2]!)!,
                cost: wasm.f64[(scratch + cost) >>> 3]!,
            };
        });
        this.#scratch = new NavScratch(runtime);
    }

    override dispose(): void {
        this.#scratch.dispose();
        super.dispose();
    }

    /** @internal Memory for questions. */
    get scratchPointer(): number {
        return this.#scratch.pointer;
    }

    /** @internal The number of an area. */
    areaNumber(area: string, what: string): number {
        const names = this.areas.map(({ name }) => name);
        return names.indexOf(oneOf(area, names, `${what}: area`));
    }

    /** @internal */
    writePlace(at: number, place: NavPlace, what: string): void {
        checkObject(place, what);
        const { wasm } = this.runtime;
        const polygon = index(place.polygon, this.polygonCount, what, ".polygon");
        wasm.u32[(at + layout.nav_place.polygon) >>> 2] = polygon;
        writeVec3(this.runtime, at + layout.nav_place.position, place.position, what, ".position");
        if (wasm.exports.halfspace_is_nav_place(this.pointer, at) === 0) {
            throw new HalfspaceError(
                `${what}: the position is not on polygon ${polygon} of the mesh; locate() and nearest() give places`,
            );
        }
    }

    /** @internal */
    placeAt(at: number): NavPlace {
        const { u32, f64 } = this.runtime.wasm;
        const field = layout.nav_place;
        return {
            polygon: u32[(at + field.polygon) >>> 2]!,
            position: pointAt(f64, at + field.position),
        };
    }

    /** @internal */
    pathAt(at: number): NavPath {
        const { f64, u32 } = this.runtime.wasm;
        const field = layout.nav_path;
        const points = u32[(at + field.points) >>> 2]!;
        const count = u32[(at + field.point_count) >>> 2]!;
        const first = u32[(at + field.polygons) >>> 2]! >>> 2;
        const corners: Point[] = [];
        for (let i = 0; i < count; ++i) {
            corners.push(pointAt(f64, points + 24 * i));
        }
        return {
            length: f64[(at + field.length) >>> 3]!,
            points: corners,
            polygons: u32.slice(first, first + u32[(at + field.polygon_count) >>> 2]!),
        };
    }

    /** @internal Whether a search has found something. */
    found(status: Status, what: string, maxNodes: number): boolean {
        if (status === TOO_SMALL) {
            throw new HalfspaceError(
                `${what}: the search needs more than ${maxNodes} nodes; give a larger maxNodes`,
            );
        }
        return this.runtime.found(status, what);
    }
}
