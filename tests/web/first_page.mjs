// SPDX-License-Identifier: MIT
// Follows docs/tutorials/first_page.md as its reader does (examples/web), then gives the page the
// textures and the lights of the chapter "Draw" of docs/guides/web.md. Walks in the first page, as vite
// serves it and as vite builds it.
//     node first_page.mjs SCRATCH_FOLDER
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { argv, execPath } from "node:process";
import { fileURLToPath } from "node:url";
import { build, createServer, preview } from "vite";
import { openBrowser, softwareGl } from "./browser.mjs";
import { readPng } from "./picture.mjs";

const [project] = argv.slice(2);
const root = fileURLToPath(new URL("../..", import.meta.url));
const readPage = (page) => readFileSync(join(root, "docs", page), "utf8");
const guide = readPage("guides/web.md");

function makeProject() {
    rmSync(project, { recursive: true, force: true });
    mkdirSync(project, { recursive: true });
    cpSync(join(root, "examples/web"), project, { recursive: true });
    symlinkSync(join(root, "node_modules"), join(project, "node_modules"));
    // The commands for files. (tests/new/check_new.py packs and installs the package.)
    const pages = readPage("tutorials/first_page.md") + guide;
    const commands = pages.match(/^    (mkdir|cp) .*$/gm).join("\n");
    const run = commands.replaceAll("HALFSPACE", root);
    execFileSync("sh", ["-e", "-c", run], { cwd: project, stdio: "inherit" });
}

/** Writes a page whose game has the snippets between two texts of docs/guides/web.md. */
function makeVariant(name, from, to) {
    const chapter = guide.slice(guide.indexOf(from), guide.indexOf(to));
    const [imports, code] = [...chapter.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, text]) => text);
    const read = (file) => readFileSync(join(project, file), "utf8");
    const place = "const world = new LevelObject(level);\n";
    assert.ok(imports && code && read("main.ts").includes(place), `the snippets of ${name}`);
    writeFileSync(
        join(project, `${name}.ts`),
        imports + read("main.ts").replace(place, () => code),
    );
    writeFileSync(
        join(project, `${name}.html`),
        read("index.html").replace("main.ts", `${name}.ts`),
    );
}

/** Opens a page, and waits until it tells this of the body. */
async function open(tab, address, said) {
    await tab.goto(address);
    await waitFor(tab, said);
}

async function waitFor(tab, said) {
    try {
        await tab.waitForFunction(
            (pattern) => new RegExp(pattern).test(document.querySelector("span").textContent),
            said.source,
            { timeout: 60_000 },
        );
    } catch (error) {
        const text = await tab.textContent("span");
        throw new Error(`expected ${said}, the page says "${text}"`, { cause: error });
    }
}

async function walk(tab, address) {
    await open(tab, address, /^walks 64,256,24/);
    // The wall behind the start is at x = 0. The body reaches 15 units, and rests 1/32 unit before it.
    await tab.keyboard.down("KeyS");
    await waitFor(tab, /^walks 15\.03\d*,256,/);
    await tab.waitForTimeout(300);
    const text = await tab.textContent("span");
    await tab.keyboard.up("KeyS");
    assert.match(text, /^walks 15\.03\d*,256,24/, "the wall lets nobody through");
    console.log(text);
}

/** The part of the picture that is nearly black. */
async function blackPart(tab) {
    const { pixels } = readPng(await tab.screenshot());
    let count = 0;
    for (let i = 0; i < pixels.length; i += 4) {
        count += Number(Math.max(pixels[i], pixels[i + 1], pixels[i + 2]) < 16);
    }
    return count / (pixels.length / 4);
}

/** Asks until the answer is yes, or until 30 seconds are over. */
async function isSoon(question) {
    for (const start = performance.now(); performance.now() < start + 30_000; ) {
        if (await question()) {
            return true;
        }
        await new Promise((resolve) => setTimeout(resolve, 100));
    }
    return false;
}

async function checkTextures(tab, address) {
    const said = [];
    const pictures = new Set();
    tab.on("console", (message) => said.push(message.text()));
    tab.on("response", (response) => {
        const name = response.url().match(/textures\/(.*)\.png$/)?.[1];
        if (name !== undefined && response.headers()["content-type"] === "image/png") {
            pictures.add(name);
        }
    });
    await open(tab, address, /^walks/);
    for (const name of ["_water1", "floor1", "stone1", "wood1"]) {
        assert.ok(await isSoon(() => pictures.has(name)), `${name} was not loaded`);
    }
    assert.ok(await isSoon(async () => (await blackPart(tab)) < 0.01), "textures");
    const complaints = () => said.filter((text) => text.includes("cannot be loaded"));
    assert.deepEqual(complaints(), []);

    // The page says which picture is missing, and shows a pattern in its place.
    rmSync(join(project, "public/textures/stone1.png"));
    await open(tab, address, /^walks/);
    assert.ok(await isSoon(() => complaints().length > 0), "no word about the missing picture");
    assert.deepEqual(complaints(), ["The picture textures/stone1.png cannot be loaded."]);
    assert.ok(await isSoon(async () => (await blackPart(tab)) < 0.01), "the pattern");
}

makeProject();
makeVariant("textures", "**Textures**", "**Lights**");
makeVariant("lights", "**Lights**", "## Many questions");
const compiler = join(root, "node_modules/typescript/bin/tsc");
execFileSync(execPath, [compiler, "--project", project], { stdio: "inherit" });

// A cache of its own: a second server of vite would throw the packages in it away.
const options = { root: project, logLevel: "warn", cacheDir: join(project, ".vite") };
const server = await createServer({
    ...options,
    // `fs`: the packages are links to files outside of the project.
    server: { host: "127.0.0.1", port: 0, watch: null, fs: { strict: false } },
});
await server.listen();
await build({ ...options, build: { chunkSizeWarningLimit: 1000 } });
const built = await preview({ ...options, preview: { host: "127.0.0.1", port: 0 } });
const addressOf = ({ httpServer }) => `http://127.0.0.1:${httpServer.address().port}/`;
const browser = await openBrowser(softwareGl);
const newTab = async () => {
    const tab = await browser.newPage({ viewport: { width: 320, height: 200 } });
    tab.on("pageerror", (error) => console.error(error.stack));
    tab.on("response", (answer) => {
        if (answer.status() >= 400) {
            console.error(`${answer.status()} ${answer.url()}`);
        }
    });
    return tab;
};
try {
    const tab = await newTab();
    await walk(tab, addressOf(server));
    // The picture fills the window, also after its size has changed.
    await tab.setViewportSize({ width: 400, height: 300 });
    await tab.waitForFunction(() => {
        const { width, height } = document.querySelector("canvas").getBoundingClientRect();
        return width === 400 && height === 300;
    });
    await walk(tab, addressOf(built));
    await checkTextures(await newTab(), `${addressOf(server)}textures.html`);
    const lit = await newTab();
    await open(lit, `${addressOf(server)}lights.html`, /^walks/);
    // The lines along the edges are black.
    assert.ok(await isSoon(async () => (await blackPart(lit)) < 0.2), "lights");
} finally {
    await browser.close();
    await server.close();
    await built.close();
}
