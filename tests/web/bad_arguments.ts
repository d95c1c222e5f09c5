// SPDX-License-Identifier: MIT
// Mistakes of a caller: numbers that are not finite, arrays of a wrong length, indices and names that
// are not there, objects that were disposed. Each gives an error, and the next call works.
import type { CollisionMesh, CollisionWorld, Level, Mover, Shape } from "halfspace";
import {
    type Check,
    type Halfspace,
    type Suite,
    type Surroundings,
    expectEqual,
    expectError,
    expectTrue,
} from "./checks.js";
import { Random } from "./hash.js";
import { questions } from "./question_rows.js";

interface Objects {
    level: Level;
    world: CollisionWorld;
    mesh: CollisionMesh;
    shape: Shape;
    mover: Mover;
}

type Act = (objects: Objects, halfspace: Halfspace) => unknown;

const kHere = [64, 256, 60];
const kThere = [64, 256, -60];
const kDoor = { models: [{ model: 1 }] };
const kBody = { id: 2, body: "stand", position: [0, 0, 0] };

async function newObjects({ halfspace, read }: Surroundings): Promise<Objects> {
    const level = await halfspace.loadLevel(await read("damaged/good.hsw"));
    const shape = halfspace.Shape.sphere(16);
    const world = new halfspace.CollisionWorld(level);
    world.placeModelsAtRest();
    world.placeObstacle({ id: 1, body: "stand", position: [64, 300, 60] });
    const mesh = new halfspace.CollisionMesh([0, 0, 0, 1, 0, 0, 0, 1, 0], [0, 1, 2]);
    return { level, world, mesh, shape, mover: new halfspace.Mover(world, { position: kHere }) };
}

/** The objects still answer. */
function expectGood({ level, world, shape, mover }: Objects): void {
    expectEqual(level.trace("stand", kHere, kThere).normal, [0, 0, 1], "the floor of keep.map");
    expectEqual(level.sweep({ shape }, kHere, kThere).normal, [0, 0, 1], "the same for a sphere");
    expectEqual(world.trace(0, kHere, [64, 400, 60]).obstacle, 1, "an obstacle");
    expectEqual(world.placedModelCount, 1, "a door");
    expectEqual(mover.step({}).problem, "", "a step of the mover");
}

/** The batches of question_rows.ts, asked with these numbers and options. */
function batches(
    name: string,
    numbersFor: (width: number) => unknown,
    how = {},
): Record<string, Act> {
    const acts: Record<string, Act> = {};
    for (const [question, { askAll, width }] of Object.entries(questions)) {
        if (askAll && width) {
            acts[`${name} in a batch of ${question}`] = ({ world, shape }) =>
                askAll(world, numbersFor(width) as never, { space: 1, body: { shape }, how });
        }
    }
    return acts;
}

