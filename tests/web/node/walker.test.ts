// SPDX-License-Identifier: MIT
// The walkers of halfspace/three.
import { compileMap, loadLevel, Shape, type Level } from "halfspace";
import { Doors, playerStart, toThree, Walker } from "halfspace/three";
import { Vector3 } from "three";
import { beforeAll, describe, expect, it } from "vitest";
import { box, entity, exampleLevel, isFreeAmong, levelOf } from "./levels.js";

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

    it("takes a Vector3 in metres with Y up, wherever it takes a place of the level", () => {
        const unitsPerMetre = 64;
        const inMetres = (...place: [number, number, number]) =>
            toThree(place, new Vector3(), unitsPerMetre);
        const doors = new Doors(keep, { unitsPerMetre });
        const pillar = { id: 1, body: "stand", position: inMetres(480, 340, 24) };
        const walker = new Walker(keep, {
            doors,
            unitsPerMetre,
            obstacles: () => [{ ...pillar, motion: inMetres(0, -1, 0) }],
        });
        expect(walker.standAt(inMetres(480, 264, 46))).toBe(true);
        expect(walker.eye()).toEqual([480, 264, 46]);
        const eye = new Vector3();
        expect(walker.eye(eye)).toBe(eye);
        expect(eye.toArray()).toEqual([7.5, 0.71875, -4.125]);
        walker.angles.yaw = 90;
        walker.advance(0.25, { forward: 1 });
        walker.advance(0.25, { forward: 1 });
        // Without the obstacle it would be farther: the obstacle reaches down to y = 324.
        expect(walker.bodyPosition![1]).toBeLessThan(310);
        walker.flyAt(inMetres(1, 2, 3));
        expect(walker.eye()).toEqual([1, 2, 3]);
        doors.step(0.1, [inMetres(600, 256, 24)]);
        expect(doors.ways[0]!.to).not.toEqual({ model: 1 });
        doors.finish();
        expect(() => walker.flyAt(new Vector3(NaN, 0, 0))).toThrow(/eye: expected \[x, y, z\]/);
        expect(() => walker.flyAt(null as never)).toThrow(/eye/);
        expect(() => new Walker(keep, { unitsPerMetre: 0 })).toThrow(/unitsPerMetre.* above 0/);
        expect(() => new Doors(keep, { unitsPerMetre: 0 })).toThrow(/unitsPerMetre.* above 0/);
    });

    it("makes no step with a companion that throws, and goes on with it afterwards", () => {
        let isBroken = false;
        const doors = new Doors(keep);
        const walker = new Walker(keep, { doors });
        const other = new Walker(keep, {
            obstacles: () => {
                if (isBroken) {
                    throw new Error("no obstacles today");
                }
                return [];
            },
        });
        walker.companions.push(other);
        walker.standAt([480, 264, 46]);
        other.standAt([480, 220, 46]);
        const steps = (seconds: number) => {
            walker.advance(seconds, { forward: 1 });
            return [walker, other].map(({ bodyPosition }) => bodyPosition!);
        };
        other.input = { forward: 1 };
        const before = steps(0.1);
        isBroken = true;
        for (let i = 0; i < 3; ++i) {
            expect(() => steps(0.1)).toThrow("no obstacles today");
            expect([walker, other].map(({ bodyPosition }) => bodyPosition)).toEqual(before);
        }
        isBroken = false;
        const after = steps(0.1);
        expect(after[0]![0]).toBeGreaterThan(before[0]![0]);
        expect(after[1]![0]).toBeGreaterThan(before[1]![0]);
        // In flight another body is taken at once; it stands where the eye is then.
        walker.setFlying(true);
        const eye = walker.eye();
        expect(walker.setBody({ stand: "crouch", standingEye: 4 })).toBe(true);
        expect(walker.eye()).toEqual(eye);
        expect(walker.setFlying(false)).toBe(true);
        expect(walker.bodyPosition![2]).toBeCloseTo(eye[2]! - 4, 6);
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
        expect(isFreeAmong(gatehouse, walker.bodyPosition!, doors.placements)).toBe(true);
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
        expect(isFreeAmong(keep, walker.bodyPosition!, models)).toBe(true);
    });

    it("says that the two places of the option models are of different models", () => {
        const models = () => [{ from: { model: 1 }, to: { model: 2 } }];
        const walker = new Walker(keep, { models });
        walker.standAt([64, 256, 60]);
        expect(() => walker.advance(1 / 64, {})).toThrow("found models 1 and 2");
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
        expect(walker.isFlying).toBe(false);
        walker.flyAt([128, 128, 5000]);
        walker.advance(0.25, { up: 1 });
        expect(walker.eye()[2]).toBeCloseTo(5100, 6);
    });

    it("forgets in flight that the button for a jump was pressed", () => {
        const dive = (jumpPressed: boolean) => {
            const walker = new Walker(keep);
            walker.flyAt([1040, 128, -20]);
            walker.advance(1 / 256, { jumpPressed });
            expect(walker.standAt([1040, 128, -20])).toBe(true);
            walker.advance(1 / 64, {});
            walker.advance(1 / 64, {});
            expect(walker.doing).toBe("swims");
            return walker.velocity;
        };
        expect(dive(true)).toEqual(dive(false));
    });

    it("refuses bodies that do not fit into each other also in flight, and is as before", () => {
        const reversed = {
            stand: "crouch",
            crouch: "large",
            standingEye: 22,
            crouchingEye: 10,
        };
        const message = "the box of crouch within the box of stand";
        expect(() => new Walker(keep, { body: reversed })).toThrow(message);
        const walker = new Walker(keep);
        const old = { ...walker.body };
        walker.flyAt([128, 128, 100]);
        expect(() => walker.setBody(reversed)).toThrow(message);
        expect(() => walker.setBody(old, NaN)).toThrow("raise: expected a finite number");
        expect(walker.body).toEqual(old);
        // The level may lack a body of somebody who flies.
        expect(walker.setBody({ ...old, stand: "giant" })).toBe(true);
        expect(walker.canWalk).toBe(false);
        expect(walker.setFlying(false)).toBe(false);
    });

    it("refuses the doors of another level, even of the same file", async () => {
        const others = new Doors(await exampleLevel("keep.map"));
        expect(() => new Walker(keep, { doors: others })).toThrow("the walker's own level");
    });

    it("refuses what is no level, and options that do not exist or are out of range", () => {
        const none = null as unknown as Level;
        expect(() => new Walker(none)).toThrow("expected a Level, found null");
        expect(() => new Doors(none)).toThrow("expected a Level, found null");
        const make = (options: object) => () => new Walker(keep, options);
        expect(make({ door: null })).toThrow("Walker: there is no option door");
        expect(make({ body: { eye: 3 } })).toThrow("body: there is no option eye");
        expect(make({ body: { standingEye: NaN } })).toThrow("standingEye: expected a finite");
        expect(make({ mover: { speed: 3 } })).toThrow("there is no option speed");
        // A walker with such steps would never come to an end.
        expect(make({ mover: { seconds: 0 } })).toThrow("seconds: 0 is out of its range");
    });

    it("crouches as it stands if the level knows no other body", async () => {
        const cat = { name: "cat", min: [-8, -8, 0], max: [8, 8, 16] } as const;
        const floor = entity("worldspawn", box([-64, -64, -16], [64, 64, 0], "floor"));
        const level = await loadLevel((await compileMap(floor, { bodies: [cat] })).bytes);
        const walker = new Walker(level, { body: { stand: "cat", standingEye: 12 } });
        expect(walker.standAt([0, 0, 20], { drop: true })).toBe(true);
        for (let i = 0; i < 64; ++i) {
            walker.advance(1 / 64, { crouch: true });
        }
        expect(walker.eye()[2]).toBeCloseTo(walker.bodyPosition![2] + 12, 9);
    });
});

