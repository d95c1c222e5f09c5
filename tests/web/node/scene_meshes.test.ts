// SPDX-License-Identifier: MIT
// Moving objects of a scene: questions, steps that fail, and frames of any length.
import { init, Shape } from "halfspace";
import { fromThree, WalkableScene, Walker } from "halfspace/three";
import { BoxGeometry, DataUtils, Float16BufferAttribute, Group, Mesh, Vector3 } from "three";
import { describe, expect, it } from "vitest";
import { heightAt, plane, walkerAt } from "./scenes.js";

await init();

/** A walker on a lift, and one on the floor, who make their steps together. */
function liftWithWalker() {
    const lift = new Mesh(new BoxGeometry(4, 0.2, 4));
    lift.position.y = 1;
    const scene = new WalkableScene(new Group().add(plane(40)), { moving: [lift] });
    const rider = walkerAt(scene, 0, 3, 0);
    const mistake = { isMade: false };
    const other = new Walker(scene, {
        obstacles: () =>
            mistake.isMade ? [{ id: 1, body: "no such body", position: [0, 0, 0] }] : [],
    });
    expect(other.standAt(new Vector3(10, 2, 10))).toBe(true);
    rider.companions.push(other);
    const rise = () => {
        const before = rider.bodyPosition![2];
        for (let i = 0; i < 6; ++i) {
            rider.advance(1 / 60, {});
        }
        expect(rider.lastStep?.problem).toBe("");
        return rider.bodyPosition![2] - before;
    };
    const dispose = () => {
        [rider, other, scene].forEach((each) => each.dispose());
    };
    return { lift, scene, rider, mistake, rise, dispose };
}

describe("a moving object of a scene", () => {
    it("carries who was asked about before the step", () => {
        const { lift, rider, rise, dispose } = liftWithWalker();
        for (const ask of [
            () => rider.findGround(),
            () => rider.findStart(),
            () => rider.setBody({ standingEye: 20 }),
            () => rider.standAt(new Vector3(0, 0.5, 0)), // in the lift: there is no room
            () => rider.world.trace(0, [0, 0, 500], [0, 0, -500]),
        ]) {
            lift.position.y += 0.5;
            ask();
            expect(rise()).toBeCloseTo(16, 6);
        }
        dispose();
    });

    it("loses no way in a step that fails", () => {
        const { lift, rider, mistake, rise, dispose } = liftWithWalker();
        lift.position.y += 0.5;
        mistake.isMade = true;
        expect(() => rider.advance(1 / 30, {})).toThrow(/no such body/);
        mistake.isMade = false;
        expect(rise()).toBeCloseTo(16, 6);
        dispose();
    });

    it("is where the last step has left it after a step that fails", () => {
        const { lift, rider, mistake, dispose } = liftWithWalker();
        const top = () => rider.world.trace(0, [0, 0, 500], [0, 0, -500]).point[2];
        const before = top();
        lift.position.y += 0.5;
        mistake.isMade = true;
        expect(() => rider.advance(1 / 30, {})).toThrow(/no such body/);
        expect(top()).toBeCloseTo(before, 9);
        expect(rider.setBody({ standingEye: 20 })).toBe(true);
        dispose();
    });

    it.each([60, 10])("that turns in place stays in place at %d frames a second", (rate) => {
        const disc = new Mesh(new BoxGeometry(6, 0.2, 6));
        disc.position.set(100, 0, 30);
        const scene = new WalkableScene(new Group(), { moving: [disc] });
        const walker = new Walker(scene);
        walker.standAt(new Vector3(100, 2, 30), { drop: true });
        const before = walker.eye(new Vector3());
        for (let i = 0; i < 3 * rate; ++i) {
            disc.rotation.y += Math.PI / rate;
            walker.advance(1 / rate, {});
        }
        expect(walker.doing).toBe("walks");
        expect(walker.eye(new Vector3()).distanceTo(before)).toBeLessThan(0.1);
        walker.dispose();
        scene.dispose();
    });

    it("is on the ground where somebody is put", () => {
        const { lift, rider, rise, dispose } = liftWithWalker();
        lift.position.set(8, 3, 0);
        expect(rider.standAt(new Vector3(8, 5, 0), { drop: true })).toBe(true);
        expect(rise()).toBeLessThan(0.1);
        expect(rider.lastStep?.ground?.mesh).toBe(1);
        dispose();
    });

    it.each([30, 60, 144, 1000])("gives its velocity at %d frames a second", (rate) => {
        const deck = new Mesh(new BoxGeometry(60, 0.2, 60));
        const scene = new WalkableScene(new Group(), { moving: [deck] });
        const walker = new Walker(scene);
        walker.standAt(new Vector3(0, 2, 0), { drop: true });
        const frame = (input = {}) => {
            deck.position.x += 2 / rate;
            deck.rotation.y += 0.1 / rate;
            walker.advance(1 / rate, input);
        };
        for (let i = 0; i < rate / 2; ++i) {
            frame();
            expect(walker.doing).not.toBe("flies");
        }
        for (let i = 0; i < rate && walker.doing !== "falls"; ++i) {
            frame({ up: 1, jump: true });
        }
        const [x, y] = walker.velocity!;
        const way = new Vector3(x, 0, -y).length();
        expect(way).toBeGreaterThan(63.5); // 2 m/s, and a little by the turn
        expect(way).toBeLessThan(67);
        walker.dispose();
        scene.dispose();
    });
});

describe("addMoving and removeMoving", () => {
    it("take an object whole or not at all", () => {
        const scene = new WalkableScene(plane());
        const far = new Mesh(new BoxGeometry());
        far.name = "far";
        far.position.x = 1e6;
        for (let i = 0; i < 2; ++i) {
            expect(() => scene.addMoving(far)).toThrow(/addMoving: "far": .*within 4194304 units/);
        }
        scene.update();
        far.position.x = 0;
        scene.addMoving(far);
        expect(heightAt(scene, 0.1, 0.2)).toBe(0.5);
        scene.dispose();
    });

    it("leave alone what moves within another object", () => {
        const wheel = plane(2);
        const wagon = new Group().add(plane(2), wheel);
        const scene = new WalkableScene(new Group().add(wagon), { moving: [wagon, wheel] });
        expect(scene.removeMoving(wagon)).toBe(true);
        expect(() => scene.addMoving(new Group().add(wheel))).toThrow(/is taken already/);
        scene.dispose();
    });
});

it("half floats are numbers", () => {
    const ground = plane(20);
    const { position } = ground.geometry.attributes;
    const half = Uint16Array.from(position!.array, (x) => DataUtils.toHalfFloat(x));
    ground.geometry.setAttribute("position", new Float16BufferAttribute(half, 3));
    ground.position.y = 1.5;
    const scene = new WalkableScene(ground);
    expect(heightAt(scene, 3, 4)).toBe(1.5);
    const ball = { shape: Shape.sphere(8) };
    const [from, to] = [fromThree(new Vector3(0, 9, 0)), fromThree(new Vector3())];
    expect(scene.world.sweep(ball, from, to).hit).toBe(true);
    scene.dispose();
});
