// SPDX-License-Identifier: MIT
// Navigation meshes of levels of a few boxes, with answers that are worked out by hand.
import type { CompileSettings, FollowOptions, Mover, NavMesh, NavPlace, Point } from "halfspace";
import {
    type Check,
    type Suite,
    type Surroundings,
    expectEqual,
    expectError,
    expectTrue,
} from "./checks.js";
import { box, entity } from "./map_text.js";

// A floor, a wall with a way around its end, and a table that nobody climbs. A standing body reaches
// 15 units to each side of its position, and from 24 below it to 32 above.
const kSource =
    entity(
        "worldspawn",
        [
            box([0, 0, -16], [512, 512, 0], "stone"),
            box([248, 100, 0], [264, 512, 128], "stone"),
            box([400, 400, 0], [480, 480, 40], "table"),
        ].join(""),
    ) + entity("light", '"origin" "64 64 64"\n');
const kHeight = 24;
const kTableHeight = 64;
const kLeft: Point = [100, 400, kHeight];
const kRight: Point = [350, 400, kHeight];
/** The corners of the wall, grown by the body, around which the path leads. */
const kTurns: Point[] = [
    [233, 85, kHeight],
    [279, 85, kHeight],
];

async function made({ halfspace }: Surroundings, options: CompileSettings = { nav: true }) {
    const { bytes } = await halfspace.compileMap(kSource, { name: "room.map", ...options });
    return halfspace.loadLevel(bytes);
}

async function withMesh(around: Surroundings, act: (mesh: NavMesh) => void | Promise<void>) {
    const level = await made(around);
    const mesh = new around.halfspace.NavMesh(level, "stand");
    level.dispose();
    await act(mesh);
    mesh.dispose();
}

const flat = (p: ArrayLike<number>, q: ArrayLike<number>): number =>
    Math.sqrt((q[0]! - p[0]!) ** 2 + (q[1]! - p[1]!) ** 2);

