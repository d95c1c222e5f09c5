// SPDX-License-Identifier: MIT
// Lines over the picture: the picked face, and where the body touched something.
import type { Level, Point } from "halfspace";
import type { Touch } from "halfspace/three";
import type { OverlayLines } from "./level_view.js";
import type { Pick } from "./pick.js";

const unitsPerMetre = 32;
const normalLength = 12; // of a mark [units]
const beforeSurface = 0.25; // marks stand before their surface [units]
const contactColour = [255, 208, 64, 255];
const pickColour = [255, 96, 200, 255];
// A normal is along an axis if its other coordinates are smaller.
const alongAxis = 1e-3;

class LineList {
    private readonly positions: number[] = [];
    private readonly tints: number[] = [];

    add(from: Point, to: Point, colour: number[]): void {
        for (const [x, y, z] of [from, to]) {
            this.positions.push(x / unitsPerMetre, z / unitsPerMetre, -y / unitsPerMetre);
            this.tints.push(...colour);
        }
    }

    take(): OverlayLines {
        return {
            positions: Float32Array.from(this.positions),
            tints: Uint8Array.from(this.tints),
            count: this.positions.length / 3,
        };
    }
}

/** The box of a body around its position [units]. */
export interface Box {
    min: Point;
    max: Point;
}

function plus(a: Point, b: Point, factor: number): Point {
    return [a[0] + b[0] * factor, a[1] + b[1] * factor, a[2] + b[2] * factor];
}

// The outline of the side or edge of the box that touched, and the normal of the surface.
function addTouch(lines: LineList, { position, normal }: Touch, box: Box): void {
    let centre: Point = [...position];
    const ways: Point[] = [];
    for (let i = 0; i < 3; ++i) {
        if (Math.abs(normal[i]!) > alongAxis) {
            centre[i]! += normal[i]! > 0 ? box.min[i]! : box.max[i]!;
        } else {
            centre[i]! += (box.min[i]! + box.max[i]!) / 2;
            const way: Point = [0, 0, 0];
            way[i] = (box.max[i]! - box.min[i]!) / 2;
            ways.push(way);
        }
    }
    centre = plus(centre, normal, beforeSurface);
    lines.add(centre, plus(centre, normal, normalLength), contactColour);
    const [u = [0, 0, 0] as Point, v = [0, 0, 0] as Point] = ways;
    for (const side of [-1, 1]) {
        const alongU = plus(centre, v, side);
        const alongV = plus(centre, u, side);
        lines.add(plus(alongU, u, -1), plus(alongU, u, 1), contactColour);
        lines.add(plus(alongV, v, -1), plus(alongV, v, 1), contactColour);
    }
}

export function markLines(pick: Pick | null, touched: readonly Touch[], box: Box): OverlayLines {
    const lines = new LineList();
    for (const touch of touched) {
        addTouch(lines, touch, box);
    }
    pick?.corners.forEach((corner, i) => {
        lines.add(corner, pick.corners[(i + 1) % pick.corners.length]!, pickColour);
    });
    return lines.take();
}

/** The box around everything that the level draws of the world [units]. */
export function drawnBox(level: Level): Box {
    const { positions } = level.corners();
    const { first, count } = level.modelFaces(0);
    const box: Box = {
        min: [Infinity, Infinity, Infinity],
        max: [-Infinity, -Infinity, -Infinity],
    };
    for (const face of level.faces().slice(first, first + count)) {
        for (let i = face.firstCorner; i < face.firstCorner + face.cornerCount; ++i) {
            for (let k = 0; k < 3; ++k) {
                box.min[k] = Math.min(box.min[k]!, positions[3 * i + k]!);
                box.max[k] = Math.max(box.max[k]!, positions[3 * i + k]!);
            }
        }
    }
    return count > 0 ? box : { min: [0, 0, 0], max: [1, 1, 1] };
}
