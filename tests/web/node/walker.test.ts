// SPDX-License-Identifier: MIT
// The walkers and doors of halfspace/three.
import type { Level } from "halfspace";
import { Doors, playerStart, Walker } from "halfspace/three";
import { Vector3 } from "three";
import { beforeAll, describe, expect, it } from "vitest";
import { box, entity, exampleLevel, levelOf } from "./levels.js";

describe("a walker", () => {
    let keep: Level;
    beforeAll(async () => {
        keep = await exampleLevel("keep.map");
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

describe("a level of clips and origins", () => {
    let level: Level;
    beforeAll(async () => {
        const floor = box([-512, -512, -16], [512, 512, 0], "floor");
        const clip = box([-200, -200, 0], [200, 200, 128], "monsterclip");
        const leaf = box([100, 100, 200], [164, 108, 300], "door");
        const hinge = box([98, 100, 200], [102, 108, 300], "origin");
        level = await levelOf(
            entity("worldspawn", floor + clip),
            entity("info_player_start", '"origin" "0 0 24.1"\n'),
            entity("func_door_rotating", leaf + hinge),
        );
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
});

describe("walkers that share a door", () => {
    // The door slides along x to a wall at 150, by up to 264 units.
    let level: Level;
    beforeAll(async () => {
        const floor = box([-512, -512, -16], [512, 512, 0], "floor");
        const wall = box([150, -100, 0], [166, 100, 128], "wall");
        const door = box([0, -32, 0], [64, 32, 128], "door");
        level = await levelOf(
            entity("worldspawn", floor + wall),
            entity("func_door", '"lip" "-200"\n' + door),
        );
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
