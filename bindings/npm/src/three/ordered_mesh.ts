// SPDX-License-Identifier: MIT
// Faces that are drawn in the exact order of the level's tree. The order is new for each frame: it
// is the index of the geometry. Faces of doors and other models are cut into pieces where
// necessary, and their pieces are behind the faces of the world in the vertex buffer.
import {
    BufferAttribute,
    DynamicDrawUsage,
    Mesh,
    Vector3,
    type Camera,
    type Material,
} from "three";
import { ModelOrder, type Face, type Placement, type VisibleFaces } from "../index.js";
import { frustumOf } from "./frustum.js";
import { LevelCorners, vertexCountOf } from "./level_geometry.js";
import { PlacedLists } from "./placing.js";
import { markChanged, TriangleBuffer, type Polygon } from "./triangles.js";

/** Numbers of an item in `ModelOrder.sort`. */
const itemSize = 5;
/** Numbers of a corner of a piece: x, y, z, u, v. */
const vertexSize = 5;

export interface OrderedMeshOptions {
    /** The faces to draw. */
    filter: (face: Face, index: number) => boolean;
    /** The number of the material of a face, in the mesh's list of materials. */
    materialOf: (face: Face) => number;
    outlines: boolean;
}

/** The faces of a `LevelObject` that are drawn in exact order. `LevelObject.update` sorts them. */
export class OrderedMesh extends Mesh {
    /** Whether the farthest faces are drawn first, as blending needs, or the nearest. */
    order: "back-to-front" | "front-to-back" = "back-to-front";
    /** Faces and pieces of faces in the last frame. */
    polygonCount = 0;
    /** True if no face can ever be drawn. */
    readonly isEmpty: boolean;

    private readonly lists: PlacedLists;
    private readonly sorter: ModelOrder;
    /** Where models are, by model. */
    private readonly placements: Placement[] = [];
    private readonly buffer: TriangleBuffer;
    /** The first vertex of each face of the world, and the number of all its vertices. */
    private readonly firstVertex: Uint32Array;
    private readonly isTaken: Uint8Array;
    private readonly materialOfFace: Uint32Array;
    private readonly worldVertices: number;
    private index = new BufferAttribute(new Uint32Array(0), 1);
    private readonly polygon: Polygon = {
        count: 0,
        positions: new Float32Array(192),
        texcoords: new Float32Array(128),
    };
    private readonly normal = new Vector3();
    private groupMaterial = 0;
    private groupStart = 0;

    /** @internal */
    constructor(
        private readonly corners: LevelCorners,
        materials: Material[],
        options: OrderedMeshOptions,
    ) {
        super(undefined, materials);
        const { faces, level } = corners;
        this.lists = new PlacedLists(level);
        this.sorter = new ModelOrder(this.lists.world);
        this.isTaken = Uint8Array.from(faces, (face, i) => (options.filter(face, i) ? 1 : 0));
        this.isEmpty = !this.isTaken.includes(1);
        this.visible = !this.isEmpty;
        this.materialOfFace = Uint32Array.from(faces, options.materialOf);
        const world = level.modelFaces(0);
        this.firstVertex = new Uint32Array(faces.length + 1);
        let vertices = 0;
        for (let i = 0; i < faces.length; ++i) {
            this.firstVertex[i] = vertices;
            const isInWorld = i >= world.first && i < world.first + world.count;
            vertices += isInWorld && this.isTaken[i] ? vertexCountOf(faces[i]!) : 0;
        }
        this.firstVertex[faces.length] = vertices;
        this.worldVertices = vertices;
        this.buffer = new TriangleBuffer(vertices, options.outlines);
        for (let i = world.first; i < world.first + world.count; ++i) {
            if (this.isTaken[i]) {
                corners.append(this.buffer, faces[i]!, i);
            }
        }
        this.geometry = this.buffer.geometry;
        this.frustumCulled = false;
        this.reserveIndex(vertices);
    }

    private reserveIndex(count: number): void {
        if (count <= this.index.array.length) {
            return;
        }
        this.geometry.dispose();
        this.index = new BufferAttribute(new Uint32Array(count), 1);
        this.index.setUsage(DynamicDrawUsage);
        this.geometry.setIndex(this.index);
    }

