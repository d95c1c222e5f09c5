// SPDX-License-Identifier: MIT
// Packs the npm package, installs it without network in an empty folder, and runs consumer.mjs there.
//     node package_test.mjs FOLDER LEVEL.map
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { argv, execPath } from "node:process";
import { fileURLToPath } from "node:url";

const [folder, map] = argv.slice(2);
const here = (path) => fileURLToPath(new URL(path, import.meta.url));

function run(program, ...words) {
    return execFileSync(program, words, { cwd: folder, encoding: "utf8" });
}

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
// An own cache: nothing that was downloaded before can help.
const npm = (...words) => run("npm", ...words, "--offline", "--cache", join(folder, "cache"));
const [{ filename, files }] = JSON.parse(
    npm("pack", here("../../../bindings/npm"), "--pack-destination", folder, "--json"),
);

const paths = files.map(({ path }) => path);
const foreign = paths.filter(
    (path) => !/^(package\.json|README\.md|LICENSE|dist\/.*\.(js|d\.ts|wasm))$/.test(path),
);
if (foreign.length > 0) {
    throw new Error(`the package holds what is not for its users: ${foreign}`);
}
if (!paths.includes("LICENSE")) {
    throw new Error("the package lacks its licence");
}
writeFileSync(join(folder, "package.json"), '{ "private": true, "type": "module" }\n');
npm("install", "--ignore-scripts", `./${filename}`);
cpSync(here("consumer.mjs"), join(folder, "consumer.mjs"));
console.log(run(execPath, "consumer.mjs", map));
