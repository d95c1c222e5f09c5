// SPDX-License-Identifier: MIT
// The game of bundled.test.ts, with the snippet of docs/guides/web.md on bundlers.
import { compileMap, init, loadLevel } from "halfspace";
import { text } from "./text.js";
import runtime from "halfspace/halfspace.wasm"; // the addresses of the files
import compiler from "halfspace/halfspace_compile.wasm";

await init({ wasm: runtime });
const { bytes } = await compileMap(text, { wasm: compiler, worker: "worker.js" });

const level = await loadLevel(bytes);
console.log(level.materials.join(" "));
