// SPDX-License-Identifier: MIT
// A world to walk in, made of any objects of three.js, without a level and without a compile.
import { Vector3, type Mesh, type Object3D } from "three";
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
import { defaultUnitsPerMetre } from "./convert.js";
import { nameOf, trianglesOf } from "./object_triangles.js";
import { SceneMeshes, type MovingObject } from "./scene_meshes.js";

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

/** The meshes of three.js below a moving object, which no other one may take. */
interface Taken extends MovingObject {
    meshes: readonly Mesh[];
}

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
 * in milliseconds. A level may stand beside it. Objects that move may be moved and turned, and carry
 * and push whoever walks: `advance` of a walker reads where they are, and in each of its steps they are
 * where they were at that time. The meshes may change or be thrown away afterwards.
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
    readonly #moving = new Map<Object3D, Taken>();
    #lastId = 0;
    readonly #own: SceneMeshes;
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
        moving.forEach((each) => this.#add(each, moving, "moving"));
        this.#own = this.placeIn(this.world);
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
     * where its `matrixWorld` is in each frame. It may be moved and turned, but not scaled. A walker stops
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
        this.#add(object, [...this.#moving.keys(), object], "addMoving");
        try {
            this.#own.bring();
        } catch (error) {
            this.#remove(object);
            throw new HalfspaceError(`addMoving: ${nameOf(object)}: ${(error as Error).message}`);
        }
        return this;
    }

    #add(object: Object3D, moving: readonly Object3D[], what: string): void {
        if (this.#moving.has(object)) {
            throw new HalfspaceError(`${what}: ${nameOf(object)} was added before`);
        }
        object.updateWorldMatrix(true, true);
        if (object.matrixWorld.determinant() === 0) {
            throw new HalfspaceError(`${what}: ${nameOf(object)} has a scale of 0`);
        }
        const takes = (each: Object3D) =>
            this.#takes(each) && (each === object || !moving.includes(each));
        const { positions, index, meshes } = trianglesOf(object, this.unitsPerMetre, takes);
        this.#moving.set(object, {
            id: ++this.#lastId,
            object,
            mesh: new CollisionMesh(positions, index),
            meshes,
            inverse: object.matrixWorld.clone().invert(),
            origin: new Vector3().setFromMatrixPosition(object.matrixWorld),
        });
        meshes.forEach((mesh) => this.#meshes.add(mesh));
    }

    /** Takes an object that moves out of the world. False if it is none. */
    removeMoving(object: Object3D): boolean {
        const isMoving = this.#remove(object);
        this.#own.bring();
        return isMoving;
    }

    #remove(object: Object3D): boolean {
        const taken = this.#moving.get(object);
        this.#moving.delete(object);
        taken?.meshes.forEach((mesh) => this.#meshes.delete(mesh));
        taken?.mesh.dispose();
        return taken !== undefined;
    }

    /** Moves in `world` what has moved. Call it in each frame, or step, before questions to `world`. */
    update(): void {
        this.world.endStep();
        this.#own.beginFrame();
        this.#own.move(1);
        this.#own.finishStep();
    }

    /**
     * Places the meshes in a world.
     * @internal
     */
    placeIn(world: CollisionWorld): SceneMeshes {
        return new SceneMeshes(world, {
            sides: this.#sides,
            unitsPerMetre: this.unitsPerMetre,
            fixed: this.#mesh,
            moving: this.#moving,
        });
    }

    /** Frees the memory. Walkers in it may not be used any more. */
    dispose(): void {
        this.world.dispose();
        this.#mesh?.dispose();
        this.#moving.forEach(({ mesh }) => mesh.dispose());
        this.#moving.clear();
    }
}
