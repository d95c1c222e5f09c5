// SPDX-License-Identifier: MIT
// Where a player starts if the level does not say it: on ground that is seen, so in a room and not on
// the solid around it.
import { CollisionMesh, CollisionWorld, type Level } from "halfspace";
import { findGroundStart, WalkableScene, type GroundStart } from "halfspace/three";
import type { Bodies } from "./bodies.js";
import type { Drawn } from "./pick.js";
import type { Sheets } from "./sheets.js";

const facesId = 1000; // a number that no mesh of a WalkableScene has

// The triangles of the faces of the world that are no sky; null if there are none.
function meshOf(level: Level, { faces, positions }: Drawn): CollisionMesh | null {
    const { first, count } = level.modelFaces(0);
    const index: number[] = [];
    for (const { firstCorner, cornerCount, isSky, opacity } of faces.slice(first, first + count)) {
        for (let i = 1; i + 1 < cornerCount && !isSky && opacity > 0; ++i) {
            index.push(firstCorner, firstCorner + i, firstCorner + i + 1);
        }
    }
    return index.length > 0 ? new CollisionMesh(positions, Uint32Array.from(index)) : null;
}

/** The highest seen ground in the middle, with the widest view; null if nobody can stand anywhere. */
export function findSeenGround(
    level: Level,
    drawn: Drawn,
    sheets: Sheets | null,
    bodies: Bodies,
): GroundStart | null {
    const mesh = meshOf(level, drawn);
    const scene = sheets && new WalkableScene(sheets.walked);
    const world = scene?.world ?? new CollisionWorld();
    const { shape, offset } = bodies.standShape();
    if (mesh) {
        world.placeMesh({ id: facesId, mesh, sides: "front" });
    }
    const eyeHeight = bodies.sized(1).body.standingEye;
    const start = findGroundStart(world, { body: { shape, offset }, eyeHeight });
    (scene ?? world).dispose();
    mesh?.dispose();
    shape.dispose();
    return start;
}
