// SPDX-License-Identifier: MIT
// Scenes of three.js for the tests, and who walks in them.
import { fromThree, toThree, Walker, type WalkableScene } from "halfspace/three";
import { Mesh, PlaneGeometry, Vector3 } from "three";
import { expect } from "vitest";

/** Of the standing body, above its feet [metres]. */
export const eyeHeight = (22 + 24) / 32;

/** A level square around the origin; its front is above. */
export function plane(size = 20): Mesh {
    return new Mesh(new PlaneGeometry(size, size).rotateX(-Math.PI / 2));
}

/** The height of what is below a place [metres]; NaN if there is nothing. */
export function heightAt({ world }: WalkableScene, x: number, z: number): number {
    const from = fromThree(new Vector3(x, 100, z));
    const { hit, point } = world.trace(0, from, fromThree(new Vector3(x, -100, z)));
    return hit ? Math.round(toThree(point).y * 1000) / 1000 : NaN;
}

/** A walker who has fallen onto the ground at a place. */
export function walkerAt(scene: WalkableScene, x = 0, y = 2, z = 0): Walker<WalkableScene> {
    const walker = new Walker(scene);
    expect(walker.standAt(new Vector3(x, y, z))).toBe(true);
    for (let i = 0; i < 120; ++i) {
        walker.advance(1 / 60, {});
    }
    return walker;
}
