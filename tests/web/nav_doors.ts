// SPDX-License-Identifier: MIT
// Doors that are closed for ways, fields of distances, teleporters and jump pads, in two rooms with a door
// between them and a floor above.
import type { CollisionWorld, Level, Mover, NavMesh, Point } from "halfspace";
import {
    type Check,
    type Suite,
    type Surroundings,
    expectEqual,
    expectError,
    expectTrue,
} from "./checks.js";
import { box, entity } from "./map_text.js";

// A standing body reaches 15 units to each side of its position, and from 24 below it to 32 above.
const kSource =
    entity(
        "worldspawn",
        [
            box([0, 0, -16], [512, 256, 0], "stone"),
            box([248, 0, 0], [264, 96, 128], "stone"),
            box([248, 160, 0], [264, 256, 128], "stone"),
            box([576, 0, 240], [832, 256, 256], "stone"),
        ].join(""),
    ) +
    entity("light", '"origin" "64 64 64"\n') +
    entity("func_door", `"angle" "90"\n${box([252, 96, 0], [260, 160, 128], "door")}`) +
    entity("trigger_teleport", `"target" "t"\n${box([440, 96, 0], [480, 160, 96], "trigger")}`) +
    entity("info_teleport_destination", '"targetname" "t"\n"origin" "700 64 290"\n') +
    entity(
        "trigger_push",
        `"angle" "-1"\n"speed" "60"\n${box([40, 40, 0], [80, 80, 8], "trigger")}`,
    ) +
    entity("trigger_push", `"target" "nobody"\n${box([0, 0, 0], [8, 8, 8], "trigger")}`);
const kHeight = 24;
const kLeft: Point = [100, 128, kHeight];
const kRight: Point = [400, 128, kHeight];
const kAbove: Point = [780, 200, 280];

interface Rooms {
    level: Level;
    mesh: NavMesh;
    door: number;
}

async function withRooms(
    { halfspace }: Surroundings,
    act: (rooms: Rooms) => void | Promise<void>,
): Promise<void> {
    const { bytes } = await halfspace.compileMap(kSource, { name: "rooms.map", nav: true });
    const level = await halfspace.loadLevel(bytes);
    const mesh = new halfspace.NavMesh(level, "stand");
    const door = level.entities.find(({ classname }) => classname === "func_door")!.model!;
    await act({ level, mesh, door });
    mesh.dispose();
    level.dispose();
}

const flat = (p: ArrayLike<number>, q: ArrayLike<number>): number =>
    Math.hypot(q[0]! - p[0]!, q[1]! - p[1]!);

