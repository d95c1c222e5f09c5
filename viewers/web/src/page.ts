// SPDX-License-Identifier: MIT
// The page: one level on the screen, its views and what the keys do.
import { Ray, WebGLRenderer } from "three";
import { init, loadLevel, type Leak, type Level } from "halfspace";
import { defaultUnitsPerMetre, fromThree, type PlayerStart } from "halfspace/three";
import {
    bundledLevels,
    bundledName,
    bundledPictures,
    fetchLevel,
    firstView,
    isBundled,
} from "./bundled.js";
import { isLevelFile } from "./file_kinds.js";
import { elements, hideMessage, showError, showMessage } from "./elements.js";
import { setLens, usualOptions, type ViewName } from "./level_view.js";
import { Latest } from "./latest.js";
import type { Look } from "./looks.js";
import { placeLabel } from "./label.js";
import { markLines } from "./marks.js";
import { fixed } from "./numbers.js";
import { openFile } from "./opening.js";
import type { Pick } from "./pick.js";
import { drawPicture, type PictureRequest } from "./picture_request.js";
import { writePlace, type Place } from "./place_link.js";
import { Pointer } from "./pointer.js";
import { Resolution } from "./resolution.js";
import { LevelScene } from "./scene.js";
import type { Sheets } from "./sheets.js";

const longestFrame = 0.25; // no more time passes for the player in one frame [s]
const factsInterval = 250; // ms
const hashInterval = 1000; // ms; browsers refuse a page that changes its address too often
const usualFov = 90;
const edgesWidth = 1; // of lines over a view, measured inwards [pixels]

interface Loaded {
    name: string;
    level: Level;
    warnings: string[];
    pictures: ReadonlyMap<string, Look>;
    start?: PlayerStart;
    sheets?: Sheets | null;
    leak?: Leak | null;
}

export class Page {
    readonly options = usualOptions();
    scene: LevelScene | null = null;
    pick: Pick | null = null;
    showsMarks = false;
    /** Open edges of objects, or the way out of a level that leaks, are shown in red. */
    showsOpen = false;
    /** The portals between clusters are shown. */
    showsPortals = false;
    /** Where the body can stand is shown, and the path to what is picked. */
    showsFloors = false;
    /** Monsters chase the player. */
    hasMonsters = false;
    /** The body whose walls are shown as glass. */
    glass: string | null = null;
    /** Called whenever something of the panel has changed. */
    onChange: () => void = () => undefined;
    /** Means in milliseconds: the player and the order of faces; from frame to frame. */
    readonly means = { work: 0, frame: 0 };
    private readonly renderer: WebGLRenderer;
    private hasContext = true; // false while the browser has taken WebGL away
    private readonly resolution: Resolution;
    private lastTime = 0;
    private lastFacts = 0;
    private lastHash = 0;
    private readonly opening = new Latest();
    /** The place of a link into a file that was not dropped yet. */
    private awaited: Partial<Place> | null = null;
    private readonly ray = new Ray();
    private readonly pointer = new Pointer(elements.canvas, () => this.pickHere());

    constructor(context: WebGL2RenderingContext) {
        this.renderer = new WebGLRenderer({ canvas: elements.canvas, context });
        this.renderer.sortObjects = false;
        this.renderer.info.autoReset = true;
        elements.canvas.addEventListener("webglcontextlost", (event) => {
            // Without this the browser does not give WebGL back.
            event.preventDefault();
            this.hasContext = false;
            showMessage(
                "The browser has taken WebGL away from the page. The picture goes on when the " +
                    "browser gives it back. If it does not, load the page again.",
            );
        });
        // three.js, which was told before, copies everything to the GPU anew.
        elements.canvas.addEventListener("webglcontextrestored", () => {
            this.hasContext = true;
            hideMessage();
        });
        this.resolution = new Resolution(this.renderer);
    }

    // A click of the mouse locks it; a tap, or a click of the locked mouse, picks.
    private onClick(x: number, y: number): void {
        if (this.pointer.isMouse && !this.scene?.controls.input.isLocked) {
            this.lockMouse();
        } else {
            this.pickAt(x, y);
        }
    }

    /** Draws from now on. */
    run(): void {
        const frame = (time: number) => {
            requestAnimationFrame(frame);
            this.frame(time);
        };
        requestAnimationFrame(frame);
    }

