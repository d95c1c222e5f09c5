// SPDX-License-Identifier: MIT
// Brings a collision world to lists of models and obstacles that are given anew for each step.
import { list, shown } from "../arguments.js";
import { HalfspaceError } from "../error.js";
import { CollisionWorld, type Level, type Obstacle, type Placement, type Point } from "../index.js";
import type { MovingModel } from "../doors.js";
import { checkedLevel } from "../level.js";
import { defaultUnitsPerMetre, inLevel } from "../units.js";
import type { Place } from "./convert.js";
import type { SceneMeshes } from "./scene_meshes.js";
import { WalkableScene } from "./walkable_scene.js";

/** An obstacle that may go from its position to another one in the step. */
export interface MovingObstacle extends Omit<Obstacle, "position"> {
    position: Place;
    /** From the start to the end of the step. Default: it does not move. */
    motion?: Place;
}

/** What somebody walks in. */
export type Ground = Level | WalkableScene;

/** What is asked of a ground without lists. */
export function askedOf(ground: Ground): Level | CollisionWorld {
    return ground instanceof WalkableScene ? ground.world : checkedLevel(ground);
}

/** The level of a ground; null for a scene without one. */
export function levelOf(ground: Ground): Level | null {
    return ground instanceof WalkableScene ? ground.level : ground;
}

/** A collision world that holds what the last lists named, and nothing else. */
export class PlacedLists {
    /** The world. */
    readonly world: CollisionWorld;
    /** The meshes of a scene. */
    readonly meshes: SceneMeshes | null;
    private readonly models = new Set<number>();
    private readonly obstacles = new Set<number>();

    constructor(
        ground: Ground,
        private readonly unitsPerMetre = defaultUnitsPerMetre,
    ) {
        this.world = new CollisionWorld(levelOf(ground));
        this.meshes = ground instanceof WalkableScene ? ground.placeIn(this.world) : null;
    }

    /** Each model is at one place, and stays there. */
    rest(placements: readonly Placement[]): void {
        this.place(list(placements, "placements").map((at) => ({ from: at, to: at })));
    }

    /** Each model and each obstacle goes its way of this step. */
    place(models: readonly MovingModel[] = [], obstacles: readonly MovingObstacle[] = []): void {
        const { world } = this;
        list(models, "models");
        list(obstacles, "obstacles");
        world.endStep();
        const oldModels = new Set(this.models);
        const oldObstacles = new Set(this.obstacles);
        for (const { from, to } of models) {
            if (from.model !== to.model) {
                throw new HalfspaceError(
                    `models: expected one model from its place to another, found models ${shown(from.model)} and ${shown(to.model)}`,
                );
            }
            world.placeModel(from);
            this.models.add(from.model);
            oldModels.delete(from.model);
            if (to !== from) {
                world.moveModel(to);
            }
        }
        for (const obstacle of obstacles) {
            const { id, motion } = obstacle;
            const position = inLevel(obstacle.position, this.unitsPerMetre, "position");
            world.placeObstacle({ ...obstacle, position });
            this.obstacles.add(id);
            oldObstacles.delete(id);
            if (motion !== undefined) {
                const way = inLevel(motion, this.unitsPerMetre, "motion");
                const to: Point = [0, 1, 2].map((i) => position[i]! + way[i]!) as Point;
                world.moveObstacle(id, to);
            }
        }
        for (const model of oldModels) {
            world.removeModel(model);
            this.models.delete(model);
        }
        for (const id of oldObstacles) {
            world.removeObstacle(id);
            this.obstacles.delete(id);
        }
    }
}