function questions(around: Surroundings): Check[] {
    return [
        {
            name: "locate and nearest: the place of a position, which outlives the level",
            run: () =>
                withMesh(around, (mesh) => {
                    const floor = mesh.locate([100, 400, 60])!;
                    expectEqual(floor.position, kLeft, "below");
                    expectEqual(mesh.locate([100, 400, 100]), null, "too far below");
                    const far = mesh.locate([100, 400, 100], { reach: 100 });
                    expectEqual(far, floor, "with a longer reach");
                    expectEqual(mesh.locate([100, 400, 20]), null, "above");
                    const above = mesh.locate([100, 400, 20], { above: 5 });
                    expectEqual(above, floor, "with room above");
                    expectEqual(mesh.locate([256, 300, kHeight]), null, "in the wall");
                    const beside = mesh.nearest([240, 300, kHeight])!;
                    expectEqual(beside.position, [233, 300, kHeight], "the nearest");
                    expectEqual(mesh.nearest([240, 300, kHeight], 6), null, "nearer than it is");
                    expectTrue(mesh.nearest([240, 300, kHeight], 7) !== null, "just as near");
                }),
        },
        {
            name: "findPath leads around the wall, and to no other island",
            run: () =>
                withMesh(around, (mesh) => {
                    const from = mesh.locate(kLeft)!;
                    const to = mesh.locate(kRight)!;
                    const path = mesh.findPath(from, to)!;
                    expectEqual(path.points, [kLeft, ...kTurns, kRight], "the points");
                    const length =
                        flat(kLeft, kTurns[0]!) +
                        flat(kTurns[0]!, kTurns[1]!) +
                        flat(kTurns[1]!, kRight);
                    expectEqual(path.length, length, "the length");
                    expectEqual(path.polygons[0], from.polygon, "the first polygon");
                    expectEqual(path.polygons.at(-1), to.polygon, "the last polygon");
                    expectEqual(mesh.findPath(from, from)!.points, [kLeft], "no way");

                    const table = mesh.locate([440, 440, kTableHeight])!;
                    // The third island is on the wall.
                    expectEqual(mesh.islandCount, 3, "islands");
                    expectEqual(mesh.findPath(from, table), null, "to the table");
                    expectEqual(mesh.isReachable(from, table), false, "the table");
                    expectEqual(mesh.isReachable(from, to), true, "the other side");
                    const islands = [from, to, table].map(({ polygon }) => mesh.islandOf(polygon));
                    expectTrue(islands[0] === islands[1] && islands[0] !== islands[2], "islands");
                }),
        },
        {
            name: "raycast and wallDistance: where the floor ends",
            run: () =>
                withMesh(around, (mesh) => {
                    const from = mesh.locate(kLeft)!;
                    const stopped = mesh.raycast(from, [400, 400, 0]);
                    expectEqual(stopped.end.position, [233, 400, kHeight], "at the wall");
                    expectTrue(stopped.wall !== null, "the wall");
                    const free = mesh.raycast(from, [100, 50, 0]);
                    expectEqual(free, { end: mesh.locate([100, 50, 25])!, wall: null }, "free");
                    const wall = mesh.wallDistance(from)!;
                    // A body stands up to 15 units beyond the edge of the floor.
                    expectEqual([wall.distance, wall.place.position[1]], [115, 400], "the edge");
                    expectEqual(mesh.wallDistance(from, 114), null, "nearer than it is");
                }),
        },
        {
            name: "randomPlace: equal seeds give equal places, also on one island",
            run: () =>
                withMesh(around, (mesh) => {
                    const places = Array.from({ length: 50 }, (_, i) => mesh.randomPlace(i)!);
                    expectEqual(mesh.randomPlace(7), places[7], "the same seed");
                    expectTrue(
                        places.every((place) => mesh.locate(place.position) !== null),
                        "places are on the mesh",
                    );
                    const island = mesh.islandOf(mesh.locate([440, 440, kTableHeight])!.polygon);
                    for (let seed = 0; seed < 20; ++seed) {
                        const [x, y, z] = mesh.randomPlace(seed, { island })!.position;
                        const isOn = x >= 385 && x <= 495 && y >= 385 && y <= 495;
                        expectTrue(isOn && z === kTableHeight, `${[x, y, z]} is on the table`);
                    }
                    mesh.randomPlace(2 ** 53 - 1);
                }),
        },
        {
            name: "polygons: corners, neighbours and borders",
            run: () =>
                withMesh(around, (mesh) => {
                    const { firstCorners, corners, neighbours, islands, contents } =
                        mesh.polygons();
                    expectEqual(firstCorners.length, mesh.polygonCount + 1, "first corners");
                    expectEqual(corners.length, 3 * neighbours.length, "corners");
                    expectEqual(firstCorners.at(-1), neighbours.length, "the end");
                    expectEqual(
                        [...contents].filter((bits) => bits !== 0),
                        [],
                        "contents",
                    );
                    let area = 0;
                    for (let p = 0; p < mesh.polygonCount; ++p) {
                        const first = firstCorners[p]!;
                        const end = firstCorners[p + 1]!;
                        for (let c = first; c < end; ++c) {
                            const [x, y] = corners.subarray(3 * c);
                            const [u, v] = corners.subarray(3 * (c + 1 < end ? c + 1 : first));
                            area += (x! * v! - u! * y!) / 2;
                            const beyond = neighbours[c]!;
                            if (beyond !== -1) {
                                expectEqual(islands[beyond], islands[p], "islands of neighbours");
                            }
                        }
                    }
                    // The floor with its rim of 15. What stands on it has a top just as large as what
                    // it covers; the wall ends with the floor.
                    expectEqual(area, 542 * 542, "the area");
                }),
        },
    ];
}

interface Walk {
    status: string;
    mover: Mover;
    seconds: number;
    jumped: boolean;
}

