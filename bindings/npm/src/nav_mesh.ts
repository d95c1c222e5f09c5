// SPDX-License-Identifier: MIT
// Navigation meshes: where a body can stand, and the shortest path from one place to another.
import { checkObject, checkOptions, finite, index, type Vec3 } from "./arguments.js";
import { NONE } from "./constants.js";
import { HalfspaceError } from "./error.js";
import { writeRouteOptions, type RouteOptions } from "./follow_options.js";
import * as layout from "./layout.js";
import { checkedLevel, type Level } from "./level.js";
import { a, b, flag, result, type Space } from "./level_base.js";
import { writeVec3 } from "./memory.js";
import {
    distance,
    mostNodes,
    NavMeshBase,
    optionsAt,
    resultAt,
    secondPlace,
    type NavArea,
    type NavPath,
    type NavPlace,
} from "./nav_base.js";
import { allDoorsOpen, doorsPointer, type DoorOptions } from "./nav_door_state.js";
import { linkKinds, type NavLinkKind } from "./nav_links.js";

/** An edge of a polygon: from corner `corner`, counted within the polygon, to the next one. */
export interface NavEdge {
    readonly polygon: number;
    readonly corner: number;
}

/** Where a straight way ends. */
export interface NavRayHit {
    /** The goal, or where a border stops the way. */
    readonly end: NavPlace;
    /** The border; null if the way reaches its goal. */
    readonly wall: NavEdge | null;
}

/** The nearest border of a place. */
export interface NavWall {
    /** Seen from above, in units. */
    readonly distance: number;
    /** The nearest place of the border. */
    readonly place: NavPlace;
    /** The border. */
    readonly edge: NavEdge;
}

/** A way in one direction over a part of the border of a polygon. */
export interface NavLink {
    readonly kind: NavLinkKind;
    /** What it takes to go it. */
    readonly seconds: number;
    /** The speed that the mover must have at the border; 0: any speed. A jump with 0 begins at rest. */
    readonly leastSpeed: number;
    /** The ends of the part of the border. */
    readonly from: readonly [NavPlace, NavPlace];
    /** Where one lands from each end. */
    readonly to: readonly [NavPlace, NavPlace];
    /** The model that carries the mover: a teleporter, a push or a lift; null: nothing. */
    readonly model: number | null;
}

/** A point of a route. */
export interface RoutePoint extends NavPlace {
    /** The link that leads from here to the next point; null: one walks there. */
    readonly link: NavLink | null;
}

/** A quick way, also over links. */
export interface NavRoute {
    /** How long it takes, with crouchCost. The costs of liquids and areas do not count here. */
    readonly seconds: number;
    /** The seconds, with all costs: `boundRoutes` gives a cost that no route is below. */
    readonly cost: number;
    /**
     * The start, each place where the way turns, where its cost changes or where a link begins or ends,
     * and the goal.
     */
    readonly points: readonly RoutePoint[];
}

/** The polygons of a navigation mesh: convex, flat, counter-clockwise seen from above. */
export interface NavPolygons {
    /** Where the corners of each polygon begin, and one more at the end. */
    readonly firstCorners: Uint32Array;
    /** x, y, z of each corner, in units. */
    readonly corners: Float64Array;
    /** For each corner the polygon beyond the edge to the next corner; -1 at a border of the mesh. */
    readonly neighbours: Int32Array;
    /** For each polygon the number of its island. */
    readonly islands: Uint32Array;
    /** For each polygon the liquids in which its positions are: bits of Contents. */
    readonly contents: Uint32Array;
    /** For each polygon the number of the area in `NavMesh.areas` that holds it; -1: none does. */
    readonly areas: Int32Array;
    /** For each polygon 1 if it is low (`NavMesh.isLow`), else 0. */
    readonly lows: Uint8Array;
}

/** How far from a position its floor may be. */
export interface LocateOptions {
    /** Below the position, in units. Default: 64. */
    reach?: number;
    /** Above it, in units, for positions that were rounded. Default: 1/32. */
    above?: number;
}

const errorBytes = 512;
const doorNames = ["doors"] as const;
const pathNames = ["maxNodes", "doors"] as const;

