// SPDX-License-Identifier: MIT
// Compares what CulledInstances draws with what InstancedMesh of three.js draws, in Chromium:
//     node instances.mjs
import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { openBrowser, softwareGl } from "./browser.mjs";
import { serve } from "./serve.mjs";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const [count, pictures] = [500, 12];
const server = await serve(
    {
        "/package/": here("../../bindings/npm/dist"),
        "/three/": here("../../node_modules/three/build"),
    },
    { "/instances.html": here("instances.html") },
);
const browser = await openBrowser(softwareGl);
const errors = [];
let found;
try {
    const tab = await browser.newPage();
    tab.on("pageerror", (error) => errors.push(error.stack));
    await tab.goto(`${server.address}/instances.html`);
    await tab.waitForFunction(() => globalThis.compareInstances);
    found = await tab.evaluate(
        ([count, pictures]) => globalThis.compareInstances(count, pictures),
        [count, pictures],
    );
} finally {
    await browser.close();
    server.close();
}
console.log(found);
assert.deepEqual(errors, []);
assert.equal(found.error, 0);
assert.equal(found.differing, 0);
assert(found.lit > 1000, "some instances are in the pictures");
assert(found.leftOut > (count * pictures) / 2, "most instances are out of view");