const notFinite: Record<string, Act> = {
    ...batches("a first number", (width) => new Float64Array(2 * width).fill(Infinity, 0, 1)),
    ...batches("a middle number", (width) => new Float64Array(width).fill(-Infinity, 1, 2)),
    ...batches("a last number", (width) => new Float64Array(2 * width).fill(NaN, -1)),
    contents: ({ level }) => level.contents([NaN, 0, 0]),
    sees: ({ level }) => level.sees(kHere, [0, Infinity, 0]),
    isFree: ({ level }) => level.isFree("stand", [0, NaN, 0]),
    "the position of unstick": ({ level }) => level.unstick("stand", [0, 0, NaN], 8),
    "the distance of unstick": ({ level }) => level.unstick("stand", kHere, NaN),
    overlapsBox: ({ level }) => level.overlapsBox([NaN, 0, 0], [1, 1, 1]),
    trace: ({ level }) => level.trace("stand", kHere, [NaN, 0, 0]),
    "the skin of a trace": ({ level }) => level.trace("stand", kHere, kThere, { skin: NaN }),
    sweep: ({ level, shape }) => level.sweep({ shape }, [NaN, 0, 0], kThere),
    "the place of a body": ({ level, shape }) =>
        level.sweep({ shape, translation: [0, NaN, 0] }, kHere, kThere),
    isShapeFree: ({ level, shape }) => level.isShapeFree({ shape }, [0, 0, NaN]),
    findLeaf: ({ level }) => level.findLeaf([NaN, 0, 0]),
    clusterAt: ({ level }) => level.clusterAt([NaN, 0, 0]),
    areaAt: ({ level }) => level.areaAt([NaN, 0, 0]),
    lookFrom: ({ level }, { VisibleFaces }) => new VisibleFaces(level).lookFrom([0, NaN, 0]),
    maySeeBox: ({ level }, { VisibleFaces }) =>
        new VisibleFaces(level).maySeeBox([0, NaN, 0], kHere),
    orderFaces: ({ level }) => level.orderFaces([NaN, 0, 0]),
    turnedPlacement: ({ level }) => level.turnedPlacement(1, [0, 0, 0], [0, NaN, 0]),
    "a box": (_, { Shape }) => Shape.box([1, NaN, 1]),
    "a sphere": (_, { Shape }) => Shape.sphere(Infinity),
    "a capsule": (_, { Shape }) => Shape.capsule(NaN, 1),
    "a cylinder": (_, { Shape }) => Shape.cylinder(1, NaN),
    "a hull": (_, { Shape }) => Shape.hull(Float64Array.of(0, 0, 0, 1, NaN, 0)),
    lookAt: (_, { Frustum }) => Frustum.lookAt([0, 0, 0], [NaN, 0, 0], 90, 1),
    lookAlong: (_, { Frustum }) => Frustum.lookAlong([0, 0, 0], [0, NaN, 0], 90, 1),
    "the angle of a view": (_, { Frustum }) => Frustum.lookAt(kHere, kThere, NaN, 1),
    "the aspect of a view": (_, { Frustum }) => Frustum.lookAlong(kHere, [0, 0, 0], 90, Infinity),
    fromPlanes: (_, { Frustum }) => Frustum.fromPlanes(new Float64Array(20).fill(NaN)),
    "a mover": ({ level }, { Mover }) => new Mover(level, { position: [0, NaN, 0] }),
    "the seconds of a mover": ({ level }, { Mover }) =>
        new Mover(level, { position: kHere, seconds: NaN }).step({}),
    "the controls of a mover": ({ mover }) => mover.step({ forward: NaN }),
    "the position of a mover": ({ mover }) => (mover.position = [0, 0, NaN]),
    "the push of a mover": ({ mover }) => mover.push([0, 0, NaN]),
    "a direction": (_, { anglesTowards }) => anglesTowards([0, NaN, 0]),
    "the yaw of a mover": ({ mover }) => mover.step({ yaw: Infinity }),
    moveAndSlide: ({ level }, { moveAndSlide }) =>
        moveAndSlide(level, "stand", kHere, [NaN, 0, 0], 0.01),
    "the place of a model": ({ world }) => world.placeModel({ model: 1, translation: [NaN, 0, 0] }),
    "the way of a model": ({ world }) => world.moveModel({ model: 1, x: [1, NaN, 0] }),
    "the place of an obstacle": ({ world }) =>
        world.placeObstacle({ ...kBody, position: [0, Infinity, 0] }),
    "the offset of an obstacle": ({ world, shape }) =>
        world.placeObstacle({ ...kBody, body: { shape, offset: [0, NaN, 0] } }),
    "the new place of an obstacle": ({ world }) => world.placeObstacleAt(1, [NaN, 0, 0]),
    "the way of an obstacle": ({ world }) => world.moveObstacle(1, [NaN, 0, 0]),
    "a box of models": ({ world }) => world.modelsIn([NaN, 0, 0], [1, 1, 1]),
    overlap: ({ shape }, { shapesOverlap }) =>
        shapesOverlap({ shape }, { shape, translation: [NaN, 0, 0] }),
    impact: ({ shape }, { shapesTimeOfImpact }) =>
        shapesTimeOfImpact({ shape }, { shape }, [NaN, 0, 0]),
};

const wrongLength: Record<string, Act> = {
    ...batches("a number too many", (width) => new Float64Array(width + 1)),
    ...batches("a number too few", (width) => new Float64Array(2 * width - 1)),
    "a point of two numbers": ({ level }) => level.contents([1, 2]),
    "a point of four numbers": ({ level }) => level.contents([1, 2, 3, 4]),
    "a hull": (_, { Shape }) => Shape.hull(new Float64Array(10)),
    "a hull without points": (_, { Shape }) => Shape.hull(new Float64Array(0)),
    "a frustum": (_, { Frustum }) => Frustum.fromPlanes(new Float64Array(19)),
    "a saved mover": ({ mover }) => mover.restore(new Uint8Array(5)),
};

