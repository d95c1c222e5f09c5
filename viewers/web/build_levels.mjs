// SPDX-License-Identifier: MIT
// Compiles the levels that come with the page, and copies their textures:
//     node build_levels.mjs
// Writes build/public. Leaves levels alone whose sources have not changed.
import { compileMap } from "halfspace";
import { copyFile, mkdir, readdir, readFile, stat, writeFile } from "node:fs/promises";
import { basename, dirname, extname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const examples = join(here, "../../examples");
const target = join(here, "build/public");
const sources = ["keep.map", "castle.grid", "station.map", "gatehouse.map", "cistern.map"];

async function timeOf(path) {
    try {
        return (await stat(path)).mtimeMs;
    } catch {
        return 0;
    }
}

const compiler = await timeOf(join(here, "../../bindings/npm/dist/halfspace_compile.wasm"));

async function compileLevel(name) {
    const from = join(examples, "levels", name);
    const to = join(target, "levels", `${basename(name, extname(name))}.hsw`);
    if ((await timeOf(to)) > Math.max(await timeOf(from), compiler)) {
        return;
    }
    const { bytes } = await compileMap(await readFile(from), { name, nav: true });
    await writeFile(to, bytes);
    console.log(`compiled ${name}`);
}

await mkdir(join(target, "levels"), { recursive: true });
await mkdir(join(target, "textures"), { recursive: true });
for (const name of sources) {
    await compileLevel(name);
}

// Files get plain names, because # and { mean something in addresses. A * in a texture's name is a
// # in the name of its file.
const names = {};
for (const file of (await readdir(join(examples, "textures"))).sort()) {
    if (extname(file) === ".png") {
        const plain = file.replace(/^[#{]/, "_");
        names[basename(file, ".png").replace(/^#/, "*").toLowerCase()] = plain;
        await copyFile(join(examples, "textures", file), join(target, "textures", plain));
    }
}
await writeFile(join(target, "textures", "names.json"), `${JSON.stringify(names)}\n`);
