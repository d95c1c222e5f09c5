// SPDX-License-Identifier: MIT
// Runs suites of checks in Chromium, each in a page of its own:
//     node chromium.mjs CHECKS_FOLDER NATIVE.json SUITE...
// CHECKS_FOLDER: where tsc wrote the checks. NATIVE.json: of halfspace_web_hashes; the folder `damaged`
// of halfspace_web_damage lies beside it. SUITE: "compiling", or "compiling:worker" for a worker.
import { readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { argv, exit } from "node:process";
import { fileURLToPath } from "node:url";
import { openBrowser } from "./browser.mjs";
import { serve } from "./serve.mjs";

const [checks, native, ...suites] = argv.slice(2);
const here = (path) => fileURLToPath(new URL(path, import.meta.url));

// Only the levels of the project: Node, which has the same engine, compiles the others, too.
const hashes = Object.entries(JSON.parse(await readFile(native, "utf8"))).filter(([, { path }]) =>
    ["../../examples/", "./"].some((folder) => path.startsWith(here(folder))),
);
const nativeOfProject = join(dirname(native), "native_of_project.json");
await writeFile(nativeOfProject, JSON.stringify(Object.fromEntries(hashes)));
const files = { "/page.html": here("page.html"), "/native.json": nativeOfProject };
for (const [name, { path }] of hashes) {
    files[`/levels/${name}`] = path;
}
const server = await serve(
    {
        "/checks/": checks,
        "/package/": here("../../bindings/npm/dist"),
        "/damaged/": join(dirname(native), "damaged"),
    },
    files,
);

/** The number of checks that failed. */
async function run(browser, suite) {
    const page = await browser.newPage();
    let failed = 0;
    page.on("pageerror", (error) => {
        ++failed;
        console.log(`FAILED ${suite}: the page has an error that nobody caught: ${error.stack}`);
    });
    await page.goto(`${server.address}/page.html`);
    const [name, place] = suite.split(":");
    const results = await page.evaluate(
        ([name_, inWorker]) => (inWorker ? globalThis.runInWorker : globalThis.runInPage)(name_),
        [name, place === "worker"],
    );
    for (const { name: sentence, milliseconds, error } of results) {
        console.log(`${error ? "FAILED" : "passed"} ${suite}: ${sentence} (${milliseconds} ms)`);
        if (error) {
            ++failed;
            console.log(error);
        }
    }
    if (results.length === 0) {
        ++failed;
        console.log(`FAILED ${suite}: it has no checks`);
    }
    await page.close();
    return failed;
}

// out_of_memory.ts collects what nobody holds.
const browser = await openBrowser(["--js-flags=--expose-gc"]);
let failed = 0;
try {
    for (const suite of suites) {
        failed += await run(browser, suite);
    }
} finally {
    await browser.close();
    server.close();
}
exit(failed === 0 ? 0 : 1);
