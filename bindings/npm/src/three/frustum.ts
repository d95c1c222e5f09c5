// SPDX-License-Identifier: MIT
import { Matrix4, type Camera, type PerspectiveCamera } from "three";
import { Frustum } from "../index.js";
import { positive } from "../arguments.js";
import { defaultUnitsPerMetre } from "./convert.js";
import { checkCamera } from "./expected.js";

const viewProjection = new Matrix4();
/** Beyond all places of a level [units]. */
const beyond = 1e9;
const upBeyond = [0, 0, 1, beyond];
/** Five equal planes that have no place of a level in front of them. */
const nothing = [upBeyond, upBeyond, upBeyond, upBeyond, upBeyond].flat();

/**
 * What a camera sees, in the units of three.js: n.x, n.y, n.z, d of five planes n.p >= d, without near
 * and far. The fifth plane goes through the eye; a camera without perspective has the first one twice.
 * Numbers are not finite if those of the camera are not. REQUIRES: the camera's matrices are up to date.
 */
export function viewPlanes(camera: Camera): Float64Array {
    viewProjection.multiplyMatrices(camera.projectionMatrix, camera.matrixWorldInverse);
    const m = viewProjection.elements;
    const planes = new Float64Array(20);
    // A point is inside if w + x, w - x, w + y and w - y of its clip coordinates are not negative.
    const row = (i: number, column: number) => m[4 * column + i]!;
    const write = (i: number, x: number, y: number, z: number, d: number) => {
        const length = Math.hypot(x, y, z);
        planes.set([x / length, y / length, z / length, d / length], 4 * i);
    };
    for (let i = 0; i < 4; ++i) {
        const axis = i >> 1;
        const sign = i % 2 === 0 ? 1 : -1;
        const at = (column: number) => row(3, column) + sign * row(axis, column);
        write(i, at(0), at(1), at(2), -at(3));
    }
    if ((camera as PerspectiveCamera).isPerspectiveCamera) {
        const e = camera.matrixWorld.elements;
        const [x, y, z] = [-e[8]!, -e[9]!, -e[10]!]; // it looks along its -z
        write(4, x, y, z, x * e[12]! + y * e[13]! + z * e[14]!);
    } else {
        planes.copyWithin(16, 0, 4);
    }
    return planes;
}

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
    const planes = viewPlanes(camera);
    for (let i = 0; i < 20; i += 4) {
        const [, y, z, d] = planes.subarray(i, i + 4) as unknown as [
            number,
            number,
            number,
            number,
        ];
        planes[i + 1] = -z;
        planes[i + 2] = y;
        planes[i + 3] = d * unitsPerMetre;
    }
    return Frustum.fromPlanes(planes);
}
