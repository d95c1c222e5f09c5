// SPDX-License-Identifier: MIT
// The snippets of docs/guides/web.md. They follow one another here as they do there, and
// `readme.snippets` compares the page with this file.
import * as halfspace from "halfspace";
import { HalfspaceError, type Point } from "halfspace";
import { compileMap, loadLevel, type Body } from "halfspace";
import { checkMeshes, compileMeshes, type MeshObject } from "halfspace";
import { Contents, Shape } from "halfspace";
import { CollisionWorld, Mover } from "halfspace";
import { AreaState, VisibleFaces } from "halfspace";
import { CollisionMesh } from "halfspace";
import { init } from "halfspace";
import * as halfspaceSpatial from "halfspace/spatial";
import { initSpatial, Octree } from "halfspace/spatial";
import { TriangleBvh } from "halfspace/spatial";
import * as halfspaceThree from "halfspace/three";
import { compileObject3D, meshesOf } from "halfspace/three";
import { GLTFLoader } from "three/addons/loaders/GLTFLoader.js";
import { CulledInstances } from "halfspace/three";
import { touchingFaces, treeRaycast } from "halfspace/three";
import { LevelObject } from "halfspace/three";
import { fromThree, toThree } from "halfspace/three";
import { Doors } from "halfspace";
import { Walker } from "halfspace/three";
import { WalkableScene } from "halfspace/three";
import { Mesh, SphereGeometry } from "three";
import { patternTexture } from "halfspace/three";
import {
    DoubleSide,
    FrontSide,
    MeshBasicMaterial,
    RepeatWrapping,
    SRGBColorSpace,
    TextureLoader,
} from "three";
import { addWire } from "halfspace/three";
import { DirectionalLight, HemisphereLight, MeshLambertMaterial } from "three";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { cwd } from "node:process";
import {
    BoxGeometry,
    CapsuleGeometry,
    ConeGeometry,
    CylinderGeometry,
    Matrix4,
    PerspectiveCamera,
    Raycaster,
    Scene,
    TorusGeometry,
    Vector2,
    Vector3,
} from "three";
import { expect, test, vi } from "vitest";

const path = (name: string) => new URL(`../../../examples/levels/${name}`, import.meta.url);
const text = readFileSync(path("keep.map"), "utf8");

