// SPDX-License-Identifier: MIT
// Answers that are worked out by hand, in levels of a few boxes.
import type { Level, Mover, MoverOptions, Point } from "halfspace";
import { expectSame } from "./body_answers.js";
import {
    type Check,
    type Halfspace,
    type Suite,
    type Surroundings,
    expectEqual,
    expectError,
    expectTrue,
} from "./checks.js";
import { box, entity } from "./map_text.js";
import { questions } from "./question_rows.js";

const kSkin = 1 / 32;
// A standing body reaches from 24 units below its position to 32 above.
const kOnFloor = 24 + kSkin;

const kFloor = box([-512, -512, -256], [512, 512, 0], "stone");
const kWall = box([64, -512, 0], [128, 512, 256], "stone");
const kWater = box([-512, -512, 0], [-256, 512, 10], "*water");
const kDeepWater = box([-256, -512, 0], [-128, 512, 40], "*water");
const kDeepestWater = box([-128, -512, 0], [-64, 512, 80], "*water");
const kDoor = `"angle" "90"\n${box([-32, 256, 0], [32, 264, 128], "metal")}`;
const kRoom = [
    entity("worldspawn", kFloor + kWall + kWater + kDeepWater + kDeepestWater),
    entity("light", '"origin" "0 0 64"\n"angles" "30 0 0"\n'),
    entity("func_wall", box([-32, -264, 0], [32, -256, 128], "metal")),
    entity("func_door", kDoor),
].join("");

async function levelOf(
    { compileMap, loadLevel }: Halfspace,
    source: string,
    options: Parameters<typeof compileMap>[1] = {},
): Promise<Level> {
    const { bytes } = await compileMap(source, { name: "room.map", ...options });
    return loadLevel(bytes);
}

function expectNear(found: ArrayLike<number>, expected: number[], error: number, what: string) {
    expectEqual(found.length, expected.length, `${what}: numbers`);
    expected.forEach((number, i) =>
        expectTrue(Math.abs(found[i]! - number) <= error, `${what}: ${[...Array.from(found)]}`),
    );
}

function steps(mover: Mover, count: number, controls: Parameters<Mover["step"]>[0] = {}) {
    const all = Array.from({ length: count }, () => mover.step(controls));
    return all.at(-1)!;
}

/** What a check does with the room, and with movers in it. */
type Act = (
    level: Level,
    newMover: (position: Point, options?: MoverOptions) => Mover,
    halfspace: Halfspace,
) => void | Promise<void>;