/** A mover that follows a route from one position to another one. */
async function followed(
    around: Surroundings,
    from: Point,
    to: Point,
    options: FollowOptions = {},
): Promise<Walk> {
    const { halfspace } = around;
    const level = await made(around);
    const mesh = new halfspace.NavMesh(level, "stand");
    const mover = new halfspace.Mover(level, { position: from });
    const follower = new halfspace.PathFollower(mesh, options);
    expectEqual(follower.status, "idle", "without a goal");
    expectEqual([...follower.step(mover)].filter(Boolean), [], "controls without a goal");
    let status = follower.goTo(mover, mesh.locate(to));
    let seconds = 0;
    let jumped = false;
    while (status === "following" && seconds < 10) {
        jumped = mover.stepByInput(follower.step(mover)).jumped || jumped;
        seconds += mover.seconds;
        status = follower.status;
    }
    if (status === "arrived") {
        expectTrue(flat(mover.position, to) <= 1, `${mover.position} is near ${to}`);
        expectEqual(follower.points().length, 1, "the goal alone is left");
        follower.stop();
        expectEqual([follower.status, follower.points()], ["idle", []], "after stop");
        expectEqual(follower.goTo(mover, null), "idle", "without a floor");
    }
    follower.dispose();
    mesh.dispose();
    level.dispose();
    return { status, mover, seconds, jumped };
}

function followers(around: Surroundings): Check[] {
    const table: Point = [440, 440, kTableHeight];
    return [
        {
            name: "a follower walks around the wall in the time of its path",
            async run() {
                const { status, seconds } = await followed(around, kLeft, kRight);
                expectEqual(status, "arrived", "the status");
                const length = flat(kLeft, kTurns[0]!) + 46 + flat(kTurns[1]!, kRight);
                expectTrue(seconds < (length / 320) * 1.05 + 0.3, `${seconds} seconds`);
            },
        },
        {
            name: "a follower jumps onto the table and drops from it, if it may",
            async run() {
                const up = await followed(around, kRight, table);
                expectEqual([up.status, up.jumped], ["arrived", true], "up");
                const down = await followed(around, table, kRight);
                expectEqual([down.status, down.jumped], ["arrived", false], "down");
                const stays = await followed(around, kRight, table, { links: ["drop"] });
                expectEqual(stays.status, "unreachable", "without jumps");
                const waits = await followed(around, table, kRight, { links: ["jump"] });
                expectEqual(waits.status, "unreachable", "without drops");
                const careful = await followed(around, table, kRight, { maxDrop: 39 });
                expectEqual(careful.status, "unreachable", "a deep drop");
            },
        },
        {
            name: "mistakes with followers have messages with names",
            async run() {
                const { halfspace } = around;
                const level = await made(around);
                const mesh = new halfspace.NavMesh(level, "stand");
                const mover = new halfspace.Mover(level, { position: kLeft });
                const follower = new halfspace.PathFollower(mesh);
                const refuses = (message: RegExp, act: () => unknown) =>
                    expectError(halfspace, message, act);
                await refuses(
                    /expected a NavMesh/,
                    () => new halfspace.PathFollower(level as never),
                );
                await refuses(
                    /no option velocity/,
                    () => new halfspace.PathFollower(mesh, { velocity: 1 } as never),
                );
                await refuses(
                    /speed is from 0 to 1/,
                    () => new halfspace.PathFollower(mesh, { speed: 2 }),
                );
                await refuses(/maxDrop/, () => new halfspace.PathFollower(mesh, { maxDrop: NaN }));
                await refuses(/expected a Mover/, () => follower.step(null as never));
                await refuses(/expected a Mover/, () => follower.goTo(mesh as never, null));
                await refuses(/goal.polygon/, () =>
                    follower.goTo(mover, { polygon: mesh.polygonCount, position: kLeft }),
                );
                await refuses(/goal: the position is not on polygon/, () =>
                    follower.goTo(mover, { polygon: 0, position: [0, 0, 500] }),
                );
                follower.dispose();
                await refuses(/dispose/, () => follower.step(mover));
                mesh.dispose();
                await refuses(/dispose/, () => new halfspace.PathFollower(mesh));
                level.dispose();
            },
        },
    ];
}