test("docs/reference/npm.md names everything that the package exports", () => {
    const page = readFileSync(new URL("../../../docs/reference/npm.md", import.meta.url), "utf8");
    const names = [halfspace, halfspaceSpatial, halfspaceThree].flatMap((all) => Object.keys(all));
    expect(names.filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
});

test("docs/guides/web.md: load or compile a level", async () => {
    const bar = { value: 0, title: "" };
    const stopper = new AbortController();
    const cat: Body = { name: "cat", min: [-8, -8, 0], max: [8, 8, 16] };
    const rat: Body = { name: "rat", min: [-4, -4, 0], max: [4, 4, 8] };
    const { bytes, warnings } = await compileMap(text, {
        name: "keep.map", // its ending tells the format
        bodies: [cat, rat], // these alone; default: stand, crouch and large
        skipBadBrushes: true, // a bad brush is left out with a warning
        signal: stopper.signal, // stopper.abort() ends the worker, and compileMap rejects
        onProgress: (stage, fraction) => {
            bar.title = stage;
            bar.value = fraction;
        },
    });
    warnings.forEach((warning) => console.warn(warning));
    const level = await loadLevel(bytes);
    expect(level.spaces.map(({ name }) => name)).toEqual(["point", "cat", "rat"]);
    expect(bar.title).not.toBe("");
    expect(warnings).toEqual([]);
    stopper.abort();
    await expect(compileMap(text, { signal: stopper.signal })).rejects.toThrow("aborted");

    const wrong = text.replace("( ", "( x ");
    await expect(compileMap(wrong, { name: "keep.map" })).rejects.toThrow(
        "keep.map:10:3: error: expected a number for x of a plane's first point, found 'x'",
    );
});

test("docs/guides/web.md: in Node an address may be the path of a file", async () => {
    const { bytes } = await compileMap(path("keep.map"), { name: "keep.map" });
    const same = (await compileMap(text)).bytes;
    expect(Buffer.compare(bytes, same)).toBe(0);
    const file = join(mkdtempSync(join(tmpdir(), "halfspace-")), "keep.hsw");
    writeFileSync(file, bytes);
    expect(Buffer.compare((await loadLevel(file)).bytes(), bytes)).toBe(0);
    const level = await loadLevel(relative(cwd(), file));
    expect(Buffer.compare(level.bytes(), bytes)).toBe(0);
    const odd = join(dirname(file), "100% #1?.hsw");
    writeFileSync(odd, bytes);
    expect(Buffer.compare((await loadLevel(odd)).bytes(), bytes)).toBe(0);
    rmSync(dirname(file), { recursive: true });
    // A path of Windows is a path, too, and no address.
    await expect(loadLevel("C:\\levels\\keep.hsw")).rejects.toThrow("no such file");
    await expect(loadLevel(file)).rejects.toThrow(HalfspaceError);
    await expect(loadLevel(file)).rejects.toThrow("keep.hsw cannot be read");
});

test("docs/guides/web.md: levels from objects of three.js", async () => {
    const file = Uint8Array.from(readFileSync(path("house.glb"))).buffer;
    const gltf = await new GLTFLoader().parseAsync(file, "");
    const house = await compileObject3D(gltf, { name: "house.glb" });
    house.warnings.forEach((warning) => console.warn(warning));
    const home = await loadLevel(house.bytes);
    expect(home.faces().length).toBeGreaterThan(0);
    expect(meshesOf(gltf).objects.map(({ name }) => name)).toContain("yard-room");

    const pyramid: MeshObject = {
        name: "pyramid",
        vertices: [0, 0, 0, 64, 0, 0, 64, 64, 0, 0, 64, 0, 32, 32, 48],
        indices: [0, 2, 1, 0, 3, 2, 0, 1, 4, 1, 2, 4, 2, 3, 4, 3, 0, 4],
        materials: ["stone"],
    };
    const start = { classname: "info_player_start", origin: "32 -64 24" };
    const desert = await compileMeshes([pyramid], { name: "desert", entities: [{ keys: start }] });
    const level = await loadLevel(desert.bytes);
    expect(level.contents([32, 32, 40])).toBe(Contents.Solid);
    expect(level.contents([8, 8, 40])).toBe(0);
    expect(level.materials).toEqual(["stone"]);

    const said: string[] = [];
    const log = vi.spyOn(console, "log").mockImplementation((text: string) => void said.push(text));
    const tent = { ...pyramid, name: "tent", indices: [0, 1, 4, 1, 2, 4, 2, 3, 4, 3, 0, 4] };
    for (const { object, verdict, openEdges } of await checkMeshes([pyramid, tent])) {
        // Object 0 is "closed". Object 1 is "open": the four edges of its bottom are in openEdges.
        console.log(
            `object ${object} is ${verdict}; vertices of open edges: ${openEdges.join(" ")}`,
        );
    }
    log.mockRestore();
    expect(said).toEqual([
        "object 0 is closed; vertices of open edges: ",
        expect.stringMatching(/^object 1 is open; vertices of open edges:( [0-3]){8}$/),
    ]);
});

test("docs/guides/web.md: geometries of three.js are welded along their seams", async () => {
    const globe = new Mesh(new SphereGeometry(1, 32, 16));
    const planet = await compileObject3D(globe, { name: "globe" });

    const level = await loadLevel(planet.bytes);
    expect([level.contents([0, 0, 31]), level.contents([0, 0, 33])]).toEqual([Contents.Solid, 0]);
    for (const geometry of [
        new SphereGeometry(1, 32, 16),
        new SphereGeometry(0.7, 13, 9),
        new CylinderGeometry(0.5, 0.7, 1, 12),
        new ConeGeometry(1, 2, 17),
        new CapsuleGeometry(0.5, 1, 4, 9),
        new TorusGeometry(1, 0.3, 7, 11),
    ]) {
        const mesh = new Mesh(geometry);
        mesh.rotation.set(0.3, 0.2, 0.1);
        const { warnings } = await compileObject3D(mesh, { verify: true });
        expect(warnings.join()).toMatch(/welded to others/);
    }
});

test("docs/guides/web.md: ask, walk, batches, memory", async () => {
    const { bytes } = await compileMap(text, { name: "keep.map" });
    const level = await loadLevel(bytes);

    const isWater = (level.contents([1040, 128, -40]) & Contents.Water) !== 0;
    const isSeen = level.sees([64, 256, 100], [1040, 256, 100]);
    const hasRoom = level.isFree("stand", [64, 256, 24]);

    const contact = level.trace("stand", [64, 256, 24], [64, 1000, 24]);
    if (contact.hit) {
        const { material } = level.touchedSurface("stand", contact);
        console.log(`at ${contact.end} it stops before ${material}`);
    }

    const ball = Shape.sphere(9);
    const thrown = level.sweep({ shape: ball }, [64, 256, 60], [64, 1000, 60]);

    const start = level.entities.find(({ classname }) => classname === "info_player_start");
    const position = start?.vec3("origin") ?? [0, 0, 0];

    expect(isWater).toBe(true);
    expect(isSeen).toBe(true);
    expect(hasRoom).toBe(true);
    expect(contact.end).toEqual([64, 496.96875, 24]);
    expect(thrown.end[1]).toBeCloseTo(512 - 9 - 1 / 32, 3);
    expect(position).toEqual([64, 256, 24]);

    const door = { model: 1, translation: [0, 0, 100] };
    const world = new CollisionWorld(level);
    world.placeModelsAtRest();
    world.placeObstacle({ id: 7, body: "stand", position: [200, 256, 24] });
    const isShut = !world.sees([600, 256, 46], [700, 256, 46]);
    world.placeModel(door);
    const isOpen = world.sees([600, 256, 46], [700, 256, 46]);
    const shot = world.trace("point", [64, 256, 46], [700, 256, 46]);
    const missed = world.trace("point", [64, 256, 46], [700, 256, 46], {
        without: { obstacles: [7] },
    });

    expect([isShut, isOpen]).toEqual([true, true]);
    expect([shot.obstacle, missed.obstacle]).toEqual([7, -1]);

    const mover = new Mover(world, { position, stand: "stand", crouch: "crouch" });
    for (let i = 0; i < 64; ++i) {
        mover.step({ forward: 1, yaw: 180 }); // 64 steps are a second
    }
    console.log(mover.position, mover.velocity, mover.mode);

    expect(mover.position[0]).toBeCloseTo(15 + 1 / 32, 3);
    expect(mover.mode).toBe("ground");

    const before = mover.save();
    world.endStep(); // what has moved rests where it is now
    world.moveModel({ model: 1, translation: [0, 0, 98] }); // goes there in this step
    const step = mover.step({ forward: 1, yaw: 0 });
    if (step.crush) {
        mover.restore(before); // then make the step again, with the door at rest
    }
    expect(step.crush).toBe(null);
    mover.restore(before);
    expect(mover.save()).toEqual(before);

    const ways = new Float64Array(6 * 1000); // from.x, from.y, from.z, to.x, to.y, to.z of each
    for (let i = 0; i < 1000; ++i) {
        ways.set([64, 256, 60, 64 + i, 1000, 60], 6 * i);
    }
    const contacts = level.traceAll("point", ways);
    const nearest = Math.min(...contacts.fractions);
    level.traceAll("point", ways, { into: contacts }); // in the next frame: replaces them

    expect(nearest).toBe(Math.min(...contacts.fractions));
    expect(contacts.at(0).end).toEqual(level.trace("point", [64, 256, 60], [64, 1000, 60]).end);

    const fractions = contacts.fractions;
    expect(level.traceAll("point", ways.subarray(600), { into: contacts })).toBe(contacts);
    expect(contacts.length).toBe(900);
    expect(contacts.fractions).toEqual(fractions.subarray(100));
    for (let i = 0; i < 900; ++i) {
        const way = [...ways.subarray(600 + 6 * i, 606 + 6 * i)];
        const alone = level.trace("point", way.slice(0, 3) as Point, way.slice(3) as Point);
        expect(contacts.at(i)).toEqual(alone);
        const { hit, startBlocked, fraction, point, end, normal, ...rest } = alone;
        expect(contacts.hits[i]).toBe(Number(hit));
        expect(contacts.startsBlocked[i]).toBe(Number(startBlocked));
        expect(contacts.fractions[i]).toBe(fraction);
        expect([...contacts.points.subarray(3 * i, 3 * i + 3)]).toEqual(point);
        expect([...contacts.ends.subarray(3 * i, 3 * i + 3)]).toEqual(end);
        expect([...contacts.normals.subarray(3 * i, 3 * i + 3)]).toEqual(normal);
        expect(contacts.contents[i]).toBe(rest.contents);
        expect(contacts.planes[i]).toBe(rest.plane);
        expect(contacts.nodes[i]).toBe(rest.node);
    }

    mover.dispose();
    ball.dispose();
    level.dispose();
    await init({ maximumMemory: 256 * 2 ** 20 }); // 256 MB for the levels that are loaded next
    await loadLevel(bytes);
});

test("docs/guides/web.md: textures", async () => {
    const level = await loadLevel((await compileMap(text)).bytes);
    const images: (EventTarget & { src: string })[] = [];
    const createElementNS = () => images[images.push(new EventTarget() as never) - 1];
    vi.stubGlobal("document", { createElementNS });

    const loader = new TextureLoader();
    const world = new LevelObject(level, {
        material: ({ name, opacity, isTwoSided }) => {
            const url = `textures/${name.replace("*", "_")}.png`;
            const onError = () => {
                console.error(`The picture ${url} cannot be loaded.`);
                material.map = patternTexture(name); // without it the faces are black
            };
            const map = loader.load(url, undefined, undefined, onError);
            map.flipY = false; // v runs downwards in the picture
            map.wrapS = map.wrapT = RepeatWrapping;
            map.colorSpace = SRGBColorSpace;
            const material = new MeshBasicMaterial({
                map,
                opacity,
                transparent: opacity < 1,
                depthWrite: opacity === 1,
                side: isTwoSided ? DoubleSide : FrontSide,
                alphaTest: name.startsWith("{") ? 0.5 : 0, // a picture with holes, such as a fence
            });
            return material;
        },
    });

    vi.unstubAllGlobals();
    expect(images.map(({ src }) => src).sort()).toEqual(
        ["_water1", "floor1", "stone1", "wood1"].map((name) => `textures/${name}.png`),
    );
    // On a floor, u runs to the east and v to the south: 64 texels of 1 unit are a repeat.
    const [floor] = world.solids;
    const { position, uv, normal } = floor!.geometry.attributes;
    const materials = floor!.material as MeshBasicMaterial[];
    let count = 0;
    for (const { start, count: size, materialIndex } of floor!.geometry.groups) {
        const map = materials[materialIndex!]!.map!;
        for (let i = start; i < start + size; ++i) {
            if (normal!.getY(i) === 1) {
                const east = position!.getX(i) * 32;
                const south = position!.getZ(i) * 32;
                const found = map.transformUv(new Vector2(uv!.getX(i), uv!.getY(i)));
                // Between 0 and 1 in the picture; 0 and 1 are the same column or row.
                for (const [part, texel] of [
                    [found.x, east],
                    [found.y, south],
                ] as const) {
                    expect(part).toBeGreaterThanOrEqual(0);
                    expect(part).toBeLessThanOrEqual(1);
                    const repeats = texel / 64 - part;
                    expect(repeats).toBeCloseTo(Math.round(repeats), 5);
                }
                ++count;
            }
        }
    }
    expect(count).toBeGreaterThan(100);
    world.dispose();
});

test("docs/guides/web.md: draw", async () => {
    const level = await loadLevel((await compileMap(text)).bytes);
    const scene = new Scene();
    const camera = new PerspectiveCamera();

    const world = new LevelObject(level, {
        outlines: true,
        material: ({ name, opacity }) => {
            const color = name === "stone1" ? 0x888888 : 0xccaa88;
            const transparent = opacity < 1;
            const depthWrite = !transparent;
            const material = new MeshLambertMaterial({ color, opacity, transparent, depthWrite });
            addWire(material, { width: 2, color: 0x000000 });
            return material;
        },
    });
    scene.add(new HemisphereLight(0xffffff, 0x666666, 2)); // from above, and weaker from below
    const sun = new DirectionalLight(0xffffff, 2);
    sun.position.set(1, 3, 2); // it shines from there towards (0, 0, 0)
    scene.add(sun);
    scene.add(world);

    toThree([64, 256, 46], camera.position); // writes (2, 1.4375, -8)
    const eye = fromThree(camera.position); // [64, 256, 46]

    expect(camera.position.toArray()).toEqual([2, 1.4375, -8]);
    expect(eye).toEqual([64, 256, 46]);
    world.update(camera);
    expect(world.ordered.isEmpty).toBe(false);

    const other = { id: 7, body: "stand", position: [128, 256, 24.1] };
    const guard = new Walker(level, { obstacles: () => [other] });
    guard.standAt([64, 256, 46], { drop: true }); // its eye is here; it drops to the floor
    guard.advance(1 / 60, { forward: 1 }); // in each frame

    for (let i = 0; i < 120; ++i) {
        guard.advance(1 / 60, { forward: 1 });
    }
    expect(guard.bodyPosition![0]).toBeCloseTo(128 - 30 - 1 / 32, 2);

    const doors = new Doors(level);
    const player = new Walker(level, { doors }); // or controls.walker
    const friend = new Walker(level, { doors });
    player.standAt([64, 256, 46], { drop: true }); // until then a walker flies
    friend.standAt([64, 320, 46], { drop: true });
    player.companions.push(friend);
    friend.input = { forward: 1 };
    player.advance(1 / 60, { forward: 1 }); // in each frame, for both

    for (let i = 0; i < 120; ++i) {
        player.advance(1 / 60, { forward: 1 });
    }
    for (const { doing, bodyPosition } of [player, friend]) {
        expect(doing).toBe("walks");
        expect(bodyPosition![0]).toBeGreaterThan(150);
    }

    const areas = new AreaState(level);
    const visible = new VisibleFaces(level);
    // In each frame:
    doors.setAreas(areas);
    visible.lookFrom(player.eye(), areas);
    const isSent = visible.maySeeBox([500, 240, 0], [532, 272, 64]); // what is in this box
    const [ear, bell] = [level.areaAt(player.eye()), level.areaAt([500, 256, 32])];
    const isHeard = ear === null || bell === null || areas.areasConnected(ear, bell);

    expect(visible.count).toBeGreaterThan(0);
    expect(isSent).toBe(true);
    expect(isHeard).toBe(true);
    world.dispose();
});

test("docs/guides/web.md: things that move", async () => {
    await initSpatial(); // once, before the first octree
    const octree = new Octree();
    const crate = octree.insert([0, 0, 0], [32, 32, 32]); // an id: a whole number
    const bird = octree.insert([400, 0, 90], [404, 4, 92]);
    octree.update(bird, [60, 0, 90], [64, 4, 92]); // whenever it has moved

    const near = octree.inSphere([0, 0, 64], 100); // ids: Uint32Array [0, 1]
    const shot = octree.onSegment([-64, 16, 16], [512, 16, 16]); // [{ id: 0, fraction: 0.11... }]
    octree.remove(crate);

    expect([...near]).toEqual([crate, bird]);
    expect(shot).toEqual([{ id: crate, fraction: 64 / 576 }]);
    expect(octree.size).toBe(1);
    octree.dispose();

    const geometry = new BoxGeometry();
    const material = new MeshBasicMaterial();
    const camera = new PerspectiveCamera();
    const matrix = new Matrix4().makeTranslation(0, 0, -5);
    camera.updateMatrixWorld();

    const trees = new CulledInstances(geometry, material, 100000); // at most 100000 copies
    trees.setMatrixAt(0, matrix); // adds the first one, or moves it
    trees.update(camera); // before each picture

    expect(trees.count).toBe(1);
    trees.dispose();
});

test("docs/guides/web.md: meshes", async () => {
    const statue = new Mesh(new TorusGeometry(10, 2, 16, 40));
    const positions = statue.geometry.attributes.position!.array as Float32Array;
    const index = statue.geometry.index!.array;
    await initSpatial(); // once, before the first tree
    const tree = new TriangleBvh(positions, index); // x, y, z of each vertex; three for each triangle

    const hit = tree.raycast([10, 0.1, 50], [0, 0, -1]); // { triangle, t }: at origin + t * direction
    const nearest = tree.closestPoint([0, 0, 9], 100); // { triangle, distance, point }, or null
    const near = tree.inSphere([10, 0, 2], 1); // triangles: Uint32Array; also inBox and inCapsule
    const isInside = tree.winding([10, 0.1, 0.1]) !== 0; // of a closed mesh
    const other = new Matrix4().makeTranslation(15, 0, 0).elements; // or your 16 numbers
    const gap = tree.distance(tree, other); // of two meshes: { triangles, distance, pointA, pointB }
    const pair = tree.firstPair(tree, other); // two triangles that touch, or null

    expect(hit!.t).toBeCloseTo(48, 1);
    expect(nearest!.distance).toBeGreaterThan(10);
    expect(near.length).toBeGreaterThan(0);
    expect(isInside).toBe(true);
    expect(gap!.distance).toBe(0);
    expect(pair).not.toBeNull();

    const mesh = new Mesh(new BoxGeometry(2, 2, 2));
    const raycaster = new Raycaster(new Vector3(0, 0, 5), new Vector3(0, 0, -1));
    mesh.raycast = treeRaycast; // intersections as three.js gives them
    const [first] = raycaster.intersectObject(mesh);
    const faces = touchingFaces(mesh, statue); // a face of each, or null if they do not touch
    expect(first!.distance).toBe(4);
    expect(faces).toBeNull();
});

test("docs/guides/web.md: bodies among triangles", async () => {
    const ground = [-500, -500, 0, 500, -500, 0, 500, 500, 0, -500, 500, 0];
    const corners = [0, 1, 2, 0, 2, 3];
    await init(); // once, unless a level is loaded
    const terrain = new CollisionMesh(ground, corners); // x, y, z of each vertex; three for each triangle
    const ball = Shape.sphere(8);

    const touch = terrain.sweep({ shape: ball, translation: [10, 0, 50] }, [0, 0, -100]);
    const touches = terrain.sweepAll({ shape: ball }, [10, 0, 50, 0, 0, -100]); // place and motion of each
    const isIn = terrain.overlaps({ shape: ball, translation: [10, 0, 5] });
    const out = terrain.unstick({ shape: ball, translation: [10, 0, 5] }, 16); // a motion, or null

    expect(touch!.fraction).toBeCloseTo(0.42);
    expect(touches.fractions[0]).toBe(touch!.fraction);
    expect(isIn).toBe(true);
    expect(out![2]).toBeCloseTo(3);

    const island = new CollisionWorld();
    island.placeMesh({ id: 1, mesh: terrain });
    const wanderer = new Mover(island, {
        position: [0, 0, 40],
        stand: { shape: Shape.capsule(16, 12) },
        crouch: { shape: Shape.capsule(8, 12) },
    });
    wanderer.step({ forward: 1 }); // in each step
    island.endStep();
    island.moveMesh(1, { translation: [0, 0, 4] }); // goes there in this step

    for (let i = 0; i < 50; ++i) {
        wanderer.step();
    }
    expect(wanderer.mode).toBe("ground");
});

test("docs/guides/web.md: any scene of three.js", async () => {
    const file = Uint8Array.from(readFileSync(path("house.glb"))).buffer;
    const gltf = await new GLTFLoader().parseAsync(file, "");
    const ground = new Mesh(new BoxGeometry(200, 0.1, 200));
    const lift = new Mesh(new BoxGeometry(8, 0.5, 8));
    lift.position.set(2, 0.5, 2);
    gltf.scene.clear().add(ground, lift);

    const walkable = await WalkableScene.create(gltf.scene, { moving: [lift] });
    const hero = new Walker(walkable); // or new LevelControls(camera, canvas, walkable)
    hero.standAt(new Vector3(2, 4, 2)); // its eye is here, in metres with Y up

    lift.position.y += 0.01; // in each frame
    hero.advance(1 / 60, { forward: 1 });

    for (let i = 0; i < 50; ++i) {
        lift.position.y += 0.01;
        hero.advance(1 / 60, {});
    }
    expect(hero.lastStep?.ground?.mesh).toBe(1);
    expect(hero.eye(new Vector3()).y).toBeGreaterThan(2.2);

    const stand = { shape: Shape.capsule(14, 14), offset: [0, 0, 4] }; // half height and radius [units]
    const crouch = { shape: Shape.capsule(6, 14), offset: [0, 0, -4] };
    const round = new Walker(walkable, { body: { stand, crouch } });
    expect(round.standAt(new Vector3(2, 4, 2), { drop: true })).toBe(true);
    round.dispose();

    walkable.update(); // in each frame, before questions to its world
    const stone = { shape: Shape.sphere(8) };
    const [from, to] = [fromThree(new Vector3(0, 3, 0)), fromThree(new Vector3())];
    const bounce = walkable.world.sweep(stone, from, to); // { hit, end, normal, ... }

    expect(bounce.hit).toBe(true);
    expect(bounce.normal[2]).toBeCloseTo(1);
    hero.dispose();
});
