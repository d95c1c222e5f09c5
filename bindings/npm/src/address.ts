// SPDX-License-Identifier: MIT
// Reads what an address names, in a browser and in Node.
import { cut } from "./arguments.js";
import { explained, HalfspaceError } from "./error.js";

const isNode = typeof process !== "undefined" && process.versions?.node !== undefined;

// Bundlers for browsers leave an import alone whose name is not a literal.
const fileModule = "node:fs/promises";
const urlModule = "node:url";

// "levels/keep.hsw" in a page is relative to the page. In Node it is the path of a file, unless it
// begins like "https:"; one letter before the colon is a drive of Windows.
async function resolved(address: string): Promise<URL> {
    if (!isNode || typeof location !== "undefined") {
        return new URL(address, globalThis.location?.href);
    }
    if (/^[a-z][a-z0-9+.-]+:/i.test(address)) {
        return new URL(address);
    }
    const { pathToFileURL } = (await import(
        /* webpackIgnore: true */ /* @vite-ignore */ urlModule
    )) as typeof import("node:url");
    return pathToFileURL(address);
}

async function read(address: URL): Promise<Uint8Array<ArrayBuffer>> {
    if (address.protocol === "file:" && isNode) {
        const { readFile } = (await import(
            /* webpackIgnore: true */ /* @vite-ignore */ fileModule
        )) as typeof import("node:fs/promises");
        return new Uint8Array(await readFile(address));
    }
    return bytesOfAnswer(await fetch(address));
}

/** The bytes that a server has answered. */
export async function bytesOfAnswer(answer: Response): Promise<Uint8Array<ArrayBuffer>> {
    if (!answer.ok) {
        throw new HalfspaceError(`${answer.url}: the server answered ${answer.status}`);
    }
    return new Uint8Array(await answer.arrayBuffer());
}

/** The whole address. A string is relative to the page, in Node to the working folder. */
export async function urlOf(address: string | URL): Promise<URL> {
    return address instanceof URL
        ? address
        : explained(`${cut(address)} is no address`, () => resolved(address));
}

/** The bytes at an address. A string is relative to the page, in Node to the working folder. */
export async function bytesAt(address: string | URL): Promise<Uint8Array<ArrayBuffer>> {
    const url = await urlOf(address);
    return explained(`${cut(String(address))} cannot be read`, () => read(url));
}
