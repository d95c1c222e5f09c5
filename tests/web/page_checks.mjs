// SPDX-License-Identifier: MIT
// Checks of page.mjs: what a person does with keys, mouse, fingers and files.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { box, glb } from "./glb.mjs";
import { patience } from "./page_tab.mjs";

/** Walking, bodies, keys and mouse. */
export function walkChecks({ browser, compile, examples }) {
    return {
        async "shows a level and walks into a wall, along it, and jumps"() {
            const page = await browser.openShared();
            assert.equal(await page.levelName(), "keep");
            await page.until("doing === 'walks'");
            // The level's west wall is at x = 0, behind the player. The body reaches 15 units.
            await page.keyboard.down("KeyS");
            await page.until("position[0] < 15.05");
            await page.frames(20);
            const atWall = await page.player();
            assert.ok(Math.abs(atWall.position[0] - 15 - 1 / 32) < 0.01, String(atWall.position));
            await page.keyboard.down("KeyA");
            await page.until(`position[1] > ${atWall.position[1] + 60}`);
            assert.ok((await page.player()).position[0] < 15.05);
            await page.keyboard.up("KeyA");
            await page.keyboard.up("KeyS");
            await page.until("doing === 'walks'");
            await page.keyboard.press("Space");
            await page.until("doing === 'falls' || eye[2] > 60");
            await page.until("doing === 'walks'");
            // Straight ahead of the start is no pillar, but the door.
            await page.keyboard.press("KeyR");
            const start = await page.player();
            await page.keyboard.down("KeyW");
            await page.until("position[0] > 700");
            await page.keyboard.up("KeyW");
            assert.equal((await page.player()).position[1], start.position[1]);
            assert.deepEqual(page.errors, []);
        },

        async "stands still while the help is open, and closes it by keys, mouse and files"() {
            const page = await browser.openShared();
            const help = page.locator("#help");
            const isOpen = (wanted) =>
                help.waitFor({ state: wanted ? "visible" : "hidden", ...patience });
            await page.keyboard.down("KeyW");
            await page.until("position[0] > 140");
            await page.keyboard.press("KeyH");
            await isOpen(true);
            const outline = await page.tab.evaluate(
                () => getComputedStyle(document.activeElement).outlineStyle,
            );
            assert.equal(outline, "none");
            // Tab stays in the help, and opens nothing behind it.
            for (const key of ["Tab", "Tab", "Shift+Tab", "Tab"]) {
                await page.keyboard.press(key);
                const focus = await page.tab.evaluate(() => document.activeElement.id);
                assert.equal(focus, "close-help", `the focus after ${key}`);
            }
            assert.equal(await page.locator("#panel").isVisible(), false);
            await page.waitFor(({ scene }) =>
                scene.controls.walker.velocity.every((x) => Math.abs(x) < 0.01),
            );
            const { position } = await page.player();
            await page.keyboard.up("KeyW");
            await page.keyboard.down("KeyW");
            await page.frames(5);
            assert.deepEqual((await page.player()).position, position);
            await page.keyboard.up("KeyW");
            await page.keyboard.press("KeyH");
            await isOpen(false);
            await page.locator("#show-help").click();
            await page.tab.mouse.click(2, 120);
            await isOpen(false);
            await page.keyboard.press("KeyH");
            await page.locator("#help h2").click();
            await isOpen(true);
            await page.drop("cistern.hsw", readFileSync(compile("cistern.map")));
            await page.untilLevel("cistern.hsw");
            await isOpen(false);
            assert.deepEqual(page.errors, []);
        },

        async "keys choose a level, reach all buttons, and come back to the player"() {
            const page = await browser.openShared();
            const focus = () => page.tab.evaluate(() => document.activeElement.id);
            await page.keyboard.press("KeyL");
            assert.equal(await focus(), "levels");
            // As when a key of the arrows chooses the next one.
            for (const level of ["castle", "gatehouse"]) {
                await page.locator("#levels").press("ArrowDown");
                await page.locator("#levels").selectOption(level);
                await page.untilLevel(level);
                assert.equal(await focus(), "levels");
            }
            for (const id of ["open", "show-help", "show-panel"]) {
                await page.keyboard.press("Tab");
                assert.equal(await focus(), id);
            }
            await page.keyboard.press("Space");
            await page.keyboard.press("Tab");
            assert.equal(
                await page.tab.evaluate(() => document.activeElement.dataset.view),
                "textured",
            );
            await page.keyboard.press("Escape");
            assert.equal(await focus(), "picture");
            await page.keyboard.press("KeyL");
            await page.keyboard.press("Escape");
            assert.equal(await focus(), "picture");
            await page.keyboard.press("Tab");
            assert.equal(await page.locator("#panel").isVisible(), false);
            assert.deepEqual(page.errors, []);
        },

        async "tells that the eye is outside of the level, and R goes back"() {
            const place = { eye: [-100, 40, 60], pitch: 0, yaw: 0, flies: true };
            const page = await browser.openShared("keep", place);
            const outside = page.locator("#outside");
            await outside.waitFor({ state: "visible", ...patience });
            await page.keyboard.press("KeyR");
            await outside.waitFor({ state: "hidden", ...patience });
            await page.page(({ scene }) => scene.controls.walker.flyAt([64, 300, 1000]));
            await outside.waitFor({ state: "visible", ...patience });
            await outside.click();
            await page.until("doing === 'walks'");
            await outside.waitFor({ state: "hidden", ...patience });
        },

        async "closes messages by Esc, and brief ones after 4 seconds"() {
            const page = await browser.openShared();
            const message = page.locator("#message");
            await page.tab.context().grantPermissions(["clipboard-read", "clipboard-write"]);
            await page.tab.evaluate(() => {
                const { setTimeout } = globalThis;
                globalThis.setTimeout = (act, time) => {
                    globalThis.setTimeout = setTimeout;
                    globalThis.brief = { act, time };
                };
            });
            await page.keyboard.press("KeyP");
            await message.waitFor({ state: "visible", ...patience });
            assert.match(await page.locator("#words").innerText(), /copied: http.*level=keep/);
            assert.equal(await page.tab.evaluate(() => globalThis.brief.time), 4000);
            await page.tab.evaluate(() => globalThis.brief.act());
            assert.equal(await message.isVisible(), false);
            // The first Esc closes the message, the second one forgets the picked face.
            await page.keyboard.press("KeyP");
            await message.waitFor({ state: "visible", ...patience });
            await page.keyboard.press("KeyI");
            await page.waitFor(({ pick }) => pick !== null);
            await page.keyboard.press("Escape");
            assert.equal(await message.isVisible(), false);
            assert.ok(await page.page(({ pick }) => pick !== null));
            await page.keyboard.press("Escape");
            assert.ok(await page.page(({ pick }) => pick === null));
        },

        async "crouches through a tunnel and stays down in it"() {
            const page = await browser.openShared("gatehouse", {
                ...{ eye: [200, 128, 46], pitch: 0, yaw: 0 },
            });
            await page.keyboard.down("KeyW");
            await page.until("position[0] > 215");
            await page.frames(10);
            const before = (await page.player()).position[0];
            assert.ok(before < 300, `the player stands in the tunnel at ${before}`);
            await page.keyboard.down("KeyC");
            await page.until("position[0] > 320");
            await page.keyboard.up("KeyC");
            assert.equal((await page.player()).doing, "crouches");
            await page.until("position[0] > 420 && doing === 'walks'");
            await page.keyboard.up("KeyW");
        },

        async "flies through walls, and walks only where there is room"() {
            const page = await browser.openShared();
            await page.keyboard.press("KeyF");
            await page.until("doing === 'flies'");
            await page.keyboard.down("ShiftLeft");
            await page.keyboard.down("Space");
            await page.until("eye[2] > 1000");
            await page.keyboard.up("Space");
            await page.keyboard.up("ShiftLeft");
            await page.keyboard.press("KeyR");
            await page.until("doing === 'walks'");
        },

        async "takes a body of another size where there is room for it"() {
            const page = await browser.openShared();
            const body = page.locator("#body");
            await page.keyboard.press("Tab");
            await body.fill("0.5");
            await page.until("doing === 'walks' && eye[2] < 30");
            await body.fill("3");
            await page.until("eye[2] > 60 || doing === 'falls'");
            const scale = () => page.page(({ scene }) => scene.scale);
            assert.equal(await scale(), 3);
            await page.goTo("#level=gatehouse&eye=200,128,46&look=0,0");
            await page.untilLevel("gatehouse");
            await page.locator("#picture").focus();
            await page.keyboard.down("KeyW");
            await page.keyboard.down("KeyC");
            await page.until("position[0] > 330");
            await page.keyboard.up("KeyW");
            await page.keyboard.up("KeyC");
            await body.fill("2");
            assert.equal(await scale(), 1);
            assert.match(await page.locator("#words").innerText(), /no room for a body/);
            // Keys that move the slider stay with it; after a click the keys move the player.
            await page.keyboard.press("KeyR");
            await body.press("ArrowLeft");
            await body.press("ArrowLeft");
            await page.keyboard.press("ArrowLeft");
            assert.equal((await scale()).toFixed(2), "0.85");
            const { width, height } = await body.boundingBox();
            await body.click({ position: { x: (width * 0.6) / 2.75, y: height / 2 } });
            const { position } = await page.player();
            await page.keyboard.down("KeyW");
            await page.until(`position[0] > ${position[0] + 20}`);
            await page.keyboard.up("KeyW");
        },

        async "walks with the bodies of the level, and with the usual ones where it has none"() {
            const page = await browser.openShared();
            await page.keyboard.press("Tab");
            const reachesWall = async (reach) => {
                await page.until("doing === 'walks'");
                await page.keyboard.down("KeyS");
                await page.until(`position[0] < ${reach + 0.05}`);
                await page.frames(5);
                const [x] = (await page.player()).position;
                assert.ok(x > reach, `the body reaches ${x} units`);
                await page.keyboard.up("KeyS");
            };
            const none = readFileSync(compile("keep.map", ["--space", "none"]));
            await page.drop("none.hsw", none);
            await page.untilLevel("none.hsw");
            assert.equal(await page.locator("#size").innerText(), "30 × 30 × 56");
            await reachesWall(15);
            const spaces = ["stand=-20,-20,-24:20,20,40", "crouch=-20,-20,-24:20,20,20"];
            const wide = compile("keep.map", ["--space", spaces[0], "--space", spaces[1]]);
            await page.drop("wide.hsw", readFileSync(wide));
            await page.untilLevel("wide.hsw");
            assert.equal(await page.locator("#size").innerText(), "40 × 40 × 64");
            await reachesWall(20);
            // Twice as large: the feet stay on the floor.
            await page.keyboard.press("KeyR");
            await page.locator("#body").fill("2");
            await page.until("doing === 'walks' && Math.abs(position[2] - 48) < 0.1");
            // The start of this level is below its floor.
            await page.drop("sunk.hsw", readFileSync(compile("cistern.map", ["--space", "none"])));
            await page.untilLevel("sunk.hsw");
            await page.until("doing === 'walks'");
            assert.deepEqual(page.errors, []);
        },

        async "keys of a focused button press it, and keys with Ctrl are the browser's"() {
            const page = await browser.openShared();
            await page.until("doing === 'walks'");
            await page.frames(10);
            const start = await page.player();
            await page.keyboard.down("ControlLeft");
            await page.keyboard.down("KeyD");
            await page.frames(10);
            assert.deepEqual(await page.player(), start);
            await page.keyboard.up("KeyD");
            await page.keyboard.up("ControlLeft");
            await page.page(({ scene }) => {
                scene.mostHigh = 0;
                const { walker } = scene.controls;
                const look = () => {
                    scene.mostHigh = Math.max(scene.mostHigh, walker.bodyPosition?.[2] ?? 0);
                    requestAnimationFrame(look);
                };
                look();
            });
            await page.keyboard.press("Tab");
            const leaves = page.locator("#views [data-view=leaves]");
            await leaves.focus();
            await page.keyboard.press("Space");
            await page.waitFor(({ options }) => options.view === "leaves");
            await page.frames(10);
            const highest = () => page.page(({ scene }) => scene.mostHigh);
            assert.ok((await highest()) < start.position[2] + 1, "the player jumped");
            // Behind a click of the mouse the key jumps.
            await page.locator("#views [data-view=wire]").click();
            await page.keyboard.press("Space");
            await page.waitFor(({ scene }, z) => scene.mostHigh > z + 5, start.position[2]);
            assert.equal(await page.page(({ options }) => options.view), "wire");
        },

        async "looks with the locked mouse"() {
            const page = await browser.openShared();
            await page.keyboard.press("KeyM");
            await page.tab.waitForFunction(() => document.body.classList.contains("is-locked"));
            const angles = () => page.page(({ scene }) => ({ ...scene.controls.walker.angles }));
            await page.tab.mouse.move(160, 120);
            const before = await angles();
            await page.tab.mouse.move(100, 140, { steps: 4 });
            const after = await angles();
            assert.ok(after.yaw > before.yaw + 5, `turned from ${before.yaw} to ${after.yaw}`);
            assert.ok(after.pitch > before.pitch + 1, `from ${before.pitch} to ${after.pitch}`);
            // A click picks the face in the middle, wherever the mouse is.
            await page.tab.mouse.click(10, 10);
            await page.waitFor(({ pick }) => pick !== null);
            await page.keyboard.press("KeyM");
            await page.tab.waitForFunction(() => document.pointerLockElement === null);
            const free = await angles();
            await page.tab.mouse.move(200, 100, { steps: 2 });
            assert.deepEqual(await angles(), free);
        },

        async "picks a face"() {
            const eye = [64, 128, 46];
            const page = await browser.openShared("keep", { eye, pitch: 0, yaw: 180, flies: true });
            await page.tab.mouse.click(160, 120, { button: "right" });
            // The note stands alone if the panel is closed.
            const picked = page.locator("#picked");
            await picked.waitFor({ state: "visible" });
            assert.equal(await page.locator("#views").isVisible(), false);
            await page.locator("#forget").click();
            await picked.waitFor({ state: "hidden" });
            await page.tab.mouse.click(160, 120, { button: "right" });
            await page.keyboard.press("Tab");
            await picked.waitFor({ state: "visible" });
            assert.equal(await page.locator("#views").isVisible(), true);
            const words = await picked.innerText();
            // The view shows the wall in the west, at x = 0.
            assert.match(words, /brush \d+ of worldspawn \(entity 0\), line \d+/);
            assert.match(words, /texture \w+/);
            assert.match(words, /face \d+ at 0\.00 /);
            assert.match(words, /leaf \d+ before it: empty/);
            // A door is picked where it stands.
            const picks = (z) =>
                page.page((self, height) => {
                    const { scene } = self;
                    scene.doors.placements[0] = { model: 1, translation: [0, 0, height] };
                    scene.controls.walker.flyAt([600, 256, 46]);
                    Object.assign(scene.controls.walker.angles, { pitch: 0, yaw: 0 });
                    self.pickAt(160, 120);
                    return self.pick?.words.join("\n") ?? "";
                }, z);
            assert.match(await picks(0), /func_door/);
            assert.match(await picks(30), /func_door[^]*at 640\.00 256\.00 46\.00/);
            assert.doesNotMatch(await picks(100), /func_door/);
        },

        async "fits a screen of 400 pixels, and is used by fingers"() {
            const viewport = { width: 400, height: 720 };
            const page = await browser.open("", { viewport, hasTouch: true });
            const { tab } = page;
            await page.locator("#show-panel").click();
            await page.screenshot("narrow");
            const tooWide = await tab.evaluate(() =>
                [...document.querySelectorAll("header *, #panel, #panel *, #touch *")]
                    .map((found) => [found.id || found.tagName, found.getBoundingClientRect()])
                    .filter(([, box]) => box.width > 0 && (box.left < 0 || box.right > innerWidth))
                    .map(([name]) => name),
            );
            assert.deepEqual(tooWide, []);
            const cut = await page.locator("#panel").evaluate((panel) => {
                const isFree =
                    panel.getBoundingClientRect().bottom <
                    document.querySelector("#touch").getBoundingClientRect().top;
                return isFree ? panel.scrollHeight - panel.clientHeight : "the buttons";
            });
            assert.equal(cut, 0, "the panel is cut off, or covers buttons");
            await page.locator("#show-panel").click();
            await page.locator("#show-help").click();
            await page.screenshot("help");
            const topOf = async (selector) => (await page.locator(selector).boundingBox()).y;
            assert.ok((await topOf("#touch-help")) < (await topOf("#keys")));
            await page.locator("#help button").click();
            // Phones would grey out files whose endings they do not know.
            assert.equal(await page.locator("#file").getAttribute("accept"), null);
            const chooser = tab.waitForEvent("filechooser", patience);
            await page.locator("#open").tap();
            await (await chooser).setFiles(join(examples, "levels", "gatehouse.map"));
            await page.untilLevel("gatehouse.map");
            const before = await page.player();
            const touch = (type, id, x, y) =>
                tab.dispatchEvent("#picture", type, {
                    pointerId: id,
                    pointerType: "touch",
                    button: 0,
                    clientX: x,
                    clientY: y,
                    bubbles: true,
                });
            await touch("pointerdown", 7, 100, 500);
            await touch("pointermove", 7, 100, 420);
            await page.until(`position[0] > ${before.position[0] + 40}`);
            await touch("pointerup", 7, 100, 420);
            await touch("pointerdown", 8, 300, 300);
            await touch("pointermove", 8, 200, 300);
            await touch("pointerup", 8, 200, 300);
            const yaw = await page.page(({ scene }) => scene.controls.walker.angles.yaw);
            assert.ok(yaw > 10, `turned by ${yaw}`);
            await tab.setViewportSize({ width: 900, height: 500 });
            await page.frames(3);
            const [width, height] = await tab.evaluate(() => {
                const { clientWidth, clientHeight } = document.querySelector("#picture");
                return [clientWidth, clientHeight];
            });
            assert.deepEqual([width, height], [900, 500]);
            // The buttons at the foot stay free, and the panel scrolls up to its last line.
            await page.locator("#show-panel").click();
            const panel = await page.locator("#panel").boundingBox();
            assert.ok(panel.y + panel.height < (await topOf("#hold-jump")));
            const hidden = await tab.evaluate(() => {
                const shown = document.querySelector("#panel");
                const below = () =>
                    document.querySelector("#facts").getBoundingClientRect().bottom -
                    shown.getBoundingClientRect().bottom;
                const before = below();
                shown.scrollBy(0, 1000);
                return [before, below()];
            });
            assert.ok(hidden[0] > 0 && hidden[1] <= 0, `${hidden} pixels below the panel`);
            await page.locator("#hold-jump").click({ trial: true });
            assert.deepEqual(page.errors, []);
        },
    };
}

