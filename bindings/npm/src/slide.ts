// SPDX-License-Identifier: MIT
// A body that only slides along what it touches: no gravity, no stairs.
import { checkOptions, finite, type Point, type Vec3 } from "./arguments.js";
import { readPoint, writeTraceOptions, writeVec3, type TraceOptions } from "./memory.js";
import { checkedWorld, type AskWorld, type CollisionWorld } from "./collision_world.js";
import { readContacts, type Contact } from "./contact.js";
import * as layout from "./layout.js";
import { writeLeaveOut } from "./leave_out.js";
import type { Level } from "./level.js";
import { writeBody, type MoverBody } from "./mover_body.js";

/** What moveAndSlide has done. */
export interface Slide {
    position: Point;
    velocity: Point;
    contacts: Contact[];
    startBlocked: boolean;
    /** More models or obstacles are near than a motion can meet. The body has not moved. */
    tooManyNear: boolean;
}

/** Moves a body at a velocity for some time, along what it touches. */
export function moveAndSlide(
    world: Level | CollisionWorld,
    body: MoverBody,
    position: Vec3,
    velocity: Vec3,
    seconds: number,
    options: TraceOptions & AskWorld = {},
): Slide {
    const { runtime } = checkedWorld(world);
    checkOptions(options, ["mask", "skin", "hair", "without"], "moveAndSlide");
    const { wasm, scratch } = runtime;
    const pointer = world.worldOf({});
    const velocityAt = scratch + 24;
    const optionsAt = scratch + 48;
    const bodyAt = optionsAt + layout.trace_options.size;
    const slideAt = (bodyAt + layout.mover_body.size + 7) & ~7;
    writeVec3(runtime, scratch, position, "position");
    writeVec3(runtime, velocityAt, velocity, "velocity");
    writeBody(world, bodyAt, body, "body");
    const status = wasm.exports.halfspace_move_and_slide(
        pointer,
        writeLeaveOut(runtime, options.without),
        bodyAt,
        scratch,
        velocityAt,
        finite(seconds, "seconds"),
        writeTraceOptions(runtime, optionsAt, options),
        slideAt,
    );
    runtime.found(status, "moveAndSlide");
    const field = layout.slide;
    return {
        position: readPoint(runtime, slideAt + field.position),
        velocity: readPoint(runtime, slideAt + field.velocity),
        contacts: readContacts(
            wasm,
            slideAt + field.contacts,
            wasm.u32[(slideAt + field.contact_count) >>> 2]!,
        ),
        startBlocked: wasm.i32[(slideAt + field.start_blocked) >>> 2] !== 0,
        tooManyNear: wasm.i32[(slideAt + field.too_many_near) >>> 2] !== 0,
    };
}
