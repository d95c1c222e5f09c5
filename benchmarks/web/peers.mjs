// SPDX-License-Identifier: MIT
// What the benchmarks of the web compare with: three-mesh-bvh, three's Octree and Rapier, on the
// triangles of a level's world. The first two move a capsule as their project's example does; Rapier
// casts it, as Halfspace does. The level's units and axes stay as they are.
import RAPIER from "@dimforge/rapier3d-compat";
import { Box3, BufferAttribute, BufferGeometry, FrontSide, Line3, Mesh, Ray, Vector3 } from "three";
import { Capsule } from "three/addons/math/Capsule.js";
import { Octree } from "three/addons/math/Octree.js";
import { MeshBVH } from "three-mesh-bvh";

// Both examples do a frame in five steps.
const subSteps = 5;

/** The faces of the world as triangles; those of a face are a fan around its first corner. */
export function worldGeometry(level) {
    const { first, count } = level.modelFaces(0);
    const indices = [];
    for (const { firstCorner, cornerCount } of level.faces().slice(first, first + count)) {
        for (let corner = 2; corner < cornerCount; ++corner) {
            indices.push(firstCorner, firstCorner + corner - 1, firstCorner + corner);
        }
    }
    const geometry = new BufferGeometry();
    geometry.setAttribute("position", new BufferAttribute(level.corners().positions, 3));
    geometry.setIndex(indices);
    return geometry;
}

/** capsule: { halfHeight, radius, centre }, as in jobs.mjs. */
export class BvhPeer {
    constructor(geometry, capsule) {
        this.bvh = new MeshBVH(geometry);
        this.capsule = capsule;
        this.axis = new Line3();
        this.box = new Box3();
        this.onTriangle = new Vector3();
        this.onAxis = new Vector3();
        this.step = new Vector3();
        this.ray = new Ray();
        this.touches = 0;
    }

    // As example/characterMovement.js of three-mesh-bvh: each triangle that is nearer than the radius
    // pushes the capsule out. The example also turns the capsule into the space of its mesh.
    pushOut() {
        const { axis, box, onTriangle, onAxis } = this;
        const { radius } = this.capsule;
        box.makeEmpty();
        box.expandByPoint(axis.start);
        box.expandByPoint(axis.end);
        box.min.addScalar(-radius);
        box.max.addScalar(radius);
        let isTouched = false;
        this.bvh.shapecast({
            intersectsBounds: (bounds) => bounds.intersectsBox(box),
            intersectsTriangle: (triangle) => {
                const distance = triangle.closestPointToSegment(axis, onTriangle, onAxis);
                if (distance < radius) {
                    isTouched = true;
                    const direction = onAxis.sub(onTriangle).normalize();
                    axis.start.addScaledVector(direction, radius - distance);
                    axis.end.addScaledVector(direction, radius - distance);
                }
            },
        });
        return isTouched;
    }

    /** Moves the capsule along segment number i; touches counts those that meet something. */
    move(segments, i) {
        const { axis, step } = this;
        const { halfHeight, centre } = this.capsule;
        const at = 6 * i;
        axis.start.fromArray(segments, at);
        step.fromArray(segments, at + 3)
            .sub(axis.start)
            .divideScalar(subSteps);
        axis.start.z += centre - halfHeight;
        axis.end.copy(axis.start);
        axis.end.z += 2 * halfHeight;
        let isTouched = false;
        for (let n = 0; n < subSteps; ++n) {
            axis.start.add(step);
            axis.end.add(step);
            isTouched = this.pushOut() || isTouched;
        }
        this.touches += isTouched;
    }

    /** The first face on segment number i. */
    castRay(segments, i) {
        const { ray } = this;
        ray.origin.fromArray(segments, 6 * i);
        ray.direction.fromArray(segments, 6 * i + 3).sub(ray.origin);
        const length = ray.direction.length();
        ray.direction.divideScalar(length);
        this.touches += this.bvh.raycastFirst(ray, FrontSide, 0, length) !== null;
    }
}

export class OctreePeer {
    constructor(geometry, { halfHeight, radius, centre }) {
        this.octree = new Octree().fromGraphNode(new Mesh(geometry));
        this.low = centre - halfHeight;
        this.high = centre + halfHeight;
        this.collider = new Capsule(new Vector3(), new Vector3(), radius);
        this.step = new Vector3();
        this.touches = 0;
    }

    // As examples/games_fps.html of three: the octree says which way and how far out.
    move(segments, i) {
        const { collider, octree, step } = this;
        const at = 6 * i;
        collider.start.fromArray(segments, at);
        collider.end.copy(collider.start);
        step.fromArray(segments, at + 3)
            .sub(collider.start)
            .divideScalar(subSteps);
        collider.start.z += this.low;
        collider.end.z += this.high;
        let isTouched = false;
        for (let n = 0; n < subSteps; ++n) {
            collider.translate(step);
            const result = octree.capsuleIntersect(collider);
            if (result && result.depth >= 1e-10) {
                isTouched = true;
                collider.translate(result.normal.multiplyScalar(result.depth));
            }
        }
        this.touches += isTouched;
    }
}

export class RapierPeer {
    static async create(geometry, capsule) {
        await RAPIER.init();
        return new RapierPeer(geometry, capsule);
    }

    constructor(geometry, { halfHeight, radius, centre }) {
        this.world = new RAPIER.World({ x: 0, y: 0, z: 0 });
        const positions = Float32Array.from(geometry.attributes.position.array);
        const indices = Uint32Array.from(geometry.index.array);
        this.world.createCollider(RAPIER.ColliderDesc.trimesh(positions, indices));
        this.world.step(); // only then is the collider found
        this.shape = new RAPIER.Capsule(halfHeight, radius);
        // A capsule of Rapier stands along y; a quarter turn around x.
        this.turn = { x: Math.SQRT1_2, y: 0, z: 0, w: Math.SQRT1_2 };
        this.centre = centre;
        this.from = new RAPIER.Vector3(0, 0, 0);
        this.way = new RAPIER.Vector3(0, 0, 0);
        this.ray = new RAPIER.Ray(this.from, this.way);
        this.touches = 0;
    }

    #set(segments, i, up) {
        const { from, way } = this;
        const at = 6 * i;
        [from.x, from.y, from.z] = [segments[at], segments[at + 1], segments[at + 2] + up];
        way.x = segments[at + 3] - segments[at];
        way.y = segments[at + 4] - segments[at + 1];
        way.z = segments[at + 5] - segments[at + 2];
    }

    /** Casts the capsule along segment number i. */
    move(segments, i) {
        this.#set(segments, i, this.centre);
        const { from, turn, way, shape } = this;
        this.touches += this.world.castShape(from, turn, way, shape, 0, 1, true) !== null;
    }

    /** The first triangle on segment number i, from either side. */
    castRay(segments, i) {
        this.#set(segments, i, 0);
        this.touches += this.world.castRay(this.ray, 1, true) !== null;
    }
}
