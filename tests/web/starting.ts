// SPDX-License-Identifier: MIT
// How the package starts, and how it fails to: without a loaded module, with a wrong module, in a
// browser without the SIMD instructions of WebAssembly. The checks run in this order: the first
// four need a package that was not started.
import { type Suite, expectEqual, expectError, expectTrue } from "./checks.js";

type Fail = (worker: { onerror(event: Event): void; onmessageerror(event: Event): void }) => void;

/** A worker that fails when it is asked. */
function failingWorker(fail: Fail) {
    return class {
        onerror(_: Event) {}
        onmessageerror(_: Event) {}
        postMessage() {
            queueMicrotask(() => fail(this));
        }
        terminate() {}
    };
}

function throwing(): typeof Worker {
    return function () {
        throw new DOMException("the policy of the page forbids it", "SecurityError");
    } as unknown as typeof Worker;
}

const workerFailures: [make: () => unknown, message: RegExp][] = [
    [
        () => failingWorker((worker) => worker.onerror(new Event("error", { cancelable: true }))),
        /cannot load halfspace\/worker\.js; a bundler may have moved/,
    ],
    [
        () => failingWorker((worker) => worker.onmessageerror(new Event("messageerror"))),
        /its answer cannot be read/,
    ],
    [throwing, /^the worker of the compiler cannot be started: the policy of the page forbids it/],
];

