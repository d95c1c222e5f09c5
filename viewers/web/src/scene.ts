// SPDX-License-Identifier: MIT
// A level that is on the screen: its picture, its doors and the player in it.
import {
    bodyWallsAll,
    Contents,
    NavMesh,
    Triggers,
    type Leak,
    type Level,
    type NavPath,
    type Point,
    type Shape,
} from "halfspace";
import {
    defaultUnitsPerMetre,
    LevelControls,
    playerStart,
    startNote,
    WalkableScene,
    type Ground,
    type GroundStart,
    type PlayerStart,
} from "halfspace/three";
import { PerspectiveCamera, type Ray, type WebGLRenderer } from "three";
import { Bodies, scaledBox, type Box } from "./bodies.js";
import { drawnFloors, pathLines } from "./floors.js";
import { glassOf } from "./glass.js";
import type { Label } from "./label.js";
import { Latest } from "./latest.js";
import { leakEnds, leakLabelAt } from "./leak.js";
import { LevelView } from "./level_view.js";
import type { Look } from "./looks.js";
import { figureMatrices, monsterFigure, monsterShadow, skins } from "./monster_figure.js";
import { Monsters, SharedDoors, type Chased } from "./monsters.js";
import { pickFace, pickSheet, type Drawn, type Pick } from "./pick.js";
import { drawnPortals } from "./portals.js";
import { redLinesOf } from "./red_lines.js";
import type { Sheets } from "./sheets.js";

const emptyBox: Box = { min: [0, 0, 0], max: [1, 1, 1] };
const smallSize = 128; // what is smaller on all axes is seen from above, not walked on [units]
const highestLift = 32; // how far above its start a body may find room [units]
const farthestFall = 4096; // of a player that flies [units]
const farthestFloor = 64; // from a place to the floor that is meant [units]
const farthestMonster = 2 ** 19; // on each axis [units]
const degrees = 180 / Math.PI;

function angleTo(from: Point, to: Point): { pitch: number; yaw: number } {
    const [x, y, z] = [to[0] - from[0], to[1] - from[1], to[2] - from[2]];
    return {
        pitch: -Math.atan2(z, Math.hypot(x, y)) * degrees,
        yaw: Math.atan2(y, x) * degrees,
    };
}

export interface ControlsSetup {
    element: HTMLElement;
    /** Where the player starts; by default where the level says. */
    start?: PlayerStart;
    onClick: (x: number, y: number) => void;
    onLock: (isLocked: boolean) => void;
    /** Objects beside the level that are walked on as they are. */
    sheets?: Sheets | null;
    /** The way out of the level, if it leaks. */
    leak?: Leak | null;
}

function merged(a: Box, b: Box): Box {
    const lower = (x: number, i: number): number => Math.min(x, b.min[i]!);
    const higher = (x: number, i: number): number => Math.max(x, b.max[i]!);
    return { min: a.min.map(lower) as Point, max: a.max.map(higher) as Point };
}

function sizeOf({ min, max }: Box): number {
    return Math.max(max[0] - min[0], max[1] - min[1], max[2] - min[2]);
}

export class LevelScene {
    readonly camera = new PerspectiveCamera();
    readonly view: LevelView;
    readonly doors: SharedDoors;
    private readonly triggers: Triggers;
    readonly controls: LevelControls<Ground>;
    readonly drawn: Drawn;
    /** How large the body is beside that of the level. */
    scale = 1;
    /** What is odd about the start of the level; "" if nothing is. */
    readonly startNote: string;
    /** Objects beside the level that are walked on as they are; null if there are none. */
    readonly sheets: Sheets | null;
    /** What is open, and where to close it; null if nothing is. */
    readonly openLabel: Label | null;
    private readonly redEnds: Float32Array; // of open edges, or of the way out
    private readonly start: PlayerStart | GroundStart | null;
    private readonly walkable: WalkableScene | null; // the sheets and the level
    private readonly box: Box; // around everything
    private readonly bodies: Bodies;
    private shapes: Shape[];
    private readonly walls = new Latest();
    private floors: NavMesh | null = null; // of the standing body
    private monsters: Monsters | null = null;
    private monsterSeed = 0;

