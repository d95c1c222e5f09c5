// SPDX-License-Identifier: MIT
// A level that is on the screen: its picture, its doors and the player in it.
import { bodyWalls, Shape, type Level, type Point } from "halfspace";
import { Doors, LevelControls, playerStart, type Picture, type WalkerBody } from "halfspace/three";
import { PerspectiveCamera, type WebGLRenderer } from "three";
import { glassOf, noGlass } from "./glass.js";
import { LevelView } from "./level_view.js";
import { drawnBox, type Box } from "./marks.js";
import type { Drawn } from "./pick.js";

const stand: Box = { min: [-15, -15, -24], max: [15, 15, 32] };
const crouch: Box = { min: [-15, -15, -24], max: [15, 15, 16] };
const degrees = 180 / Math.PI;

function scaledBox(box: Box, scale: number): Box {
    const scaled = (p: Point): Point => [p[0] * scale, p[1] * scale, p[2] * scale];
    return { min: scaled(box.min), max: scaled(box.max) };
}

interface ShapeBody {
    shape: Shape;
    offset: number[];
}

function shapeOf(box: Box): ShapeBody {
    const half = box.max.map((x, i) => (x - box.min[i]!) / 2);
    const offset = box.max.map((x, i) => (x + box.min[i]!) / 2);
    return { shape: Shape.box(half), offset };
}

function angleTo(from: Point, to: Point): { pitch: number; yaw: number } {
    const [x, y, z] = [to[0] - from[0], to[1] - from[1], to[2] - from[2]];
    return {
        pitch: -Math.atan2(z, Math.hypot(x, y)) * degrees,
        yaw: Math.atan2(y, x) * degrees,
    };
}

export interface ControlsSetup {
    element: HTMLElement;
    onClick: (x: number, y: number) => void;
    onLock: (isLocked: boolean) => void;
}

export class LevelScene {
    readonly camera = new PerspectiveCamera();
    readonly view: LevelView;
    readonly doors: Doors;
    readonly controls: LevelControls;
    readonly drawn: Drawn;
    /** How large the body is beside the compiled one. */
    scale = 1;
    private shapes: Shape[] = [];
    private wallTurns = 0;
    private isDisposed = false;

    constructor(
        renderer: WebGLRenderer,
        readonly name: string,
        readonly level: Level,
        pictures: ReadonlyMap<string, Picture>,
        setup: ControlsSetup,
    ) {
        this.drawn = { faces: level.faces(), positions: level.corners().positions };
        this.view = new LevelView(renderer, level, pictures);
        this.doors = new Doors(level);
        this.view.place(this.doors.placements);
        this.controls = new LevelControls(this.camera, setup.element, level, {
            doors: this.doors,
            locksMouse: false,
            onClick: setup.onClick,
            onLock: setup.onLock,
        });
        this.goToStart();
    }

    /** Stands at the start of the level, or looks at it from above if it has none. */
    goToStart(): void {
        if (playerStart(this.level)) {
            this.controls.goToStart();
            return;
        }
        const { min, max } = drawnBox(this.level);
        const reach = Math.max(max[0] - min[0], max[1] - min[1], max[2] - min[2]);
        const eye: Point = [min[0] - reach / 8, min[1] - reach / 4, max[2] + reach / 2];
        const middle: Point = [(min[0] + max[0]) / 2, (min[1] + max[1]) / 2, (min[2] + max[2]) / 2];
        this.controls.walker.flyAt(eye);
        Object.assign(this.controls.walker.angles, angleTo(eye, middle));
    }

    /** The box of the present body around its position. */
    get bodyBox(): Box {
        return scaledBox(this.controls.walker.isCrouched ? crouch : stand, this.scale);
    }

    /** Takes a body of another size. Returns false if there is no room for it. */
    setScale(scale: number): boolean {
        const { walker } = this.controls;
        const shapes: ShapeBody[] = [];
        const body: WalkerBody = {
            stand: "stand",
            crouch: "crouch",
            standingEye: 22 * scale,
            crouchingEye: 10 * scale,
        };
        if (scale !== 1) {
            shapes.push(shapeOf(scaledBox(stand, scale)), shapeOf(scaledBox(crouch, scale)));
            [body.stand, body.crouch] = [shapes[0]!, shapes[1]!];
        }
        // The feet stay where they are.
        const isTaken = walker.setBody(body, -stand.min[2] * (scale - this.scale));
        const old = isTaken ? this.shapes : shapes.map(({ shape }) => shape);
        if (isTaken) {
            this.scale = scale;
            this.shapes = shapes.map(({ shape }) => shape);
        }
        old.forEach((shape) => shape.dispose());
        return isTaken;
    }

    /** Shows the walls of a body as glass; null: none. A later call wins. */
    async showWalls(space: string | null): Promise<void> {
        const turn = ++this.wallTurns;
        const walls = space === null ? null : await bodyWalls(this.level, space);
        if (turn === this.wallTurns && !this.isDisposed) {
            this.view.setGlass(walls ? glassOf(walls) : noGlass);
        }
    }

    dispose(): void {
        this.isDisposed = true;
        this.controls.dispose();
        this.view.dispose();
        this.shapes.forEach((shape) => shape.dispose());
        this.level.dispose();
    }
}
