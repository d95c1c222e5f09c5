// SPDX-License-Identifier: MIT
import type { Point } from "halfspace";

export function cross(a: Point, b: Point): Point {
    return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

export function dot(a: Point, b: Point): number {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

export function minus(a: Point, b: Point): Point {
    return [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
}

/** The point at this share of the direction. */
export function along(eye: Point, direction: Point, share: number): Point {
    return [
        eye[0] + direction[0] * share,
        eye[1] + direction[1] * share,
        eye[2] + direction[2] * share,
    ];
}

/** The unit normal of a convex polygon that runs counter-clockwise; (0, 0, 1) without area. */
export function normalOf(corners: Point[]): Point {
    let sum: Point = [0, 0, 0];
    for (let i = 1; i + 1 < corners.length; ++i) {
        const part = cross(minus(corners[i]!, corners[0]!), minus(corners[i + 1]!, corners[0]!));
        sum = [sum[0] + part[0], sum[1] + part[1], sum[2] + part[2]];
    }
    const length = Math.hypot(...sum);
    return length > 0 ? [sum[0] / length, sum[1] / length, sum[2] / length] : [0, 0, 1];
}
