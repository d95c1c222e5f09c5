// The rules of the game: find the key, open the door, leave. Nothing here draws. Places are those
// of the level: map units, Z up.
import type { Level, Point } from "halfspace";
import { Doors } from "halfspace/three";

const longestFall = 256; // so far below the level a player begins anew [units]
const thingReach = 40; // a player so near takes the key, or reaches the exit [units]

function originOf(level: Level, classname: string): Point {
    const entity = level.entities.find((each) => each.classname === classname);
    if (!entity) {
        throw new Error(`The level has no ${classname}.`);
    }
    return entity.vec3("origin") ?? [0, 0, 0];
}

export class Game {
    readonly key: Point;
    readonly exit: Point;
    /** Door 0 is the door. It opens for a player with the key, and then stays open. */
    readonly doors: Doors;
    hasKey = false;
    isOut = false;
    private readonly lowest: number; // of the level [units]

    constructor(level: Level) {
        this.key = originOf(level, "item_key");
        this.exit = originOf(level, "info_exit");
        this.doors = new Doors(level);
        if (this.doors.count === 0) {
            throw new Error("The level has no door.");
        }
        this.doors.lock(0);
        this.lowest = level.modelBox(0)?.min[2] ?? 0;
    }

    /** How far the door is open [units]. */
    get open(): number {
        return this.doors.state(0).open;
    }

    isAtDoor(player: Point): boolean {
        const { min, max } = this.doors.doors[0]!.reach;
        return player.every((place, axis) => place >= min[axis]! && place <= max[axis]!);
    }

    /** True if the player has left the level through a gap, and falls without end. */
    hasFallen(player: Point): boolean {
        return player[2] < this.lowest - longestFall;
    }

    /** The player is at this position now. */
    visit(player: Point): void {
        const isNear = (place: Point) =>
            Math.hypot(...player.map((each, axis) => each - place[axis]!)) < thingReach;
        if (!this.hasKey && isNear(this.key)) {
            this.hasKey = true;
            this.doors.lock(0, false);
        }
        this.isOut ||= isNear(this.exit);
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
