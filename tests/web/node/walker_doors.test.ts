// SPDX-License-Identifier: MIT
// Walkers of halfspace/three among doors, lifts and clips, and where a player starts.
import { AreaState, VisibleFaces, type Level } from "halfspace";
import {
    Doors,
    LevelObject,
    playerStart,
    startNote,
    toThree,
    Walker,
    type MovingObstacle,
} from "halfspace/three";
import { Material, PerspectiveCamera, Vector3 } from "three";
import { beforeAll, describe, expect, it } from "vitest";
import { box, entity, gatedRooms, isFreeAmong, levelOf } from "./levels.js";

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

describe("a door in an area portal", () => {
    const left = [120, 120, 64];

    it("keeps its rooms apart while it stands closed", async () => {
        const level = await levelOf(gatedRooms);
        const doors = new Doors(level);
        const areas = new AreaState(level);
        doors.setAreas(areas);
        expect(areas.areasConnected(0, 1)).toBe(false);
        doors.step(1 / 64, [[248, 120, 24]]);
        doors.finish();
        doors.setAreas(areas);
        expect(areas.areasConnected(0, 1)).toBe(true);
    });

    it("hides what is behind it from a LevelObject", async () => {
        const level = await levelOf(gatedRooms);
        const object = new LevelObject(level, { ordered: "all", material: () => new Material() });
        const visible = new VisibleFaces(level);
        const areas = new AreaState(level);
        const camera = new PerspectiveCamera(90, 1, 0.1, 100);
        toThree(left, camera.position);
        camera.lookAt(toThree([376, 120, 64]));
        const drawn = (...marks: VisibleFaces[]) => {
            object.update(camera, ...marks);
            return object.ordered.polygonCount;
        };
        const all = drawn();
        visible.lookFrom(left, areas);
        expect(drawn(visible)).toBe(all);
        new Doors(level).setAreas(areas);
        visible.lookFrom(left, areas);
        expect(drawn(visible)).toBeLessThan(all);
        expect(drawn(visible)).toBeGreaterThan(0);
        expect(drawn()).toBe(all);
        object.dispose();
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
        // It opens all the way, waits for 3 seconds and closes.
        for (let i = 0; i < 36; ++i) {
            player.advance(0.25, {});
        }
        expect(doors.placements[0]).toEqual({ model: 1 });
        expect(doors.state(0)).toEqual({ mode: "closed", open: 0, isLocked: false });
    });

    it("turns back before a companion, and nobody makes a step twice", () => {
        const doors = new Doors(level);
        const player = walkerAt(doors, -400, 0);
        const lonely = walkerAt(new Doors(level), -400, 0);
        const guard = walkerAt(doors, 120, 0);
        player.companions.push(guard);
        let farthest = 0;
        for (let i = 0; i < 120; ++i) {
            const input = { forward: 1, turn: 30, jump: i % 8 === 0 };
            player.advance(1 / 60, input);
            lonely.advance(1 / 60, input);
            expect(player.bodyPosition).toEqual(lonely.bodyPosition);
            expect(guard.lastStep!.problem).toBe("");
            expect(isFreeAmong(level, guard.bodyPosition!, doors.placements)).toBe(true);
            farthest = Math.max(farthest, doors.placements[0]!.translation?.[0] ?? 0);
        }
        expect(guard.bodyPosition![0]).toBeGreaterThan(133);
        expect(guard.eye()[0]).toBeGreaterThan(133);
        expect(farthest).toBeGreaterThan(50);
        expect(farthest).toBeLessThan(150 - 64 - 30);
        expect(doors.state(0).mode).toBe("closing");
    });

    it("stays closed while it is locked, and goes on from a saved state", () => {
        const doors = new Doors(level);
        const near = [[-40, 0, 24]] as const;
        doors.lock(0);
        doors.step(0.25, near);
        expect(doors.finish()).toBe(false);
        doors.lock(0, false);
        doors.step(0.25, near);
        expect(doors.finish()).toBe(true);
        const saved = doors.save();
        expect(doors.placements[0]).toEqual({ model: 1, translation: [25, 0, 0] });
        doors.step(0.25, near);
        doors.finish();
        doors.restore(saved);
        expect(doors.placements[0]).toEqual({ model: 1, translation: [25, 0, 0] });
        expect(doors.ways[0]!.from).toBe(doors.ways[0]!.to);
        expect(doors.save()).toEqual(saved);
        saved[16] = 9;
        expect(() => doors.restore(saved)).toThrow("restore: an argument is out of range");
        expect(() => doors.restore(new Uint8Array(3))).toThrow("expected a Uint8Array of 24 bytes");
        expect(() => doors.lock(1)).toThrow("door: expected a whole number from 0 to 0");
        doors.dispose();
        expect(() => doors.finish()).toThrow("this doors was used after dispose()");
    });

    it("asks for companions in the same level with the same steps", () => {
        const player = walkerAt(new Doors(level), -400, 0);
        player.companions.push(new Walker(level, { mover: { seconds: 1 / 32 } }));
        expect(() => player.advance(1 / 60, {})).toThrow("equal mover.seconds");
        player.companions[0] = null as unknown as Walker;
        expect(() => player.advance(1 / 60, {})).toThrow(
            "companions: expected walkers, found null",
        );
    });

    const mistakes: [what: string, obstacles: () => MovingObstacle[], message: string][] = [
        [
            "throws",
            () => {
                throw new TypeError("a mistake of the game");
            },
            "a mistake of the game",
        ],
        ["is wrong", () => [{ id: -1, body: "stand", position: [0, 0, 0] }], "obstacle.id"],
    ];
    it.each(mistakes)("changes nothing if an option of a companion %s", (_, mistake, message) => {
        let obstacles: () => MovingObstacle[] = () => [];
        const doors = new Doors(level);
        const player = walkerAt(doors, -60, 0);
        const guard = new Walker(level, { obstacles: () => obstacles() });
        expect(guard.standAt([-60, 100, 46.1], { drop: true })).toBe(true);
        player.companions.push(guard);
        const walking = { forward: 1 };
        guard.input = walking;
        player.advance(1 / 64, walking);
        const all = () => [
            ...[player, guard].flatMap((walker) => [
                walker.bodyPosition,
                walker.velocity,
                walker.eye(),
                walker.doing,
            ]),
            structuredClone(doors.placements),
            doors.ways.map(({ from, to }) => JSON.stringify(from) === JSON.stringify(to)),
        ];
        const door = structuredClone(doors.placements);
        const before = all();
        obstacles = mistake;
        const jumping = { ...walking, jumpPressed: true };
        expect(() => player.advance(1 / 64, jumping)).toThrow(message);
        expect(doors.placements).toEqual(door);
        expect(all().slice(0, -1)).toEqual(before.slice(0, -1));
        expect(all().at(-1)).toEqual([true]);
        obstacles = () => [];
        player.advance(1 / 64, walking);
        expect(player.lastStep!.jumped).toBe(false);
        expect(player.doing).toBe("walks");
    });
});

