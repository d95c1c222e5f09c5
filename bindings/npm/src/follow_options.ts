// SPDX-License-Identifier: MIT
// Which ways over a navigation mesh may be taken, how a follower goes them, and what it does.
import { checkObject, checkOptions, finite, index, shown, trueOrFalse } from "./arguments.js";
import * as c from "./constants.js";
import { Doors } from "./doors.js";
import { HalfspaceError } from "./error.js";
import * as layout from "./layout.js";
import { mostNodes, type NavMeshBase } from "./nav_base.js";
import { doorsPointer, type DoorOptions } from "./nav_door_state.js";
import { linkBits, type NavLinkKind } from "./nav_links.js";
import { numberOptions, writeNumbers, type NumberOption } from "./number_options.js";

/** Which ways may be taken. Lengths are in units. */
export interface WayOptions extends DoorOptions {
    /**
     * The most speed that the mover reaches: links that need more are not taken. A follower uses the
     * walkSpeed of its mover where this is larger. Default: Infinity.
     */
    runSpeed?: number;
    /** How deep a drop from a ledge may be. Default: Infinity. */
    maxDrop?: number;
    /**
     * By how much a way through the liquid counts more than one on dry floor, from 1 on. Infinity: it is
     * never entered. Default: 1.
     */
    waterCost?: number;
    /** Default: 10. */
    slimeCost?: number;
    /** Default: 10. */
    lavaCost?: number;
    /**
     * The same for areas of the floor by their names: { mud: 4, garden: Infinity }. Default: the costs
     * that the level gives them, `NavMesh.areas`.
     */
    areaCosts?: Readonly<Record<string, number>>;
    /**
     * True: each part on foot is a shortest path. False: a way is found in less time, and is some percent
     * longer. Default: true.
     */
    shorten?: boolean;
    /**
     * The kinds of links that may be taken. [] stays on foot; [...moverLinks, ...gameLinks] also takes
     * teleporters and jump pads, where the game calls `Triggers.apply`, and lifts. Default: moverLinks.
     */
    links?: readonly NavLinkKind[];
}

/** How a route is found. */
export interface RouteOptions extends WayOptions {
    /** The speed over the ground, to weigh walking against drops and jumps. Default: 320. */
    speed?: number;
    /**
     * How many times as long a way takes on low floor (`NavMesh.isLow`), from 1 on: for a mover that
     * crouches there and stands elsewhere, its walkSpeed / crouchSpeed, and the mesh of its crouching
     * body. Infinity: low floor is never entered. Default: 1, for a mover with the body of the mesh.
     */
    crouchCost?: number;
    /** The most nodes of each search, of about 80 bytes. Default: 2^20. */
    maxNodes?: number;
}

/** How a follower goes. Lengths are in units. */
export interface FollowOptions extends WayOptions {
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
    /**
     * The mesh is that of the mover's crouching body. The mover crouches where its standing body has no
     * room, and stands elsewhere; ways weigh that by its speeds. Default: false, for a mover with the
     * body of the mesh.
     */
    crouches?: boolean;
    /**
     * The `Doors` that the game moves: the follower waits for their lifts and rides
     * them, if `links` has "lift". They are of the level of the mesh. Default: it takes no lift.
     */
    lifts?: Doors;
}

/**
 * "idle": it has no goal. "arrived": it is at the goal, and goes back if it is pushed away. "stuck":
 * something stands in its way, or it walks and comes no nearer to its goal for long; it goes on to try.
 * "unreachable": no way leads from here to the goal; it stands, and looks again from time to time.
 */
export type FollowStatus = "idle" | "following" | "arrived" | "stuck" | "unreachable";

export const followStatuses: Record<number, FollowStatus> = {
    [c.FOLLOW_IDLE]: "idle",
    [c.FOLLOW_FOLLOWING]: "following",
    [c.FOLLOW_ARRIVED]: "arrived",
    [c.FOLLOW_STUCK]: "stuck",
    [c.FOLLOW_UNREACHABLE]: "unreachable",
};

const routeNumbers = numberOptions<RouteOptions>(layout.route_options, [
    "links",
    "max_nodes",
    "doors",
    "area_costs",
    "area_cost_count",
    "do_shorten",
]);
const wayNumbers = routeNumbers.filter(
    ({ name }) => name !== "speed" && name !== "crouchCost",
) as NumberOption<WayOptions>[];
const followNumbers = numberOptions<FollowOptions>(layout.follow_options, [
    "crouches",
    "lifts",
    "route",
]);

const namesOf = <Options>(numbers: readonly NumberOption<Options>[]) =>
    numbers.map(({ name }) => name);
