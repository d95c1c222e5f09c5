// SPDX-License-Identifier: MIT
// The files that the package loads: beside its modules, or, after `import "halfspace/embedded"`, from
// JavaScript.
import { HalfspaceError } from "./error.js";
import { moduleOnce } from "./modules.js";

/** A file of the package. */
export type OwnFile =
    | "halfspace.wasm"
    | "halfspace_compile.wasm"
    | "halfspace_spatial.wasm"
    | "worker.js";

const embedded = new Map<OwnFile, string>();

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
    return moduleOnce(`embedded ${name}`, async () =>
        Uint8Array.from(atob(text), (byte) => byte.charCodeAt(0)),
    );
}

/** An error of loading a file of the package, with what a caller can do. */
export function withAdvice(error: unknown): HalfspaceError {
    const reason = error instanceof Error ? error.message : String(error);
    let advice = "";
    if (/content security policy|\bCSP\b/i.test(reason)) {
        advice = "; the page's Content-Security-Policy must allow 'wasm-unsafe-eval' in script-src";
    } else if (embedded.size === 0) {
        advice =
            '; a bundler may have moved the modules of halfspace away from this file: `import "halfspace/embedded";` needs no files';
    }
    return new HalfspaceError(`${reason}${advice}`, { cause: error });
}
