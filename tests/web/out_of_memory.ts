// SPDX-License-Identifier: MIT
// Memory that runs out: an error says so, and after a new start the next level works.
import type { Level } from "halfspace";
import { type Suite, type Surroundings, expectEqual, expectError } from "./checks.js";

const kMegabyte = 2 ** 20;
const kPage = 2 ** 16; // by which the memory of WebAssembly grows

/** Points of a parabola in the plane z = 0. */
function parabola(count: number): Float64Array {
    const points = new Float64Array(3 * count);
    for (let i = 0; i < count; ++i) {
        points.set([i, (i * i) / 1024, 0], 3 * i);
    }
    return points;
}

/** Collects what nobody holds, and lets finalisers run. Needs V8's option --expose-gc. */
async function collect(): Promise<void> {
    (globalThis as unknown as { gc(): void }).gc();
    await new Promise((resolve) => setTimeout(resolve, 0));
}

async function expectGood({ halfspace, read }: Surroundings): Promise<void> {
    const level = await halfspace.loadLevel(await read("damaged/good.hsw"));
    expectEqual(level.trace("stand", [64, 256, 60], [64, 256, -60]).hit, true, "a floor");
    level.dispose();
}

export const suite: Suite = (around) => {
    const { halfspace, read } = around;
    return [
        {
            name: "levels beyond the memory give an error, and room again after dispose()",
            async run() {
                await halfspace.init({ maximumMemory: 24 * kMegabyte });
                const bytes = await read("damaged/good.hsw");
                const levels: { dispose(): void }[] = [];
                await expectError(halfspace, /out of memory/, async () => {
                    for (;;) {
                        levels.push(await halfspace.loadLevel(bytes));
                    }
                });
                levels.forEach((level) => level.dispose());
                await expectGood(around);
            },
        },
        {
            name: "a level that does not fit does no harm to the levels that are there",
            async run() {
                const bytes = await read("damaged/good.hsw");
                for (let pages = 0; pages < 8; ++pages) {
                    await halfspace.init({ maximumMemory: 12 * kMegabyte + pages * kPage });
                    const levels: Level[] = [];
                    await expectError(halfspace, /^out of memory/, async () => {
                        for (;;) {
                            levels.push(await halfspace.loadLevel(bytes));
                        }
                    });
                    for (const level of levels) {
                        expectEqual(level.contents([64, 256, 60]), 0, "the contents of a room");
                        level.dispose();
                    }
                }
            },
        },
        {
            name: "a batch beyond the memory gives an error, and a smaller one works",
            async run() {
                await halfspace.init({ maximumMemory: 24 * kMegabyte });
                const level = await halfspace.loadLevel(await read("damaged/good.hsw"));
                const count = 1_000_000;
                await expectError(halfspace, /out of memory/, () =>
                    level.traceAll("stand", new Float64Array(6 * count)),
                );
                expectEqual(level.traceAll("stand", new Float64Array(6)).length, 1, "a trace");
                level.dispose();
                await expectGood(around);
            },
        },
        {
            name: "levels that nobody holds any more make room without dispose()",
            async run() {
                await halfspace.init({ maximumMemory: 24 * kMegabyte });
                const bytes = await read("damaged/good.hsw");
                for (let i = 0; i < 200; ++i) {
                    await halfspace.loadLevel(bytes);
                    if (i % 10 === 0) {
                        await collect();
                    }
                }
                await expectGood(around);
            },
        },
        {
            name: "shapes, worlds, movers, orders and marks that nobody holds any more make room",
            async run() {
                await halfspace.init({ maximumMemory: 24 * kMegabyte });
                const level = await halfspace.loadLevel(await read("damaged/good.hsw"));
                const eye = [64, 256, 60];
                for (let i = 0; i < 2000; ++i) {
                    // 24 KB each, as all points are corners.
                    halfspace.Shape.hull(parabola(1000));
                    const world = new halfspace.CollisionWorld(level);
                    world.placeModelsAtRest();
                    new halfspace.Mover(world, { position: eye });
                    new halfspace.ModelOrder(world).sort(eye);
                    new halfspace.VisibleFaces(level).lookFrom(eye, new halfspace.AreaState(level));
                    if (i % 100 === 0) {
                        await collect();
                    }
                }
                level.dispose();
                await expectGood(around);
            },
        },
        {
            name: "a mesh that does not fit gives an error, and does no harm",
            async run() {
                await halfspace.init({ maximumMemory: 24 * kMegabyte });
                const level = await halfspace.loadLevel(await read("damaged/good.hsw"));
                for (const builder of ["sah", "ploc"] as const) {
                    let meshes: { dispose(): void }[] = [];
                    for (let count = 1000; ; count *= 1.25) {
                        try {
                            const positions = parabola(Math.round(count) * 3);
                            meshes.push(
                                new halfspace.CollisionMesh(positions, undefined, { builder }),
                            );
                        } catch (error) {
                            expectEqual(
                                /^out of memory/.test(`${(error as Error).message}`),
                                true,
                                `${error}`,
                            );
                            break;
                        }
                    }
                    expectEqual(level.contents([64, 256, 60]), 0, "the level still answers");
                    meshes.forEach((mesh) => mesh.dispose());
                    meshes = [];
                }
                level.dispose();
                await expectGood(around);
            },
        },
        {
            name: "meshes and worlds that nobody holds any more make room",
            async run() {
                await halfspace.init({ maximumMemory: 24 * kMegabyte });
                for (let i = 0; i < 400; ++i) {
                    const world = new halfspace.CollisionWorld();
                    const mesh = new halfspace.CollisionMesh(parabola(3000));
                    world.placeMesh({ id: 1, mesh });
                    world.placeMesh({ id: 2, mesh });
                    world.placeMesh({ id: 2, mesh });
                    if (i % 2 === 0) {
                        mesh.dispose();
                    }
                    if (i % 3 === 0) {
                        world.dispose();
                    }
                    if (i % 10 === 0) {
                        await collect();
                    }
                }
                await expectGood(around);
            },
        },
        {
            name: "junk of 50 MB does not fit into 24 MB",
            async run() {
                await halfspace.init({ maximumMemory: 24 * kMegabyte });
                await expectError(halfspace, /out of memory/, () =>
                    halfspace.loadLevel(new Uint8Array(50 * kMegabyte)),
                );
                await expectGood(around);
            },
        },
    ];
};
