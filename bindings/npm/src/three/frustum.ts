// SPDX-License-Identifier: MIT
import { Matrix4, Vector3, type Camera } from "three";
import { Frustum } from "../index.js";
import { positive } from "../arguments.js";
import { defaultUnitsPerMetre } from "./convert.js";
import { checkCamera } from "./expected.js";

const viewProjection = new Matrix4();
const direction = new Vector3();
/** Beyond all places of a level [units]. */
const beyond = 1e9;
const upBeyond = [0, 0, 1, beyond];
/** Five equal planes that have no place of a level in front of them. */
const nothing = [upBeyond, upBeyond, upBeyond, upBeyond, upBeyond].flat();

/**
 * What a camera of three.js sees, in the level's units: five planes, without near and far. A camera
 * whose `aspect` is 0, infinite or NaN, as in a canvas without width or height, sees nothing.
 * REQUIRES: a perspective camera whose matrices are up to date.
 */
export function frustumOf(camera: Camera, unitsPerMetre = defaultUnitsPerMetre): Frustum {
    checkCamera(camera, "camera");
    positive(unitsPerMetre, "unitsPerMetre");
    if (!camera.projectionMatrix.elements.every(Number.isFinite)) {
        return Frustum.fromPlanes(nothing);
    }
    viewProjection.multiplyMatrices(camera.projectionMatrix, camera.matrixWorldInverse);
    const m = viewProjection.elements;
    const planes = new Float64Array(20);
    // A point is inside if w + x, w - x, w + y and w - y of its clip coordinates are not negative.
    const row = (i: number, column: number) => m[4 * column + i]!;
    const write = (i: number, x: number, y: number, z: number, d: number) => {
        const length = Math.hypot(x, y, z);
        planes[4 * i] = x / length;
        planes[4 * i + 1] = -z / length;
        planes[4 * i + 2] = y / length;
        planes[4 * i + 3] = (d / length) * unitsPerMetre;
    };
    for (let i = 0; i < 4; ++i) {
        const axis = i >> 1;
        const sign = i % 2 === 0 ? 1 : -1;
        const at = (column: number) => row(3, column) + sign * row(axis, column);
        write(i, at(0), at(1), at(2), -at(3));
    }
    camera.getWorldDirection(direction);
    const eye = camera.matrixWorld.elements;
    const distance = direction.x * eye[12]! + direction.y * eye[13]! + direction.z * eye[14]!;
    write(4, direction.x, direction.y, direction.z, distance);
    return Frustum.fromPlanes(planes);
}
