// SPDX-License-Identifier: MIT
// Modules of WebAssembly that are compiled once.

const modules = new Map<string, Promise<WebAssembly.Module>>();

/** The module of these bytes, compiled once for each key. After a failure the next call tries again. */
export async function moduleOnce(
    key: string,
    bytes: () => Promise<BufferSource>,
): Promise<WebAssembly.Module> {
    let module = modules.get(key);
    if (module === undefined) {
        module = bytes().then((code) => WebAssembly.compile(code));
        modules.set(key, module);
        module.catch(() => modules.delete(key));
    }
    return module;
}
