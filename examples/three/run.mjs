// SPDX-License-Identifier: MIT
// Serves one of the examples of this folder until Ctrl-C:
//     node examples/three/run.mjs NAME [PORT]
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { argv, exit } from "node:process";
import { fileURLToPath } from "node:url";
import { createServer } from "vite";
import { hostGame } from "./multiplayer_host.mjs";

const folder = fileURLToPath(new URL(".", import.meta.url));
const levels = fileURLToPath(new URL("../levels/", import.meta.url));
const names = readdirSync(folder)
    .filter((file) => file.endsWith(".html"))
    .map((file) => file.slice(0, -".html".length));
const [name, port = "5173"] = argv.slice(2);
if (!names.includes(name)) {
    console.error(`expected the name of an example: ${names.join(", ")}`);
    exit(2);
}
const dist = fileURLToPath(new URL("../../bindings/npm/dist/halfspace.wasm", import.meta.url));
if (!existsSync(dist)) {
    console.error("the npm package is not built; run scripts/web --build first");
    exit(1);
}

const server = await createServer({
    root: folder,
    configFile: false,
    publicDir: levels,
    // The packages of the clone are links; a game has them in its own folder.
    server: { host: "127.0.0.1", port: Number(port), hmr: false, fs: { strict: false } },
    optimizeDeps: { exclude: ["halfspace"] },
    // A cache of its own: a second example would throw the packages in it away.
    cacheDir: fileURLToPath(new URL(`../../node_modules/.vite/${name}`, import.meta.url)),
    logLevel: "warn",
});
await server.listen();
if (name === "multiplayer") {
    await hostGame(server.httpServer, readFileSync(`${levels}keep.map`));
}
console.log(`http://127.0.0.1:${server.httpServer.address().port}/${name}.html`);
