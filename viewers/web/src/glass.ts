// SPDX-License-Identifier: MIT
// The walls of a body as glass.
import type { BodyWalls } from "halfspace";
import { directionToThree, toThree } from "halfspace/three";
import { Vector3 } from "three";
import { glassOpacity } from "./look.js";

/** Triangles of one model at rest: for each corner x, y, z in metres, and so on. */
export interface Glass {
    positions: Float32Array;
    /** x, y, z of the direction in which the wall looks. */
    normals: Float32Array;
    /** Red, green, blue without light, and opacity. */
    tints: Uint8Array;
}

/** Triangles of the walls. */
export function glassOf(walls: BodyWalls): Glass {
    const count = walls.firsts.length - 1;
    // A wall with n corners has n - 2 triangles.
    const size = 3 * (walls.positions.length / 3 - 2 * count);
    const glass = {
        positions: new Float32Array(3 * size),
        normals: new Float32Array(3 * size),
        tints: new Uint8Array(4 * size),
    };
    const point = new Vector3();
    const normal = new Vector3();
    let written = 0;
    for (let wall = 0; wall < count; ++wall) {
        const first = walls.firsts[wall]!;
        const end = walls.firsts[wall + 1]!;
        directionToThree(walls.planes.subarray(4 * wall, 4 * wall + 3), normal);
        const colour = walls.colours.subarray(4 * wall, 4 * wall + 3);
        for (let i = first + 1; i + 1 < end; ++i) {
            for (const corner of [first, i, i + 1]) {
                toThree(walls.positions.subarray(3 * corner, 3 * corner + 3), point);
                point.toArray(glass.positions, 3 * written);
                normal.toArray(glass.normals, 3 * written);
                glass.tints.set(colour, 4 * written);
                glass.tints[4 * written + 3] = glassOpacity;
                ++written;
            }
        }
    }
    return glass;
}
