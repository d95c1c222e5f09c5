// SPDX-License-Identifier: MIT
// A world to walk in, made of any objects of three.js, without a level and without a compile.
import { Matrix4, type Mesh, type Object3D } from "three";
import { isRigid } from "../collision_mesh.js";
import { checkOptions, list, oneOf, positive, shown, trueOrFalse } from "../arguments.js";
import {
    CollisionMesh,
    CollisionWorld,
    HalfspaceError,
    init,
    Shape,
    type Level,
    type MoverBody,
    type Sides,
} from "../index.js";
import { checkedLevel } from "../level.js";
import type { Place } from "../memory.js";
import { defaultUnitsPerMetre, fromMatrix } from "./convert.js";
import { nameOf, trianglesOf } from "./object_triangles.js";

/** What of a scene is walked on, and how it is measured. */
export interface WalkableSceneOptions {
    /** Map units in a metre. Default: 32. */
    unitsPerMetre?: number;
    /**
     * "front": bodies pass triangles from behind. "both", the default, suits open meshes and those
     * whose triangles look anywhere.
     */
    sides?: Sides;
    /** True: objects that are not visible are left out, with everything below them. Default: false. */
    onlyVisible?: boolean;
    /**
     * The objects stand beside this level, such as one made of what is closed in the same file. It
     * stays the caller's. Default: null, the objects are all there is.
     */
    level?: Level | null;
    /** Objects that move; addMoving() is called for each. Without it, an object never moves. */
    moving?: readonly Object3D[];
}

/** An object that moves, with its mesh where it was when it was added. */
interface Moving {
    mesh: CollisionMesh;
    /** From where the object was when it was added. */
    inverse: Matrix4;
}

const motion = new Matrix4();
const staticId = 0;

function checkObject3D(object: Object3D, what: string): void {
    if (object?.isObject3D !== true) {
        throw new HalfspaceError(
            `${what}: expected an Object3D of three.js, found ${shown(object)}`,
        );
    }
}

/**
 * A world to walk in, made of any objects of three.js. `LevelControls` and `Walker` take it in place
 * of a level.
 *
 *     const walkable = await WalkableScene.create(gltf.scene, { moving: [lift] });
 *     const controls = new LevelControls(camera, canvas, walkable);
 *     // In each frame:
 *     lift.position.y = height;
 *     controls.update(seconds);
 *
 * All meshes below the object are taken where they are now, also instances, skins and morphs; lights,
 * lines and points are none. They need not be closed. What does not move becomes one tree; it is made
 * in milliseconds. A level may stand beside it. Objects that move may be moved and turned, and carry and push whoever walks: each
 * step of a walker reads where they are. The meshes may change or be thrown away afterwards.
 */
export class WalkableScene {
    /** Map units in a metre. */
    readonly unitsPerMetre: number;
    /**
     * All of it, for questions of the game [units], such as sweep() for what is thrown. update() moves
     * in it what has moved. Obstacles of the game may be placed there; walkers do not meet those.
     */
    readonly world: CollisionWorld;
    /** The level beside the objects; null if there is none. */
    readonly level: Level | null;
    /** What was left out. */
    readonly notes: readonly string[];
    /** How many triangles do not move. */
    readonly triangleCount: number;
    readonly #sides: Sides;
    readonly #takes: (object: Object3D) => boolean;
    /** What does not move. */
    readonly #mesh: CollisionMesh | null;
    readonly #meshes: Set<Mesh>;
    readonly #moving = new Map<Object3D, Moving & { id: number }>();
    #lastId = staticId;
    /** The moving meshes that worlds hold. */
    readonly #placed = new WeakMap<CollisionWorld, Set<number>>();
    #body: { stand: MoverBody; crouch: MoverBody } | undefined;

    /** Loads halfspace.wasm if it is not loaded, and then makes the scene. */
    static async create(
        object: Object3D,
        options: WalkableSceneOptions = {},
    ): Promise<WalkableScene> {
        await init();
        return new WalkableScene(object, options);
    }

