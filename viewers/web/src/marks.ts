// SPDX-License-Identifier: MIT
// Lines over the picture: the picked face, and where the body touched something.
import type { Point } from "halfspace";
import { toThree, type Rgb, type Touch } from "halfspace/three";
import type { Vector3 } from "three";
import type { Box } from "./bodies.js";
import { beforeSurface, contactColour, normalLength, pickColour } from "./look.js";
import type { Tinted } from "./overlay.js";
import type { Pick } from "./pick.js";

// A normal is along an axis if its other coordinates are smaller.
const alongAxis = 1e-3;

class LineList {
    private readonly positions: number[] = [];
    private readonly tints: number[] = [];

    /** from, to: in metres. */
    add(from: Vector3, to: Vector3, colour: Rgb): void {
        for (const { x, y, z } of [from, to]) {
            this.positions.push(x, y, z);
            this.tints.push(...colour, 255);
        }
    }

    take(): Tinted {
        return {
            positions: Float32Array.from(this.positions),
            tints: Uint8Array.from(this.tints),
        };
    }
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
    const add = (from: Point, to: Point) => lines.add(toThree(from), toThree(to), contactColour);
    add(centre, plus(centre, normal, normalLength));
    const [u = [0, 0, 0] as Point, v = [0, 0, 0] as Point] = ways;
    for (const side of [-1, 1]) {
        const alongU = plus(centre, v, side);
        const alongV = plus(centre, u, side);
        add(plus(alongU, u, -1), plus(alongU, u, 1));
        add(plus(alongV, v, -1), plus(alongV, v, 1));
    }
}

export function markLines(pick: Pick | null, touched: readonly Touch[], box: Box): Tinted {
    const lines = new LineList();
    for (const touch of touched) {
        addTouch(lines, touch, box);
    }
    pick?.corners.forEach((corner, i) => {
        lines.add(corner, pick.corners[(i + 1) % pick.corners.length]!, pickColour);
    });
    return lines.take();
}
