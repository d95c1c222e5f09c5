// SPDX-License-Identifier: MIT
// Runs suites of checks in a page. chromium.mjs calls these functions and prints the results.
import * as halfspace from "halfspace";
import { type Result, runSuite } from "./run.js";

function runInWorker(name: string): Promise<Result[]> {
    const worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
    return new Promise((resolve, reject) => {
        worker.onmessage = ({ data }: MessageEvent<Result[]>) => resolve(data);
        worker.onerror = (event) => reject(new Error(event.message));
        worker.postMessage(name);
    });
}

Object.assign(globalThis, {
    runInPage: (name: string) => runSuite(halfspace, name),
    runInWorker,
});
