// SPDX-License-Identifier: MIT
// halfspace/three without a screen: coordinates, triangles, the order of faces, the walker.
import { compileMap, loadLevel, type Level } from "halfspace";
import {
    addWire,
    Doors,
    fromCameraQuaternion,
    fromMatrix,
    fromThree,
    directionFromThree,
    directionToThree,
    frustumOf,
    levelGeometry,
    LevelObject,
    playerStart,
    toCameraQuaternion,
    toMatrix,
    toThree,
    Walker,
} from "halfspace/three";
import { readFile } from "node:fs/promises";
import {
    Group,
    MeshBasicMaterial,
    PerspectiveCamera,
    Vector3,
    type BufferAttribute,
    type BufferGeometry,
} from "three";
import { beforeAll, describe, expect, it } from "vitest";
import { TriangleBuffer, type Polygon } from "../../../bindings/npm/dist/three/triangles.js";

const examples = new URL("../../../examples/levels/", import.meta.url);

async function exampleLevel(name: string): Promise<Level> {
    const source = await readFile(new URL(name, examples));
    return loadLevel((await compileMap(source, { name })).bytes, { name });
}

// Numbers from 0 to 1, the same in every run.
function randomNumbers(seed: number): () => number {
    let state = seed;
    return () => {
        state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
        return state / 2 ** 32;
    };
}

describe("coordinates", () => {
    const random = randomNumbers(1);
    const number = () => (random() - 0.5) * 8192;

    it("puts north behind the screen and up upwards, 32 units in a metre", () => {
        expect(toThree([32, 64, 96]).toArray()).toEqual([1, 3, -2]);
        expect(toThree([32, 64, 96], new Vector3(), 16).toArray()).toEqual([2, 6, -4]);
        expect(directionToThree([0, 1, 0]).toArray()).toEqual([0, 0, -1]);
    });

    it("takes points and directions there and back without a change", () => {
        for (let i = 0; i < 1000; ++i) {
            const point: [number, number, number] = [number(), number(), number()];
            expect(fromThree(toThree(point))).toEqual(point);
            expect(directionFromThree(directionToThree(point))).toEqual(point);
        }
    });

    it("turns a camera as the level's angles say", () => {
        for (let i = 0; i < 1000; ++i) {
            const angles = { pitch: (random() - 0.5) * 179, yaw: (random() - 0.5) * 360 };
            const turn = toCameraQuaternion(angles);
            const back = fromCameraQuaternion(turn);
            expect(back.pitch).toBeCloseTo(angles.pitch, 5);
            expect(Math.cos(((back.yaw - angles.yaw) * Math.PI) / 180)).toBeCloseTo(1, 10);
            const [x, y, z] = directionFromThree(new Vector3(0, 0, -1).applyQuaternion(turn));
            const [pitch, yaw] = [angles.pitch, angles.yaw].map((a) => (a * Math.PI) / 180);
            expect(x).toBeCloseTo(Math.cos(pitch!) * Math.cos(yaw!), 10);
            expect(y).toBeCloseTo(Math.cos(pitch!) * Math.sin(yaw!), 10);
            expect(z).toBeCloseTo(-Math.sin(pitch!), 10);
        }
    });
});

// A convex polygon in a random plane.
function randomPolygon(random: () => number): Polygon {
    const count = 3 + Math.floor(random() * 9);
    const u = new Vector3(random() - 0.5, random() - 0.5, random() - 0.5).normalize();
    const v = new Vector3(random() - 0.5, random() - 0.5, random() - 0.5).cross(u).normalize();
    const turns = Array.from({ length: count }, () => random() * 2 * Math.PI).sort((a, b) => a - b);
    const positions = turns.flatMap((turn) =>
        u
            .clone()
            .multiplyScalar(4 * Math.cos(turn))
            .addScaledVector(v, 4 * Math.sin(turn))
            .toArray(),
    );
    return {
        count,
        positions: Float32Array.from(positions),
        texcoords: new Float32Array(2 * count),
    };
}

function at(array: ArrayLike<number>, i: number): Vector3 {
    return new Vector3(array[3 * i]!, array[3 * i + 1]!, array[3 * i + 2]!);
}

// The five distances of a vertex.
function distancesOf(geometry: BufferGeometry, vertex: number): number[] {
    const number = (name: string, i: number) =>
        (geometry.getAttribute(name) as BufferAttribute).getComponent(vertex, i);
    return [...[0, 1, 2, 3].map((i) => number("outlineA", i)), number("outlineB", 0)];
}