const notThere: Record<string, Act> = {
    ...batches("half a model", (width) => Array(width).fill(0), { without: { models: [0.5] } }),
    "a model": ({ level }) => level.contents(kHere, { model: 99 }),
    "a model below 0": ({ level }) => level.contents(kHere, { model: -1 }),
    "a model that is no whole number": ({ level }) => level.contents(kHere, { model: 0.5 }),
    "a placed model": ({ world }) => world.placeModel({ model: 99 }),
    "the world as a placed model": ({ world }) => world.placeModel({ model: 0 }),
    "a model that is moved": ({ world }) => world.moveModel({ model: 99 }),
    "a model that is not placed": ({ world }) => {
        try {
            world.removeModel(1);
            world.moveModel({ model: 1 });
        } finally {
            world.placeModelsAtRest();
        }
    },
    "a model beyond all levels": ({ world }) =>
        world.placeModel({ model: 1, translation: [2 ** 30, 0, 0] }),
    "a model that is scaled": ({ world }) => world.placeModel({ model: 1, x: [2, 0, 0] }),
    "an obstacle that is not placed": ({ world }) => world.placeObstacleAt(7, kHere),
    "an obstacle that is moved and not placed": ({ world }) => world.moveObstacle(7, kHere),
    "an obstacle beyond all levels": ({ world }) =>
        world.placeObstacle({ ...kBody, position: [0, 2 ** 21, 0] }),
    "the body of an obstacle": ({ world }) => world.placeObstacle({ ...kBody, body: "nobody" }),
    "the id of an obstacle": ({ world }) => world.placeObstacle({ ...kBody, id: -1 }),
    "an id that is left out": ({ world }) =>
        world.sees(kHere, kThere, { without: { obstacles: [0.5] } }),
    "too much that is left out": ({ world }) =>
        world.sees(kHere, kThere, { without: { obstacles: new Uint32Array(501) } }),
    "a box inside out": ({ world }) => world.obstaclesIn([1, 1, 1], [0, 0, 0]),
    "a space": ({ level }) => level.trace(99, kHere, kThere),
    "the name of a space": ({ level }) => level.space("nobody"),
    "a name in a trace": ({ level }) => level.trace("nobody", kHere, kThere),
    "the body of a mover": ({ level }, { Mover }) =>
        new Mover(level, { position: kHere, stand: "nobody" }),
    "faces of a model": ({ level }) => level.modelFaces(99),
    "a cluster that looks": ({ level }) => level.maySee(level.clusterCount, 0),
    "a cluster that is seen": ({ level }) => level.maySee(0, -1),
    "the cluster of a row": ({ level }) => level.visibleClusters(0.5),
    "the cluster of an area": ({ level }) => level.areaOf(level.clusterCount),
    "the cluster of a gate": ({ level }) => level.gateOf(-1),
    "an area portal": ({ level }, { AreaState }) =>
        new AreaState(level).isOpen(level.areaPortals.length),
    "an area portal that is opened": ({ level }, { AreaState }) => new AreaState(level).setOpen(-1),
    "an area": ({ level }, { AreaState }) =>
        new AreaState(level).areasConnected(0, level.areaCount),
    "a cluster beside another": ({ level }, { AreaState }) =>
        new AreaState(level).clustersConnected(level.clusterCount, 0),
    "a box of marks inside out": ({ level }, { VisibleFaces }) =>
        new VisibleFaces(level).maySeeBox(kHere, kThere),
    "the box of a model": ({ level }) => level.modelBox(99),
    "a contact of a list": ({ level }) => level.traceAll(0, new Float64Array(6)).at(1),
    "a place beyond all levels": ({ level }, { Mover }) =>
        new Mover(level, { position: [2 ** 30, 0, 0] }),
    "a mover moved beyond all levels": ({ mover }) => (mover.position = [0, 2 ** 30, 0]),
    "a negative distance": ({ level }) => level.unstick("stand", kHere, -1),
    "a radius below 0": (_, { Shape }) => Shape.sphere(-1),
    "an angle of view": (_, { Frustum }) => Frustum.lookAt(kHere, kThere, 180, 1),
    "a view of nothing": (_, { Frustum }) => Frustum.lookAt(kHere, kHere, 90, 1),
};

/** Options of a mover that are out of their ranges, and bodies that do not fit. */
const moverOptions: Record<string, Act> = {
    "a speed": ({ level }, { Mover }) =>
        new Mover(level, { position: kHere, friction: 5, walkSpeed: -1 }),
    "a long step": ({ level }, { Mover }) => new Mover(level, { position: kHere, seconds: 1 }),
    "no skin": ({ level }, { Mover }) => new Mover(level, { position: kHere, skin: 0 }),
    "a crouching body that is too large": ({ level }, { Mover }) =>
        new Mover(level, { position: kHere, crouch: "large" }),
    "new bodies, the wrong way round": ({ mover }) => mover.setBodies("crouch", "stand"),
    "a new body that is not there": ({ mover }) => mover.setBodies("large", "nobody"),
};

