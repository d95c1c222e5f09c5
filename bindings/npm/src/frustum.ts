// SPDX-License-Identifier: MIT
import { finite, shown, type Vec3 } from "./arguments.js";
import { readPoint, writeVec3 } from "./memory.js";
import { BACK_TO_FRONT, FRONT_TO_BACK } from "./constants.js";
import { HalfspaceError } from "./error.js";
import * as layout from "./layout.js";
import type { Instance } from "./instance.js";
import { runtime } from "./runtime.js";
import type { BaseExports } from "./wasm.js";

/** "back-to-front" for blending; "front-to-back" where the nearest faces come first. */
export type DrawOrder = "back-to-front" | "front-to-back";

export function orderCode(order: DrawOrder = "back-to-front"): number {
    if (order !== "back-to-front" && order !== "front-to-back") {
        throw new HalfspaceError(
            `order: expected "back-to-front" or "front-to-back", found ${shown(order)}`,
        );
    }
    return order === "back-to-front" ? BACK_TO_FRONT : FRONT_TO_BACK;
}

/** The view of a camera: all points p for which n.p >= d holds for five planes. */
export class Frustum {
    private constructor(
        /** n.x, n.y, n.z, d of five planes. */
        readonly planes: Float64Array,
    ) {}

    /** fieldOfView: the angle of the picture's width in degrees. aspect: width / height. */
    static lookAt(eye: Vec3, target: Vec3, fieldOfView: number, aspect: number): Frustum {
        return Frustum.#look("lookAt", eye, target, "target", fieldOfView, aspect);
    }

    /** angles: pitch, yaw, roll in degrees. */
    static lookAlong(eye: Vec3, angles: Vec3, fieldOfView: number, aspect: number): Frustum {
        return Frustum.#look("lookAlong", eye, angles, "angles", fieldOfView, aspect);
    }

    /** planes: n.x, n.y, n.z, d of five planes. */
    static fromPlanes(planes: ArrayLike<number>): Frustum {
        if (planes?.length !== 20 || !Array.from(planes).every(Number.isFinite)) {
            throw new HalfspaceError(
                "Frustum.fromPlanes: expected 20 finite numbers, four a plane",
            );
        }
        return new Frustum(Float64Array.from(planes));
    }

    static #look(
        how: "lookAt" | "lookAlong",
        eye: Vec3,
        towards: Vec3,
        what: string,
        fieldOfView: number,
        aspect: number,
    ): Frustum {
        const from = runtime();
        const at = from.scratch;
        writeVec3(from, at, eye, "eye");
        writeVec3(from, at + 24, towards, what);
        const { exports } = from.wasm;
        const look = how === "lookAt" ? exports.halfspace_look_at : exports.halfspace_look_along;
        finite(fieldOfView, "fieldOfView");
        finite(aspect, "aspect");
        from.found(look(at, at + 24, fieldOfView, aspect, at + 48), `Frustum.${how}`);
        const first = (at + 48 + layout.frustum.planes) >>> 3;
        return new Frustum(from.wasm.f64.slice(first, first + 20));
    }
}

/** Writes a frustum, and returns its pointer; 0 without one. */
export function writeFrustum(
    to: Instance<BaseExports>,
    at: number,
    frustum: Frustum | undefined,
): number {
    if (frustum === undefined) {
        return 0;
    }
    if (!(frustum instanceof Frustum)) {
        throw new HalfspaceError(`frustum: expected a Frustum, found ${shown(frustum)}`);
    }
    to.wasm.f64.set(frustum.planes, (at + layout.frustum.planes) >>> 3);
    return at;
}

/** The direction, of length 1, of a view turned by pitch, yaw and roll in degrees. */
export function facing(angles: Vec3): [number, number, number] {
    const from = runtime();
    writeVec3(from, from.scratch, angles, "angles");
    from.found(from.wasm.exports.halfspace_facing(from.scratch, from.scratch + 24), "facing");
    return readPoint(from, from.scratch + 24);
}

/**
 * The angles, pitch, yaw and roll in degrees, of a view in this direction: `facing` gives the direction
 * back. Roll is 0. The bits are the same on every machine, unlike those of `Math.atan2`.
 */
export function anglesTowards(direction: Vec3): [number, number, number] {
    const from = runtime();
    writeVec3(from, from.scratch, direction, "direction");
    const { exports } = from.wasm;
    from.found(exports.halfspace_angles_towards(from.scratch, from.scratch + 24), "anglesTowards");
    return readPoint(from, from.scratch + 24);
}
