// SPDX-License-Identifier: MIT
// Meshes: bodies among triangles, worlds and movers without a level. Answers are worked out by hand.
import type { CollisionMesh, CollisionWorld, Shape } from "halfspace";
import { type Halfspace, type Suite, expectEqual, expectError, expectTrue } from "./checks.js";

/** A square of two triangles at the height 0; the front is above. */
const kSquare = [-100, -100, 0, 100, -100, 0, 100, 100, 0, -100, 100, 0];
const kCorners = [0, 1, 2, 0, 2, 3];
const kAbove = [10, 5, 200];
const kBelow = [10, 5, -200];
const kScaled = { x: [2, 0, 0], y: [0, 2, 0], z: [0, 0, 2] };

interface Objects {
    halfspace: Halfspace;
    square: CollisionMesh;
    ball: Shape;
    world: CollisionWorld;
}

type Act = (objects: Objects) => void | Promise<void>;

function near(found: number, expected: number, what: string, error = 1e-4): void {
    expectTrue(Math.abs(found - expected) < error, `${what}: ${found} instead of ${expected}`);
}

/** The mesh and the height on which a ray falls. */
function dropped(world: CollisionWorld, how = {}): [mesh: number, height: number] {
    const { mesh, point } = world.trace(0, kAbove, kBelow, how);
    return [mesh, Math.round(point[2] * 1000) / 1000];
}

