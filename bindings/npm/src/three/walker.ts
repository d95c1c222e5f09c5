// SPDX-License-Identifier: MIT
// Whoever looks at a level or a scene: walks with a body, or flies through walls. It knows no screen and no
// keys. Places are the level's (map units, Z up), unless a Vector3 is given (metres, Y up).
import type { Vector3 } from "three";
import {
    checkFunction,
    checkObject,
    checkOptions,
    finite,
    list,
    positive,
    shown,
    trueOrFalse,
} from "../arguments.js";
import {
    HalfspaceError,
    Mover,
    type CollisionWorld,
    type Level,
    type MoverOptions,
    type MoverStep,
    type Point,
    type Triggers,
} from "../index.js";
import type { Doors, MovingModel } from "../doors.js";
import { defaultUnitsPerMetre, inLevel } from "../units.js";
import { toThree, type Place, type ViewAngles } from "./convert.js";
import { Player, type Touch, type WalkerBody, type WalkerInput } from "./player.js";
import { askedOf, levelOf, PlacedLists, type Ground, type MovingObstacle } from "./placing.js";
import { findGroundStart, playerStart, type FoundStart, type GroundStart } from "./player_start.js";
import { WalkableScene } from "./walkable_scene.js";

/** The body of a walker, how it moves, and what moves around it. */
export interface WalkerOptions {
    /** The bodies and the eyes. */
    body?: Partial<WalkerBody>;
    /** Options of the mover, such as walkSpeed. */
    mover?: MoverOptions;
    /** Map units in a metre, for a Vector3. Default: 32, or that of the scene. */
    unitsPerMetre?: number;
    /** Doors that open for the walker and its companions. `models` is then not asked. */
    doors?: Doors;
    /**
     * Without `doors`: the way of each model in a step of so many seconds. It is asked once for each
     * step, also while the walker flies. It is asked with 0 seconds for where the models are now,
     * whenever the walker is put somewhere; `LevelControls` does this when it is made. Default: the
     * walker meets no models.
     */
    models?: (seconds: number) => readonly MovingModel[];
    /** Other bodies in the next step. */
    obstacles?: (seconds: number) => readonly MovingObstacle[];
    /** Teleporters and jump pads that move the walker. Its companions have their own option. */
    triggers?: Triggers;
}

/** The names of `WalkerOptions`. */
export const walkerOptions = [
    "body",
    "mover",
    "unitsPerMetre",
    "doors",
    "models",
    "obstacles",
    "triggers",
] as const;
const longestFrame = 0.25; // no more time passes in one frame [s]
const bodyOptions = ["stand", "crouch", "standingEye", "crouchingEye"] as const;

const bodiesOfLevels = { stand: "stand", crouch: "crouch" };

function completeBody(body: Partial<WalkerBody> = {}, ground: Ground): WalkerBody {
    checkOptions(body, bodyOptions, "body");
    const own = ground instanceof WalkableScene ? ground.body : bodiesOfLevels;
    const { stand, crouch, standingEye = 22 } = body;
    const crouchesAsItStands = crouch === undefined && stand !== undefined;
    return {
        stand: stand ?? own.stand,
        crouch: crouch ?? stand ?? own.crouch,
        standingEye: finite(standingEye, "standingEye"),
        crouchingEye: finite(
            body.crouchingEye ?? (crouchesAsItStands ? standingEye : 10),
            "crouchingEye",
        ),
    };
}

/**
 * A player without a screen and keys. `advance` takes the time of a frame, and `eye` is between the
 * last two steps.
 */
export class Walker<Where extends Ground = Level> {
    /** Where the walker looks. They may be changed. */
    readonly angles: ViewAngles = { pitch: 0, yaw: 0 };
    /** What the walker wants. `advance` sets it; for companions the caller sets it. */
    input: WalkerInput = {};
    /**
     * Walkers that make each step together with this one, among the same models: doors open for all
     * of them, and stop before each of them. Nobody may call their `advance`. They may be added and
     * removed at any time.
     */
    readonly companions: Walker<Where>[] = [];
    /** The last step; null before the first one. */
    lastStep: MoverStep | null = null;
    /** The bodies; `setBody` changes them. */
    readonly body: WalkerBody;
    /** Map units in a metre. */
    readonly unitsPerMetre: number;
    private flying = true;
    private mover: Mover | null = null;
    private lists: PlacedLists | null = null;
    private readonly player: Player;
    private readonly seconds: number;
    private timeLeft = 0; // of the last frame, too short for a step [s]
    private readonly asked: Level | CollisionWorld;