function doors(around: Surroundings): Check[] {
    const { halfspace } = around;
    const refuses = (message: RegExp, act: () => unknown) => expectError(halfspace, message, act);
    return [
        {
            name: "a closed door is a wall for paths, routes, rays and borders",
            run: () =>
                withRooms(around, ({ mesh, door }) => {
                    const closed = new halfspace.NavDoorState(mesh);
                    expectEqual(closed.doors.length, 4, "a door and three triggers");
                    expectEqual(closed.doors[0], door, "the doors");
                    const from = mesh.locate(kLeft)!;
                    const to = mesh.locate(kRight)!;
                    const how = { doors: closed };
                    for (const isOpen of [true, false, true]) {
                        closed.setClosed(door, !isOpen);
                        expectEqual(closed.isClosed(door), !isOpen, "the state");
                        expectEqual(mesh.findPath(from, to, how) !== null, isOpen, "a path");
                        expectEqual(mesh.findRoute(from, to, how) !== null, isOpen, "a route");
                        expectEqual(mesh.isReachable(from, to, how), isOpen, "reachable");
                        expectEqual(mesh.raycast(from, kRight, how).wall === null, isOpen, "a ray");
                        // The door closes what is from x = 237 on.
                        const before = mesh.locate([200, 128, kHeight])!;
                        const { distance } = mesh.wallDistance(before, Infinity, how)!;
                        expectTrue(isOpen ? distance > 37 : distance === 37, `${distance}`);
                    }
                    expectEqual(mesh.findPath(from, to)!.length, 300, "without a state");
                    closed.setClosed(0); // the world
                    expectEqual(closed.isClosed(0), false, "a model that is no door");
                }),
        },
        {
            name: "a follower waits before a door that closes, and goes on when it opens",
            run: () =>
                withRooms(around, ({ level, mesh, door }) => {
                    const closed = new halfspace.NavDoorState(mesh);
                    const world = new halfspace.CollisionWorld(level);
                    const mover = new halfspace.Mover(world, { position: [100, 128, 24.1] });
                    const follower = new halfspace.PathFollower(mesh, { doors: closed });
                    expectEqual(follower.goTo(mover, mesh.locate(kRight)), "following", "first");
                    const walk = (steps: number) => {
                        for (let step = 0; step < steps; ++step) {
                            mover.stepByInput(follower.step(mover));
                        }
                    };
                    walk(10);
                    closed.setClosed(door);
                    walk(60);
                    expectEqual(follower.status, "unreachable", "the door is closed");
                    expectTrue(mover.position[0] < 237, `${mover.position}`);
                    closed.setClosed(door, false);
                    closed.dispose(); // the follower keeps what it needs
                    walk(160);
                    expectEqual(follower.status, "arrived", "the door is open");
                    [follower, mover, world].forEach((each) => each.dispose());
                }),
        },
        {
            name: "mistakes with doors have messages with names",
            run: () =>
                withRooms(around, async ({ level, mesh, door }) => {
                    const { NavDoorState, NavMesh, PathFollower } = halfspace;
                    const closed = new NavDoorState(mesh);
                    const other = new NavMesh(level, "crouch");
                    const place = mesh.locate(kLeft)!;
                    const theirs = { doors: new NavDoorState(other) };
                    await refuses(/expected a NavMesh/, () => new NavDoorState(level as never));
                    await refuses(/expected a NavMesh/, () => new NavDoorState(null as never));
                    await refuses(/model: expected a whole/, () => closed.setClosed(-1));
                    await refuses(/isClosed: expected true/, () =>
                        closed.setClosed(door, 1 as never),
                    );
                    for (const ask of [
                        () => mesh.findPath(place, place, theirs),
                        () => mesh.findRoute(place, place, theirs),
                        () => mesh.isReachable(place, place, theirs),
                        () => mesh.raycast(place, kLeft, theirs),
                        () => mesh.wallDistance(place, 9, theirs),
                        () => new PathFollower(mesh, theirs),
                    ]) {
                        await refuses(/doors: expected a NavDoorState of the mesh/, ask);
                    }
                    await refuses(/found 7/, () =>
                        mesh.findPath(place, place, { doors: 7 as never }),
                    );
                    await refuses(/no kind "fly"/, () =>
                        mesh.findRoute(place, place, { links: ["fly" as never] }),
                    );
                    await refuses(/links: expected an array/, () =>
                        mesh.findRoute(place, place, { links: 1 as never }),
                    );
                    await refuses(/no option doors/, () => mesh.locate(kLeft, theirs as never));
                    closed.dispose();
                    await refuses(/state of doors was used after dispose/, () =>
                        closed.isClosed(1),
                    );
                    await refuses(/dispose/, () => mesh.findPath(place, place, { doors: closed }));
                    other.dispose();
                    await refuses(/dispose/, () => new NavDoorState(other));
                }),
        },
    ];
}

