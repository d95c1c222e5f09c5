// SPDX-License-Identifier: MIT
// Writes dist/embedded: what `halfspace/embedded` imports. The worker is one script without imports,
// which also runs where scripts are no modules.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const dist = new URL("./dist/", import.meta.url);
const folder = new URL("embedded/", dist);
mkdirSync(folder, { recursive: true });

function write(name, text) {
    const lines = [
        "// SPDX-License-Identifier: MIT",
        `export default ${JSON.stringify(text)};`,
        "",
    ];
    writeFileSync(new URL(`${name}.js`, folder), lines.join("\n"));
}

for (const name of ["halfspace", "halfspace_compile", "halfspace_spatial"]) {
    write(name, readFileSync(new URL(`${name}.wasm`, dist), "base64"));
}
const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL("worker.js", dist))],
    bundle: true,
    minify: true,
    format: "iife",
    target: "es2022",
    write: false,
});
write("worker", outputFiles[0].text);
