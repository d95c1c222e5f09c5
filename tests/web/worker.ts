// SPDX-License-Identifier: MIT
// Runs a suite of checks in a worker, where an import map does not count.
import { runSuite } from "./run.js";

self.onmessage = async ({ data: name }: MessageEvent<string>) => {
    const address = "/package/index.js";
    self.postMessage(await runSuite(await import(address), name));
};
