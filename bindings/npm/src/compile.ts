// SPDX-License-Identifier: MIT
// Levels from sources, compiled in a worker.
import type { CompileAnswer, CompileRequest } from "./compile_worker.js";
import type { CompiledMap, CompileSettings } from "./compiler.js";
import { HalfspaceError } from "./error.js";
import { bytesOf, type LevelSource } from "./level.js";
import { compiledModule, type WasmSource } from "./wasm.js";

export type { Body, CompiledMap, CompileSettings } from "./compiler.js";

/** How a level is compiled, and who watches. */
export interface CompileOptions extends CompileSettings {
    /** Called now and then with the stage, in a few words, and how much of it is done, 0 to 1. */
    onProgress?: (stage: string, fraction: number) => void;
    /** Stops the compile by ending its worker; then the promise is rejected with the signal's reason. */
    signal?: AbortSignal;
    /** Where halfspace_compile.wasm is. Default: beside the package's own files. */
    wasm?: WasmSource;
}

/** A worker in a browser or in Node. */
interface Work {
    post(request: CompileRequest): void;
    onAnswer: (answer: CompileAnswer) => void;
    onError: (reason: string) => void;
    end(): void;
}

async function startWorker(): Promise<Work> {
    if (typeof Worker !== "undefined") {
        const worker = new Worker(new URL("./compile_worker.js", import.meta.url), {
            type: "module",
        });
        const work: Work = {
            post: (request) => worker.postMessage(request),
            onAnswer: () => {},
            onError: () => {},
            end: () => worker.terminate(),
        };
        worker.onmessage = (event: MessageEvent<CompileAnswer>) => work.onAnswer(event.data);
        worker.onerror = (event) => {
            event.preventDefault();
            work.onError(event.message);
        };
        return work;
    }
    const name = "node:worker_threads";
    const threads = (await import(/* @vite-ignore */ name)) as typeof import("node:worker_threads");
    const worker = new threads.Worker(new URL("./compile_worker.js", import.meta.url));
    const work: Work = {
        post: (request) => worker.postMessage(request),
        onAnswer: () => {},
        onError: () => {},
        end: () => void worker.terminate(),
    };
    worker.on("message", (answer: CompileAnswer) => work.onAnswer(answer));
    worker.on("error", (error: Error) => work.onError(error.message));
    return work;
}

let module: Promise<WebAssembly.Module> | undefined;

async function compilerModule(source: WasmSource | undefined): Promise<WebAssembly.Module> {
    if (source !== undefined) {
        return compiledModule(source);
    }
    module ??= compiledModule(new URL("./halfspace_compile.wasm", import.meta.url));
    module.catch(() => (module = undefined));
    return module;
}

/**
 * Compiles a level in a worker of its own: the text of a .map or .grid, or the bytes of a .bsp. The
 * bytes are the same as those of the command line and of every other machine.
 *
 *     const { bytes, warnings } = await compileMap(text, { name: "keep.map" });
 *     const level = await loadLevel(bytes);
 *
 * Errors name the line. A string is the source itself; fetch an address with a URL or a Response.
 */
export async function compileMap(
    source: LevelSource,
    options: CompileOptions = {},
): Promise<CompiledMap> {
    const { onProgress, signal, wasm, ...how } = options;
    signal?.throwIfAborted();
    const bytes =
        typeof source === "string" ? new TextEncoder().encode(source) : await bytesOf(source);
    const request = { module: await compilerModule(wasm), source: bytes, how };
    const work = await startWorker();
    let stop = (): void => {};
    try {
        return await new Promise<CompiledMap>((resolve, reject) => {
            stop = () => reject(signal!.reason);
            signal?.throwIfAborted();
            signal?.addEventListener("abort", stop);
            work.onError = (reason) =>
                reject(new HalfspaceError(`the compiler has stopped: ${reason}`));
            work.onAnswer = (answer) => {
                if (answer.kind === "progress") {
                    onProgress?.(answer.stage, answer.fraction);
                } else if (answer.kind === "done") {
                    resolve(answer.result);
                } else {
                    reject(new HalfspaceError(answer.message));
                }
            };
            work.post(request);
        });
    } finally {
        signal?.removeEventListener("abort", stop);
        work.end();
    }
}
