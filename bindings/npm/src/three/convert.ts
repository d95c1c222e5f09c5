// SPDX-License-Identifier: MIT
// Between the coordinates of a level and those of three.js. A level is in map units, and Z is up.
// three.js is in metres, and Y is up. Both are right-handed: the x axes are the same, and y of the
// level is -z of three.js. All functions of `halfspace/three` take and return what their names say.
import { Euler, Matrix4, Quaternion, Vector3 } from "three";
import { checkObject, finite, positive, vec3 } from "../arguments.js";
import type { Placement, Point, Vec3 } from "../index.js";
import { checkVector, defaultUnitsPerMetre } from "../units.js";
import { checkMatrix, checkQuaternion } from "./expected.js";

export { defaultUnitsPerMetre, fromThree, type PlaceOrVector as Place } from "../units.js";

const degreesPerRadian = 180 / Math.PI;

/** A point of the level [units] as a point of three.js [metres]. Writes to `target`. */
export function toThree(
    point: Vec3,
    target = new Vector3(),
    unitsPerMetre = defaultUnitsPerMetre,
): Vector3 {
    positive(unitsPerMetre, "unitsPerMetre");
    checkVector(target, "target");
    return fromLevel(vec3(point, "point"), target).divideScalar(unitsPerMetre);
}

/** A direction of the level as a direction of three.js; the length stays. Writes to `target`. */
export function directionToThree(direction: Vec3, target = new Vector3()): Vector3 {
    checkVector(target, "target");
    return fromLevel(vec3(direction, "direction"), target);
}

function fromLevel(v: Vec3, target: Vector3): Vector3 {
    return target.set(v[0]!, v[2]!, -v[1]!);
}

/** A direction of three.js as a direction of the level; the length stays. */
export function directionFromThree(direction: Vector3): Point {
    checkVector(direction, "direction");
    return [direction.x, -direction.z, direction.y];
}

/** Where somebody in the level looks. */
export interface ViewAngles {
    /** Above 0 looks down [degrees]. */
    pitch: number;
    /** 0 is along x, and more turns left [degrees]. */
    yaw: number;
}

const cameraEuler = new Euler();

/** The quaternion of a camera of three.js that looks along the angles. Writes to `target`. */
export function toCameraQuaternion(angles: ViewAngles, target = new Quaternion()): Quaternion {
    checkObject(angles, "angles");
    checkQuaternion(target, "target");
    finite(angles.pitch, "angles.pitch");
    finite(angles.yaw, "angles.yaw");
    // With yaw 0 a view looks along x; a camera of three.js without a turn looks along -z.
    cameraEuler.set(
        -angles.pitch / degreesPerRadian,
        angles.yaw / degreesPerRadian - Math.PI / 2,
        0,
        "YXZ",
    );
    return target.setFromEuler(cameraEuler);
}

/** The angles along which a camera of three.js looks. Its roll is left out. */
export function fromCameraQuaternion(quaternion: Quaternion): ViewAngles {
    checkQuaternion(quaternion, "quaternion");
    cameraEuler.setFromQuaternion(quaternion, "YXZ");
    const yaw = cameraEuler.y * degreesPerRadian + 90;
    return { pitch: -cameraEuler.x * degreesPerRadian, yaw: yaw > 180 ? yaw - 360 : yaw };
}

const axisX: Vec3 = [1, 0, 0];
const axisY: Vec3 = [0, 1, 0];
const axisZ: Vec3 = [0, 0, 1];
const origin: Vec3 = [0, 0, 0];

/**
 * The matrix that puts an object of three.js where the model is. The object's geometry is the
 * model at rest, as `levelGeometry` gives it. Writes to `target`.
 */
export function toMatrix(
    placement: Placement,
    target = new Matrix4(),
    unitsPerMetre = defaultUnitsPerMetre,
): Matrix4 {
    checkObject(placement, "placement");
    checkMatrix(target, "target");
    positive(unitsPerMetre, "unitsPerMetre");
    const { x = axisX, y = axisY, z = axisZ, translation: t = origin } = placement;
    vec3(x, "placement.x");
    vec3(y, "placement.y");
    vec3(z, "placement.z");
    vec3(t, "placement.translation");
    // The columns are the images of the axes x, y, z of three.js: x, z, -y of the level.
    // prettier-ignore
    return target.set(
        x[0]!, z[0]!, -y[0]!, t[0]! / unitsPerMetre,
        x[2]!, z[2]!, -y[2]!, t[2]! / unitsPerMetre,
        -x[1]!, -z[1]!, y[1]!, -t[1]! / unitsPerMetre,
        0, 0, 0, 1,
    );
}

/** Where a model is whose object has this matrix. REQUIRES: the matrix turns and moves only. */
export function fromMatrix(
    model: number,
    matrix: Matrix4,
    unitsPerMetre = defaultUnitsPerMetre,
): Placement {
    checkMatrix(matrix, "matrix");
    positive(unitsPerMetre, "unitsPerMetre");
    const m = matrix.elements;
    const column = (i: number, sign: number): Point => [
        sign * m[i]!,
        -sign * m[i + 2]!,
        sign * m[i + 1]!,
    ];
    const translation = column(12, 1);
    return {
        model,
        x: column(0, 1),
        y: column(8, -1),
        z: column(4, 1),
        translation: [
            translation[0] * unitsPerMetre,
            translation[1] * unitsPerMetre,
            translation[2] * unitsPerMetre,
        ],
    };
}
