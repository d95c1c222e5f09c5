// SPDX-License-Identifier: MIT
// halfspace/three without a screen: coordinates, triangles, the order of faces.
import { Frustum, init, type Level, type Point } from "halfspace";
import {
    addWire,
    fromCameraQuaternion,
    fromMatrix,
    fromThree,
    directionFromThree,
    directionToThree,
    frustumOf,
    levelGeometry,
    LevelObject,
    toCameraQuaternion,
    toMatrix,
    toThree,
} from "halfspace/three";
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
import { exampleLevel } from "./levels.js";

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

function cameraAt(eye: Point, yaw: number, pitch = 0): PerspectiveCamera {
    const camera = new PerspectiveCamera(60, 1.5, 0.01, 1000);
    toThree(eye, camera.position);
    toCameraQuaternion({ pitch, yaw }, camera.quaternion);
    camera.updateMatrixWorld();
    return camera;
}

describe("frustumOf", () => {
    beforeAll(() => init());

    it("sees what the library sees from the same eye along the same angles", () => {
        const random = randomNumbers(4);
        const number = () => (random() - 0.5) * 8192;
        for (let i = 0; i < 200; ++i) {
            const eye: Point = [number(), number(), number()];
            const [yaw, pitch] = [(random() - 0.5) * 360, (random() - 0.5) * 180];
            const camera = cameraAt(eye, yaw, pitch);
            camera.fov = 20 + 100 * random();
            camera.aspect = 0.5 + random();
            camera.updateProjectionMatrix();
            // The camera has the angle of the height, and the library that of the width.
            const halfHeight = Math.tan((camera.fov * Math.PI) / 360);
            const width = (Math.atan(halfHeight * camera.aspect) * 360) / Math.PI;
            const wanted = Frustum.lookAlong(eye, [pitch, yaw, 0], width, camera.aspect).planes;
            const found = frustumOf(camera).planes;
            expect(found.length).toBe(wanted.length);
            wanted.forEach((value, k) => expect(found[k]).toBeCloseTo(value, 6));
        }
    });
});

// The polygon with another corner in the middle of each edge that touches corner 0.
function withMiddles(polygon: Polygon): Polygon {
    const corners = Array.from({ length: polygon.count }, (_, i) => at(polygon.positions, i));
    const middle = (a: number, b: number) => corners[a]!.clone().lerp(corners[b]!, 0.5);
    const last = polygon.count - 1;
    const all = [corners[0]!, middle(0, 1), ...corners.slice(1), middle(last, 0)];
    return {
        count: all.length,
        positions: Float32Array.from(all.flatMap((corner) => corner.toArray())),
        texcoords: new Float32Array(2 * all.length),
    };
}

describe("a fan of triangles", () => {
    it("has corners of neighbours on its edges, so that no pixel between them stays empty", () => {
        const random = randomNumbers(5);
        for (let k = 0; k < 200; ++k) {
            const polygon = randomPolygon(random);
            if (polygon.count < 4) {
                continue;
            }
            const wanted = withMiddles(polygon);
            const buffer = new TriangleBuffer(3 * (wanted.count - 2), false);
            buffer.append(wanted, { x: 0, y: 1, z: 0 }, k);
            const { array } = buffer.geometry.getAttribute("position");
            for (let first = 0; first < buffer.count; first += 3) {
                const [a, b, c] = [0, 1, 2].map((i) => at(array as Float32Array, first + i));
                const [ab, bc] = [b!.clone().sub(a!), c!.clone().sub(b!)];
                const sine = ab.clone().cross(bc).length() / (ab.length() * bc.length());
                expect(sine).toBeGreaterThan(1e-4);
            }
        }
    });
});