// So many brushes that a compile takes long.
function largeMap(keep) {
    const brush = /\{\n(?:\(.*\n)+\}\n/.exec(keep)[0];
    const brushes = Array.from({ length: 10000 }, (_, i) => {
        const [x, y] = [(i % 100) * 96, Math.floor(i / 100) * 96];
        return brush.replace(
            /\( (\S+) (\S+) (\S+) \)/g,
            (_match, a, b, c) => `( ${Number(a) + x} ${Number(b) + y} ${c} )`,
        );
    });
    return `{\n"classname" "worldspawn"\n${brushes.join("")}}\n`;
}

/** Files, levels and the address. */
export function levelChecks({ browser, compile, examples }) {
    const source = (name) => readFileSync(join(examples, "levels", name));
    const keep = source("keep.map").toString();
    return {
        async "compiles a dropped file, and its level is that of the command line"() {
            const page = await browser.openShared();
            for (const name of ["castle.grid", "cistern.map", "house.glb"]) {
                await page.drop(name, source(name));
                await page.untilLevel(name);
                const text = await page.page(({ scene }) => {
                    const bytes = scene.level.bytes();
                    return [...bytes].map((x) => x.toString(16).padStart(2, "0")).join("");
                });
                const wanted = readFileSync(compile(name, ["--nav"]));
                assert.ok(Buffer.from(text, "hex").equals(wanted), name);
            }
            await page.drop("station.hsw", readFileSync(compile("station.map")));
            await page.untilLevel("station.hsw");
            await page.screenshot("dropped");
            await page.drop("bare.map", '{ "classname" "worldspawn" }');
            await page.untilLevel("bare.map");
            assert.match(await page.locator("#words").innerText(), /bare\.map has nothing to draw/);
            assert.deepEqual(page.errors, []);
        },

        async "walks in a dropped .glb, from its start or from seen ground in a room"() {
            const page = await browser.openShared();
            await page.drop("house.glb", source("house.glb"));
            await page.untilLevel("house.glb");
            await page.until("doing === 'walks'");
            await page.screenshot("house");
            // A large room, a small one, and a crate on whose place nobody can stand.
            const rooms = glb([
                box("hall-room", [0, 0, 0], [16, 4, 12], { inwards: true }),
                box("cell-room", [20, 0, 0], [24, 4, 4], { inwards: true }),
                box("crate", [6, 0, 2], [7, 1, 3]),
            ]);
            await page.drop("rooms.glb", rooms);
            await page.untilLevel("rooms.glb");
            await page.until("doing === 'walks'");
            // Not on the solid around the rooms, which nobody sees.
            const { position } = await page.player();
            const [x, y, z] = position;
            const isInHall = x > 15 && x < 497 && y > -369 && y < -15 && z < 72;
            assert.ok(isInHall, `starts at ${position}`);
            assert.equal(await page.page(({ scene }) => scene.isOutside), false);
            await page.page(({ scene }) => {
                scene.controls.walker.standAt([256, -192, 46.1]);
                Object.assign(scene.controls.walker.angles, { pitch: 0, yaw: 0 });
            });
            await page.screenshot("rooms");
            await page.keyboard.down("KeyW");
            await page.until("position[0] > 512 - 15.1");
            await page.frames(5);
            assert.ok((await page.player()).position[0] < 512 - 15);
            await page.keyboard.up("KeyW");
            // Without a room the player stands on what is there.
            await page.drop("crate.glb", glb([box("crate", [0, 0, 0], [8, 1, 8])]));
            await page.untilLevel("crate.glb");
            await page.until("doing === 'walks' && Math.abs(position[2] - 56) < 0.1");
            assert.equal(await page.page(({ scene }) => scene.isOutside), false);
            assert.deepEqual(page.errors, []);
        },

        async "tells what is wrong with a file, and goes on"() {
            const page = await browser.openShared();
            const words = page.locator("#words");
            const broken = keep.replace(/\( -?\d+/, "( nonsense");
            const line = keep.slice(0, keep.search(/\( -?\d+/)).split("\n").length;
            const files = [
                ["broken.map", broken, new RegExp(`broken\\.map:${line}\\b`)],
                ["junk.hsw", "no level at all", /junk\.hsw/],
                ["none.glb", glb([]), /^none\.glb holds no mesh with triangles$/],
                ["empty.grid", "", /^empty\.grid is an empty file$/],
                ["empty.map", "", /^empty\.map is an empty file$/],
            ];
            for (const [name, text, wanted] of files) {
                await page.drop(name, text);
                await page.tab.waitForFunction(
                    (file) => document.querySelector("#words").textContent.includes(file),
                    name,
                    patience,
                );
                assert.match(await words.innerText(), wanted);
                assert.equal(await page.levelName(), "keep");
            }
            await page.screenshot("broken");
            await page.locator("#dismiss").click();
            assert.equal(await words.isVisible(), false);
            await page.keyboard.down("KeyW");
            await page.until("position[0] > 80");
            await page.keyboard.up("KeyW");
            assert.deepEqual(page.errors, []);
        },

        async "ends a compile when asked to, and when something else is opened"() {
            const page = await browser.openShared();
            const large = largeMap(keep);
            const progress = page.locator("#progress");
            const hasEnded = async () => {
                await progress.waitFor({ state: "hidden", ...patience });
                assert.equal(await page.locator("#message").isVisible(), false);
            };
            await page.drop("large.map", large);
            await progress.waitFor({ state: "visible", ...patience });
            await page.screenshot("progress");
            await page.locator("#cancel").click();
            await hasEnded();
            assert.equal(await page.levelName(), "keep");
            await page.drop("large.map", large);
            await progress.waitFor({ state: "visible", ...patience });
            await page.goTo("#level=gatehouse");
            await page.untilLevel("gatehouse");
            await hasEnded();
            await page.drop("large.map", large);
            await progress.waitFor({ state: "visible", ...patience });
            await page.drop("castle.grid", source("castle.grid"));
            await page.untilLevel("castle.grid");
            await hasEnded();
            // Chromium ends a worker that computes after 2 s: here all of them together.
            await page.untilNoWorker();
            assert.deepEqual(page.errors, []);
        },

        async "opens the last of several levels, however slow the first ones come"() {
            const page = await browser.openShared();
            let release;
            const released = new Promise((resolve) => (release = resolve));
            await page.tab.route("**/levels/cistern.hsw", async (route) => {
                await released;
                await route.continue();
            });
            const comes = page.tab.waitForResponse("**/levels/cistern.hsw");
            await page.goTo("#level=cistern");
            await page.drop("station.map", source("station.map"));
            await page.untilLevel("station.map");
            release();
            await (await comes).finished();
            await page.frames(5);
            assert.equal(await page.levelName(), "station.map");
            // A file that takes long to be read must not end what was opened behind it.
            await page.page((self) => {
                let read;
                const file = new File(["no level"], "slow.map");
                file.arrayBuffer = () => new Promise((resolve) => (read = resolve));
                void self.openDropped(file);
                globalThis.endReading = () => read?.(new ArrayBuffer(8));
            });
            await page.drop("large.map", largeMap(keep));
            await page.locator("#progress").waitFor({ state: "visible", ...patience });
            await page.tab.evaluate(() => globalThis.endReading());
            await page.frames(5);
            assert.equal(await page.locator("#progress").isVisible(), true);
            assert.equal(await page.locator("#message").isVisible(), false);
            await page.locator("#cancel").click();
            await page.tab.unroute("**/levels/cistern.hsw");
            assert.deepEqual(page.errors, []);
        },

        async "frees what a level took from the GPU"() {
            const page = await browser.openShared();
            const openBoth = async () => {
                for (const name of ["keep", "gatehouse"]) {
                    await page.page(async (self, wanted) => {
                        await self.openBundled(wanted);
                        self.showsMarks = true;
                        for (const view of ["textured", "leaves"]) {
                            self.setView(view);
                            await new Promise(requestAnimationFrame);
                        }
                        await self.setGlass("stand");
                        await new Promise(requestAnimationFrame);
                        self.pickAt(160, 120);
                        await new Promise(requestAnimationFrame);
                    }, name);
                }
                return page.page(({ renderer: { info } }) => ({
                    ...info.memory,
                    programs: info.programs.length,
                }));
            };
            const first = await openBoth();
            for (let round = 1; round < 3; ++round) {
                assert.deepEqual(await openBoth(), first, `after ${2 * round} more levels`);
            }
            assert.ok(first.textures > 0 && first.geometries > 2);
        },

        async "holds the place in its address"() {
            const page = await browser.openShared();
            await page.goTo("#level=castle&eye=-300,40,60&look=12,77&fly=1&view=leaves");
            await page.untilLevel("castle");
            assert.equal(await page.page(({ options }) => options.view), "leaves");
            const first = await page.player();
            assert.deepEqual(first.eye.map(Math.round), [-300, 40, 60]);
            assert.equal(first.doing, "flies");
            await page.keyboard.press("Digit3");
            await page.tab.waitForFunction(
                () => location.hash.includes("view=wire"),
                null,
                patience,
            );
            const again = await browser.open(await page.tab.evaluate(() => location.hash));
            assert.deepEqual((await again.player()).eye.map(Math.round), [-300, 40, 60]);
            assert.equal(await again.page(({ options }) => options.view), "wire");
            await page.page(({ scene }) => scene.controls.walker.flyAt([-0.2, 300, -0.4]));
            await page.keyboard.press("Tab");
            const facts = page.locator("#facts", { hasText: /eye\s*0 300 0\b/ });
            await facts.waitFor({ state: "visible", ...patience });
        },

        async "keeps the place of a link until its file is dropped"() {
            const link = "#level=fort.map&eye=200,100,60&look=10,90&fly=1&view=wire";
            const page = await browser.open(link);
            assert.equal(await page.levelName(), "keep");
            assert.match(await page.locator("#words").innerText(), /fort\.map.*Drop this file/);
            const writeAddress = () =>
                page.page((self) => {
                    self.writeHash(self.lastHash + 5000);
                    return location.hash;
                });
            assert.equal(await writeAddress(), link);
            await page.drop("other.map", keep);
            await page.untilLevel("other.map");
            await page.drop("fort.map", keep);
            await page.untilLevel("fort.map");
            assert.deepEqual((await page.player()).eye, [200, 100, 60]);
            assert.equal(await page.page(({ options }) => options.view), "wire");
            // A file of the same name leaves the player where the player is.
            await page.page((self) => {
                self.scene.controls.walker.flyAt([300, 120, 70]);
                globalThis.oldScene = self.scene;
            });
            await page.drop("fort.map", keep);
            await page.waitFor(({ scene }) => scene !== globalThis.oldScene);
            assert.deepEqual((await page.player()).eye, [300, 120, 70]);
            assert.match(await writeAddress(), /fort\.map&eye=300,120,70/);
            await page.goTo("#level=nowhere");
            const words = page.locator("#words", { hasText: /no level named nowhere.*castle/ });
            await words.waitFor({ state: "visible", ...patience });
            assert.equal(await page.levelName(), "fort.map");
            assert.deepEqual(page.errors, []);
        },

        async "keeps the message of a first level that fails to load"() {
            for (const link of ["#level=fort.map", "#level=nowhere"]) {
                const context = await browser.browser.newContext();
                const tab = await context.newPage();
                await tab.route("**/levels/*.hsw", (route) => route.fulfill({ status: 500 }));
                await tab.goto(`${browser.address}/${link}`);
                await tab.waitForFunction(() => globalThis.halfspacePage, null, patience);
                await tab.evaluate(() => globalThis.halfspacePage.ready);
                assert.match(await tab.locator("#words").innerText(), /cannot be loaded: 500/);
                await context.close();
            }
        },

        async "leaves no glass when a worker fails"() {
            const page = await browser.openShared();
            await page.tab.evaluate(() => {
                const { Worker } = globalThis;
                let count = 0;
                // The walls of the world are found, and the next worker fails.
                globalThis.Worker = class extends Worker {
                    constructor(...how) {
                        super(...how);
                        if (++count === 2) {
                            globalThis.Worker = Worker;
                            this.postMessage = () => this.onmessageerror();
                        }
                    }
                };
            });
            const glass = await page.page(async (self) => {
                await self.setGlass("stand");
                return { name: self.glass, isEmpty: self.scene.view.overlay.isEmpty };
            });
            assert.deepEqual(glass, { name: null, isEmpty: true });
            assert.match(await page.locator("#words").innerText(), /answer cannot be read/);
        },

        async "says what a browser lacks"() {
            const lacks = {
                "WebGL 2": () => {
                    HTMLCanvasElement.prototype.getContext = () => null;
                },
                "WebAssembly SIMD": () => {
                    WebAssembly.validate = () => false;
                },
                WebAssembly: () => {
                    delete globalThis.WebAssembly;
                },
            };
            for (const [name, take] of Object.entries(lacks)) {
                const tab = await browser.browser.newPage();
                await tab.addInitScript(take);
                await tab.goto(`${browser.address}/`);
                await tab.locator("#message").waitFor({ state: "visible", ...patience });
                assert.match(await tab.locator("#words").innerText(), new RegExp(`no ${name}`));
                await tab.close();
            }
        },
    };
}
