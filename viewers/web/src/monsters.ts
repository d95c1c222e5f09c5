// SPDX-License-Identifier: MIT
// Monsters that chase the player in a crowd: none overlaps another or the player.
import {
    CollisionWorld,
    Crowd,
    DistanceField,
    gameLinks,
    Mover,
    moverLinks,
    NavDoorState,
    type CrowdAgent,
    type Level,
    type MoverBody,
    type NavMesh,
    type Point,
    type Triggers,
} from "halfspace";
import { Doors, type MovingModel, type MovingObstacle, type Place } from "halfspace/three";

const most = 6;
const tries = 200;
const fallHeight = 1 / 16; // above the floor, where a monster begins [units]
const nearest = 192; // where a monster begins, seen from above [units]
const farthest = 1600;
const apart = 64; // between two monsters that begin [units]
const stopsAt = 96; // so far from the player a monster stops, where it has a straight way [units]
const tooNear = 56; // from a player who is so near it steps back [units]
const clearance = 12; // from corners [units]
const fieldLength = 2048; // who is farther from the player finds a way of its own [units]
const newWay = 24; // a player who has gone so far has a new place to go to [units]
const farthestFall = 4096; // of a player that flies [units]
const longestFrame = 0.25; // [s]
const turning = 8; // how fast a monster turns its face: by this part in a second
const slowest = 0.5; // what moves less in a step stands [units]
const playerId = most; // the obstacle that is the player

/** Who is chased. */
export interface Chased {
    /** Where the body is, or the eye of one that flies. */
    position: Point;
    velocity: Point;
    /** null: one that flies meets nobody. */
    body: MoverBody | null;
}

/** Where a monster is drawn. */
export interface MonsterPose {
    position: Point;
    /** Where it looks [degrees]. */
    yaw: number;
    /** How far it has walked [units]. */
    walked: number;
    /** 0: it stands; 1: it walks. */
    pace: number;
}

/** Doors that open for monsters, too. */
export class SharedDoors extends Doors {
    /** Where the monsters are. */
    visitors: readonly Point[] = [];

    override step(seconds: number, players: readonly Place[]): readonly MovingModel[] {
        return super.step(seconds, [...players, ...this.visitors]);
    }
}

interface Monster {
    agent: CrowdAgent;
    before: Point; // where it was before its last step
    aim: number; // the field by which it found its way; -1: none
    yaw: number;
    walked: number;
    pace: number;
}

function flatDistance(a: Readonly<Point>, b: Readonly<Point>): number {
    return Math.hypot(b[0] - a[0], b[1] - a[1]);
}

function distance(a: Readonly<Point>, b: Readonly<Point>): number {
    return Math.hypot(b[0] - a[0], b[1] - a[1], b[2] - a[2]);
}

/** Places of the floor around a place, on the island that it is on. The later ones need not be near. */
function placesAround(floors: NavMesh, position: Point, seed: number): Point[] {
    const home = floors.locate(position, { reach: farthestFall }) ?? floors.nearest(position);
    if (!home) {
        return [];
    }
    const island = floors.islandOf(home.polygon);
    const places: Point[] = [];
    for (let i = 0; i < tries && places.length < most; ++i) {
        const place = floors.randomPlace(seed + i, { island })!.position;
        const far = flatDistance(place, home.position);
        if (
            far >= nearest &&
            far <= farthest &&
            places.every((other) => distance(other, place) >= apart)
        ) {
            places.push([place[0], place[1], place[2] + fallHeight]);
        }
    }
    return places;
}

export class Monsters {
    private readonly world: CollisionWorld;
    private readonly crowd = new Crowd({ gap: 4 });
    private readonly monsters: Monster[] = [];
    private readonly player: CrowdAgent; // whom the others avoid
    private readonly closed: NavDoorState;
    private readonly field: DistanceField; // the ways to the player
    private fields = 0; // so many have been found
    private left = 0; // of the time of earlier frames [s]
    private steps = 0;

    /** seed: other numbers give other places. */
    constructor(
        level: Level,
        private readonly floors: NavMesh,
        private readonly triggers: Triggers,
        chased: Chased,
        seed: number,
    ) {
        this.world = new CollisionWorld(level);
        this.closed = new NavDoorState(floors);
        this.field = new DistanceField(floors);
        const links = [...moverLinks, ...gameLinks];
        const doors = this.closed;
        const body = floors.space.name;
        placesAround(floors, chased.position, seed).forEach((position, id) => {
            const mover = new Mover(this.world, { position, stand: body });
            // An agent goes on to a quarter of its goalRadius.
            const speed = 0.7 + 0.05 * (id % 4);
            const how = { speed, clearance, goalRadius: 4 * stopsAt, links, doors };
            const agent = this.crowd.add(mover, floors, how);
            this.world.placeObstacle({ id, body, position });
            const yaw = (360 * id) / most;
            this.monsters.push({ agent, before: position, aim: -1, yaw, walked: 0, pace: 0 });
        });
        const { position } = chased;
        this.player = this.crowd.add(new Mover(this.world, { position, stand: body }), floors);
    }