/** What a program in JavaScript may pass, without the checks of TypeScript. */
const untyped: Record<string, Act> = {
    ...batches("no array", () => undefined),
    ...batches("bigints", (width) => new BigInt64Array(width)),
    ...batches("no bigints", () => new BigInt64Array(0)),
    ...batches("a bigint for a length", () => ({ length: 3n })),
    "no point": ({ level }) => level.contents(undefined as never),
    "a text for a point": ({ level }) => level.contents("abc" as never),
    "a text for an angle of view": (_, { Frustum }) =>
        Frustum.lookAt(kHere, kThere, "90" as never, 1),
    "texts in a point": ({ level }) => level.contents(["1", "2", "3"] as never),
    "a list that is none": ({ level }) =>
        level.traceAll(0, new Float64Array(6), { into: {} as never }),
    "a Vector3 for a point": ({ level }) => level.contents({ x: 1, y: 2, z: 3 } as never),
    "no shape": ({ level }) => level.sweep({} as never, kHere, kThere),
    "a level for a shape": ({ level }) => level.sweep({ shape: level } as never, kHere, kThere),
    "no level": (_, { Mover }) => new Mover(undefined as never, { position: kHere }),
    "no file": (_, { loadLevel }) => loadLevel(undefined as never),
    "a number for a file": (_, { loadLevel }) => loadLevel(5 as never),
    "no source": (_, { compileMap }) => compileMap(undefined as never, { name: "a.map" }),
    "bigints in a point": ({ level }) => level.contents([1n, 2n, 3n] as never),
    "a bigint for a mask": ({ level }) => level.isFree(0, kHere, { mask: 1n as never }),
    "a bigint in a contact": ({ level }) => {
        const contact = level.trace(0, kHere, kThere);
        level.touchedSurface(0, { ...contact, node: 5n as never });
    },
    "a node below -1": ({ level }) => {
        const contact = level.trace(0, kHere, kThere);
        level.touchedSurface(0, { ...contact, node: -2 });
    },
    "a hole in a list": ({ world }) =>
        world.sees(kHere, kThere, { without: { models: [, 1] as never } }),
    "a number for a level": (_, { CollisionWorld }) => new CollisionWorld(5 as never),
    "a world for a level": ({ world }, { CollisionWorld }) => new CollisionWorld(world as never),
    "no obstacle": ({ world }) => world.placeObstacle(undefined as never),
    "a text for an id": ({ world }) => world.removeObstacle("1" as never),
    "a number for a key": ({ level }) => level.entities[0].get(5 as never),
    "a bigint for the memory": (_, { init }) => init({ maximumMemory: 5n as never }),
    "memory below 0": (_, { init }) => init({ maximumMemory: -5 }),
    "a number for the name of a level": ({ level }, { loadLevel }) =>
        loadLevel(level.bytes(), { name: 5 as never }),
    "a text for a signal": (_, { compileMap }) => compileMap("{}", { signal: "stop" as never }),
    "a controller for a signal": ({ level }, { bodyWalls }) =>
        bodyWalls(level, 1, { signal: new AbortController() as never }),
    "a number for onProgress": (_, { compileMap }) => compileMap("{}", { onProgress: 5 as never }),
    "a number for a worker": (_, { compileMap }) => compileMap("{}", { worker: 5 as never }),
    "a function for the name of a source": (_, { compileMap }) =>
        compileMap("{}", { name: (() => "a.map") as never }),
    "a function in a body": (_, { compileMap }) =>
        compileMap("{}", { bodies: [{ name: "cat", min: () => 1, max: [1, 1, 1] } as never] }),
    "a number for a flag": (_, { compileMap }) => compileMap("{}", { verify: 1 as never }),
};

