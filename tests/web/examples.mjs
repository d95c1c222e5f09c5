// SPDX-License-Identifier: MIT
// Runs each example of examples/three by its command, and uses it in Chromium.
//     node examples.mjs PICTURES_FOLDER
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { argv, execPath } from "node:process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { openBrowser, softwareGl } from "./browser.mjs";

const [pictures] = argv.slice(2);
mkdirSync(pictures, { recursive: true });
const program = fileURLToPath(new URL("../../examples/three/run.mjs", import.meta.url));
const browser = await openBrowser(softwareGl);

async function newTab(address) {
    const tab = await browser.newPage({ viewport: { width: 480, height: 300 } });
    tab.on("pageerror", (error) => console.error(error.stack));
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
    async react(address) {
        const tab = await newTab(address);
        await waitFor(tab, /^walks 64,256,24/);
        await tab.keyboard.down("KeyS");
        return [tab, await waitFor(tab, /^walks 15,256,24/)];
    },
    async worker(address) {
        const tab = await newTab(address);
        return [tab, await waitFor(tab, /^100000 points in \d+ ms/)];
    },
    async multiplayer(address) {
        const tabs = [await newTab(address), await newTab(address)];
        for (const tab of tabs) {
            await waitFor(tab, /^2 players, at 64,256,24, step \d+, 0 corrections/);
        }
        await tabs[0].keyboard.down("KeyS");
        await waitFor(tabs[0], /at 15,256,24/);
        await tabs[1].keyboard.down("KeyD");
        const said = await waitFor(tabs[1], /at 64,15,24/);
        await tabs[0].keyboard.up("KeyS");
        for (const tab of tabs) {
            assert.match(await tab.textContent("#said"), / 0 corrections$/);
        }
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

try {
    for (const [name, use] of Object.entries(examples)) {
        const server = spawn(execPath, [program, name, "0"], {
            stdio: ["ignore", "pipe", "inherit"],
        });
        try {
            const [address] = await new Promise((resolve, reject) => {
                createInterface({ input: server.stdout }).once("line", (line) => resolve([line]));
                server.once("exit", () => reject(new Error(`${name}: the server has ended`)));
            });
            const [tab, said] = await use(address);
            await tab.screenshot({ path: join(pictures, `${name}.png`) });
            await tab.close();
            console.log(`${name}: ${said}`);
        } finally {
            server.kill();
        }
    }
} finally {
    await browser.close();
}