describe("triangles of polygons", () => {
    it("carry the distances from those edges of the polygon that touch the triangle", () => {
        const random = randomNumbers(2);
        for (let k = 0; k < 200; ++k) {
            const polygon = randomPolygon(random);
            const buffer = new TriangleBuffer(3 * (polygon.count - 2), true);
            buffer.append(polygon, { x: 0, y: 1, z: 0 }, k);
            expect(buffer.count).toBe(3 * (polygon.count - 2));
            for (let i = 1; i + 1 < polygon.count; ++i) {
                const corners = [0, i, i + 1];
                const first = 3 * (i - 1);
                // A point in the triangle, with the distances that a GPU interpolates there.
                const shares = [random(), random(), random()];
                const sum = shares[0]! + shares[1]! + shares[2]!;
                const point = new Vector3();
                const found = [0, 0, 0, 0, 0];
                corners.forEach((corner, c) => {
                    point.addScaledVector(at(polygon.positions, corner), shares[c]! / sum);
                    distancesOf(buffer.geometry, first + c).forEach((distance, slot) => {
                        found[slot]! += (distance * shares[c]!) / sum;
                    });
                });
                const wanted: number[] = [];
                for (let edge = 0; edge < polygon.count; ++edge) {
                    const next = (edge + 1) % polygon.count;
                    if (corners.includes(edge) || corners.includes(next)) {
                        const a = at(polygon.positions, edge);
                        const way = at(polygon.positions, next).sub(a).normalize();
                        const from = point.clone().sub(a);
                        wanted.push(from.addScaledVector(way, -from.dot(way)).length());
                    }
                }
                const near = found.filter((distance) => distance < 1000).sort((a, b) => a - b);
                wanted.sort((a, b) => a - b);
                expect(near.length).toBe(wanted.length);
                near.forEach((distance, j) => expect(distance).toBeCloseTo(wanted[j]!, 4));
            }
        }
    });
});

