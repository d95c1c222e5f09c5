// SPDX-License-Identifier: MIT
// Whoever looks at the level: walks with a body, or flies through walls. It knows no screen and no
// keys. All places and angles are the level's: map units, Z up, degrees.
import {
    Contents,
    Mover,
    type Level,
    type MoverBody,
    type MoverContact,
    type MoverOptions,
    type MoverStep,
    type MovingModel,
    type Obstacle,
    type Placement,
    type Point,
    type Vec3,
} from "../index.js";
import type { ViewAngles } from "./convert.js";
import type { Doors } from "./doors.js";

const eyeSpeed = 160; // how fast the eye follows [units per second]
const flySpeed = 400; // units per second
const fastFactor = 3;
const search = 64; // how far from the eye a body may find room [units]
const drop = 64; // how far below its start a player finds the floor [units]
const mostTouched = 12;
const samePlace = 8; // touches of a surface that are nearer to each other are one [units]
const mostWaiting = 0.25; // time that a slow machine does not make up for [s]
const degrees = 180 / Math.PI;

/** What the player wants: forward, left and up from -1 to 1. */
export interface Wish {
    forward: number;
    left: number;
    up: number;
    /** Degrees per second to the left. */
    turn: number;
    /** The key is down. */
    jumps: boolean;
    /** The key was pressed since the last call; it may be up again. */
    beginsJump: boolean;
    crouches: boolean;
    isFast: boolean;
}

/** The wish of a player who touches no key. */
export function noWish(): Wish {
    return {
        forward: 0,
        left: 0,
        up: 0,
        turn: 0,
        jumps: false,
        beginsJump: false,
        crouches: false,
        isFast: false,
    };
}

/** The bodies of a walker, and how high its eye is above its position [units]. */
export interface WalkerBody {
    stand: MoverBody;
    crouch: MoverBody;
    standingEye: number;
    crouchingEye: number;
}

/** The body of a walker, how it moves, and what moves around it. */
export interface WalkerOptions {
    /** The bodies; by default those named stand and crouch. */
    body?: Partial<WalkerBody>;
    /** Options of the mover, such as walkSpeed. */
    mover?: MoverOptions;
    /** Doors that open for the walker. `models` is then not asked. */
    doors?: Doors;
    /**
     * Without `doors`: the way of each model in a step of so many seconds. It is asked once for each
     * step, also while the walker flies. It is asked with 0 seconds for where the models stand now,
     * whenever the walker is put somewhere; `LevelControls` does this when it is made. Default: the
     * walker meets no models.
     */
    models?: (seconds: number) => readonly MovingModel[];
    /** Other bodies in the next step. */
    obstacles?: (seconds: number) => readonly Obstacle[];
}

/** A surface that the walker has touched: the position of the body, and the surface's normal. */
export interface Touch {
    position: Point;
    normal: Point;
}

/**
 * Walks by wishes instead of keys. `advance` takes the time of a frame, and `eye` lies between the last
 * two steps.
 */
export class Walker {
    readonly angles: ViewAngles = { pitch: 0, yaw: 0 };
    readonly touched: Touch[] = [];
    /** The last step; null before the first one. */
    lastStep: MoverStep | null = null;
    readonly body: WalkerBody;
    private flying = true;
    private readonly flyingEye: Point = [0, 0, 0];
    private mover: Mover | null = null;
    private readonly lastPosition: Point = [0, 0, 0];
    private position: Point = [0, 0, 0];
    private eyeHeight = 0;
    private lag = 0; // how far the eye lags behind on stairs
    private waiting = 0; // time that is not yet in a step [s]
    private jumpWaits = false;
    private readonly seconds: number;

    constructor(
        readonly level: Level,
        private readonly options: WalkerOptions = {},
    ) {
        this.body = {
            stand: "stand",
            crouch: "crouch",
            standingEye: 22,
            crouchingEye: 10,
            ...options.body,
        };
        this.seconds = options.mover?.seconds ?? 1 / 64;
    }

    /** True if the level was compiled for the bodies. */
    get canWalk(): boolean {
        return [this.body.stand, this.body.crouch].every(
            (body) =>
                typeof body !== "string" || this.level.spaces.some(({ name }) => name === body),
        );
    }

    get isFlying(): boolean {
        return this.flying;
    }

    get isCrouched(): boolean {
        return !this.flying && this.mover !== null && this.mover.isCrouched;
    }

