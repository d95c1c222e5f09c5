// SPDX-License-Identifier: MIT
// compileMeshes() and compileObject3D(): boxes whose contents are known, and mistakes.
import {
    checkMeshes,
    compileMeshes,
    Contents,
    HalfspaceError,
    loadLevel,
    type Level,
    type MeshEntity,
    type MeshObject,
} from "halfspace";
import { initSpatial } from "halfspace/spatial";
import {
    compileObject3D,
    CulledInstances,
    meshesOf,
    playerStart,
    type LoadedGltf,
} from "halfspace/three";
import { readFile } from "node:fs/promises";
import {
    BoxGeometry,
    BufferGeometry,
    Float32BufferAttribute,
    Group,
    InstancedMesh,
    LineSegments,
    Matrix4,
    Mesh,
    MeshBasicMaterial,
    Object3D,
    SkinnedMesh,
    SphereGeometry,
    Texture,
} from "three";
import { GLTFLoader } from "three/addons/loaders/GLTFLoader.js";
import { describe, expect, it } from "vitest";

const indices = [
    [0, 2, 3, 0, 3, 1, 4, 5, 7, 4, 7, 6, 0, 1, 5, 0, 5, 4],
    [2, 6, 7, 2, 7, 3, 0, 4, 6, 0, 6, 2, 1, 3, 7, 1, 7, 5],
].flat();

/** A cube. Corner i lies at `max` on the axes whose bits i has. */
function cube(name: string, min: number, max: number, rest: Partial<MeshObject> = {}): MeshObject {
    const vertices = Array.from({ length: 24 }, (_, i) =>
        (Math.floor(i / 3) & (1 << i % 3)) !== 0 ? max : min,
    );
    return { name, vertices, indices, ...rest };
}

const inwards = indices.map((_, i) => indices[i % 3 === 0 ? i : i + 3 - 2 * (i % 3)]!);

async function levelOf(objects: MeshObject[], options = {}): Promise<Level> {
    return loadLevel((await compileMeshes(objects, { verify: true, ...options })).bytes);
}

/** The message of the HalfspaceError with which the promise is rejected. */
async function messageOf(act: () => Promise<unknown>): Promise<string> {
    const error = await act().then(
        () => "no error",
        (reason: unknown) => reason,
    );
    expect(error).toBeInstanceOf(HalfspaceError);
    return (error as Error).message;
}

const message = (objects: unknown, options: object = {}): Promise<string> =>
    messageOf(() => compileMeshes(objects as MeshObject[], options));