describe("a level", () => {
    let keep: Level;
    beforeAll(async () => {
        keep = await exampleLevel("keep.map");
    });

    function cameraAt(eye: [number, number, number], yaw: number): PerspectiveCamera {
        const camera = new PerspectiveCamera(60, 1.5, 0.01, 1000);
        toThree(eye, camera.position);
        toCameraQuaternion({ pitch: 0, yaw }, camera.quaternion);
        camera.updateMatrixWorld();
        return camera;
    }

    it("puts models where the level puts them", () => {
        const random = randomNumbers(3);
        for (let i = 0; i < 100; ++i) {
            const angles = [random() * 360, random() * 360, random() * 360];
            const placement = keep.turnedPlacement(1, [640, 192, 16], angles);
            const point = [random() * 64, random() * 64, random() * 64] as const;
            const matrix = toMatrix(placement);
            const { x, y, z, translation } = placement as Required<typeof placement>;
            const placed = [0, 1, 2].map(
                (k) => x[k]! * point[0] + y[k]! * point[1] + z[k]! * point[2] + translation[k]!,
            );
            const shown = fromThree(toThree(point).applyMatrix4(matrix));
            shown.forEach((value, k) => expect(value).toBeCloseTo(placed[k]!, 8));
            const back = fromMatrix(1, matrix);
            for (const key of ["x", "y", "z", "translation"] as const) {
                [0, 1, 2].forEach((k) => expect(back[key]![k]).toBeCloseTo(placement[key]![k]!, 8));
            }
        }
    });

    it("has one group for each material, and every face once", () => {
        const geometry = levelGeometry(keep);
        const { first, count } = keep.modelFaces(0);
        const faces = keep
            .faces()
            .slice(first, first + count)
            .filter(({ opacity }) => opacity > 0);
        const vertices = faces.reduce((sum, face) => sum + 3 * (face.cornerCount - 2), 0);
        expect(geometry.getAttribute("position").count).toBe(vertices);
        const materials = geometry.groups.map(({ materialIndex }) => materialIndex);
        expect(new Set(materials).size).toBe(materials.length);
        expect(new Set(materials)).toEqual(new Set(faces.map(({ material }) => material)));
    });

    it("is drawn in the order of the library", () => {
        const object = new LevelObject(keep, { ordered: "all" });
        object.place([]);
        const camera = cameraAt([64, 256, 46], 0);
        object.update(camera);
        const { geometry } = object.ordered;
        const position = geometry.getAttribute("position");
        const drawn: number[] = [];
        for (let i = 0; i < geometry.drawRange.count; ++i) {
            const vertex = geometry.index!.getX(i);
            const corner = new Vector3().fromBufferAttribute(position as BufferAttribute, vertex);
            drawn.push(...fromThree(corner));
        }
        const { positions } = keep.corners();
        const wanted: number[] = [];
        for (const corner of keep.orderFaces([64, 256, 46], { frustum: frustumOf(camera) })) {
            wanted.push(...positions.subarray(3 * corner, 3 * corner + 3));
        }
        expect(drawn.length).toBeGreaterThan(100);
        expect(drawn).toEqual(wanted);
    });

    it("is drawn in the same order for a camera in an object that has moved", () => {
        const object = new LevelObject(keep, { ordered: "all" });
        const { geometry } = object.ordered;
        const drawn = () => geometry.index!.array.slice(0, geometry.drawRange.count);
        object.update(cameraAt([64, 256, 46], 0));
        const wanted = drawn();
        const cart = new Group();
        cart.add(cameraAt([0, 0, 0], 0));
        const camera = cart.children[0] as PerspectiveCamera;
        object.update(camera);
        expect(drawn()).not.toEqual(wanted);
        toThree([64, 256, 46], cart.position);
        object.update(camera);
        expect(drawn()).toEqual(wanted);
    });

    it("keeps opaque faces out of the order, and shows doors where they stand", () => {
        const object = new LevelObject(keep);
        object.update(cameraAt([900, 128, 60], 0));
        const all = keep.faces();
        const faces = object.ordered.geometry.getAttribute("face");
        const { index, drawRange } = object.ordered.geometry;
        expect(drawRange.count).toBeGreaterThan(0);
        for (let i = 0; i < drawRange.count; ++i) {
            expect(all[faces.getX(index!.getX(i))]!.opacity).toBeLessThan(1);
        }
        object.place([{ model: 1, translation: [0, 0, 64] }]);
        const [, door] = object.solids;
        expect(door!.visible).toBe(true);
        expect(new Vector3().setFromMatrixPosition(door!.matrix).toArray()).toEqual([0, 2, -0]);
        object.place([]);
        expect(door!.visible).toBe(false);
    });

    it("frees the materials that it has made, and no others", () => {
        const disposed = (object: LevelObject): number => {
            let count = 0;
            const materials = object.solids[0]!.material as MeshBasicMaterial[];
            for (const material of materials) {
                material.addEventListener("dispose", () => ++count);
                material.map?.addEventListener("dispose", () => ++count);
            }
            object.dispose();
            return count / materials.length;
        };
        expect(disposed(new LevelObject(keep))).toBe(2);
        expect(disposed(new LevelObject(keep, { material: () => new MeshBasicMaterial() }))).toBe(
            0,
        );
    });

    it("stops a walker at a wall, and opens a door before it", () => {
        const doors = new Doors(keep);
        const walker = new Walker(keep, { doors });
        const start = playerStart(keep)!;
        const [x, y, z] = start.position;
        expect(walker.standAt([x, y, z + 22], { drop: true })).toBe(true);
        walker.angles.yaw = 180;
        const input = { forward: 1 };
        for (let i = 0; i < 300; ++i) {
            walker.advance(1 / 60, input);
            expect(keep.isFree("stand", walker.bodyPosition!)).toBe(true);
        }
        // The wall is at x = 0; the body reaches 15 units and rests 1/32 unit before it.
        expect(walker.bodyPosition![0]).toBeCloseTo(15 + 1 / 32, 3);
        expect(walker.touched.length).toBeGreaterThan(0);
        expect(doors.placements[0]).toEqual({ model: 1 });
        walker.standAt([600, 256, 46]);
        walker.advance(1, {});
        expect(doors.placements[0]).not.toEqual({ model: 1 });
    });

    it("keeps a door open for a walker in the doorway", async () => {
        const gatehouse = await exampleLevel("gatehouse.map");
        const doors = new Doors(gatehouse);
        const walker = new Walker(gatehouse, { doors });
        // The doorway is at 480 264; the door goes away while somebody is near, and stays open.
        walker.standAt([480, 220, 46]);
        for (let i = 0; i < 300; ++i) {
            walker.advance(1 / 60, {});
        }
        walker.standAt([480, 264, 46]);
        for (let i = 0; i < 120; ++i) {
            walker.advance(1 / 60, {});
            expect(walker.lastStep!.problem).toBe("");
        }
        const models = doors.placements;
        expect(gatehouse.isFree("stand", walker.bodyPosition!, { models })).toBe(true);
    });

    it("puts a walker where the option models leaves room", () => {
        const { min, max } = keep.modelBox(1)!;
        const middle = [0, 1, 2].map((axis) => (min[axis]! + max[axis]!) / 2);
        const models = [{ model: 1 }];
        const walker = new Walker(keep, {
            models: () => models.map((door) => ({ from: door, to: door })),
        });
        expect(keep.isFree("stand", middle)).toBe(true);
        expect(walker.standAt([middle[0]!, middle[1]!, middle[2]! + 22])).toBe(true);
        expect(keep.isFree("stand", walker.bodyPosition!, { models })).toBe(true);
    });

    it("drops a walker onto a model of the option models", () => {
        const { max } = keep.modelBox(1)!;
        const here = { model: 1, translation: [64 - max[0] + 8, 256 - max[1] + 32, 40 - max[2]] };
        const walker = new Walker(keep, { models: () => [{ from: here, to: here }] });
        expect(walker.standAt([64, 256, 100], { drop: true })).toBe(true);
        expect(walker.bodyPosition![2]).toBeCloseTo(40 + 24 + 1 / 32, 3);
    });

    it("lets the models of the option go on while a walker flies", () => {
        let passed = 0;
        const walker = new Walker(keep, {
            models: (seconds) => {
                passed += seconds;
                return [];
            },
        });
        walker.flyAt([64, 256, 100]);
        walker.advance(0.125, {});
        expect(passed).toBe(0.125);
    });

    it("stops a walker at other bodies", () => {
        const other = { id: 7, body: "stand", position: [128, 256, 24.1] };
        const walker = new Walker(keep, { obstacles: () => [other] });
        walker.standAt([64, 256, 46.1]);
        for (let i = 0; i < 120; ++i) {
            walker.advance(1 / 60, { forward: 1 });
        }
        expect(walker.bodyPosition![0]).toBeCloseTo(128 - 30 - 1 / 32, 2);
        expect(walker.lastStep!.walls.some(({ obstacle }) => obstacle === 7)).toBe(true);
    });

    it("lets a walker fly, and come back only where there is room", () => {
        const walker = new Walker(keep);
        expect(walker.isFlying).toBe(true);
        walker.flyAt([128, 128, 100]);
        expect(walker.setFlying(false)).toBe(true);
        walker.flyAt([128, 128, 5000]);
        walker.advance(0.5, { up: 1 });
        expect(walker.eye()[2]).toBeCloseTo(5200, 6);
    });
});