const acts: Record<string, Act> = {
    "facing: pitch looks down, yaw turns left": (_, __, { facing }) => {
        expectNear(facing([0, 0, 0]), [1, 0, 0], 0, "ahead");
        expectNear(facing([0, 90, 0]), [0, 1, 0], 1e-15, "left");
        expectNear(facing([90, 0, 0]), [0, 0, -1], 1e-15, "down");
        expectNear(facing([30, 180, 45]), [-Math.sqrt(3) / 2, 0, -0.5], 1e-15, "back and down");
    },
    "anglesTowards: the angles of a direction": (_, __, { anglesTowards, facing }) => {
        expectEqual(anglesTowards([0, 5, 0]), [0, 90, 0], "left");
        expectEqual(anglesTowards([-1, -1, 0]), [0, -135, 0], "back and right");
        expectEqual(anglesTowards([0, 0, -3]), [90, 0, 0], "down");
        expectNear(facing(anglesTowards([2, 3, 6])), [2 / 7, 3 / 7, 6 / 7], 1e-15, "and back");
    },
    "entities know their models, and models their entities": (level) => {
        expectEqual(level.modelCount, 3, "models");
        const names = [0, 1, 2].map((model) => level.modelEntity(model)!.classname);
        expectEqual(names, ["worldspawn", "func_wall", "func_door"], "their entities");
        expectEqual(
            level.entities.map(({ model }) => model),
            [0, null, 1, 2],
            "the models of the entities",
        );
        expectNear(level.entities[1]!.angles!, [30, 0, 0], 0, "the angles of the light");
        expectNear(level.entities[1]!.facing!, [Math.sqrt(3) / 2, 0, -0.5], 1e-15, "the light");
        expectNear(level.entities[3]!.facing!, [0, 1, 0], 1e-15, "the door");
        expectEqual(level.modelBox(2), { min: [-32, 256, 0], max: [32, 264, 128] }, "the door");
    },
    "moveAndSlide goes along a wall, and stops before what it meets": (level, _, halfspace) => {
        const { CollisionWorld, moveAndSlide, Shape } = halfspace;
        const along = moveAndSlide(level, "point", [0, 0, 100], [100, 50, 0], 1);
        expectNear(along.position, [64 - kSkin, 50, 100], 1e-3, "along the wall");
        expectNear(along.velocity, [0, 50, 0], 1e-9, "the speed along the wall");
        expectEqual(along.contacts.length, 1, "walls");
        expectEqual(along.contacts[0]!.normal, [-1, 0, 0], "the wall");
        expectEqual([along.startBlocked, along.tooManyNear], [false, false], "no problem");

        const half = moveAndSlide(level, "point", [0, 0, 100], [100, 50, 0], 0.5);
        expectEqual(half.position, [50, 25, 100], "half of the time");
        const far = moveAndSlide(level, "point", [0, 0, 100], [100, 0, 0], 1, { skin: 0.5 });
        expectNear(far.position, [63.5, 0, 100], 1e-3, "with another skin");
        const mask = halfspace.Contents.Trigger; // the room has none
        const free = moveAndSlide(level, "point", [0, 0, 100], [100, 0, 0], 1, { mask });
        expectEqual(free.position, [100, 0, 100], "what blocks nothing");
        expectTrue(
            moveAndSlide(level, "point", [100, 0, 100], [1, 0, 0], 1).startBlocked,
            "a start in the wall",
        );

        const world = new CollisionWorld(level);
        const shape = Shape.sphere(8);
        world.placeObstacle({ id: 7, body: { shape }, position: [0, 100, 100] });
        shape.dispose(); // the world has a copy
        const met = moveAndSlide(world, "point", [0, 0, 100], [0, 200, 0], 1);
        expectNear(met.position, [0, 92 - kSkin, 100], 1e-2, "before the ball");
        expectEqual([met.contacts[0]!.model, met.contacts[0]!.obstacle], [-1, 7], "the ball");
        const without = { obstacles: [7] };
        const past = moveAndSlide(world, "point", [0, 0, 100], [0, 100, 0], 1, { without });
        expectEqual(past.position, [0, 100, 100], "without the ball");

        world.removeObstacle(7);
        world.placeModel({ model: 2 });
        world.moveModel({ model: 2, translation: [0, -128, 0] });
        const stopped = moveAndSlide(world, "point", [0, 0, 100], [0, 200, 0], 1);
        expectNear(stopped.position, [0, 128 - kSkin, 100], 1e-3, "before the door at its end");
        expectEqual([stopped.contacts[0]!.model, stopped.contacts[0]!.obstacle], [2, -1], "it");
    },
    "a collision world holds what was placed": (level, _, { CollisionWorld }) => {
        const world = new CollisionWorld(level);
        const open = { model: 2, translation: [0, 0, 64] };
        expectEqual([world.placedModelCount, world.obstacleCount], [0, 0], "at first");
        expectEqual(world.modelWay(2), null, "the way of a model that is not placed");
        world.placeModelsAtRest();
        world.moveModel(open);
        expectEqual(world.placedModelCount, 2, "models");
        expectEqual(world.modelWay(2)!.from.translation, [0, 0, 0], "where the door was");
        expectEqual(world.modelWay(2)!.to.translation, [0, 0, 64], "where the door is");
        expectEqual(
            world.placements().map(({ model, translation }) => [model, ...Array.from(translation)]),
            [
                [1, 0, 0, 0],
                [2, 0, 0, 64],
            ],
            "all",
        );
        world.endStep();
        expectEqual(world.modelWay(2)!.from.translation, [0, 0, 64], "where it rests");
        world.removeModel(1);
        expectEqual(world.modelsIn([-600, -600, -600], [600, 600, 600]), [2], "models in a box");

        expectEqual(world.obstacleWay(300), null, "the way of no obstacle");
        for (let id = 1000; id > 400; id -= 2) {
            world.placeObstacle({ id, body: "stand", position: [id - 700, 0, 24] });
        }
        world.moveObstacle(402, [0, 100, 24]);
        expectEqual(world.obstacleWay(402), { from: [-298, 0, 24], to: [0, 100, 24] }, "a way");
        world.placeObstacleAt(404, [0, 200, 24]);
        expectEqual(world.obstacleWay(404)!.from, [0, 200, 24], "at rest");
        const found = world.obstaclesIn([-600, -600, -600], [600, 600, 600]);
        expectEqual([found.length, world.obstacleCount], [300, 300], "obstacles");
        expectTrue(
            found.every((id, i) => id === 402 + 2 * i),
            "in the order of their ids",
        );
        world.dispose();
    },
    "one trace meets the level, a model and an obstacle": (level, _, { CollisionWorld }) => {
        const world = new CollisionWorld(level);
        const from: Point = [0, -480, 64];
        const to: Point = [0, 480, 64];
        const whom = (without = {}) => {
            const { model, obstacle } = world.trace("point", from, to, { without });
            return [model, obstacle];
        };
        expectEqual(whom(), [-1, -1], "nothing");
        world.placeModelsAtRest();
        world.placeObstacle({ id: 5, body: "stand", position: [0, 0, 64] });
        expectEqual(whom(), [1, -1], "the func_wall");
        expectEqual(whom({ models: [1] }), [-1, 5], "the obstacle");
        expectEqual(whom({ models: [1], obstacles: [5] }), [2, -1], "the door");
        const segments = [...from, ...to, ...to, ...from];
        const many = world.traceAll("point", segments, { without: { models: [1, 2] } });
        expectEqual([...many.obstacles, ...many.models], [5, 5, -1, -1], "a batch");
        expectEqual(world.sees(from, to), false, "the walls hide");
        expectEqual(world.sees(from, to, { without: { models: [1, 2] } }), true, "it does not");
        expectEqual(world.isFree("point", [0, 0, 64]), false, "in the obstacle");
        expectEqual(world.contents([0, -260, 64]) !== 0, true, "in the func_wall");
        const wall = world.trace("point", from, to);
        expectEqual(world.touchedSurface("point", wall).material, "metal", "of the func_wall");
        world.dispose();
    },
    "all questions and batches leave out what they are told to": (level, _, halfspace) => {
        const world = new halfspace.CollisionWorld(level);
        world.placeModelsAtRest();
        const body = { shape: halfspace.Shape.sphere(1) };
        const [from, to, high] = [
            [0, -260, 64],
            [0, 480, 64],
            [8, -250, 72],
        ] as const; // in a wall
        for (const [name, { ask, askAll, width }] of Object.entries(questions)) {
            const answers = [{}, { without: { models: [1, 2] } }].map((how) => {
                const asked = { space: 0, body, from, to, high, how };
                const answer = ask(world, asked);
                const all = askAll?.(world, [...from, ...to].slice(0, width), asked);
                expectSame(answer, all?.at(0) ?? answer, name);
                return JSON.stringify(answer);
            });
            expectTrue(answers[0] !== answers[1], `${name}: ${answers}`);
        }
        body.shape.dispose();
        world.dispose();
    },
    "firstOverlapped names whom a door crushes": (level, _, { CollisionWorld }) => {
        const world = new CollisionWorld(level);
        expectEqual(world.firstOverlapped(2), -1, "a door that is not placed");
        world.placeModelsAtRest();
        world.placeObstacle({ id: 8, body: "stand", position: [0, 200, 64] });
        expectEqual(world.firstOverlapped(2), -1, "nobody");
        world.moveModel({ model: 2, translation: [0, -48, 0] });
        expectEqual(world.firstOverlapped(2), 8, "whom the door has reached");
        world.dispose();
    },
    "a world without a level has obstacles": (_, __, { CollisionWorld, Shape }) => {
        const world = new CollisionWorld();
        world.placeObstacle({ id: 1, body: { shape: Shape.sphere(8) }, position: [100, 0, 0] });
        expectEqual(world.trace("point", [0, 0, 0], [200, 0, 0]).obstacle, 1, "a ray");
        expectEqual([world.level, world.modelCount, world.spaces.length], [null, 1, 1], "parts");
        world.dispose();
    },
    "lastInput has the bytes of MoverInput": (_, newMover) => {
        const mover = newMover([0, 0, kOnFloor]);
        expectEqual([...mover.lastInput], [0, 0, 0, 0, 0, 0, 0, 0], "before the first step");
        mover.step({ pitch: 45, yaw: -90, forward: 1, left: -1, up: 0.5, jump: true });
        // Angles in 65536ths of a turn, the lower byte first; speeds in 127ths; the buttons.
        expectEqual([...mover.lastInput], [0x00, 0x20, 0x00, 0xc0, 127, 129, 64, 1], "jump");
        mover.step({ crouch: true });
        expectEqual([...mover.lastInput], [0, 0, 0, 0, 0, 0, 0, 2], "crouch");
    },
    "stepByInput repeats a step to the last bit": (_, newMover) => {
        const [first, second] = [newMover([0, 0, 64]), newMover([0, 0, 64])];
        for (let i = 0; i < 100; ++i) {
            first.step({ forward: 1, yaw: 3 * i, jump: i % 40 === 0 });
            second.stepByInput(first.lastInput);
            expectEqual([...second.save()], [...first.save()], `step ${i}`);
        }
        first.stepByInput(first.lastInput);
        second.stepByInput(null);
        expectEqual([...second.save()], [...first.save()], "the last input again");
        expectTrue(first.position[0] !== 0, "it has walked");
    },
    "a step that throws changes neither the state nor the last input": async (
        _,
        newMover,
        halfspace,
    ) => {
        const mover = newMover([0, 0, kOnFloor]);
        mover.step({ forward: 1 });
        const seen = () => [...mover.save(), ...mover.lastInput];
        const before = seen();
        const unknown = { without: { obstacles: [-1] } };
        for (const act of [
            () => mover.step({ left: 1 }, unknown),
            () => mover.step({ left: 1, jump: true }, { without: { models: [null as never] } }),
            () => mover.step({ left: NaN }),
            () => mover.stepByInput(Uint8Array.of(1, 2, 3, 4, 5, 6, 7, 3), unknown),
            () => mover.stepByInput(new Uint8Array(7)),
        ]) {
            await expectError(halfspace, /expected|range/, act);
            expectEqual(seen(), before, `${act}`);
        }
    },
    "walkSpeed is the speed on the ground": (_, newMover) => {
        for (const walkSpeed of [100, undefined]) {
            const mover = newMover([0, -480, kOnFloor], walkSpeed ? { walkSpeed } : {});
            steps(mover, 100, { forward: 1, yaw: 90 });
            const speed = walkSpeed ?? 320;
            expectNear(mover.velocity, [0, speed, 0], 1e-9, `walkSpeed ${walkSpeed}`);
            expectEqual(mover.mode, "ground", "it walks");
        }
    },
    "a velocity that is set counts from the next step on": (_, newMover) => {
        const mover = newMover([0, 0, 200]);
        mover.velocity = [-128, 64, 0];
        expectEqual(mover.velocity, [-128, 64, 0], "the velocity");
        mover.step();
        // A step is 1/64 s. Gravity adds 800/64 to the speed, and the mean speed of the step counts.
        expectEqual(mover.position, [-2, 1, 200 - 6.25 / 64], "after a step");
        expectEqual(mover.velocity, [-128, 64, -12.5], "the velocity after a step");
    },
    "a mover whose position is set no longer rides on what it stood on": (
        level,
        _,
        { CollisionWorld, Mover, Shape },
    ) => {
        const world = new CollisionWorld(level);
        const place = () => {
            const body = { shape: Shape.box([32, 32, 8]) };
            world.placeObstacle({ id: 7, body, position: [0, 0, 0] });
        };
        const riding = () => {
            place();
            const mover = new Mover(world, { position: [0, 0, 8 + kOnFloor] });
            const last = [1, 2].map(() => mover.step()).at(-1)!;
            expectEqual(last.ground?.obstacle, 7, "it stands on the obstacle");
            world.moveObstacle(7, [8, 0, 0]);
            return mover;
        };
        const carried = riding();
        carried.step();
        expectNear(carried.position, [8, 0, 8 + kOnFloor], 1e-3, "carried");
        for (const y of [-64, -50, 50, 64]) {
            const moved = riding();
            moved.position = [0, y, 8 + kOnFloor];
            moved.step();
            expectEqual(moved.position.slice(0, 2), [0, y], "not carried");
        }
        world.dispose();
    },
    "a push lifts a mover off the ground": (_, newMover) => {
        for (const lift of [
            (mover: Mover) => mover.push([64, 0, 320]),
            (mover: Mover) => (mover.velocity = [64, 0, 320]),
        ]) {
            const mover = newMover([0, 0, kOnFloor]);
            mover.step();
            expectEqual(mover.mode, "ground", "it stands");
            lift(mover);
            mover.step();
            expectEqual(mover.mode, "air", "it flies");
            expectNear(mover.velocity, [64, 0, 320 - 12.5], 1e-9, "the velocity");
            mover.position = [0, 0, kOnFloor + 200];
            expectNear(mover.velocity, [64, 0, 320 - 12.5], 1e-9, "it stays");
        }
    },
    "landingSpeed is how fast the mover fell": (_, newMover) => {
        const mover = newMover([0, 0, kOnFloor + 95]);
        // After n steps it has fallen 400 (n / 64)^2 units: 93.8 after 31 steps and 100 after 32.
        const last = steps(mover, 31);
        expectEqual([last.landed, last.landingSpeed], [false, 0], "step 31");
        const landing = mover.step();
        expectTrue(landing.landed, "it lands in step 32");
        expectEqual(landing.landingSpeed, 31 * 12.5 + 6.25, "the mean speed of step 32");
        expectNear(mover.position, [0, 0, kOnFloor], 1e-3, "on the floor");
        expectEqual(landing.ground!.model, 0, "the ground is the world");
        expectEqual(mover.step().landed, false, "it lands once");
    },
    "liquidDepth: feet, waist, head": (_, newMover, { Contents }) => {
        for (const [x, depth, mode] of [
            [0, 0, "ground"],
            [-384, 1, "ground"],
            [-192, 2, "swim"],
            [-96, 3, "swim"],
        ] as const) {
            const mover = newMover([x, 0, kOnFloor]);
            mover.step();
            const { liquid, liquidDepth } = mover.step();
            expectEqual(liquidDepth, depth, `the depth at ${x}`);
            expectEqual(liquid, depth === 0 ? 0 : Contents.Water, `the liquid at ${x}`);
            expectEqual(mover.mode, mode, `the mode at ${x}`);
        }
    },
    "wasFreed: a body in a wall is moved out, if the way is not too long": (_, newMover) => {
        const sunk = newMover([0, 0, kOnFloor - 4]);
        const freed = sunk.step();
        expectEqual([freed.wasFreed, freed.problem], [true, ""], "4 units in the floor");
        expectNear(sunk.position, [0, 0, 24], 0.2, "it was lifted");
        expectEqual(sunk.step().wasFreed, false, "it is free");

        const deep = newMover([0, 0, kOnFloor - 12]);
        const { wasFreed, problem } = deep.step();
        expectEqual([wasFreed, problem], [false, "stuck"], "12 units in the floor");
        expectEqual(deep.position, [0, 0, kOnFloor - 12], "it stays");
        const lifted = newMover([0, 0, kOnFloor - 12], { unstick: 16 }).step();
        expectEqual(lifted.wasFreed, true, "with a larger unstick");
    },
};

