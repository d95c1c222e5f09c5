// SPDX-License-Identifier: MIT
// Monsters that ride the lift of yard.map, alone and in a crowd, among the Doors of halfspace/three.
import {
    CollisionWorld,
    compileMap,
    Crowd,
    gameLinks,
    loadLevel,
    Mover,
    moverLinks,
    NavMesh,
    PathFollower,
    type FollowOptions,
    type Level,
    type Point,
} from "halfspace";
import { Doors } from "halfspace/three";
import { readFile } from "node:fs/promises";
import { beforeAll, describe, expect, it } from "vitest";

const seconds = 1 / 64;
const start: Point = [40, 232, 24.1];
const ledge: Point = [980, 256, 152];
const links = [...moverLinks, ...gameLinks];

/** A game with one lift. */
class Game {
    readonly doors: Doors;
    readonly world: CollisionWorld;
    readonly floors: NavMesh;

    constructor(level: Level) {
        this.doors = new Doors(level);
        this.world = new CollisionWorld(level);
        this.floors = new NavMesh(level, "crouch");
        this.doors.placements.forEach((place) => this.world.placeModel(place));
    }

    mover(position: Point): Mover {
        return new Mover(this.world, { position, stand: "stand", crouch: "crouch" });
    }

    get how(): FollowOptions {
        return { links, crouches: true, lifts: this.doors };
    }

    /** One step of the doors, with those who move in it. */
    step(movers: readonly Mover[], move: () => void): void {
        const { doors, world } = this;
        doors.step(
            seconds,
            movers.map(({ position }) => position),
        );
        world.endStep();
        doors.ways.forEach(({ to }) => world.moveModel(to));
        move();
        doors.finish();
    }
}

describe("a level with a lift", () => {
    let level: Level;
    beforeAll(async () => {
        const source = await readFile(new URL("../yard.map", import.meta.url));
        level = await loadLevel((await compileMap(source, { nav: true })).bytes);
    });

    it("lets a monster ride up and down, through the tunnel and around the mud", () => {
        const game = new Game(level);
        const { floors } = game;
        const monster = game.mover(start);
        const follower = new PathFollower(floors, game.how);
        const goals: Point[] = [ledge, [40, 232, 24]];
        for (const goal of goals) {
            let ridden = 0;
            let crouched = 0;
            expect(follower.goTo(monster, floors.locate(goal))).toBe("following");
            for (let step = 0; step < 30 / seconds && follower.status !== "arrived"; ++step) {
                game.step([monster], () => {
                    const { ground, crush } = monster.stepByInput(follower.step(monster));
                    ridden += ground?.model ? 1 : 0;
                    crouched += monster.isCrouched ? 1 : 0;
                    expect(crush).toBeNull();
                });
                expect(follower.status).not.toBe("stuck");
                const place = floors.locate(monster.position);
                const isInMud = place && floors.areaOf(place.polygon)?.name === "mud";
                const [, y] = monster.position;
                expect(isInMud && y < 390).toBeFalsy(); // at a corner alone
            }
            expect(follower.status).toBe("arrived");
            expect(Math.abs(monster.position[2] - goal[2])).toBeLessThan(1);
            expect(ridden).toBeGreaterThan(32);
            expect(crouched).toBeGreaterThan(64);
        }
    });

    it("takes none of its lifts without the option", () => {
        const { floors } = new Game(level);
        const monster = new Game(level).mover(start);
        const follower = new PathFollower(floors, { links, crouches: true });
        expect(follower.goTo(monster, floors.locate(ledge))).toBe("unreachable");
    });

    it("brings a crowd up, whose doors may be disposed of afterwards", () => {
        const game = new Game(level);
        const crowd = new Crowd();
        const movers = [-60, 0, 60].map((dy) => game.mover([660, 256 + dy, 24.1]));
        const agents = movers.map((mover, id) => {
            game.world.placeObstacle({ id, body: "stand", position: mover.position });
            return crowd.add(mover, game.floors, { ...game.how, goalRadius: 120 });
        });
        agents.forEach((agent) => expect(agent.goTo(game.floors.locate(ledge))).toBe("following"));
        const isDone = () => agents.every(({ status }) => status === "arrived");
        for (let step = 0; step < 60 / seconds && !isDone(); ++step) {
            crowd.step();
            game.step(movers, () =>
                agents.forEach(({ mover, input }, id) => {
                    const { crush } = mover.stepByInput(input, { without: { obstacles: [id] } });
                    expect(crush).toBeNull();
                    game.world.placeObstacleAt(id, mover.position);
                }),
            );
        }
        expect(isDone()).toBe(true);
        movers.forEach(({ position }) => expect(position[2]).toBeGreaterThan(150));
        game.doors.dispose();
        crowd.step();
        crowd.dispose();
    });
});