    /** @internal Tells where models are. */
    place(placements: readonly Placement[]): void {
        this.lists.rest(placements);
        placements.forEach((placement) => (this.placements[placement.model] = placement));
    }

    /**
     * Writes the order for a camera. Nothing is drawn for a camera that sees nothing (`frustumOf`).
     * visible: leaves out what has no mark.
     * REQUIRES: the camera's matrices are up to date.
     *
     * @internal
     */
    sort(camera: Camera, visible?: VisibleFaces): void {
        const { unitsPerMetre } = this.corners;
        const m = camera.matrixWorld.elements;
        const eye = [m[12]! * unitsPerMetre, -m[14]! * unitsPerMetre, m[13]! * unitsPerMetre];
        const { items, vertices } = this.sorter.sort(eye, {
            order: this.order,
            frustum: frustumOf(camera, unitsPerMetre),
            visible,
        });
        this.polygonCount = 0;
        this.groupStart = 0;
        this.buffer.count = this.worldVertices;
        this.geometry.clearGroups();
        // The triangles of a polygon with n corners have 3 * (n - 2) vertices.
        this.buffer.reserve(this.worldVertices + 3 * (vertices.length / vertexSize));
        this.reserveIndex(this.buffer.capacity);
        let written = 0;
        for (let i = 0; i < items.length; i += itemSize) {
            const first = items[i]!;
            const count = items[i + 1]!;
            if (count > 0) {
                written = this.writeRun(first, count, written);
            } else if (this.isTaken[first]) {
                const start = this.buffer.count;
                const placement = this.placements[items[i + 2]!]!;
                this.appendPiece(first, placement, vertices, items[i + 3]!, items[i + 4]!);
                written = this.write(
                    start,
                    this.buffer.count,
                    this.materialOfFace[first]!,
                    written,
                );
                ++this.polygonCount;
            }
        }
        this.finishGroup(written);
        this.geometry.setDrawRange(0, written);
        markChanged(this.index, 0, written);
        this.buffer.markChanged(this.worldVertices);
    }

    private writeRun(first: number, count: number, written: number): number {
        for (let face = first; face < first + count; ++face) {
            if (this.isTaken[face]) {
                const end = this.firstVertex[face + 1]!;
                const material = this.materialOfFace[face]!;
                written = this.write(this.firstVertex[face]!, end, material, written);
                ++this.polygonCount;
            }
        }
        return written;
    }

    private finishGroup(end: number): void {
        if (end > this.groupStart) {
            this.geometry.addGroup(this.groupStart, end - this.groupStart, this.groupMaterial);
        }
        this.groupStart = end;
    }

    // Appends the vertices from `first` to `end` to the index, and returns its new length.
    private write(first: number, end: number, material: number, written: number): number {
        if (material !== this.groupMaterial) {
            this.finishGroup(written);
            this.groupMaterial = material;
        }
        const index = this.index.array;
        for (let vertex = first; vertex < end; ++vertex) {
            index[written++] = vertex;
        }
        return written;
    }

    private appendPiece(
        face: number,
        placement: Placement,
        vertices: Float64Array,
        first: number,
        count: number,
    ): void {
        const { polygon } = this;
        if (polygon.texcoords.length < 2 * count) {
            polygon.positions = new Float32Array(3 * count);
            polygon.texcoords = new Float32Array(2 * count);
        }
        polygon.count = count;
        const { unitsPerMetre } = this.corners;
        for (let i = 0; i < count; ++i) {
            const at = vertexSize * (first + i);
            polygon.positions[3 * i] = vertices[at]! / unitsPerMetre;
            polygon.positions[3 * i + 1] = vertices[at + 2]! / unitsPerMetre;
            polygon.positions[3 * i + 2] = -vertices[at + 1]! / unitsPerMetre;
            polygon.texcoords[2 * i] = vertices[at + 3]!;
            polygon.texcoords[2 * i + 1] = vertices[at + 4]!;
        }
        this.corners.normalOfPlaced(face, placement, this.normal);
        this.buffer.append(polygon, this.normal, face);
    }

    /** @internal */
    dispose(): void {
        this.geometry.dispose();
        this.sorter.dispose();
        this.lists.world.dispose();
    }
}
