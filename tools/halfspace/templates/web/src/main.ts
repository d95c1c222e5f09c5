// Compiles the level, draws it by three.js, and lets the player walk in it.
import { compileMap, loadLevel, type Point } from "halfspace";
import { LevelControls, LevelObject, playerStart, startNote, toThree } from "halfspace/three";
import {
    BoxGeometry,
    Mesh,
    MeshBasicMaterial,
    PerspectiveCamera,
    Scene,
    WebGLRenderer,
    type Object3D,
} from "three";
import source from "../level.map?raw";
import { Dog } from "./dog";
import { Game } from "./game";

const canvas = document.querySelector<HTMLCanvasElement>("#view")!;
const message = document.querySelector<HTMLElement>("#message")!;

/** A box of so many metres at a place of the level. */
function thing(place: Point, [x, y, z]: Point, color: number): Object3D {
    const mesh = new Mesh(new BoxGeometry(x, y, z), new MeshBasicMaterial({ color }));
    toThree(place, mesh.position);
    return mesh;
}

async function play(): Promise<void> {
    const compiled = await compileMap(source, { name: "level.map", nav: true });
    const level = await loadLevel(compiled.bytes);
    const game = new Game(level);
    const [x, y, z] = playerStart(level)?.position ?? game.key;
    const dog = new Dog(level, [x + 64, y, z]);

    const renderer = new WebGLRenderer({ canvas, antialias: true });
    const camera = new PerspectiveCamera(75, 1, 0.05, 200);
    function fillWindow(): void {
        renderer.setPixelRatio(window.devicePixelRatio);
        renderer.setSize(window.innerWidth, window.innerHeight);
        camera.aspect = window.innerWidth / window.innerHeight;
        camera.updateProjectionMatrix();
    }
    fillWindow();
    window.addEventListener("resize", fillWindow);

    const scene = new Scene();
    const world = new LevelObject(level);
    const key = thing(game.key, [0.4, 0.15, 0.15], 0xffc820);
    const pet = thing(dog.position, [0.5, 0.6, 0.5], 0x9a6030);
    scene.add(world, key, thing(game.exit, [0.6, 1.4, 0.6], 0x40e060), pet);

    const controls = new LevelControls(camera, canvas, level, { doors: game.doors });
    const note = controls.start ? startNote(level, controls.start) : "";
    if (note !== "") {
        console.warn(note);
    }

    // The buttons of touch screens. A finger on a button holds its action.
    for (const action of ["jump", "crouch"] as const) {
        const button = document.querySelector<HTMLElement>(`#${action}`)!;
        button.addEventListener("pointerdown", () => controls.hold(action, true));
        for (const end of ["pointerup", "pointercancel", "pointerleave"]) {
            button.addEventListener(end, () => controls.hold(action, false));
        }
        button.addEventListener("contextmenu", (event) => event.preventDefault());
    }

    const player = () => controls.walker.bodyPosition ?? controls.walker.eye();
    let last = performance.now();
    renderer.setAnimationLoop((now) => {
        const seconds = (now - last) / 1000;
        last = now;
        if (!game.isOut) {
            controls.update(seconds);
            game.visit(player());
            if (game.hasFallen(player())) {
                controls.goToStart();
            }
            dog.advance(seconds, player(), game.doors.placements);
            toThree(dog.position, pet.position);
        }
        world.place(game.doors.placements);
        world.update(camera);
        key.visible = !game.hasKey;
        key.rotation.y += seconds;
        message.textContent = game.message(player());
        renderer.render(scene, camera);
    });
}

play().catch((error: unknown) => {
    message.textContent = error instanceof Error ? error.message : String(error);
});