describe("compileMeshes", () => {
    it("makes a level of rooms, solids, liquids, models and places", async () => {
        const objects = [
            cube("hall", 0, 256, { indices: inwards, isRoom: true }),
            cube("crate", 16, 48, { materials: [{ name: "wood", opacity: 0.5, isMasked: true }] }),
            cube("pool-Water.001", 64, 96),
            cube("wall", 112, 128, { contents: Contents.PlayerClip, isDrawn: false }),
            cube("secret", 144, 160, { tag: "noimp" }),
            cube("leaf", 176, 192, { entity: 0 }),
        ];
        const entities: MeshEntity[] = [
            { keys: { classname: "func_door", speed: 90, silent: true }, origin: [176, 0, 0] },
            { keys: { origin: "200 200 32", classname: "info_player_start" } },
        ];
        const { bytes, warnings } = await compileMeshes(objects, { entities, name: "hall.glb" });
        expect(warnings.join()).toMatch(/hall\.glb.*object 'secret' is left out/);
        const level = await loadLevel(bytes);
        const at = (x: number) => level.contents([x, x, x]);
        expect([8, 32, 80, 120, 150, 184].map(at)).toEqual([
            0,
            Contents.Solid,
            Contents.Water,
            Contents.PlayerClip,
            0,
            0,
        ]);
        expect(at(300) & Contents.Solid).not.toBe(0);
        expect(level.modelBox(1)).toEqual({ min: [176, 176, 176], max: [192, 192, 192] });
        expect(level.modelBlocks(1)).toBe(true);
        expect(level.modelBlocks(1, Contents.Ladder)).toBe(false);
        expect(() => level.modelBlocks(9)).toThrow("model");
        expect(level.entities[1]!.get("speed")).toBe("90");
        expect(level.entities[1]!.get("silent")).toBe("true");
        expect(playerStart(level)!.position).toEqual([200, 200, 32]);
        expect(level.materials).toContain("wood");
        const wood = level.faces().filter(({ material }) => level.materials[material] === "wood");
        // Levels hold opacities in steps of 1/255.
        expect(wood.map(({ opacity }) => Math.round(255 * opacity))).toEqual(
            new Array(6).fill(128),
        );
    });

    it("shows the material and the texture that each triangle has", async () => {
        const texcoords = indices.flatMap((v) => [(v & 1) * 3, (v >> 2) & 1]);
        const triangleMaterials = Array.from({ length: 12 }, (_, t) => Math.floor(t / 2));
        const materials = ["low", "high", "south", "north", "west", "east"];
        const box = cube("box", 0, 64, { texcoords, triangleMaterials, materials });
        const level = await levelOf([box]);
        const { positions, texcoords: found } = level.corners();
        const normals = new Map<string, string>();
        for (const { material, firstCorner, cornerCount } of level.faces()) {
            const corners = Array.from({ length: cornerCount }, (_, i) => firstCorner + i);
            const places = corners.map((c) => [...positions.slice(3 * c, 3 * c + 3)]);
            const axis = [0, 1, 2].find((a) => new Set(places.map((p) => p[a])).size === 1)!;
            normals.set(level.materials[material]!, `${axis}:${places[0]![axis]}`);
            if (level.materials[material] === "south") {
                for (const c of corners) {
                    expect(found[2 * c]).toBeCloseTo((3 * positions[3 * c]!) / 64, 5);
                    expect(found[2 * c + 1]).toBeCloseTo(positions[3 * c + 2]! / 64, 5);
                }
            }
        }
        expect(Object.fromEntries(normals)).toEqual({
            low: "2:0",
            high: "2:64",
            south: "1:0",
            north: "1:64",
            west: "0:0",
            east: "0:64",
        });
    });

    it("copies arrays, or takes them if the caller says so", async () => {
        const arrays = () => ({
            vertices: Float32Array.from(cube("", 0, 8).vertices),
            indices: Uint32Array.from(indices),
        });
        const kept = arrays();
        const compiling = compileMeshes([kept]);
        kept.vertices.fill(NaN); // too late
        const { bytes } = await compiling;
        expect(kept.indices.length).toBe(36);
        const taken = arrays();
        const again = await compileMeshes([taken], { transfer: true });
        expect(taken.vertices.length + taken.indices.length).toBe(0);
        expect(again.bytes).toEqual(bytes);
        const level = await levelOf([{ ...arrays(), indices: Uint16Array.from(indices) }]);
        expect(level.bytes()).toEqual(bytes);
    });

    it("names the object that is wrong, and lists its open edges", async () => {
        const open = await message([cube("tent", 0, 64, { indices: indices.slice(0, 33) })], {
            name: "camp.glb",
        });
        expect(open).toMatch(/^camp\.glb: error: object 'tent' is not closed: 3 edges are open/);
        expect(open.match(/open edge from \(.*\) to \(.*\) of object 'tent'/g)).toHaveLength(3);
        // The flags of the command line are no answer here.
        expect(open).toMatch(/mergeVertices\(\).*checkMeshes\(\).*map units with Z up/);
        const sock = await message([cube("sock", 0, 64, { indices: inwards })]);
        expect(sock).toMatch(/object 'sock' has the negative volume.*ends in -room/);
        const far = await message([cube("far", 0, 1e12)]);
        expect(far).toMatch(/object 'far' has a vertex beyond/);
        expect(open + sock + far).not.toMatch(/--/);
        expect(await message([{ name: "none", vertices: [], indices: [] }])).toMatch(/'none'/);
    });

    it("checks each object as compileMeshes would, and names its open edges", async () => {
        const crack = cube("crack", 0, 64, {
            // The first triangle has a corner of its own, beside the others.
            vertices: [...(cube("", 0, 64).vertices as number[]), -1e-9, 0, 0],
            indices: [8, ...indices.slice(1)],
        });
        const objects = [
            cube("note-noimp", 0, 8),
            cube("leaf", 0, 8, { entity: 0, indices: inwards }),
            cube("box", 0, 64),
            cube("tent", 0, 64, { indices: indices.slice(0, 33) }),
            crack,
            cube("hall-room", 0, 64, { indices: inwards }),
            cube("solid-room", 0, 64),
            cube("sheet", 0, 64, { indices: [0, 1, 2, 0, 2, 1] }),
            cube("far", 0, 1e12),
        ];
        const entities = [{ keys: { classname: "func_door" } }];
        const checks = await checkMeshes(objects, { entities, name: "camp.glb" });
        expect(checks.map(({ object, verdict }) => [objects[object]!.name, verdict])).toEqual([
            ["box", "closed"],
            ["tent", "open"],
            ["crack", "closed"],
            ["hall-room", "room"],
            ["solid-room", "no room"],
            ["sheet", "flat"],
            ["far", "refused"],
            ["leaf", "inside out"],
        ]);
        const good = checks.filter(({ errors }) => errors.length === 0);
        expect(good.map(({ verdict }) => verdict)).toEqual(["closed", "closed", "room"]);
        const tent = checks[1]!;
        // The missing triangle is 1, 7, 5: its edges are open the other way around.
        const edges = [0, 2, 4].map((i) => [...tent.openEdges.slice(i, i + 2)].join());
        expect(edges.sort()).toEqual(["1,5", "5,7", "7,1"]);
        expect(tent.errors.join("\n")).toBe(await message([objects[3]!], { name: "camp.glb" }));
        expect(checks[0]!.openEdges).toHaveLength(0);
        expect(checks[2]!.welded).toBe(1);
        expect(checks[2]!.weldDistance).toBeCloseTo(1e-9, 12);
        await expect(checkMeshes([])).rejects.toThrow(/at least one object/);
        await expect(checkMeshes(objects, { verify: true } as never)).rejects.toThrow(/verify/);
        await expect(checkMeshes(objects, { gridExponent: 11 })).rejects.toThrow(/gridExponent/);
    });

    it("copies shared memory, which cannot move", async () => {
        const shared = (bytes: number) => new SharedArrayBuffer(bytes);
        const vertices = new Float64Array(shared(24 * 8));
        vertices.set([...(cube("", 0, 8).vertices as number[])]);
        const numbers = new Uint32Array(shared(36 * 4));
        numbers.set(indices);
        const texcoords = new Float32Array(shared(72 * 4));
        const box = { name: "box", vertices, indices: numbers, texcoords };
        const { bytes } = await compileMeshes([box], { transfer: true });
        expect(vertices.length + numbers.length + texcoords.length).toBe(24 + 36 + 72);
        expect((await loadLevel(bytes)).contents([4, 4, 4])).toBe(Contents.Solid);
    });

    it("warns of a tag without a meaning", async () => {
        const { bytes, warnings } = await compileMeshes([cube("box", 0, 8, { tag: "wobble" })]);
        expect(warnings.join()).toMatch(
            /meshes: warning: object 'box' has the unknown tag 'wobble'; known are col, /,
        );
        expect((await loadLevel(bytes)).contents([4, 4, 4])).toBe(Contents.Solid);
    });

    it("refuses sources without objects", async () => {
        expect(await message([])).toMatch(/objects: expected at least one object/);
        expect(await message([cube("note", 0, 8, { tag: "noimp" })], { name: "a.glb" })).toMatch(
            /a\.glb: the tags of all objects leave them out/,
        );
    });

    it("refuses rooms of one entity that differ", async () => {
        const hall = cube("hall", 0, 256, { indices: inwards, isRoom: true });
        const niche = cube("niche", 64, 320, { indices: inwards, isRoom: true, isDrawn: false });
        expect(await message([hall, niche])).toMatch(
            /object 'niche' is a room with other contents/,
        );
    });

    it("refuses arguments that cannot be used", async () => {
        const wrong: [object, RegExp][] = [
            [{ vertices: [0, 1] }, /objects\[0\] \(box\)\.vertices: expected 3 numbers for each/],
            [{ vertices: [NaN, 0, 0] }, /vertices: number 0 is NaN/],
            [{ indices: [0, 1, 8] }, /indices\[2\]: expected a whole number from 0 to 7, found 8/],
            [{ indices: [0, 1] }, /indices: expected 3 numbers for each/],
            [{ indices: undefined }, /indices: expected an array of numbers/],
            [{ texcoords: [0, 0] }, /texcoords: expected 72 numbers, as the indices say/],
            [{ triangleMaterials: [0] }, /triangleMaterials: expected 12 numbers/],
            [{ triangleMaterials: new Array(12).fill(1) }, /triangleMaterials\[0\].*found 1/],
            [{ materials: [] }, /materials: expected an array with a material/],
            [{ materials: [{ name: "a", opacity: 2 }] }, /opacity: expected a number from 0 to 1/],
            [{ materials: [{ name: "a", color: 2 }] }, /there is no option color/],
            [{ entity: 3 }, /\(box\)\.entity: there are no entities, found 3/],
            [{ contents: -1 }, /contents: expected a whole number/],
            [{ contents: 2 ** 31 }, /'box': an argument is out of range/],
            [{ tag: 7 }, /tag: expected a text/],
            [{ isRoom: 1 }, /isRoom: expected true or false/],
            [{ vertexes: [] }, /there is no option vertexes/],
        ];
        for (const [change, wanted] of wrong) {
            expect(await message([{ ...cube("box", 0, 8), ...change }])).toMatch(wanted);
        }
        expect(await message({})).toMatch(/objects: expected an array/);
        const box = [cube("box", 0, 8)];
        expect(await message(box, { entities: [{ keys: {} }] })).toMatch(/a classname is missing/);
        expect(await message(box, { entities: [{ keys: { classname: "a", b: {} } }] })).toMatch(
            /entities\[0\]\.keys\.b: expected a text/,
        );
        expect(
            await message([{ ...cube("box", 0, 8), entity: 1 }], {
                entities: [{ keys: { classname: "a" } }],
            }),
        ).toMatch(/entity: expected a whole number from 0 to 0, found 1/);
        expect(await message(box, { gridExponent: 11 })).toMatch(/gridExponent/);
        expect(await message(box, { transfers: true })).toMatch(/there is no option transfers/);
    });
});

