// SPDX-License-Identifier: MIT
// Named areas of the floor and low floor, in yard.map: mud from x = 128 to 224 up to y = 400, a tunnel
// of 45 units from x = 320 to 448, and a garden from x = 500 to 600.
import type { FollowOptions, Level, NavMesh, Point, RouteOptions } from "halfspace";
import {
    type Check,
    type Suite,
    type Surroundings,
    expectEqual,
    expectError,
    expectTrue,
} from "./checks.js";

const kHeight = 24;
const kStart: Point = [40, 232, kHeight];
/** Beyond the mud, before the tunnel. */
const kMiddle: Point = [280, 232, kHeight];
/** Beyond the tunnel and the garden. */
const kEnd: Point = [680, 232, kHeight];

interface Yard {
    level: Level;
    /** Of the standing body, and of the crouching one. */
    stand: NavMesh;
    crouch: NavMesh;
}

async function withYard(
    { halfspace, read }: Surroundings,
    act: (yard: Yard) => void | Promise<void>,
): Promise<void> {
    const source = await read("levels/yard.map");
    const { bytes } = await halfspace.compileMap(source, { name: "yard.map", nav: true });
    const level = await halfspace.loadLevel(bytes);
    const stand = new halfspace.NavMesh(level, "stand");
    const crouch = new halfspace.NavMesh(level, "crouch");
    await act({ level, stand, crouch });
    [stand, crouch, level].forEach((each) => each.dispose());
}

/** Goes to a place; returns the positions at which the mover was in an area, or crouched. */
function walked(around: Surroundings, { level, crouch }: Yard, goal: Point, how: FollowOptions) {
    const { Mover, PathFollower } = around.halfspace;
    const [x, y, z] = kStart;
    const mover = new Mover(level, {
        position: [x, y, z + 1 / 16],
        stand: "stand",
        crouch: "crouch",
    });
    const follower = new PathFollower(crouch, { crouches: true, ...how });
    const way = { inMud: 0, crouched: [] as Point[], status: follower.status };
    follower.goTo(mover, crouch.locate(goal));
    for (let step = 0; step < 640 && follower.status === "following"; ++step) {
        mover.stepByInput(follower.step(mover));
        const place = crouch.locate(mover.position);
        way.inMud += place && crouch.areaOf(place.polygon)?.name === "mud" ? 1 : 0;
        if (mover.isCrouched) {
            way.crouched.push(mover.position);
        }
    }
    way.status = follower.status;
    [follower, mover].forEach((each) => each.dispose());
    return way;
}

function floors(around: Surroundings): Check[] {
    const near = (a: number, b: number) => Math.abs(a - b) < 1e-9;
    return [
        {
            name: "areas have names and costs, and polygons know theirs",
            run: () =>
                withYard(around, ({ stand, crouch }) => {
                    expectEqual(
                        stand.areas,
                        [
                            { name: "mud", cost: 6 },
                            { name: "garden", cost: 1 },
                        ],
                        "the areas",
                    );
                    const at = (x: number) => stand.locate([x, 256, kHeight])!.polygon;
                    expectEqual(stand.areaOf(at(160))?.name, "mud", "in the mud");
                    expectEqual(stand.areaOf(at(280)), null, "behind it");
                    expectEqual(stand.areaOf(at(550)), stand.areas[1], "in the garden");
                    const { areas, lows } = crouch.polygons();
                    for (let p = 0; p < crouch.polygonCount; ++p) {
                        expectEqual(crouch.areas[areas[p]!] ?? null, crouch.areaOf(p), "the area");
                        expectEqual(lows[p] === 1, crouch.isLow(p), "is it low");
                    }
                    const low = (x: number) =>
                        crouch.isLow(crouch.locate([x, 232, kHeight])!.polygon);
                    expectEqual(
                        [280, 310, 384, 455, 480].map(low),
                        [false, true, true, true, false],
                        "low",
                    );
                    expectTrue(!stand.polygons().lows.includes(1), "nothing is low for who stands");
                }),
        },
        {
            name: "randomPlace keeps to an area, by its name or its number",
            run: () =>
                withYard(around, ({ stand }) => {
                    for (let seed = 0; seed < 50; ++seed) {
                        const mud = stand.randomPlace(seed, { area: "mud" })!;
                        const [x, y] = mud.position;
                        expectTrue(x >= 128 && x <= 224 && y <= 400, `${mud.position} is in mud`);
                        expectEqual(stand.randomPlace(seed, { area: 0 }), mud, "by the number");
                        const other = stand.randomPlace(seed, { area: -1 })!;
                        expectEqual(stand.areaOf(other.polygon), null, "outside of all");
                    }
                }),
        },
        {
            name: "findRoute weighs areas and low floor as it is told",
            run: () =>
                withYard(around, ({ crouch }) => {
                    const [start, middle, end] = [kStart, kMiddle, kEnd].map(
                        (p) => crouch.locate(p)!,
                    );
                    const seconds = (to = end, how: RouteOptions = {}) =>
                        crouch.findRoute(start!, to!, how)?.seconds ?? null;
                    const straight = 240 / 320;
                    expectTrue(
                        near(seconds(middle, { areaCosts: { mud: 1 } })!, straight),
                        "through it",
                    );
                    const past = (Math.hypot(88, 168) + 96 + Math.hypot(56, 168)) / 320;
                    const usual = seconds(middle)!;
                    expectTrue(near(usual, past), `around it: ${usual}`);
                    expectTrue(
                        near(seconds(middle, { areaCosts: { mud: Infinity } })!, usual),
                        "never through it",
                    );
                    expectTrue(
                        near(seconds(middle, { areaCosts: { garden: 9 } })!, usual),
                        "what is not named has the cost of the level",
                    );
                    const quick = seconds(end, { areaCosts: { mud: 1 } })!;
                    expectTrue(near(quick, 640 / 320), `${quick} as one who always crouches`);
                    const route = crouch.findRoute(start!, middle!, { areaCosts: { mud: 6 } })!;
                    expectEqual(route.cost, route.seconds, "around what costs more");
                    const bound = crouch.boundRoutes(start!, middle!, 8);
                    expectTrue(bound <= route.cost && bound > 0.9 * route.cost, `bound ${bound}`);
                    expectTrue(crouch.boundRoutes(start!, middle!, 64) <= bound, "longer parts");
                    const mud = crouch.findRoute(start!, middle!, { areaCosts: { mud: 1.25 } })!;
                    expectTrue(mud.cost > mud.seconds, "through the mud");
                    // The tunnel and 15 units before and behind it, at the speed of crouching.
                    const slow = seconds(end, { areaCosts: { mud: 1 }, crouchCost: 320 / 120 })!;
                    const low = (128 + 30) * (1 / 120 - 1 / 320);
                    expectTrue(near(slow, quick + low), `${slow} crouching`);
                    expectEqual(seconds(end, { crouchCost: Infinity }), null, "never on low floor");
                    const rough = seconds(end, { shorten: false })!;
                    expectTrue(
                        rough >= seconds(end)! - 1e-9,
                        "what is not made shorter is not shorter",
                    );
                }),
        },
        {
            name: "a follower keeps out of mud, crawls through the tunnel and stands up",
            run: () =>
                withYard(around, (yard) => {
                    const way = walked(around, yard, kEnd, {});
                    expectEqual(way.status, "arrived", "at the end");
                    expectTrue(way.inMud <= 3, `${way.inMud} steps at the corner of the mud`);
                    const xs = way.crouched.map(([x]) => x);
                    expectTrue(
                        Math.min(...xs) > 250 && Math.max(...xs) < 490,
                        "only at the tunnel",
                    );
                    expectTrue(xs.some((x) => x > 340) && xs.length > 64, "all of the tunnel");
                    const across = walked(around, yard, kMiddle, { areaCosts: { mud: 1 } });
                    expectEqual(across.status, "arrived", "beyond the mud");
                    expectTrue(across.inMud > 15, `${across.inMud} steps in the mud`);
                    const upright = walked(around, yard, kEnd, { crouches: false });
                    expectTrue(upright.status !== "arrived", "one that does not crouch");
                }),
        },
    ];
}

