// SPDX-License-Identifier: MIT
// Many copies of one mesh, of which only those in view are drawn.
import {
    Color,
    InstancedMesh,
    Matrix4,
    Mesh,
    Sphere,
    Vector3,
    type BufferGeometry,
    type Camera,
    type Intersection,
    type Material,
    type Raycaster,
} from "three";
import { index } from "../arguments.js";
import { Frustum, type Point } from "../index.js";
import { Octree, type OctreeOptions } from "../spatial/index.js";
import { checkCamera, checkMatrix } from "./expected.js";
import { viewPlanes } from "./frustum.js";

const sphere = new Sphere();
const inverse = new Matrix4();
const matrix = new Matrix4();
const from = new Vector3();
const to = new Vector3();
const copy = new Mesh();
const hits: Intersection[] = [];
/** What float arithmetic may lose, as a part of the coordinates. */
const rounding = 1e-6;
const longestRay = 1e30;

/** Planes n.p >= d of the world, for points that a matrix takes to the world. */
function localPlanes(planes: Float64Array, toWorld: Matrix4): Float64Array {
    const m = toWorld.elements;
    const local = new Float64Array(20);
    for (let i = 0; i < 20; i += 4) {
        const [x, y, z] = [planes[i]!, planes[i + 1]!, planes[i + 2]!];
        for (let axis = 0; axis < 3; ++axis) {
            local[i + axis] = x * m[4 * axis]! + y * m[4 * axis + 1]! + z * m[4 * axis + 2]!;
        }
        local[i + 3] = planes[i + 3]! - (x * m[12]! + y * m[13]! + z * m[14]!);
    }
    return local;
}

/**
 * An InstancedMesh that draws only the instances in view. three.js by itself draws all instances or
 * none. An octree finds those in view, and those on a ray: raycasts do not look at all instances, and
 * `instanceId` is the number that setMatrixAt() got. An instance is there from its first setMatrixAt()
 * on. Call `await initSpatial()` of `halfspace/spatial` before you make one, and update() before each
 * picture. While `castShadow` is true all instances are drawn, because those out of view may throw
 * shadows into it.
 */
export class CulledInstances extends InstancedMesh {
    /** @internal */
    readonly isCulledInstances = true;
    readonly #octree: Octree;
    /** By instance: its number in the octree, or -1. */
    readonly #ids: Int32Array;
    /** By number in the octree: the instance. */
    readonly #instances: number[] = [];
    readonly #matrices: Float32Array;
    #colours: Float32Array | undefined;

    /** count: the most instances that there will be. */
    constructor(
        geometry: BufferGeometry,
        material: Material | Material[],
        count: number,
        options: OctreeOptions = {},
    ) {
        super(geometry, material, index(count, 2 ** 28, "count"));
        this.#octree = new Octree(options);
        this.#ids = new Int32Array(count).fill(-1);
        this.#matrices = new Float32Array(16 * count);
        this.count = 0;
        this.frustumCulled = false;
        if (geometry.boundingSphere === null) {
            geometry.computeBoundingSphere();
        }
    }

    /** How many instances there are, in view or not. */
    get size(): number {
        return this.#octree.size;
    }