    constructor(
        /** The level, or the scene, that the walker walks in. */
        readonly level: Where,
        private readonly options: WalkerOptions = {},
    ) {
        checkOptions(options, walkerOptions, "Walker");
        this.asked = askedOf(level);
        checkFunction(options.models, "models");
        checkFunction(options.obstacles, "obstacles");
        this.body = completeBody(options.body, level);
        const ofScene = level instanceof WalkableScene ? level.unitsPerMetre : undefined;
        const { unitsPerMetre = ofScene ?? defaultUnitsPerMetre } = options;
        this.unitsPerMetre = positive(unitsPerMetre, "unitsPerMetre");
        if (unitsPerMetre !== (ofScene ?? unitsPerMetre)) {
            throw new HalfspaceError(
                `unitsPerMetre: expected ${ofScene}, as the scene has, found ${unitsPerMetre}`,
            );
        }
        const mover = this.sampleMover(this.body);
        try {
            this.seconds = mover.seconds;
            this.player = new Player(this.asked, this.knows(this.body) ? this.body : null, mover);
        } finally {
            mover.dispose();
        }
        if (options.doors && options.doors.level !== levelOf(level)) {
            throw new HalfspaceError("doors: expected the doors of the walker's own level");
        }
        if (options.triggers && options.triggers.level !== levelOf(level)) {
            throw new HalfspaceError("triggers: expected the triggers of the walker's own level");
        }
    }

    /** All that the walker meets, where it was in the last step. Questions may be put to it. */
    get world(): CollisionWorld {
        return this.lists?.world ?? this.restingWorld();
    }

    /** True if the level was compiled for the bodies. */
    get canWalk(): boolean {
        return this.knows(this.body);
    }

    private knows({ stand, crouch }: WalkerBody): boolean {
        return [stand, crouch].every(
            (body) =>
                typeof body !== "string" || this.asked.spaces.some(({ name }) => name === body),
        );
    }