    /** The position of the body [units]; null while flying. */
    get bodyPosition(): Point | null {
        return this.flying ? null : this.position;
    }

    get velocity(): Point | null {
        return this.flying || !this.mover ? null : this.mover.velocity;
    }

    /** What the walker does: flies, walks, crouches, falls, swims or climbs. */
    get doing(): string {
        if (this.flying || !this.mover) {
            return "flies";
        }
        const names = { ground: "walks", air: "falls", swim: "swims", ladder: "climbs" };
        return this.mover.mode === "ground" && this.mover.isCrouched
            ? "crouches"
            : names[this.mover.mode];
    }

    /** The eye, between the last two steps. Writes to `target`. */
    eye(target: Point = [0, 0, 0]): Point {
        if (this.flying) {
            [target[0], target[1], target[2]] = this.flyingEye;
            return target;
        }
        const share = Math.min(Math.max(this.waiting / this.seconds, 0), 1);
        for (let i = 0; i < 3; ++i) {
            const from = this.lastPosition[i]!;
            target[i] = from + (this.position[i]! - from) * share;
        }
        target[2] += this.eyeHeight - this.lag;
        return target;
    }

    look(yaw: number, pitch: number): void {
        const turned = this.angles.yaw + yaw;
        this.angles.yaw = turned - 360 * Math.round(turned / 360);
        this.angles.pitch = Math.min(Math.max(this.angles.pitch + pitch, -90), 90);
    }

    /** Flies with the eye here. */
    flyAt(eye: Vec3): void {
        this.flying = true;
        this.lastStep = null;
        for (let i = 0; i < 3; ++i) {
            this.flyingEye[i] = eye[i]!;
        }
    }

    /**
     * Stands with the eye near this place. Returns false, and changes nothing, if there is no room
     * or no body. `drop`: the body then falls onto the floor below, if it is near.
     */
    standAt(eye: Vec3, options: { drop?: boolean } = {}): boolean {
        const start: Point = [eye[0]!, eye[1]!, eye[2]! - this.body.standingEye];
        const place = this.canWalk ? this.freePlace(start) : null;
        if (!place) {
            return false;
        }
        this.putAt(options.drop ? this.floorBelow(place) : place);
        return true;
    }

    // What blocks the mover now: the models where they stand, and by default all contents that block
    // bodies but MonsterClip.
    private where(): { models: readonly Placement[] | undefined; mask: number } {
        const { doors, models, mover } = this.options;
        return {
            models: doors ? doors.placements : models?.(0).map(({ from }) => from),
            mask: mover?.mask ?? Contents.BodyBlockers & ~Contents.MonsterClip,
        };
    }

    private freePlace(position: Point): Point | null {
        const { stand } = this.body;
        const where = this.where();
        if (typeof stand !== "object") {
            return this.level.unstick(stand, position, search, where);
        }
        const shape = { shape: stand.shape, translation: stand.offset };
        return this.level.isShapeFree(shape, position, where) ? position : null;
    }

    private floorBelow(place: Point): Point {
        const to: Point = [place[0], place[1], place[2] - drop];
        const { stand } = this.body;
        const where = this.where();
        const contact =
            typeof stand === "object"
                ? this.level.sweep(
                      { shape: stand.shape, translation: stand.offset },
                      place,
                      to,
                      where,
                  )
                : this.level.trace(stand, place, to, where);
        return contact.hit && !contact.startBlocked ? contact.end : place;
    }

    private putAt(position: Point): void {
        const { stand, crouch } = this.body;
        if (this.mover) {
            this.mover.setBodies(stand, crouch);
            this.mover.placeAt(position);
        } else {
            this.mover = new Mover(this.level, { ...this.options.mover, position, stand, crouch });
        }
        this.flying = false;
        this.lastStep = null;
        this.position = this.mover.position;
        [this.lastPosition[0], this.lastPosition[1], this.lastPosition[2]] = this.position;
        this.eyeHeight = this.body.standingEye;
        this.lag = 0;
    }

    /**
     * Takes another body. A walker keeps its feet where they are: raise is how much higher the
     * position of the new body is above its feet. Returns false, and changes nothing, if there is no
     * room for it.
     */
    setBody(body: WalkerBody, raise = 0): boolean {
        const old = { ...this.body };
        Object.assign(this.body, body);
        if (this.flying) {
            return true;
        }
        const [x, y, z] = this.position;
        const place = this.freePlace([x, y, z + raise]);
        if (!place) {
            Object.assign(this.body, old);
            return false;
        }
        this.putAt(place);
        return true;
    }