/** A box of three.js. BoxGeometry repeats corners, at equal positions. */
function boxMesh(name: string, size: [number, number, number], at: [number, number, number]): Mesh {
    const mesh = new Mesh(new BoxGeometry(...size), new MeshBasicMaterial({ name: "stone" }));
    mesh.position.set(...at);
    mesh.name = name;
    return mesh;
}

async function levelOfObject(object: Object3D | LoadedGltf): Promise<Level> {
    return loadLevel((await compileObject3D(object, { verify: true })).bytes);
}

describe("compileObject3D", () => {
    it("turns metres with Y up into units with Z up, through all transforms", async () => {
        const root = new Group();
        const child = boxMesh("crate", [1, 2, 3], [4, 5, 6]);
        root.add(child);
        root.position.set(1, 0, 0);
        root.scale.set(2, 1, 1);
        const level = await levelOfObject(root);
        // x: (1 + 2 * 4) +- 1, y: -6 +- 1.5, z: 5 +- 1 [m]
        expect(level.modelBox(0)).toEqual({ min: [256, -240, 128], max: [320, -144, 192] });
        const { bytes } = await compileObject3D(root, { unitsPerMetre: 8, verify: true });
        expect((await loadLevel(bytes)).modelBox(0)!.min).toEqual([64, -60, 32]);
        // A part of a scene stands where the scene puts it.
        expect((await levelOfObject(child)).modelBox(0)).toEqual(level.modelBox(0));
    });

    it("turns the windings of mirrored meshes", async () => {
        const mirrored = boxMesh("mirror", [1, 1, 1], [2, 0, 0]);
        mirrored.scale.set(-1, 1, 1);
        const level = await levelOfObject(new Group().add(mirrored));
        expect(level.contents([64, 0, 0])).toBe(Contents.Solid);
        mirrored.scale.set(-1, -1, 1);
        expect((await levelOfObject(mirrored)).contents([64, 0, 0])).toBe(Contents.Solid);
        mirrored.scale.set(0, 1, 1);
        expect(await messageOf(() => compileObject3D(mirrored))).toMatch(
            /'mirror' is flattened by the transforms/,
        );
    });

    it("expands instances, of which some are mirrored or hidden by the scale 0", async () => {
        const mesh = new InstancedMesh(new BoxGeometry(1, 1, 1), new MeshBasicMaterial(), 4);
        for (let i = 0; i < 3; ++i) {
            const scale = i === 1 ? -1 : 1;
            mesh.setMatrixAt(i, new Matrix4().makeScale(1, 1, scale).setPosition(4 * i, 0, 0));
        }
        mesh.setMatrixAt(3, new Matrix4().makeScale(0, 0, 0));
        mesh.position.set(0, 2, 0);
        const level = await levelOfObject(mesh);
        const solid = [0, 64, 128, 192, 256].map((x) => level.contents([x, 0, 64]));
        expect(solid).toEqual([1, 0, 1, 0, 1]);
    });

    it("takes all instances of CulledInstances, in view or not", async () => {
        await initSpatial();
        const trees = new CulledInstances(new BoxGeometry(1, 1, 1), new MeshBasicMaterial(), 9);
        trees.setMatrixAt(5, new Matrix4().setPosition(4, 0, 0));
        trees.setMatrixAt(2, new Matrix4().setPosition(8, 0, 0));
        trees.setMatrixAt(1, new Matrix4().setPosition(2, 0, 0));
        trees.removeAt(1);
        const level = await levelOfObject(trees);
        const solid = [0, 64, 128, 192, 256].map((x) => level.contents([x, 0, 0]));
        expect(solid).toEqual([0, 0, 1, 0, 1]);
        trees.dispose();
    });

    it("takes materials by groups, and textures as three.js shows them", () => {
        const upward = new MeshBasicMaterial({ name: "a", map: new Texture() });
        const glass = new MeshBasicMaterial({ name: "b", transparent: true, opacity: 0.25 });
        const fence = new MeshBasicMaterial({ name: "c", alphaTest: 0.5, opacity: 0.25 });
        const looks = [upward, glass, fence, upward, upward, upward];
        const geometry = new BoxGeometry(1, 1, 1);
        const { objects } = meshesOf(new Mesh(geometry, looks));
        const [object] = objects;
        expect(object!.materials).toEqual([
            { name: "a", isMasked: false, opacity: 1 },
            { name: "b", isMasked: false, opacity: 0.25 },
            { name: "c", isMasked: true, opacity: 1 },
        ]);
        expect([...(object!.triangleMaterials as Uint32Array)]).toEqual([
            0, 0, 1, 1, 2, 2, 0, 0, 0, 0, 0, 0,
        ]);
        const uv = geometry.getAttribute("uv");
        const index = geometry.getIndex()!;
        for (let i = 0; i < index.count; ++i) {
            const v = uv.getY(index.getX(i));
            const isUpward = i < 6 || i >= 18;
            expect(object!.texcoords![2 * i + 1]).toBe(isUpward ? 1 - v : v);
        }
    });

    it("keeps materials of one name apart that are not equally opaque", () => {
        const pane = (opacity: number) =>
            new MeshBasicMaterial({ name: "pane", transparent: true, opacity });
        const [clear, dim, same] = [pane(0.25), pane(0.75), pane(0.25)];
        const looks = [clear!, dim!, same!, clear!, clear!, clear!];
        const [object] = meshesOf(new Mesh(new BoxGeometry(1, 1, 1), looks)).objects;
        expect(object!.materials).toEqual([
            { name: "pane", isMasked: false, opacity: 0.25 },
            { name: "pane", isMasked: false, opacity: 0.75 },
        ]);
        expect([...(object!.triangleMaterials as Uint32Array)]).toEqual([
            0, 0, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0,
        ]);
    });

    it("follows names, userData and classes", async () => {
        const root = new Group();
        const clip = boxMesh("barrier-clip", [1, 1, 1], [0, 0, 0]);
        const water = boxMesh("pond", [1, 1, 1], [2, 0, 0]);
        water.userData.halfspace = "water";
        // GLTFLoader takes the dots out of names, and keeps the name of the file.
        const detail = boxMesh("vase-detail001", [1, 1, 1], [4, 0, 0]);
        detail.userData.name = "vase-detail.001";
        const door = boxMesh("gate", [1, 1, 1], [6, 0, 0]);
        Object.assign(door.userData, { classname: "func_door", speed: 50, name: "gate", list: [] });
        const knob = boxMesh("knob", [1, 1, 1], [0, 2, 0]);
        door.add(knob);
        const start = new Object3D();
        start.position.set(1, 2, 3);
        start.userData.classname = "info_player_start";
        root.add(clip, water, detail, door, start);
        const level = await levelOfObject(root);
        const found = [0, 64, 128, 192].map((x) => level.contents([x, 0, 0]));
        const { PlayerClip, MonsterClip, Water, Detail } = Contents;
        expect(found).toEqual([PlayerClip | MonsterClip, Water, Detail, 0]);
        expect(level.modelBox(1)).toEqual({ min: [176, -16, -16], max: [208, 16, 80] });
        expect(level.entities[1]!.get("speed")).toBe("50");
        expect(level.entities[1]!.get("name")).toBeNull();
        expect(playerStart(level)!.position).toEqual([32, -96, 64]);
    });

    it("says what it leaves out", async () => {
        const root = new Group().add(boxMesh("box", [1, 1, 1], [0, 0, 0]));
        const skinned = new SkinnedMesh(new BoxGeometry(1, 1, 1), new MeshBasicMaterial());
        skinned.position.set(4, 0, 0);
        const moved = new BoxGeometry(1, 1, 1).translate(8, 0, 0);
        moved.morphAttributes.position = [moved.getAttribute("position").clone()];
        root.add(skinned, new Mesh(moved), new LineSegments(new BufferGeometry()));
        const { bytes, warnings } = await compileObject3D(root);
        expect(warnings).toEqual([
            "skins are left out; objects with a skin stand in their rest pose",
            "morph targets are left out",
            "points, lines and sprites are left out",
            expect.stringContaining("note: no entity stands in the open"),
        ]);
        const level = await loadLevel(bytes);
        expect([0, 128, 256].map((x) => level.contents([x, 0, 0]))).toEqual([1, 1, 1]);
    });

    it("tells what is wrong, with the object's name", async () => {
        const open = new BufferGeometry();
        open.setAttribute("position", new Float32BufferAttribute([0, 0, 0, 1, 0, 0, 0, 1, 0], 3));
        const tent = new Mesh(open);
        tent.name = "tent";
        expect(await messageOf(() => compileObject3D(tent, { name: "camp.glb" }))).toMatch(
            /^camp\.glb: error: object 'tent'[^]*open edge from \(0 0 0\) to \(32 0 0\)/,
        );
        expect(await messageOf(() => compileObject3D(new Group(), { name: "a.glb" }))).toBe(
            "a.glb holds no mesh with triangles",
        );
        for (const wrong of [null, undefined, 7, {}, { scene: {} }]) {
            const act = () => compileObject3D(wrong as unknown as Object3D);
            expect(await messageOf(act)).toMatch(/expected an Object3D of three\.js or what GLTF/);
        }
    });

    it("makes one object of the meshes that GLTFLoader makes for several materials", async () => {
        const file = new URL("../../../examples/levels/house.glb", import.meta.url);
        const bytes = Uint8Array.from(await readFile(file)).buffer;
        const gltf = await new GLTFLoader().parseAsync(bytes, "");
        const { objects, entities } = meshesOf(gltf);
        const names = objects.map(({ name }) => name);
        expect(new Set(names).size).toBe(names.length);
        expect(objects.some(({ materials }) => materials!.length > 1)).toBe(true);
        expect(entities.length).toBeGreaterThan(0);
        const level = await levelOfObject(gltf);
        expect(level.faces().length).toBeGreaterThan(50);
    });
});

it("tells unnamed meshes apart", () => {
    const both = new Group().add(new Mesh(new BoxGeometry()), new Mesh(new SphereGeometry()));
    expect(meshesOf(both).objects.map(({ name }) => name)).toEqual([
        "unnamed BoxGeometry, object 0",
        "unnamed SphereGeometry, object 1",
    ]);
});
