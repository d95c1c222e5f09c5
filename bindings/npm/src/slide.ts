// SPDX-License-Identifier: MIT
// A body that only slides along what it touches: no gravity, no stairs.
import {
    checkOptions,
    finite,
    readPoint,
    writeTraceOptions,
    writeVec3,
    type Point,
    type TraceOptions,
    type Vec3,
} from "./arguments.js";
import * as layout from "./layout.js";
import { checkedLevel, type Level } from "./level.js";
import {
    readMoverContacts,
    withSurroundings,
    writeBody,
    type MoverBody,
    type MoverContact,
    type Surroundings,
} from "./surroundings.js";

/** What moveAndSlide has done. */
export interface Slide {
    position: Point;
    velocity: Point;
    contacts: MoverContact[];
    startBlocked: boolean;
    tooManyModels: boolean;
}

/** Moves a body at a velocity for some time, along what it touches. */
export function moveAndSlide(
    level: Level,
    body: MoverBody,
    position: Vec3,
    velocity: Vec3,
    seconds: number,
    options: Omit<TraceOptions, "models"> & Surroundings = {},
): Slide {
    const { runtime } = checkedLevel(level);
    checkOptions(options, ["mask", "skin", "hair", "models", "obstacles"], "moveAndSlide");
    const { wasm, room } = runtime;
    const level_ = level.pointer;
    const velocityAt = room + 24;
    const optionsAt = room + 48;
    const bodyAt = optionsAt + layout.trace_options.size;
    const aroundAt = bodyAt + layout.mover_body.size;
    const slideAt = (aroundAt + layout.surroundings.size + 7) & ~7;
    writeVec3(runtime, room, position, "position");
    writeVec3(runtime, velocityAt, velocity, "velocity");
    writeBody(level, bodyAt, body, "body");
    const { models, obstacles, ...traceOptions } = options;
    const optionsPointer = writeTraceOptions(runtime, optionsAt, traceOptions);
    const status = withSurroundings(level, aroundAt, { models, obstacles }, (pointer) =>
        wasm.exports.halfspace_move_and_slide(
            level_,
            bodyAt,
            pointer,
            room,
            velocityAt,
            finite(seconds, "seconds"),
            optionsPointer,
            slideAt,
        ),
    );
    runtime.found(status, "moveAndSlide");
    const field = layout.slide;
    return {
        position: readPoint(runtime, slideAt + field.position),
        velocity: readPoint(runtime, slideAt + field.velocity),
        contacts: readMoverContacts(
            runtime,
            slideAt + field.contacts,
            wasm.u32[(slideAt + field.contact_count) >>> 2]!,
        ),
        startBlocked: wasm.i32[(slideAt + field.start_blocked) >>> 2] !== 0,
        tooManyModels: wasm.i32[(slideAt + field.too_many_models) >>> 2] !== 0,
    };
}
