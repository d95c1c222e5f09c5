// SPDX-License-Identifier: MIT
// Whoever looks at the level: walks with a body, or flies through walls. It knows no screen and no
// keys. All places and angles are the level's: map units, Z up, degrees.
import {
    checkFunction,
    checkObject,
    checkOptions,
    finite,
    list,
    shown,
    vec3,
} from "../arguments.js";
import {
    Contents,
    HalfspaceError,
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
import { checkedLevel } from "../level.js";
import type { ViewAngles } from "./convert.js";
import type { Doors } from "./doors.js";

const eyeSpeed = 160; // how fast the eye follows [units per second]
const flySpeed = 400; // units per second
const fastFactor = 3;
const searchDistance = 64; // how far from the eye a body may find room [units]
const dropDistance = 64; // how far below its start a player finds the floor [units]
const mostTouched = 12;
const sameTouch = 8; // touches of a surface that are nearer to each other are one [units]
const longestFrame = 0.25; // a slow machine does not make up for more time than this [s]
const degreesPerRadian = 180 / Math.PI;

/** What a player wants. What is left out is 0 or false. */
export interface WalkerInput {
    /** From -1 to 1 of the full speed. */
    forward?: number;
    /** From -1 to 1 of the full speed. */
    left?: number;
    /** From -1 to 1: in liquids, on ladders and in flight. */
    up?: number;
    /** Degrees per second to the left. */
    turn?: number;
    /** The button is down. */
    jump?: boolean;
    /** The button was pressed since the last call of `advance`; it may be up again. */
    jumpPressed?: boolean;
    /** The button is down. */
    crouch?: boolean;
    /** Flies three times as fast. */
    fast?: boolean;
}

/** The bodies of a walker, and its eyes. */
export interface WalkerBody {
    /** Its body. Default: "stand". */
    stand: MoverBody;
    /** Its body while crouching. Default: `stand` if that is given, else "crouch". */
    crouch: MoverBody;
    /** How high the eye is above the position of `stand` [units]. Default: 22. */
    standingEye: number;
    /**
     * How high the eye is above the position of `crouch` [units]. Default: 10; `standingEye` if
     * `crouch` is `stand` because only `stand` is given.
     */
    crouchingEye: number;
}

/** The body of a walker, how it moves, and what moves around it. */
export interface WalkerOptions {
    /** The bodies and the eyes. */
    body?: Partial<WalkerBody>;
    /** Options of the mover, such as walkSpeed. */
    mover?: MoverOptions;
    /** Doors that open for the walker and its companions. `models` is then not asked. */
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

/** The names of `WalkerOptions`. */
export const walkerOptions = ["body", "mover", "doors", "models", "obstacles"] as const;
const bodyOptions = ["stand", "crouch", "standingEye", "crouchingEye"] as const;

function completeBody(body: Partial<WalkerBody> = {}): WalkerBody {
    checkOptions(body, bodyOptions, "body");
    const { stand, crouch, standingEye = 22 } = body;
    const crouchesAsItStands = crouch === undefined && stand !== undefined;
    return {
        stand: stand ?? "stand",
        crouch: crouch ?? stand ?? "crouch",
        standingEye: finite(standingEye, "standingEye"),
        crouchingEye: finite(
            body.crouchingEye ?? (crouchesAsItStands ? standingEye : 10),
            "crouchingEye",
        ),
    };
}

const clamped = (value: number, most: number) => Math.min(Math.max(value, -most), most);

/** A surface that the walker has touched. */
export interface Touch {
    /** The position of the body at the touch [units]. */
    position: Point;
    /** The normal of the surface. */
    normal: Point;
}

/**
 * A player without a screen and keys. `advance` takes the time of a frame, and `eye` lies between the
 * last two steps.
 */
export class Walker {
    /** Where the walker looks. They may be changed. */
    readonly angles: ViewAngles = { pitch: 0, yaw: 0 };
    /** The surfaces that the walker has touched last, the latest at the end; at most twelve. */
    readonly touched: Touch[] = [];
    /** What the walker wants. `advance` sets it; for companions the caller sets it. */
    input: WalkerInput = {};
    /**
     * Walkers that make each step together with this one, among the same models: doors open for all
     * of them, and stop before each of them. Nobody may call their `advance`. They may be added and
     * removed at any time.
     */
    readonly companions: Walker[] = [];
    /** The last step; null before the first one. */
    lastStep: MoverStep | null = null;
    /** The bodies; `setBody` changes them. */
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
        /** The level that the walker walks in. */
        readonly level: Level,
        private readonly options: WalkerOptions = {},
    ) {
        checkOptions(options, walkerOptions, "Walker");
        checkedLevel(level);
        checkFunction(options.models, "models");
        checkFunction(options.obstacles, "obstacles");
        this.body = completeBody(options.body);
        this.seconds = this.checkedSeconds(this.body);
        if (options.doors && options.doors.level !== level) {
            throw new HalfspaceError("doors: expected the doors of the walker's own level");
        }
    }

    /** True if the level was compiled for the bodies. */
    get canWalk(): boolean {
        return this.knows(this.body);
    }

    private knows({ stand, crouch }: WalkerBody): boolean {
        return [stand, crouch].every(
            (body) =>
                typeof body !== "string" || this.level.spaces.some(({ name }) => name === body),
        );
    }

    // Throws for options and bodies that no mover takes. Returns how long a step is.
    private checkedSeconds(body: WalkerBody): number {
        const { stand, crouch } = this.knows(body) ? body : { stand: "point", crouch: "point" };
        const how = { ...this.options.mover, position: [0, 0, 0], stand, crouch };
        const mover = new Mover(this.level, how);
        mover.dispose();
        return mover.seconds;
    }

    /** True while the walker flies through walls. */
    get isFlying(): boolean {
        return this.flying;
    }

    /** True while the walker has the body `crouch`. */
    get isCrouched(): boolean {
        return !this.flying && this.mover !== null && this.mover.isCrouched;
    }

    /** The position of the body [units]; null while flying. */
    get bodyPosition(): Point | null {
        return this.flying ? null : this.position;
    }

    /** Units per second; null while flying. */
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

    /** Turns to the left, and down [degrees]. The pitch stays between straight up and straight down. */
    look(yaw: number, pitch: number): void {
        const turned = finite(this.angles.yaw + yaw, "yaw");
        this.angles.pitch = clamped(finite(this.angles.pitch + pitch, "pitch"), 90);
        this.angles.yaw = turned - 360 * Math.round(turned / 360);
    }

    /** Flies with the eye here. */
    flyAt(eye: Vec3): void {
        vec3(eye, "eye");
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
        vec3(eye, "eye");
        checkOptions(options, ["drop"], "standAt");
        const start: Point = [eye[0]!, eye[1]!, eye[2]! - this.body.standingEye];
        const place = this.canWalk ? this.freePlace(this.body.stand, start) : null;
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
            models: doors
                ? doors.placements
                : models && list(models(0), "models").map(({ from }) => from),
            mask: mover?.mask ?? Contents.BodyBlockers & ~Contents.MonsterClip,
        };
    }

    private freePlace(body: MoverBody, position: Point): Point | null {
        const where = this.where();
        if (typeof body !== "object") {
            return this.level.unstick(body, position, searchDistance, where);
        }
        const shape = { shape: body.shape, translation: body.offset };
        return this.level.isShapeFree(shape, position, where) ? position : null;
    }

    private floorBelow(place: Point): Point {
        const to: Point = [place[0], place[1], place[2] - dropDistance];
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
        this.restEye();
    }

    // The eye is where the mover is, and not on its way there.
    private restEye(): void {
        this.position = this.mover!.position;
        [this.lastPosition[0], this.lastPosition[1], this.lastPosition[2]] = this.position;
        this.eyeHeight = this.wantedEye;
        this.lag = 0;
    }

    private get wantedEye(): number {
        return this.isCrouched ? this.body.crouchingEye : this.body.standingEye;
    }

    /**
     * Takes another body. The walker keeps its velocity, and walks, crouches or falls on.
     * raise: how far the position of the body rises [units]. From a body that reaches 24 units below
     * its position to one that reaches 40, a raise of 16 keeps the feet on the floor. In flight the
     * eye stays where it is, whatever the raise is, and the level may lack the body (`canWalk`).
     * Returns false, and changes nothing, if there is no room for the body. It also changes nothing if
     * it throws, for example because the box of `crouch` is not within that of `stand`.
     */
    setBody(body: WalkerBody, raise = 0): boolean {
        const complete = completeBody(body);
        finite(raise, "raise");
        if (this.flying) {
            this.checkedSeconds(complete);
        } else if (!this.resizeMover(complete, raise)) {
            return false;
        }
        Object.assign(this.body, complete);
        if (!this.flying) {
            this.restEye();
        }
        return true;
    }

    private resizeMover({ stand, crouch }: WalkerBody, raise: number): boolean {
        const mover = this.mover!;
        const [x, y, z] = this.position;
        const place = this.freePlace(mover.isCrouched ? crouch : stand, [x, y, z + raise]);
        if (place) {
            mover.setBodies(stand, crouch);
            mover.moveWithGround(place);
        }
        return place !== null;
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

    /**
     * Lets so much time pass for the walker, its companions and the doors, in steps of the mover.
     * Less than 0 seconds count as 0, and more than a quarter of a second counts as that.
     * input: what the walker wants; by default what it wanted before. If a step throws, for example
     * because the option `obstacles` of a companion throws, nobody makes this step, the time that is
     * left is lost, and so is a jump that waits for a step.
     */
    advance(seconds: number, input: WalkerInput = this.input): void {
        const passed = Math.min(Math.max(finite(seconds, "seconds"), 0), longestFrame);
        const walkers = [this, ...this.companions];
        for (const walker of walkers) {
            if (!(walker instanceof Walker)) {
                throw new HalfspaceError(`companions: expected walkers, found ${shown(walker)}`);
            }
            if (walker.level !== this.level || walker.seconds !== this.seconds) {
                throw new HalfspaceError(
                    "companions: expected walkers in the same level with equal mover.seconds",
                );
            }
            const wanted = walker === this ? input : walker.input;
            checkObject(wanted, "input");
            for (const name of ["forward", "left", "up", "turn"] as const) {
                finite(wanted[name] ?? 0, name);
            }
        }
        this.input = input;
        for (const walker of walkers) {
            const { turn = 0, jumpPressed = false } = walker.input;
            walker.look(turn * passed, 0);
            walker.jumpWaits = (walker.jumpWaits || jumpPressed) && !walker.flying;
        }
        this.waiting += passed;
        try {
            while (this.waiting >= this.seconds) {
                this.waiting -= this.seconds;
                this.stepTogether(walkers);
            }
        } catch (error) {
            this.waiting %= this.seconds;
            walkers.forEach((walker) => (walker.jumpWaits = false));
            throw error;
        } finally {
            for (const walker of walkers) {
                walker.waiting = this.waiting;
                walker.moveEye(passed);
            }
        }
    }

    // One step of walkers among the models of this one. If it throws, it changes nothing.
    private stepTogether(walkers: readonly Walker[]): void {
        const states = walkers.map((walker) => walker.save());
        const restore = () => walkers.forEach((walker, i) => walker.restore(states[i]!));
        const { doors } = this.options;
        let steps: readonly (MoverStep | null)[];
        try {
            steps = this.trySteps(walkers, restore);
        } catch (error) {
            doors?.step(0, []);
            restore();
            throw error;
        }
        doors?.finish();
        walkers.forEach((walker, i) => walker.finishStep(steps[i]!));
    }

    // restore: puts the movers back to where they were before the step.
    private trySteps(walkers: readonly Walker[], restore: () => void): (MoverStep | null)[] {
        const { doors, models } = this.options;
        let ways = doors
            ? doors.step(
                  this.seconds,
                  walkers.map((walker) => walker.bodyPosition ?? walker.flyingEye),
              )
            : models?.(this.seconds);
        const obstacles = walkers.map((walker) => walker.options.obstacles?.(walker.seconds));
        const tried = () => walkers.map((walker, i) => walker.tryStep(ways, obstacles[i]));
        let steps = tried();
        // Where two doors press, first the one and then the other is held. No door is held twice.
        for (let i = 0; doors && i < doors.count; ++i) {
            const crush = steps.find((step) => step?.crush && step.crush.model >= 0)?.crush;
            if (!crush) {
                break;
            }
            ways = doors.hold(crush.model);
            restore();
            steps = tried();
        }
        return steps;
    }

    private save(): Uint8Array | null {
        return this.flying ? null : this.mover!.save();
    }

    private restore(state: Uint8Array | null): void {
        // Where memory has run out, there is no mover any more.
        if (state && this.mover?.runtime.wasm.broken === "") {
            this.mover.restore(state);
        }
    }

    // Returns null while flying.
    private tryStep(
        models: readonly MovingModel[] | undefined,
        obstacles: readonly Obstacle[] | undefined,
    ): MoverStep | null {
        if (this.flying) {
            return null;
        }
        const { forward, left, up, jump, crouch } = this.input;
        const { yaw, pitch } = this.angles;
        const controls = {
            forward,
            left,
            up,
            yaw,
            pitch,
            jump: this.jumpWaits || jump,
            crouch,
        };
        return this.mover!.step(controls, { models, obstacles });
    }

    private finishStep(step: MoverStep | null): void {
        if (!step) {
            return;
        }
        this.jumpWaits = false;
        this.lastStep = step;
        [this.lastPosition[0], this.lastPosition[1], this.lastPosition[2]] = this.position;
        this.position = this.mover!.position;
        this.lag += step.stepped;
        this.lastPosition[2] += step.stepped;
        for (const contact of step.walls) {
            this.remember(contact);
        }
        if (step.landed && step.ground) {
            this.remember(step.ground);
        }
    }

    private moveEye(seconds: number): void {
        if (this.flying) {
            this.fly(seconds);
            return;
        }
        const way = eyeSpeed * seconds;
        this.eyeHeight += clamped(this.wantedEye - this.eyeHeight, way);
        this.lag -= clamped(this.lag, way);
    }

    private fly(seconds: number): void {
        const { input } = this;
        const yaw = this.angles.yaw / degreesPerRadian;
        const pitch = this.angles.pitch / degreesPerRadian;
        const way = flySpeed * seconds * (input.fast ? fastFactor : 1);
        const [forward, left] = [clamped(input.forward ?? 0, 1), clamped(input.left ?? 0, 1)];
        const rises = input.jump || input.jumpPressed ? 1 : 0;
        const up = clamped((input.up ?? 0) + rises - (input.crouch ? 1 : 0), 1);
        const ahead = forward * Math.cos(pitch);
        const eye = this.flyingEye;
        eye[0] += (ahead * Math.cos(yaw) - left * Math.sin(yaw)) * way;
        eye[1] += (ahead * Math.sin(yaw) + left * Math.cos(yaw)) * way;
        eye[2] += (up - forward * Math.sin(pitch)) * way;
    }

    private remember({ point: position, normal }: MoverContact): void {
        const old = this.touched.findIndex((touch) => {
            const [nx, ny, nz] = touch.normal;
            const [x, y, z] = touch.position;
            return (
                nx * normal[0] + ny * normal[1] + nz * normal[2] > 0.999 &&
                Math.hypot(x - position[0], y - position[1], z - position[2]) < sameTouch
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

    /** Frees the mover. The walker flies from then on. */
    dispose(): void {
        if (!this.flying) {
            this.flyAt(this.eye());
        }
        this.mover?.dispose();
        this.mover = null;
    }
}