    /** Begins to fly, or to walk from where the eye is. Returns whether that was possible. */
    setFlying(flies: boolean): boolean {
        if (flies === this.flying) {
            return true;
        }
        if (flies) {
            this.flyAt(this.eye());
            return true;
        }
        return this.standAt(this.flyingEye);
    }

    /** Lets so much time pass for the walker and the doors, in steps of the mover. */
    advance(seconds: number, wish: Wish): void {
        this.look(wish.turn * seconds, 0);
        this.waiting = Math.min(this.waiting + seconds, mostWaiting);
        this.jumpWaits = (this.jumpWaits || wish.beginsJump) && !this.flying;
        while (this.waiting >= this.seconds) {
            this.waiting -= this.seconds;
            if (this.flying) {
                this.modelsInStep(this.flyingEye);
                this.options.doors?.finish();
            } else {
                this.walk(wish);
            }
        }
        if (this.flying) {
            this.fly(seconds, wish);
            return;
        }
        const way = eyeSpeed * seconds;
        const wanted = this.isCrouched ? this.body.crouchingEye : this.body.standingEye;
        this.eyeHeight += Math.min(Math.max(wanted - this.eyeHeight, -way), way);
        this.lag -= Math.min(Math.max(this.lag, -way), way);
    }

    private fly(seconds: number, wish: Wish): void {
        const yaw = this.angles.yaw / degrees;
        const pitch = this.angles.pitch / degrees;
        const way = flySpeed * seconds * (wish.isFast ? fastFactor : 1);
        const jumps = wish.jumps || wish.beginsJump ? 1 : 0;
        const up = wish.up + jumps - (wish.crouches ? 1 : 0);
        const ahead = wish.forward * Math.cos(pitch);
        const eye = this.flyingEye;
        eye[0] += (ahead * Math.cos(yaw) - wish.left * Math.sin(yaw)) * way;
        eye[1] += (ahead * Math.sin(yaw) + wish.left * Math.cos(yaw)) * way;
        eye[2] += (up - wish.forward * Math.sin(pitch)) * way;
    }

    // Begins a step of the models.
    private modelsInStep(player: Point): readonly MovingModel[] | undefined {
        const { doors, models } = this.options;
        return doors ? doors.step(this.seconds, player) : models?.(this.seconds);
    }

    private walk(wish: Wish): void {
        const mover = this.mover!;
        const { doors } = this.options;
        const controls = {
            forward: wish.forward,
            left: wish.left,
            up: wish.up,
            yaw: this.angles.yaw,
            pitch: this.angles.pitch,
            jump: this.jumpWaits || wish.jumps,
            crouch: wish.crouches,
        };
        this.jumpWaits = false;
        const obstacles = this.options.obstacles?.(this.seconds);
        let models = this.modelsInStep(this.position);
        const before = doors && doors.count > 0 ? mover.save() : null;
        let step = mover.step(controls, { models, obstacles });
        // Where two doors press, first the one and then the other is held. No door is held twice.
        for (let i = 0; before && i < doors!.count && step.crush; ++i) {
            if (step.crush.model < 0) {
                break;
            }
            models = doors!.hold(step.crush.model);
            mover.restore(before);
            step = mover.step(controls, { models, obstacles });
        }
        doors?.finish();
        this.lastStep = step;
        [this.lastPosition[0], this.lastPosition[1], this.lastPosition[2]] = this.position;
        this.position = mover.position;
        this.lag += step.stepped;
        this.lastPosition[2] += step.stepped;
        for (const contact of step.walls) {
            this.remember(contact);
        }
        if (step.landed && step.ground) {
            this.remember(step.ground);
        }
    }

    private remember({ point: position, normal }: MoverContact): void {
        const old = this.touched.findIndex((touch) => {
            const [nx, ny, nz] = touch.normal;
            const [x, y, z] = touch.position;
            return (
                nx * normal[0] + ny * normal[1] + nz * normal[2] > 0.999 &&
                Math.hypot(x - position[0], y - position[1], z - position[2]) < samePlace
            );
        });
        if (old >= 0) {
            this.touched.splice(old, 1);
        }
        this.touched.push({ position, normal });
        if (this.touched.length > mostTouched) {
            this.touched.shift();
        }
    }

    dispose(): void {
        this.mover?.dispose();
        this.mover = null;
    }
}
