// SPDX-License-Identifier: MIT
// Checks of page.mjs: the welcome, the tools, explanations, the mouse and links, as a stranger meets
// them.
import assert from "node:assert/strict";
import { patience } from "./page_tab.mjs";

const levels = ["keep", "castle", "station", "gatehouse", "cistern"];

/** The front of the page. */
export function frontChecks({ browser }) {
    const isLocked = (page, wanted) =>
        page.tab.waitForFunction(
            (is) => (document.pointerLockElement !== null) === is,
            wanted,
            patience,
        );
    return {
        async "welcomes with three levels to choose from"() {
            const page = await browser.open("", { keepsIntro: true });
            await page.tab.setViewportSize({ width: 900, height: 600 });
            const intro = page.locator("#intro");
            assert.equal(await intro.isVisible(), true);
            const pictures = await page.locator("#cards img").evaluateAll(async (images) => {
                await Promise.all(images.map((image) => image.decode()));
                return images.map(({ naturalWidth }) => naturalWidth);
            });
            assert.deepEqual(pictures, [360, 360, 360]);
            await page.screenshot("welcome");
            // Tab walks through the cards, and the welcome stays.
            await page.locator("#cards button").first().focus();
            await page.keyboard.press("Tab");
            assert.equal(await intro.isVisible(), true);
            await page.keyboard.press("Enter");
            await page.untilLevel("castle");
            assert.equal(await intro.isVisible(), false);
            assert.equal(await page.tab.evaluate(() => document.activeElement.id), "picture");
            // It ends by a key, and a link into a level needs none.
            const other = await browser.open("", { keepsIntro: true });
            await other.keyboard.press("KeyW");
            assert.equal(await other.locator("#intro").isVisible(), false);
            const link = await browser.open("#level=station", { keepsIntro: true });
            assert.equal(await link.locator("#intro").isVisible(), false);
            assert.deepEqual([...page.errors, ...other.errors, ...link.errors], []);
        },

        async "a level from the list, or by a link, ends the welcome"() {
            const page = await browser.open("", { keepsIntro: true });
            const intro = page.locator("#intro");
            const welcome = () =>
                page.tab.evaluate(() => (document.querySelector("#intro").hidden = false));
            await page.locator("#levels").selectOption("station");
            await page.untilLevel("station");
            assert.equal(await intro.isVisible(), false, "the list");
            await welcome();
            await page.goTo("#level=castle");
            await page.untilLevel("castle");
            assert.equal(await intro.isVisible(), false, "a link");
            // A link that names no level leads nowhere, and the welcome stays.
            await welcome();
            await page.goTo("#view=leaves");
            await page.waitFor(({ options }) => options.view === "leaves");
            assert.equal(await intro.isVisible(), true);
            assert.deepEqual(page.errors, []);
        },

        async "the first view of each level stands, inside, and sees far"() {
            const page = await browser.openShared();
            for (const level of levels) {
                await page.page((self, name) => self.openPlace({ level: name }), level);
                await page.untilLevel(level);
                await page.until("doing === 'walks'");
                await page.frames(10);
                const { isOutside, fallen } = await page.page(({ scene, place }) => ({
                    isOutside: scene.isOutside,
                    fallen: place.eye,
                }));
                assert.equal(isOutside, false, level);
                const far = await page.page((self) => {
                    const { clientWidth, clientHeight } = document.querySelector("#picture");
                    self.pickAt(clientWidth / 2, clientHeight / 2);
                    const numbers = self.pick?.words.at(-1).split(" at ")[1].split(" ").map(Number);
                    self.forgetPick();
                    const eye = self.scene.controls.walker.eye();
                    return numbers ? Math.hypot(...numbers.map((x, i) => x - eye[i])) : Infinity;
                });
                assert.ok(far > 100, `${level}: the middle of the picture is ${far} units away`);
                // The picture has many colours.
                const seen = await page.page(async (self) => {
                    const { walker } = self.scene.controls;
                    const pixels = await self.drawPicture({
                        ...{ width: 64, height: 36, eye: walker.eye() },
                        ...walker.angles,
                    });
                    const colours = new Set();
                    for (let at = 0; at < pixels.length; at += 4) {
                        colours.add(pixels.subarray(at, at + 3).join());
                    }
                    return colours.size;
                });
                assert.ok(seen > 300, `${level} from ${fallen}: ${seen} colours`);
                await page.screenshot(`first_${level}`);
            }
        },

        async "has the light of a sun, and the painter's on request"() {
            const page = await browser.openShared();
            const from = { eye: [1257, 392, 110], look: [1000, 250, 80], width: 96, height: 54 };
            const pictures = [];
            for (const light of ["sun", "painter"]) {
                pictures.push(await page.pictureOf({ ...from, view: "textured", light }));
            }
            assert.notDeepEqual(pictures[0], pictures[1]);
            // In any order of the faces the sky and the light are the same, up to rounding.
            const outside = { ...from, eye: [-300, -300, 400], look: [600, 250, 0] };
            const [back, front] = await Promise.all(
                ["back-to-front", "front-to-back"].map((order) =>
                    page.pictureOf({ ...outside, view: "textured", light: "sun", order }),
                ),
            );
            const worst = back.reduce((most, x, i) => Math.max(most, Math.abs(x - front[i])), 0);
            assert.ok(worst <= 3, `a difference of ${worst}`);
            const sky = back.subarray(0, 3);
            assert.ok(sky[2] > sky[0] && sky[2] > 150, `no sky: ${[...sky]}`);
            const light = () => page.page(({ options }) => options.light);
            assert.equal(await light(), "sun");
            await page.keyboard.press("KeyU");
            assert.equal(await light(), "painter");
            await page.keyboard.press("KeyU");
            assert.equal(await light(), "sun");
        },

        async "the tools are folded at first, and stay as they were left"() {
            const page = await browser.open();
            const panel = page.locator("#panel");
            const again = async () => {
                await page.tab.reload();
                await page.tab.waitForFunction(() => globalThis.halfspacePage, null, patience);
                await page.tab.evaluate(() => globalThis.halfspacePage.ready);
                return panel.isVisible();
            };
            await page.tab.setViewportSize({ width: 1200, height: 600 });
            assert.equal(await panel.isVisible(), false);
            await page.locator("#show-panel").click();
            assert.equal(await panel.isVisible(), true);
            assert.equal(await page.locator("#show-panel").getAttribute("aria-expanded"), "true");
            assert.equal(await again(), true);
            await page.locator("#show-panel").click();
            assert.equal(await again(), false);
        },

        async "explains its terms to the mouse and to the keys"() {
            const page = await browser.openShared();
            await page.tab.setViewportSize({ width: 900, height: 600 });
            await page.keyboard.press("Tab");
            const tip = page.locator("#tip");
            await page.locator("[data-view=leaves]").hover();
            assert.match(await tip.innerText(), /cells, the leaves of a tree/);
            await page.locator("#picture").hover({ position: { x: 100, y: 300 } });
            assert.equal(await tip.isVisible(), false);
            // By keys from the first view to the last field: each has words.
            await page.locator("[data-view=textured]").focus();
            const seen = [];
            for (let i = 0; i < 14; ++i) {
                await page.keyboard.press("Tab");
                seen.push((await tip.isVisible()) ? await tip.innerText() : "");
                const { x, width, y, height } = await tip.boundingBox();
                assert.ok(x >= 0 && x + width <= 900 && y >= 0 && y + height <= 600, seen.at(-1));
            }
            assert.ok(
                seen.every((words) => words.length > 10),
                seen.join("\n"),
            );
            for (const term of [/nearest faces first/, /behind one another/, /distances/]) {
                assert.ok(
                    seen.some((words) => term.test(words)),
                    String(term),
                );
            }
            await page.keyboard.press("Escape");
            assert.equal(await tip.isVisible(), false);
            await page.tab.setViewportSize({ width: 320, height: 240 });
        },

        async "a click locks the mouse, Esc frees it, and I and the right button pick"() {
            const eye = [64, 128, 46];
            const page = await browser.openShared("keep", { eye, pitch: 0, yaw: 180, flies: true });
            const picked = () => page.page(({ pick }) => pick?.words.at(-1) ?? "");
            await page.tab.mouse.click(60, 60);
            await isLocked(page, true);
            assert.equal(await picked(), "", "the click that locks picks nothing");
            await page.keyboard.press("KeyI");
            assert.match(await picked(), /at 0\.00 128\.00 46\.00/);
            // Chromium without a window sends no Esc to its own lock, so the page is asked to free it.
            await page.tab.evaluate(() => document.exitPointerLock());
            await isLocked(page, false);
            await page.keyboard.press("Escape");
            assert.equal(await picked(), "");
            // The free mouse picks where it is.
            await page.tab.mouse.move(60, 120);
            await page.keyboard.press("KeyI");
            assert.match(await picked(), /at 0\.00 (?!128\.00)/);
            await page.keyboard.press("Escape");
            await page.tab.mouse.click(160, 120, { button: "right" });
            assert.match(await picked(), /at 0\.00 128\.00 46\.00/);
            await isLocked(page, false);
            await page.keyboard.press("Escape");
            // A drag looks around, and locks nothing.
            const yaw = () =>
                page.page(({ scene }) => (scene.controls.walker.angles.yaw + 360) % 360);
            await page.tab.mouse.move(200, 120);
            await page.tab.mouse.down();
            await page.tab.mouse.move(100, 120, { steps: 4 });
            await page.tab.mouse.up();
            assert.ok((await yaw()) > 185, `turned to ${await yaw()}`);
            await isLocked(page, false);
        },

        async "the link to a place holds the body"() {
            const page = await browser.openShared();
            await page.page((self) => self.setScale(0.5));
            await page.until("doing === 'walks'");
            await page.frames(10);
            const link = await page.page((self) => self.link);
            assert.match(link, /&body=0\.5/);
            const { eye } = await page.player();
            const other = await browser.open(new URL(link).hash);
            await other.frames(5);
            assert.equal(await other.page(({ scene }) => scene.scale), 0.5);
            const there = await other.player();
            assert.equal(there.doing, "walks");
            assert.ok(Math.abs(there.eye[2] - eye[2]) < 0.1, `${there.eye} beside ${eye}`);
            await page.page((self) => self.setScale(1));
            const usual = await page.page((self) => self.link);
            assert.doesNotMatch(usual, /body=|view=/);
            // A link without a size and a view means the usual ones, whatever is on the screen.
            await page.page((self) => {
                self.setScale(0.5);
                self.setView("leaves");
            });
            await page.goTo(new URL(usual).hash);
            await page.waitFor(({ scene, options }) => {
                return scene.scale === 1 && options.view === "textured";
            });
            for (const [given, wanted] of [
                ["9", 3],
                ["nonsense", 1],
            ]) {
                const odd = await browser.open(`#level=keep&eye=300,300,200&fly=1&body=${given}`);
                assert.equal(await odd.page(({ scene }) => scene.scale), wanted);
            }
        },

        async "G says that a level has no bodies, and a link that fails says why"() {
            const page = await browser.openShared();
            const words = page.locator("#words");
            await page.page((self) => {
                const { scene } = self;
                const { level } = scene;
                scene.level = new Proxy(level, {
                    get: (target, key) =>
                        key === "spaces" ? target.spaces.slice(0, 1) : Reflect.get(target, key),
                });
                self.nextGlass();
                scene.level = level;
            });
            assert.match(await words.innerText(), /compiled without bodies/);
            await page.page(async (self) => {
                self.goToPlace = () => {
                    throw new Error("the place is nowhere");
                };
                await self.openPlace({});
                delete self.goToPlace;
            });
            assert.match(await words.innerText(), /the place is nowhere/);
        },

        async "glass that fails behind the next level says nothing, and takes no glass away"() {
            const page = await browser.openShared();
            await page.page(async (self) => {
                const { scene } = self;
                let fail;
                scene.showWalls = () => new Promise((_, reject) => (fail = reject));
                const shown = self.setGlass("stand");
                await self.openBundled("gatehouse");
                await self.setGlass("stand");
                fail(new Error("too late"));
                await shown;
            });
            const { glass, isEmpty } = await page.page((self) => ({
                glass: self.glass,
                isEmpty: self.scene.view.overlay.isEmpty,
            }));
            assert.deepEqual([glass, isEmpty], ["stand", false]);
            assert.equal(await page.locator("#message").isVisible(), false);
        },

        async "nothing behind the open help is reached by Tab"() {
            const page = await browser.openShared();
            await page.locator("#show-help").focus();
            await page.keyboard.press("Enter");
            for (const key of ["Tab", "Tab", "Shift+Tab", "Shift+Tab", "Tab"]) {
                await page.keyboard.press(key);
                const isInside = await page.tab.evaluate(() =>
                    document.querySelector("#help").contains(document.activeElement),
                );
                assert.ok(isInside, `after ${key}`);
            }
            await page.keyboard.press("Escape");
            await page.locator("#help").waitFor({ state: "hidden", ...patience });
        },
    };
}
