// SPDX-License-Identifier: MIT
// Where the bytes of a source or of a level come from.
import { bytesAt, bytesOfAnswer } from "./address.js";
import { cut, shown } from "./arguments.js";
import { explained, HalfspaceError } from "./error.js";

/**
 * The bytes of a file, or where they are. An address is relative to the page, in Node to the working
 * folder; there it may be the path of a file.
 */
export type LevelSource = Uint8Array | ArrayBuffer | Blob | Response | URL | string;

const bytesForms = "bytes (Uint8Array, ArrayBuffer, Blob), a Response";

/** The bytes of a source that is no string. expected: what the caller takes beside bytes. */
export async function bytesOf(
    source: Exclude<LevelSource, string>,
    expected: string,
): Promise<Uint8Array> {
    if (source instanceof Uint8Array) {
        return source;
    }
    if (source instanceof URL) {
        return bytesAt(source);
    }
    // A buffer may be detached, and an answer can be read only once.
    return explained("the bytes cannot be read", async () => {
        if (source instanceof ArrayBuffer) {
            return new Uint8Array(source);
        }
        if (typeof Response !== "undefined" && source instanceof Response) {
            return bytesOfAnswer(source);
        }
        if (typeof (source as Blob)?.arrayBuffer === "function") {
            return new Uint8Array(await source.arrayBuffer());
        }
        const isCompiled = (source as { bytes?: unknown } | null)?.bytes instanceof Uint8Array;
        throw new HalfspaceError(
            `${expected} or ${bytesForms}, found ${shown(source)}${isCompiled ? "; give its member bytes" : ""}`,
        );
    });
}

/** Throws for a page: servers answer with one in place of a file that they do not have. */
export function checkNoPage(bytes: Uint8Array, name: string): void {
    if (bytes.length === 0) {
        return; // also of a buffer that was sent away
    }
    const begin = new TextDecoder().decode(bytes.subarray(0, 64));
    if (/^\s*<(!doctype html|html)/i.test(begin)) {
        throw new HalfspaceError(`${name}: this is an HTML page; is the address right?`);
    }
}

/** A level source as errors name it. */
export function nameOf(source: LevelSource): string {
    if (typeof source === "string" || source instanceof URL) {
        return cut(String(source));
    }
    return (typeof Response !== "undefined" && source instanceof Response && source.url) || "level";
}

/** The bytes of a compiled level. */
export async function bytesOfLevel(source: LevelSource): Promise<Uint8Array> {
    if (typeof source !== "string") {
        return bytesOf(source, "loadLevel: expected an address");
    }
    if (/^\s*\{|\n/.test(source)) {
        throw new HalfspaceError(
            `loadLevel: this looks like a source: compile it first by compileMap(), and give loadLevel its bytes; found ${shown(source)}`,
        );
    }
    return bytesAt(source);
}