    constructor(
        renderer: WebGLRenderer,
        readonly name: string,
        readonly level: Level,
        pictures: ReadonlyMap<string, Look>,
        setup: ControlsSetup,
    ) {
        this.drawn = { faces: level.faces(), positions: level.corners().positions };
        const { sheets = null, leak = null } = setup;
        this.sheets = sheets;
        this.redEnds = leak ? leakEnds(leak) : (sheets?.openEdges ?? new Float32Array(0));
        const openAt = leak ? leakLabelAt(leak) : (sheets?.labelAt ?? null);
        const words = leak ? "leak: close it here" : "open edge: close it here";
        this.openLabel = openAt && { words, at: openAt };
        this.view = new LevelView(renderer, level, pictures, sheets);
        this.walkable = sheets && new WalkableScene(sheets.walked, { level });
        const box = level.modelBox(0);
        this.box = box && sheets ? merged(box, sheets.box) : (box ?? sheets?.box ?? emptyBox);
        this.doors = new SharedDoors(level);
        this.triggers = new Triggers(level);
        this.placeDoors();
        this.bodies = new Bodies(level);
        const { body, shapes } = this.bodies.sized(this.scale);
        this.shapes = shapes;
        this.controls = new LevelControls(this.camera, setup.element, this.walkable ?? level, {
            body,
            start: "camera",
            doors: this.doors,
            triggers: this.triggers,
            obstacles: () => this.monsters?.obstacles ?? [],
            locksMouse: false,
            onClick: setup.onClick,
            onLock: setup.onLock,
        });
        const { walker } = this.controls;
        const found = setup.start ? null : walker.findStart();
        this.startNote = found ? startNote(level, found) : "";
        this.start = setup.start ?? found ?? playerStart(level);
        if (!this.start && sizeOf(this.box) >= smallSize) {
            this.start = walker.findGround();
        }
        this.goToStart();
    }

    /** Draws doors where they stand now, and nothing behind those that are closed. */
    placeDoors(): void {
        this.view.place(this.doors.placements);
        this.doors.setAreas(this.view.areas);
    }

    private isVoid(place: Point): boolean {
        const contents = this.level.leafContents(this.level.findLeaf(place));
        return (contents & Contents.Void) !== 0;
    }

    /** Stands at the start of the level, or looks at it from above if it has none. */
    goToStart(): void {
        const { walker } = this.controls;
        if (this.start) {
            const { position, yaw } = this.start;
            const pitch = "pitch" in this.start ? this.start.pitch : 0;
            const eye: Point = [position[0], position[1], position[2] + walker.body.standingEye];
            walker.flyAt(eye);
            Object.assign(walker.angles, { pitch, yaw });
            // A larger body may have no room at the start of the usual one.
            for (let lift = 0; walker.isFlying && lift <= highestLift; ++lift) {
                walker.standAt([eye[0], eye[1], eye[2] + lift], { drop: true });
            }
            return;
        }
        const { min, max } = this.box;
        const far = 0.95 * Math.hypot(max[0] - min[0], max[1] - min[1], max[2] - min[2]);
        const middle: Point = [(min[0] + max[0]) / 2, (min[1] + max[1]) / 2, (min[2] + max[2]) / 2];
        // From the side of the sun.
        const eye: Point = [middle[0] + 0.5 * far, middle[1] - 0.75 * far, middle[2] + 0.45 * far];
        walker.flyAt(eye);
        Object.assign(walker.angles, angleTo(eye, middle));
    }

    /**
     * True if there is a start to go back to, and the eye is outside of the level; with sheets: beside
     * or below everything.
     */
    get isOutside(): boolean {
        if (!this.start || (!this.sheets && !this.level.modelBox(0))) {
            return false;
        }
        const { min, max } = this.box;
        const eye = this.controls.walker.eye();
        const isOver = eye.every((x, i) => x >= min[i]! && (i === 2 || x <= max[i]!));
        const isHigh = eye[2] > max[2] && this.controls.walker.doing !== "walks";
        return !isOver || (!this.sheets && (isHigh || this.isVoid(eye)));
    }

    /** What a ray meets first [metres]: a face or a sheet. */
    pick(ray: Ray): Pick | null {
        const face = pickFace(this.level, this.drawn, this.doors.placements, ray);
        const sheet = this.sheets && pickSheet(this.sheets, ray);
        return face && sheet ? (face.distance < sheet.distance ? face : sheet) : (face ?? sheet);
    }

    /** Shows the open edges of objects, or the way out of a level that leaks, in red; or hides them. */
    showOpen(isShown: boolean): void {
        this.view.overlay.setRedLines(isShown ? redLinesOf(this.redEnds) : null);
    }

    /** Shows the portals between clusters, or hides them. Returns false if the level has none. */
    showPortals(isShown: boolean): boolean {
        const portals = isShown ? drawnPortals(this.level) : null;
        this.view.overlay.setPortals(portals);
        return portals !== null || !isShown;
    }

    /**
     * Shows where the standing body can stand, or hides it. Throws if the level has no navigation mesh
     * for it.
     */
    showFloors(isShown: boolean): void {
        const { overlay } = this.view;
        overlay.setPath(null);
        overlay.setFloors(isShown ? drawnFloors(this.takeFloors()) : null);
    }

    private takeFloors(): NavMesh {
        this.floors ??= new NavMesh(this.level, "stand");
        return this.floors;
    }

