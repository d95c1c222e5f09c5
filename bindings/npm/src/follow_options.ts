// SPDX-License-Identifier: MIT
// Which ways over a navigation mesh may be taken, how a follower goes them, and what it does.
import { checkOptions, finite, index } from "./arguments.js";
import * as c from "./constants.js";
import * as layout from "./layout.js";
import { mostNodes, type NavMeshBase } from "./nav_base.js";
import { doorsPointer, type DoorOptions } from "./nav_door_state.js";
import { linkBits, type NavLinkKind } from "./nav_links.js";

/** Which ways may be taken. Lengths are in units. */
export interface WayOptions extends DoorOptions {
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
     * The kinds of links that may be taken. [] stays on foot; [...moverLinks, ...gameLinks] also takes
     * teleporters and jump pads, where the game calls `Triggers.apply`. Default: moverLinks.
     */
    links?: readonly NavLinkKind[];
}

/** How a route is found. */
export interface RouteOptions extends WayOptions {
    /** The speed over the ground, to weigh walking against drops and jumps. Default: 320. */
    speed?: number;
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
}

/**
 * "idle": it has no goal. "arrived": it is at the goal, and goes back if it is pushed away. "stuck":
 * something stands in its way; it has taken a new route and goes on to try. "unreachable": no way leads
 * from here to the goal; it stands, and looks again from time to time.
 */
export type FollowStatus = "idle" | "following" | "arrived" | "stuck" | "unreachable";

export const followStatuses: Record<number, FollowStatus> = {
    [c.FOLLOW_IDLE]: "idle",
    [c.FOLLOW_FOLLOWING]: "following",
    [c.FOLLOW_ARRIVED]: "arrived",
    [c.FOLLOW_STUCK]: "stuck",
    [c.FOLLOW_UNREACHABLE]: "unreachable",
};

const wayNumbers = {
    maxDrop: "max_drop",
    waterCost: "water_cost",
    slimeCost: "slime_cost",
    lavaCost: "lava_cost",
} as const;
const followNumbers = {
    speed: "speed",
    clearance: "clearance",
    goalRadius: "goal_radius",
    lostRadius: "lost_radius",
    stuckSeconds: "stuck_seconds",
    findRadius: "find_radius",
} as const;

const keys = <Names extends object>(names: Names) => Object.keys(names) as (keyof Names)[];
const wayNames = keys(wayNumbers);
const followNames = keys(followNumbers);
const routeOptions = [...wayNames, "links", "doors", "speed", "maxNodes"] as const;
const followOptions = [...wayNames, "links", "doors", ...followNames] as const;

function writeWays(mesh: NavMeshBase, at: number, options: WayOptions, what: string): void {
    const { wasm } = mesh.runtime;
    const field = layout.route_options;
    wasm.u32[(at + field.max_nodes) >>> 2] = mostNodes;
    for (const name of wayNames) {
        const value = options[name];
        if (value !== undefined) {
            wasm.f64[(at + field[wayNumbers[name]]) >>> 3] =
                value === Infinity ? value : finite(value, name);
        }
    }
    if (options.links !== undefined) {
        wasm.u32[(at + field.links) >>> 2] = linkBits(options.links, "links");
    }
    wasm.u32[(at + field.doors) >>> 2] = doorsPointer(mesh, options.doors, what);
}

/** Writes a halfspace_route_options. */
export function writeRouteOptions(mesh: NavMeshBase, at: number, options: RouteOptions): void {
    checkOptions(options, routeOptions, "findRoute");
    const { wasm } = mesh.runtime;
    const field = layout.route_options;
    wasm.exports.halfspace_default_route_options(at);
    writeWays(mesh, at, options, "findRoute");
    if (options.speed !== undefined) {
        wasm.f64[(at + field.speed) >>> 3] = finite(options.speed, "speed");
    }
    if (options.maxNodes !== undefined) {
        wasm.u32[(at + field.max_nodes) >>> 2] = index(options.maxNodes, 2 ** 31 + 1, "maxNodes");
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
    const { wasm } = mesh.runtime;
    const field = layout.follow_options;
    wasm.exports.halfspace_default_follow_options(at);
    for (const name of followNames) {
        const value = options[name];
        if (value !== undefined) {
            wasm.f64[(at + field[followNumbers[name]]) >>> 3] = finite(value, name);
        }
    }
    writeWays(mesh, at + field.route, options, what);
}

/** Of options that are out of their ranges. */
export const followRanges =
    "speed is from 0 to 1; goalRadius, lostRadius and stuckSeconds are above 0, costs at least 1, and " +
    "all other numbers at least 0";
