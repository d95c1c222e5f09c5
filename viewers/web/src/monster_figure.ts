// SPDX-License-Identifier: MIT
// What a monster looks like: a drop with one eye, horns, arms and feet.
import {
    CircleGeometry,
    ConeGeometry,
    LatheGeometry,
    Matrix4,
    SphereGeometry,
    Vector2,
    Vector3,
    type BufferGeometry,
} from "three";
import { toThree, type Rgb } from "halfspace/three";
import type { Glass } from "./glass.js";
import { navColours } from "./look.js";
import type { MonsterPose } from "./monsters.js";

/** The colours of skins, in turn. */
export const skins: readonly Rgb[] = [5, 4, 1, 0, 2, 3].map((i) => navColours[i]!);

const white: Rgb = [250, 248, 240];
const black: Rgb = [24, 20, 30];
const horn: Rgb = [236, 222, 180];
const solid = 255;
const shade = 110; // of the shadow on the floor
const shadowLift = 0.02; // above the floor [metres]
const stride = 40; // the walk of a step of its feet [units]

const usualSize: [number, number, number] = [1, 1, 1];

interface Part {
    geometry: BufferGeometry;
    colour: Rgb;
    opacity?: number;
    /** Where its middle is, in shares of the body's size: to the left, up, ahead. */
    at: [number, number, number];
    size?: [number, number, number];
    /** A turn around the way ahead [radians]. */
    roll?: number;
}

function darker([r, g, b]: Rgb): Rgb {
    return [0.72 * r, 0.72 * g, 0.72 * b].map(Math.round) as [number, number, number];
}

function ball(radius: number): BufferGeometry {
    return new SphereGeometry(radius, 20, 14);
}

// From the feet to the top, 1 high and 1 wide.
function trunk(): BufferGeometry {
    const profile: [number, number][] = [
        [0, 0.07],
        [0.3, 0.08],
        [0.42, 0.14],
        [0.47, 0.24],
        [0.47, 0.36],
        [0.43, 0.5],
        [0.38, 0.64],
        [0.34, 0.76],
        [0.27, 0.86],
        [0.15, 0.93],
        [0, 0.95],
    ];
    return new LatheGeometry(
        profile.map(([x, y]) => new Vector2(x, y)),
        24,
    );
}

function partsOf(skin: Rgb): Part[] {
    const limb = darker(skin);
    const pair = (part: (side: 1 | -1) => Part): Part[] => [part(1), part(-1)];
    return [
        { geometry: trunk(), colour: skin, at: [0, 0, 0] },
        { geometry: ball(0.2), colour: white, at: [0, 0.68, 0.25], size: [1, 0.6, 1] },
        { geometry: ball(0.1), colour: black, at: [0, 0.68, 0.4], size: [1, 0.6, 1] },
        { geometry: ball(0.03), colour: white, at: [-0.05, 0.71, 0.48], size: [1, 0.6, 1] },
        { geometry: ball(0.17), colour: black, at: [0, 0.42, 0.35], size: [1, 0.32, 0.75] },
        ...pair((side) => ({
            geometry: new ConeGeometry(0.035, 0.09, 6).rotateX(Math.PI),
            colour: white,
            at: [side * 0.08, 0.435, 0.46],
            size: [1, 0.6, 1],
        })),
        ...pair((side) => ({
            geometry: new ConeGeometry(0.075, 0.3, 10),
            colour: horn,
            at: [side * 0.24, 0.93, 0],
            size: [1, 0.6, 1],
            roll: -side * 0.5,
        })),
        ...pair((side) => ({
            geometry: ball(0.11),
            colour: limb,
            at: [side * 0.47, 0.4, 0.12],
            size: [0.8, 1, 1],
            roll: side * 0.4,
        })),
        ...pair((side) => ({
            geometry: ball(0.16),
            colour: limb,
            at: [side * 0.22, 0.06, 0.08],
            size: [1, 0.38, 1.25],
        })),
    ];
}

/** The shadow on the floor of a monster so wide [metres]. */
export function monsterShadow(width: number): Glass {
    const geometry = new CircleGeometry(0.56, 24).rotateX(-Math.PI / 2);
    return figureOf([{ geometry, colour: [0, 0, 0], opacity: shade, at: [0, 0, 0] }], width, 1);
}

/** A monster whose feet are at 0, and that looks along x. width, height: of its body [metres]. */
export function monsterFigure(skin: Rgb, width: number, height: number): Glass {
    return figureOf(partsOf(skin), width, height);
}

function figureOf(parts: readonly Part[], width: number, height: number): Glass {
    const positions: number[] = [];
    const normals: number[] = [];
    const tints: number[] = [];
    for (const part of parts) {
        const { geometry, colour, opacity = solid, at, size = usualSize, roll = 0 } = part;
        const placed = geometry.toNonIndexed();
        geometry.dispose();
        placed
            .applyMatrix4(new Matrix4().makeScale(...size))
            .applyMatrix4(new Matrix4().makeRotationZ(roll))
            .applyMatrix4(new Matrix4().makeTranslation(...at))
            .applyMatrix4(new Matrix4().makeScale(width, height, width))
            .rotateY(Math.PI / 2);
        positions.push(...placed.getAttribute("position").array);
        normals.push(...placed.getAttribute("normal").array);
        for (let i = 0; i < placed.getAttribute("position").count; ++i) {
            tints.push(...colour, opacity);
        }
        placed.dispose();
    }
    return {
        positions: Float32Array.from(positions),
        normals: Float32Array.from(normals),
        tints: Uint8Array.from(tints),
    };
}

/**
 * Where figures of monsters and then their shadows are. feet: of the body, below its position [units].
 * A monster sways as it walks.
 */
export function figureMatrices(poses: readonly MonsterPose[], feet: number): Matrix4[] {
    const places = poses.map(({ position: [x, y, z] }) =>
        new Matrix4().setPosition(toThree([x, y, z + feet], new Vector3())),
    );
    const bodies = poses.map(({ yaw, walked, pace }, i) => {
        const step = (Math.PI * walked) / stride;
        const stretch = 1 + 0.05 * pace * Math.cos(2 * step);
        return places[i]!.clone()
            .multiply(new Matrix4().makeRotationY((yaw * Math.PI) / 180))
            .multiply(new Matrix4().makeRotationX(0.12 * pace * Math.sin(step)))
            .multiply(new Matrix4().makeScale(1 / stretch, stretch, 1 / stretch));
    });
    const lifted = new Matrix4().makeTranslation(0, shadowLift, 0);
    return [...bodies, ...places.map((place) => place.multiply(lifted))];
}