    // The player, whom monsters chase.
    private get chased(): Chased {
        const { walker } = this.controls;
        const { bodyPosition, body } = walker;
        const most = farthestMonster;
        const position = bodyPosition ?? walker.eye();
        return {
            position: position.map((x) => Math.min(Math.max(x, -most), most)) as Point,
            velocity: walker.velocity ?? [0, 0, 0],
            body: bodyPosition && (walker.isCrouched ? body.crouch : body.stand),
        };
    }

    /**
     * Lets monsters of the standing body chase the player, or takes them away. Returns how many there
     * are. Throws if the level has no navigation mesh for the body.
     */
    setMonsters(areThere: boolean): number {
        this.monsters?.dispose();
        this.monsters = null;
        this.doors.visitors = [];
        if (areThere) {
            const floors = this.takeFloors();
            const { level, triggers, chased, monsterSeed } = this;
            this.monsters = new Monsters(level, floors, triggers, chased, monsterSeed);
            this.monsterSeed += 1000;
        }
        const count = this.monsters?.count ?? 0;
        const { min, max } = this.floors?.space ?? emptyBox;
        const [width, height] = [0, 2].map((i) => (max[i]! - min[i]!) / defaultUnitsPerMetre);
        const numbers = Array.from({ length: count }, (_, i) => i);
        this.view.overlay.setFigures([
            ...numbers.map((i) => monsterFigure(skins[i % skins.length]!, width!, height!)),
            ...numbers.map(() => monsterShadow(width!)),
        ]);
        return count;
    }

    /** Lets time pass for monsters. */
    advanceMonsters(seconds: number): void {
        const { monsters } = this;
        if (monsters) {
            monsters.advance(seconds, this.chased, this.doors);
            const feet = this.floors!.space.min[2];
            this.view.overlay.placeFigures(figureMatrices(monsters.poses(), feet));
        }
    }

    /**
     * Shows the shortest path from the player to the floor at a place [units]; null: none leads there.
     * REQUIRES: floors are shown.
     */
    showPathTo(place: Point): NavPath | null {
        const floors = this.floors!;
        const [x, y, z] = place;
        const feet = floors.space.min[2];
        const { walker } = this.controls;
        const position = walker.bodyPosition ?? walker.eye();
        const from = floors.locate(position, { reach: farthestFall });
        const to = floors.nearest([x, y, z - feet], farthestFloor);
        const path = from && to && floors.findPath(from, to);
        this.view.overlay.setPath(path && pathLines(floors, path));
        return path;
    }

    /** The box of the present body around its position. */
    get bodyBox(): Box {
        const { stand, crouch } = this.bodies;
        return scaledBox(this.controls.walker.isCrouched ? crouch : stand, this.scale);
    }

    /** Width, length and height of the standing body [units]. */
    get bodySize(): Point {
        const { min, max } = scaledBox(this.bodies.stand, this.scale);
        return [max[0] - min[0], max[1] - min[1], max[2] - min[2]];
    }

    /** Takes a body of another size. Returns false if there is no room for it. */
    setScale(scale: number): boolean {
        const { body, shapes } = this.bodies.sized(scale);
        // The feet stay where they are.
        const raise = -this.bodies.stand.min[2] * (scale - this.scale);
        const isTaken = this.controls.walker.setBody(body, raise);
        const unused = isTaken ? this.shapes : shapes;
        unused.forEach((shape) => shape.dispose());
        if (isTaken) {
            this.scale = scale;
            this.shapes = shapes;
        }
        return isTaken;
    }

    /**
     * Shows the walls of a body as glass, first those of the world and then those of all other
     * models. null: none. A later call wins. If it fails, no glass is left.
     */
    showWalls(space: string | null): Promise<void> {
        return this.walls.run(async (signal) => {
            const { level } = this;
            const { overlay } = this.view;
            overlay.clearGlass();
            if (space === null) {
                return;
            }
            const others = Array.from({ length: level.modelCount - 1 }, (_, i) => i + 1);
            try {
                for (const models of others.length > 0 ? [[0], others] : [[0]]) {
                    const found = await bodyWallsAll(level, space, models, { signal });
                    signal.throwIfAborted();
                    found.forEach((walls, i) => overlay.addGlass(models[i]!, glassOf(walls)));
                }
            } catch (error) {
                // A later call has begun with glass of its own.
                if (!signal.aborted) {
                    overlay.clearGlass();
                }
                throw error;
            }
        });
    }

    dispose(): void {
        this.walls.cancel();
        this.controls.dispose();
        this.walkable?.dispose();
        this.monsters?.dispose();
        this.floors?.dispose();
        this.triggers.dispose();
        this.view.dispose();
        this.shapes.forEach((shape) => shape.dispose());
        this.level.dispose();
    }
}
