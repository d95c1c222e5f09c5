// SPDX-License-Identifier: MIT
// The packed package in a game as each bundler makes and serves it, without any configuration, and as
// browsers load it without a bundler: by an import map, under a Content-Security-Policy, and from
// another origin.
//     node bundlers.mjs SCRATCH_FOLDER
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import {
    cpSync,
    mkdirSync,
    readdirSync,
    readFileSync,
    rmSync,
    symlinkSync,
    writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { argv } from "node:process";
import { fileURLToPath } from "node:url";
import * as esbuild from "esbuild";
import { build, createServer, preview } from "vite";
import webpack from "webpack";
import { openBrowser, softwareGl } from "./browser.mjs";
import { serve } from "./serve.mjs";

const [game] = argv.slice(2);
const root = fileURLToPath(new URL("../..", import.meta.url));
const at = (...names) => join(game, ...names);
const done = /^done: 4 materials, t 7$/;
const pages = ["plain", "embedded", "in_worker"];

/** A page that loads a script. */
function page(script, { head = "", type = "module" } = {}) {
    return `<!doctype html><meta charset="utf-8">${head}<body><script type="${type}" src="${script}"></script>`;
}

// The game of the package's README. It says in its title where the player is.
function makeReadme() {
    const readme = readFileSync(join(root, "bindings/npm/README.md"), "utf8");
    const snippet = (language) =>
        readme.match(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, "ms"))[1];
    writeFileSync(at("readme.html"), snippet("html").replace("main.js", "readme.js"));
    const watched = "world.update(camera);\n";
    const code = snippet("js");
    assert.ok(code.includes(watched), watched);
    writeFileSync(
        at("readme.js"),
        code.replace(watched, `${watched}document.title = controls.walker.bodyPosition;\n`),
    );
}

/** Walks in the game of the README until a wall stops the player. */
async function checkReadme(address) {
    const tab = await browser.newPage();
    try {
        tab.on("pageerror", (error) => console.error(error.stack));
        await tab.goto(address);
        const x = async () => Number((await tab.title()).split(",")[0] || NaN);
        const isSoon = async (what, is) => {
            for (const start = performance.now(); !is(await x()); ) {
                assert.ok(performance.now() < start + 60_000, `${what}: ${await x()}`);
                await tab.waitForTimeout(50);
            }
        };
        // The start is in the second of eight cells. The player looks to the east.
        await isSoon("the start", (place) => place === -160);
        await tab.keyboard.down("KeyS");
        await isSoon("the wall behind it", (place) => Math.abs(place + 256 - 15 - 1 / 32) < 0.01);
        console.log(`the README's game: ${await tab.title()}`);
    } finally {
        await tab.close();
    }
}

function makeGame() {
    rmSync(game, { recursive: true, force: true });
    mkdirSync(at("node_modules/halfspace"), { recursive: true });
    mkdirSync(at("public"));
    execFileSync("npm", [
        "pack",
        "--silent",
        "--pack-destination",
        game,
        join(root, "bindings/npm"),
    ]);
    const [packed] = readdirSync(game).filter((name) => name.endsWith(".tgz"));
    const unpack = ["-xzf", at(packed), "-C", at("node_modules/halfspace"), "--strip-components=1"];
    execFileSync("tar", unpack);
    cpSync(join(root, "tests/web/bundlers"), game, { recursive: true });
    cpSync(join(root, "examples/levels/keep.map"), at("public/keep.txt"));
    writeFileSync(at("package.json"), '{ "type": "module", "dependencies": { "halfspace": "*" } }');
    for (const name of pages) {
        writeFileSync(at(`${name}.html`), page(`./${name}.js`));
    }
    symlinkSync(join(root, "node_modules/three"), at("node_modules/three"));
    makeReadme();
}

const browser = await openBrowser(softwareGl);

/** What the page says in its body, after it has said anything. */
async function said(address, before = "") {
    const context = await browser.newContext();
    const tab = await context.newPage();
    try {
        await tab.addInitScript(before);
        await tab.goto(address);
        // Not waitForFunction(): it makes code of a text, which a policy may forbid.
        for (const start = performance.now(); performance.now() < start + 120_000; ) {
            const text = (await tab.textContent("body")).trim();
            if (text !== "") {
                return text;
            }
            await tab.waitForTimeout(50);
        }
        return "nothing for two minutes";
    } finally {
        await context.close();
    }
}

async function check(what, address, wanted = done, before = "") {
    const text = await said(address, before);
    assert.match(text, wanted, what);
    console.log(`${what}: ${text}`);
}

const addressOf = ({ httpServer }) => `http://127.0.0.1:${httpServer.address().port}/`;
const local = { host: "127.0.0.1", port: 0 };