function made(level: Level, space: number): number {
    const { runtime, pointer } = level;
    const { wasm, scratch } = runtime;
    // What a mesh is made of is a part of the level, and it took at most 2.4 times that part.
    wasm.exports.halfspace_level_bytes(pointer, scratch);
    wasm.requireMemory(2 ** 16 + 3 * wasm.u32[scratch >>> 2]!);
    return wasm.withMemory(errorBytes, (error) => {
        const mesh = wasm.exports.halfspace_new_nav_mesh(pointer, space, error, errorBytes);
        if (mesh === 0) {
            const text = wasm.text(error)!;
            const how = text.endsWith("--nav") ? ", or by compileMap() with nav: true" : "";
            throw new HalfspaceError(`NavMesh: ${text}${how}`);
        }
        return mesh;
    });
}

/**
 * The floor of one body of a level, as convex polygons: all positions at which the body touches a floor.
 * Lengths are those seen from above, so the shortest path is the quickest one for a mover. The level must
 * be compiled with `nav: true`, or by `halfspace compile --nav`.
 *
 *     const floors = new NavMesh(level, "stand");
 *     const from = floors.locate(monster.position);
 *     const to = floors.nearest(player.position, 64);
 *     const path = from && to && floors.findPath(from, to);
 *     if (path) {
 *         walkTowards(path.points[1] ?? player.position);
 *     }
 */
export class NavMesh extends NavMeshBase {
    /** The body that stands on the mesh. */
    readonly space: Space;
    /** Islands count up from 0. No path leads from one island to another, but a route may. */
    readonly islandCount: number;
    /** Links count up from 0. */
    readonly linkCount: number;

    /** space: the name of the body, or its number. The level may be disposed of before the mesh. */
    constructor(level: Level, space: string | number) {
        const number = checkedLevel(level).space(space);
        const mesh = made(level, number);
        super(level.runtime, mesh);
        const { exports } = level.runtime.wasm;
        this.space = level.spaces[number]!;
        this.islandCount = exports.halfspace_nav_island_count(mesh);
        this.linkCount = exports.halfspace_nav_link_count(mesh);
    }

