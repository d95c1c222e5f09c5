// SPDX-License-Identifier: MIT
// Uses the page as a person does, in Chromium without a window:
//     node page.mjs HALFSPACE PAGE_FOLDER OUT_FOLDER [CHECK]
// HALFSPACE: the command line, whose painter draws the same pictures. PAGE_FOLDER: the built page.
// OUT_FOLDER: for screenshots and other files. CHECK: only checks whose names match this pattern.
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { argv, exit } from "node:process";
import { fileURLToPath } from "node:url";
import { levelChecks, walkChecks } from "./page_checks.mjs";
import { fileChecks } from "./page_files.mjs";
import { floorChecks } from "./page_floors.mjs";
import { frontChecks } from "./page_front.mjs";
import { leakChecks } from "./page_leaks.mjs";
import { meshChecks } from "./page_meshes.mjs";
import { monsterChecks } from "./page_monsters.mjs";
import { pictureChecks } from "./page_pictures.mjs";
import { PageBrowser } from "./page_tab.mjs";
import { readPng } from "./picture.mjs";

const [halfspace, pageFolder, outFolder, only = ""] = argv.slice(2);
const examples = fileURLToPath(new URL("../../examples/", import.meta.url));
const textures = ["--textures", join(examples, "textures")];
rmSync(outFolder, { recursive: true, force: true });
mkdirSync(outFolder, { recursive: true });

/** Compiles a level of the examples. Returns the path of the .hsw file. */
function compile(source, options = []) {
    const level = join(outFolder, `${source}.hsw`);
    const from = join(examples, "levels", source);
    execFileSync(halfspace, ["compile", from, "-o", level, "--quiet", ...textures, ...options]);
    return level;
}

/** The painter's picture from an eye towards a point. */
function painted(level, { eye, look, width, height, view }) {
    const picture = join(outFolder, "painted.png");
    execFileSync(halfspace, [
        ...["render", level, "-o", picture, "--view", view, "--nearest", "--json", ...textures],
        ...[`--eye=${eye}`, `--look=${look}`, "--size", `${width}x${height}`],
    ]);
    return readPng(readFileSync(picture));
}

const browser = await PageBrowser.start(pageFolder, outFolder);
const tools = { browser, compile, painted, examples };
const checks = {
    ...walkChecks(tools),
    ...levelChecks(tools),
    ...fileChecks(tools),
    ...leakChecks(tools),
    ...floorChecks(tools),
    ...monsterChecks(tools),
    ...meshChecks(tools),
    ...frontChecks(tools),
    ...pictureChecks(tools),
};
let failed = 0;
for (const [name, check] of Object.entries(checks)) {
    if (!new RegExp(only).test(name)) {
        continue;
    }
    const start = performance.now();
    let hasFailed = false;
    try {
        await check();
        console.log(`passed: ${name} (${((performance.now() - start) / 1000).toFixed(1)} s)`);
    } catch (error) {
        hasFailed = true;
        ++failed;
        const lines = error.stack.split("\n");
        console.log(
            `FAILED: ${name}\n${lines.slice(0, 4).join("\n")}\n${lines.slice(-3).join("\n")}`,
        );
    }
    await browser.closeTabs({ hasFailed });
}
await browser.close();
exit(failed === 0 ? 0 : 1);