const acts: Record<string, Act> = {
    "sweep: where a body first touches a triangle": ({ square, ball }) => {
        const body = { shape: ball, translation: [10, 5, 30] };
        const touch = square.sweep(body, [0, 0, -40]);
        expectTrue(touch !== null, "a touch");
        near(touch!.fraction, 0.5, "the fraction");
        expectEqual(touch!.normal, [0, 0, 1], "the normal");
        expectEqual([touch!.triangle, touch!.startBlocked], [0, false], "the triangle");
        expectEqual(square.sweep(body, [0, 0, 40]), null, "away");
        const stands = { translation: [0, 0, 10] };
        near(square.sweep(body, [0, 0, -40], { stands })!.fraction, 0.25, "where it stands");
        const inside = { shape: ball, translation: [10, 5, 4] };
        expectEqual(square.sweep(inside, [0, 0, 1])!.startBlocked, true, "it begins inside");
        const from = { shape: ball, translation: [10, 5, -30] };
        near(square.sweep(from, [0, 0, 40])!.fraction, 0.5, "from behind");
        expectEqual(square.sweep(from, [0, 0, 40], { sides: "front" }), null, "the front alone");
    },
    "skin: a narrower crack has no edges": ({ halfspace: { CollisionMesh }, ball }) => {
        // Two squares with a crack of 1/64 unit, the second one lower by as much.
        const step = 1 / 64;
        const second = kSquare.map((x, i) =>
            i % 3 === 0 ? x + 200 + step : i % 3 === 2 ? -step : x,
        );
        const floor = new CollisionMesh([...kSquare, ...second], [...kCorners, 4, 5, 6, 4, 6, 7]);
        const body = { shape: ball, translation: [103, 0, 10 - 0.004] };
        const motion = [-10, 0, 0];
        for (const [skin, z] of [
            [1 / 32, 1],
            [0, 0],
        ] as const) {
            const touch = floor.sweep(body, motion, { skin });
            expectTrue(touch === null || touch.normal[2] >= z * 0.999, `skin ${skin}`);
        }
        floor.dispose();
    },
    "sweepAll answers as sweep, into a list that is filled again": ({ square, ball }) => {
        const body = { shape: ball, translation: [0, 0, 30] };
        const motions: number[] = [];
        for (let i = 0; i < 50; ++i) {
            motions.push(3 * i, i, 0, i, -i, i % 3 === 0 ? 30 : -30);
        }
        const all = square.sweepAll(body, motions);
        const columns = [all.triangles, all.startsBlocked, all.fractions, all.points, all.normals];
        expectEqual(
            columns.map((each) => each.length),
            [50, 50, 50, 150, 150],
            "lengths",
        );
        let touched = 0;
        for (let i = 0; i < all.length; ++i) {
            const [x = 0, y = 0, z = 0, ...motion] = motions.slice(6 * i, 6 * i + 6);
            const alone = square.sweep({ shape: ball, translation: [x, y, z + 30] }, motion);
            const none = { triangle: -1, startBlocked: false, fraction: 1 };
            const expected = alone ?? { ...none, point: [0, 0, 0], normal: [0, 0, 0] };
            expectEqual(all.at(i), expected, `motion ${i}`);
            expectEqual(all.triangles[i], expected.triangle, `triangle ${i}`);
            expectEqual(all.fractions[i], expected.fraction, `fraction ${i}`);
            touched += alone === null ? 0 : 1;
        }
        expectTrue(touched > 10 && touched < 40, `${touched} touches`);
        const again = square.sweepAll(body, motions.slice(0, 12), { into: all });
        expectTrue(again === all, "the same list");
        expectEqual([all.length, all.fractions.length], [2, 2], "of the second call");
        expectEqual(columns[2]!.length, 50, "the array that was read before");
    },
    "overlaps, deepestOverlap and unstick": ({ square, ball }) => {
        const outside = { shape: ball, translation: [0, 5, 10] };
        const inside = { shape: ball, translation: [0, 5, 7] };
        expectEqual(square.overlaps(outside), false, "touching");
        expectEqual(square.overlaps(inside), true, "inside");
        expectEqual(square.deepestOverlap(outside), null, "not deep");
        const deep = square.deepestOverlap(inside)!;
        near(deep.depth, 3, "the depth");
        near(deep.normal[2], 1, "the normal");
        expectEqual(square.unstick(outside, 9), [0, 0, 0], "free");
        expectEqual(square.unstick(inside, 1), null, "too far");
        near(square.unstick(inside, 9)![2], 3, "the way out", 1e-3);
        const lower = { stands: { translation: [0, 0, -4] } };
        expectEqual(square.overlaps(inside, lower), false, "where it stands");
    },
    "a world without a level has meshes": ({ world, square }) => {
        expectEqual(dropped(world), [-1, -200], "nothing");
        world.placeMesh({ id: 4, mesh: square, translation: [0, 0, 30] });
        const contact = world.trace(0, kAbove, kBelow);
        expectEqual([contact.mesh, contact.triangle, contact.model], [4, 0, -1], "the contact");
        expectEqual(contact.obstacle, -1, "the obstacle");
        expectEqual(world.sees(kAbove, kBelow), false, "sight");
        const without = { meshes: [4] };
        expectEqual(dropped(world, { without })[0], -1, "what is left out");
        expectEqual(world.sees(kAbove, kBelow, { without }), true, "sight without it");
        const many = world.traceAll(0, [...kAbove, ...kBelow, ...kAbove, 0, 0, 100]);
        expectEqual([...many.meshes], [4, -1], "the meshes of a batch");
        expectEqual([...many.triangles], [0, -1], "its triangles");
        expectEqual(world.contents([0, 0, 30]), 0, "a mesh has no inside");
        expectEqual(world.meshesIn([0, 0, 0], [1, 1, 100]), [4], "what is near");
        expectEqual(world.meshesIn([0, 0, 40], [1, 1, 100]), [], "what is not");
    },
    "contents and sides of a placed mesh": ({ halfspace: { Contents }, world, square, ball }) => {
        const body = { shape: ball };
        world.placeMesh({ id: 4, mesh: square, sides: "front" });
        expectEqual(world.sweep(body, kAbove, kBelow).mesh, 4, "the front");
        expectEqual(world.sweep(body, kBelow, kAbove).hit, false, "the back");
        world.placeMesh({ id: 4, mesh: square, contents: Contents.Fence });
        expectEqual(world.sweep(body, kBelow, kAbove).contents, Contents.Fence, "the contents");
        expectEqual(world.sees(kAbove, kBelow), true, "a fence blocks no sight");
    },
    "meshes go their ways": ({ world, square, ball }) => {
        world.placeMesh({ id: 9, mesh: square });
        world.moveMesh(9, { translation: [0, 0, 20] });
        const way = world.meshWay(9)!;
        expectEqual([way.from.translation[2], way.to.translation[2]], [0, 20], "the way");
        expectEqual(way.to.x, [1, 0, 0], "not turned");
        world.endStep();
        expectEqual(world.meshWay(9)!.from.translation[2], 20, "after the step");
        world.placeMeshAt(9, { translation: [0, 0, 5] });
        expectEqual(dropped(world), [9, 5], "it was placed elsewhere");
        expectEqual(world.firstOverlappedByMesh(9), -1, "nobody");
        world.placeObstacle({ id: 3, body: { shape: ball }, position: [0, 0, 12] });
        expectEqual(world.firstOverlappedByMesh(9), 3, "whom it crushes");
        expectEqual([world.meshCount, world.obstacleCount], [1, 1], "counts");
        world.removeMesh(9);
        world.removeMesh(9);
        expectEqual([world.meshCount, world.meshWay(9)], [0, null], "removed");
        expectEqual(world.firstOverlappedByMesh(9), -1, "a mesh that is not placed");
    },
    "a world keeps a mesh that was disposed": ({ halfspace: { CollisionMesh }, world, ball }) => {
        // Where the copies of its arrays are.
        const memoryOf = (mesh: CollisionMesh) =>
            (mesh as unknown as { held: { memory: number } }).held.memory;
        const taken = new Set<number>();
        const newMesh = () => {
            const mesh = new CollisionMesh(kSquare, kCorners);
            expectTrue(!taken.has(memoryOf(mesh)), "nobody else writes to its memory");
            return mesh;
        };
        for (let id = 0; id < 20; ++id) {
            const mesh = newMesh();
            taken.add(memoryOf(mesh));
            world.placeMesh({ id, mesh, translation: [0, 0, id] });
            world.placeMesh({ id, mesh, translation: [0, 0, id] });
            mesh.dispose();
            expectEqual(dropped(world), [id, id], "it is there");
            expectEqual(world.sweep({ shape: ball }, kAbove, kBelow).mesh, id, "for a ball, too");
        }
        newMesh().dispose();
        for (let id = 19; id > 0; --id) {
            world.removeMesh(id);
            expectEqual(dropped(world), [id - 1, id - 1], "the next one");
        }
        // Freed pieces of memory grow together, so others may begin elsewhere in them.
        const others = Array.from({ length: 1000 }, () => new CollisionMesh(kSquare, kCorners));
        const [low, high] = [Math.min(...taken), Math.max(...taken)];
        const again = others.map(memoryOf).filter((at) => at >= low && at <= high);
        expectTrue(again.length >= taken.size / 2, `what is removed is freed: ${again.length}`);
        others.forEach((mesh) => mesh.dispose());
    },
    "after a refit the mesh is placed again": ({ halfspace: { CollisionMesh }, world }) => {
        const mesh = new CollisionMesh(Float32Array.from(kSquare), kCorners);
        world.placeMesh({ id: 1, mesh });
        mesh.refit(Float32Array.from(kSquare, (x, i) => (i % 3 === 2 ? 150 : x)));
        world.placeMeshAt(1, {});
        expectEqual(dropped(world), [1, 150], "the new height");
    },
    "a mover walks on a mesh, and a mesh carries it": ({
        halfspace: { Mover, Shape },
        world,
        square,
    }) => {
        world.placeMesh({ id: 2, mesh: square });
        const shape = Shape.capsule(16, 12);
        const body = { shape, offset: [0, 0, 28] };
        const mover = new Mover(world, {
            position: [0, 0, 5],
            stand: body,
            crouch: body,
            walkSpeed: 100,
        });
        let step = mover.step();
        for (let i = 0; i < 18; ++i) {
            step = mover.step({ forward: 1, yaw: 90 });
        }
        expectEqual([step.ground?.mesh, mover.mode], [2, "ground"], "it walks");
        expectTrue(mover.position[1] > 10 && mover.position[1] < 100, `${mover.position}`);
        const before = mover.position[2];
        for (let i = 1; i <= 20; ++i) {
            world.endStep();
            world.moveMesh(2, { translation: [0, 0, i] });
            step = mover.step();
        }
        near(mover.position[2] - before, 20, "it was carried", 0.05);
        world.placeMesh({ id: 6, mesh: square, translation: [0, 0, 85] });
        for (let i = 21; i < 60 && step.crush === null; ++i) {
            world.endStep();
            world.moveMesh(2, { translation: [0, 0, i] });
            step = mover.step();
        }
        expectTrue(step.crush !== null && [2, 6].includes(step.crush.mesh), "it is crushed");
        expectEqual([step.crush!.model, step.crush!.obstacle], [-1, -1], "by a mesh");
        mover.dispose();
    },
};

