// SPDX-License-Identifier: MIT
// The snippets of docs/guides/web.md about paths. They follow one another here as they do there, and
// `readme.snippets` compares the page with this file.
import { NavMesh } from "halfspace";
import { PathFollower } from "halfspace";
import { Crowd } from "halfspace";
import { DistanceField, Doors, NavDoorState } from "halfspace";
import { gameLinks, moverLinks, Triggers } from "halfspace";
import { CollisionWorld, compileMap, loadLevel, Mover, type Point } from "halfspace";
import { navGeometry, pathGeometry, wireMaterial } from "halfspace/three";
import { Line, LineBasicMaterial, Mesh, Scene } from "three";
import { readFileSync } from "node:fs";
import { expect, test, vi } from "vitest";

const path = (name: string) => new URL(`../../../examples/levels/${name}`, import.meta.url);
const text = readFileSync(path("keep.map"), "utf8");

test("docs/guides/web.md: find paths", async () => {
    const log = vi.spyOn(console, "log").mockImplementation(() => undefined);
    const { bytes } = await compileMap(text, { name: "keep.map", nav: true });
    const level = await loadLevel(bytes);
    const floors = new NavMesh(level, "stand"); // once for a level and a body
    const start = floors.locate([64, 256, 24]); // the floor below the monster
    const goal = floors.nearest([900, 256, 40], 64); // the player may jump, or stand on a crate
    const path = start && goal && floors.findPath(start, goal);
    if (path) {
        console.log(`${path.length} units, first to ${path.points[1]}`);
    }
    const monster = new Mover(level, { position: [64, 256, 26] });
    const follower = new PathFollower(floors, { speed: 0.8, maxDrop: 128 });
    follower.goTo(monster, goal); // again whenever the player has moved far enough
    for (let step = 0; step < 64; ++step) {
        monster.stepByInput(follower.step(monster)); // in each step of the game
    }
    console.log(`${follower.status} at ${monster.position}`);
    const route = start && goal && floors.findRoute(start, goal, { maxDrop: 128 });
    const jumps = route?.points.filter(({ link }) => link?.kind === "jump").length;
    console.log(`${route?.seconds} s, with ${jumps} jumps`);
    const yard = new CollisionWorld(level);
    const crowd = new Crowd();
    for (let id = 0; id < 3; ++id) {
        const position: Point = [64, 200 + 48 * id, 26];
        const agent = crowd.add(new Mover(yard, { position }), floors, { goalRadius: 64 });
        yard.placeObstacle({ id, body: "stand", position });
        agent.goTo(goal);
    }
    for (let step = 0; step < 64; ++step) {
        crowd.step();
        crowd.agents.forEach(({ mover, input }, id) => {
            mover.stepByInput(input, { without: { obstacles: [id] } });
            yard.placeObstacleAt(id, mover.position);
        });
    }
    const sight = floors.raycast(start!, [64, 900, 24]);
    const wall = floors.wallDistance(start!, 100); // null: farther away than 100 units
    const patrol = floors.randomPlace(7, { island: floors.islandOf(start!.polygon) });
    const scene = new Scene();
    scene.add(new Mesh(navGeometry(floors, { outlines: true }), wireMaterial()));
    scene.add(new Line(pathGeometry(floors, path!), new LineBasicMaterial()));

    expect(log).toHaveBeenCalledTimes(3);
    expect(monster.position[0]).toBeGreaterThan(64 + 200);
    expect(route!.seconds).toBeLessThan(path!.length / 320 + 0.001);
    for (const { mover, status } of crowd.agents) {
        expect(status).toBe("following");
        expect(mover.position[0]).toBeGreaterThan(64 + 150);
    }
    expect(path!.length).toBeGreaterThan(835);
    expect(sight.wall).not.toBeNull();
    expect(wall!.distance).toBeLessThan(100);
    expect(floors.isReachable(start!, patrol!)).toBe(true);
    expect(scene.children.length).toBe(2);
    log.mockRestore();
});

test("docs/guides/web.md: a chase through a door", async () => {
    const { bytes } = await compileMap(text, { name: "keep.map", nav: true });
    const level = await loadLevel(bytes);
    const floors = new NavMesh(level, "stand");
    const doors = new Doors(level);
    doors.lock(0); // until the player has the key
    const closed = new NavDoorState(floors);
    const hall = new CollisionWorld(level);
    const hunters = new Crowd();
    for (let id = 0; id < 3; ++id) {
        const mover = new Mover(hall, { position: [64, 200 + 48 * id, 26] });
        hunters.add(mover, floors, { doors: closed, goalRadius: 64 });
    }
    const prey = floors.locate([900, 256, 24])!; // behind the door
    const field = new DistanceField(floors); // the ways of all to the prey
    function step(): void {
        const visitors = hunters.agents.map(({ mover }) => mover.position);
        doors.step(1 / 64, visitors); // they open for hunters who are near
        doors.finish();
        doors.placements.forEach((door) => hall.placeModel(door));
        doors.setClosed(closed); // those that are locked
        if (!field.isCurrent) {
            field.find(prey, { doors: closed }); // again when a door was set, or the prey has moved
            hunters.agents.forEach((agent) => agent.goTo(field));
        }
        hunters.step();
        hunters.agents.forEach(({ mover, input }) => mover.stepByInput(input));
    }
    for (let i = 0; i < 64; ++i) {
        step();
    }
    const waiting = hunters.agents.filter(({ status }) => status === "unreachable").length;
    doors.lock(0, false);
    for (let i = 0; i < 64 * 5; ++i) {
        step();
    }
    const caught = hunters.agents.filter(({ status }) => status === "arrived").length;
    expect([waiting, caught]).toEqual([3, 3]);

    const links = [...moverLinks, ...gameLinks];
    const jumper = new PathFollower(floors, { links, doors: closed });
    const triggers = new Triggers(level);
    const monster = new Mover(hall, { position: [64, 256, 26] });
    jumper.goTo(monster, field);
    for (let i = 0; i < 64; ++i) {
        monster.stepByInput(jumper.step(monster)); // in each step of the game
        triggers.apply(monster);
    }
    expect(triggers.triggers).toEqual([]);
    expect(jumper.status).toBe("following");

    const wide = new NavMesh(level, "crouch");
    const guard = new Mover(hall, { position: [64, 256, 26], stand: "stand", crouch: "crouch" });
    const rider = new PathFollower(wide, { links, crouches: true, lifts: doors });
    rider.goTo(guard, wide.locate([900, 256, 24]));
    for (let i = 0; i < 64 * 8; ++i) {
        doors.step(1 / 64, [guard.position]); // in each step of the game
        hall.endStep(); // what has moved rests where it is
        doors.ways.forEach(({ to }) => hall.moveModel(to));
        guard.stepByInput(rider.step(guard));
        doors.finish();
    }
    expect(rider.status).toBe("arrived");
    const never = Object.fromEntries(floors.areas.map(({ name }) => [name, Infinity]));
    const outside = floors.randomPlace(7, { area: -1 })!; // outside of all areas
    const detour = floors.findRoute(outside, prey, { areaCosts: never });
    expect(detour!.seconds).toBeGreaterThan(0);
});
