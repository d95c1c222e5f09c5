// SPDX-License-Identifier: MIT
// All that a game places: a level, its doors and lifts where they are, meshes, and obstacles.
import { BAD_ARGUMENT, NONE } from "./constants.js";
import { index, shown, word, type Point, type Vec3 } from "./arguments.js";
import {
    checkedMesh,
    mostCoordinate,
    placeError,
    sideNumber,
    type CollisionMesh,
    type Sides,
} from "./collision_mesh.js";
import {
    pointAt,
    readPoint,
    writePlacedModel,
    writePlacement,
    writeVec3,
    type Place,
    type Placement,
} from "./memory.js";
import { HalfspaceError } from "./error.js";
import * as layout from "./layout.js";
import { writeLeaveOut, type LeaveOut } from "./leave_out.js";
import { checkedLevel, Level, memoryOfWorld } from "./level.js";
import { a, b, checkedModel, result, type Space } from "./level_base.js";
import { writeBody, type MoverBody } from "./mover_body.js";
import { Questions } from "./queries.js";
import { runtime as presentRuntime, type Runtime } from "./runtime.js";
import type { HeldTree } from "./triangle_tree.js";

/** What of a collision world is asked. */
export interface AskWorld {
    /** What is left out, such as the body that asks. Default: nothing. */
    without?: LeaveOut;
}

/** A body among the models of a level: an agent, a crate, a missile. */
export interface Obstacle {
    /** A whole number that the game chooses. Of two that are touched at once, the lower one counts. */
    id: number;
    body: MoverBody;
    position: Vec3;
    /**
     * The obstacle blocks a question whose mask has one of these bits. Default:
     * Contents.ObstacleContents, which block bodies and not sight.
     */
    contents?: number;
}

/** A mesh of a world, and where it is: moved and turned, but not scaled. */
export interface PlacedMesh extends Place {
    /** A whole number that the game chooses. Of two that are touched at once, the lower one counts. */
    id: number;
    /** The world keeps its triangles, also after dispose(). After refit(), place it again. */
    mesh: CollisionMesh;
    /** The mesh blocks a question whose mask has one of these bits. Default: Contents.Solid. */
    contents?: number;
    /** Which sides of triangles stop bodies. Sight is blocked from both. Default: "both". */
    sides?: Sides;
}

const pointAlone: readonly Space[] = [{ index: 0, name: "point", min: [0, 0, 0], max: [0, 0, 0] }];
const mostFound = 256;

type HeldTrees = Map<number, HeldTree>;

/** Frees a world, and lets go of its meshes. */
function freer(meshes: HeldTrees): (from: Runtime, world: number) => void {
    return ({ wasm }, world) => {
        wasm.exports.halfspace_free_collision_world(world);
        meshes.forEach((held) => held.letGo());
    };
}

/**
 * All that a game places: a level, its doors and lifts where they are, meshes, and obstacles. A
 * question meets all of it, and a mover moves among it. A world needs no level.
 *
 *     const world = new CollisionWorld(level);
 *     world.placeModelsAtRest();
 *     world.placeMesh({ id: 1, mesh: terrain });
 *     world.placeObstacle({ id: 7, body: "stand", position: guard.position });
 *     const hit = world.trace("point", from, to, { without: { obstacles: [7] } });
 *
 * A step of a game:
 *
 *     world.endStep(); // what has moved rests where it is now
 *     world.moveModel({ model: lift, translation: [0, 0, height] }); // goes there in this step
 *     mover.step(controls);
 *
 * Questions see models, meshes and obstacles where they are now, at the end of their ways. A mover's
 * step takes them along their ways: they carry and push the mover. A mover stops near more than 64
 * meshes, so join those that never move. Meshes have no inside: contents() does not know them.
 */
export class CollisionWorld extends Questions<AskWorld> {
    /** The level; null if there is none. */
    readonly level: Level | null;
    readonly #meshes: HeldTrees;
    /** @internal */
    override readonly how = "without";

    /** A world without models, meshes and obstacles. Without a level, call `await init()` before. */
    constructor(level: Level | null = null) {
        const runtime = level === null ? presentRuntime() : checkedLevel(level).runtime;
        const { exports } = runtime.wasm;
        runtime.wasm.requireMemory(memoryOfWorld);
        const pointer = exports.halfspace_new_collision_world(level === null ? 0 : level.pointer);
        const meshes: HeldTrees = new Map();
        super(
            runtime,
            pointer,
            "world",
            freer(meshes),
            level?.spaces ?? pointAlone,
            level?.modelCount ?? 1,
        );
        this.level = level;
        this.#meshes = meshes;
    }