/** Options that a function would have to ignore. */
const notServed: Record<string, Act> = {
    ...batches("models", (width) => Array(width).fill(0), kDoor),
    "models of contentsAll": ({ level }) => level.contentsAll([0, 0, 0], kDoor as never),
    "models of a trace": ({ level }) => level.trace(0, kHere, kThere, kDoor as never),
    "what a level leaves out": ({ level }) =>
        level.isFree(0, kHere, { without: { models: [1] } } as never),
    "the model of a world": ({ world }) => world.isFree(0, kHere, { model: 1 } as never),
    "what else is left out": ({ world }) =>
        world.sees(kHere, kThere, { without: { bodies: [1] } } as never),
    "a mask of contents": ({ level }) => level.contents(kHere, { mask: 1 } as never),
    "a speed of moveAndSlide": ({ level }, { moveAndSlide }) =>
        moveAndSlide(level, 0, kHere, [1, 0, 0], 1, { walkSpeed: 1 } as never),
    "a word of a mover": ({ level }, { Mover }) =>
        new Mover(level, { position: kHere, walkspeed: 1 } as never),
    "bodies of a step": ({ mover }) => mover.step({}, { bodies: [] } as never),
    "a word of the controls": ({ mover }) => mover.step({ forwards: 1 } as never),
    "threads of init": (_, { init }) => init({ threads: 4 } as never),
    "a space of orderFaces": ({ level }) => level.orderFaces(kHere, { space: 1 } as never),
    "threads of a compile": (_, { compileMap }) => compileMap("{}", { threads: 4 } as never),
    "the model's number": ({ level }) => level.contentsAll([0, 0, 0], 1 as never),
};

/** null where an object is expected. */
const nulls: Record<string, Act> = {
    ...batches("the options", (width) => Array(width).fill(0), null as never),
    "where of contents": ({ level }) => level.contents(kHere, null as never),
    "options of a trace": ({ level }) => level.trace(0, kHere, kThere, null as never),
    "options of orderFaces": ({ level }) => level.orderFaces(kHere, null as never),
    "a placed model": ({ world }) => world.placeModel(null as never),
    "the way of a model": ({ world }) => world.moveModel(null as never),
    "an obstacle": ({ world }) => world.placeObstacle(null as never),
    "what is left out": ({ world }) => world.sees(kHere, kThere, { without: null as never }),
    "the contact of touchedSurface": ({ level }) => level.touchedSurface(0, null as never),
    "a part of a contact": ({ level }) => level.touchedSurface(0, {} as never),
    "a frustum": ({ level }) => level.orderFaces(kHere, { frustum: {} as never }),
    "an overlap": ({ shape }, { contactPoints }) =>
        contactPoints({ shape }, { shape }, null as never),
    "the options of a mover": ({ level }, { Mover }) => new Mover(level, null as never),
    "the standing body of a mover": ({ level }, { Mover }) =>
        new Mover(level, { position: kHere, stand: null as never }),
    "the speed of a mover": ({ level }, { Mover }) =>
        new Mover(level, { position: kHere, walkSpeed: null as never }),
    "the model of a trace": ({ level }) => level.trace(0, kHere, kThere, { model: null as never }),
    "the list of a batch": ({ level }) =>
        level.traceAll(0, new Float64Array(6), { into: null as never }),
    "a yaw of the controls": ({ mover }) => mover.step({ yaw: null as never }),
    "the controls of a mover": ({ mover }) => mover.step(null as never),
    "the options of a step": ({ mover }) => mover.step({}, null as never),
    "a saved state": ({ mover }) => mover.restore(new Array(88).fill(0n) as never),
    "the options of loadLevel": (_, { loadLevel }) => loadLevel(new Uint8Array(), null as never),
    "the options of compileMap": (_, { compileMap }) => compileMap("{}", null as never),
    "the options of init": (_, { init }) => init(null as never),
    "the memory of init": (_, { init }) => init({ maximumMemory: null as never }),
    "the level of bodyWalls": (_, { bodyWalls }) => bodyWalls(null as never, 1),
    "the models of bodyWallsAll": ({ level }, { bodyWallsAll }) =>
        bodyWallsAll(level, 1, null as never),
    "a model of bodyWallsAll": ({ level }, { bodyWallsAll }) =>
        bodyWallsAll(level, 1, [null as never]),
    "the options of bodyWalls": ({ level }, { bodyWalls }) => bodyWalls(level, 1, null as never),
};

