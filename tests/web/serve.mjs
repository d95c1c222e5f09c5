// SPDX-License-Identifier: MIT
// A small server of static files for tests. It serves the files of given folders and single files.
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join, normalize, sep } from "node:path";

const types = {
    ".css": "text/css",
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript",
    ".json": "application/json",
    ".map": "text/plain",
    ".mjs": "text/javascript",
    ".wasm": "application/wasm",
};

// The file behind the path of an address; null if there is none. A path with ".." leaves no folder.
async function fileOf(path, folders, files) {
    if (Object.hasOwn(files, path)) {
        return files[path];
    }
    for (const [prefix, folder] of Object.entries(folders)) {
        if (path.startsWith(prefix)) {
            const file = join(folder, normalize(sep + path.slice(prefix.length)));
            const found = await stat(file).catch(() => null);
            return found?.isFile() ? file : null;
        }
    }
    return null;
}

/**
 * Starts a server on a free port of this machine.
 * @param {Record<string, string>} folders - "/package/" and the folder behind it
 * @param {Record<string, string>} [files] - "/native.json" and the file behind it
 * @param {Record<string, string>} [headers] - further headers of each answer
 * @returns {Promise<{address: string, close: () => void}>} address: "http://localhost:PORT"
 */
export async function serve(folders, files = {}, headers = {}) {
    const server = createServer(async (request, response) => {
        const path = decodeURIComponent(new URL(request.url, "http://localhost").pathname);
        const file = await fileOf(path, folders, files);
        if (file === null) {
            response.writeHead(404).end();
            return;
        }
        const type = types[extname(file)] ?? "application/octet-stream";
        response.writeHead(200, { "content-type": type, "cache-control": "no-store", ...headers });
        createReadStream(file).pipe(response);
    });
    await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
    return {
        address: `http://localhost:${server.address().port}`,
        close: () => {
            server.closeAllConnections?.();
            server.close();
        },
    };
}
