// The rules of the game: find the key, open the door, leave. Nothing here draws. Places are those
// of the level: map units, Z up.
import type { Entity, Level, MovingModel, Placement, Point } from "halfspace";

const doorReach = 64; // a player so near is at the door [units]
const longestFall = 256; // so far below the level a player begins anew [units]
const thingReach = 40; // a player so near takes the key, or reaches the exit [units]

function entityOf(level: Level, classname: string): Entity {
    const entity = level.entities.find((each) => each.classname === classname);
    if (!entity) {
        throw new Error(`The level has no ${classname}.`);
    }
    return entity;
}

function originOf(level: Level, classname: string): Point {
    return entityOf(level, classname).vec3("origin") ?? [0, 0, 0];
}

export class Game {
    readonly start: Point;
    readonly key: Point;
    readonly exit: Point;
    readonly doorModel: number;
    hasKey = false;
    isOut = false;
    /** How far the door is open [units]. */
    open = 0;
    private readonly lowest: number; // of the level [units]
    private readonly doorBox: { min: Point; max: Point }; // of the shut door
    private readonly direction: Point; // in which the door opens
    private readonly travel: number; // how far it opens [units]
    private readonly speed: number; // [units per second]

    constructor(level: Level) {
        this.start = originOf(level, "info_player_start");
        this.key = originOf(level, "item_key");
        this.exit = originOf(level, "info_exit");
        const door = entityOf(level, "func_door");
        const box = door.model === null ? null : level.modelBox(door.model);
        if (door.model === null || box === null) {
            throw new Error("The door has no brush.");
        }
        this.lowest = level.modelBox(0)?.min[2] ?? 0;
        this.doorModel = door.model;
        this.doorBox = box;
        this.direction = door.facing ?? [1, 0, 0];
        this.speed = door.number("speed") ?? 100;
        // By Quake's customs a door opens by its own size less its "lip".
        const size = this.direction.reduce(
            (sum, part, axis) => sum + Math.abs(part) * (box.max[axis] - box.min[axis]),
            0,
        );
        this.travel = Math.max(size - (door.number("lip") ?? 8), 0);
    }

    /** Where the door stands now. */
    get door(): Placement {
        const [x, y, z] = this.direction;
        return {
            model: this.doorModel,
            translation: [x * this.open, y * this.open, z * this.open],
        };
    }

    isAtDoor(player: Point): boolean {
        const { min, max } = this.doorBox;
        return player.every(
            (place, axis) => place > min[axis] - doorReach && place < max[axis] + doorReach,
        );
    }

    /** True if the player has left the level through a gap, and falls without end. */
    hasFallen(player: Point): boolean {
        return player[2] < this.lowest - longestFall;
    }

    /**
     * Begins a step of so many seconds for the player at this position, and returns the way of the
     * door in this step. The door opens for a player with the key, and then stays open.
     */
    step(seconds: number, player: Point): MovingModel[] {
        const isNear = (place: Point) =>
            Math.hypot(...player.map((each, axis) => each - place[axis])) < thingReach;
        this.hasKey ||= isNear(this.key);
        this.isOut ||= isNear(this.exit);
        const from = this.door;
        if (this.open > 0 || (this.hasKey && this.isAtDoor(player))) {
            this.open = Math.min(this.open + this.speed * seconds, this.travel);
        }
        return [{ from, to: this.door }];
    }

    /** What to tell the player at this position. */
    message(player: Point): string {
        if (this.isOut) {
            return "You are out.";
        }
        if (this.hasKey) {
            return this.open > 0 ? "The door is open." : "You hold the key.";
        }
        return this.isAtDoor(player) ? "The door is locked." : "Find the key.";
    }
}
