// SPDX-License-Identifier: MIT
// Checks of objects of three.js. A page may have three.js twice, so classes are not compared.
import type { Camera, Material, Matrix4, Quaternion } from "three";
import { shown } from "../arguments.js";
import { HalfspaceError } from "../error.js";

function expect(isRight: boolean, value: unknown, what: string, name: string): void {
    if (!isRight) {
        throw new HalfspaceError(`${what}: expected a ${name} of three.js, found ${shown(value)}`);
    }
}

export function checkCamera(value: Camera, what: string): void {
    expect(value?.isCamera, value, what, "Camera");
}

export function checkMaterial(value: Material, what: string): void {
    expect(value?.isMaterial, value, what, "Material");
}

export function checkMatrix(value: Matrix4, what: string): void {
    expect(value?.elements?.length === 16, value, what, "Matrix4");
}

export function checkQuaternion(value: Quaternion, what: string): void {
    expect(value?.isQuaternion, value, what, "Quaternion");
}
