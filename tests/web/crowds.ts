// SPDX-License-Identifier: MIT
// Routes over links and crowds, in a level of a few boxes.
import type { CompileSettings, CrowdAgent, NavMesh, Point } from "halfspace";
import {
    type Check,
    type Suite,
    type Surroundings,
    expectEqual,
    expectError,
    expectTrue,
} from "./checks.js";
import { box, entity } from "./map_text.js";

// A floor, and a table that nobody climbs by steps. A standing body reaches 15 units to each side of its
// position, and from 24 below it to 32 above.
const kSource =
    entity(
        "worldspawn",
        [
            box([0, 0, -16], [512, 512, 0], "stone"),
            box([400, 400, 0], [480, 480, 40], "table"),
        ].join(""),
    ) + entity("light", '"origin" "64 64 64"\n');
const kHeight = 24;
const kTable: Point = [440, 440, 64];
const kMiddle: Point = [200, 200, kHeight];
const kReach = 15;

async function made({ halfspace }: Surroundings, options: CompileSettings = { nav: true }) {
    const { bytes } = await halfspace.compileMap(kSource, { name: "yard.map", ...options });
    return halfspace.loadLevel(bytes);
}

const flat = (p: ArrayLike<number>, q: ArrayLike<number>): number =>
    Math.sqrt((q[0]! - p[0]!) ** 2 + (q[1]! - p[1]!) ** 2);

async function withMesh(around: Surroundings, act: (mesh: NavMesh) => void | Promise<void>) {
    const level = await made(around);
    const mesh = new around.halfspace.NavMesh(level, "stand");
    level.dispose();
    await act(mesh);
    mesh.dispose();
}

function routes(around: Surroundings): Check[] {
    const refuses = (message: RegExp, act: () => unknown) =>
        expectError(around.halfspace, message, act);
    return [
        {
            name: "findRoute jumps onto the table and drops from it, if it may",
            run: () =>
                withMesh(around, (mesh) => {
                    const floor = mesh.locate(kMiddle)!;
                    const table = mesh.locate(kTable)!;
                    expectEqual(mesh.findPath(floor, table), null, "no path");
                    const up = mesh.findRoute(floor, table)!;
                    const kinds = up.points.map(({ link }) => link && link.kind);
                    expectEqual(kinds, [null, "jump", null, null], "up");
                    expectEqual(up.points[0]!.position, kMiddle, "the start");
                    expectEqual(up.points.at(-1)!.position, kTable, "the goal");
                    const { link } = up.points[1]!;
                    expectEqual(link!.to[0].polygon, table.polygon, "the end of the link");
                    expectTrue(up.seconds > (flat(kMiddle, kTable) - 40) / 320, "the time");
                    const slow = mesh.findRoute(floor, table, { speed: 160 })!;
                    const walked = (up.seconds - link!.seconds) * 2;
                    const difference = slow.seconds - slow.points[1]!.link!.seconds - walked;
                    expectTrue(Math.abs(difference) < 1e-9, "half the speed");
                    const down = mesh.findRoute(table, floor)!;
                    expectTrue(
                        down.points.some((point) => point.link?.kind === "drop"),
                        "down",
                    );
                    expectEqual(mesh.findRoute(floor, table, { links: ["drop"] }), null, "no jump");
                    expectEqual(
                        mesh.findRoute(table, floor, { links: ["walk", "jump"] }),
                        null,
                        "no drop",
                    );
                    expectEqual(mesh.findRoute(table, floor, { maxDrop: 39 }), null, "too deep");
                }),
        },
        {
            name: "links are counted, and a path on foot is a route without links",
            run: () =>
                withMesh(around, (mesh) => {
                    const links = Array.from({ length: mesh.linkCount }, (_, i) => mesh.link(i));
                    const kinds = new Set(links.map(({ kind }) => kind));
                    expectTrue(kinds.has("jump") && kinds.has("drop"), [...kinds].join(" "));
                    const from = mesh.locate([50, 50, kHeight])!;
                    const to = mesh.locate([50, 450, kHeight])!;
                    const route = mesh.findRoute(from, to)!;
                    expectEqual(
                        route.points,
                        [from, to].map((place) => ({ ...place, link: null })),
                        "the points",
                    );
                    expectEqual(route.seconds, 400 / 320, "the seconds");
                }),
        },
        {
            name: "mistakes with routes have messages with names",
            run: () =>
                withMesh(around, async (mesh) => {
                    const good = mesh.locate(kMiddle)!;
                    const table = mesh.locate(kTable)!;
                    const none = { polygon: mesh.polygonCount, position: kMiddle };
                    const find = (options: object) => () => mesh.findRoute(good, table, options);
                    await refuses(/no option clearance/, find({ clearance: 1 }));
                    await refuses(/speed: expected a finite/, find({ speed: Infinity }));
                    await refuses(/findRoute: an argument/, find({ speed: 0 }));
                    await refuses(/lavaCost: expected a number from 1/, find({ lavaCost: 0.5 }));
                    await refuses(/more than 1 nodes/, find({ maxNodes: 1 }));
                    await refuses(/from.polygon/, () => mesh.findRoute(none, good));
                    await refuses(/to.polygon/, () => mesh.findRoute(good, none));
                    await refuses(/link: expected a whole/, () => mesh.link(mesh.linkCount));
                }),
        },
    ];
}

