// SPDX-License-Identifier: MIT
// How quickly the page starts, compiles a level and prepares a frame, in Chromium without a GPU.
import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { openBrowser } from "../../tests/web/browser.mjs";
import { serve } from "../../tests/web/serve.mjs";
import { median } from "./median.mjs";

const frames = 300;
const patience = { timeout: 120_000 };

async function openPage(browser, address) {
    const tab = await browser.newPage({ viewport: { width: 320, height: 240 } });
    await tab.goto(address);
    await tab.waitForFunction(() => globalThis.halfspacePage);
    return tab;
}

/** Milliseconds from the navigation of a new browser to the first frame with a level. */
async function coldStart(address) {
    const browser = await launch();
    const tab = await openPage(browser, address);
    const taken = await tab.evaluate(async () => {
        await globalThis.halfspacePage.ready;
        await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
        return performance.now();
    });
    await browser.close();
    return taken;
}

// SwiftShader draws on the processor, in a process of its own.
function launch() {
    return openBrowser([
        "--use-gl=angle",
        "--use-angle=swiftshader",
        "--enable-unsafe-swiftshader",
    ]);
}

/** Drops a level onto the page; the milliseconds until it is on the screen. */
async function drop(tab, path) {
    return tab.evaluate(
        async ([text, name]) => {
            const { page } = globalThis.halfspacePage;
            const start = performance.now();
            await page.openDropped(new File([text], name));
            return performance.now() - start;
        },
        [readFileSync(path, "latin1"), basename(path)],
    );
}

/** The mean milliseconds of a frame without the renderer, while the player turns on the spot. */
async function frameWork(tab) {
    return tab.evaluate(
        (count) =>
            new Promise((done) => {
                const { page } = globalThis.halfspacePage;
                const works = [];
                const frame = () => {
                    page.scene.controls.walker.angles.yaw += 5;
                    works.push(page.means.work);
                    if (works.length < count) {
                        requestAnimationFrame(frame);
                    } else {
                        done(
                            works.slice(count >> 2).reduce((a, b) => a + b) /
                                (count - (count >> 2)),
                        );
                    }
                };
                requestAnimationFrame(frame);
            }),
        frames,
    );
}

/**
 * @param {string} folder - of the built page
 * @param {string[]} levels - sources that are dropped onto the page
 * @param {number} rounds - how many cold starts
 * @returns {Promise<{what: string, value: string}[]>} all are times on the clock, not CPU times
 */
export async function measurePage(folder, levels, rounds) {
    const server = await serve({ "/": folder }, { "/": join(folder, "index.html") });
    const results = [];
    const add = (what, milliseconds) =>
        results.push({ what, value: `${milliseconds.toFixed(milliseconds < 10 ? 2 : 0)} ms` });
    try {
        const starts = [];
        for (let round = 0; round < rounds; ++round) {
            starts.push(await coldStart(`${server.address}/`));
        }
        add("a cold start, until the player can walk", median(starts));
        const browser = await launch();
        const tab = await openPage(browser, `${server.address}/`);
        tab.setDefaultTimeout(patience.timeout);
        await tab.evaluate(() => globalThis.halfspacePage.ready);
        for (const path of levels) {
            add(`${basename(path)}: from the drop to the screen`, await drop(tab, path));
            add(`${basename(path)}: a frame beside the renderer`, await frameWork(tab));
        }
        await browser.close();
    } finally {
        server.close();
    }
    return results;
}