function fields(around: Surroundings): Check[] {
    const { halfspace } = around;
    const refuses = (message: RegExp, act: () => unknown) => expectError(halfspace, message, act);
    return [
        {
            name: "a field has the lengths and the paths of findPath",
            run: () =>
                withRooms(around, ({ mesh, door }) => {
                    const closed = new halfspace.NavDoorState(mesh);
                    const field = new halfspace.DistanceField(mesh);
                    expectEqual([field.goal, field.isCurrent], [null, false], "before find()");
                    const goal = mesh.locate(kLeft)!;
                    field.find(goal, { doors: closed });
                    expectEqual([field.goal, field.isCurrent], [goal, true], "the goal");
                    for (let seed = 0; seed < 40; ++seed) {
                        const from = mesh.randomPlace(seed)!;
                        const path = mesh.findPath(from, goal);
                        const length = field.lengthFrom(from);
                        expectEqual(length !== null, path !== null, "a path");
                        expectTrue(Math.abs((length ?? 0) - (path?.length ?? 0)) < 1e-9, "as long");
                        expectEqual(field.pathFrom(from)?.points.length, path?.points.length, "it");
                    }
                    const all = field.polygons().length;
                    expectTrue(all > 3 && all < mesh.polygonCount, `${all} polygons`);
                    closed.setClosed(door);
                    expectEqual(field.isCurrent, false, "a door was set");
                    field.find(goal, { doors: closed, maxLength: 1000 });
                    expectEqual(field.lengthFrom(mesh.locate(kRight)!), null, "behind the door");
                    expectTrue(field.polygons().length < all, "fewer polygons");
                    field.find(goal, { maxLength: 299 });
                    expectEqual(field.lengthFrom(mesh.locate(kRight)!), null, "too far");
                    field.find(goal, { maxLength: 301 });
                    expectEqual(field.lengthFrom(mesh.locate(kRight)!), 300, "near enough");
                }),
        },
        {
            name: "followers and crowds go to the goal of a field",
            run: () =>
                withRooms(around, ({ level, mesh }) => {
                    const field = new halfspace.DistanceField(mesh);
                    field.find(mesh.locate(kRight)!);
                    const crowd = new halfspace.Crowd();
                    for (let i = 0; i < 4; ++i) {
                        const mover = new halfspace.Mover(level, {
                            position: [40 + 40 * i, 60, 24.1],
                        });
                        const agent = crowd.add(mover, mesh, { goalRadius: 80 });
                        expectEqual(agent.goTo(field), "following", "an agent");
                    }
                    const mover = new halfspace.Mover(level, { position: [40, 200, 24.1] });
                    const follower = new halfspace.PathFollower(mesh);
                    expectEqual(follower.goTo(mover, field), "following", "a follower");
                    field.dispose();
                    for (let step = 0; step < 200; ++step) {
                        crowd.step();
                        crowd.agents.forEach((agent) => agent.mover.stepByInput(agent.input));
                        mover.stepByInput(follower.step(mover));
                    }
                    expectEqual(follower.status, "arrived", "the follower");
                    crowd.agents.forEach(({ status }) =>
                        expectEqual(status, "arrived", "an agent"),
                    );
                    [crowd, follower].forEach((each) => each.dispose());
                }),
        },
        {
            name: "mistakes with fields have messages with names",
            run: () =>
                withRooms(around, async ({ level, mesh, door }) => {
                    const { Crowd, DistanceField, Mover, NavDoorState, NavMesh } = halfspace;
                    const place = mesh.locate(kLeft)!;
                    const field = new DistanceField(mesh);
                    const mover = new Mover(level, { position: kLeft });
                    const follower = new halfspace.PathFollower(mesh);
                    const agent = new Crowd().add(mover, mesh);
                    await refuses(/expected a NavMesh/, () => new DistanceField(level as never));
                    await refuses(/lengthFrom: the field has no goal/, () =>
                        field.lengthFrom(place),
                    );
                    await refuses(/goTo: the field has no goal/, () => follower.goTo(mover, field));
                    await refuses(/no option radius/, () =>
                        field.find(place, { radius: 1 } as never),
                    );
                    await refuses(/maxLength: expected a number from 0/, () =>
                        field.find(place, { maxLength: -1 }),
                    );
                    await refuses(/maxLength/, () => field.find(place, { maxLength: NaN }));
                    await refuses(/find: the search needs more than 1 nodes/, () =>
                        field.find(place, { maxNodes: 1 }),
                    );
                    await refuses(/goal: expected an object/, () => field.find(null as never));
                    await refuses(/goal.polygon/, () => field.find({ ...place, polygon: 1e6 }));
                    const closed = new NavDoorState(mesh);
                    field.find(place, { doors: closed });
                    await refuses(/place.polygon/, () =>
                        field.lengthFrom({ ...place, polygon: -1 }),
                    );
                    closed.setClosed(door);
                    closed.dispose();
                    await refuses(/a door was set after find/, () => field.lengthFrom(place));
                    await refuses(/a door was set after find/, () => field.pathFrom(place));
                    await refuses(/goTo: a door was set after find/, () => agent.goTo(field));
                    const other = new NavMesh(level, "crouch");
                    const theirs = new DistanceField(other);
                    theirs.find(other.locate([100, 128, 24])!);
                    await refuses(/a field of the mover's own mesh/, () => agent.goTo(theirs));
                    await refuses(/own mesh/, () => follower.goTo(mover, theirs));
                    field.dispose();
                    await refuses(/field was used after dispose/, () => field.find(place));
                    await refuses(/dispose/, () => field.polygons());
                    [follower, mover, other].forEach((each) => each.dispose());
                }),
        },
    ];
}

/** A mover of the level, and its world. */
function placed(around: Surroundings, level: Level, position: Point): [Mover, CollisionWorld] {
    const world = new around.halfspace.CollisionWorld(level);
    return [new around.halfspace.Mover(world, { position }), world];
}

function triggers(around: Surroundings): Check[] {
    const { halfspace } = around;
    const refuses = (message: RegExp, act: () => unknown) => expectError(halfspace, message, act);
    return [
        {
            name: "a monster takes a teleporter to a floor above, if it may",
            run: () =>
                withRooms(around, ({ level, mesh }) => {
                    const { gameLinks, moverLinks, PathFollower, Triggers } = halfspace;
                    const game = new Triggers(level);
                    expectEqual(
                        game.triggers.map(({ kind }) => kind),
                        ["teleport", "push"],
                        "the triggers",
                    );
                    expectEqual(game.triggers[0]!.destination, [700, 64, 290], "the destination");
                    expectEqual(game.triggers[1]!.velocity, [0, 0, 600], "the velocity");
                    expectTrue(/targetname "nobody"/.test(game.idle[0]!.reason), "why it is idle");
                    const goal = mesh.locate(kAbove)!;
                    const [mover, world] = placed(around, level, [400, 60, 24.1]);
                    const stays = new PathFollower(mesh);
                    expectEqual(stays.goTo(mover, goal), "unreachable", "by its own means");
                    const links = [...moverLinks, ...gameLinks];
                    const route = mesh.findRoute(mesh.locate(kRight)!, goal, { links })!;
                    const link = route.points.find((point) => point.link)!.link!;
                    expectEqual(
                        [link.kind, link.model],
                        ["teleport", game.triggers[0]!.model],
                        "it",
                    );
                    const follower = new PathFollower(mesh, { links });
                    expectEqual(follower.goTo(mover, goal), "following", "by the teleporter");
                    let moved = 0;
                    for (let step = 0; step < 300 && follower.status === "following"; ++step) {
                        mover.stepByInput(follower.step(mover));
                        const touched = game.touched(mover);
                        const trigger = game.apply(mover);
                        expectTrue(touched === trigger, "touched() says what apply() does");
                        moved += trigger === null ? 0 : 1;
                    }
                    expectEqual([follower.status, moved], ["arrived", 1], "at the end");
                    expectTrue(flat(mover.position, kAbove) <= 1, `${mover.position}`);
                    [game, stays, follower, mover, world].forEach((each) => each.dispose());
                }),
        },
        {
            name: "a teleporter leaves out what its mover leaves out, and a pad throws",
            run: () =>
                withRooms(around, ({ level }) => {
                    const game = new halfspace.Triggers(level);
                    const [mover, world] = placed(around, level, [460, 128, 30]);
                    world.placeObstacle({ id: 1, body: "stand", position: [700, 64, 290] });
                    expectEqual(game.apply(mover)?.kind, "teleport", "there is no room");
                    expectEqual(mover.position, [460, 128, 30], "so it stays");
                    game.apply(mover, { without: { obstacles: [1] } });
                    expectEqual(mover.position, [700, 64, 290], "there is room");
                    expectEqual([game.apply(mover), game.touched(mover)], [null, null], "none");
                    mover.position = [60, 60, 30];
                    game.apply(mover);
                    expectEqual(mover.velocity, [0, 0, 600], "thrown");
                    [mover, world, game].forEach((each) => each.dispose());
                }),
        },
        {
            name: "mistakes with triggers have messages with names",
            run: () =>
                withRooms(around, async ({ level }) => {
                    const { Mover, Shape, Triggers } = halfspace;
                    await refuses(/a Level/, () => new Triggers(null as never));
                    await refuses(
                        /gravity: expected a finite/,
                        () => new Triggers(level, { gravity: NaN }),
                    );
                    await refuses(
                        /gravity: expected a number from 0/,
                        () => new Triggers(level, { gravity: -1 }),
                    );
                    await refuses(
                        /no option speed/,
                        () => new Triggers(level, { speed: 1 } as never),
                    );
                    const game = new Triggers(level);
                    const [mover, world] = placed(around, level, [460, 128, 30]);
                    await refuses(/expected a Mover/, () => game.apply(level as never));
                    await refuses(/expected a Mover/, () => game.touched(null as never));
                    await refuses(/no option mask/, () => game.apply(mover, { mask: 1 } as never));
                    const empty = new halfspace.CollisionWorld();
                    const shape = Shape.box([15, 15, 28]);
                    const stand = { shape };
                    const lost = new Mover(empty, { position: [460, 128, 30], stand });
                    await refuses(/a mover in the level of the triggers/, () => game.apply(lost));
                    const own = new Mover(world, { position: kLeft, stand });
                    game.apply(own);
                    shape.dispose();
                    await refuses(/shape was used after dispose/, () => game.apply(own));
                    await refuses(/shape was used after dispose/, () => game.touched(own));
                    game.dispose();
                    await refuses(/triggers was used after dispose/, () => game.apply(mover));
                    [own, lost, mover, empty, world].forEach((each) => each.dispose());
                }),
        },
    ];
}

export const suite: Suite = (around) => [...doors(around), ...fields(around), ...triggers(around)];