/** A parabola: z = 64 (1 - (x / 64)^2) for all y from -64 to 64. */
const kCurve = `{
"classname" "worldspawn"
{
patchDef2
{
stone
( 3 3 0 0 0 )
(
${[-64, 0, 64]
    .map((x) => {
        const points = [-64, 0, 64].map((y) => `( ${x} ${y} ${x === 0 ? 128 : 0} 0 0 )`);
        return `( ${points.join(" ")} )`;
    })
    .join("\n")}
)
}
}
}
`;

/** How far the facets of the parabola lie from it, at most. */
function facetDistance(level: Level): number {
    let most = 0;
    for (let x = -60; x <= 60; ++x) {
        const found = level.trace("point", [x + 0.125, 0.125, 200], [x + 0.125, 0.125, -200]);
        expectTrue(found.hit, `the curve is there at ${x}`);
        const height = found.point[2] - 64 * (1 - ((x + 0.125) / 64) ** 2);
        // The curve is as steep as 2 there: the distance is less than the difference of heights.
        const slope = (2 * (x + 0.125)) / 64;
        most = Math.max(most, Math.abs(height) / Math.hypot(1, slope));
    }
    return most;
}

function compiled({ halfspace }: Surroundings): Check[] {
    return [
        {
            name: "gridExponent: the planes of brushes are moved to steps of 2^-k units",
            async run() {
                const source = entity("worldspawn", box([-8, -8, -8], [8, 8, 0.25], "stone"));
                for (const [gridExponent, top] of [
                    [0, 0],
                    [2, 0.25],
                ] as const) {
                    const level = await levelOf(halfspace, source, { gridExponent });
                    expectEqual(
                        level.modelBox(0)!.max,
                        [8, 8, top],
                        `gridExponent ${gridExponent}`,
                    );
                    const contents = level.contents([0, 0, 0.2]);
                    expectEqual(contents !== 0, top > 0.2, `contents below ${top}`);
                    level.dispose();
                }
            },
        },
        {
            name: "facetTolerance: facets lie no farther from the curve",
            async run() {
                const found: number[] = [];
                for (const facetTolerance of [0.25, 2, 16]) {
                    const level = await levelOf(halfspace, kCurve, { facetTolerance });
                    const distance = facetDistance(level);
                    expectTrue(distance <= facetTolerance, `${facetTolerance}: ${distance}`);
                    found.push(distance);
                    level.dispose();
                }
                expectTrue(found[0]! < found[1]! && found[1]! < found[2]!, `distances ${found}`);
            },
        },
    ];
}

export const suite: Suite = (around) => {
    const { halfspace } = around;
    const checks = Object.entries(acts).map(([name, act]) => ({
        name,
        async run() {
            const level = await levelOf(halfspace, kRoom);
            const newMover = (position: Point, options: MoverOptions = {}) =>
                new halfspace.Mover(level, { ...options, position });
            await act(level, newMover, halfspace);
            level.dispose();
        },
    }));
    return [...checks, ...compiled(around)];
};
