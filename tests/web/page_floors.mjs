// SPDX-License-Identifier: MIT
// Checks of page.mjs: where the body can stand, and the shortest path to a picked place.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";

const size = { width: 64, height: 48 };

/** Levels with and without a navigation mesh. */
export function floorChecks({ browser, compile, examples }) {
    const said = (page) =>
        page.tab.evaluate(() => {
            const message = document.querySelector("#message");
            return message.hidden ? "" : document.querySelector("#words").textContent;
        });

    return {
        async "shows the floor to stand on, by T or by the switch"() {
            const page = await browser.openShared();
            await page.drop("keep.map", readFileSync(join(examples, "levels/keep.map")));
            await page.untilLevel("keep.map");
            const picture = () =>
                page.pictureOf({ ...size, eye: [64, 256, 60], look: [240, 256, 0] });
            const green = (pixels) =>
                pixels.reduce((sum, x, i) => sum + (i % 4 === 1 ? x : i % 4 === 3 ? 0 : -x / 2), 0);
            const before = await picture();
            await page.keyboard.press("KeyT");
            assert.equal(await page.page((self) => self.showsFloors), true);
            assert.ok(green(await picture()) > green(before), "the picture is greener");
            await page.page(() => document.querySelector("#floors").click());
            assert.deepEqual(await picture(), before);
            assert.deepEqual(page.errors, []);
        },

        async "shows the shortest path to a picked place, and says how long it is"() {
            const page = await browser.openShared();
            await page.drop("keep.map", readFileSync(join(examples, "levels/keep.map")));
            await page.untilLevel("keep.map");
            await page.keyboard.press("KeyT");
            await page.page(({ scene }) => {
                scene.controls.walker.standAt([64, 256, 46], { drop: true });
                Object.assign(scene.controls.walker.angles, { pitch: 20, yaw: 0 });
            });
            await page.frames(3);
            const picture = () =>
                page.pictureOf({ ...size, eye: [64, 256, 60], look: [240, 256, 0] });
            const before = await picture();
            await page.keyboard.press("KeyI");
            const [, metres] = /^The shortest path is ([\d.]+) m long/.exec(await said(page));
            // The eye is 46 units above the floor and looks down by 20 degrees.
            assert.ok(Math.abs(Number(metres) - 46 / Math.tan(Math.PI / 9) / 32) < 0.3, metres);
            await page.page((self) => self.forgetPick());
            assert.notDeepEqual(await picture(), before);
            await page.screenshot("floors");
            // At the next switch the path is gone.
            await page.keyboard.press("KeyT");
            await page.keyboard.press("KeyT");
            await page.frames(2);
            assert.deepEqual(await picture(), before);
            assert.deepEqual(page.errors, []);
        },

        async "says that a compiled level has no navigation mesh"() {
            const page = await browser.openShared();
            await page.drop("plain.hsw", readFileSync(compile("keep.map")));
            await page.untilLevel("plain.hsw");
            await page.keyboard.press("KeyT");
            assert.match(await said(page), /no navigation mesh.*--nav/);
            assert.equal(await page.page((self) => self.showsFloors), false);
            assert.equal(await page.page(() => document.querySelector("#floors").checked), false);
        },
    };
}