function mistakes(around: Surroundings): Check[] {
    const { halfspace } = around;
    const refuses = (message: RegExp, act: () => unknown) => expectError(halfspace, message, act);
    return [
        {
            name: "a level without navigation meshes says how to get them",
            async run() {
                const level = await made(around, {});
                await refuses(
                    /no navigation mesh.*--nav.*nav: true/,
                    () => new halfspace.NavMesh(level, "stand"),
                );
                await refuses(/no body "giant"/, () => new halfspace.NavMesh(level, "giant"));
                for (const [has, lacks] of [
                    ["crouch", "stand"],
                    ["stand", "crouch"],
                ] as const) {
                    const body = { name: has, min: [-8, -8, -24], max: [8, 8, 0] } as const;
                    const poor = await made(around, { bodies: [body] });
                    await refuses(
                        new RegExp(`no body "${lacks}", the default of the option ${lacks}`),
                        () => new halfspace.Mover(poor, { position: kLeft }),
                    );
                    new halfspace.Mover(poor, { position: kLeft, stand: has }).dispose();
                    poor.dispose();
                }
                await refuses(/from 0 to 3/, () => new halfspace.NavMesh(level, 4));
                await refuses(/a Level/, () => new halfspace.NavMesh({} as never, "stand"));
                level.dispose();
                await refuses(/dispose/, () => new halfspace.NavMesh(level, "stand"));
                await refuses(/nav: expected true or false/, () =>
                    halfspace.compileMap(kSource, { nav: 1 as never }),
                );
            },
        },
        {
            name: "mistakes of callers have messages with names",
            run: () =>
                withMesh(around, async (mesh) => {
                    const good = mesh.locate(kLeft)!;
                    const none: NavPlace = { polygon: mesh.polygonCount, position: kLeft };
                    const astray: NavPlace = { polygon: 0, position: [0, NaN, 0] };
                    await refuses(/position: expected \[x, y, z\]/, () => mesh.locate([0, 0]));
                    await refuses(/no option radius/, () =>
                        mesh.locate(kLeft, { radius: 1 } as never),
                    );
                    await refuses(/reach: expected a finite/, () =>
                        mesh.locate(kLeft, { reach: Infinity }),
                    );
                    await refuses(/locate: an argument/, () => mesh.locate(kLeft, { reach: -1 }));
                    await refuses(/locate: an argument/, () => mesh.locate([0, 0, 2 ** 41]));
                    await refuses(/maxDistance: expected a number from 0 on/, () =>
                        mesh.nearest(kLeft, -1),
                    );
                    await refuses(/maxDistance/, () => mesh.wallDistance(good, NaN));
                    await refuses(/seed: expected a whole/, () => mesh.randomPlace(0.5));
                    await refuses(/island: expected a whole/, () =>
                        mesh.randomPlace(1, { island: mesh.islandCount }),
                    );
                    await refuses(/polygon: expected a whole/, () => mesh.islandOf(-1));
                    await refuses(/from.polygon: expected a whole/, () =>
                        mesh.isReachable(none, good),
                    );
                    await refuses(/from.polygon/, () => mesh.raycast(none, kLeft));
                    await refuses(/from.position/, () => mesh.raycast(astray, kLeft));
                    const [x, y, z] = good.position;
                    const beside: NavPlace = { ...good, position: [x, y, z + 2] };
                    await refuses(/from: the position is not on polygon/, () =>
                        mesh.raycast(beside, kLeft),
                    );
                    await refuses(/to: the position is not on polygon/, () =>
                        mesh.findRoute(good, beside),
                    );
                    const close: NavPlace = { ...good, position: [x, y, z + 0.5] };
                    expectTrue(mesh.findPath(good, close) !== null, "half a unit above");
                    await refuses(/to: expected/, () => mesh.raycast(good, null as never));
                    await refuses(/place: expected an object/, () =>
                        mesh.wallDistance(null as never),
                    );
                    await refuses(/to.polygon/, () => mesh.findPath(good, none));
                    await refuses(/to: expected an object/, () =>
                        mesh.findPath(good, null as never),
                    );
                    await refuses(/findPath: an argument/, () =>
                        mesh.findPath(good, good, { maxNodes: 0 }),
                    );
                    await refuses(/more than 1 nodes/, () =>
                        mesh.findPath(good, mesh.locate(kRight)!, { maxNodes: 1 }),
                    );
                    mesh.dispose();
                    await refuses(/dispose/, () => mesh.locate(kLeft));
                    await refuses(/dispose/, () => mesh.findPath(good, good));
                    await refuses(/dispose/, () => mesh.polygons());
                }),
        },
    ];
}

export const suite: Suite = (around) => [
    ...questions(around),
    ...followers(around),
    ...mistakes(around),
];