    private frame(time: number): void {
        const seconds = Math.min((time - this.lastTime) / 1000, longestFrame);
        const { scene } = this;
        this.means.frame += (time - this.lastTime - this.means.frame) / 30;
        this.lastTime = time;
        if (!scene || !this.hasContext) {
            return;
        }
        const start = performance.now();
        scene.controls.update(seconds);
        scene.placeDoors();
        scene.advanceMonsters(seconds);
        this.setMarks(scene);
        const player = performance.now() - start;
        const { width, height } = elements.canvas;
        this.aim(scene);
        const { samples } = this.resolution;
        scene.view.draw(scene.camera, this.options, { width, height, samples });
        this.means.work += (player + scene.view.times.order - this.means.work) / 30;
        placeLabel(elements.openPlace, this.showsOpen ? scene.openLabel : null, scene.camera);
        this.resolution.watch(seconds);
        if (time - this.lastFacts > factsInterval) {
            this.lastFacts = time;
            this.writeHash(time);
            this.onChange();
        }
    }

    // Puts the camera to the eye, with the shape of the canvas. The angle is the one of the wider
    // side, so that a narrow screen is no telescope.
    private aim({ camera, controls }: LevelScene): void {
        controls.placeCamera();
        const { width, height } = elements.canvas;
        const share = Math.min(width / height, 1);
        const fov = (360 / Math.PI) * Math.atan(Math.tan((usualFov * Math.PI) / 360) * share);
        setLens(camera, width, height, fov);
        camera.updateMatrixWorld();
    }

    private setMarks({ controls, view, bodyBox }: LevelScene): void {
        const touched = this.showsMarks ? controls.walker.touched : [];
        if (touched.length > 0 || this.pick || view.overlay.hasLines) {
            view.overlay.setLines(markLines(this.pick, touched, bodyBox));
        }
    }

    private show(
        { name, level, pictures, start, sheets, leak }: Loaded,
        place: Partial<Place>,
    ): void {
        const setup = {
            element: elements.canvas,
            start,
            sheets,
            leak,
            onClick: (x: number, y: number) => this.onClick(x, y),
            onLock: (isLocked: boolean) => {
                document.body.classList.toggle("is-locked", isLocked);
            },
        };
        let scene: LevelScene;
        try {
            scene = new LevelScene(this.renderer, name, level, pictures, setup);
        } catch (error) {
            level.dispose();
            throw error;
        }
        this.scene?.dispose();
        this.scene = scene;
        this.pick = null;
        this.glass = null;
        this.resolution.begin();
        if (this.awaited?.level === name) {
            place = this.awaited;
            this.awaited = null;
        }
        // A leak is shown at once.
        this.showsOpen = Boolean(leak);
        scene.showOpen(this.showsOpen);
        this.showsPortals = false;
        this.showsFloors = false;
        this.hasMonsters = false;
        this.goToPlace(place);
        document.title = `${name} · Halfspace`;
        this.onChange();
    }

    /** Goes to what the address says, if it names the level on the screen. */
    goToPlace(place: Partial<Place>): void {
        const { scene } = this;
        if (place.view) {
            this.options.view = place.view;
        }
        if (scene && place.level === scene.name && place.eye) {
            const { walker } = scene.controls;
            if (place.scale !== undefined && place.scale !== scene.scale) {
                // In the air there is room for the body; then it stands, or flies on.
                walker.flyAt(place.eye);
                scene.setScale(place.scale);
            }
            if (place.flies || !walker.standAt(place.eye)) {
                walker.flyAt(place.eye);
            }
            walker.angles.pitch = place.pitch ?? walker.angles.pitch;
            walker.angles.yaw = place.yaw ?? walker.angles.yaw;
        }
        this.onChange();
    }

    /** The link that holds the place. */
    get link(): string {
        return `${location.origin}${location.pathname}${location.search}${this.hash}`;
    }

    private get hash(): string {
        const { place } = this;
        return place ? writePlace(place) : "";
    }

    // Where the player is now.
    private get place(): Place | null {
        const { scene } = this;
        if (!scene) {
            return null;
        }
        const { walker } = scene.controls;
        return {
            level: scene.name,
            eye: walker.eye(),
            ...walker.angles,
            flies: walker.isFlying,
            view: this.options.view,
            scale: scene.scale,
        };
    }

