// SPDX-License-Identifier: MIT
// Runs a suite of checks in Node, by vitest. HALFSPACE_WEB_NATIVE: the file of halfspace_web_hashes; the
// folder `damaged` of halfspace_web_damage lies beside it.
import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import * as halfspace from "halfspace";
import { test } from "vitest";
import type { NativeHashes, Suite } from "../checks.js";

export function runSuite(suite: Suite): void {
    const file = process.env.HALFSPACE_WEB_NATIVE ?? "";
    const native: Record<string, NativeHashes> = JSON.parse(readFileSync(file, "utf8"));
    const read = (name: string) => readFile(pathOf(name));
    const pathOf = (name: string): string | URL => {
        if (name.startsWith("package/")) {
            return new URL(name.replace("package", "../../../bindings/npm/dist"), import.meta.url);
        }
        return name.startsWith("levels/")
            ? native[name.slice("levels/".length)].path
            : join(dirname(file), name);
    };
    for (const check of suite({ halfspace, native, read })) {
        test(check.name, check.run, 600_000);
    }
}
