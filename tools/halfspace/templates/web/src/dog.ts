// A dog that follows the player. It finds its way by the navigation mesh of the level, and walks as the
// player does: by the controls of a mover.
import {
    CollisionWorld,
    Mover,
    NavMesh,
    PathFollower,
    type Level,
    type Placement,
    type Point,
} from "halfspace";

const newWay = 32; // a player who has gone so far has a new place to go to [units]
const body = "crouch"; // low enough for the tunnel

export class Dog {
    private readonly world: CollisionWorld;
    private readonly mover: Mover;
    private readonly floors: NavMesh;
    private readonly follower: PathFollower;
    private goal: Point | null = null;
    private left = 0; // of the time of earlier frames [seconds]

    constructor(level: Level, position: Point) {
        this.world = new CollisionWorld(level);
        this.mover = new Mover(this.world, { position, stand: body });
        this.floors = new NavMesh(level, body);
        this.follower = new PathFollower(this.floors, { speed: 0.9, goalRadius: 48 });
    }

    get position(): Point {
        return this.mover.position;
    }

    /** Time has passed. player: where the player is; doors: where the doors are. */
    advance(seconds: number, player: Point, doors: readonly Placement[]): void {
        doors.forEach((door) => this.world.placeModel(door));
        const isFar = (from: Point) =>
            Math.hypot(...player.map((each, axis) => each - from[axis]!)) > newWay;
        if (this.goal === null || isFar(this.goal)) {
            this.goal = [...player];
            // A player on a ledge or in the air is near a floor.
            this.follower.goTo(this.mover, this.floors.nearest(player, 128));
        }
        this.left = Math.min(this.left + seconds, 0.25);
        for (; this.left >= this.mover.seconds; this.left -= this.mover.seconds) {
            this.mover.stepByInput(this.follower.step(this.mover));
        }
    }
}
