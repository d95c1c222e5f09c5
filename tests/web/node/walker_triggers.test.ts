// SPDX-License-Identifier: MIT
// Walkers that teleporters and jump pads move, and doors that are closed for ways.
import { compileMap, loadLevel, NavDoorState, NavMesh, Triggers, type Level } from "halfspace";
import { Doors, Walker } from "halfspace/three";
import { beforeAll, describe, expect, it } from "vitest";
import { box, entity, levelOf } from "./levels.js";

const source = [
    entity(
        "worldspawn",
        box([0, 0, -16], [1024, 512, 0], "floor") + box([1100, 0, 240], [1400, 512, 256], "floor"),
    ),
    entity("trigger_teleport", `"target" "t"\n${box([300, 200, 0], [340, 300, 96], "trigger")}`),
    entity("info_teleport_destination", '"targetname" "t"\n"origin" "1200 256 290"\n'),
    entity("trigger_push", `"angle" "-1"\n"speed" "60"\n${box([0, 0, 0], [64, 64, 8], "trigger")}`),
    entity("func_door", `"angle" "-1"\n${box([600, 100, 0], [620, 200, 128], "door")}`),
    entity("func_breakable", box([700, 100, 0], [720, 200, 128], "door")),
].join("");

describe("a level with triggers", () => {
    let level: Level;
    beforeAll(async () => {
        level = await levelOf(source);
    });

    it("puts a walker at the end of a teleporter, and its eye does not go the way", () => {
        const walker = new Walker(level, { triggers: new Triggers(level) });
        walker.standAt([250, 250, 46]);
        const eyes: number[] = [];
        for (let frame = 0; frame < 100; ++frame) {
            walker.advance(1 / 100, { forward: 1 }); // between the steps, too
            eyes.push(walker.eye()[0]);
        }
        expect(walker.bodyPosition![2]).toBeGreaterThan(240);
        // It was moved once its body overlapped the trigger, and is drawn on no place between.
        expect(eyes.filter((x) => x > 330 && x < 1180)).toEqual([]);
        expect(eyes.filter((x) => x < 330).length).toBeGreaterThan(10);
    });

    it("throws a walker, but not one that flies and not its companion without triggers", () => {
        const walker = new Walker(level, { triggers: new Triggers(level) });
        const companion = new Walker(level);
        walker.companions.push(companion);
        walker.standAt([32, 32, 46]);
        companion.standAt([32, 100, 46]);
        companion.input = { forward: 1 };
        companion.angles.yaw = -90;
        walker.advance(0.1, {});
        expect(walker.doing).toBe("falls");
        expect(walker.velocity![2]).toBeGreaterThan(500);
        for (let i = 0; i < 20; ++i) {
            walker.advance(0.01, {});
        }
        expect(companion.doing).toBe("walks");
        walker.flyAt([32, 32, 30]);
        walker.advance(0.1, {});
        expect(walker.eye()).toEqual([32, 32, 30]);
    });

    it("refuses the triggers of another level", async () => {
        const other = new Triggers(await levelOf(source));
        expect(() => new Walker(level, { triggers: other })).toThrow(
            /triggers of the walker's own/,
        );
    });

    it("closes locked doors for ways, and what no door moves", async () => {
        const { bytes } = await compileMap(source, { name: "doors.map", nav: true });
        const walked = await loadLevel(bytes);
        const doors = new Doors(walked);
        const closed = new NavDoorState(new NavMesh(walked, "stand"));
        const ofClass = (name: string) =>
            walked.entities.find(({ classname }) => classname === name)!.model!;
        const [door, wall] = [ofClass("func_door"), ofClass("func_breakable")];
        const isClosed = () => {
            doors.setClosed(closed);
            return [door, wall].map((model) => closed.isClosed(model));
        };
        expect(isClosed()).toEqual([false, true]);
        doors.lock(0);
        expect(isClosed()).toEqual([true, true]);
        doors.lock(0, false);
        for (let i = 0; i < 64; ++i) {
            doors.step(1 / 64, [[610, 90, 24]]);
            doors.finish();
        }
        doors.lock(0); // it is open, and stays open for a while
        expect(isClosed()).toEqual([false, true]);
        expect(() => doors.setClosed(doors as never)).toThrow(/expected a NavDoorState/);
        closed.dispose();
        expect(() => doors.setClosed(closed)).toThrow(/dispose/);
    });
});
