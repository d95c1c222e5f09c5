// SPDX-License-Identifier: MIT
// `import "halfspace/embedded"`: what is tried again, and what an error advises.
import "halfspace/embedded";
import { compileMap, HalfspaceError, init, loadLevel } from "halfspace";
import { expect, test, vi } from "vitest";

test("a module that could not be compiled is tried again", async () => {
    const compile = vi.spyOn(WebAssembly, "compile").mockRejectedValueOnce(new Error("no memory"));
    const failed = await init().catch((error: unknown) => error);
    expect(failed).toBeInstanceOf(HalfspaceError);
    // The files are embedded already.
    expect(String(failed)).toMatch(/: no memory$/);
    await init();
    expect(compile).toHaveBeenCalledTimes(2);
    await init();
    expect(compile).toHaveBeenCalledTimes(2);
    compile.mockRestore();
    await expect(loadLevel(new Uint8Array(4))).rejects.toThrow(HalfspaceError);
});

test("a worker that cannot start is forbidden by the policy of the page", async () => {
    await compileMap("{}").catch(() => {}); // loads the compiler
    const silent = class {
        onerror = (_: Event) => {};
        postMessage() {
            queueMicrotask(() => this.onerror(new Event("error", { cancelable: true })));
        }
        terminate() {}
    };
    const refused = function () {
        throw new DOMException("Access to the script is denied", "SecurityError");
    };
    for (const made of [silent, refused]) {
        vi.stubGlobal("Worker", made);
        const failed = String(await compileMap("{}").catch((error: unknown) => error));
        vi.unstubAllGlobals();
        expect(failed).toContain("Content-Security-Policy must allow blob: in worker-src");
        expect(failed).not.toContain("halfspace/embedded");
    }
});