// A box as a brush of a .map.
function box(min: number[], max: number[], texture: string): string {
    const side = (a: string, b: string, c: string) =>
        `( ${a} ) ( ${b} ) ( ${c} ) ${texture} 0 0 0 1 1`;
    const [x0, y0, z0] = min;
    const [x1, y1, z1] = max;
    const sides = [
        side(`${x0} 0 0`, `${x0} 1 0`, `${x0} 0 1`),
        side(`${x1} 0 0`, `${x1} 0 1`, `${x1} 1 0`),
        side(`0 ${y0} 0`, `0 ${y0} 1`, `1 ${y0} 0`),
        side(`0 ${y1} 0`, `1 ${y1} 0`, `0 ${y1} 1`),
        side(`0 0 ${z0}`, `1 0 ${z0}`, `0 1 ${z0}`),
        side(`0 0 ${z1}`, `0 1 ${z1}`, `1 0 ${z1}`),
    ];
    return `{\n${sides.join("\n")}\n}\n`;
}

describe("a level of clips and origins", () => {
    let level: Level;
    beforeAll(async () => {
        const floor = box([-512, -512, -16], [512, 512, 0], "floor");
        const clip = box([-200, -200, 0], [200, 200, 128], "monsterclip");
        const leaf = box([100, 100, 200], [164, 108, 300], "door");
        const hinge = box([98, 100, 200], [102, 108, 300], "origin");
        const entity = (classname: string, rest: string) =>
            `{\n"classname" "${classname}"\n${rest}}\n`;
        const source =
            entity("worldspawn", floor + clip) +
            entity("info_player_start", '"origin" "0 0 24.1"\n') +
            entity("func_door_rotating", leaf + hinge);
        level = await loadLevel((await compileMap(source, { name: "clips.map" })).bytes);
    });

    it("has a door that turns around its origin brush", () => {
        const doors = new Doors(level);
        const hinge = new Vector3(100, 104, 250);
        for (let i = 0; i < 64; ++i) {
            doors.step(1 / 64, [[132, 104, 250]]);
            doors.finish();
        }
        const { x, y, z, translation } = doors.placements[0]!;
        expect(Math.abs(x![0]!)).toBeLessThan(0.99);
        [0, 1, 2].forEach((axis) => {
            const turned = x![axis]! * hinge.x + y![axis]! * hinge.y + z![axis]! * hinge.z;
            expect(turned + translation![axis]!).toBeCloseTo(hinge.getComponent(axis), 9);
        });
    });

    it("lets a walker stand where clips stop monsters alone", () => {
        expect(level.isFree("stand", [0, 0, 24.1])).toBe(false);
        expect(new Walker(level).standAt([0, 0, 46.1])).toBe(true);
    });

    it("draws ordered faces in one pass, whatever their material", () => {
        const material = new MeshBasicMaterial({ transparent: true });
        new LevelObject(level, { ordered: "all", material: () => material });
        expect(material.forceSinglePass).toBe(true);
    });
});

