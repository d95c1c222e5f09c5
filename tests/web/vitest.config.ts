// SPDX-License-Identifier: MIT
import { defineConfig } from "vitest/config";

export default defineConfig({
    test: {
        maxWorkers: 1,
        minWorkers: 1,
        // A test says nothing about time: a machine with other work may be many times slower.
        testTimeout: 300_000,
        hookTimeout: 300_000,
        // Node itself loads the package, as it does for a game.
        server: { deps: { external: [/bindings\/npm\/dist/] } },
        workspace: [
            {
                extends: true,
                test: {
                    name: "process",
                    include: ["node/*.test.{ts,mjs}"],
                    exclude: ["node/worker.test.ts"],
                    // Each file has a process of its own, as each suite has a page in Chromium.
                    pool: "forks",
                },
            },
            {
                extends: true,
                test: { name: "worker", include: ["node/worker.test.ts"], pool: "threads" },
            },
        ],
    },
});
