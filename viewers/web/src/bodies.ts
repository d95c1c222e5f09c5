// SPDX-License-Identifier: MIT
// The bodies of the player, in any size.
import { Shape, type Level, type Point } from "halfspace";
import type { WalkerBody } from "halfspace/three";

/** The box of a body around its position [units]. */
export interface Box {
    min: Readonly<Point>;
    max: Readonly<Point>;
}

// Those that the compiler makes if nothing else is asked for.
const usualStand: Box = { min: [-15, -15, -24], max: [15, 15, 32] };
const usualCrouch: Box = { min: [-15, -15, -24], max: [15, 15, 16] };
// The height of the eye above the position, beside that of the body's top.
const standingEye = 22 / 32;
const crouchingEye = 10 / 16;

export function scaledBox({ min, max }: Box, scale: number): Box {
    return {
        min: [min[0] * scale, min[1] * scale, min[2] * scale],
        max: [max[0] * scale, max[1] * scale, max[2] * scale],
    };
}

/** A body of one size, and the shapes that belong to it. Dispose of them after the last use. */
export interface SizedBody {
    body: WalkerBody;
    shapes: Shape[];
}

function shapeOf({ min, max }: Box): { shape: Shape; offset: number[] } {
    const half = max.map((x, i) => (x - min[i]!) / 2);
    const offset = max.map((x, i) => (x + min[i]!) / 2);
    return { shape: Shape.box(half), offset };
}

/** How large the bodies `stand` and `crouch` of a level are. */
export class Bodies {
    readonly stand: Box;
    readonly crouch: Box;
    private readonly areCompiled: boolean;

    /** A level that was compiled without these bodies gets the usual ones. */
    constructor(level: Level) {
        const stand = level.spaces.find(({ name }) => name === "stand");
        const crouch = level.spaces.find(({ name }) => name === "crouch");
        this.areCompiled = stand !== undefined && crouch !== undefined;
        this.stand = stand && crouch ? stand : usualStand;
        this.crouch = stand && crouch ? crouch : usualCrouch;
    }

    /** The body of a size. Compiled bodies are traced; all others are shapes, which are swept. */
    sized(scale: number): SizedBody {
        const body: WalkerBody = {
            stand: "stand",
            crouch: "crouch",
            standingEye: standingEye * this.stand.max[2] * scale,
            crouchingEye: crouchingEye * this.crouch.max[2] * scale,
        };
        if (this.areCompiled && scale === 1) {
            return { body, shapes: [] };
        }
        const stand = shapeOf(scaledBox(this.stand, scale));
        const crouch = shapeOf(scaledBox(this.crouch, scale));
        return { body: { ...body, stand, crouch }, shapes: [stand.shape, crouch.shape] };
    }
}
