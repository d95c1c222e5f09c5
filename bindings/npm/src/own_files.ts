// SPDX-License-Identifier: MIT
// The files that the package loads: beside its modules, or, after `import "halfspace/embedded"`, from
// JavaScript.
import { HalfspaceError } from "./error.js";

/** A file of the package. */
export type OwnFile =
    | "halfspace.wasm"
    | "halfspace_compile.wasm"
    | "halfspace_spatial.wasm"
    | "worker.js";

const embedded = new Map<OwnFile, string>();
const modules = new Map<OwnFile, Promise<WebAssembly.Module>>();

/** From now on the file comes from here: a .wasm file as base64, a script as it is. */
export function embed(files: Record<OwnFile, string>): void {
    for (const [name, text] of Object.entries(files)) {
        embedded.set(name as OwnFile, text);
    }
}

/** The text of a file that is embedded. */
export function embeddedText(name: OwnFile): string | undefined {
    return embedded.get(name);
}

/** The module of a .wasm file: compiled if it is embedded, or else where it is. */
export async function ownModule(
    name: OwnFile,
    address: () => URL,
): Promise<URL | WebAssembly.Module> {
    const text = embedded.get(name);
    if (text === undefined) {
        return address();
    }
    let module = modules.get(name);
    if (module === undefined) {
        module = WebAssembly.compile(Uint8Array.from(atob(text), (byte) => byte.charCodeAt(0)));
        modules.set(name, module);
    }
    return module;
}

/** What a caller can do if the package does not find one of its files. */
export function withAdvice(error: unknown): HalfspaceError {
    const reason = error instanceof Error ? error.message : String(error);
    const advice = /content security policy|\bCSP\b/i.test(reason)
        ? "the page's Content-Security-Policy must allow 'wasm-unsafe-eval' in script-src"
        : 'a bundler may have moved the modules of halfspace away from this file: `import "halfspace/embedded";` needs no files';
    return new HalfspaceError(`${reason}; ${advice}`, { cause: error });
}