    // While a link waits for its file, the address keeps the link: the page may be loaded again.
    private writeHash(time: number): void {
        if (this.awaited) {
            return;
        }
        if (time - this.lastHash > hashInterval && this.hash !== location.hash) {
            this.lastHash = time;
            history.replaceState(null, "", this.hash);
        }
    }

    /**
     * Follows a link. If it leads into a file, the place waits until a file of this name is
     * dropped. Until then the present level stays; if there is none, the first one is shown.
     */
    async openPlace(place: Partial<Place>): Promise<void> {
        try {
            await this.follow(place);
        } catch (error) {
            showError(error);
        }
    }

    private async follow(place: Partial<Place>): Promise<void> {
        const { level } = place;
        this.awaited = null;
        if (this.scene && (level === undefined || level === this.scene.name)) {
            if (level !== undefined) {
                this.cancelOpening();
            }
            this.goToPlace(place);
            return;
        }
        if (level === undefined || isBundled(level)) {
            const view = place.eye ? {} : firstView(bundledName(level));
            await this.openBundled(level, { ...view, ...place, level: bundledName(level) });
            return;
        }
        // If the first level fails to load, the message about that stays.
        const isShown = this.scene
            ? Promise.resolve(true)
            : this.openBundled(undefined, firstView(bundledName(undefined)));
        if (!isLevelFile(level)) {
            if (!(await isShown)) {
                return;
            }
            const names = Object.keys(bundledLevels).join(", ");
            showMessage(`The page has no level named ${level}. It has ${names}.`, "mild");
            return;
        }
        this.awaited = place;
        // Somebody may have dropped the file, or opened something else, while the level came.
        if ((await isShown) && this.awaited === place) {
            showMessage(
                `The link leads into ${level}. Drop this file on the page, or press Open.`,
                "mild",
            );
        }
    }

    /** Opens a level that comes with the page, and goes to a place in it. False: it has failed. */
    async openBundled(wanted?: string, place: Partial<Place> = {}): Promise<boolean> {
        const name = bundledName(wanted);
        this.awaited = null;
        return this.open(place, async (signal) => {
            const [bytes, pictures] = await Promise.all([
                fetchLevel(name),
                bundledPictures(),
                init(),
            ]);
            signal.throwIfAborted();
            const level = await loadLevel(bytes, { name: `${name}.hsw` });
            return { name, level, warnings: [], pictures, start: bundledLevels[name]!.start };
        });
    }

    /** Opens a file. The player stays in place if the file has the name of the present level. */
    async openDropped(file: File): Promise<void> {
        await this.open(null, async (signal) => {
            const known = await bundledPictures();
            signal.throwIfAborted();
            return { name: file.name, ...(await openFile(file, { signal, known })) };
        });
    }

    /** Stops opening a level. The present level stays. */
    cancelOpening(): void {
        this.opening.cancel();
    }

    // The last opening wins. A failure leaves the present level on the screen. place: null means
    // where the player then is. Returns false if it has failed, and has shown why.
    private async open(
        place: Partial<Place> | null,
        load: (signal: AbortSignal) => Promise<Loaded>,
    ): Promise<boolean> {
        let isDone = true;
        try {
            await this.opening.run(async (signal) => {
                const loaded = await load(signal);
                if (signal.aborted) {
                    loaded.level.dispose();
                    return;
                }
                hideMessage();
                this.show(loaded, place ?? this.place ?? {});
                const { name, level, warnings } = loaded;
                const isEmpty = level.faces().length === 0 && !loaded.sheets;
                const words = isEmpty ? [`${name} has nothing to draw.`] : [];
                words.push(...warnings);
                words.push(...[this.scene?.startNote ?? ""].filter((note) => note !== ""));
                if (words.length > 0) {
                    showMessage(words.join("\n"), "mild");
                }
            });
        } catch (error) {
            isDone = false;
            showError(error);
        }
        this.onChange();
        return isDone;
    }

    setView(view: ViewName): void {
        this.options.view = view;
        this.onChange();
    }

    setEdges(isShown: boolean): void {
        this.options.wireWidth = isShown ? edgesWidth : 0;
        this.onChange();
    }

    setOpen(isShown: boolean): void {
        const { scene } = this;
        if (scene && isShown && !scene.openLabel) {
            showMessage("No object of this level has an open edge, and no leak is known.", "brief");
        } else if (scene) {
            this.showsOpen = isShown;
            scene.showOpen(isShown);
        }
        this.onChange();
    }

