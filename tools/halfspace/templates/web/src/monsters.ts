// Monsters that chase the player. They find their way by the navigation mesh of the level, walk around
// each other, stop near the player, and step back from one who comes nearer. A tunnel that is too low for
// them is safe.
import {
    CollisionWorld,
    Crowd,
    Mover,
    NavMesh,
    type CrowdAgent,
    type Level,
    type Placement,
    type Point,
} from "halfspace";
import type { MovingObstacle } from "halfspace/three";

const body = "stand";
const stopsAt = 64; // so near the player a monster stops [units]
const tooNear = 48; // from a player who is so near it steps back [units]
const newWay = 32; // a player who has gone so far has a new place to go to [units]

function distance(a: Point, b: Point): number {
    return Math.hypot(...a.map((each, axis) => each - b[axis]!));
}

export class Monsters {
    private readonly world: CollisionWorld;
    private readonly floors: NavMesh;
    private readonly crowd = new Crowd();
    private readonly monsters: readonly CrowdAgent[];
    private readonly player: CrowdAgent; // has no goal: the monsters step aside
    private goals: (Point | null)[] = []; // where the player was when a monster found its way
    private left = 0; // of the time of earlier frames [seconds]

    /** They begin at the entities `info_monster`. */
    constructor(level: Level, player: Point) {
        this.world = new CollisionWorld(level);
        this.floors = new NavMesh(level, body);
        const enter = (position: Point, id: number) => {
            // What is an obstacle overlaps nobody.
            this.world.placeObstacle({ id, body, position });
            const mover = new Mover(this.world, { position, stand: body });
            // An agent goes on to a quarter of its goalRadius.
            return this.crowd.add(mover, this.floors, { speed: 0.6, goalRadius: 4 * stopsAt });
        };
        this.monsters = level.entities
            .filter(({ classname }) => classname === "info_monster")
            .map((entity, id) => enter(entity.vec3("origin")!, id));
        this.player = enter(player, this.monsters.length);
    }

    private chase(monster: CrowdAgent, id: number, player: Point): void {
        const here = monster.mover.position;
        const far = distance(here, player);
        const goal = this.goals[id];
        if (far < tooNear) {
            const away = here.map(
                (x, axis) => x + (x - player[axis]!) * ((2 * stopsAt) / Math.max(far, 1)),
            );
            monster.goTo(this.floors.nearest(away, stopsAt));
            this.goals[id] = null;
        } else if (!goal || distance(goal, player) > newWay) {
            // A player on a ledge or in the air is near a floor.
            monster.goTo(this.floors.nearest(player, 128));
            this.goals[id] = [...player];
        }
    }

    get positions(): Point[] {
        return this.monsters.map(({ mover }) => mover.position);
    }

    /** What the player meets. */
    get obstacles(): MovingObstacle[] {
        return this.positions.map((position, id) => ({ id, body, position }));
    }

    /** Time has passed. player: where the player is; doors: where the doors are. */
    advance(seconds: number, player: Point, doors: readonly Placement[]): void {
        const { crowd, monsters, world } = this;
        doors.forEach((door) => world.placeModel(door));
        world.placeObstacleAt(monsters.length, player);
        this.player.mover.position = player;
        monsters.forEach((monster, id) => this.chase(monster, id, player));
        const step = this.player.mover.seconds;
        for (
            this.left = Math.min(this.left + seconds, 0.25);
            this.left >= step;
            this.left -= step
        ) {
            crowd.step();
            monsters.forEach(({ mover, input }, id) => {
                mover.stepByInput(input, { without: { obstacles: [id] } });
                world.placeObstacleAt(id, mover.position);
            });
        }
    }
}
