// SPDX-License-Identifier: MIT
// The page in a tab of Chromium, as a person uses it. For page.mjs.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { openBrowser, softwareGl } from "./browser.mjs";
import { anglesTo } from "./picture.mjs";
import { serve } from "./serve.mjs";

export const patience = { timeout: 60_000 };

/** A tab with the page. */
export class PageTab {
    /** Errors that the page has thrown or written to its console. */
    errors = [];

    constructor(tab, outFolder) {
        this.tab = tab;
        this.outFolder = outFolder;
        tab.on("pageerror", (error) => this.errors.push(error.stack));
        tab.on("console", (message) => {
            if (message.type() === "error") {
                this.errors.push(message.text());
            }
        });
    }

    get keyboard() {
        return this.tab.keyboard;
    }

    locator(selector) {
        return this.tab.locator(selector);
    }

    /** Calls a function in the tab with the object Page and an argument. */
    page(act, argument) {
        return this.tab.evaluate(
            ([text, given]) => {
                const { page } = globalThis.halfspacePage;
                return new Function(`return ${text}`)()(page, given);
            },
            [String(act), argument],
        );
    }

    /** Waits until a function of the object Page and an argument is true. */
    async waitFor(condition, argument) {
        await this.tab.waitForFunction(
            ([text, given]) => {
                const { page } = globalThis.halfspacePage;
                return new Function(`return ${text}`)()(page, given);
            },
            [String(condition), argument],
            patience,
        );
    }

    /** What the player does and where the body is. */
    player() {
        return this.page(({ scene }) => {
            const { walker } = scene.controls;
            return { doing: walker.doing, position: walker.bodyPosition, eye: walker.eye() };
        });
    }

    /** Waits until the player fulfils a condition, which is an expression over doing, position, eye. */
    async until(condition) {
        await this.waitFor(({ scene }, text) => {
            const { walker } = scene.controls;
            const check = new Function("doing", "position", "eye", `return ${text}`);
            return check(walker.doing, walker.bodyPosition, walker.eye());
        }, condition);
    }

    /** Lets the page draw so many frames. */
    frames(count) {
        return this.tab.evaluate(
            (left) =>
                new Promise((done) => {
                    const frame = () => (--left < 0 ? done() : requestAnimationFrame(frame));
                    frame();
                }),
            count,
        );
    }

    /** Writes a screenshot, and returns its bytes. */
    async screenshot(name) {
        await this.frames(3);
        const path = join(this.outFolder, `${name}.png`);
        await this.tab.screenshot({ path });
        return readFileSync(path);
    }

    /** Drops a file onto the page. */
    async drop(name, bytes) {
        const transfer = await this.tab.evaluateHandle(
            ([text, file]) => {
                const data = Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
                const held = new DataTransfer();
                held.items.add(new File([data], file));
                return held;
            },
            [Buffer.from(bytes).toString("base64"), name],
        );
        await this.tab.dispatchEvent("body", "drop", { dataTransfer: transfer });
    }

    levelName() {
        return this.page(({ scene }) => scene.name);
    }

    async untilLevel(name) {
        await this.waitFor(({ scene }, wanted) => scene.name === wanted, name);
    }

    /** Opens a level of the page by its address. */
    async goTo(hash) {
        await this.tab.evaluate((text) => {
            location.hash = text;
        }, hash);
    }

    /** Waits until no worker runs. */
    async untilNoWorker() {
        const start = performance.now();
        while (this.tab.workers().length > 0) {
            if (performance.now() - start > patience.timeout) {
                throw new Error("a worker goes on");
            }
            await this.frames(1);
        }
    }

    /**
     * Red, green, blue, alpha of a picture from an eye towards a point, in the light of the painter.
     * placements: where models stand in this picture.
     */
    async pictureOf({ eye, look, width, height, placements, ...options }) {
        const request = {
            ...{ width, height, eye },
            ...anglesTo(eye, look),
            options: { light: "painter", isNearest: true, hottest: 24, ...options },
        };
        const text = await this.page(
            async (page, [wanted, models]) => {
                if (models) {
                    page.scene.view.place(models);
                }
                const pixels = await page.drawPicture(wanted);
                let binary = "";
                for (let i = 0; i < pixels.length; i += 8192) {
                    binary += String.fromCharCode(...pixels.subarray(i, i + 8192));
                }
                return btoa(binary);
            },
            [request, placements],
        );
        return Buffer.from(text, "base64");
    }
}

/** A browser, and a server of the built page. */
export class PageBrowser {
    static async start(pageFolder, outFolder) {
        const self = new PageBrowser();
        self.outFolder = outFolder;
        self.server = await serve({ "/": pageFolder }, { "/": join(pageFolder, "index.html") });
        self.browser = await openBrowser(softwareGl);
        return self;
    }

    get address() {
        return this.server.address;
    }

    /**
     * Opens the page in a tab of its own; it is done when a level is on the screen. keepsIntro: with
     * the welcome.
     */
    async open(hash = "", { keepsIntro = false, ...options } = {}) {
        const viewport = { width: 320, height: 240 };
        const context = await this.browser.newContext({ viewport, ...options });
        const page = new PageTab(await context.newPage(), this.outFolder);
        await page.tab.goto(`${this.address}/${hash}`);
        await page.tab.waitForFunction(() => globalThis.halfspacePage, null, patience);
        // As on a machine without a GPU, but at once: few pixels, without smooth edges.
        await page.page((self) => self.resolution.choose(3));
        await page.tab.evaluate(() => globalThis.halfspacePage.ready);
        if (!keepsIntro) {
            await page.tab.evaluate(() => (document.querySelector("#intro").hidden = true));
        }
        await page.locator("#picture").focus();
        return page;
    }

    /**
     * The page in a tab that several checks share, because opening a tab takes seconds. A level is
     * opened anew, with the views and the panel of a new page.
     */
    async openShared(level = "keep", place = {}) {
        if (!this.shared) {
            this.shared = await this.open();
            await this.shared.page((page) => {
                globalThis.firstOptions = { ...page.options };
            });
        }
        const { shared } = this;
        await shared.page(
            async (page, [name, where]) => {
                Object.assign(page.options, globalThis.firstOptions);
                page.showsMarks = false;
                document.querySelector("#message").hidden = true;
                document.body.classList.remove("has-panel");
                await page.openBundled(name, where);
            },
            [level, { level, ...place }],
        );
        // What a test before has left to happen, such as the event of a help that was closed, happens.
        await shared.frames(2);
        await shared.locator("#picture").focus();
        shared.errors.length = 0;
        return shared;
    }

    /** Closes all tabs but the one that checks share; after a failure this one, too. */
    async closeTabs({ hasFailed }) {
        if (hasFailed) {
            this.shared = undefined;
        }
        const kept = this.shared?.tab.context();
        const others = this.browser.contexts().filter((context) => context !== kept);
        await Promise.all(others.map((context) => context.close()));
    }

    async close() {
        await this.browser.close();
        this.server.close();
    }
}
