// SPDX-License-Identifier: MIT
// Compares the lines that halfspace/three draws with the outlines that the painter draws:
//     node lines.mjs HALFSPACE OUT_FOLDER
// HALFSPACE: the command line. OUT_FOLDER: for a level and pictures.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { argv } from "node:process";
import { fileURLToPath } from "node:url";
import { openBrowser, softwareGl } from "./browser.mjs";
import { anglesTo, readPng } from "./picture.mjs";
import { serve } from "./serve.mjs";

const [halfspace, outFolder] = argv.slice(2);
const here = (path) => fileURLToPath(new URL(path, import.meta.url));
mkdirSync(outFolder, { recursive: true });
const level = join(outFolder, "keep.hsw");
execFileSync(halfspace, [
    "compile",
    here("../../examples/levels/keep.map"),
    "-o",
    level,
    "--quiet",
]);
const [width, height] = [480, 270];
const eye = [65.3, 255.1, 46.7];
const look = [128, 250, 40];
const painted = join(outFolder, "lines.png");
execFileSync(halfspace, [
    ...["render", level, "-o", painted, "--view", "wire", "--json"],
    ...[`--eye=${eye}`, `--look=${look}`, "--size", `${width}x${height}`],
]);
const wanted = readPng(readFileSync(painted)).pixels;

const request = { eye, width, height, ...anglesTo(eye, look) };

const three = here("../../node_modules/three/build");
const server = await serve(
    { "/package/": here("../../bindings/npm/dist"), "/three/": three },
    { "/lines.html": here("lines.html"), "/level.hsw": level },
);
const browser = await openBrowser(softwareGl);

const tab = await browser.newPage();
const errors = [];
tab.on("pageerror", (error) => errors.push(error.stack));
tab.on("console", (message) => {
    const text = message.text();
    const isProblem = ["error", "warning"].includes(message.type());
    // That pixels are read back is slow, but meant.
    if (isProblem && /THREE|GL_|shader/i.test(text) && !text.includes("stall due to ReadPixels")) {
        errors.push(text);
    }
});
await tab.goto(`${server.address}/lines.html`);
await tab.waitForFunction(() => globalThis.drawLines);

/** Which pixels belong to a line, from the top row down. */
async function drawn(kind, options) {
    const { text, error } = await tab.evaluate((what) => globalThis.drawLines(what), {
        ...request,
        kind,
        options,
    });
    assert.equal(error, 0);
    assert.deepEqual(errors, []);
    const bytes = Buffer.from(text, "base64");
    return (x, y) => bytes[4 * ((height - 1 - y) * width + x)] > 100;
}

const isWanted = (x, y) => wanted[4 * (y * width + x)] > 100;

/** The share of the pixels of `lines` that have a pixel of `others` within one pixel. */
function covered(lines, others) {
    let [all, found] = [0, 0];
    for (let y = 1; y + 1 < height; ++y) {
        for (let x = 1; x + 1 < width; ++x) {
            if (lines(x, y)) {
                ++all;
                const near = [-1, 0, 1].some((j) => [-1, 0, 1].some((i) => others(x + i, y + j)));
                found += near ? 1 : 0;
            }
        }
    }
    return { all, share: all > 0 ? found / all : 0 };
}

try {
    // The painter's lines reach one pixel into each face.
    for (const kind of ["standard", "filled"]) {
        const lines = await drawn(kind, { width: 2 });
        const ours = covered(lines, isWanted);
        const theirs = covered(isWanted, lines);
        console.log(
            `${kind}: ${ours.all} pixels, ${(100 * ours.share).toFixed(2)} % on outlines; ` +
                `${(100 * theirs.share).toFixed(2)} % of the outlines drawn`,
        );
        // No diagonal of a triangle is drawn, and no edge is left out.
        assert.ok(ours.all > 1000 && ours.share > 0.995);
        assert.ok(theirs.share > 0.99);
    }
    const count = async (options) => covered(await drawn("filled", options), () => true).all;
    const plain = await count({ width: 4 });
    assert.ok((await count({ width: 8 })) > 1.5 * plain, "wider lines have more pixels");
    assert.ok((await count({ width: 4, taper: 1 })) < 0.8 * plain, "lines taper");
    assert.ok((await count({ width: 4, fade: 2 })) < 0.8 * plain, "lines thin out with distance");
    // Lines alone hide nothing behind them.
    assert.ok(covered(await drawn("alone", { width: 4 }), () => true).all > plain);
} finally {
    await browser.close();
    server.close();
}
