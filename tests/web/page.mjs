// SPDX-License-Identifier: MIT
// Uses the page as a person does, in Chromium without a window:
//     node page.mjs HALFSPACE PAGE_FOLDER OUT_FOLDER [CHECK]
// HALFSPACE: the command line, whose painter draws the same pictures. PAGE_FOLDER: the built page.
// OUT_FOLDER: for screenshots and other files. CHECK: only checks whose names contain this.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { argv, exit } from "node:process";
import { fileURLToPath } from "node:url";
import { openBrowser } from "./browser.mjs";
import { likeness, readPng } from "./picture.mjs";
import { serve } from "./serve.mjs";

const [halfspace, pageFolder, outFolder, only = ""] = argv.slice(2);
const examples = fileURLToPath(new URL("../../examples/", import.meta.url));
rmSync(outFolder, { recursive: true, force: true });
mkdirSync(outFolder, { recursive: true });
const server = await serve({ "/": pageFolder }, { "/": join(pageFolder, "index.html") });
// SwiftShader draws on the processor, the same on every machine.
const browser = await openBrowser([
    "--use-gl=angle",
    "--use-angle=swiftshader",
    "--enable-unsafe-swiftshader",
]);
const patience = { timeout: 60_000 };

/** Opens the page in a tab of its own; it is done when a level is on the screen. */
async function openPage(hash = "", viewport = { width: 320, height: 240 }, options = {}) {
    const context = await browser.newContext({ viewport, ...options });
    const tab = await context.newPage();
    const errors = [];
    tab.on("pageerror", (error) => errors.push(error.stack));
    tab.on("console", (message) => {
        if (message.type() === "error") {
            errors.push(message.text());
        }
    });
    await tab.goto(`${server.address}/${hash}`);
    await tab.waitForFunction(() => globalThis.halfspacePage, null, patience);
    await tab.evaluate(() => globalThis.halfspacePage.ready);
    await tab.locator("#picture").focus();
    return { tab, errors, context };
}

/** What the player does and where the body is. */
function player(tab) {
    return tab.evaluate(() => {
        const { walker } = globalThis.halfspacePage.page.scene.controls;
        return { doing: walker.doing, position: walker.bodyPosition, eye: walker.eye() };
    });
}

/** Waits until the player fulfils a condition, which is an expression over doing, position, eye. */
async function until(tab, condition) {
    await tab.waitForFunction(
        (text) => {
            const { walker } = globalThis.halfspacePage.page.scene.controls;
            const check = new Function("doing", "position", "eye", `return ${text}`);
            return check(walker.doing, walker.bodyPosition, walker.eye());
        },
        condition,
        patience,
    );
}

/** Lets the page draw so many frames. */
function frames(tab, count) {
    return tab.evaluate(
        (left) =>
            new Promise((done) => {
                const frame = () => (--left < 0 ? done() : requestAnimationFrame(frame));
                frame();
            }),
        count,
    );
}

async function screenshot(tab, name) {
    await frames(tab, 3);
    await tab.screenshot({ path: join(outFolder, `${name}.png`) });
}

/** Drops a file onto the page. */
async function drop(tab, name, bytes) {
    const transfer = await tab.evaluateHandle(
        ([text, file]) => {
            const data = Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
            const held = new DataTransfer();
            held.items.add(new File([data], file));
            return held;
        },
        [Buffer.from(bytes).toString("base64"), name],
    );
    await tab.dispatchEvent("body", "drop", { dataTransfer: transfer });
}

function levelOnScreen(tab) {
    return tab.evaluate(() => globalThis.halfspacePage.page.scene.name);
}

async function untilLevel(tab, name) {
    await tab.waitForFunction(
        (wanted) => globalThis.halfspacePage.page.scene.name === wanted,
        name,
        patience,
    );
}

/** Red, green, blue, alpha of a picture from an eye towards a point. */
async function pictureOf(tab, { eye, look, width, height, view }) {
    const way = look.map((x, i) => x - eye[i]);
    const degrees = 180 / Math.PI;
    const request = {
        width,
        height,
        eye,
        yaw: Math.atan2(way[1], way[0]) * degrees,
        pitch: -Math.atan2(way[2], Math.hypot(way[0], way[1])) * degrees,
        options: { view, isNearest: true },
    };
    const text = await tab.evaluate(async (wanted) => {
        const pixels = await globalThis.halfspacePage.page.drawPicture(wanted);
        let binary = "";
        for (let i = 0; i < pixels.length; i += 8192) {
            binary += String.fromCharCode(...pixels.subarray(i, i + 8192));
        }
        return btoa(binary);
    }, request);
    return Buffer.from(text, "base64");
}

