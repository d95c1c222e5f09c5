// Compiles the level, draws it by three.js, and lets the player walk in it.
import { compileMap, loadLevel, type Point } from "halfspace";
import { LevelControls, LevelObject, playerStart, startNote, toThree } from "halfspace/three";
import {
    BoxGeometry,
    CapsuleGeometry,
    ConeGeometry,
    Group,
    HemisphereLight,
    Mesh,
    MeshBasicMaterial,
    MeshLambertMaterial,
    PerspectiveCamera,
    Scene,
    SphereGeometry,
    WebGLRenderer,
    type Object3D,
} from "three";
import source from "../level.map?raw";
import { Game } from "./game";
import { Monsters } from "./monsters";

const canvas = document.querySelector<HTMLCanvasElement>("#view")!;
const message = document.querySelector<HTMLElement>("#message")!;

/** A box of so many metres at a place of the level. */
function thing(place: Point, [x, y, z]: Point, color: number): Object3D {
    const mesh = new Mesh(new BoxGeometry(x, y, z), new MeshBasicMaterial({ color }));
    toThree(place, mesh.position);
    return mesh;
}

/** A monster: a body with two eyes that looks along x. Its middle is where its position is. */
function monsterFigure(color: number): Object3D {
    const figure = new Group();
    const skin = new MeshLambertMaterial({ color });
    const white = new MeshLambertMaterial({ color: 0xffffff });
    const black = new MeshLambertMaterial({ color: 0x101018 });
    const trunk = new Mesh(new CapsuleGeometry(0.42, 0.85, 8, 20), skin);
    trunk.position.y = 0.1;
    figure.add(trunk);
    for (const side of [-1, 1]) {
        const eye = new Mesh(new SphereGeometry(0.15), white);
        eye.position.set(0.32, 0.45, 0.18 * side);
        const pupil = new Mesh(new SphereGeometry(0.08), black);
        pupil.position.set(0.43, 0.45, 0.17 * side);
        const horn = new Mesh(new ConeGeometry(0.09, 0.3), white);
        horn.position.set(0, 0.95, 0.26 * side);
        horn.rotation.x = 0.5 * side;
        const foot = new Mesh(new SphereGeometry(0.18), skin);
        foot.position.set(0.12, -0.62, 0.2 * side);
        figure.add(eye, pupil, horn, foot);
    }
    return figure;
}

async function play(): Promise<void> {
    const compiled = await compileMap(source, { name: "level.map", nav: true });
    const level = await loadLevel(compiled.bytes);
    const game = new Game(level);
    const monsters = new Monsters(level, playerStart(level)?.position ?? game.key);

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
    const figures = monsters.positions.map((_, i) =>
        monsterFigure([0xd04848, 0x8858d8, 0x3880d8][i % 3]!),
    );
    scene.add(world, key, thing(game.exit, [0.6, 1.4, 0.6], 0x40e060), ...figures);
    scene.add(new HemisphereLight(0xffffff, 0x806860, 3));

    const controls = new LevelControls(camera, canvas, level, {
        doors: game.doors,
        obstacles: () => monsters.obstacles,
        triggers: monsters.triggers,
    });
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
            monsters.advance(seconds, player(), game.doors);
        }
        monsters.positions.forEach((position, i) => {
            const { position: now, rotation } = figures[i]!;
            toThree(position, now);
            // They look at the player. From above, x and y of the level are x and -z of three.js.
            rotation.y = Math.atan2(now.z - camera.position.z, camera.position.x - now.x);
        });
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