describe("a level", () => {
    let keep: Level;
    beforeAll(async () => {
        keep = await exampleLevel("keep.map");
    });

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
        const position = geometry.getAttribute("position") as BufferAttribute;
        const drawn: number[] = [];
        const drawnCorners = new Set<string>();
        for (let i = 0; i < geometry.drawRange.count; ++i) {
            const vertex = geometry.index!.getX(i);
            const corner = fromThree(new Vector3().fromBufferAttribute(position, vertex));
            const face = geometry.getAttribute("face").getX(vertex);
            drawn.push(face);
            drawnCorners.add(`${face}: ${corner}`);
        }
        const { positions } = keep.corners();
        const faceOf = keep.faces().flatMap((face, i) => Array<number>(face.cornerCount).fill(i));
        const wanted: number[] = [];
        const wantedCorners = new Set<string>();
        for (const corner of keep.orderFaces([64, 256, 46], { frustum: frustumOf(camera) })) {
            const face = faceOf[corner]!;
            wanted.push(face);
            const place = [...positions.subarray(3 * corner, 3 * corner + 3)];
            wantedCorners.add(`${face}: ${place}`);
        }
        expect(drawnCorners).toEqual(wantedCorners);
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

    it("draws no ordered face for a camera whose canvas has no height or no width", () => {
        const object = new LevelObject(keep, { ordered: "all" });
        const camera = cameraAt([64, 256, 46], 0);
        const drawnWith = (aspect: number) => {
            camera.aspect = aspect;
            camera.updateProjectionMatrix();
            object.update(camera);
            return object.ordered.geometry.drawRange.count;
        };
        for (const [width, height] of [
            [800, 0],
            [0, 600],
            [0, 0],
        ] as const) {
            expect(drawnWith(width / height)).toBe(0);
        }
        expect(drawnWith(800 / 600)).toBeGreaterThan(0);
    });

    it("tells three.js once what to send, however often it was sorted between two pictures", () => {
        const object = new LevelObject(keep, { ordered: "all" });
        const camera = cameraAt([64, 256, 46], 0);
        for (let i = 0; i < 3; ++i) {
            object.update(camera);
        }
        const { geometry } = object.ordered;
        const { position } = geometry.attributes;
        // The pieces of the doors lie behind the vertices of the world.
        expect((position as BufferAttribute).updateRanges.length).toBe(1);
        expect(geometry.index!.updateRanges).toEqual([
            { start: 0, count: geometry.drawRange.count },
        ]);
    });

    it("gives the pieces of a turned door the normal that they have where it stands", () => {
        const object = new LevelObject(keep, { ordered: "all" });
        const placement = keep.turnedPlacement(1, [600, 256, 0], [0, 30, 0]);
        object.place([placement]);
        object.update(cameraAt([500, 256, 46], 0));
        const { index, drawRange, attributes } = object.ordered.geometry;
        const world = keep.modelFaces(0).count;
        let pieces = 0;
        for (let i = 0; i < drawRange.count; i += 3) {
            const [a, b, c] = [0, 1, 2].map((k) => index!.getX(i + k));
            if (attributes.face!.getX(a!) >= world) {
                const [p, q, r] = [a, b, c].map((vertex) =>
                    new Vector3().fromBufferAttribute(
                        attributes.position as BufferAttribute,
                        vertex!,
                    ),
                );
                const across = q!.sub(p!).cross(r!.sub(p!)).normalize();
                const normal = new Vector3().fromBufferAttribute(
                    attributes.normal as BufferAttribute,
                    a!,
                );
                expect(normal.dot(across)).toBeCloseTo(1, 4);
                ++pieces;
            }
        }
        expect(pieces).toBeGreaterThan(0);
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

    it("draws ordered faces in one pass, whatever their material", () => {
        const material = new MeshBasicMaterial({ transparent: true });
        new LevelObject(keep, { ordered: "all", material: () => material });
        expect(material.forceSinglePass).toBe(true);
    });
});

describe("a mistake of a caller", () => {
    it("has an error that names it", async () => {
        const keep = await exampleLevel("keep.map");
        const none = undefined as unknown as Level;
        expect(() => new LevelObject(none)).toThrow("expected a Level, found undefined");
        expect(() => levelGeometry(none)).toThrow("expected a Level, found undefined");
        const wrong: object = { outline: true };
        expect(() => new LevelObject(keep, wrong)).toThrow("LevelObject: there is no option outl");
        expect(() => levelGeometry(keep, wrong)).toThrow("levelGeometry: there is no option outl");
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