    /** Call `await init()` before, or WalkableScene.create(). */
    constructor(object: Object3D, options: WalkableSceneOptions = {}) {
        checkObject3D(object, "WalkableScene");
        const names = ["unitsPerMetre", "sides", "onlyVisible", "level", "moving"] as const;
        checkOptions(options, names, "WalkableScene");
        const { sides = "both", onlyVisible = false, level = null, moving = [] } = options;
        this.unitsPerMetre = positive(
            options.unitsPerMetre ?? defaultUnitsPerMetre,
            "unitsPerMetre",
        );
        this.#sides = oneOf(sides, ["both", "front"], "sides");
        trueOrFalse(onlyVisible, "onlyVisible");
        this.#takes = ({ visible }) => visible || !onlyVisible;
        list(moving, "moving").forEach((each) => checkObject3D(each, "moving"));
        const isStatic = (each: Object3D) => this.#takes(each) && !moving.includes(each);
        this.level = level === null ? null : checkedLevel(level);
        object.updateWorldMatrix(true, true);
        const found = trianglesOf(object, this.unitsPerMetre, isStatic);
        this.#meshes = new Set(found.meshes);
        this.notes = found.notes;
        this.triangleCount = found.index.length / 3;
        this.#mesh =
            this.triangleCount > 0 ? new CollisionMesh(found.positions, found.index) : null;
        this.world = new CollisionWorld(level);
        moving.forEach((each) => this.#add(each, moving));
        this.placeIn(this.world, false);
    }

    /**
     * The bodies of whoever says nothing else: those of the level. Without a level, bodies as high as
     * those, and so narrow that they fit through a door. Boxes are met exactly, and a step costs a
     * third of one with a capsule.
     * @internal
     */
    get body(): { stand: MoverBody; crouch: MoverBody } {
        const box = (halfHeight: number, middle: number) => ({
            shape: Shape.box([12, 12, halfHeight]),
            offset: [0, 0, middle],
        });
        const has = (body: string) => this.level?.spaces.some(({ name }) => name === body);
        if (has("stand") && has("crouch")) {
            return { stand: "stand", crouch: "crouch" };
        }
        this.#body ??= { stand: box(28, 4), crouch: box(20, -4) };
        return this.#body;
    }

    /**
     * From now on the object, with everything below it, is a part of the world that moves: it is taken
     * where its `matrixWorld` is in each step. It may be moved and turned, but not scaled. A walker stops
     * near more than 63 of them.
     */
    addMoving(object: Object3D): this {
        checkObject3D(object, "addMoving");
        object.traverse((each) => {
            if (this.#meshes.has(each as Mesh)) {
                throw new HalfspaceError(
                    `addMoving: ${nameOf(object)} holds a mesh that is taken already; name the object in the option moving of WalkableScene`,
                );
            }
        });
        this.#add(object, [...this.#moving.keys(), object]);
        this.placeIn(this.world, false);
        return this;
    }

    #add(object: Object3D, moving: readonly Object3D[]): void {
        if (this.#moving.has(object)) {
            throw new HalfspaceError(`addMoving: ${nameOf(object)} was added before`);
        }
        object.updateWorldMatrix(true, true);
        if (object.matrixWorld.determinant() === 0) {
            throw new HalfspaceError(`addMoving: ${nameOf(object)} has a scale of 0`);
        }
        const takes = (each: Object3D) =>
            this.#takes(each) && (each === object || !moving.includes(each));
        const { positions, index, meshes } = trianglesOf(object, this.unitsPerMetre, takes);
        meshes.forEach((mesh) => this.#meshes.add(mesh));
        this.#moving.set(object, {
            id: ++this.#lastId,
            mesh: new CollisionMesh(positions, index),
            inverse: object.matrixWorld.clone().invert(),
        });
    }

    /** Takes an object that moves out of the world. False if it is none. */
    removeMoving(object: Object3D): boolean {
        const moving = this.#moving.get(object);
        if (moving === undefined) {
            return false;
        }
        object.traverse((each) => this.#meshes.delete(each as Mesh));
        moving.mesh.dispose();
        this.#moving.delete(object);
        this.placeIn(this.world, false);
        return true;
    }

    /** Moves in `world` what has moved. Call it in each frame, or step, before questions to `world`. */
    update(): void {
        this.world.endStep();
        this.placeIn(this.world, true);
    }

    /**
     * Brings a world to where the objects are now. moves: objects go there in this step; else they are
     * put there.
     * @internal
     */
    placeIn(world: CollisionWorld, moves: boolean): void {
        const sides = this.#sides;
        let placed = this.#placed.get(world);
        if (placed === undefined) {
            placed = new Set();
            this.#placed.set(world, placed);
            if (this.#mesh !== null) {
                world.placeMesh({ id: staticId, mesh: this.#mesh, sides });
            }
        }
        const left = new Set(placed);
        for (const [object, { id, mesh, inverse }] of this.#moving) {
            const place = this.#placeOf(object, inverse);
            if (!left.delete(id)) {
                world.placeMesh({ ...place, id, mesh, sides });
                placed.add(id);
            } else if (moves) {
                world.moveMesh(id, place);
            } else {
                world.placeMeshAt(id, place);
            }
        }
        for (const id of left) {
            world.removeMesh(id);
            placed.delete(id);
        }
    }

    // Where an object is, from where it was when it was added.
    #placeOf(object: Object3D, inverse: Matrix4): Place {
        object.updateWorldMatrix(true, false);
        motion.multiplyMatrices(object.matrixWorld, inverse);
        const { x, y, z, translation } = fromMatrix(0, motion, this.unitsPerMetre) as Place;
        if (!isRigid({ x, y, z })) {
            throw new HalfspaceError(
                `${nameOf(object)} was scaled, mirrored or sheared after it was added to a WalkableScene; call removeMoving() and addMoving() again`,
            );
        }
        return { x, y, z, translation };
    }

    /** Frees the memory. Walkers in it may not be used any more. */
    dispose(): void {
        this.world.dispose();
        this.#mesh?.dispose();
        this.#moving.forEach(({ mesh }) => mesh.dispose());
        this.#moving.clear();
    }
}
