// SPDX-License-Identifier: MIT
// Checks of page.mjs: levels that leak, and the portals of levels.
import { compileMap } from "halfspace";
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { patience } from "./page_tab.mjs";

const size = { width: 64, height: 48 };

/** Levels with and without a way to the outside. */
export function leakChecks({ browser, examples }) {
    const level = (name) => readFileSync(join(examples, "levels", name));

    async function open(name, bytes) {
        const page = await browser.openShared();
        await page.drop(name, bytes);
        await page.untilLevel(name);
        return page;
    }

    const said = (page) =>
        page.tab.evaluate(() => {
            const message = document.querySelector("#message");
            return message.hidden ? "" : document.querySelector("#words").textContent;
        });

    // The .hsw file of the leaking level.
    const leaking = async () => (await compileMap(level("leak.map"), { name: "leak.map" })).bytes;

    // The pixel in the middle of the picture of a point.
    async function colourAt(page, eye, look) {
        const picture = await page.pictureOf({ ...size, eye, look, view: "textured" });
        const at = 4 * (size.width * (size.height / 2) + size.width / 2);
        return [...picture.subarray(at, at + 3)];
    }

    // A third of the way from the light to the gap, seen from the side.
    const isRed = async (page) => {
        const [r, g, b] = await colourAt(page, [113.33, 176, 138.67], [133.33, 176, 138.67]);
        return r > 2 * g && r > 2 * b;
    };

    return {
        async "says where a dropped level leaks, and draws the way out in red"() {
            const page = await open("leak.map", level("leak.map"));
            const label = page.locator("#open-place");
            // The gap of the north wall is at x 128 to 160.
            assert.match(
                await said(page),
                /^The level leaks: light \(entity \d+\) at 128 128 160 reaches the outside through the opening at 144 \d+ 96, near the brushes of lines \d+(, \d+)*\. The red line shows the way; B hides it\./,
            );
            assert.equal(await isRed(page), true);
            await page.page(({ scene }) => {
                scene.controls.walker.flyAt([96, 40, 100]);
                Object.assign(scene.controls.walker.angles, { pitch: 0, yaw: 80 });
            });
            await label.waitFor({ state: "visible", ...patience });
            assert.equal(await label.textContent(), "leak: close it here");
            await page.screenshot("leak");
            await page.keyboard.press("KeyB");
            await page.frames(2);
            assert.equal(await isRed(page), false);
            assert.equal(await label.isVisible(), false);
            await page.page(() => document.querySelector("#show-open").click());
            assert.equal(await isRed(page), true);
            // A sealed level has none of it.
            await page.drop("keep.map", level("keep.map"));
            await page.untilLevel("keep.map");
            await page.frames(2);
            assert.equal(await label.isVisible(), false);
            assert.doesNotMatch(await said(page), /leaks/);
            assert.equal(await page.page((self) => self.showsOpen), false);
            assert.deepEqual(page.errors, []);
        },

        async "finds the leak of a compiled level, and says the same"() {
            const source = await open("leak.map", level("leak.map"));
            const words = await said(source);
            await source.drop("leak.hsw", await leaking());
            await source.untilLevel("leak.hsw");
            assert.equal(await said(source), words);
            assert.equal(await isRed(source), true);
            // One that is sealed needs no search: the compiler is not loaded.
            const page = await browser.open();
            const loaded = [];
            page.tab.on("request", (request) => loaded.push(request.url()));
            const { bytes } = await compileMap(level("keep.map"), { name: "keep.map" });
            await page.drop("keep.hsw", bytes);
            await page.untilLevel("keep.hsw");
            assert.doesNotMatch(await said(page), /leak/);
            assert.equal(await page.page((self) => self.showsOpen), false);
            assert.ok(!loaded.some((url) => url.includes("halfspace_compile")));
            assert.deepEqual([...source.errors, ...page.errors], []);
        },

        async "shows a compiled level even if the search for its leak fails"() {
            const page = await browser.open();
            await page.tab.route("**/halfspace_compile*.wasm", (route) =>
                route.fulfill({ status: 500 }),
            );
            await page.drop("leak.hsw", await leaking());
            await page.untilLevel("leak.hsw");
            assert.match(await said(page), /^Whether the level leaks is not known: .*500/);
            assert.equal(await page.page((self) => self.showsOpen), false);
        },

        async "says that an entity is outside of all walls"() {
            const lost = '{\n"classname" "light"\n"origin" "640 128 96"\n}\n';
            const text = `${level("leak.map")}${lost}`;
            const page = await open("lost.map", text);
            assert.match(
                await said(page),
                /^The level leaks: light \(entity \d+\) at 640 128 96 is outside\. The red line/,
            );
            assert.deepEqual(page.errors, []);
        },

        async "shows the portals between cells on request, by X or by the switch"() {
            const page = await open("keep.map", level("keep.map"));
            const picture = () =>
                page.pictureOf({ ...size, eye: [64, 256, 60], look: [640, 256, 60] });
            const blue = (pixels) =>
                pixels.reduce((sum, x, i) => sum + (i % 4 === 2 ? x : i % 4 === 3 ? 0 : -x / 2), 0);
            const before = await picture();
            await page.keyboard.press("KeyX");
            const shown = await picture();
            assert.ok(blue(shown) > blue(before), "the picture is bluer");
            await page.screenshot("portals");
            await page.page(() => document.querySelector("#portals").click());
            assert.deepEqual(await picture(), before);
            await page.keyboard.press("KeyX");
            await page.drop("empty.map", '{\n"classname" "worldspawn"\n}\n');
            await page.untilLevel("empty.map");
            assert.equal(await page.page((self) => self.showsPortals), false);
            await page.keyboard.press("KeyX");
            assert.match(await said(page), /^This level has no portals/);
            assert.equal(await page.page((self) => self.showsPortals), false);
            assert.deepEqual(page.errors, []);
        },
    };
}