const otherWays = ["areaCosts", "shorten", "links", "doors"] as const;
const routeOptions = [...namesOf(routeNumbers), ...otherWays, "maxNodes"] as const;
const followOptions = [
    ...namesOf(wayNumbers),
    ...namesOf(followNumbers),
    ...otherWays,
    "crouches",
    "lifts",
] as const;

// The second half of the scratch memory: a level has at most 256 areas.
const areaCostsAt = 2048;

// All may be infinite but `speed`. Costs are at least 1.
function limit(value: number, name: string): number {
    const least = name.includes("Cost") ? 1 : 0;
    if (value < least) {
        throw new HalfspaceError(`${name}: expected a number from ${least}, found ${value}`);
    }
    return value === Infinity && name !== "speed" ? value : finite(value, name);
}

function writeAreaCosts(mesh: NavMeshBase, at: number, costs: Readonly<Record<string, number>>) {
    checkObject(costs, "areaCosts");
    const { areas, runtime } = mesh;
    const { f64, u32 } = runtime.wasm;
    const to = runtime.scratch + areaCostsAt;
    areas.forEach(({ cost }, i) => (f64[(to >>> 3) + i] = cost));
    for (const name in costs) {
        f64[(to >>> 3) + mesh.areaNumber(name, "areaCosts")] = limit(
            costs[name]!,
            `areaCosts.${name}`,
        );
    }
    const field = layout.route_options;
    u32[(at + field.area_costs) >>> 2] = to;
    u32[(at + field.area_cost_count) >>> 2] = areas.length;
}

function writeFlag(mesh: NavMeshBase, at: number, value: boolean | undefined, name: string): void {
    if (value !== undefined) {
        mesh.runtime.wasm.i32[at >>> 2] = trueOrFalse(value, name) ? 1 : 0;
    }
}

// All but the numbers.
function writeWays(mesh: NavMeshBase, at: number, options: WayOptions, what: string): void {
    const { u32 } = mesh.runtime.wasm;
    const field = layout.route_options;
    u32[(at + field.max_nodes) >>> 2] = mostNodes;
    if (options.areaCosts !== undefined) {
        writeAreaCosts(mesh, at, options.areaCosts);
    }
    writeFlag(mesh, at + field.do_shorten, options.shorten, "shorten");
    if (options.links !== undefined) {
        u32[(at + field.links) >>> 2] = linkBits(options.links, "links");
    }
    u32[(at + field.doors) >>> 2] = doorsPointer(mesh, options.doors, what);
}

/** Writes a halfspace_route_options. */
export function writeRouteOptions(mesh: NavMeshBase, at: number, options: RouteOptions): void {
    checkOptions(options, routeOptions, "findRoute");
    const { runtime } = mesh;
    const { wasm } = runtime;
    wasm.exports.halfspace_default_route_options(at);
    writeNumbers(runtime, at, routeNumbers, options, limit);
    writeWays(mesh, at, options, "findRoute");
    if (options.maxNodes !== undefined) {
        const most = index(options.maxNodes, 2 ** 31 + 1, "maxNodes");
        wasm.u32[(at + layout.route_options.max_nodes) >>> 2] = most;
    }
}

/** Writes a halfspace_follow_options. */
export function writeFollowOptions(
    mesh: NavMeshBase,
    at: number,
    options: FollowOptions,
    what: string,
): void {
    checkOptions(options, followOptions, what);
    const { runtime } = mesh;
    const { wasm } = runtime;
    const { crouches, lifts, route } = layout.follow_options;
    wasm.exports.halfspace_default_follow_options(at);
    writeNumbers(runtime, at, followNumbers, options);
    writeNumbers(runtime, at + route, wayNumbers, options, limit);
    writeFlag(mesh, at + crouches, options.crouches, "crouches");
    if (options.lifts !== undefined) {
        wasm.u32[(at + lifts) >>> 2] = liftsPointer(mesh, options.lifts, what);
    }
    writeWays(mesh, at + route, options, what);
}

function liftsPointer({ runtime }: NavMeshBase, lifts: Doors, what: string): number {
    if (!(lifts instanceof Doors) || lifts.runtime !== runtime) {
        throw new HalfspaceError(
            `${what}: lifts: expected Doors, made after init(), found ${shown(lifts)}`,
        );
    }
    return lifts.pointer;
}

/** Of options that are out of their ranges. */
export const followRanges =
    "speed is from 0 to 1; goalRadius, lostRadius and stuckSeconds are above 0, clearance and " +
    "findRadius at least 0";