type Mistake = (objects: Objects) => unknown;

const mistakes: [name: string, message: RegExp, act: Mistake][] = [
    [
        "a mesh that is null",
        /placeMesh: mesh: expected a CollisionMesh, found null/,
        ({ world }) => world.placeMesh({ id: 1, mesh: null as never }),
    ],
    ["no mesh at all", /expected a CollisionMesh/, ({ world }) => world.placeMesh(null as never)],
    [
        "a mesh that was disposed",
        /after dispose/,
        ({ world, square }) => {
            square.dispose();
            world.placeMesh({ id: 1, mesh: square });
        },
    ],
    [
        "an id",
        /id: expected a whole number/,
        ({ world, square }) => world.placeMesh({ id: -1, mesh: square }),
    ],
    [
        "an id that is no number",
        /id: expected a whole number/,
        ({ world }) => world.moveMesh("door" as never, {}),
    ],
    [
        "a mesh that is not placed",
        /moveMesh: mesh 7 is not placed/,
        ({ world }) => world.moveMesh(7, {}),
    ],
    [
        "the same, put elsewhere",
        /placeMeshAt: mesh 7 is not placed/,
        ({ world }) => world.placeMeshAt(7, {}),
    ],
    [
        "a scale",
        /Scale the vertices instead/,
        ({ world, square }) => world.placeMesh({ id: 1, mesh: square, ...kScaled }),
    ],
    [
        "a mirror image",
        /a mirror image.*Scale the vertices/,
        ({ world, square }) => world.placeMesh({ id: 1, mesh: square, x: [-1, 0, 0] }),
    ],
    [
        "a scale on the way",
        /moveMesh: .*Scale the vertices/,
        ({ world, square }) => {
            world.placeMesh({ id: 1, mesh: square });
            world.moveMesh(1, kScaled);
        },
    ],
    [
        "a place too far away",
        /up to 2097152/,
        ({ world, square }) =>
            world.placeMesh({ id: 1, mesh: square, translation: [2 ** 22, 0, 0] }),
    ],
    [
        "a place that is not finite",
        /translation: expected \[x, y, z\]/,
        ({ world, square }) => world.placeMesh({ id: 1, mesh: square, translation: [NaN, 0, 0] }),
    ],
    [
        "sides",
        /sides: expected "both" or "front", found "back"/,
        ({ world, square }) => world.placeMesh({ id: 1, mesh: square, sides: "back" as never }),
    ],
    [
        "contents",
        /contents: expected a whole number/,
        ({ world, square }) => world.placeMesh({ id: 1, mesh: square, contents: -1 }),
    ],
    [
        "positions that are not finite",
        /positions: number 0 is NaN/,
        ({ halfspace: { CollisionMesh } }) => new CollisionMesh([NaN, 0, 0], [0, 0, 0]),
    ],
    [
        "an index of a wrong length",
        /index: expected 3 numbers/,
        ({ halfspace: { CollisionMesh } }) => new CollisionMesh(kSquare, [0, 1]),
    ],
    [
        "an index beyond the positions",
        /index: number 2 is 9/,
        ({ halfspace: { CollisionMesh } }) => new CollisionMesh(kSquare, [0, 1, 9]),
    ],
    [
        "a body that is no shape",
        /body: expected \{ shape: Shape \}/,
        ({ square }) => square.sweep(square as never, [0, 0, 1]),
    ],
    [
        "a body that is scaled",
        /a body can be moved.*Scale the shape/,
        ({ square, ball }) => square.overlaps({ shape: ball, ...kScaled }),
    ],
    [
        "a mesh that is scaled",
        /a mesh can be moved.*Scale the vertices/,
        ({ square, ball }) => square.deepestOverlap({ shape: ball }, { stands: kScaled }),
    ],
    [
        "a motion of two numbers",
        /motion: expected/,
        ({ square, ball }) => square.sweep({ shape: ball }, [0, 1]),
    ],
    [
        "a motion too long",
        /the end of its motion within 4194304 units of 0/,
        ({ square, ball }) => square.sweep({ shape: ball }, [0, 0, 2 ** 23]),
    ],
    [
        "motions of a wrong length",
        /motions: expected 6 numbers/,
        ({ square, ball }) => square.sweepAll({ shape: ball }, [0, 1, 2]),
    ],
    [
        "motions that are not finite",
        /motions: number 4 is Infinity/,
        ({ square, ball }) => square.sweepAll({ shape: ball }, [0, 1, 2, 3, Infinity, 5]),
    ],
    [
        "motions too long",
        /sweepAll: .*within 4194304/,
        ({ square, ball }) => square.sweepAll({ shape: ball }, [0, 1, 2, 2 ** 23, 0, 0]),
    ],
    [
        "a list",
        /into: expected a MeshTouchList/,
        ({ square, ball }) => square.sweepAll({ shape: ball }, [], { into: [] as never }),
    ],
    [
        "a skin below 0",
        /skin: expected a number from 0/,
        ({ square, ball }) => square.sweep({ shape: ball }, [0, 0, 1], { skin: -1 }),
    ],
    [
        "an option",
        /there is no option skin/,
        ({ square, ball }) => square.overlaps({ shape: ball }, { skin: 1 } as never),
    ],
    [
        "a distance below 0",
        /distance: expected a number from 0/,
        ({ square, ball }) => square.unstick({ shape: ball }, -1),
    ],
    [
        "a mesh that is asked after dispose()",
        /this CollisionMesh was used after/,
        ({ square, ball }) => {
            square.dispose();
            square.sweep({ shape: ball }, [0, 0, 1]);
        },
    ],
    [
        "a body after dispose()",
        /after dispose/,
        ({ square, ball }) => {
            ball.dispose();
            square.overlaps({ shape: ball });
        },
    ],
    [
        "meshes that are left out",
        /without.meshes: expected/,
        ({ world }) => world.sees(kAbove, kBelow, { without: { meshes: [0.5] } }),
    ],
    [
        "too many that are left out",
        /at most 500 numbers in all, found 501/,
        ({ world }) =>
            world.sees(kAbove, kBelow, {
                without: { obstacles: [1], meshes: new Uint32Array(500) },
            }),
    ],
    [
        "a contact's column",
        /touch: expected/,
        ({ halfspace: { MeshTouchList } }) => new MeshTouchList().at(0),
    ],
];

