// SPDX-License-Identifier: MIT
// Where a player starts.
import { checkObject, checkOptions, finite, vec3, word } from "../arguments.js";
import { readPoint } from "../memory.js";
import { checkedWorld } from "../collision_world.js";
import { Contents, type CollisionWorld, type Level, type MoverBody, type Point } from "../index.js";
import * as layout from "../layout.js";
import { writeLeaveOut, type LeaveOut } from "../leave_out.js";
import { checkedLevel } from "../level.js";
import { writeBody } from "../mover_body.js";

/** Where a player starts. */
export interface PlayerStart {
    /** The position of the body [units]. */
    position: Point;
    /** Where the player looks: 0 is along x, and more turns left [degrees]. */
    yaw: number;
}

/** A start of the level. */
export interface FoundStart extends PlayerStart {
    /** The entity's number in `Level.entities`. */
    entity: number;
    /** The value of the entity's key "origin" [units]. */
    origin: Point;
    /** How many starts come before this one and are not free. */
    refused: number;
}

/** Who starts, and what blocks. */
export interface StartOptions {
    /** The standing body. Default: the first start is taken, free or not. */
    body?: MoverBody;
    /** The contents that block. Default: Contents.PlayerBlockers. */
    mask?: number;
    /** What does not block the body, such as the body of the player who starts. Default: nothing. */
    without?: LeaveOut;
}

/** A place to start that nobody has set. */
export interface GroundStart extends PlayerStart {
    /** How far down the player looks [degrees]. */
    pitch: number;
}

/** Who starts on the ground, and what blocks. */
export interface GroundStartOptions extends StartOptions {
    /** The standing body. */
    body: MoverBody;
    /** How high the eye is above the position of the body [units]. Default: 22. */
    eyeHeight?: number;
}

/** The classes of starts that a game needs, for texts. */
export const startClasses = ["info_player_start", "info_player_deathmatch"] as const;

const bodyAt = 0;
const startAt = bodyAt + layout.mover_body.size;

/**
 * The first start of a player where the body is free: at the start, or near it, up to a body's height
 * above it and a stair below it. Null if there is none. Of a Level, the world without its doors
 * counts. Starts are entities of these classes, in this order: info_player_start,
 * info_player_deathmatch, info_player_coop, info_player_start2, info_player_team1, info_player_team2,
 * info_player_dd, team_CTF_redplayer, team_CTF_blueplayer, team_CTF_redspawn, team_CTF_bluespawn.
 */
export function playerStart(
    world: Level | CollisionWorld,
    options: StartOptions = {},
): FoundStart | null {
    const { runtime } = checkedWorld(world);
    checkOptions(options, ["body", "mask", "without"], "playerStart");
    const { body, without } = options;
    const mask = word(options.mask ?? Contents.PlayerBlockers, "mask");
    const { scratch, wasm } = runtime;
    if (body !== undefined) {
        writeBody(world, scratch + bodyAt, body, "body");
    }
    const status = wasm.exports.halfspace_find_start(
        world.worldOf({}),
        writeLeaveOut(runtime, without),
        body === undefined ? 0 : scratch + bodyAt,
        mask,
        scratch + startAt,
    );
    if (!runtime.found(status, "playerStart")) {
        return null;
    }
    const at = scratch + startAt;
    const { entity, origin, position, refused, yaw } = layout.player_start;
    return {
        entity: wasm.u32[(at + entity) >>> 2]!,
        origin: readPoint(runtime, at + origin),
        position: readPoint(runtime, at + position),
        refused: wasm.u32[(at + refused) >>> 2]!,
        yaw: wasm.f64[(at + yaw) >>> 3]!,
    };
}

/**
 * A place to start where nobody has set one, as on meshes: with a wide view, on the highest ground
 * where the body can stand. Null if none was found. It costs up to 8192 sweeps: ask once, not in each frame.
 */
export function findGroundStart(
    world: Level | CollisionWorld,
    options: GroundStartOptions,
): GroundStart | null {
    const { runtime } = checkedWorld(world);
    checkOptions(options, ["body", "eyeHeight", "mask", "without"], "findGroundStart");
    const { body, eyeHeight = 22, without } = options;
    const mask = word(options.mask ?? Contents.PlayerBlockers, "mask");
    finite(eyeHeight, "eyeHeight");
    const { scratch, wasm } = runtime;
    writeBody(world, scratch + bodyAt, body, "body");
    const status = wasm.exports.halfspace_find_ground_start(
        world.worldOf({}),
        writeLeaveOut(runtime, without),
        scratch + bodyAt,
        eyeHeight,
        mask,
        scratch + startAt,
    );
    if (!runtime.found(status, "findGroundStart")) {
        return null;
    }
    const at = scratch + startAt;
    const { position, pitch, yaw } = layout.ground_start;
    return {
        position: readPoint(runtime, at + position),
        pitch: wasm.f64[(at + pitch) >>> 3]!,
        yaw: wasm.f64[(at + yaw) >>> 3]!,
    };
}

/**
 * What is odd about a start, for the level's designer; "" if it is the first start, and the body
 * is at its origin. The words are those of start_note (halfspace/move/player_start.h).
 */
export function startNote(level: Level, start: FoundStart): string {
    checkObject(start, "start");
    const { entity, origin, position, refused } = start;
    vec3(origin, "start.origin");
    vec3(position, "start.position");
    const isMoved = origin.some((value, axis) => value !== position[axis]);
    const { entities } = checkedLevel(level);
    const name = (number: number) => `${entities[number]?.classname} (entity ${number})`;
    const first = refused > 0 ? playerStart(level) : null;
    const more = refused > 1 ? ` and ${refused - 1} more` : "";
    const refusal = first
        ? `the body has no room at the start ${name(first.entity)} at ${first.origin.join(" ")}${more}; `
        : "";
    const move = isMoved
        ? `, at ${position.join(" ")}: at its origin ${origin.join(" ")} the body has no room`
        : "";
    return refused > 0 || isMoved ? `${refusal}the player starts at ${name(entity)}${move}` : "";
}