    /** Adds an instance, or moves it. It costs next to nothing while the instance stays near. */
    override setMatrixAt(instance: number, to: Matrix4): this {
        if (!(#ids in this)) {
            return this; // the constructor of InstancedMesh wants to fill all places
        }
        checkMatrix(to, "matrix");
        index(instance, this.#ids.length, "instance");
        to.toArray(this.#matrices, 16 * instance);
        sphere.copy(this.geometry.boundingSphere!).applyMatrix4(to);
        const { x, y, z } = sphere.center;
        const reach =
            sphere.radius * (1 + rounding) + rounding * (Math.abs(x) + Math.abs(y) + Math.abs(z));
        const min: Point = [x - reach, y - reach, z - reach];
        const max: Point = [x + reach, y + reach, z + reach];
        const id = this.#ids[instance]!;
        if (id >= 0) {
            this.#octree.update(id, min, max);
        } else {
            const made = this.#octree.insert(min, max);
            this.#ids[instance] = made;
            this.#instances[made] = instance;
        }
        return this;
    }

    override getMatrixAt(instance: number, to: Matrix4): Matrix4 {
        index(instance, this.#ids.length, "instance");
        return to.fromArray(this.#matrices, 16 * instance);
    }

    override setColorAt(instance: number, colour: Color): this {
        index(instance, this.#ids.length, "instance");
        if (this.#colours === undefined) {
            super.setColorAt(0, colour); // makes instanceColor
            this.#colours = new Float32Array(3 * this.#ids.length).fill(1);
        }
        colour.toArray(this.#colours, 3 * instance);
        return this;
    }

    override getColorAt(instance: number, to: Color): Color {
        index(instance, this.#ids.length, "instance");
        return this.#colours === undefined
            ? to.setRGB(1, 1, 1)
            : to.fromArray(this.#colours, 3 * instance);
    }

    /** @internal The numbers of the instances. */
    instances(): number[] {
        return [...this.#ids.keys()].filter((instance) => this.#ids[instance]! >= 0);
    }

    /** Removes an instance. A later setMatrixAt() brings it back. */
    removeAt(instance: number): void {
        const id = this.#ids[index(instance, this.#ids.length, "instance")]!;
        if (id >= 0) {
            this.#octree.remove(id);
            this.#ids[instance] = -1;
        }
    }

    /**
     * Takes the instances that a camera sees for the next picture. REQUIRES: the matrices of the camera
     * and of this object are up to date, as after updateMatrixWorld() or the last picture.
     */
    update(camera: Camera): void {
        checkCamera(camera, "camera");
        const planes = localPlanes(viewPlanes(camera), this.matrixWorld);
        if (this.castShadow || !planes.every(Number.isFinite)) {
            this.count = 0;
            this.#ids.forEach((id, instance) => id >= 0 && this.#draw(instance));
        } else {
            this.count = 0;
            for (const id of this.#octree.inView(Frustum.fromPlanes(planes))) {
                this.#draw(this.#instances[id]!);
            }
        }
        for (const attribute of [this.instanceMatrix, this.instanceColor]) {
            if (attribute !== null) {
                attribute.clearUpdateRanges();
                attribute.addUpdateRange(0, attribute.itemSize * this.count);
                attribute.needsUpdate = true;
            }
        }
    }

    override raycast(raycaster: Raycaster, intersects: Intersection[]): void {
        inverse.copy(this.matrixWorld).invert();
        const { origin, direction } = raycaster.ray;
        from.copy(origin).applyMatrix4(inverse);
        const length = Math.min(raycaster.far, longestRay);
        to.copy(origin).addScaledVector(direction, length).applyMatrix4(inverse);
        copy.geometry = this.geometry;
        copy.material = this.material;
        for (const { id } of this.#octree.onSegment(from.toArray(), to.toArray())) {
            const instance = this.#instances[id]!;
            copy.matrixWorld.multiplyMatrices(this.matrixWorld, this.getMatrixAt(instance, matrix));
            copy.raycast(raycaster, hits);
            for (const hit of hits) {
                intersects.push({ ...hit, instanceId: instance, object: this });
            }
            hits.length = 0;
        }
    }

    /** Frees the octree and what the graphics card holds of this object. */
    override dispose(): this {
        this.#octree.dispose();
        return super.dispose();
    }

    #draw(instance: number): void {
        const place = this.count++;
        const matrices = this.#matrices.subarray(16 * instance, 16 * instance + 16);
        this.instanceMatrix.array.set(matrices, 16 * place);
        if (this.#colours !== undefined && this.instanceColor !== null) {
            const colours = this.#colours.subarray(3 * instance, 3 * instance + 3);
            this.instanceColor.array.set(colours, 3 * place);
        }
    }
}
