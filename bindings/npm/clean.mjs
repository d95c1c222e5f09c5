// SPDX-License-Identifier: MIT
// Removes what an earlier build of the sources has left in dist; the .wasm files stay. Otherwise the
// package would have modules whose sources are gone.
import { mkdirSync, readdirSync, rmSync } from "node:fs";

const dist = new URL("./dist/", import.meta.url);
mkdirSync(dist, { recursive: true });
for (const name of readdirSync(dist)) {
    if (!name.endsWith(".wasm")) {
        rmSync(new URL(encodeURIComponent(name), dist), { recursive: true });
    }
}