    setPortals(isShown: boolean): void {
        this.showsPortals = (this.scene?.showPortals(isShown) ?? false) && isShown;
        if (this.scene && isShown && !this.showsPortals) {
            showMessage("This level has no portals.", "brief");
        }
        this.onChange();
    }

    setFloors(isShown: boolean): void {
        try {
            this.scene?.showFloors(isShown);
            this.showsFloors = isShown && this.scene !== null;
        } catch (error) {
            this.showsFloors = false;
            showError(error);
        }
        this.onChange();
    }

    setMonsters(areThere: boolean): void {
        const { scene } = this;
        try {
            const count = scene?.setMonsters(areThere) ?? 0;
            this.hasMonsters = count > 0;
            if (count > 0) {
                const who = count === 1 ? "A monster chases you." : `${count} monsters chase you.`;
                showMessage(`${who} J sends them away.`, "brief");
            } else if (scene && areThere) {
                scene.setMonsters(false);
                showMessage("Around you there is no floor for monsters to come from.", "brief");
            }
        } catch (error) {
            this.hasMonsters = false;
            showError(error);
        }
        this.onChange();
    }

    setFlying(flies: boolean): void {
        const { scene } = this;
        if (scene && !scene.controls.setFlying(flies)) {
            showMessage("There is no room for the body here.", "brief");
        }
        this.onChange();
    }

    setScale(scale: number): void {
        const { scene } = this;
        if (scene && !scene.setScale(scale)) {
            showMessage("There is no room for a body of this size here.", "brief");
        }
        this.onChange();
    }

    async setGlass(name: string | null): Promise<void> {
        const { scene } = this;
        if (!scene) {
            return;
        }
        this.glass = name;
        this.onChange();
        try {
            await scene.showWalls(name);
        } catch (error) {
            // A level that was opened since has glass of its own.
            if (scene === this.scene) {
                this.glass = null;
                showError(error);
            }
        }
        this.onChange();
    }

    /** The next body with walls as glass; after the last body none. */
    nextGlass(): void {
        const names = this.scene?.level.spaces.slice(1).map(({ name }) => name) ?? [];
        if (this.scene && names.length === 0) {
            showMessage("This level was compiled without bodies, so no body has walls.", "brief");
        }
        const next = this.glass === null ? 0 : names.indexOf(this.glass) + 1;
        void this.setGlass(names[next] ?? null);
    }

    goToStart(): void {
        this.scene?.goToStart();
        this.onChange();
    }

    /** Picks the face at a place of the canvas [CSS pixels]. */
    pickAt(x: number, y: number): void {
        const { scene } = this;
        if (!scene) {
            return;
        }
        const { clientWidth, clientHeight } = elements.canvas;
        this.aim(scene);
        const { origin, direction } = this.ray;
        origin.copy(scene.camera.position);
        direction.set((2 * x) / clientWidth - 1, 1 - (2 * y) / clientHeight, 0.5);
        direction.unproject(scene.camera).sub(origin).normalize();
        this.pick = scene.pick(this.ray);
        if (this.showsFloors && this.pick) {
            const place = origin.clone().addScaledVector(direction, this.pick.distance);
            const path = scene.showPathTo(fromThree(place));
            const words = path
                ? `The shortest path is ${fixed(path.length / defaultUnitsPerMetre, 1)} m long.`
                : "No path on the floor leads there.";
            showMessage(words, "brief");
        }
        this.onChange();
    }

    /** Picks the face under the mouse; in the middle if the mouse is locked or elsewhere. */
    pickHere(): void {
        const { x, y } = this.pointer.place();
        this.pickAt(x, y);
    }

    forgetPick(): void {
        this.pick = null;
        this.onChange();
    }

    lockMouse(): void {
        this.scene?.controls.input.lock();
    }

    toggleLock(): void {
        const input = this.scene?.controls.input;
        if (input?.isLocked) {
            input.unlock();
        } else {
            input?.lock();
        }
    }

    /** Draws a picture that is not on the screen: red, green, blue, alpha from the top row down. */
    async drawPicture(
        request: Omit<PictureRequest, "fov"> & { fov?: number },
    ): Promise<Uint8Array> {
        if (!this.scene) {
            throw new Error("no level is open");
        }
        return drawPicture(this.renderer, this.scene, { fov: usualFov, ...request });
    }
}
