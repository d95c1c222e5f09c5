// SPDX-License-Identifier: MIT
// What moves, and what an obstacle is.
import { shown, type Vec3 } from "./arguments.js";
import { shapePointer, writeVec3 } from "./memory.js";
import { HalfspaceError } from "./error.js";
import * as layout from "./layout.js";
import type { Asked } from "./level_base.js";
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

/** Writes a halfspace_mover_body of a level or a world. */
export function writeBody(asked: Asked<never>, at: number, body: MoverBody, what: string): void {
    const { runtime } = asked;
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
        u32[(at + layout.mover_body.space) >>> 2] = asked.space(body);
    } else {
        throw new HalfspaceError(
            `${what}: expected the name or the number of a body, or { shape }, found ${shown(body)}`,
        );
    }
}
