// SPDX-License-Identifier: MIT
// Runs the first page of docs/web.md (examples/web) by vite, as its reader does, and walks in it:
//     node first_page.mjs SCRATCH_FOLDER
import assert from "node:assert/strict";
import { argv } from "node:process";
import { fileURLToPath } from "node:url";
import { createServer } from "vite";
import { openBrowser, softwareGl } from "./browser.mjs";

const [cacheDir] = argv.slice(2);
const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const server = await createServer({
    root: here("../../examples/web"),
    publicDir: here("../../examples/levels"),
    cacheDir,
    logLevel: "warn",
    server: { host: "127.0.0.1", port: 0, hmr: false, watch: null },
});
await server.listen();
const browser = await openBrowser(softwareGl);
try {
    const tab = await browser.newPage({ viewport: { width: 320, height: 200 } });
    tab.on("pageerror", (error) => console.error(error.stack));
    await tab.goto(`http://127.0.0.1:${server.httpServer.address().port}/`);
    /** Waits until the page tells this of the body. */
    const waitFor = (said) =>
        tab.waitForFunction(
            (pattern) => new RegExp(pattern).test(document.querySelector("p").textContent),
            said.source,
            { timeout: 60_000 },
        );
    await waitFor(/^walks 64,256,24/);
    // The wall behind the start is at x = 0. The body reaches 15 units, and rests 1/32 unit before it.
    await tab.keyboard.down("KeyS");
    await waitFor(/^walks 15\.03\d*,256,/);
    await tab.waitForTimeout(300);
    const text = await tab.textContent("p");
    await tab.keyboard.up("KeyS");
    assert.match(text, /^walks 15\.03\d*,256,24/, "the wall lets nobody through");
    console.log(text);

    // The picture fills the window, also after its size has changed.
    await tab.setViewportSize({ width: 400, height: 300 });
    await tab.waitForFunction(() => {
        const { width, height } = document.querySelector("canvas").getBoundingClientRect();
        return width === 400 && height === 300;
    });
} finally {
    await browser.close();
    await server.close();
}
