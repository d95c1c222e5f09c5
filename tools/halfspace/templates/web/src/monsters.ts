// Monsters that chase the player. They find their way by the navigation mesh of the level, walk around
// each other, stop near the player, and step back from one who comes nearer. A tunnel that is too low for
// them is safe, and so is a room behind a locked door. They take teleporters and jump pads.
import {
    CollisionWorld,
    Crowd,
    DistanceField,
    gameLinks,
    Mover,
    moverLinks,
    NavDoorState,
    NavMesh,
    Triggers,
    type CrowdAgent,
    type Level,
    type Point,
} from "halfspace";
import type { Doors, MovingObstacle } from "halfspace/three";

const body = "stand";
const stopsAt = 64; // so near the player a monster stops [units]
const tooNear = 48; // from a player who is so near it steps back [units]
const newWay = 32; // a player who has gone so far has a new place to go to [units]

function distance(a: Readonly<Point>, b: Readonly<Point>): number {
    return Math.hypot(...a.map((each, axis) => each - b[axis]!));
}

export class Monsters {
    /** They move the player, too. */
    readonly triggers: Triggers;
    private readonly world: CollisionWorld;
    private readonly floors: NavMesh;
    private readonly crowd = new Crowd();
    private readonly monsters: readonly CrowdAgent[];
    private readonly player: CrowdAgent; // has no goal: the monsters step aside
    private readonly closed: NavDoorState;
    private readonly field: DistanceField; // the ways to the player
    private fields = 0; // so many have been found
    private aims: number[] = []; // the field by which each found its way; -1: none
    private left = 0; // of the time of earlier frames [seconds]

    /** They begin at the entities `info_monster`. */
    constructor(level: Level, player: Point) {
        this.world = new CollisionWorld(level);
        this.floors = new NavMesh(level, body);
        this.closed = new NavDoorState(this.floors);
        this.field = new DistanceField(this.floors);
        this.triggers = new Triggers(level);
        const ways = { links: [...moverLinks, ...gameLinks], doors: this.closed };
        const enter = (position: Point, id: number) => {
            // What is an obstacle overlaps nobody.
            this.world.placeObstacle({ id, body, position });
            const mover = new Mover(this.world, { position, stand: body });
            // An agent goes on to a quarter of its goalRadius.
            return this.crowd.add(mover, this.floors, {
                ...ways,
                speed: 0.6,
                goalRadius: 4 * stopsAt,
            });
        };
        this.monsters = level.entities
            .filter(({ classname }) => classname === "info_monster")
            .map((entity, id) => enter(entity.vec3("origin")!, id));
        this.player = enter(player, this.monsters.length);
    }

    // Finds the ways to the player anew where the player has gone on, and where a door was set.
    private aimAt(player: Point): void {
        const { closed, field } = this;
        // A player on a ledge or in the air is near a floor.
        const place = this.floors.nearest(player, 128);
        const goal = field.goal?.position;
        if (place && !(goal && field.isCurrent && distance(goal, place.position) < newWay)) {
            field.find(place, { doors: closed });
            this.fields += 1;
        }
    }

    private chase(monster: CrowdAgent, id: number, player: Point): void {
        const { field, fields } = this;
        const here = monster.mover.position;
        const far = distance(here, player);
        if (far < tooNear) {
            const away = here.map(
                (x, axis) => x + (x - player[axis]!) * ((2 * stopsAt) / Math.max(far, 1)),
            );
            monster.goTo(this.floors.nearest(away, stopsAt));
            this.aims[id] = -1;
        } else if (this.aims[id] !== fields && field.isCurrent) {
            monster.goTo(field);
            this.aims[id] = fields;
        }
    }

    get positions(): Point[] {
        return this.monsters.map(({ mover }) => mover.position);
    }

    /** What the player meets. */
    get obstacles(): MovingObstacle[] {
        return this.positions.map((position, id) => ({ id, body, position }));
    }

    /** Time has passed. player: where the player is. */
    advance(seconds: number, player: Point, doors: Doors): void {
        const { crowd, monsters, world } = this;
        doors.placements.forEach((door) => world.placeModel(door));
        doors.setClosed(this.closed);
        world.placeObstacleAt(monsters.length, player);
        this.player.mover.position = player;
        this.aimAt(player);
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
                this.triggers.apply(mover, { without: { obstacles: [id] } });
                world.placeObstacleAt(id, mover.position);
            });
        }
    }
}
