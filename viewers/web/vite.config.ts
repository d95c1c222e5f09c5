// SPDX-License-Identifier: MIT
import { defineConfig } from "vite";

export default defineConfig({
    // Addresses are relative, so that the built page works in any folder of any server.
    base: "./",
    // build_levels.mjs writes this folder.
    publicDir: "build/public",
    build: { target: "es2022", outDir: "dist", emptyOutDir: true, chunkSizeWarningLimit: 1000 },
    worker: { format: "es" },
    // The package finds its .wasm files beside its modules, so vite must not move them.
    optimizeDeps: { exclude: ["halfspace", "halfspace/three"] },
});
