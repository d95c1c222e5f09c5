// SPDX-License-Identifier: MIT
// Places in map units with Z up, and places in metres with Y up, as three.js has them. It needs no
// three.js, so that a server needs none for doors.
import { positive, shown, vec3, type Point, type Vec3 } from "./arguments.js";
import { HalfspaceError } from "./error.js";

/** Map units in a metre, if the caller says nothing else. */
export const defaultUnitsPerMetre = 32;

/** What a Vector3 of three.js has. */
export interface VectorOfThree {
    readonly isVector3: true;
    x: number;
    y: number;
    z: number;
}

/**
 * A place as walkers, controls, doors and moving obstacles take it: [x, y, z] of the level, in map units
 * with Z up, or a Vector3 of three.js, in metres with Y up.
 */
export type PlaceOrVector = Vec3 | VectorOfThree;

/** Three numbers x, y and z. They may be infinite or NaN. */
export function checkVector(value: Omit<VectorOfThree, "isVector3">, what: string): void {
    if (![value?.x, value?.y, value?.z].every((each) => typeof each === "number")) {
        throw new HalfspaceError(`${what}: expected a Vector3 of three.js, found ${shown(value)}`);
    }
}

/** A point of three.js [metres] as a point of the level [units]. */
export function fromThree(point: VectorOfThree, unitsPerMetre = defaultUnitsPerMetre): Point {
    checkVector(point, "point");
    positive(unitsPerMetre, "unitsPerMetre");
    return [point.x * unitsPerMetre, -point.z * unitsPerMetre, point.y * unitsPerMetre];
}

/** A place in the level [units]. */
export function inLevel(place: PlaceOrVector, unitsPerMetre: number, what: string): Vec3 {
    const isVector = (place as VectorOfThree | null)?.isVector3 === true;
    return vec3(
        isVector ? fromThree(place as VectorOfThree, unitsPerMetre) : (place as Vec3),
        what,
    );
}
