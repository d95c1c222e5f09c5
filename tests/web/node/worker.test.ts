// SPDX-License-Identifier: MIT
// vitest.config.ts runs this file in a worker thread.
import { isMainThread } from "node:worker_threads";
import { expect, test } from "vitest";
import { suite } from "../compiling.js";
import { runSuite } from "./run_suite.js";

test("this is a worker thread", () => {
    expect(isMainThread).toBe(false);
});
runSuite(suite);
