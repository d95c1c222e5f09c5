import { readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { defineConfig } from "vite";

// `import text from "../level.map?raw"` gives the text of a level. Vite's own server takes the
// address of such a file for that of a source map, so here the module gets another name.
const ending = ".map?raw";
const prefix = "\0level:";
const levels = {
    name: "levels",
    enforce: "pre",
    resolveId: (id, importer) =>
        id.endsWith(ending)
            ? prefix + resolve(dirname(importer), id.slice(0, -ending.length))
            : null,
    load(id) {
        if (!id.startsWith(prefix)) {
            return null;
        }
        const path = `${id.slice(prefix.length)}.map`;
        this.addWatchFile(path);
        return `export default ${JSON.stringify(readFileSync(path, "utf8"))};`;
    },
};

export default defineConfig({
    base: "./",
    plugins: [levels],
    // Vite must not move the modules of halfspace: each finds its .wasm file beside itself.
    optimizeDeps: { exclude: ["halfspace"] },
    build: { target: "es2022", chunkSizeWarningLimit: 1000 },
});
