// SPDX-License-Identifier: MIT
// Pictures of navigation meshes and paths in three.js.
import { compileMap, HalfspaceError, loadLevel, NavMesh, type Point } from "halfspace";
import { fromThree, navGeometry, pathGeometry } from "halfspace/three";
import { Triangle, Vector3, type BufferGeometry } from "three";
import { beforeAll, describe, expect, it } from "vitest";
import { box, entity } from "./levels.js";

// A floor and a table that nobody climbs. A standing body reaches 15 units to each side, and 24 down.
const source =
    entity(
        "worldspawn",
        box([0, 0, -16], [512, 512, 0], "stone") + box([400, 400, 0], [480, 480, 40], "table"),
    ) + entity("light", '"origin" "64 64 64"\n');

function cornersOf(geometry: BufferGeometry): Vector3[] {
    const position = geometry.getAttribute("position");
    return Array.from({ length: position.count }, (_, i) =>
        new Vector3().fromBufferAttribute(position, i),
    );
}

let mesh: NavMesh;
beforeAll(async () => {
    const { bytes } = await compileMap(source, { name: "room.map", nav: true });
    mesh = new NavMesh(await loadLevel(bytes), "stand");
});

describe("navGeometry", () => {
    it("has the area of the mesh, and one group for each island", () => {
        const geometry = navGeometry(mesh, { unitsPerMetre: 1, lift: 0 });
        const corners = cornersOf(geometry);
        expect(geometry.groups.map(({ materialIndex }) => materialIndex)).toEqual([0, 1]);
        const areas = geometry.groups.map(({ start, count }) => {
            let area = 0;
            for (let i = start; i < start + count; i += 3) {
                const triangle = new Triangle(corners[i], corners[i + 1], corners[i + 2]);
                area += triangle.getArea();
                expect(triangle.getNormal(new Vector3()).y).toBeCloseTo(1);
            }
            return Math.round(area);
        });
        const table = 110 * 110;
        expect(areas.sort((p, q) => p - q)).toEqual([table, 542 * 542 - table]);
        expect(corners.length).toBe(geometry.groups.reduce((sum, { count }) => sum + count, 0));
    });

    it("lies at the feet of the body, above the floor, and names its polygons", () => {
        const geometry = navGeometry(mesh, { outlines: true });
        const face = geometry.getAttribute("face");
        const { islands } = mesh.polygons();
        for (const { start, count, materialIndex } of geometry.groups) {
            for (let i = start; i < start + count; ++i) {
                expect(islands[face.getX(i)]).toBe(materialIndex);
            }
        }
        const heights = new Set(cornersOf(geometry).map(({ y }) => Math.round(y * 1000) / 1000));
        expect([...heights].sort()).toEqual([0.02, 1.27]);
        expect(geometry.getAttribute("outlineA").count).toBe(face.count);
        expect(navGeometry(mesh).getAttribute("outlineA")).toBeUndefined();
    });
});

describe("pathGeometry", () => {
    it("has the points of the path, at the feet of the body", () => {
        const from = mesh.locate([390, 300, 24])!;
        const to = mesh.locate([390, 510, 24])!;
        const path = mesh.findPath(from, to)!;
        expect(path.points.length).toBe(4);
        const corners = cornersOf(pathGeometry(mesh, path, { lift: 0 }));
        const found = corners.map((corner) => fromThree(corner).map(Math.round));
        expect(found).toEqual(path.points.map(([x, y, z]) => [x, y, z - 24]));
    });
});

describe("mistakes", () => {
    it("are told by name", () => {
        const path = { length: 0, points: [[0, 0, 0] as Point], polygons: new Uint32Array() };
        const acts: [() => unknown, string][] = [
            [() => navGeometry(null as never), "expected a NavMesh, found null"],
            [() => pathGeometry({} as never, path), "expected a NavMesh, found an object"],
            [() => pathGeometry(mesh, null as never), "path: expected an object, found null"],
            [() => navGeometry(mesh, { lines: true } as never), "there is no option lines"],
            [() => navGeometry(mesh, { lift: NaN }), "lift: expected a finite number"],
            [() => pathGeometry(mesh, path, { unitsPerMetre: 0 }), "unitsPerMetre"],
        ];
        for (const [act, message] of acts) {
            expect(act).toThrow(HalfspaceError);
            expect(act).toThrow(message);
        }
    });
});
