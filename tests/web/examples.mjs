// SPDX-License-Identifier: MIT
// Runs each example of examples/three by its command, and uses it in Chromium. Then the same in a
// project of its own that was made as the README of the examples says.
//     node examples.mjs PICTURES_FOLDER
import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import {
    cpSync,
    mkdirSync,
    mkdtempSync,
    readFileSync,
    renameSync,
    rmSync,
    symlinkSync,
    writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { argv, execPath } from "node:process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { stripVTControlCharacters } from "node:util";
import { openBrowser, softwareGl } from "./browser.mjs";

const [pictures] = argv.slice(2);
mkdirSync(pictures, { recursive: true });
const root = fileURLToPath(new URL("../..", import.meta.url));
const folder = join(root, "examples/three");
const readme = readFileSync(join(folder, "README.md"), "utf8");
const browser = await openBrowser(softwareGl);

async function newTab(address, prepare = () => undefined) {
    const tab = await browser.newPage({ viewport: { width: 480, height: 300 } });
    tab.on("pageerror", (error) => console.error(error.stack));
    await prepare(tab);
    await tab.goto(address, { waitUntil: "commit", timeout: 90_000 });
    return tab;
}

/** Waits until the page says it. Returns the text. */
async function waitFor(tab, said) {
    for (const start = performance.now(); ; ) {
        const text = await tab.textContent("#said");
        if (said.test(text)) {
            return text;
        }
        assert.ok(performance.now() < start + 90_000, `expected ${said}, found "${text}"`);
        await tab.waitForTimeout(50);
    }
}

// Lets the test reach the mover of multiplayer.js.
async function showMover(tab) {
    await tab.route("**/multiplayer.js*", async (route) => {
        const response = await route.fetch();
        const body = `${await response.text()}\nglobalThis.mover = mover;`;
        await route.fulfill({ response, body });
    });
}

const examples = {
    async raycasts(address) {
        const tab = await newTab(address);
        await tab.mouse.move(240, 88); // the knot at the top of the picture
        await waitFor(tab, /^triangle \d+ at 1\d\.\d+, /);
        await tab.mouse.move(3, 3);
        await waitFor(tab, /^nothing, /);
        await tab.mouse.move(240, 88);
        return [tab, await waitFor(tab, /^triangle/)];
    },
    async first_person(address) {
        const tab = await newTab(address);
        await waitFor(tab, /^walks 64,256,24/);
        await tab.keyboard.down("KeyS");
        return [tab, await waitFor(tab, /^walks 15,256,24/)];
    },
    async open_mesh(address) {
        const tab = await newTab(address);
        await waitFor(tab, /^walks 0,\d,8; 0 balls, 0 bounces; 6\d{4} triangles in \d+ ms/);
        await tab.mouse.click(240, 150);
        await waitFor(tab, /; 1 balls, [1-9]\d* bounces;/);
        await tab.keyboard.down("KeyD");
        return [tab, await waitFor(tab, /^walks [3-9],\d,\d+; 1 balls/)];
    },
    async react(address) {
        const tab = await newTab(address);
        await waitFor(tab, /^walks 64,256,24/);
        const broken = await browser.newPage();
        let asked = 0;
        await broken.route("**/keep.map", (route) => {
            ++asked;
            return route.fulfill({ body: "{ broken" });
        });
        await broken.goto(address, { waitUntil: "commit", timeout: 90_000 });
        await waitFor(broken, /^keep\.map:1:3: error: /);
        await broken.waitForTimeout(500); // time enough to compile ten times more
        assert.equal(asked, 1, "a level that fails is compiled once");
        await broken.close();
        await tab.keyboard.down("KeyS");
        return [tab, await waitFor(tab, /^walks 15,256,24/)];
    },
    async worker(address) {
        const tab = await newTab(address);
        return [tab, await waitFor(tab, /^100000 points in \d+ ms/)];
    },
    async multiplayer(address) {
        const tabs = [await newTab(address, showMover), await newTab(address)];
        for (const tab of tabs) {
            await waitFor(tab, /^2 players, at 64,256,24, step \d+, 0 corrections/);
        }
        // The first page errs once. It begins at the server's state again, and then both agree.
        await tabs[0].evaluate(() => {
            const [x, y, z] = globalThis.mover.position;
            globalThis.mover.position = [x, y + 40, z];
        });
        await waitFor(tabs[0], /at 64,256,24, step \d+, 1 corrections/);
        await tabs[0].keyboard.down("KeyS");
        await waitFor(tabs[0], /at 15,256,24/);
        await tabs[1].keyboard.down("KeyD");
        const said = await waitFor(tabs[1], /at 64,15,24/);
        await tabs[0].keyboard.up("KeyS");
        assert.match(await tabs[0].textContent("#said"), / 1 corrections$/);
        assert.match(await tabs[1].textContent("#said"), / 0 corrections$/);
        // Whoever claims a step out of order is no longer in the game.
        await tabs[0].evaluate(async () => {
            const socket = new WebSocket(`ws://${location.host}/game`);
            await new Promise((resolve) => (socket.onopen = resolve));
            const closed = new Promise((resolve) => (socket.onclose = resolve));
            socket.send(JSON.stringify({ number: 7, controls: {} }));
            const { code } = await closed;
            if (code !== 1008) {
                throw new Error(`closed with ${code}`);
            }
        });
        await tabs[0].close();
        await waitFor(tabs[1], /^1 player,/);
        return [tabs[1], said];
    },
};

/** Starts a server that prints its address, and uses the example there. */
async function run(command, { cwd, name, use, picture }) {
    const server = spawn(execPath, command, { cwd, stdio: ["ignore", "pipe", "inherit"] });
    try {
        const address = await new Promise((resolve, reject) => {
            createInterface({ input: server.stdout }).on("line", (line) => {
                const found = stripVTControlCharacters(line).match(/http:\S+/);
                if (found) {
                    resolve(new URL(`${name}.html`, found[0]).href);
                }
            });
            server.once("exit", () => reject(new Error(`${name}: the server has ended`)));
        });
        const [tab, said] = await use(address);
        await tab.screenshot({ path: join(pictures, picture) });
        await tab.close();
        console.log(`${picture}: ${said}`);
    } finally {
        server.kill();
    }
}

/** What the README's table says of an example: the files to copy, the packages to install. */
function rowOf(name) {
    const row = readme.match(new RegExp(`^\\| ${name} .*$`, "m"))?.[0].split("|");
    assert.ok(row?.length === 6, `the README has a row for ${name}`);
    const [files, packages] = row.slice(3, 5).map((cell) => [...cell.matchAll(/`(.*?)`/g)]);
    return { files: files.map(([, file]) => file), packages: packages.map(([, each]) => each) };
}

/** Makes a project of an example as the README says. Returns its folder. */
function makeProject(name) {
    const project = mkdtempSync(join(tmpdir(), `halfspace-${name}-`));
    const { files, packages } = rowOf(name);
    for (const file of files) {
        if (file === "keep.map") {
            cpSync(join(root, "examples/levels", file), join(project, "public", file));
        } else {
            cpSync(join(folder, file), join(project, file));
        }
    }
    // The package as npm would install it; what else is installed here lies in other folders.
    for (const part of ["package.json", "dist"]) {
        const to = join(project, "node_modules/halfspace", part);
        cpSync(join(root, "bindings/npm", part), to, { recursive: true });
    }
    for (const each of ["three", "vite", ...packages]) {
        const link = join(project, "node_modules", each);
        mkdirSync(dirname(link), { recursive: true });
        symlinkSync(join(root, "node_modules", each), link);
    }
    writeFileSync(join(project, "package.json"), '{ "private": true }');
    return project;
}

async function checkProject(name, use) {
    const cwd = makeProject(name);
    const vite = join(cwd, "node_modules/vite/bin/vite.js");
    try {
        let command = [vite];
        if (name === "multiplayer") {
            const [, server] = readme.match(/^```js\n(.*?)^```$/ms);
            writeFileSync(join(cwd, "server.mjs"), server);
            command = ["server.mjs"];
        }
        await run(command, { cwd, name, use, picture: `${name}_project.png` });
        renameSync(join(cwd, `${name}.html`), join(cwd, "index.html"));
        const [, ...options] = readme.match(/`npx vite (build [^`]*)`/)[1].split(" ");
        execFileSync(execPath, [vite, "build", ...options, "--logLevel", "error"], { cwd });
    } finally {
        rmSync(cwd, { recursive: true, force: true });
    }
}

try {
    for (const [name, use] of Object.entries(examples)) {
        const command = [join(folder, "run.mjs"), name, "0"];
        await run(command, { cwd: root, name, use, picture: `${name}.png` });
        await checkProject(name, use);
    }
} finally {
    await browser.close();
}