const disposed: Record<string, Act> = {
    "a level": ({ level }) => (level.dispose(), level.contents(kHere)),
    "a level's batch": ({ level }) => (level.dispose(), level.traceAll(0, new Float64Array(6))),
    "a level's bytes": ({ level }) => (level.dispose(), level.bytes()),
    "a shape": ({ level, shape }) => (shape.dispose(), level.sweep({ shape }, kHere, kThere)),
    "a shape in a pair": ({ shape }, { shapesOverlap }) => (
        shape.dispose(),
        shapesOverlap({ shape }, { shape })
    ),
    "a mover": ({ mover }) => (mover.dispose(), mover.step({})),
    "the level of a mover": ({ level }, { Mover }) => {
        const mover = new Mover(level, { position: kHere });
        level.dispose();
        mover.step();
    },
    "a world": ({ world }) => (world.dispose(), world.contents(kHere)),
    "a world that is changed": ({ world }) => (world.dispose(), world.endStep()),
    "the world of a mover": ({ world, mover }) => (world.dispose(), mover.step({})),
    "the world of an order": ({ world }, { ModelOrder }) => {
        const order = new ModelOrder(world);
        world.dispose();
        order.sort(kHere);
    },
    "the shape of a mover": ({ level, shape }, { Mover }) => {
        const mover = new Mover(level, { position: kHere, stand: { shape } });
        mover.step();
        shape.dispose();
        mover.step();
    },
    "the shape of an obstacle": ({ world, shape }) => {
        shape.dispose();
        world.placeObstacle({ ...kBody, body: { shape } });
    },
    "an entity of a level": ({ level }) => {
        const [world] = level.entities;
        level.dispose();
        world.get("classname");
    },
    "an order": ({ level }, { ModelOrder }) => {
        const order = new ModelOrder(level);
        order.dispose();
        order.sort(kHere, {});
    },
    "a state of areas": ({ level }, { AreaState }) => {
        const areas = new AreaState(level);
        areas.dispose();
        areas.areasConnected(0, 0);
    },
    "the areas of a look": ({ level }, { AreaState, VisibleFaces }) => {
        const areas = new AreaState(level);
        areas.dispose();
        new VisibleFaces(level).lookFrom(kHere, areas);
    },
    "the marks of an order": ({ level }, { ModelOrder, VisibleFaces }) => {
        const visible = new VisibleFaces(level);
        visible.dispose();
        new ModelOrder(level).sort(kHere, { visible });
    },
};

/** What somebody might pass, of every type. */
function junkValues({ level, world, mesh, shape, mover }: Objects): unknown[] {
    const numbers = [NaN, Infinity, -1, 0.5, 0, 1, 2 ** 31, 2 ** 32, 2 ** 53, 5n];
    const others = [undefined, null, "", "stand", "x", true, Symbol("junk"), () => 1, new Date()];
    const arrays = [[], [1, 2, 3], [NaN, 1, 2], [1, 2, 3, 4, 5, 6], new Float64Array(6)];
    const lengths = [{ length: 3 }, { length: 2 ** 33 }, { length: -3 }];
    const bytes = [new Uint8Array(8), new Uint8Array(88)];
    const bodies = [{ shape }, { shape: level }, { shape, x: [1, 0, 0], y: [1, 0, 0] }];
    const models = [
        1,
        [1],
        [null],
        [{}],
        [{ model: 1 }],
        [{ from: { model: 1 }, to: { model: 1 } }],
    ];
    const obstacles = [1, [1, 2], [null], [{ id: 1, body: "stand", position: kHere }]];
    const options = [{ frustum: 5 }, { order: 5 }, { mask: NaN }, { skin: -1 }, { hair: "a" }];
    return [
        ...[...numbers, ...others, ...arrays, ...lengths, ...bytes, ...bodies, ...options],
        ...[
            level,
            world,
            mesh,
            shape,
            mover,
            { id: 1, mesh },
            {},
            { position: kHere },
            { model: 1 },
            kBody,
        ],
        ...models.map((some) => ({ models: some })),
        ...obstacles.map((some) => ({ obstacles: some })),
        ...models.map((some) => ({ without: { models: some } })),
        ...obstacles.map((some) => ({ without: { obstacles: some } })),
    ];
}

type Call = (...values: unknown[]) => unknown;