describe("walkers that share a door", () => {
    // The door slides along x to a wall at 150, by up to 264 units.
    let level: Level;
    beforeAll(async () => {
        const floor = box([-512, -512, -16], [512, 512, 0], "floor");
        const wall = box([150, -100, 0], [166, 100, 128], "wall");
        const door = box([0, -32, 0], [64, 32, 128], "door");
        const source =
            `{\n"classname" "worldspawn"\n${floor}${wall}}\n` +
            `{\n"classname" "func_door"\n"lip" "-200"\n${door}}\n`;
        level = await loadLevel((await compileMap(source, { name: "door.map" })).bytes);
    });

    function walkerAt(doors: Doors, x: number, y: number): Walker {
        const walker = new Walker(level, { doors });
        expect(walker.standAt([x, y, 46.1], { drop: true })).toBe(true);
        return walker;
    }

    it("opens for a companion, and closes when the companion has gone", () => {
        const doors = new Doors(level);
        const player = walkerAt(doors, -400, 0);
        const guard = walkerAt(doors, -60, 0);
        player.advance(0.2, {});
        expect(doors.placements[0]).toEqual({ model: 1 });
        player.companions.push(guard);
        player.advance(0.2, {});
        expect(doors.placements[0]).not.toEqual({ model: 1 });
        player.companions.pop();
        player.advance(0.25, {});
        expect(doors.placements[0]).toEqual({ model: 1 });
    });

    it("is held before a companion, and nobody makes a step twice", () => {
        const doors = new Doors(level);
        const player = walkerAt(doors, -400, 0);
        const lonely = walkerAt(new Doors(level), -400, 0);
        const guard = walkerAt(doors, 120, 0);
        player.companions.push(guard);
        for (let i = 0; i < 120; ++i) {
            const input = { forward: 1, turn: 30, jump: i % 8 === 0 };
            player.advance(1 / 60, input);
            lonely.advance(1 / 60, input);
            expect(player.bodyPosition).toEqual(lonely.bodyPosition);
            expect(guard.lastStep!.problem).toBe("");
            const models = doors.placements;
            expect(level.isFree("stand", guard.bodyPosition!, { models })).toBe(true);
        }
        expect(guard.bodyPosition![0]).toBeGreaterThan(133);
        expect(guard.eye()[0]).toBeGreaterThan(133);
        const [x] = doors.placements[0]!.translation as number[];
        expect(x).toBeGreaterThan(50);
        expect(x).toBeLessThan(150 - 64 - 30);
    });

    it("asks for companions in the same level with the same steps", () => {
        const player = walkerAt(new Doors(level), -400, 0);
        player.companions.push(new Walker(level, { mover: { seconds: 1 / 32 } }));
        expect(() => player.advance(1 / 60, {})).toThrow("equal mover.seconds");
    });
});

describe("addWire", () => {
    it("leaves materials with shaders of their own apart", () => {
        const plain = new MeshBasicMaterial();
        const own = new MeshBasicMaterial();
        own.onBeforeCompile = (shader) => void (shader.uniforms.mine = { value: 1 });
        addWire(plain);
        addWire(own);
        expect(plain.customProgramCacheKey()).not.toBe(own.customProgramCacheKey());
    });
});
