// SPDX-License-Identifier: MIT
// Checks of page.mjs: what the page draws, beside the pictures of the painter.
import assert from "node:assert/strict";
import { farFromLines, likeness } from "./picture.mjs";

// Eyes off the grid, where no texel's border runs through the middles of pixels, and one on it: there
// a corner of the fence lies in the plane of the eye.
const eyes = {
    "keep.map": [
        { eye: [65.3, 255.1, 46.7], look: [128, 250, 40] },
        { eye: [1040.2, 128.4, 100.6], look: [900, 400, 20] },
        { eye: [1199.1, 60.7, 30.3], look: [900, 400, 60] },
    ],
    "castle.grid": [
        { eye: [-351.7, 32.3, 54.1], look: [-288, 33.1, 52.3] },
        { eye: [-352.4, -299.2, 150.3], look: [-300, 300, 40] },
    ],
    "station.map": [
        { eye: [96, 192, 46], look: [160, 192, 46] },
        { eye: [97.4, 193.1, 46.2], look: [160.3, 191.7, 45.1] },
        { eye: [60.1, 330.2, 150.4], look: [700, 260, 30] },
    ],
};
const size = { width: 480, height: 270 };
const glassOpacity = 88 / 255;
const background = [16, 18, 22];

// The glass of the colour `wall` over a picture, where the painter shows a wall.
function underGlass(picture, walls) {
    const mixed = Buffer.from(picture);
    for (let at = 0; at < walls.length; at += 4) {
        if (background.some((x, i) => walls[at + i] !== x)) {
            for (let c = at; c < at + 3; ++c) {
                mixed[c] += Math.round((walls[c] - picture[c]) * glassOpacity);
            }
        }
    }
    return mixed;
}