export const suite: Suite = ({ halfspace, read }) => {
    const loadGood = async () =>
        (await halfspace.loadLevel(await read("damaged/good.hsw"))).dispose();
    return [
        {
            name: "a shape before the first level needs init()",
            async run() {
                await expectError(halfspace, /init\(\)/, () => halfspace.Shape.sphere(1));
            },
        },
        {
            name: "a file that is not there does not start the package",
            async run() {
                const none = new URL("./none.hsw", import.meta.url);
                await expectError(halfspace, /none\.hsw/, () => halfspace.loadLevel(none));
                await expectError(halfspace, /init\(\)/, () => halfspace.Shape.sphere(1));
            },
        },
        {
            name: "without SIMD, levels and compiles fail with a text that names it",
            async run() {
                const { validate } = WebAssembly;
                expectTrue(halfspace.isSupported(), "with SIMD");
                WebAssembly.validate = () => false;
                expectTrue(!halfspace.isSupported(), "without SIMD");
                const message = /no WebAssembly SIMD/;
                const level = await read("damaged/good.hsw");
                await expectError(halfspace, message, () => halfspace.loadLevel(level));
                const source = await read("levels/keep.map");
                await expectError(halfspace, message, () =>
                    halfspace.compileMap(source, { name: "keep.map" }),
                );
                WebAssembly.validate = validate;
            },
        },
        {
            name: "a page that must not wait for the module can load levels",
            async run() {
                const { Instance } = WebAssembly;
                // As older versions of Chrome do for modules of more than 4 KB.
                WebAssembly.Instance = function () {
                    throw new RangeError("WebAssembly.Instance is disallowed");
                } as unknown as typeof Instance;
                await halfspace.init({ maximumMemory: 2 ** 25 });
                await loadGood();
                WebAssembly.Instance = Instance;
            },
        },
        {
            name: "another module is an error, and the next start works",
            async run() {
                // The smallest module: a magic number and a version.
                const wasm = Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0);
                await expectError(halfspace, /module/, () => halfspace.init({ wasm }));
                // Two starts at the same time are one.
                await Promise.all([loadGood(), loadGood()]);
            },
        },
        {
            name: "a module that is not there is an error, and the next start works",
            async run() {
                const wasm = new URL("./none.wasm", import.meta.url);
                await expectError(halfspace, /none\.wasm/, () => halfspace.init({ wasm }));
                await loadGood();
            },
        },
        {
            name: "a level or a source that is not there is an error",
            async run() {
                const none = new URL("./none.hsw", import.meta.url);
                await expectError(halfspace, /none\.hsw/, () => halfspace.loadLevel(none));
                await expectError(halfspace, /none\.hsw/, () => halfspace.compileMap(none));
            },
        },
        {
            name: "a worker that cannot answer is an error that says why",
            async run() {
                const before = globalThis.Worker;
                for (const [make, message] of workerFailures) {
                    globalThis.Worker = make() as typeof Worker;
                    await expectError(halfspace, message, () => halfspace.compileMap("{}"));
                }
                globalThis.Worker = before;
            },
        },
        {
            name: "the options worker and wasm say where the files of the compiler are",
            async run() {
                const before = globalThis.Worker;
                const addresses: string[] = [];
                globalThis.Worker = class extends failingWorker((worker) =>
                    worker.onerror(new Event("error", { cancelable: true })),
                ) {
                    constructor(address: URL) {
                        super();
                        addresses.push(String(address));
                    }
                } as unknown as typeof Worker;
                // Of this origin: a browser loads a worker of another one in another way.
                const origin = globalThis.location?.origin ?? "https://example.org";
                const worker = `${origin}/game/worker.js`;
                const wasm = await read("package/halfspace_compile.wasm");
                const level = await halfspace.loadLevel(await read("damaged/good.hsw"));
                await expectError(halfspace, /has stopped/, () =>
                    halfspace.compileMap("{}", { worker, wasm }),
                );
                await expectError(halfspace, /has stopped/, () =>
                    halfspace.bodyWalls(level, 1, { worker: new URL(worker), wasm }),
                );
                expectEqual(addresses, [worker, worker], "the addresses of the workers");
                level.dispose();
                globalThis.Worker = before;
            },
        },
        {
            name: "a signal stops a compile that waits for its source, its module or its worker",
            async run() {
                // In a browser these files are fetched, so they are read before fetch() is silent.
                const level = await halfspace.loadLevel(await read("damaged/good.hsw"));
                const good = await read("package/halfspace_compile.wasm");
                const { fetch, Worker } = globalThis;
                let ends = 0;
                globalThis.fetch = () => new Promise(() => {});
                globalThis.Worker = class {
                    postMessage() {}
                    terminate() {
                        ++ends;
                    }
                } as unknown as typeof Worker;
                const wasm = "https://example.org/game/silent.wasm";
                const source = new URL("https://example.org/game/silent.map");
                const waits: ((signal: AbortSignal) => Promise<unknown>)[] = [
                    (signal) => halfspace.compileMap(source, { signal, wasm: good }),
                    (signal) => halfspace.compileMap("{}", { signal, wasm }),
                    (signal) => halfspace.bodyWalls(level, 1, { signal, wasm }),
                    (signal) => halfspace.compileMap("{}", { signal, wasm: good }),
                    (signal) => halfspace.bodyWalls(level, 1, { signal, wasm: good }),
                ];
                for (const [i, wait] of waits.entries()) {
                    const stopper = new AbortController();
                    const found = wait(stopper.signal).catch((reason: unknown) => reason);
                    // Until it waits. The worker is there after the module was compiled.
                    await new Promise((resolve) => setTimeout(resolve, i < 3 ? 10 : 500));
                    stopper.abort("enough");
                    const late = new Promise((resolve) => setTimeout(resolve, 2000, "it waits on"));
                    expectEqual(await Promise.race([found, late]), "enough", `wait ${i}`);
                }
                expectEqual(ends, 2, "workers that have ended");
                level.dispose();
                Object.assign(globalThis, { fetch, Worker });
            },
        },
        {
            name: "one address is loaded once, and gives one runtime",
            async run() {
                const { fetch: before } = globalThis;
                const address = "https://example.org/game/halfspace.wasm";
                const bytes = await read("package/halfspace.wasm");
                let count = 0;
                globalThis.fetch = async () => {
                    ++count;
                    return new Response(bytes.slice());
                };
                await halfspace.init({ wasm: address });
                const shape = halfspace.Shape.sphere(1);
                await halfspace.init({ wasm: address });
                await halfspace.init({ wasm: new URL(address) });
                const other = halfspace.Shape.sphere(1);
                expectTrue(halfspace.shapesOverlap({ shape }, { shape: other }), "one runtime");
                expectEqual(count, 1, "downloads");
                // An address that failed is tried again.
                // A server that answers with its page, as those of bundlers do.
                const page = "<!doctype html><p>Here is nothing.";
                globalThis.fetch = async () => new Response(page);
                await expectError(
                    halfspace,
                    /halfspace\.wasm\?page: expected a \.wasm file, found 34 bytes that begin with "<!doctype html><p>He"/,
                    () => halfspace.init({ wasm: `${address}?page` }),
                );
                globalThis.fetch = async () => {
                    ++count;
                    return new Response("", { status: 404 });
                };
                const wasm = `${address}?2`;
                await expectError(halfspace, /answered 404/, () => halfspace.init({ wasm }));
                await expectError(halfspace, /answered 404/, () => halfspace.init({ wasm }));
                expectEqual(count, 3, "downloads that fail");
                globalThis.fetch = before;
                [shape, other].forEach((each) => each.dispose());
                await loadGood();
            },
        },
        {
            name: "bytes that are no module are an error, and the next start works",
            async run() {
                const wasm = Uint8Array.of(1, 2, 3);
                await expectError(halfspace, /module/, () => halfspace.init({ wasm }));
                await loadGood();
            },
        },
        {
            name: "init() makes shapes work without a level",
            async run() {
                await halfspace.init();
                const shape = halfspace.Shape.sphere(1);
                expectEqual(halfspace.shapesOverlap({ shape }, { shape }), true, "two equal balls");
                shape.dispose();
            },
        },
        {
            name: "what was made before init() with other settings stays, and meets nothing new",
            async run() {
                const { Mover, Shape } = halfspace;
                const there: [number[], number[]] = [
                    [64, 256, 60],
                    [64, 256, -60],
                ];
                const load = async () => halfspace.loadLevel(await read("damaged/good.hsw"));
                const oldLevel = await load();
                const oldShape = Shape.sphere(16);
                await halfspace.init();
                expectTrue(oldLevel.sweep({ shape: oldShape }, ...there).hit, "equal settings");
                await halfspace.init({ maximumMemory: 2 ** 26 });
                const level = await load();
                const shape = Shape.sphere(16);
                for (const [aLevel, aShape] of [
                    [oldLevel, oldShape],
                    [level, shape],
                ] as const) {
                    const placed = { shape: aShape };
                    expectTrue(aLevel.sweep(placed, ...there).hit, "a sweep");
                    expectTrue(halfspace.shapesOverlap(placed, placed), "a pair");
                    expectEqual(
                        halfspace.contactPoints(
                            placed,
                            placed,
                            halfspace.shapesPenetration(placed, placed)!,
                        ).length > 0,
                        true,
                        "contacts",
                    );
                }
                const mixed: (() => unknown)[] = [
                    () => level.sweep({ shape: oldShape }, ...there),
                    () => oldLevel.isShapeFree({ shape }, there[0]),
                    () => halfspace.shapesOverlap({ shape }, { shape: oldShape }),
                    () => halfspace.shapesDistance({ shape: oldShape }, { shape }),
                    () => new Mover(level, { position: there[0], stand: { shape: oldShape } }),
                ];
                for (const act of mixed) {
                    await expectError(halfspace, /init\(\) was called/, act);
                }
                [oldLevel, level, oldShape, shape].forEach((object) => object.dispose());
            },
        },
    ];
};
