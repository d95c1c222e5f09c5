// SPDX-License-Identifier: MIT
// What moves, and what it meets besides the level: doors, lifts, other bodies.
import {
    checkOptions,
    index,
    list,
    shapePointer,
    shown,
    writePlacedModel,
    writeVec3,
    type Placement,
    type Vec3,
} from "./arguments.js";
import { orMinusOne, readContact, type Contact } from "./contact.js";
import { HalfspaceError } from "./error.js";
import * as layout from "./layout.js";
import type { Level } from "./level.js";
import { none, type Runtime } from "./runtime.js";
import type { Shape } from "./shape.js";

/** What moves: a body that the level was compiled for, by its name or number, or any shape. */
export type MoverBody =
    | string
    | number
    | {
          /** Upright. */
          shape: Shape;
          /** From the position to the origin of the shape. */
          offset?: Vec3;
      };

/** Another body, which blocks movers. */
export interface Obstacle {
    /** A whole number, different for each obstacle. */
    id: number;
    body: MoverBody;
    /** At the start of the step. */
    position: Vec3;
    /** From the start to the end of the step. Default: it stands. */
    motion?: Vec3;
}

/** A model that goes from one place to another in the step. A model at rest has two equal places. */
export interface MovingModel {
    from: Placement;
    to: Placement;
}

/** What a mover meets in one step besides the level. */
export interface Surroundings {
    /** Each model at most once. */
    models?: readonly MovingModel[];
    obstacles?: readonly Obstacle[];
}

/** What a mover has touched. */
export interface MoverContact extends Contact {
    /** The id of the touched obstacle; -1 if it is none. */
    obstacle: number;
}

/** Writes a body of a level. */
export function writeBody(level: Level, at: number, body: MoverBody, what: string): void {
    const { runtime } = level;
    const { u32 } = runtime.wasm;
    u32[(at + layout.mover_body.space) >>> 2] = 0;
    u32[(at + layout.mover_body.shape) >>> 2] = 0;
    if (typeof body === "object" && body?.shape !== undefined) {
        u32[(at + layout.mover_body.shape) >>> 2] = shapePointer(runtime, body, what);
        writeVec3(
            runtime,
            at + layout.mover_body.offset,
            body.offset ?? [0, 0, 0],
            `${what}.offset`,
        );
    } else if (typeof body === "string" || typeof body === "number") {
        u32[(at + layout.mover_body.space) >>> 2] = level.space(body);
    } else {
        throw new HalfspaceError(
            `${what}: expected the name or the number of a space, or { shape }, found ${shown(body)}`,
        );
    }
}

/** Calls use(pointer) with the surroundings in memory; pointer is 0 where there are none. */
export function withSurroundings<Result>(
    level: Level,
    at: number,
    surroundings: Surroundings,
    use: (pointer: number) => Result,
): Result {
    checkOptions(surroundings, ["models", "obstacles"], "surroundings");
    const { models = [], obstacles = [] } = surroundings;
    list(models, "models");
    list(obstacles, "obstacles");
    if (models.length === 0 && obstacles.length === 0) {
        return use(0);
    }
    const { runtime } = level;
    const { wasm } = runtime;
    const modelBytes = models.length * layout.moving_model.size;
    return wasm.withMemory(modelBytes + obstacles.length * layout.obstacle.size, (memory) => {
        models.forEach(({ from, to }, i) => {
            const place = memory + i * layout.moving_model.size;
            const { from: fromAt, to: toAt } = layout.moving_model;
            writePlacedModel(runtime, place + fromAt, from, `models[${i}].from`);
            writePlacedModel(runtime, place + toAt, to, `models[${i}].to`);
        });
        obstacles.forEach((obstacle, i) => {
            const place = memory + modelBytes + i * layout.obstacle.size;
            wasm.u32[(place + layout.obstacle.id) >>> 2] = index(
                obstacle.id,
                none,
                `obstacles[${i}].id`,
            );
            writeBody(level, place + layout.obstacle.body, obstacle.body, `obstacles[${i}].body`);
            writeVec3(
                runtime,
                place + layout.obstacle.position,
                obstacle.position,
                `obstacles[${i}].position`,
            );
            writeVec3(
                runtime,
                place + layout.obstacle.motion,
                obstacle.motion ?? [0, 0, 0],
                `obstacles[${i}].motion`,
            );
        });
        wasm.u32[(at + layout.surroundings.models) >>> 2] = memory;
        wasm.u32[(at + layout.surroundings.model_count) >>> 2] = models.length;
        wasm.u32[(at + layout.surroundings.obstacles) >>> 2] = memory + modelBytes;
        wasm.u32[(at + layout.surroundings.obstacle_count) >>> 2] = obstacles.length;
        return use(at);
    });
}

export function readMoverContact(runtime: Runtime, at: number): MoverContact {
    const contact = readContact(runtime.wasm, at + layout.mover_contact.contact) as MoverContact;
    contact.obstacle = orMinusOne(runtime.wasm.u32[(at + layout.mover_contact.obstacle) >>> 2]!);
    return contact;
}

export function readMoverContacts(runtime: Runtime, at: number, count: number): MoverContact[] {
    const contacts: MoverContact[] = [];
    for (let i = 0; i < count; ++i) {
        contacts.push(readMoverContact(runtime, at + i * layout.mover_contact.size));
    }
    return contacts;
}