/** All methods of the objects but dispose(), and the functions that need no object. */
function allCalls(objects: Objects, halfspace: Halfspace): Call[] {
    const { AreaState, CollisionWorld, Shape, Frustum, Mover, ModelOrder, VisibleFaces } =
        halfspace;
    const { level, world, mesh, mover } = objects;
    const order = new ModelOrder(world);
    const areas = new AreaState(level);
    const visible = new VisibleFaces(level);
    const calls: Call[] = [
        halfspace.contactPoints as Call,
        halfspace.shapesTimeOfImpact as Call,
        halfspace.shapesPenetration as Call,
        halfspace.shapesDistance as Call,
        halfspace.shapesOverlap as Call,
        halfspace.moveAndSlide as Call,
        halfspace.facing as Call,
        (...values) =>
            new CollisionWorld(...(values as ConstructorParameters<typeof CollisionWorld>)),
        (...values) => new Mover(...(values as ConstructorParameters<typeof Mover>)),
        (...values) => new ModelOrder(...(values as ConstructorParameters<typeof ModelOrder>)),
        (...values) => new AreaState(...(values as ConstructorParameters<typeof AreaState>)),
        (...values) => new VisibleFaces(...(values as ConstructorParameters<typeof VisibleFaces>)),
    ];
    // dispose() has its own checks; what is internal gets checked options.
    const left = ["constructor", "dispose", "worldOf", "leftOutOf", "canRefit", "column", "fill"];
    const takeMethods = (owner: object, holder: object): void => {
        for (const name of Object.getOwnPropertyNames(holder)) {
            const { value } = Object.getOwnPropertyDescriptor(holder, name) ?? {};
            if (typeof value === "function" && !left.includes(name)) {
                calls.push((...values) => value.apply(owner, values));
            }
        }
    };
    takeMethods(Shape, Shape);
    takeMethods(Frustum, Frustum);
    for (const owner of [level, world, mesh, mover, order, areas, visible, level.entities[0]]) {
        let holder = Object.getPrototypeOf(owner);
        for (; holder !== Object.prototype; holder = Object.getPrototypeOf(holder)) {
            takeMethods(owner, holder);
        }
    }
    return calls;
}

function junkCalls(around: Surroundings): Check {
    return {
        name: "50000 calls with junk from a seed do no harm: mistakes are HalfspaceErrors",
        async run() {
            const objects = await newObjects(around);
            const values = junkValues(objects);
            const calls = allCalls(objects, around.halfspace);
            const random = new Random(32);
            for (let i = 0; i < 50000; ++i) {
                const call = calls[random.next() % calls.length];
                const some = Array.from(
                    { length: random.next() % 6 },
                    () => values[random.next() % values.length],
                );
                try {
                    call(...some);
                } catch (error) {
                    const isMistake = error instanceof around.halfspace.HalfspaceError;
                    expectTrue(isMistake, `call ${i}: ${error}`);
                }
            }
            expectGood(await newObjects(around));
            objects.mover.placeAt(kHere);
            objects.mover.setBodies("stand", "crouch");
            for (const id of objects.world.obstaclesIn([-1e6, -1e6, -1e6], [1e6, 1e6, 1e6])) {
                objects.world.removeObstacle(id);
            }
            objects.world.placeObstacle({ id: 1, body: "stand", position: [64, 300, 60] });
            objects.world.placeModel({ model: 1 });
            for (const id of objects.world.meshesIn([-1e6, -1e6, -1e6], [1e6, 1e6, 1e6])) {
                objects.world.removeMesh(id);
            }
            expectGood(objects);
        },
    };
}

/** Every option of the functions that wait, with junk of every type. */
function junkOptions(around: Surroundings): Check {
    const { halfspace } = around;
    const compileOptions = [
        "name",
        "gridExponent",
        "bodies",
        "facetTolerance",
        "collision",
        "skipBadBrushes",
        "fillOutside",
        "visibility",
        "visibleDistance",
    ];
    const workOptions = ["signal", "onProgress", "wasm", "worker"];
    return {
        name: "junk for each option of compileMap, bodyWalls, loadLevel and init does no harm",
        async run() {
            const objects = await newObjects(around);
            const { level } = objects;
            const calls: [options: string[], call: (options: never) => Promise<unknown>][] = [
                [[...compileOptions, ...workOptions], (how) => halfspace.compileMap("", how)],
                [
                    ["mask", "model", "signal", "wasm", "worker"],
                    (how) => halfspace.bodyWalls(level, 1, how),
                ],
                [["name"], (how) => halfspace.loadLevel(new Uint8Array(8), how)],
                [["wasm"], (how) => halfspace.init(how)],
            ];
            // Addresses that are no script make a browser say so in its console.
            const values = junkValues(objects).filter((value) => typeof value !== "string");
            for (const [options, call] of calls) {
                for (const option of options) {
                    const message = new RegExp(`${option} is null, where a value is expected`);
                    await expectError(halfspace, message, () => call({ [option]: null } as never));
                    for (const value of values) {
                        await call({ [option]: value } as never).catch((error: unknown) =>
                            expectTrue(
                                error instanceof halfspace.HalfspaceError,
                                `${option}: ${String(value)}: ${error}`,
                            ),
                        );
                    }
                }
            }
            expectGood(objects);
        },
    };
}