function compile(source) {
    const level = join(outFolder, `${source}.hsw`);
    const textures = join(examples, "textures");
    const from = join(examples, "levels", source);
    execFileSync(halfspace, ["compile", from, "-o", level, "--textures", textures, "--quiet"]);
    return level;
}

function painted(level, { eye, look, width, height, view }) {
    const picture = join(outFolder, "painted.png");
    execFileSync(halfspace, [
        ...["render", level, "-o", picture, "--view", view, "--nearest", "--json"],
        ...[`--eye=${eye}`, `--look=${look}`, "--size", `${width}x${height}`],
        ...["--textures", join(examples, "textures")],
    ]);
    return readPng(readFileSync(picture));
}

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

const checks = {
    async "shows a level and walks into a wall, along it, and jumps"() {
        const { tab, errors } = await openPage();
        assert.equal(await levelOnScreen(tab), "keep");
        await until(tab, "doing === 'walks'");
        // The level's west wall is at x = 0, behind the player. The body reaches 15 units.
        await tab.keyboard.down("KeyS");
        await until(tab, "position[0] < 15.05");
        await frames(tab, 20);
        const atWall = await player(tab);
        assert.ok(Math.abs(atWall.position[0] - 15 - 1 / 32) < 0.01, String(atWall.position));
        await tab.keyboard.down("KeyA");
        await until(tab, `position[1] > ${atWall.position[1] + 60}`);
        assert.ok((await player(tab)).position[0] < 15.05);
        await tab.keyboard.up("KeyA");
        await tab.keyboard.up("KeyS");
        await until(tab, "doing === 'walks'");
        await tab.keyboard.press("Space");
        await until(tab, "doing === 'falls' || eye[2] > 60");
        await until(tab, "doing === 'walks'");
        assert.deepEqual(errors, []);
    },

    async "crouches through a tunnel and stays down in it"() {
        const { tab } = await openPage("#level=gatehouse&eye=200,128,46&look=0,0");
        await tab.keyboard.down("KeyW");
        await frames(tab, 30);
        const before = (await player(tab)).position[0];
        assert.ok(before < 300, `the player stands in the tunnel at ${before}`);
        await tab.keyboard.down("KeyC");
        await until(tab, "position[0] > 320");
        await tab.keyboard.up("KeyC");
        assert.equal((await player(tab)).doing, "crouches");
        await until(tab, "position[0] > 420 && doing === 'walks'");
    },

    async "flies through walls, and walks only where there is room"() {
        const { tab } = await openPage();
        await tab.keyboard.press("KeyF");
        await until(tab, "doing === 'flies'");
        await tab.keyboard.down("Space");
        await until(tab, "eye[2] > 1000");
        await tab.keyboard.up("Space");
        await tab.keyboard.press("KeyR");
        await until(tab, "doing === 'walks'");
    },

    async "takes a body of another size where there is room for it"() {
        const { tab } = await openPage();
        const body = tab.locator("#body");
        await tab.keyboard.press("Tab");
        await body.fill("0.5");
        await until(tab, "doing === 'walks' && eye[2] < 30");
        await body.fill("3");
        await until(tab, "eye[2] > 60 || doing === 'falls'");
        const scale = () => tab.evaluate(() => globalThis.halfspacePage.page.scene.scale);
        assert.equal(await scale(), 3);
        await tab.evaluate(() => {
            location.hash = "#level=gatehouse&eye=200,128,46&look=0,0";
        });
        await untilLevel(tab, "gatehouse");
        await tab.keyboard.down("KeyW");
        await tab.keyboard.down("KeyC");
        await until(tab, "position[0] > 330");
        await tab.keyboard.up("KeyW");
        await body.fill("2");
        assert.equal(await scale(), 1);
        assert.match(await tab.locator("#words").innerText(), /no room for a body/);
    },

    async "shows every view, and edges over them"() {
        const { tab, errors } = await openPage("", { width: 480, height: 320 });
        const seen = new Set();
        for (const key of ["1", "2", "3", "4", "5", "KeyE"]) {
            await tab.keyboard.press(key.length > 1 ? key : `Digit${key}`);
            await screenshot(tab, `view_${key}`);
            seen.add(readFileSync(join(outFolder, `view_${key}.png`)).toString("base64"));
        }
        assert.equal(seen.size, 6);
        for (const key of ["KeyO", "KeyZ", "KeyN", "KeyK"]) {
            await tab.keyboard.press(key);
            await frames(tab, 2);
        }
        const { order, hasDepthBuffer, isNearest } = await tab.evaluate(
            () => globalThis.halfspacePage.page.options,
        );
        assert.deepEqual([order, hasDepthBuffer, isNearest], ["front-to-back", true, true]);
        assert.deepEqual(errors, []);
    },

    async "compiles a dropped file, and its level is that of the command line"() {
        const { tab, errors } = await openPage();
        for (const source of ["castle.grid", "cistern.map"]) {
            await drop(tab, source, readFileSync(join(examples, "levels", source)));
            await untilLevel(tab, source);
            const text = await tab.evaluate(() => {
                const bytes = globalThis.halfspacePage.page.scene.level.bytes();
                return [...bytes].map((x) => x.toString(16).padStart(2, "0")).join("");
            });
            assert.ok(Buffer.from(text, "hex").equals(readFileSync(compile(source))), source);
        }
        const level = readFileSync(compile("station.map"));
        await drop(tab, "station.hsw", level);
        await untilLevel(tab, "station.hsw");
        await screenshot(tab, "dropped");
        assert.deepEqual(errors, []);
    },

    async "tells what is wrong with a file, and goes on"() {
        const { tab, errors } = await openPage();
        const words = tab.locator("#words");
        const keep = readFileSync(join(examples, "levels/keep.map"), "utf8");
        const broken = keep.replace(/\( -?\d+/, "( nonsense");
        const line = keep.slice(0, keep.search(/\( -?\d+/)).split("\n").length;
        const files = [
            ["broken.map", broken, new RegExp(`broken\\.map:${line}\\b`)],
            ["junk.hsw", "no level at all", /junk\.hsw/],
            ["picture.png", "no level at all", /picture\.png is no \.map, \.grid, \.bsp or \.hsw/],
            ["empty.grid", "", /empty\.grid/],
        ];
        for (const [name, text, wanted] of files) {
            await drop(tab, name, text);
            await tab.waitForFunction(
                (file) => document.querySelector("#words").textContent.includes(file),
                name,
                patience,
            );
            assert.match(await words.innerText(), wanted);
            assert.equal(await levelOnScreen(tab), "keep");
        }
        await screenshot(tab, "broken");
        await tab.locator("#dismiss").click();
        assert.equal(await words.isVisible(), false);
        await tab.locator("#picture").focus();
        await tab.keyboard.down("KeyW");
        await until(tab, "position[0] > 80");
        assert.deepEqual(errors, []);
    },

    async "ends a compile when asked to"() {
        const { tab, errors } = await openPage();
        const brushes = [];
        const keep = readFileSync(join(examples, "levels/keep.map"), "utf8");
        const brush = /\{\n(?:\(.*\n)+\}\n/.exec(keep)[0];
        for (let i = 0; i < 20000; ++i) {
            const [x, y] = [(i % 140) * 96, Math.floor(i / 140) * 96];
            brushes.push(
                brush.replace(
                    /\( (\S+) (\S+) (\S+) \)/g,
                    (_, a, b, c) => `( ${Number(a) + x} ${Number(b) + y} ${c} )`,
                ),
            );
        }
        await drop(tab, "large.map", `{\n"classname" "worldspawn"\n${brushes.join("")}}\n`);
        await tab.locator("#progress").waitFor({ state: "visible", ...patience });
        await screenshot(tab, "progress");
        await tab.locator("#cancel").click();
        await tab.locator("#progress").waitFor({ state: "hidden", ...patience });
        assert.equal(await levelOnScreen(tab), "keep");
        assert.equal(await tab.locator("#message").isVisible(), false);
        assert.deepEqual(errors, []);
    },

    async "shows the walls of each body as glass"() {
        const { tab, errors } = await openPage();
        const from = { eye: [65.3, 255.1, 46.7], look: [128, 250, 40], view: "textured" };
        const picture = async () => {
            const pixels = await pictureOf(tab, { ...from, width: 160, height: 90 });
            return pixels.toString("base64");
        };
        const bare = await picture();
        const seen = new Set([bare]);
        for (const body of ["stand", "crouch", "large"]) {
            const before = await picture();
            await tab.keyboard.press("KeyG");
            assert.equal(await tab.locator("#glass").inputValue(), body);
            const start = performance.now();
            let now = before;
            while (now === before && performance.now() - start < patience.timeout) {
                await frames(tab, 2);
                now = await picture();
            }
            seen.add(now);
            await screenshot(tab, `glass_${body}`);
        }
        assert.equal(seen.size, 4);
        await tab.keyboard.press("KeyG");
        await frames(tab, 2);
        assert.equal(await picture(), bare);
        assert.deepEqual(errors, []);
    },

    async "picks a face"() {
        const hash = "#level=keep&eye=64,128,46&look=0,180&fly=1";
        const { tab } = await openPage(hash, { width: 700, height: 400 });
        await tab.keyboard.press("Tab");
        await tab.mouse.click(200, 200);
        const picked = tab.locator("#picked");
        await picked.waitFor({ state: "visible" });
        const words = await picked.innerText();
        // The view shows the wall in the west, at x = 0.
        assert.match(words, /brush \d+ of worldspawn \(entity 0\), line \d+/);
        assert.match(words, /texture \w+/);
        assert.match(words, /face \d+ at 0\.00 /);
        assert.match(words, /leaf \d+ before it: empty/);
    },

    async "holds the place in its address"() {
        const { tab } = await openPage("#level=castle&eye=-300,40,60&look=12,77&fly=1&view=leaves");
        const first = await player(tab);
        assert.deepEqual(first.eye.map(Math.round), [-300, 40, 60]);
        assert.equal(first.doing, "flies");
        await tab.keyboard.press("Digit3");
        await tab.waitForFunction(() => location.hash.includes("view=wire"), null, patience);
        const hash = await tab.evaluate(() => location.hash);
        const again = await openPage(hash);
        assert.deepEqual((await player(again.tab)).eye.map(Math.round), [-300, 40, 60]);
        const { view } = await again.tab.evaluate(() => globalThis.halfspacePage.page.options);
        assert.equal(view, "wire");
    },

    async "fits a screen of 400 pixels, and is used by fingers"() {
        const viewport = { width: 400, height: 720 };
        const { tab, errors } = await openPage("", viewport, { hasTouch: true });
        await tab.locator("#show-panel").click();
        await screenshot(tab, "narrow");
        const tooWide = await tab.evaluate(() =>
            [...document.querySelectorAll("header *, #panel, #panel *, #touch *")]
                .map((element) => [element.id || element.tagName, element.getBoundingClientRect()])
                .filter(([, box]) => box.width > 0 && (box.left < 0 || box.right > innerWidth))
                .map(([name]) => name),
        );
        assert.deepEqual(tooWide, []);
        await tab.locator("#show-panel").click();
        await tab.locator("#show-help").click();
        await screenshot(tab, "help");
        await tab.locator("#help button").click();
        const before = await player(tab);
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
        await until(tab, `position[0] > ${before.position[0] + 40}`);
        await touch("pointerup", 7, 100, 420);
        await touch("pointerdown", 8, 300, 300);
        await touch("pointermove", 8, 200, 300);
        await touch("pointerup", 8, 200, 300);
        const yaw = await tab.evaluate(
            () => globalThis.halfspacePage.page.scene.controls.walker.angles.yaw,
        );
        assert.ok(yaw > 10, `turned by ${yaw}`);
        await tab.setViewportSize({ width: 900, height: 500 });
        await frames(tab, 3);
        const [width, height] = await tab.evaluate(() => {
            const { clientWidth, clientHeight } = document.querySelector("#picture");
            return [clientWidth, clientHeight];
        });
        assert.deepEqual([width, height], [900, 500]);
        assert.deepEqual(errors, []);
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
            const tab = await browser.newPage();
            await tab.addInitScript(take);
            await tab.goto(`${server.address}/`);
            await tab.locator("#message").waitFor({ state: "visible", ...patience });
            assert.match(await tab.locator("#words").innerText(), new RegExp(`no ${name}`));
            await tab.close();
        }
    },

    async "draws what the painter draws"() {
        const size = { width: 480, height: 270 };
        const { tab } = await openPage();
        for (const [source, views] of Object.entries(eyes)) {
            const level = compile(source);
            const name = source.replace(/\..*/, "");
            await tab.evaluate((wanted) => {
                location.hash = `#level=${wanted}`;
            }, name);
            await untilLevel(tab, name);
            for (const from of views) {
                const wire = painted(level, { ...from, ...size, view: "wire" });
                for (const view of ["textured", "leaves", "overdraw", "translucent"]) {
                    const wanted = { ...from, ...size, view };
                    const { pixels } = painted(level, wanted);
                    const shown = await pictureOf(tab, wanted);
                    const { share } = likeness(shown, pixels, wire, { most: 8, margin: 2 });
                    const words = `${source} from ${from.eye}, ${view}: ${(100 * share).toFixed(3)} %`;
                    console.log(`    ${words}`);
                    assert.ok(share >= 0.99, words);
                }
            }
        }
    },
};

let failed = 0;
for (const [name, check] of Object.entries(checks)) {
    if (!name.includes(only)) {
        continue;
    }
    const start = performance.now();
    try {
        await check();
        console.log(`passed: ${name} (${((performance.now() - start) / 1000).toFixed(1)} s)`);
    } catch (error) {
        ++failed;
        const lines = error.stack.split("\n");
        console.log(
            `FAILED: ${name}\n${lines.slice(0, 4).join("\n")}\n${lines.slice(-3).join("\n")}`,
        );
    }
    await Promise.all(browser.contexts().map((context) => context.close()));
}
await browser.close();
server.close();
exit(failed === 0 ? 0 : 1);