describe("a lift and a start", () => {
    const floor = box([-512, -512, -64], [512, 512, 0], "floor");
    const start = (kind: string, origin: string) => entity(kind, `"origin" "${origin}"\n`);

    it("stands low, and rises with a walker", async () => {
        const lift = entity(
            "func_plat",
            '"height" "120"\n' + box([-64, -64, 0], [64, 64, 128], "x"),
        );
        const level = await levelOf(entity("worldspawn", floor) + lift);
        const doors = new Doors(level);
        expect(doors.placements).toEqual([{ model: 1, translation: [0, 0, -120] }]);
        expect(doors.ways[0]!.from).toBe(doors.placements[0]);
        const walker = new Walker(level, { doors });
        expect(walker.standAt([0, 0, 56], { drop: true })).toBe(true);
        for (let i = 0; i < 8; ++i) {
            walker.advance(0.25, {});
        }
        expect(doors.placements).toEqual([{ model: 1 }]);
        expect(walker.bodyPosition![2]).toBeCloseTo(128 + 24, 1);
    });

    it("is moved up if it is eight units too low, and another one is taken if it lies in a wall", async () => {
        const wall = box([100, -200, 0], [300, 200, 256], "wall");
        const low = await levelOf(
            entity("worldspawn", floor + wall) + start("info_player_start", "0 0 16"),
        );
        const found = playerStart(low, { body: "stand" })!;
        expect(found.position[2]).toBeCloseTo(24, 2);
        expect(found.origin).toEqual([0, 0, 16]);
        expect(startNote(low, found)).toBe(
            `the player starts at info_player_start (entity 1), at ${found.position.join(" ")}: at ` +
                "its origin 0 0 16 the body has no room",
        );
        expect(playerStart(low)!.position).toEqual([0, 0, 16]);
        const blocked = await levelOf(
            entity("worldspawn", floor + wall) +
                start("info_player_start", "200 0 24") +
                start("info_player_deathmatch", "-40 0 24"),
        );
        const other = new Walker(blocked).findStart()!;
        expect(other).toMatchObject({ entity: 2, refused: 1, position: [-40, 0, 24] });
        expect(startNote(blocked, other)).toBe(
            "the body has no room at the start info_player_start (entity 1) at 200 0 24; the " +
                "player starts at info_player_deathmatch (entity 2)",
        );
        // The words of tests/move/player_start_test.cpp.
        const wide = await levelOf(
            entity("worldspawn", floor + wall) +
                start("info_player_start", "200 0 24") +
                start("info_player_start", "200 40 24") +
                start("info_player_coop", "-64 0 24") +
                start("info_player_deathmatch", "-64 0 16"),
        );
        expect(startNote(wide, new Walker(wide).findStart()!)).toMatch(
            "the body has no room at the start info_player_start (entity 1) at 200 0 24 and 1 " +
                "more; the player starts at info_player_deathmatch (entity 4), at -64 0 24",
        );
        expect(playerStart(await levelOf(entity("worldspawn", floor)))).toBe(null);
    });
});