function mistakes(around: Surroundings): Check[] {
    const { halfspace } = around;
    const refuses = (message: RegExp, act: () => unknown) => expectError(halfspace, message, act);
    return [
        {
            name: "mistakes with areas and low floor have messages with names",
            run: () =>
                withYard(around, async ({ level, stand }) => {
                    const place = stand.locate(kStart)!;
                    const route = (how: object) => () => stand.findRoute(place, place, how);
                    const follower = (how: object) => () => new halfspace.PathFollower(stand, how);
                    await refuses(
                        /areaCosts: area: expected "mud" or "garden", found "bog"/,
                        route({ areaCosts: { bog: 2 } }),
                    );
                    await refuses(/areaCosts: expected an object/, route({ areaCosts: 2 }));
                    const bound = (part: number, how: object) => () =>
                        stand.boundRoutes(place, place, part, how);
                    await refuses(/partLength: expected a number above 0/, bound(0, {}));
                    await refuses(/partLength: expected a finite/, bound(Infinity, {}));
                    await refuses(/boundRoutes: an argument/, bound(8, { speed: 0 }));
                    await refuses(
                        /areaCosts.mud: expected a finite/,
                        route({ areaCosts: { mud: NaN } }),
                    );
                    const fromOne = /areaCosts.mud: expected a number from 1, found 0.5/;
                    await refuses(fromOne, route({ areaCosts: { mud: 0.5 } }));
                    await refuses(fromOne, follower({ areaCosts: { mud: 0.5 } }));
                    await refuses(/crouchCost: expected a number from 1/, route({ crouchCost: 0 }));
                    await refuses(/maxDrop: expected a number from 0/, route({ maxDrop: -5 }));
                    await refuses(/goalRadius.* above 0/, follower({ goalRadius: 0 }));
                    await refuses(/crouchCost: expected a finite/, route({ crouchCost: "2" }));
                    await refuses(/shorten: expected true or false/, route({ shorten: 1 }));
                    await refuses(/crouches: expected true or false/, follower({ crouches: 1 }));
                    await refuses(/no option crouchCost/, follower({ crouchCost: 2 }));
                    await refuses(/lifts: expected Doors/, follower({ lifts: level }));
                    await refuses(/polygon: expected a whole/, () => stand.areaOf(-1));
                    await refuses(/polygon: expected a whole/, () => stand.isLow(1e6));
                    const random = (how: object) => () => stand.randomPlace(1, how);
                    await refuses(
                        /randomPlace: area: expected "mud" or "garden"/,
                        random({ area: "bog" }),
                    );
                    await refuses(/area: expected a whole number/, random({ area: 2 }));
                    await refuses(/expected island or area/, random({ island: 0, area: "mud" }));
                }),
        },
    ];
}

export const suite: Suite = (around) => [...floors(around), ...mistakes(around)];