    // Throws for options and bodies that no mover takes.
    private sampleMover(body: WalkerBody): Mover {
        const { stand, crouch } = this.knows(body) ? body : { stand: "point", crouch: "point" };
        return new Mover(this.asked, { ...this.options.mover, position: [0, 0, 0], stand, crouch });
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
        return this.flying || !this.mover ? null : this.mover.position;
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

    /** The surfaces that the walker has touched last, the latest at the end; at most twelve. */
    get touched(): Touch[] {
        return this.player.touches;
    }

    /** The eye, between the last two steps. Writes to `target`: metres and Y up to a Vector3. */
    eye(): Point;
    eye<Target extends Point | Vector3>(target: Target): Target;
    eye(target: Point | Vector3 = [0, 0, 0]): Point | Vector3 {
        checkObject(target, "target");
        return "isVector3" in target
            ? toThree(this.player.eye([0, 0, 0]), target, this.unitsPerMetre)
            : this.player.eye(target);
    }

    /** Turns to the left, and down [degrees]. The pitch stays between straight up and straight down. */
    look(yaw: number, pitch: number): void {
        finite(yaw, "yaw");
        finite(pitch, "pitch");
        const { angles } = this;
        this.player.look(angles, angles.pitch + pitch, angles.yaw + yaw);
    }

    /** Flies with the eye here. */
    flyAt(eye: Place): void {
        this.player.flyAt(inLevel(eye, this.unitsPerMetre, "eye"));
        this.flying = true;
        this.lastStep = null;
    }

    /**
     * Stands with the eye near this place. Returns false, and changes nothing, if the body is
     * not free there or if there is no body. `drop`: the body then falls onto the floor below, if it
     * is near.
     */
    standAt(eye: Place, options: { drop?: boolean } = {}): boolean {
        const place = inLevel(eye, this.unitsPerMetre, "eye");
        checkOptions(options, ["drop"], "standAt");
        const drops = options.drop ?? false;
        if (!this.canWalk || !this.asNow((world) => this.player.standAt(place, world, drops))) {
            return false;
        }
        this.placed.meshes?.rest();
        this.placed.meshes?.settle();
        const { position } = this.player;
        const { stand, crouch } = this.body;
        if (this.mover) {
            this.mover.setBodies(stand, crouch);
            this.mover.placeAt(position);
        } else {
            const how = { ...this.options.mover, position, stand, crouch };
            this.mover = new Mover(this.placed.world, how);
        }
        this.flying = false;
        this.lastStep = null;
        return true;
    }

    /** The first start of the level where this walker is free; null if there is none. */
    findStart(): FoundStart | null {
        const { options } = this;
        const { stand: body } = this.body;
        const start = { body, mask: options.mover?.mask };
        return this.canWalk ? this.asNow((world) => playerStart(world, start)) : null;
    }

    /** A place on the ground with a wide view where this walker is free; null if there is none. */
    findGround(): GroundStart | null {
        const { stand: body, standingEye: eyeHeight } = this.body;
        const how = { body, eyeHeight, mask: this.options.mover?.mask };
        return this.canWalk ? this.asNow((world) => findGroundStart(world, how)) : null;
    }

    private get placed(): PlacedLists {
        this.lists ??= new PlacedLists(this.level, this.unitsPerMetre);
        return this.lists;
    }

    // Asks all that the walker meets where it is now. The next step begins where the last one has ended.
    private asNow<Answer>(ask: (world: CollisionWorld) => Answer): Answer {
        const world = this.restingWorld();
        const { meshes } = this.placed;
        try {
            meshes?.rest();
            return ask(world);
        } finally {
            meshes?.putBack();
        }
    }

    // The models where they are now, the meshes of a scene where the last step has left them.
    private restingWorld(): CollisionWorld {
        const { doors, models } = this.options;
        const { placed } = this;
        if (doors) {
            placed.rest(doors.placements);
        } else {
            placed.rest(models ? list(models(0), "models").map(({ from }) => from) : []);
        }
        return placed.world;
    }

    /**
     * Takes another body. What is left out stays as it is in `body`. The walker keeps its velocity, and
     * walks, crouches or falls on.
     * raise: how far the position of the body rises [units]. From a body that reaches 24 units below
     * its position to one that reaches 40, a raise of 16 keeps the feet on the floor. In flight the
     * eye stays where it is, whatever the raise is, and the level may lack the body (`canWalk`).
     * Returns false, and changes nothing, if the body is not free. It also changes nothing if
     * it throws, for example because the box of `crouch` is not within that of `stand`.
     */
    setBody(body: Partial<WalkerBody>, raise = 0): boolean {
        checkOptions(body, bodyOptions, "body");
        const given = Object.entries(body).filter(([, value]) => value !== undefined);
        const complete = completeBody({ ...this.body, ...Object.fromEntries(given) }, this.level);
        finite(raise, "raise");
        const isKnown = this.knows(complete);
        if (!this.flying && !isKnown) {
            // Names the body that the level lacks.
            [complete.stand, complete.crouch].forEach(
                (each) => typeof each === "string" && this.asked.space(each),
            );
        }
        this.sampleMover(complete).dispose();
        const world = this.flying ? this.asked : this.restingWorld();
        if (!this.player.setBody(isKnown ? complete : null, world, raise)) {
            return false;
        }
        Object.assign(this.body, complete);
        if (!this.flying) {
            this.mover!.setBodies(complete.stand, complete.crouch);
            this.mover!.moveWithGround(this.player.position);
        }
        return true;
    }

    /** Begins to fly, or to walk from where the eye is. Returns whether that was possible. */
    setFlying(flies: boolean): boolean {
        trueOrFalse(flies, "flies");
        if (flies === this.flying) {
            return true;
        }
        if (flies) {
            this.flyAt(this.eye());
            return true;
        }
        return this.standAt(this.eye());
    }

    /**
     * Lets so much time pass for the walker, its companions and the doors, in steps of the mover.
     * Less than 0 seconds count as 0, and more than a quarter of a second counts as that.
     * input: what the walker wants; by default what it wanted before. If a step throws, for example
     * because the option `obstacles` of a companion throws, no mover makes this step, the time that is
     * left is lost, and so is a jump that waits for a step.
     */
    advance(seconds: number, input: WalkerInput = this.input): void {
        finite(seconds, "seconds");
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
        const elapsed = Math.min(Math.max(seconds, 0), longestFrame);
        let time = -this.timeLeft; // of the step, since the frame began
        walkers.forEach((walker) => walker.lists?.meshes?.beginFrame());
        for (const walker of walkers) {
            walker.look(0, 0);
            walker.player.beginFrame(seconds, walker.input);
            walker.player.readAngles(walker.angles);
        }
        try {
            while (this.player.beginStep()) {
                time += this.seconds;
                this.stepTogether(walkers, elapsed > 0 ? Math.min(time / elapsed, 1) : 1);
            }
            this.timeLeft = Math.min(Math.max(elapsed - time, 0), this.seconds);
        } catch (error) {
            this.timeLeft = 0;
            if (this.asked.runtime.wasm.broken === "") {
                walkers.forEach((walker) => walker.player.dropSteps());
            }
            throw error;
        } finally {
            if (this.asked.runtime.wasm.broken === "") {
                walkers.forEach((walker) => walker.player.endFrame(this.player));
            }
        }
    }

    // One step of walkers among the models of this one. If it throws, it changes nothing.
    // part: of the frame, at the end of the step.
    private stepTogether(walkers: readonly Walker<Where>[], part: number): void {
        const states = walkers.map((walker) => walker.save());
        const restore = () => walkers.forEach((walker, i) => walker.restore(states[i]!));
        const { doors } = this.options;
        let steps: readonly (MoverStep | null)[];
        try {
            steps = this.trySteps(walkers, restore, part);
        } catch (error) {
            doors?.step(0, []);
            restore();
            walkers.forEach((walker) => walker.lists?.meshes?.putBack());
            throw error;
        }
        doors?.finish();
        walkers.forEach((walker, i) => walker.finishStep(steps[i]!));
    }

    // restore: puts the movers back to where they were before the step.
    private trySteps(
        walkers: readonly Walker<Where>[],
        restore: () => void,
        part: number,
    ): (MoverStep | null)[] {
        const { doors, models } = this.options;
        let ways = doors
            ? doors.step(
                  this.seconds,
                  walkers.map((walker) => walker.bodyPosition ?? walker.eye()),
              )
            : models?.(this.seconds);
        const obstacles = walkers.map((walker) => walker.options.obstacles?.(walker.seconds));
        const tried = () => walkers.map((walker, i) => walker.tryStep(ways, obstacles[i], part));
        let steps = tried();
        // Where two doors press, first the one and then the other turns back.
        for (let i = 0; doors && i < doors.count; ++i) {
            const crush = steps.find((step) => step?.crush && step.crush.model >= 0)?.crush;
            const way = doors.ways.find(({ from }) => from.model === crush?.model);
            // A door that does not move in this step has nothing to turn back from.
            if (!crush || !way || way.from === way.to) {
                break;
            }
            ways = doors.turnBack(crush.model);
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
        obstacles: readonly MovingObstacle[] | undefined,
        part: number,
    ): MoverStep | null {
        if (this.flying) {
            return null;
        }
        this.placed.place(models, obstacles);
        this.placed.meshes?.move(part);
        return this.mover!.stepByInput(this.player.controls);
    }

    private finishStep(step: MoverStep | null): void {
        if (!step) {
            return;
        }
        this.lastStep = step;
        this.placed.meshes?.finishStep();
        this.player.finishStep(this.mover!);
        if (this.options.triggers?.apply(this.mover!)) {
            this.player.setState(this.mover!);
        }
    }

    /** Frees the mover. The walker flies from then on. */
    dispose(): void {
        if (!this.flying) {
            this.flyAt(this.eye());
        }
        this.mover?.dispose();
        this.mover = null;
        this.lists?.world.dispose();
        this.lists = null;
    }
}