describe("a walker in time", () => {
    // A floor, and a stair of 16 units from x = 256 on.
    let level: Level;
    beforeAll(async () => {
        const floor = box([-1024, -1024, -16], [1024, 1024, 0], "floor");
        const stair = box([256, -1024, 0], [1024, 1024, 16], "floor");
        level = await levelOf(entity("worldspawn", floor + stair));
    });

    function walkerAt(x: number): Walker {
        const walker = new Walker(level);
        expect(walker.standAt([x, 0, 46.1], { drop: true })).toBe(true);
        for (let i = 0; i < 16; ++i) {
            walker.advance(1 / 64, {});
        }
        expect(walker.doing).toBe("walks");
        return walker;
    }

    it("has its eye between its last two steps", () => {
        const walker = walkerAt(0);
        for (let i = 0; i < 32; ++i) {
            walker.advance(1 / 64, { forward: 1 });
        }
        const [before] = walker.bodyPosition!;
        walker.advance(1 / 64, { forward: 1 });
        const [after] = walker.bodyPosition!;
        expect(after).toBeGreaterThan(before + 4);
        expect(walker.eye()[0]).toBeCloseTo(before, 9);
        walker.advance(1 / 256, { forward: 1 });
        expect(walker.bodyPosition![0]).toBe(after);
        expect(walker.eye()[0]).toBeCloseTo(before + (after - before) / 4, 9);
        walker.advance(1 / 128, { forward: 1 });
        expect(walker.eye()[0]).toBeCloseTo(before + ((after - before) * 3) / 4, 9);
    });

    it("raises its eye smoothly on a stair, and lowers it smoothly when it crouches", () => {
        const walker = walkerAt(128);
        const seconds = 1 / 256;
        const most = 160 * seconds + 1e-9;
        const follow = (input: object) => {
            const before = walker.eye()[2];
            walker.advance(seconds, input);
            const change = walker.eye()[2] - before;
            expect(Math.abs(change)).toBeLessThan(most);
            return change;
        };
        const [, , low] = walker.bodyPosition!;
        const changes: number[] = [];
        for (let i = 0; i < 256; ++i) {
            changes.push(follow({ forward: 1 }));
        }
        expect(walker.bodyPosition![2]).toBeCloseTo(low + 16, 2);
        expect(Math.min(...changes)).toBeGreaterThan(-0.01);
        expect(walker.eye()[2]).toBeCloseTo(walker.bodyPosition![2] + 22, 2);
        for (let i = 0; i < 128; ++i) {
            follow({ crouch: true });
        }
        expect(walker.isCrouched).toBe(true);
        expect(walker.eye()[2]).toBeCloseTo(walker.bodyPosition![2] + 10, 2);
    });

    it("takes a long frame for a quarter of a second, and a negative one for none", () => {
        const [late, quick] = [walkerAt(0), walkerAt(0)];
        const input = { forward: 1, turn: 40 };
        late.advance(60, input);
        quick.advance(0.25, input);
        expect(late.bodyPosition![0]).toBeGreaterThan(20);
        expect(late.bodyPosition).toEqual(quick.bodyPosition);
        expect(late.angles.yaw).toBe(10);
        late.flyAt([0, 0, 100]);
        late.advance(60, { up: 1 });
        late.advance(-60, { up: 1, turn: 40 });
        expect(late.eye()).toEqual([0, 0, 200]);
        expect(late.angles.yaw).toBe(10);
    });

    it("refuses numbers that are not finite, and is as before", () => {
        const walker = walkerAt(0);
        walker.flyAt([0, 0, 100]);
        expect(() => walker.advance(NaN, {})).toThrow("seconds: expected a finite number");
        for (const name of ["forward", "left", "up", "turn"]) {
            const input = { [name]: Infinity };
            expect(() => walker.advance(1 / 64, input)).toThrow(`${name}: expected a finite`);
            walker.advance(1 / 64);
        }
        expect(() => walker.look(NaN, 0)).toThrow("yaw: expected a finite number");
        expect(() => walker.look(5, NaN)).toThrow("pitch: expected a finite number");
        expect(() => walker.flyAt([0, NaN, 0])).toThrow("eye: expected [x, y, z]");
        expect(() => walker.standAt([0, NaN, 0])).toThrow("eye: expected [x, y, z]");
        walker.advance(1 / 64, {});
        expect(walker.eye()).toEqual([0, 0, 100]);
        expect(walker.angles).toEqual({ pitch: 0, yaw: 0 });
    });

    it("flies at its full speed at most", () => {
        const walker = walkerAt(0);
        walker.flyAt([0, 0, 100]);
        walker.advance(0.25, { forward: 7, left: -9, up: 3, jump: true });
        walker.eye().forEach((place, axis) => {
            expect(place).toBeCloseTo([100, -100, 200][axis]!, 9);
        });
    });

    it("jumps once for a button that was down between two steps only", () => {
        const walker = walkerAt(0);
        walker.advance(1 / 256, { jumpPressed: true });
        walker.advance(1 / 256, {});
        walker.advance(1 / 128, {});
        expect(walker.lastStep!.jumped).toBe(true);
        for (let i = 0; i < 64; ++i) {
            walker.advance(1 / 64, {});
            expect(walker.lastStep!.jumped).toBe(false);
        }
        expect(walker.doing).toBe("walks");
        walker.advance(1 / 256, { jumpPressed: true });
        walker.advance(1 / 64, {});
        expect(walker.lastStep!.jumped).toBe(true);
    });

    it("looks no further than straight up and straight down, and all around", () => {
        const walker = new Walker(level);
        walker.look(190, 100);
        expect(walker.angles).toEqual({ pitch: 90, yaw: -170 });
        walker.look(-20, -1000);
        expect(walker.angles).toEqual({ pitch: -90, yaw: 170 });
        walker.look(0, 30);
        expect(walker.angles.pitch).toBe(-60);
    });
});

