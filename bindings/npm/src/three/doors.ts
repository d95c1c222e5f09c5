// SPDX-License-Identifier: MIT
// Doors that open by themselves for players who are near, by Quake's customs.
import type { Level, MovingModel, Placement, Point, Vec3 } from "../index.js";
import { finite, vec3 } from "../arguments.js";
import { checkedLevel } from "../level.js";

const reach = 80; // how far from a door a player opens it [units]
const defaultLip = 8; // units
const defaultSpeed = 100; // units or degrees per second
const defaultTurn = 90; // degrees
const nowhere: Point = [Infinity, Infinity, Infinity];

interface Door {
    models: number[]; // of the entity: its brushes or polygons, and its curves
    min: Point;
    max: Point;
    turns: boolean;
    direction: Point; // of a sliding door
    origin: Point; // of a turning door
    travel: number; // units or degrees
    speed: number;
    open: number;
    next: number; // at the end of the step
}

function modelsOf(level: Level, entity: number): number[] {
    const models: number[] = [];
    for (let model = 1; model < level.modelCount; ++model) {
        if (level.modelEntity(model)?.index === entity) {
            models.push(model);
        }
    }
    return models;
}

function makeDoors(level: Level): Door[] {
    const doors: Door[] = [];
    for (const entity of level.entities) {
        if (!entity.classname.startsWith("func_door") || entity.model === null) {
            continue;
        }
        const { min, max } = level.modelBox(entity.model) ?? { min: nowhere, max: nowhere };
        const turns = entity.classname.startsWith("func_door_rotating");
        const direction = entity.facing ?? [1, 0, 0];
        const size = Math.abs(
            direction[0] * (max[0] - min[0]) +
                direction[1] * (max[1] - min[1]) +
                direction[2] * (max[2] - min[2]),
        );
        doors.push({
            models: modelsOf(level, entity.index),
            min,
            max,
            turns,
            direction,
            origin: level.modelOrigin(entity.model),
            travel: turns
                ? (entity.number("distance") ?? defaultTurn)
                : Math.max(size - (entity.number("lip") ?? defaultLip), 0),
            speed: Math.abs(entity.number("speed") ?? defaultSpeed),
            open: 0,
            next: 0,
        });
    }
    return doors;
}

function isInReach({ min, max }: Door, player: Vec3): boolean {
    return [0, 1, 2].every((i) => player[i]! >= min[i]! - reach && player[i]! <= max[i]! + reach);
}

/**
 * Every entity whose class begins with func_door is a door. A sliding door goes in the direction of
 * its "angle" by its own size less its "lip" (8). A func_door_rotating turns about its "origin" by
 * its "distance" (90 degrees). "speed" is in units or degrees per second (100).
 */
export class Doors {
    /** All models of the level, where they stand now. */
    readonly placements: Placement[] = [];
    /** The way of every model in this step, in the order of `placements`. */
    readonly ways: MovingModel[] = [];
    private readonly doors: Door[];

    constructor(
        /** The level that the doors belong to. */
        readonly level: Level,
    ) {
        checkedLevel(level);
        this.doors = makeDoors(level);
        for (let model = 1; model < level.modelCount; ++model) {
            const place = { model };
            this.placements.push(place);
            this.ways.push({ from: place, to: place });
        }
    }

    /** The number of doors. */
    get count(): number {
        return this.doors.length;
    }

    private placeOf(door: Door, model: number): Placement {
        const open = door.next;
        if (open === 0) {
            return { model };
        }
        if (door.turns) {
            return this.level.turnedPlacement(model, door.origin, [0, open, 0]);
        }
        const [x, y, z] = door.direction;
        return { model, translation: [x * open, y * open, z * open] };
    }

    private setWays(door: Door): void {
        for (const model of door.models) {
            const way = this.ways[model - 1]!;
            way.from = this.placements[model - 1]!;
            way.to = door.next === door.open ? way.from : this.placeOf(door, model);
        }
    }

    /**
     * Begins a step of so many seconds. Doors near one of the players open, the others close.
     * players: their positions.
     */
    step(seconds: number, players: readonly Vec3[]): readonly MovingModel[] {
        finite(seconds, "seconds");
        Array.from(players, (player, i) => vec3(player, `players[${i}]`));
        for (const door of this.doors) {
            const way = door.speed * seconds;
            const isNear = players.some((player) => isInReach(door, player));
            // A door with a negative distance turns the other way.
            const goal = isNear ? door.travel : 0;
            door.next = door.open + Math.min(Math.max(goal - door.open, -way), way);
            this.setWays(door);
        }
        return this.ways;
    }

    /** Keeps a model where it was at the start of the step. */
    hold(model: number): readonly MovingModel[] {
        for (const door of this.doors) {
            if (door.models.includes(model)) {
                door.next = door.open;
                this.setWays(door);
            }
        }
        return this.ways;
    }

    /** Ends the step: every model is at the end of its way. Returns whether one has moved. */
    finish(): boolean {
        let hasMoved = false;
        for (const door of this.doors) {
            hasMoved ||= door.next !== door.open;
            door.open = door.next;
            for (const model of door.models) {
                this.placements[model - 1] = this.ways[model - 1]!.to;
            }
        }
        return hasMoved;
    }
}
