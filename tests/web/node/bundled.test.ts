// SPDX-License-Identifier: MIT
// docs/guides/web.md: a bundler that does not know `new URL("…", import.meta.url)` makes scripts of a game and
// of the worker. They run from a folder of their own, without the package.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const pathOf = (name: string) => fileURLToPath(new URL(name, import.meta.url));
// Vite brings esbuild.
const { resolve } = createRequire(createRequire(import.meta.url).resolve("vite"));

test("a game and the worker, bundled by esbuild, compile a level", async () => {
    const { build } = (await import(resolve("esbuild"))) as typeof import("esbuild");
    const folder = mkdtempSync(join(tmpdir(), "halfspace-"));
    const { warnings } = await build({
        absWorkingDir: pathOf("../bundled"),
        entryPoints: { main: "main.ts", worker: "halfspace/worker.js" },
        bundle: true,
        format: "esm",
        loader: { ".wasm": "file" },
        outdir: folder,
        logLevel: "silent",
    });
    expect(warnings).toEqual([]);
    expect(readdirSync(folder).length).toBe(4);
    const text = readFileSync(pathOf("../../../examples/levels/keep.map"), "utf8");
    const printed = execFileSync(process.execPath, ["main.js", text], { cwd: folder });
    expect(String(printed)).toContain("stone1");
    rmSync(folder, { recursive: true });
});
