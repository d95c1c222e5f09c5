// SPDX-License-Identifier: MIT
// A worker of Node that ends, or fails, without an answer.
import { compileMap, HalfspaceError } from "halfspace";
import { expect, test, vi } from "vitest";

test.each([
    ["ends at once", "", /its worker has ended without an answer/],
    ["ends later", "setTimeout(() => process.exit(3), 50)", /has ended without an answer/],
    ["throws", 'throw new Error("no such thing")', /the compiler has stopped: no such thing/],
])("a worker that %s makes compileMap reject", async (_, script, message) => {
    const worker = new URL(`data:text/javascript,${encodeURIComponent(script)}`);
    const compiling = compileMap("{}", { worker });
    await expect(compiling).rejects.toThrow(HalfspaceError);
    await expect(compiling).rejects.toThrow(message);
});

test("a script that answers nothing makes compileMap reject after a minute", async () => {
    const script = encodeURIComponent("setInterval(() => {}, 1000)");
    const worker = new URL(`data:text/javascript,${script}`);
    await compileMap("{}").catch(() => {}); // loads the compiler
    vi.useFakeTimers();
    const compiling = compileMap("{}", { worker }).catch((error: unknown) => error);
    for (let i = 0; i < 100; ++i) {
        await vi.advanceTimersByTimeAsync(1000);
    }
    vi.useRealTimers();
    expect(await compiling).toBeInstanceOf(HalfspaceError);
    expect(String(await compiling)).toMatch(/javascript.* has not begun after 60 seconds/);
});

test("a thread that was blocked for a minute still takes the answer of the worker", async () => {
    await compileMap("{}").catch(() => {}); // loads the compiler
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    try {
        const compiling = compileMap("{ x", { name: "x.map" }).catch((error: unknown) => error);
        while (vi.getTimerCount() === 0) {
            await new Promise((resolve) => setImmediate(resolve));
        }
        vi.advanceTimersByTime(60_500); // before the first word of the worker
        expect(String(await compiling)).toContain("x.map:1");
    } finally {
        vi.useRealTimers();
    }
});

test("a worker that is not there makes compileMap reject", async () => {
    await expect(compileMap("{}", { worker: "none/worker.js" })).rejects.toThrow(/none/);
    await expect(compileMap("{}", { worker: "none/worker.js" })).rejects.toThrow(HalfspaceError);
});
