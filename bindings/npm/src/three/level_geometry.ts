// SPDX-License-Identifier: MIT
// The faces of a level as geometries of three.js.
import { Matrix4, Vector3, type BufferGeometry } from "three";
import { checkFunction, checkOptions, positive } from "../arguments.js";
import type { Face, Level, Placement } from "../index.js";
import { checkedLevel } from "../level.js";
import { defaultUnitsPerMetre, toMatrix } from "./convert.js";
import { normalOf, TriangleBuffer, type Polygon } from "./triangles.js";

/** Which faces `levelGeometry` takes, and what it adds to them. */
export interface LevelGeometryOptions {
    /** Map units in a metre (32). */
    unitsPerMetre?: number;
    /** The model; 0, the default, is the world. */
    model?: number;
    /** Adds what `wireMaterial` and `addWire` need: 40 bytes for each vertex. */
    outlines?: boolean;
    /** Which faces to take; by default all faces that are drawn. */
    filter?: (face: Face, index: number) => boolean;
    /** The number of a face's material for `Mesh.material`; by default the one of the level. */
    materialOf?: (face: Face) => number;
}

const geometryOptions = ["unitsPerMetre", "model", "outlines", "filter", "materialOf"] as const;

/** True if anything of the face is seen. */
export function isDrawn(face: Face): boolean {
    return face.opacity > 0;
}

/** The number of vertices that the triangles of a face have. */
export function vertexCountOf(face: Face): number {
    return 3 * Math.max(face.cornerCount - 2, 0);
}

/** The corners of all faces in metres. They are read once and serve several geometries. */
export class LevelCorners {
    /** All faces of the level. */
    readonly faces: readonly Face[];
    private readonly positions: Float32Array;
    private readonly texcoords: Float32Array;
    private readonly polygon: Polygon = {
        count: 0,
        positions: new Float32Array(0),
        texcoords: new Float32Array(0),
    };
    /** x, y, z of the normal of each face at rest. */
    private readonly normals: Float64Array;
    private readonly normal = new Vector3();
    private readonly matrix = new Matrix4();

    constructor(
        readonly level: Level,
        readonly unitsPerMetre = defaultUnitsPerMetre,
    ) {
        this.faces = checkedLevel(level).faces();
        positive(unitsPerMetre, "unitsPerMetre");
        const { positions, texcoords } = level.corners();
        for (let i = 0; i < positions.length; i += 3) {
            const y = positions[i + 1]!;
            positions[i] = positions[i]! / unitsPerMetre;
            positions[i + 1] = positions[i + 2]! / unitsPerMetre;
            positions[i + 2] = -y / unitsPerMetre;
        }
        this.positions = positions;
        this.texcoords = texcoords;
        this.normals = new Float64Array(3 * this.faces.length);
        this.faces.forEach((face, i) => {
            normalOf(this.of(face), this.normal).toArray(this.normals, 3 * i);
        });
    }

    /** The corners of a face at rest. The next call overwrites them. */
    of(face: Face): Polygon {
        const first = face.firstCorner;
        const end = first + face.cornerCount;
        this.polygon.count = face.cornerCount;
        this.polygon.positions = this.positions.subarray(3 * first, 3 * end);
        this.polygon.texcoords = this.texcoords.subarray(2 * first, 2 * end);
        return this.polygon;
    }

    /** The normal of a face, in the axes of three.js, where its model is. */
    normalOfPlaced(face: number, placement: Placement, target: Vector3): Vector3 {
        toMatrix(placement, this.matrix);
        return target.fromArray(this.normals, 3 * face).transformDirection(this.matrix);
    }

    /** Appends the triangles of a face. */
    append(buffer: TriangleBuffer, face: Face, index: number): void {
        buffer.append(this.of(face), this.normal.fromArray(this.normals, 3 * index), index);
    }
}

/**
 * The faces of a model at rest as one geometry. Its triangles share no vertices. Faces with one
 * material are next to one another and are one group. The attribute `face` holds the number
 * of the face in `Level.faces()`.
 */
export function levelGeometry(level: Level, options: LevelGeometryOptions = {}): BufferGeometry {
    checkOptions(options, geometryOptions, "levelGeometry");
    checkFunction(options.filter, "filter");
    checkFunction(options.materialOf, "materialOf");
    return geometryOf(new LevelCorners(level, options.unitsPerMetre), options);
}

/** As `levelGeometry`, from corners that were read before. */
export function geometryOf(
    corners: LevelCorners,
    {
        model = 0,
        outlines = false,
        filter = isDrawn,
        materialOf = (face) => face.material,
    }: LevelGeometryOptions,
): BufferGeometry {
    const { faces } = corners;
    const { first, count } = corners.level.modelFaces(model);
    const taken: { index: number; material: number }[] = [];
    let vertices = 0;
    for (let index = first; index < first + count; ++index) {
        const face = faces[index]!;
        if (filter(face, index)) {
            taken.push({ index, material: materialOf(face) });
            vertices += vertexCountOf(face);
        }
    }
    taken.sort((a, b) => a.material - b.material || a.index - b.index);
    const buffer = new TriangleBuffer(vertices, outlines);
    const { geometry } = buffer;
    for (let i = 0; i < taken.length; ) {
        const start = buffer.count;
        const { material } = taken[i]!;
        for (; taken[i]?.material === material; ++i) {
            const { index } = taken[i]!;
            corners.append(buffer, faces[index]!, index);
        }
        geometry.addGroup(start, buffer.count - start, material);
    }
    geometry.computeBoundingSphere();
    return geometry;
}
