// SPDX-License-Identifier: MIT
// Checks of page.mjs: objects that cannot be solid, which are walked on as they are.
import assert from "node:assert/strict";
import { box, glb, pngRow, withMaterial } from "./glb.mjs";
import { objText, plyText, stlBytes } from "./model_texts.mjs";
import { patience } from "./page_tab.mjs";

const size = { width: 64, height: 48 };
const middle = 4 * (size.width * (size.height / 2) + size.width / 2);

/** A ground of cells of 1 m around the origin with this height at x and z, open below [metres]. */
function terrain(name, cells, heightAt) {
    const side = cells + 1;
    const positions = [];
    const indices = [];
    for (let i = 0; i < side * side; ++i) {
        const [x, z] = [(i % side) - cells / 2, Math.floor(i / side) - cells / 2];
        positions.push(x, heightAt(x, z), z);
    }
    for (let row = 0; row < cells; ++row) {
        for (let column = 0; column < cells; ++column) {
            const a = row * side + column;
            indices.push(a, a + side, a + 1, a + 1, a + side, a + side + 1);
        }
    }
    return { name, positions, indices };
}

/** A rectangle in the plane z = 0 from one corner to the other [metres]. */
function fence(name, [left, low], [right, high], z) {
    const positions = [left, low, z, right, low, z, right, high, z, left, high, z];
    return { name, positions, indices: [0, 1, 2, 0, 2, 3] };
}

/** The object with Z up in place of Y. */
function withZUp({ positions, ...object }) {
    const turned = positions.map((_, i) => {
        const [x, y, z] = positions.slice(i - (i % 3), i - (i % 3) + 3);
        return [x, -z, y][i % 3];
    });
    return { ...object, positions: turned };
}

/** A closed ball with bumps, of 4 n (n - 1) triangles, which takes long to compile. */
function bumpyBall(name, n) {
    const positions = [0, 8, 0];
    const vertex = (row, column) =>
        row === 0
            ? 0
            : row === n
              ? 1 + (n - 1) * 2 * n
              : 1 + (row - 1) * 2 * n + (column % (2 * n));
    const indices = [];
    for (let row = 0; row < n; ++row) {
        for (let column = 0; column < 2 * n; ++column) {
            const [tilt, turn] = [(Math.PI * (row + 1)) / n, (Math.PI * column) / n];
            const radius = 8 + 0.5 * Math.sin(9 * tilt) * Math.sin(7 * turn);
            const side = radius * Math.sin(tilt);
            if (row + 1 < n || column === 0) {
                positions.push(
                    side * Math.cos(turn),
                    radius * Math.cos(tilt),
                    side * Math.sin(turn),
                );
            }
            const [a, b] = [vertex(row, column), vertex(row + 1, column)];
            const [c, d] = [vertex(row + 1, column + 1), vertex(row, column + 1)];
            indices.push(...(row > 0 ? [a, d, b] : []), ...(row + 1 < n ? [d, c, b] : []));
        }
    }
    return { name, positions, indices };
}

const hills = (x, z) => 1.5 * Math.sin(x / 4) * Math.cos(z / 5);
const floor = terrain("floor", 16, () => 0);