    /** @internal */
    override worldOf(): number {
        return this.pointer;
    }

    /** @internal */
    override leftOutOf({ without }: AskWorld): number {
        return writeLeaveOut(this.runtime, without);
    }

    // The pointer of a placement in memory.
    #written(placement: Placement, what: string): number {
        const { runtime, at } = this.at();
        writePlacedModel(runtime, at + result, placement, what);
        checkedModel(this, placement.model);
        return at + result;
    }

    #changed(status: number, what: string, thing: string): void {
        if (!this.runtime.found(status, what)) {
            throw new HalfspaceError(`${what}: ${thing} is not placed`);
        }
    }

    /** Puts a model there, at rest, for example after a load or a teleport. */
    placeModel(placement: Placement): void {
        const at = this.#written(placement, "placeModel");
        const { runtime } = this;
        const status = runtime.wasm.exports.halfspace_place_model(this.pointer, at);
        runtime.found(status, "placeModel");
    }

    /** Places all models that are not placed, where the editor put them. */
    placeModelsAtRest(): void {
        const { runtime, wasm } = this.at();
        const status = wasm.exports.halfspace_place_models_at_rest(this.pointer);
        runtime.found(status, "placeModelsAtRest");
    }

    /**
     * In this step, the model goes from where it was at the end of the last step to the placement. Of
     * several calls in one step, the last one counts.
     */
    moveModel(to: Placement): void {
        const at = this.#written(to, "moveModel");
        const status = this.runtime.wasm.exports.halfspace_move_model(this.pointer, at);
        this.#changed(status, "moveModel", `model ${to.model}`);
    }

    /** Does nothing if the model is not placed. */
    removeModel(model: number): void {
        const { runtime, wasm } = this.at();
        checkedModel(this, model);
        const status = wasm.exports.halfspace_remove_model(this.pointer, model);
        runtime.found(status, "removeModel");
    }

    /** The way of a model in this step; null if it is not placed. */
    modelWay(model: number): { from: Required<Placement>; to: Required<Placement> } | null {
        const { runtime, wasm, at } = this.at();
        checkedModel(this, model);
        const from = at + result;
        const to = from + layout.placement.size;
        const status = wasm.exports.halfspace_model_way(this.pointer, model, from, to);
        return runtime.found(status, "modelWay")
            ? { from: this.#readPlacement(from), to: this.#readPlacement(to) }
            : null;
    }

    #readPlacement(at: number): Required<Placement> {
        const { model } = layout.placement;
        return { model: this.runtime.wasm.u32[(at + model) >>> 2]!, ...this.#readPlace(at) };
    }

    #readPlace(at: number): Required<Place> {
        const { f64 } = this.runtime.wasm;
        const { x, y, z, translation } = layout.placement;
        return {
            x: pointAt(f64, at + x),
            y: pointAt(f64, at + y),
            z: pointAt(f64, at + z),
            translation: pointAt(f64, at + translation),
        };
    }

    /** Where the placed models are now, to draw them. */
    placements(): Required<Placement>[] {
        const placements: Required<Placement>[] = [];
        for (let model = 1; model < this.modelCount; ++model) {
            const way = this.modelWay(model);
            if (way !== null) {
                placements.push(way.to);
            }
        }
        return placements;
    }

    /** The number of placed models. */
    get placedModelCount(): number {
        return this.runtime.wasm.exports.halfspace_placed_model_count(this.pointer);
    }

    /** Adds a mesh, or replaces the one with this id. It is at rest. */
    placeMesh(placed: PlacedMesh): void {
        const { runtime, wasm, at } = this.at();
        const { id, mesh, contents = 0, sides } = placed ?? {};
        const field = layout.placed_mesh;
        const to = at + result;
        const { held, pointer } = checkedMesh(runtime, mesh, "placeMesh: mesh");
        wasm.u32[(to + field.id) >>> 2] = index(id, NONE, "placeMesh: id");
        wasm.u32[(to + field.contents) >>> 2] = word(contents, "placeMesh: contents");
        wasm.u32[(to + field.tree) >>> 2] = pointer;
        wasm.u32[(to + field.sides) >>> 2] = sideNumber(sides, "placeMesh: sides");
        writePlacement(runtime, to + field.placement, placed, 0, "placeMesh");
        const status = wasm.exports.halfspace_place_mesh(this.pointer, to);
        this.#changedMesh(status, "placeMesh", id, placed);
        const before = this.#meshes.get(id);
        this.#meshes.set(id, held.hold());
        before?.letGo();
    }

    /** Puts a mesh there, at rest. */
    placeMeshAt(id: number, place: Place): void {
        const { halfspace_place_mesh_at: placeAt } = this.runtime.wasm.exports;
        this.#changedMesh(
            placeAt(this.pointer, ...this.#meshAt(id, place)),
            "placeMeshAt",
            id,
            place,
        );
    }

    /**
     * In this step, the mesh goes from where it was at the end of the last step to the place. It
     * carries and pushes movers.
     */
    moveMesh(id: number, to: Place): void {
        const { halfspace_move_mesh: moveMesh } = this.runtime.wasm.exports;
        this.#changedMesh(moveMesh(this.pointer, ...this.#meshAt(id, to)), "moveMesh", id, to);
    }

    // The arguments of functions that move a mesh.
    #meshAt(id: number, place: Place): [id: number, at: number] {
        const { runtime, at } = this.at();
        writePlacement(runtime, at + result, place, 0, "place");
        return [index(id, NONE, "id"), at + result];
    }

    #changedMesh(status: number, what: string, id: number, place: Place): void {
        if (status === BAD_ARGUMENT) {
            const expected = `a translation up to ${mostCoordinate / 2} units, and triangles within ${mostCoordinate} units of 0`;
            throw placeError(what, expected, place);
        }
        this.#changed(status, what, `mesh ${id}`);
    }

    /** Does nothing if there is no such mesh. */
    removeMesh(id: number): void {
        const { runtime, wasm } = this.at();
        index(id, NONE, "id");
        runtime.found(wasm.exports.halfspace_remove_mesh(this.pointer, id), "removeMesh");
        this.#meshes.get(id)?.letGo();
        this.#meshes.delete(id);
    }

    /** The way of a mesh in this step; null if there is none. */
    meshWay(id: number): { from: Required<Place>; to: Required<Place> } | null {
        const { runtime, wasm, at } = this.at();
        index(id, NONE, "id");
        const from = at + result;
        const to = from + layout.placement.size;
        const status = wasm.exports.halfspace_mesh_way(this.pointer, id, from, to);
        return runtime.found(status, "meshWay")
            ? { from: this.#readPlace(from), to: this.#readPlace(to) }
            : null;
    }

    /** The number of meshes. */
    get meshCount(): number {
        return this.runtime.wasm.exports.halfspace_placed_mesh_count(this.pointer);
    }

    /** Adds an obstacle, or replaces the one with this id. It is at rest. */
    placeObstacle(obstacle: Obstacle): void {
        const { runtime, wasm, at } = this.at();
        const field = layout.obstacle;
        const to = at + result;
        wasm.u32[(to + field.id) >>> 2] = index(obstacle?.id, NONE, "obstacle.id");
        wasm.u32[(to + field.contents) >>> 2] = word(obstacle.contents ?? 0, "obstacle.contents");
        writeBody(this, to + field.body, obstacle.body, "obstacle.body");
        writeVec3(runtime, to + field.position, obstacle.position, "obstacle.position");
        const status = wasm.exports.halfspace_place_obstacle(this.pointer, to);
        runtime.found(status, "placeObstacle");
    }

    /** Puts an obstacle there, at rest, for example where a mover has gone in its step. */
    placeObstacleAt(id: number, position: Vec3): void {
        const { runtime, wasm, at } = this.at();
        index(id, NONE, "id");
        writeVec3(runtime, at + a, position, "position");
        const status = wasm.exports.halfspace_place_obstacle_at(this.pointer, id, at + a);
        this.#changed(status, "placeObstacleAt", `obstacle ${id}`);
    }

    /**
     * In this step, the obstacle goes from where it was at the end of the last step to the position,
     * and pushes movers out of its way.
     */
    moveObstacle(id: number, to: Vec3): void {
        const { runtime, wasm, at } = this.at();
        index(id, NONE, "id");
        writeVec3(runtime, at + a, to, "to");
        const status = wasm.exports.halfspace_move_obstacle(this.pointer, id, at + a);
        this.#changed(status, "moveObstacle", `obstacle ${id}`);
    }

    /** Does nothing if there is no such obstacle. */
    removeObstacle(id: number): void {
        const { runtime, wasm } = this.at();
        index(id, NONE, "id");
        runtime.found(wasm.exports.halfspace_remove_obstacle(this.pointer, id), "removeObstacle");
    }

    /** The way of an obstacle in this step; null if there is none. */
    obstacleWay(id: number): { from: Point; to: Point } | null {
        const { runtime, wasm, at } = this.at();
        index(id, NONE, "id");
        const status = wasm.exports.halfspace_obstacle_way(this.pointer, id, at + a, at + b);
        return runtime.found(status, "obstacleWay")
            ? { from: readPoint(runtime, at + a), to: readPoint(runtime, at + b) }
            : null;
    }

    /** The number of obstacles. */
    get obstacleCount(): number {
        return this.runtime.wasm.exports.halfspace_obstacle_count(this.pointer);
    }

    /** Ends a step: what has moved rests where it is now. */
    endStep(): void {
        const { runtime, wasm } = this.at();
        runtime.found(wasm.exports.halfspace_end_step(this.pointer), "endStep");
    }

    /** The models whose boxes, over their whole way in this step, touch the box: their numbers. */
    modelsIn(min: Vec3, max: Vec3): number[] {
        return this.#idsIn(min, max, this.runtime.wasm.exports.halfspace_models_in, "modelsIn");
    }

    /** The ids of the meshes whose boxes, over their whole way in this step, touch the box. */
    meshesIn(min: Vec3, max: Vec3): number[] {
        return this.#idsIn(min, max, this.runtime.wasm.exports.halfspace_meshes_in, "meshesIn");
    }

    /** The ids of the obstacles whose boxes touch the box. */
    obstaclesIn(min: Vec3, max: Vec3): number[] {
        const { exports } = this.runtime.wasm;
        return this.#idsIn(min, max, exports.halfspace_obstacles_in, "obstaclesIn");
    }

    #idsIn(
        min: Vec3,
        max: Vec3,
        find: (
            world: number,
            min: number,
            max: number,
            first: number,
            found: number,
            capacity: number,
            count: number,
        ) => number,
        what: string,
    ): number[] {
        const { runtime, wasm, at } = this.at();
        writeVec3(runtime, at + a, min, "min");
        writeVec3(runtime, at + b, max, "max");
        const count = at + result;
        const found = count + 8;
        const ids: number[] = [];
        let left = 0;
        do {
            const first = ids.length === 0 ? 0 : ids.at(-1)! + 1;
            const status = find(this.pointer, at + a, at + b, first, found, mostFound, count);
            runtime.found(status, what);
            left = wasm.u32[count >>> 2]!;
            const end = (found >>> 2) + Math.min(left, mostFound);
            ids.push(...wasm.u32.subarray(found >>> 2, end));
        } while (left > mostFound);
        return ids;
    }

    /** The lowest id of the obstacles that a model overlaps: whom a door crushes. -1 for none. */
    firstOverlapped(model: number): number {
        const { runtime, wasm, at } = this.at();
        checkedModel(this, model);
        const status = wasm.exports.halfspace_first_overlapped(this.pointer, model, at + result);
        return runtime.found(status, "firstOverlapped") ? wasm.u32[(at + result) >>> 2]! : -1;
    }

    /** The same for a mesh. */
    firstOverlappedByMesh(id: number): number {
        const { runtime, wasm, at } = this.at();
        index(id, NONE, "id");
        const { halfspace_first_overlapped_by_mesh: first } = wasm.exports;
        const status = first(this.pointer, id, at + result);
        return runtime.found(status, "firstOverlappedByMesh") ? wasm.u32[(at + result) >>> 2]! : -1;
    }
}

/** What movers move in: the world of a level alone, or all that a game places. */
export function checkedWorld(world: Level | CollisionWorld): Level | CollisionWorld {
    if (!(world instanceof Level) && !(world instanceof CollisionWorld)) {
        throw new HalfspaceError(`expected a Level or a CollisionWorld, found ${shown(world)}`);
    }
    return world;
}
