// SPDX-License-Identifier: MIT
// The walls of a body as glass.
import type { BodyWalls, Point } from "halfspace";
import { lightOn } from "halfspace/three";

const unitsPerMetre = 32;
const opacity = 88;

/** Triangles in metres, and red, green, blue, opacity of each of their corners. */
export interface Glass {
    positions: Float32Array;
    tints: Uint8Array;
}

export const noGlass: Glass = { positions: new Float32Array(0), tints: new Uint8Array(0) };

/** Triangles of the walls, lit as faces are. */
export function glassOf(walls: BodyWalls): Glass {
    const count = walls.firsts.length - 1;
    const cornerCount = walls.positions.length / 3;
    // A wall with n corners has n - 2 triangles.
    const size = 3 * (cornerCount - 2 * count);
    const glass = { positions: new Float32Array(3 * size), tints: new Uint8Array(4 * size) };
    const at = (corner: number): Point => [
        walls.positions[3 * corner]!,
        walls.positions[3 * corner + 1]!,
        walls.positions[3 * corner + 2]!,
    ];
    let written = 0;
    for (let wall = 0; wall < count; ++wall) {
        const first = walls.firsts[wall]!;
        const end = walls.firsts[wall + 1]!;
        const light = lightOn(walls.planes.subarray(4 * wall, 4 * wall + 3));
        const colour = walls.colours.subarray(4 * wall, 4 * wall + 3);
        const tint = [...Array.from(colour, (c) => Math.floor((c * light + 128) / 256)), opacity];
        for (let i = first + 1; i + 1 < end; ++i) {
            for (const [x, y, z] of [at(first), at(i), at(i + 1)]) {
                const metres = [x / unitsPerMetre, z / unitsPerMetre, -y / unitsPerMetre];
                glass.positions.set(metres, 3 * written);
                glass.tints.set(tint, 4 * written);
                ++written;
            }
        }
    }
    return glass;
}