export function pictureChecks({ browser, compile, painted }) {
    return {
        async "draws what the painter draws"() {
            const page = await browser.openShared();
            for (const [source, views] of Object.entries(eyes)) {
                const level = compile(source);
                await page.page((self, name) => self.openBundled(name), source.split(".")[0]);
                for (const from of views) {
                    const isFar = farFromLines(
                        painted(level, { ...from, ...size, view: "wire" }),
                        2,
                    );
                    for (const view of ["textured", "leaves", "overdraw", "translucent"]) {
                        const wanted = { ...from, ...size, view };
                        const { pixels } = painted(level, wanted);
                        const { share } = likeness(await page.pictureOf(wanted), pixels, isFar, 8);
                        const words = `${source} from ${from.eye}, ${view}: ${(100 * share).toFixed(3)} %`;
                        console.log(`    ${words}`);
                        assert.ok(share >= 0.99, words);
                    }
                }
            }
        },

        async "leaves no pixel of a closed room empty"() {
            const page = await browser.openShared();
            const from = { eye: [64, 256, 46], look: [164, 256, 46], width: 1280, height: 720 };
            const counts = await page.pictureOf({ ...from, view: "overdraw" });
            const empty = [];
            for (let at = 0; at < counts.length; at += 4) {
                if (counts[at] + counts[at + 1] + counts[at + 2] === 0) {
                    empty.push([(at / 4) % from.width, Math.floor(at / 4 / from.width)]);
                }
            }
            assert.deepEqual(empty, []);
        },

        async "shows the walls of a body as glass, as the painter finds them"() {
            const page = await browser.openShared("castle");
            const level = compile("castle.grid");
            const from = { ...eyes["castle.grid"][0], ...size };
            const bare = await page.pictureOf({ ...from, view: "textured" });
            for (const body of ["stand", "crouch", "large"]) {
                await page.page((self, name) => self.setGlass(name), body);
                const shown = await page.pictureOf({ ...from, view: "textured" });
                const { pixels } = painted(level, { ...from, view: `space:${body}` });
                const { share } = likeness(shown, underGlass(bare, pixels), () => true, 3);
                const words = `glass of ${body}: ${(100 * share).toFixed(3)} %`;
                console.log(`    ${words}`);
                assert.ok(share >= 0.99, words);
            }
        },

        async "shows the walls of doors where the doors stand"() {
            const page = await browser.openShared("gatehouse");
            // A door at y = 260 goes up. Its walls for the body reach from 32 units below the door to 24
            // above it, at y = 245. Behind the door is the wall of the floor, which has another light.
            const from = { eye: [480.3, 200.1, 100.2], look: [480.3, 245, 60], ...size };
            const middle = 4 * (size.width * (size.height / 2) + size.width / 2);
            const shown = async (...heights) => {
                const placements = heights.map((z) => ({ model: 1, translation: [0, 0, z] }));
                const picture = await page.pictureOf({ ...from, placements, view: "textured" });
                return [...picture.subarray(middle, middle + 3)];
            };
            const bare = await shown(0);
            await page.page((self) => self.setGlass("stand"));
            assert.notDeepEqual(await shown(0), bare);
            assert.deepEqual(await shown(100), await shown());
            assert.notDeepEqual(await shown(80), await shown());
        },

        async "shows the glass of the last body that was asked for"() {
            const page = await browser.openShared();
            const from = { ...eyes["keep.map"][0], ...size, view: "textured" };
            const bare = await page.pictureOf(from);
            await page.page((self) => self.setGlass("large"));
            const large = await page.pictureOf(from);
            assert.notDeepEqual(large, bare);
            await page.page((self) => self.setGlass(null));
            assert.deepEqual(await page.pictureOf(from), bare);
            for (const body of ["stand", "crouch", "large"]) {
                await page.keyboard.press("KeyG");
                assert.equal(await page.locator("#glass").inputValue(), body);
            }
            await page.waitFor(
                ({ scene }) => scene.view.overlay.glass.size === scene.level.modelCount,
            );
            await page.frames(3);
            assert.deepEqual(await page.pictureOf(from), large);
            await page.untilNoWorker();
            // The legend shows colours of these walls.
            const tints = await page.page(({ scene }) => {
                const { array } = scene.view.overlay.glass.get(0).geometry.getAttribute("tint");
                const colours = Array.from({ length: array.length / 4 }, (_, i) =>
                    [...array.subarray(4 * i, 4 * i + 3)].join(", "),
                );
                return [...new Set(colours)];
            });
            const legend = await page.tab.evaluate(() =>
                [...document.querySelectorAll("#glass-legend:not([hidden]) i")].map(
                    (field) => /\((.*)\)/.exec(getComputedStyle(field).backgroundColor)[1],
                ),
            );
            assert.equal(legend.length, 2);
            assert.ok(
                legend.every((colour) => tints.includes(colour)),
                `${legend} of ${tints}`,
            );
            await page.keyboard.press("KeyG");
            assert.deepEqual(await page.pictureOf(from), bare);
            assert.deepEqual(page.errors, []);
        },

        async "shows every view, and edges over them"() {
            const page = await browser.openShared();
            await page.tab.setViewportSize({ width: 480, height: 320 });
            await page.keyboard.press("Tab");
            const seen = new Set();
            for (const key of ["1", "2", "3", "4", "5", "KeyE"]) {
                await page.keyboard.press(key.length > 1 ? key : `Digit${key}`);
                seen.add((await page.screenshot(`view_${key}`)).toString("base64"));
                // The view of overdraw has a legend, from 0 to 8.
                const fields = page.locator("#legend:not([hidden]) span");
                assert.equal(await fields.count(), key === "4" ? 9 : 0);
            }
            assert.equal(seen.size, 6);
            for (const key of ["KeyO", "KeyZ", "KeyN", "KeyK"]) {
                await page.keyboard.press(key);
                await page.frames(2);
            }
            const { order, hasDepthBuffer, isNearest } = await page.page(({ options }) => options);
            assert.deepEqual([order, hasDepthBuffer, isNearest], ["front-to-back", true, true]);
            await page.tab.setViewportSize({ width: 320, height: 240 });
            assert.deepEqual(page.errors, []);
        },

        async "goes on when the browser has taken WebGL and gives it back"() {
            const page = await browser.openShared();
            const from = { ...eyes["keep.map"][0], ...size, view: "leaves" };
            await page.page((self) => self.setGlass("stand"));
            const before = await page.pictureOf(from);
            await page.page((self) => {
                globalThis.thief = self.renderer.getContext().getExtension("WEBGL_lose_context");
                globalThis.thief.loseContext();
            });
            const message = page.locator("#message");
            await message.waitFor({ state: "visible" });
            assert.match(await page.locator("#words").innerText(), /taken WebGL away/);
            await page.frames(3);
            await page.tab.evaluate(() => globalThis.thief.restoreContext());
            await message.waitFor({ state: "hidden" });
            assert.deepEqual(await page.pictureOf(from), before);
            const drawn = () => page.page(({ renderer }) => renderer.info.render.frame);
            const first = await drawn();
            await page.frames(3);
            assert.ok((await drawn()) > first, "the page draws no frames");
            // A level that is opened now is drawn, too.
            await page.page((self) => self.openBundled("castle"));
            await page.frames(3);
            assert.deepEqual(page.errors, []);
        },
    };
}