// Bodies are boxes: they overlap if they do so along each axis.
const doOverlap = (p: Point, q: Point): boolean =>
    Math.abs(p[0] - q[0]) < 2 * kReach && Math.abs(p[1] - q[1]) < 2 * kReach;

function crowds(around: Surroundings): Check[] {
    const { halfspace } = around;
    const refuses = (message: RegExp, act: () => unknown) => expectError(halfspace, message, act);
    return [
        {
            name: "eight monsters go to one place and stop around it, and none overlap",
            async run() {
                const level = await made(around);
                const world = new halfspace.CollisionWorld(level);
                const mesh = new halfspace.NavMesh(level, "stand");
                const crowd = new halfspace.Crowd({ gap: 2 });
                for (let i = 0; i < 8; ++i) {
                    const position: Point = [40 + 45 * i, i % 2 === 0 ? 30 : 380, 24.1];
                    const mover = new halfspace.Mover(world, { position });
                    crowd.add(mover, mesh, { goalRadius: 80 });
                    world.placeObstacle({ id: i, body: "stand", position });
                }
                const { agents } = crowd;
                expectTrue(
                    agents.every(({ status }) => status === "idle"),
                    "no goal",
                );
                expectEqual([...agents[0]!.input], [0, 0, 0, 0, 0, 0, 0, 0], "before a step");
                const goal = mesh.locate(kMiddle);
                agents.forEach((agent) => expectEqual(agent.goTo(goal), "following", "the way"));
                for (let step = 0; step < 400; ++step) {
                    crowd.step();
                    agents.forEach(({ mover, input }, i) => {
                        mover.stepByInput(input, { without: { obstacles: [i] } });
                        world.placeObstacleAt(i, mover.position);
                    });
                    const places = agents.map(({ mover }) => mover.position);
                    places.forEach((p, i) =>
                        places.slice(0, i).forEach((q) => {
                            expectTrue(!doOverlap(p, q), `${p} and ${q} at step ${step}`);
                        }),
                    );
                }
                agents.forEach(({ mover, status }, i) => {
                    expectEqual(status, "arrived", `agent ${i}`);
                    expectTrue(flat(mover.position, kMiddle) < 81, `${mover.position} is near`);
                });
                crowd.dispose();
                mesh.dispose();
                world.dispose();
                level.dispose();
            },
        },
        {
            name: "an agent that is removed is forgotten, and its mover stays",
            async run() {
                const level = await made(around);
                const mesh = new halfspace.NavMesh(level, "stand");
                const crowd = new halfspace.Crowd();
                const [first, second] = [100, 300].map((x): CrowdAgent => {
                    const mover = new halfspace.Mover(level, { position: [x, 100, kHeight] });
                    return crowd.add(mover, mesh, { speed: 0.5 });
                });
                level.dispose();
                mesh.dispose();
                const is = (...all: (CrowdAgent | undefined)[]) =>
                    crowd.agents.length === all.length &&
                    crowd.agents.every((agent, i) => agent === all[i]);
                expectTrue(is(first, second), "both");
                first!.remove();
                expectTrue(is(second), "the second");
                expectEqual(first!.mover.position, [100, 100, kHeight], "the mover");
                await refuses(/not in its crowd/, () => first!.goTo(null));
                await refuses(/not in its crowd/, () => first!.remove());
                await refuses(/not in its crowd/, () => first!.status);
                expectEqual(second!.goTo(null), "idle", "without a goal");
                second!.mover.dispose();
                await refuses(/dispose/, () => crowd.step());
                second!.remove();
                crowd.step();
                crowd.dispose();
                await refuses(/dispose/, () => crowd.step());
            },
        },
        {
            name: "mistakes with crowds have messages with names",
            async run() {
                const level = await made(around);
                const mesh = new halfspace.NavMesh(level, "stand");
                const mover = new halfspace.Mover(level, { position: kMiddle });
                const crowd = new halfspace.Crowd();
                const madeBy = (options: object) => () => new halfspace.Crowd(options);
                await refuses(/no option radius/, madeBy({ radius: 1 }));
                await refuses(/horizon: expected a finite/, madeBy({ horizon: NaN }));
                await refuses(/neighbourDistance are above 0/, madeBy({ neighbourDistance: 0 }));
                await refuses(/maxNeighbours: expected a whole/, madeBy({ maxNeighbours: 0.5 }));
                await refuses(/expected a Mover/, () => crowd.add(null as never, mesh));
                await refuses(/expected a NavMesh/, () => crowd.add(mover, level as never));
                await refuses(/add: there is no option gap/, () =>
                    crowd.add(mover, mesh, { gap: 1 } as never),
                );
                await refuses(/add: speed is from 0 to 1/, () =>
                    crowd.add(mover, mesh, { speed: 2 }),
                );
                expectEqual(crowd.agents.length, 0, "none was added");
                const agent = crowd.add(mover, mesh);
                await refuses(/goal.polygon/, () =>
                    agent.goTo({ polygon: mesh.polygonCount, position: kMiddle }),
                );
                mesh.dispose();
                await refuses(/dispose/, () => crowd.add(mover, mesh));
                mover.dispose();
                crowd.dispose();
                level.dispose();
            },
        },
    ];
}

export const suite: Suite = (around) => [...routes(around), ...crowds(around)];
