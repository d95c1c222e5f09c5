// SPDX-License-Identifier: MIT
// Runs a WASI program that reads files of this machine, with Node 18 or later:
//     node --no-warnings --single-threaded run_wasi.mjs PROGRAM.wasm [ARGUMENT...]
// Paths among the arguments must be absolute.
import { readFile } from "node:fs/promises";
import { argv, exit } from "node:process";
import { WASI } from "node:wasi";

const [program, ...programArguments] = argv.slice(2);
const wasi = new WASI({
    version: "preview1",
    args: [program, ...programArguments],
    preopens: { "/": "/" },
    returnOnExit: true,
});
const module = await WebAssembly.compile(await readFile(program));
const instance = await WebAssembly.instantiate(module, wasi.getImportObject());
exit(wasi.start(instance));