async function checkVite() {
    const options = { root: game, logLevel: "error", configFile: false };
    const server = await createServer({ ...options, server: local });
    await server.listen();
    try {
        await check("vite serves", `${addressOf(server)}embedded.html`);
        await check("vite serves a worker of the game", `${addressOf(server)}in_worker.html`);
        const advice = /halfspace_compile\.wasm: .*import "halfspace\/embedded";/;
        await checkReadme(`${addressOf(server)}readme.html`);
        await check("vite serves without files", `${addressOf(server)}plain.html`, advice);
    } finally {
        await server.close();
    }
    const input = Object.fromEntries(pages.map((name) => [name, at(`${name}.html`)]));
    await build({
        ...options,
        build: { rollupOptions: { input }, chunkSizeWarningLimit: 10_000, outDir: at("dist-vite") },
    });
    const built = await preview({ ...options, build: { outDir: at("dist-vite") }, preview: local });
    try {
        for (const name of pages) {
            await check(`vite builds ${name}`, `${addressOf(built)}${name}.html`);
        }
    } finally {
        await built.close();
    }
}

/** Serves what a bundler has made. */
async function checkFolder(what, folder, names, type) {
    const files = { "/keep.txt": at("public/keep.txt") };
    for (const name of names) {
        writeFileSync(join(folder, `${name}.html`), page(`./${name}.js`, { type }));
    }
    const server = await serve({ "/": folder }, files);
    try {
        for (const name of names) {
            await check(`${what} builds ${name}`, `${server.address}/${name}.html`);
        }
    } finally {
        server.close();
    }
}

async function checkWebpack() {
    const folder = at("dist-webpack");
    const stats = await new Promise((resolve, reject) =>
        webpack(
            {
                context: game,
                mode: "production",
                entry: Object.fromEntries(pages.map((name) => [name, `./${name}.js`])),
                output: { path: folder },
                performance: { hints: false },
            },
            (error, result) => (error ? reject(error) : resolve(result)),
        ),
    );
    assert.equal(stats.hasErrors() || stats.hasWarnings(), false, stats.toString());
    await checkFolder("webpack", folder, pages, "text/javascript");
}

async function checkEsbuild() {
    for (const format of ["esm", "iife"]) {
        const folder = at(`dist-esbuild-${format}`);
        await esbuild.build({
            absWorkingDir: game,
            entryPoints: ["embedded.js"],
            bundle: true,
            format,
            outdir: folder,
            logLevel: "error",
        });
        await checkFolder(`esbuild (${format})`, folder, ["embedded"]);
    }
}

/** Without a bundler: browsers resolve the names. */
async function checkBrowsers() {
    const folders = { "/halfspace/": at("node_modules/halfspace/"), "/": game };
    const files = { "/keep.txt": at("public/keep.txt") };
    const other = await serve(folders, files, { "access-control-allow-origin": "*" });
    const mapOf = (base) => {
        const dist = `${base}/halfspace/dist`;
        const imports = { halfspace: `${dist}/index.js` };
        for (const name of ["spatial", "embedded"]) {
            imports[`halfspace/${name}`] =
                name === "spatial" ? `${dist}/spatial/index.js` : `${dist}/${name}.js`;
        }
        return `<script type="importmap">${JSON.stringify({ imports })}</script>`;
    };
    const policy = (text) => `<meta http-equiv="Content-Security-Policy" content="${text}">`;
    const strict = "default-src 'self'; script-src 'self' 'unsafe-inline'";
    const heads = {
        map: mapOf(""),
        elsewhere: mapOf(other.address),
        policy: policy(`${strict} 'wasm-unsafe-eval'`) + mapOf(""),
        blob: policy(`${strict} 'wasm-unsafe-eval'; worker-src blob:`) + mapOf(""),
        no_blob: policy(`${strict} 'wasm-unsafe-eval'`) + mapOf(""),
        strict: policy(strict) + mapOf(""),
    };
    for (const [name, head] of Object.entries(heads)) {
        const script = name.endsWith("blob") ? "embedded" : "plain";
        writeFileSync(at(`${name}.html`), page(`./${script}.js`, { head }));
    }
    const server = await serve(folders, files);
    const worker = `globalThis.workerAddress = ${JSON.stringify(`${other.address}/halfspace/dist/worker.js`)}`;
    try {
        await check("an import map", `${server.address}/map.html`);
        await check("another origin", `${server.address}/elsewhere.html`);
        await check("a worker of another origin", `${server.address}/map.html`, done, worker);
        await check("a policy with wasm-unsafe-eval", `${server.address}/policy.html`);
        await check("a policy with blobs", `${server.address}/blob.html`);
        await check(
            "a policy without blobs",
            `${server.address}/no_blob.html`,
            /Content-Security-Policy must allow blob: in worker-src$/,
        );
        await check(
            "a policy without",
            `${server.address}/strict.html`,
            /Content-Security-Policy must allow 'wasm-unsafe-eval'/,
        );
    } finally {
        server.close();
        other.close();
    }
}

makeGame();
try {
    await checkVite();
    await checkWebpack();
    await checkEsbuild();
    await checkBrowsers();
} finally {
    await browser.close();
}
