// SPDX-License-Identifier: MIT
// The leaf tree as textures, for the view of leaves.
import {
    FloatType,
    IntType,
    RGBAFormat,
    RGIntegerFormat,
    UnsignedByteType,
    Vector3,
    type DataTexture,
} from "three";
import type { Level } from "halfspace";
import { defaultUnitsPerMetre, directionToThree, leafColour } from "halfspace/three";
import { table } from "./tables.js";

const longestWay = 32; // of the eye from the anchor [metres]

/** The leaf tree in metres of three.js. */
export class LeafTree {
    readonly children: DataTexture;
    readonly colours: DataTexture;
    readonly root: number;
    /** The planes are relative to this place near the eye, so that floats suffice everywhere. */
    readonly anchor = new Vector3(Infinity, 0, 0);
    private relative: DataTexture | null = null;
    private readonly planes: Float64Array;

    constructor(level: Level) {
        const { planes, children, root, leafCount } = level.nodes();
        this.root = root;
        this.planes = new Float64Array(planes.length);
        const normal = new Vector3();
        for (let i = 0; i < planes.length; i += 4) {
            directionToThree(planes.subarray(i, i + 3), normal);
            const length = normal.length();
            normal.divideScalar(length).toArray(this.planes, i);
            this.planes[i + 3] = planes[i + 3]! / length / defaultUnitsPerMetre;
        }
        this.children = table(children, 2, RGIntegerFormat, IntType, "RG32I");
        const colours = new Uint8Array(4 * leafCount);
        for (let leaf = 0; leaf < leafCount; ++leaf) {
            colours.set([...leafColour(leaf), 255], 4 * leaf);
        }
        this.colours = table(colours, 4, RGBAFormat, UnsignedByteType);
    }

    /** The planes relative to an anchor near the eye. */
    planesNear(eye: Vector3): DataTexture {
        if (this.relative && this.anchor.distanceTo(eye) < longestWay) {
            return this.relative;
        }
        this.relative?.dispose();
        this.anchor.copy(eye);
        const p = this.planes;
        const relative = new Float32Array(p);
        for (let i = 0; i < p.length; i += 4) {
            relative[i + 3] = p[i + 3]! - (p[i]! * eye.x + p[i + 1]! * eye.y + p[i + 2]! * eye.z);
        }
        this.relative = table(relative, 4, RGBAFormat, FloatType);
        return this.relative;
    }

    dispose(): void {
        this.relative?.dispose();
        this.children.dispose();
        this.colours.dispose();
    }
}