/** The names of the methods that ask a batch. */
function namesOfBatches(asked: object): string[] {
    const names = new Set<string>();
    for (let holder = asked; holder !== null; holder = Object.getPrototypeOf(holder)) {
        Object.getOwnPropertyNames(holder).forEach((name) => names.add(name));
    }
    return [...names].filter((name) => name.endsWith("All")).sort();
}

function batchesWithoutARow(around: Surroundings): Check {
    return {
        name: "each batch of a level or of a world has a row in question_rows.ts",
        async run() {
            const { level, world, shape } = await newObjects(around);
            const called: string[] = [];
            const watched = new Proxy(world, {
                get(_, name) {
                    called.push(String(name));
                    return world[name as "traceAll"].bind(world);
                },
            });
            for (const { askAll, width } of Object.values(questions)) {
                askAll?.(watched, Array(width).fill(0), { space: 0, body: { shape }, how: {} });
            }
            expectEqual(namesOfBatches(level), called.sort(), "the batches of a level");
            expectEqual(namesOfBatches(world), called.sort(), "the batches of a world");
        },
    };
}

const compileOptions: Record<string, Act> = {
    "a body without a name": (_, { compileMap }) =>
        compileMap("{}", { bodies: [{ min: [-8, -8, -8], max: [8, 8, 8] } as never] }),
    "a grid exponent": (_, { compileMap }) => compileMap("{}", { name: "a.map", gridExponent: 99 }),
    "a tolerance": (_, { compileMap }) => compileMap("{}", { name: "a.map", facetTolerance: NaN }),
    "a visibility": (_, { compileMap }) =>
        compileMap("{}", { name: "a.map", visibility: "quick" as never }),
    "a visible distance": (_, { compileMap }) =>
        compileMap("{}", { name: "a.map", visibleDistance: Infinity }),
    "a number for fillOutside": (_, { compileMap }) =>
        compileMap("{}", { name: "a.map", fillOutside: 0 as never }),
    "a body inside out": (_, { compileMap }) =>
        compileMap("{}", {
            name: "a.map",
            bodies: [{ name: "small", min: [8, 8, 8], max: [-8, -8, -8] }],
        }),
    "half a grid exponent": (_, { compileMap }) =>
        compileMap("{}", { name: "a.map", gridExponent: 2.5 }),
    "a corner of two numbers": (_, { compileMap }) =>
        compileMap("{}", {
            name: "a.map",
            bodies: [{ name: "small", min: [-8, -8], max: [8, 8, 8] }],
        }),
    "a corner of four numbers": (_, { compileMap }) =>
        compileMap("{}", {
            name: "a.map",
            bodies: [{ name: "small", min: [-8, -8, -8], max: [8, 8, 8, 0] }],
        }),
};

export const suite: Suite = (around) => {
    const checksOf = (acts: Record<string, Act>, what: string, message: RegExp): Check[] =>
        Object.entries(acts).map(([name, act]) => ({
            name: `${what}: ${name}`,
            async run() {
                const objects = await newObjects(around);
                expectGood(objects);
                await expectError(around.halfspace, message, () => act(objects, around.halfspace));
                if (acts !== disposed) {
                    expectGood(objects);
                }
                expectGood(await newObjects(around));
            },
        }));
    return [
        ...checksOf(notFinite, "a number is not finite", /finite|expected|range/),
        ...checksOf(wrongLength, "a wrong length", /expected|range|length/),
        ...checksOf(notThere, "nothing is there", /expected|range|no |is not placed/),
        ...checksOf(untyped, "another type", /expected|no /),
        ...checksOf(
            moverOptions,
            "what a mover cannot use",
            /(walkSpeed|seconds|skin): -?\d is out of its range|crouch within|no body "nobody"/,
        ),
        ...checksOf(notServed, "an option that is not served", /there is no option|expected/),
        ...checksOf(nulls, "no object", /expected/),
        ...checksOf(disposed, "it was disposed", /after dispose\(\)/),
        ...checksOf(compileOptions, "an option of the compiler", /expected|must|outside|body/),
        batchesWithoutARow(around),
        junkCalls(around),
        junkOptions(around),
        {
            name: "dispose() may be called twice",
            async run() {
                const { level, world, mesh, shape, mover } = await newObjects(around);
                const all = [mover, mesh, shape, world, level];
                for (const object of [...all, ...all]) {
                    object.dispose();
                }
                expectGood(await newObjects(around));
            },
        },
    ];
};