/** Open and flat objects, alone and beside solid ones. */
export function meshChecks({ browser }) {
    async function open(name, objects) {
        const page = await browser.openShared();
        await page.drop(name, Array.isArray(objects) ? glb(objects) : objects);
        await page.untilLevel(name);
        return page;
    }

    async function said(page) {
        const words = page.locator("#words");
        return (await words.isVisible()) ? words.innerText() : "";
    }

    async function colourAt(page, eye, look, options = {}) {
        const picture = await page.pictureOf({ ...size, eye, look, view: "textured", ...options });
        return [...picture.subarray(middle, middle + 3)];
    }

    // How high the feet are above the ground [units].
    function heightOver(position, ground) {
        const [x, y, z] = position;
        return z - 24 - 32 * ground(x / 32, -y / 32);
    }

    return {
        async "walks over the hills of an open terrain in each format, and falls nowhere through"() {
            const ground = terrain("ground", 32, hills);
            const upright = withZUp(ground);
            for (const [name, bytes] of [
                ["hills.glb", glb([ground])],
                ["hills.obj", objText(ground, "grass")],
                ["hills.stl", stlBytes(upright)],
                ["hills.ply", plyText(upright, [90, 160, 70])],
            ]) {
                const page = await open(name, bytes);
                await page.until("doing === 'walks'");
                const start = (await page.player()).position;
                await page.keyboard.down("KeyW");
                await page.waitFor(
                    ({ scene }, [x, y]) => {
                        const at = scene.controls.walker.bodyPosition;
                        return Math.hypot(at[0] - x, at[1] - y) > 150;
                    },
                    [start[0], start[1]],
                );
                await page.keyboard.up("KeyW");
                await page.until("doing === 'walks'");
                // The box of the body stands on a slope by its lower side.
                const height = heightOver((await page.player()).position, hills);
                assert.ok(height > -2 && height < 16, `${name}: ${height} above the ground`);
                assert.equal(await page.page(({ scene }) => scene.isOutside), false, name);
                assert.deepEqual(page.errors, []);
            }
        },

        async "walks from a closed object onto an open one, and both block"() {
            const crate = box("crate", [0, 0, 0], [8, 1, 8]);
            const deck = {
                name: "deck",
                positions: [8, 1, 0, 16, 1, 0, 16, 1, 8, 8, 1, 8],
                indices: [0, 2, 1, 0, 3, 2],
            };
            const wall = fence("wall", [8, 0], [16, 6], 6);
            const page = await open("dock.glb", [crate, deck, wall]);
            const max = await page.page(({ scene }) => Array.from(scene.level.modelBox(0).max));
            assert.deepEqual(max, [256, 0, 32], "only the crate is solid");
            await page.page(({ scene }) => {
                scene.controls.walker.standAt([128, -96, 32 + 46.1], { drop: true });
                Object.assign(scene.controls.walker.angles, { pitch: 0, yaw: 0 });
            });
            await page.keyboard.down("KeyW");
            await page.until("position[0] > 330");
            await page.keyboard.up("KeyW");
            await page.until("doing === 'walks'");
            const { position } = await page.player();
            assert.ok(Math.abs(position[2] - 56) < 0.1, `on the deck at ${position}`);
            // The wall stands south of the deck, at y = -192.
            await page.page(({ scene }) => (scene.controls.walker.angles.yaw = -90));
            await page.keyboard.down("KeyW");
            await page.until("position[1] < -192 + 15.2");
            await page.frames(10);
            await page.keyboard.up("KeyW");
            const stopped = (await page.player()).position[1];
            assert.ok(stopped > -192 + 14.9, `stopped at ${stopped}`);
            assert.deepEqual(page.errors, []);
        },

        async "says in words which objects are walked on as they are, and why"() {
            const crate = box("crate", [0, 0, 0], [4, 1, 4]);
            const tent = (i) =>
                box(`tent ${i}`, [8 * i, 0, 8], [8 * i + 2, 2, 10], { triangles: 11 });
            const page = await open("camp.glb", [crate, ...[0, 1, 2, 3, 4].map(tent)]);
            assert.match(
                await said(page),
                /^5 of 6 objects are open \(tent 0, tent 1, tent 2 and 2 more\): they are walked on as they are, and have no inside\. .*B.*shows where\.$/,
            );
            const turned = box("cave", [0, 0, 0], [8, 4, 8], { inwards: true });
            await page.drop("cave.glb", glb([turned]));
            await page.untilLevel("cave.glb");
            assert.equal(
                await said(page),
                "The object cave looks inwards: it is walked on as it is, and has no inside.",
            );
            await page.drop("crate.glb", glb([crate]));
            await page.untilLevel("crate.glb");
            assert.equal(await said(page), "");
            const pool = { ...terrain("pool-water", 8, () => 1) };
            await page.drop("pool.glb", glb([floor, pool]));
            await page.untilLevel("pool.glb");
            assert.match(
                await said(page),
                /1 of 2 objects is open \(pool-water\): it is only drawn/,
            );
            await page.until("doing === 'walks' && Math.abs(position[2] - 24) < 0.1");
            assert.deepEqual(page.errors, []);
        },

        async "shows open edges in red on request alone, by B or by the switch"() {
            const tent = box("tent", [0, 0, 0], [6, 6, 6], { triangles: 11 });
            const page = await open("tent.glb", [tent]);
            const label = page.locator("#open-place");
            const isRed = async () => {
                const edges = await page.page(({ scene }) => [...scene.sheets.openEdges]);
                assert.equal(edges.length, 18, "three open edges");
                const ends = [0, 3].map((at) => {
                    const [x, y, z] = edges.slice(at, at + 3).map((value) => 32 * value);
                    return [x, -z, y];
                });
                const look = [0, 1, 2].map((i) => (ends[0][i] + ends[1][i]) / 2);
                const eye = look.map((x, axis) => x + 0.5 * (x - [96, -96, 96][axis]));
                const [r, g, b] = await colourAt(page, eye, look);
                return r > 2 * g && r > 2 * b;
            };
            await page.frames(2);
            assert.equal(await isRed(), false);
            assert.equal(await label.isVisible(), false);
            await page.keyboard.press("KeyB");
            assert.equal(await isRed(), true);
            await page.page(({ scene }) => {
                scene.controls.walker.flyAt([500, 400, 400]);
                Object.assign(scene.controls.walker.angles, { pitch: 30, yaw: 225 });
            });
            await label.waitFor({ state: "visible", ...patience });
            await page.screenshot("open_edges");
            await page.page((self) => document.querySelector("#show-open").click());
            await page.frames(2);
            assert.equal(await isRed(), false);
            assert.equal(await label.isVisible(), false);
            // Another level begins without them, and one without open edges says so.
            await page.keyboard.press("KeyB");
            await page.page((self) => self.openBundled("keep"));
            await page.frames(2);
            assert.equal(await label.isVisible(), false);
            await page.keyboard.press("KeyB");
            assert.match(await said(page), /No object of this level has an open edge/);
            assert.equal(await page.page((self) => self.showsOpen), false);
            assert.deepEqual(page.errors, []);
        },

        async "starts on the ground of an open model, and R goes back there"() {
            const page = await open("island.glb", [terrain("island", 24, hills)]);
            await page.until("doing === 'walks'");
            const { position: start } = await page.player();
            assert.ok(Math.hypot(start[0], start[1]) < 32 * 12, `starts at ${start}`);
            await page.page(({ scene }) => scene.controls.walker.flyAt([600, 0, 40]));
            await page.keyboard.press("KeyF");
            await page.locator("#outside").waitFor({ state: "visible", ...patience });
            await page.until("doing === 'falls'");
            await page.keyboard.press("KeyR");
            await page.until("doing === 'walks'");
            const { position: back } = await page.player();
            assert.ok(Math.hypot(back[0] - start[0], back[1] - start[1]) < 1, `back at ${back}`);
            await page.locator("#outside").waitFor({ state: "hidden", ...patience });
            // What is smaller than a person is seen from above.
            await page.drop("leaf.glb", glb([fence("leaf", [0, 0], [1, 1], 0)]));
            await page.untilLevel("leaf.glb");
            assert.equal((await page.player()).doing, "flies");
            assert.deepEqual(page.errors, []);
        },

        async "shows open objects with their pictures and colours from both sides, in all views"() {
            const red = withMaterial(fence("red", [0, 0], [4, 4], 0), {
                name: "paint",
                png: pngRow([[255, 0, 0, 255]]),
            });
            const holed = withMaterial(fence("holed", [8, 0], [12, 4], 0), {
                name: "leafs",
                png: pngRow([
                    [0, 255, 0, 255],
                    [0, 0, 255, 0],
                ]),
                alphaMode: "MASK",
            });
            const blue = withMaterial(fence("blue", [16, 0], [20, 4], 0), {
                name: "blue",
                pbrMetallicRoughness: { baseColorFactor: [0, 0, 1, 1] },
            });
            const page = await open("paints.glb", [red, holed, blue]);
            const front = (x, options) => colourAt(page, [x, -150, 60], [x, 0, 60], options);
            const back = (x, options) => colourAt(page, [x, 150, 60], [x, 0, 60], options);
            for (const see of [front, back]) {
                const [r, g, b] = await see(66);
                assert.ok(r > 80 && g === 0 && b === 0, `red: ${[r, g, b]}`);
                const texel = await see(32 * 8.2);
                assert.ok(texel[1] > 80 && texel[0] === 0, `green: ${texel}`);
                const hole = await see(32 * 8.7);
                assert.ok(hole[2] > hole[1], `a hole shows the background: ${hole}`);
                const paint = await see(32 * 17 + 5);
                assert.ok(paint[2] > 80 && paint[0] === 0, `blue: ${paint}`);
            }
            const leaf = await front(66, { view: "leaves" });
            assert.ok(leaf[0] === leaf[1] && leaf[0] > 60, `grey without a leaf: ${leaf}`);
            const half = await front(66, { view: "translucent" });
            assert.ok(half[0] > half[1] && half[1] > 0, `see-through red: ${half}`);
            const one = await front(66, { view: "overdraw" });
            const none = await front(-200, { view: "overdraw" });
            assert.notDeepEqual(one, none, "a face is counted");
            assert.deepEqual(none, [0, 0, 0]);
            // The middle of the diagonal is a line of the view "wire".
            const line = await front(64, { view: "wire" });
            const between = await front(100, { view: "wire" });
            assert.ok(line[0] !== between[0], `a line ${line}, nothing ${between}`);
            assert.deepEqual(page.errors, []);
        },

        async "an open object hides what is behind it, as much as its opacity says"() {
            const crate = (x, z) => ({
                ...box(`crate ${x} ${z}`, [x, 0, z], [x + 4, 4, z + 1]),
                colours: new Array(8).fill([0, 0, 1]).flat(),
            });
            const red = (name, alphaMode, alpha) => ({
                name,
                alphaMode,
                pbrMetallicRoughness: { baseColorFactor: [1, 0, 0, alpha] },
            });
            const wall = withMaterial(fence("wall", [0, 0], [4, 4], 3), red("red", "OPAQUE", 1));
            const pane = withMaterial(
                fence("pane", [8, 0], [12, 4], 9),
                red("glass", "BLEND", 0.5),
            );
            const page = await open("row.glb", [crate(0, 0), wall, crate(0, 6), crate(8, 6), pane]);
            for (const order of ["back-to-front", "front-to-back"]) {
                const seen = (x, from, to) => colourAt(page, [x, from, 60], [x, to, 60], { order });
                const [r, , b] = await seen(66, -160, 0);
                assert.ok(r > 80 && b === 0, `${order}: the wall before a crate`);
                const before = await seen(66, -400, 0);
                assert.ok(before[2] > 80 && before[0] === 0, `${order}: a crate before the wall`);
                const through = await seen(322, -400, 0);
                assert.ok(
                    through[0] > 40 && through[2] > 40,
                    `${order}: a crate behind the pane is ${through}`,
                );
            }
            assert.deepEqual(page.errors, []);
        },

        async "if the compiler refuses an object that looked good, everything is walked on as it is"() {
            // A brush whose sides meet at too sharp an angle.
            const needle = {
                name: "needle",
                positions: [
                    [-36.5850308, -7.8005752, -82.9983148],
                    [6503.94152, -7.80092318, -82.7994038],
                    [4983.27526, -7.8005752, -84.5087525],
                    [6087.28559, -7.79760483, -82.9983148],
                ].flat(),
                indices: [0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3],
            };
            const crate = box("crate", [0, 0, 0], [8, 1, 8]);
            const page = await open("needle.glb", [crate, needle]);
            const words = await said(page);
            assert.match(words, /needle/);
            assert.match(words, /nothing is solid: all objects are walked on as they are/);
            assert.equal(await page.page(({ scene }) => scene.level.faces().length), 0);
            assert.deepEqual(page.errors, []);
        },

        async "who does not wait for the compiler walks on everything as it is"() {
            const page = await browser.openShared();
            await page.drop("ball.glb", glb([bumpyBall("ball", 72)]));
            await page.locator("#as-it-is").click(patience);
            await page.untilLevel("ball.glb");
            await page.until("doing === 'walks'");
            assert.equal(
                await said(page),
                "Nothing is solid: all objects are walked on as they are, and have no inside.",
            );
            await page.untilNoWorker();
            assert.equal(await page.locator("#as-it-is").isVisible(), false);
            assert.deepEqual(page.errors, []);
        },

        async "refuses a mesh that nobody can see or walk on, by the name of the file"() {
            const page = await browser.openShared();
            const broken = (name, value) => {
                const object = fence("sail", [0, 0], [4, 4], 0);
                object.positions[3] = value;
                return [name, glb([object])];
            };
            const words = page.locator("#words");
            for (const [file, wanted] of [
                [broken("nan.glb", NaN), /object sail has a coordinate that is no number/],
                [broken("endless.glb", Infinity), /object sail has a coordinate that is no number/],
                [broken("far.glb", 5e4), /object sail is more than 32 km from the origin/],
                [
                    [
                        "beyond.glb",
                        glb([{ ...fence("sail", [0, 0], [4, 4], 0), indices: [0, 1, 9] }]),
                    ],
                    /object sail names the vertex 9, but has only 4/,
                ],
                [["bare.obj", "v 0 0 0\nv 1 0 0\n"], /holds no mesh with triangles/],
            ]) {
                await page.drop(...file);
                await page.tab.waitForFunction(
                    (name) => document.querySelector("#words").textContent.startsWith(name),
                    file[0],
                    patience,
                );
                assert.match(await words.innerText(), wanted);
                assert.equal(await page.levelName(), "keep");
            }
            // The other objects of a file are shown.
            const moon = fence("moon", [5e4, 0], [5.1e4, 1], 0);
            const hidden = { ...fence("hidden", [0, 0], [4, 4], 0), scale: [0, 0, 0] };
            await page.drop("moon.glb", glb([floor, moon, hidden]));
            await page.untilLevel("moon.glb");
            assert.match(await words.innerText(), /Left out: object moon is more than 32 km/);
            assert.match(await words.innerText(), /Left out, because a scale is 0: hidden\./);
            await page.until("doing === 'walks'");
            assert.deepEqual(page.errors, []);
        },

        async "sizes, marks, picks and links work on open objects"() {
            const page = await open("floor.glb", [floor, fence("wall", [-4, 0], [4, 4], -4)]);
            await page.until("doing === 'walks'");
            await page.page((self) => self.setScale(0.5));
            assert.equal(await page.page(({ scene }) => scene.scale), 0.5);
            await page.until("doing === 'walks' && Math.abs(position[2] - 12) < 0.1");
            await page.page((self) => self.setScale(1));
            await page.until("doing === 'walks' && Math.abs(position[2] - 24) < 0.1");
            await page.page((self) => {
                self.showsMarks = true;
                self.scene.controls.walker.flyAt([0, 0, 46]);
                Object.assign(self.scene.controls.walker.angles, { pitch: 0, yaw: 90 });
            });
            await page.keyboard.press("KeyF");
            await page.until("doing === 'walks'");
            await page.keyboard.down("KeyW");
            await page.until("position[1] > 128 - 15.2");
            await page.keyboard.up("KeyW");
            const normals = await page.page(({ scene }) =>
                scene.controls.walker.touched.map(({ normal }) => normal.map(Math.round)),
            );
            assert.ok(normals.some(([x, y, z]) => x === 0 && y === -1 && z === 0));
            await page.waitFor(({ scene }) => scene.view.overlay.hasLines);
            const picked = (x, y) =>
                page.page(
                    (self, at) => {
                        self.pickAt(...at);
                        return self.pick?.words.join("\n") ?? "";
                    },
                    [x, y],
                );
            assert.match(
                await picked(160, 120),
                /^object wall\nwalked on as it is: it has no inside\n[^]*triangle \d+ at \S+ 128\.00 /,
            );
            await page.page(({ scene }) => (scene.controls.walker.angles.pitch = -80));
            assert.equal(await picked(160, 120), "");
            // A link into the file stands there.
            await page.page((self) => self.openBundled("keep"));
            await page.goTo("#level=floor.glb&eye=64,64,46&look=5,30");
            await page.waitFor((self) => self.awaited !== null);
            await page.drop("floor.glb", glb([floor]));
            await page.untilLevel("floor.glb");
            const { doing, eye } = await page.player();
            assert.equal(doing, "walks");
            assert.ok(Math.hypot(eye[0] - 64, eye[1] - 64) < 0.1, `stands at ${eye}`);
            assert.deepEqual(page.errors, []);
        },
    };
}