describe("a walker that takes another body", () => {
    const large = { stand: "large", crouch: "stand", standingEye: 50, crouchingEye: 22 };
    let level: Level;
    beforeAll(async () => {
        level = await levelOf(
            entity("worldspawn", box([-1024, -1024, -16], [1024, 1024, 0], "floor")),
        );
    });

    function running(input = {}): Walker {
        const walker = new Walker(level);
        expect(walker.standAt([0, 0, 46.1], { drop: true })).toBe(true);
        for (let i = 0; i < 32; ++i) {
            walker.advance(1 / 64, { forward: 1, ...input });
        }
        return walker;
    }

    it("keeps its velocity, and walks on", () => {
        const walker = running();
        const { velocity, bodyPosition } = walker;
        expect(velocity![0]).toBeGreaterThan(200);
        expect(walker.setBody(large)).toBe(true);
        expect(walker.velocity).toEqual(velocity);
        expect(walker.doing).toBe("walks");
        expect(walker.bodyPosition).toEqual(bodyPosition);
        expect(walker.body).toEqual(large);
        expect(walker.eye()[2]).toBe(bodyPosition![2] + 50);
    });

    it("keeps what is left out", () => {
        const walker = running();
        expect(walker.setBody(large)).toBe(true);
        expect(walker.setBody({ crouchingEye: 5, standingEye: undefined })).toBe(true);
        expect(walker.body).toEqual({ ...large, crouchingEye: 5 });
    });

    it("rides on", () => {
        const body = { shape: Shape.box([64, 64, 8]) };
        const raft = { id: 7, body, position: [0, 0, 8], motion: [0, 0, 0] };
        const walker = new Walker(level, { obstacles: () => [{ ...raft }] });
        expect(walker.standAt([0, 0, 16.1 + 46])).toBe(true);
        walker.advance(1 / 16, {});
        expect(walker.lastStep!.ground!.obstacle).toBe(7);
        raft.motion = [4, 0, 0];
        expect(walker.setBody({ ...large, crouch: "large" })).toBe(true);
        walker.advance(1 / 64, {});
        expect(walker.bodyPosition![0]).toBeCloseTo(4, 3);
    });

    it("crouches on", () => {
        const walker = running({ crouch: true });
        expect(walker.isCrouched).toBe(true);
        expect(walker.setBody(large)).toBe(true);
        expect(walker.doing).toBe("crouches");
        expect(walker.eye()[2]).toBe(walker.bodyPosition![2] + 22);
    });

    it("needs only room to crouch while it crouches", async () => {
        const floor = box([-512, -512, -16], [512, 512, 0], "floor");
        const ceiling = box([64, -512, 48], [512, 512, 512], "ceiling");
        const walker = new Walker(await levelOf(entity("worldspawn", floor + ceiling)));
        walker.standAt([0, 0, 46.1], { drop: true });
        for (let i = 0; i < 128; ++i) {
            walker.advance(1 / 64, { forward: 1, crouch: true });
        }
        const [x] = walker.bodyPosition!;
        expect(x).toBeGreaterThan(200);
        expect(walker.setBody({ ...walker.body, crouchingEye: 5 })).toBe(true);
        expect(walker.bodyPosition![0]).toBe(x);
        expect(walker.isCrouched).toBe(true);
    });

    it("is as before if there is no room, or if the bodies are wrong", () => {
        const walker = running();
        const { body, velocity, bodyPosition } = walker;
        const old = { ...body };
        const tower = { shape: Shape.box([16, 16, 2000]) };
        expect(walker.setBody({ ...large, stand: tower, crouch: tower })).toBe(false);
        const reversed = { ...large, stand: "crouch", crouch: "large" };
        expect(() => walker.setBody(reversed)).toThrow("the box of crouch within the box of stand");
        expect(() => walker.setBody({ ...large, stand: "giant" })).toThrow('no body "giant"');
        expect(() => walker.setBody(large, NaN)).toThrow("raise: expected a finite number");
        expect(walker.body).toEqual(old);
        expect(walker.velocity).toEqual(velocity);
        expect(walker.bodyPosition).toEqual(bodyPosition);
        walker.advance(1 / 64, { forward: 1 });
        expect(walker.lastStep!.problem).toBe("");
        expect(walker.bodyPosition![0]).toBeGreaterThan(bodyPosition![0] + 3);
        expect(walker.eye()[2]).toBeCloseTo(bodyPosition![2] + 22, 2);
    });
});