    get count(): number {
        return this.monsters.length;
    }

    /** What the player meets. */
    get obstacles(): MovingObstacle[] {
        const body = this.floors.space.name;
        return this.monsters.map(({ agent }, id) => ({ id, body, position: agent.mover.position }));
    }

    /** Time has passed. The doors are where they are now, and learn where the monsters are. */
    advance(seconds: number, chased: Chased, doors: SharedDoors): void {
        const { world, player } = this;
        doors.placements.forEach((door) => world.placeModel(door));
        doors.setClosed(this.closed);
        if (chased.body === null) {
            world.removeObstacle(playerId);
        } else {
            const { body, position } = chased;
            world.placeObstacle({ id: playerId, body, position });
        }
        player.mover.position = chased.position;
        player.mover.velocity = chased.velocity;
        this.left = Math.min(this.left + seconds, longestFrame);
        for (; this.left >= player.mover.seconds; this.left -= player.mover.seconds) {
            this.step(chased);
        }
        doors.visitors = this.monsters.map(({ agent }) => agent.mover.position);
    }

    private step(chased: Chased): void {
        const { crowd, monsters, world } = this;
        // One field has the ways of all. In each step one of them takes its way.
        this.aimAt(chased.position);
        const who = monsters[++this.steps % monsters.length];
        if (who) {
            this.chase(who, chased.position);
        }
        crowd.step();
        monsters.forEach((monster, id) => {
            const { mover, input } = monster.agent;
            monster.before = mover.position;
            mover.stepByInput(input, { without: { obstacles: [id] } });
            const trigger = this.triggers.apply(mover, { without: { obstacles: [id] } });
            const now = mover.position;
            if (trigger?.kind === "teleport") {
                monster.before = now;
            }
            world.placeObstacleAt(id, now);
            const way = flatDistance(monster.before, now);
            monster.walked += way;
            // Who walks looks ahead, who stands looks at the player.
            const walks = way > slowest;
            const [from, to] = walks ? [monster.before, now] : [now, chased.position];
            const wanted = (Math.atan2(to[1] - from[1], to[0] - from[0]) * 180) / Math.PI;
            const turn = ((((wanted - monster.yaw) % 360) + 540) % 360) - 180;
            const part = Math.min(1, turning * mover.seconds);
            monster.yaw += turn * part;
            monster.pace += ((walks ? 1 : 0) - monster.pace) * part;
        });
    }

    // Finds the field anew where the player has gone on, and where a door was set.
    private aimAt(player: Point): void {
        const { field, floors, closed } = this;
        const { goal } = field;
        const here = floors.locate(player, { reach: farthestFall }) ?? floors.nearest(player);
        if (here && !(goal && field.isCurrent && distance(goal.position, here.position) < newWay)) {
            field.find(here, { maxLength: fieldLength, doors: closed });
            this.fields += 1;
        }
    }

    private chase(monster: Monster, player: Point): void {
        const { field, fields, floors } = this;
        const { agent } = monster;
        const here = agent.mover.position;
        const far = distance(here, player);
        if (far < tooNear) {
            const away = here.map(
                (x, i) => x + (x - player[i]!) * ((2 * stopsAt) / Math.max(far, 1)),
            );
            agent.goTo(floors.nearest(away, stopsAt));
            monster.aim = -1;
        } else if (monster.aim !== fields && field.isCurrent) {
            agent.goTo(field);
            monster.aim = fields;
        }
    }

    /** Between the last two steps. */
    poses(): MonsterPose[] {
        const part = this.left / this.player.mover.seconds;
        return this.monsters.map(({ agent, before, yaw, walked, pace }) => {
            const now = agent.mover.position;
            const position = now.map((x, i) => before[i]! + part * (x - before[i]!)) as Point;
            return { position, yaw, walked, pace };
        });
    }

    dispose(): void {
        this.crowd.agents.forEach(({ mover }) => mover.dispose());
        this.crowd.dispose();
        this.field.dispose();
        this.closed.dispose();
        this.world.dispose();
    }
}