    #edgeAt(at: number): NavEdge {
        const { u32 } = this.runtime.wasm;
        const { polygon, corner } = layout.nav_edge;
        return { polygon: u32[(at + polygon) >>> 2]!, corner: u32[(at + corner) >>> 2]! };
    }

    /** The highest floor that is below a position of the body; null if there is none. */
    locate(position: Vec3, options: LocateOptions = {}): NavPlace | null {
        checkOptions(options, ["reach", "above"], "locate");
        const { runtime, pointer } = this;
        const { wasm, scratch } = runtime;
        writeVec3(runtime, scratch + a, position, "position");
        const how = scratch + optionsAt;
        const field = layout.nav_locate_options;
        wasm.exports.halfspace_default_nav_locate_options(how);
        for (const name of ["reach", "above"] as const) {
            if (options[name] !== undefined) {
                wasm.f64[(how + field[name]) >>> 3] = finite(options[name], name);
            }
        }
        const to = scratch + resultAt;
        const status = wasm.exports.halfspace_nav_locate(pointer, scratch + a, how, to);
        return runtime.found(status, "locate") ? this.placeAt(to) : null;
    }

    /** The place nearest to a position in space; null if it is farther away than `maxDistance`. */
    nearest(position: Vec3, maxDistance = Infinity): NavPlace | null {
        const { runtime, pointer } = this;
        const { wasm, scratch } = runtime;
        writeVec3(runtime, scratch + a, position, "position");
        distance(maxDistance, "nearest: maxDistance");
        const to = scratch + resultAt;
        const status = wasm.exports.halfspace_nav_nearest(pointer, scratch + a, maxDistance, to);
        return runtime.found(status, "nearest") ? this.placeAt(to) : null;
    }

    /**
     * A place of the mesh, of one of its islands or of one area: equal parts of the floor get equally
     * many places. seed: any whole number, such as 1, 2, 3. Equal seeds give equal places on every
     * machine. area: a name in `areas`, or its number; -1: outside of all areas. null if there is no
     * such place.
     */
    randomPlace(
        seed: number,
        options: { island?: number; area?: string | number } = {},
    ): NavPlace | null {
        checkOptions(options, ["island", "area"], "randomPlace");
        const { runtime, pointer } = this;
        const { exports } = runtime.wasm;
        const to = runtime.scratch + resultAt;
        const { island, area } = options;
        if (island !== undefined && area !== undefined) {
            throw new HalfspaceError("randomPlace: expected island or area, found both");
        }
        const number = BigInt(index(seed, 2 ** 53, "seed"));
        const status =
            area === undefined
                ? exports.halfspace_nav_random_place(
                      pointer,
                      island === undefined ? NONE : index(island, this.islandCount, "island"),
                      number,
                      to,
                  )
                : exports.halfspace_nav_random_place_in_area(
                      pointer,
                      typeof area === "string"
                          ? this.areaNumber(area, "randomPlace")
                          : area === -1
                            ? NONE
                            : index(area, this.areas.length, "area"),
                      number,
                      to,
                  );
        return runtime.found(status, "randomPlace") ? this.placeAt(to) : null;
    }

    /** The island of a polygon. */
    islandOf(polygon: number): number {
        const to = this.#readPolygon(index(polygon, this.polygonCount, "polygon"));
        return this.runtime.wasm.u32[(to + layout.nav_polygon.island) >>> 2]!;
    }

    /** The area that holds a polygon; null if none does. */
    areaOf(polygon: number): NavArea | null {
        const to = this.#readPolygon(index(polygon, this.polygonCount, "polygon"));
        return this.areas[this.runtime.wasm.u32[(to + layout.nav_polygon.area) >>> 2]!] ?? null;
    }

    /**
     * True if a mover that stands elsewhere crouches on the polygon. Only a mesh of the space "crouch" of a
     * level with the space "stand" has such floor.
     */
    isLow(polygon: number): boolean {
        const to = this.#readPolygon(index(polygon, this.polygonCount, "polygon"));
        return this.runtime.wasm.i32[(to + layout.nav_polygon.is_low) >>> 2] !== 0;
    }

    /** Whether a path leads from one place to the other. It costs nothing. */
    isReachable(from: NavPlace, to: NavPlace, options: DoorOptions = allDoorsOpen): boolean {
        checkOptions(options, doorNames, "isReachable");
        checkObject(from, "from");
        checkObject(to, "to");
        const { runtime, pointer, polygonCount } = this;
        const status = runtime.wasm.exports.halfspace_nav_is_reachable(
            pointer,
            index(from.polygon, polygonCount, "from", ".polygon"),
            index(to.polygon, polygonCount, "to", ".polygon"),
            doorsPointer(this, options.doors, "isReachable"),
            runtime.scratch + result,
        );
        return flag(runtime, status, "isReachable");
    }

    /**
     * Goes straight in x and y from a place towards a position, along the surface. The z of the position
     * does not count: ramps lead up and down.
     */
    raycast(from: NavPlace, to: Vec3, options: DoorOptions = allDoorsOpen): NavRayHit {
        checkOptions(options, doorNames, "raycast");
        const { runtime, pointer } = this;
        const { wasm, scratch } = runtime;
        writeVec3(runtime, scratch + a, to, "to");
        this.writePlace(scratch + b, from, "from");
        const hit = scratch + resultAt;
        const status = wasm.exports.halfspace_nav_raycast(
            pointer,
            scratch + b,
            scratch + a,
            doorsPointer(this, options.doors, "raycast"),
            hit,
        );
        runtime.found(status, "raycast");
        const wall = this.#edgeAt(hit + layout.nav_hit.wall);
        return {
            end: this.placeAt(hit + layout.nav_hit.end),
            wall: wall.polygon === NONE ? null : wall,
        };
    }

    /**
     * The border that is nearest along the surface, seen from above; null if it is farther away than
     * `maxDistance`.
     */
    wallDistance(
        place: NavPlace,
        maxDistance = Infinity,
        options: DoorOptions = allDoorsOpen,
    ): NavWall | null {
        checkOptions(options, doorNames, "wallDistance");
        const { runtime, pointer } = this;
        const { wasm, scratch } = runtime;
        this.writePlace(scratch + b, place, "place");
        distance(maxDistance, "wallDistance: maxDistance");
        const wall = scratch + resultAt;
        const status = wasm.exports.halfspace_nav_wall_distance(
            pointer,
            scratch + b,
            maxDistance,
            doorsPointer(this, options.doors, "wallDistance"),
            this.scratchPointer,
            wall,
        );
        if (!runtime.found(status, "wallDistance")) {
            return null;
        }
        const field = layout.nav_wall;
        return {
            distance: wasm.f64[(wall + field.distance) >>> 3]!,
            place: this.placeAt(wall + field.place),
            edge: this.#edgeAt(wall + field.edge),
        };
    }

    /**
     * The shortest path between two places; null if they are on different islands, or if closed doors are
     * between them. It is never a part of a path: a search that needs more than `maxNodes` throws.
     * Default: 2^20 nodes, of about 80 bytes each.
     */
    findPath(
        from: NavPlace,
        to: NavPlace,
        options: DoorOptions & { maxNodes?: number } = {},
    ): NavPath | null {
        checkOptions(options, pathNames, "findPath");
        const { maxNodes = mostNodes } = options;
        const { runtime, pointer } = this;
        const { wasm, scratch } = runtime;
        this.writePlace(scratch + b, from, "from");
        this.writePlace(scratch + secondPlace, to, "to");
        const how = scratch + optionsAt;
        const most = index(maxNodes, 2 ** 31 + 1, "maxNodes");
        wasm.u32[(how + layout.nav_path_options.max_nodes) >>> 2] = most;
        const doors = doorsPointer(this, options.doors, "findPath");
        wasm.u32[(how + layout.nav_path_options.doors) >>> 2] = doors;
        const path = scratch + resultAt;
        const status = wasm.exports.halfspace_nav_find_path(
            pointer,
            scratch + b,
            scratch + secondPlace,
            how,
            this.scratchPointer,
            path,
        );
        return this.found(status, "findPath", maxNodes) ? this.pathAt(path) : null;
    }

    /**
     * A quick route between two places, also down ledges, by jumps and up ladders; null if none leads
     * there by the ways that the options allow. A PathFollower goes it with a mover. A search that needs
     * more than `maxNodes` throws.
     */
    findRoute(from: NavPlace, to: NavPlace, options: RouteOptions = {}): NavRoute | null {
        const { runtime, pointer } = this;
        const { wasm, scratch } = runtime;
        const how = scratch + optionsAt;
        writeRouteOptions(this, how, options);
        this.writePlace(scratch + b, from, "from");
        this.writePlace(scratch + secondPlace, to, "to");
        const route = scratch + resultAt;
        const status = wasm.exports.halfspace_nav_find_route(
            pointer,
            scratch + b,
            scratch + secondPlace,
            how,
            this.scratchPointer,
            route,
        );
        return this.found(status, "findRoute", options.maxNodes ?? mostNodes)
            ? this.#routeAt(route)
            : null;
    }

    /**
     * A cost that no route with these options is below; Infinity: there is no route. So
     * `route.cost / boundRoutes(...)` says by how much a route may be dearer than the best one. partLength:
     * the longest part of an edge, in units, above 0. A shorter one gives a higher bound, and half of it
     * takes up to four times as long. A search that needs more than `maxNodes` parts, of 16 bytes each,
     * throws. Coordinates are at most 2^24.
     */
    boundRoutes(
        from: NavPlace,
        to: NavPlace,
        partLength: number,
        options: RouteOptions = {},
    ): number {
        const { runtime, pointer } = this;
        const { wasm, scratch } = runtime;
        if (!(finite(partLength, "boundRoutes: partLength") > 0)) {
            throw new HalfspaceError(
                `boundRoutes: partLength: expected a number above 0, found ${partLength}`,
            );
        }
        const how = scratch + optionsAt;
        writeRouteOptions(this, how, options);
        this.writePlace(scratch + b, from, "from");
        this.writePlace(scratch + secondPlace, to, "to");
        const status = wasm.exports.halfspace_nav_bound_routes(
            pointer,
            scratch + b,
            scratch + secondPlace,
            partLength,
            how,
            this.scratchPointer,
            scratch + resultAt,
        );
        this.found(status, "boundRoutes", options.maxNodes ?? mostNodes);
        return wasm.f64[(scratch + resultAt) >>> 3]!;
    }

    #routeAt(at: number): NavRoute {
        const { f64, u32 } = this.runtime.wasm;
        const { seconds, cost, points, point_count } = layout.nav_route;
        const first = u32[(at + points) >>> 2]!;
        const point = layout.route_point;
        // The scratch memory at `at` takes the links.
        const count = u32[(at + point_count) >>> 2]!;
        const route = {
            seconds: f64[(at + seconds) >>> 3]!,
            cost: f64[(at + cost) >>> 3]!,
            points: [] as RoutePoint[],
        };
        for (let i = 0; i < count; ++i) {
            const here = first + i * point.size;
            const link = u32[(here + point.link) >>> 2]!;
            route.points.push({
                ...this.placeAt(here + point.place),
                link: link === NONE ? null : this.link(link),
            });
        }
        return route;
    }

    /** A link. */
    link(number: number): NavLink {
        const { runtime, pointer } = this;
        const { wasm, scratch } = runtime;
        const at = scratch + resultAt;
        index(number, this.linkCount, "link");
        wasm.exports.halfspace_get_nav_link(pointer, number, at);
        const field = layout.nav_link;
        const model = wasm.u32[(at + field.model) >>> 2]!;
        const ends = (from: number): [NavPlace, NavPlace] => [
            this.placeAt(from),
            this.placeAt(from + layout.nav_place.size),
        ];
        return {
            kind: linkKinds[wasm.u32[(at + field.kind) >>> 2]!]!,
            seconds: wasm.f64[(at + field.seconds) >>> 3]!,
            leastSpeed: wasm.f64[(at + field.least_speed) >>> 3]!,
            from: ends(at + field.from),
            to: ends(at + field.to),
            model: model === NONE ? null : model,
        };
    }

    #readPolygon(polygon: number): number {
        const { runtime, pointer } = this;
        const to = runtime.scratch + resultAt;
        runtime.wasm.exports.halfspace_get_nav_polygon(pointer, polygon, to);
        return to;
    }

    /** All polygons, for pictures and for a search of your own. */
    polygons(): NavPolygons {
        const { runtime, pointer, polygonCount } = this;
        const { wasm } = runtime;
        const count = wasm.exports.halfspace_nav_corner_count(pointer);
        const firstCorners = new Uint32Array(polygonCount + 1).fill(count);
        const islands = new Uint32Array(polygonCount);
        const contents = new Uint32Array(polygonCount);
        const areas = new Int32Array(polygonCount);
        const lows = new Uint8Array(polygonCount);
        const field = layout.nav_polygon;
        for (let p = 0; p < polygonCount; ++p) {
            const from = this.#readPolygon(p);
            firstCorners[p] = wasm.u32[(from + field.first_corner) >>> 2]!;
            islands[p] = wasm.u32[(from + field.island) >>> 2]!;
            contents[p] = wasm.u32[(from + field.contents) >>> 2]!;
            areas[p] = wasm.i32[(from + field.area) >>> 2]!;
            lows[p] = wasm.i32[(from + field.is_low) >>> 2]!;
        }
        return wasm.withMemory(28 * count, (at) => {
            const beyond = at + 24 * count;
            const { halfspace_write_nav_corners: write } = wasm.exports;
            runtime.found(write(pointer, at, beyond, count), "polygons");
            return {
                firstCorners,
                corners: wasm.f64.slice(at >>> 3, (at >>> 3) + 3 * count),
                neighbours: wasm.i32.slice(beyond >>> 2, (beyond >>> 2) + count),
                islands,
                contents,
                areas,
                lows,
            };
        });
    }
}
