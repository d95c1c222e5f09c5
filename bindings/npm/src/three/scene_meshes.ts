// SPDX-License-Identifier: MIT
// The meshes of a WalkableScene in a collision world. Objects of three.js are somewhere at the end of
// each frame; steps have a length of their own. So a mesh is in each step where its object was at that
// time, on a straight way between two frames.
import { Matrix4, Quaternion, Vector3, type Object3D } from "three";
import { isRigid, type CollisionMesh } from "../collision_mesh.js";
import { HalfspaceError, type CollisionWorld, type Sides } from "../index.js";
import type { Place } from "../memory.js";
import { fromMatrix } from "./convert.js";
import { nameOf } from "./object_triangles.js";

/** An object that moves, with its mesh where it was when it was added. */
export interface MovingObject {
    id: number;
    object: Object3D;
    mesh: CollisionMesh;
    /** From where the object was when it was added. */
    inverse: Matrix4;
    /** Its origin at that time [metres]. */
    origin: Vector3;
}

/** What of a scene is placed in worlds. */
export interface SceneParts {
    sides: Sides;
    unitsPerMetre: number;
    /** What does not move, if there is any. Its id is 0. */
    fixed: CollisionMesh | null;
    /** By their objects. */
    moving: ReadonlyMap<Object3D, MovingObject>;
}

const fixedId = 0;
const matrix = new Matrix4();
const one = new Vector3(1, 1, 1);
const scale = new Vector3();
const shift = new Vector3();

/**
 * Where an object is: its origin [metres], and how it has turned since it was added. So an object that
 * turns in place stays in place between two frames, too.
 */
class Pose {
    readonly position = new Vector3();
    readonly quaternion = new Quaternion();

    read({ object, inverse }: MovingObject): this {
        object.updateWorldMatrix(true, false);
        matrix.multiplyMatrices(object.matrixWorld, inverse);
        const { x, y, z } = fromMatrix(0, matrix, 1) as Place;
        if (!isRigid({ x, y, z })) {
            throw new HalfspaceError(
                `${nameOf(object)} was scaled, mirrored or sheared after it was added to a WalkableScene; call removeMoving() and addMoving() again`,
            );
        }
        matrix.decompose(this.position, this.quaternion, scale);
        this.position.setFromMatrixPosition(object.matrixWorld);
        return this;
    }

    copy({ position, quaternion }: Pose): this {
        this.position.copy(position);
        this.quaternion.copy(quaternion);
        return this;
    }

    equals({ position, quaternion }: Pose): boolean {
        return this.position.equals(position) && this.quaternion.equals(quaternion);
    }

    /** part: 0 at `from`, 1 at `to`. */
    setBetween(from: Pose, to: Pose, part: number): this {
        if (part >= 1 || from.equals(to)) {
            return this.copy(to);
        }
        this.position.lerpVectors(from.position, to.position, part);
        this.quaternion.slerpQuaternions(from.quaternion, to.quaternion, part);
        return this;
    }

    /** The motion since the object was added. */
    place({ origin }: MovingObject, unitsPerMetre: number): Place {
        shift.copy(origin).applyQuaternion(this.quaternion).subVectors(this.position, shift);
        matrix.compose(shift, this.quaternion, one);
        const { x, y, z, translation } = fromMatrix(0, matrix, unitsPerMetre) as Place;
        return { x, y, z, translation };
    }
}

/** The way of a mesh in the present frame and in the present step. */
interface Way {
    parts: MovingObject;
    /** At the begin and at the end of the frame. */
    from: Pose;
    to: Pose;
    /** At the end of the last step that was finished. */
    at: Pose;
    /** At the end of the step that is being made. */
    next: Pose;
    /** True: in the world the mesh is not, or not only, where `at` says. */
    isAway: boolean;
}

/** The meshes of a scene in one world. */
export class SceneMeshes {
    readonly #ways = new Map<number, Way>();
    readonly #now = new Pose();

    constructor(
        private readonly world: CollisionWorld,
        private readonly scene: SceneParts,
    ) {
        const { fixed: mesh, sides } = scene;
        if (mesh !== null) {
            world.placeMesh({ id: fixedId, mesh, sides });
        }
        this.bring();
    }

    /** Adds the objects that have come, where they are now, and removes those that have gone. */
    bring(): void {
        const { sides, moving } = this.scene;
        const gone = new Set(this.#ways.keys());
        for (const parts of moving.values()) {
            const { id, mesh } = parts;
            if (!gone.delete(id)) {
                const at = new Pose().read(parts);
                this.world.placeMesh({ ...this.#place(parts, at), id, mesh, sides });
                const [from, to, next] = [0, 1, 2].map(() => new Pose().copy(at)) as [
                    Pose,
                    Pose,
                    Pose,
                ];
                this.#ways.set(id, { parts, from, to, at, next, isAway: false });
            }
        }
        for (const id of gone) {
            this.world.removeMesh(id);
            this.#ways.delete(id);
        }
    }

    #place(parts: MovingObject, pose: Pose): Place {
        return pose.place(parts, this.scene.unitsPerMetre);
    }

    /** A frame ends where the objects are now, and began where the last one ended. */
    beginFrame(): void {
        this.bring();
        for (const { parts, from, to } of this.#ways.values()) {
            this.#now.read(parts);
            from.copy(to);
            to.copy(this.#now);
        }
    }

    /** Moves all in a step that ends at a part of the frame, from 0 to 1. It may be called again. */
    move(part: number): void {
        for (const [id, way] of this.#ways) {
            const { parts, from, to, at, next } = way;
            next.setBetween(from, to, part);
            if (way.isAway || !next.equals(at)) {
                this.world.placeMeshAt(id, this.#place(parts, at));
                this.world.moveMesh(id, this.#place(parts, next));
                way.isAway = true;
            }
        }
    }

    /** The step counts. */
    finishStep(): void {
        for (const way of this.#ways.values()) {
            way.at.copy(way.next);
            way.isAway = false;
        }
    }

    /** Puts all where the objects are now, at rest; until putBack(), or for good by settle(). */
    rest(): void {
        this.bring();
        for (const [id, way] of this.#ways) {
            way.next.read(way.parts);
            if (way.isAway || !way.next.equals(way.at)) {
                way.isAway = true;
                this.world.placeMeshAt(id, this.#place(way.parts, way.next));
            }
        }
    }

    /** After rest(), or after a step that was not finished: where the last finished step has left all. */
    putBack(): void {
        for (const [id, way] of this.#ways) {
            if (way.isAway) {
                this.world.placeMeshAt(id, this.#place(way.parts, way.at));
                way.isAway = false;
            }
        }
    }

    /** After rest(): the next step begins there. */
    settle(): void {
        for (const way of this.#ways.values()) {
            [way.from, way.to, way.at].forEach((pose) => pose.copy(way.next));
            way.isAway = false;
        }
    }
}