export const suite: Suite = ({ halfspace }) => {
    const check = (name: string, act: Act) => ({
        name,
        async run() {
            await halfspace.init();
            const objects: Objects = {
                halfspace,
                square: new halfspace.CollisionMesh(kSquare, kCorners),
                ball: halfspace.Shape.sphere(10),
                world: new halfspace.CollisionWorld(),
            };
            await act(objects);
            objects.world.dispose();
            objects.square.dispose();
        },
    });
    return [
        ...Object.entries(acts).map(([name, act]) => check(name, act)),
        ...mistakes.map(([name, message, act]) =>
            check(`a mistake: ${name}`, async (objects) => {
                await expectError(halfspace, message, () => act(objects));
                const mesh = new halfspace.CollisionMesh(kSquare, kCorners);
                objects.world.placeMesh({ id: 1, mesh });
                expectEqual(dropped(objects.world), [1, 0], "the next call works");
            }),
        ),
        {
            name: "a mesh from before another init() is refused",
            async run() {
                await halfspace.init();
                const mesh = new halfspace.CollisionMesh(kSquare, kCorners);
                await halfspace.init({ maximumMemory: 2 ** 29 });
                const world = new halfspace.CollisionWorld();
                await expectError(halfspace, /init\(\) was called after this mesh/, () =>
                    world.placeMesh({ id: 1, mesh }),
                );
            },
        },
    ];
};
