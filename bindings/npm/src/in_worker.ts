// SPDX-License-Identifier: MIT
// Work of halfspace_compile.wasm in a worker of its own.
import { HalfspaceError } from "./error.js";
import { compiledModule, type WasmSource } from "./wasm.js";
import type { Answer, Request } from "./worker.js";

/** A worker in a browser or in Node. */
interface Work {
    post(request: Request): void;
    onAnswer: (answer: Answer) => void;
    onError: (reason: string) => void;
    end(): void;
}

async function startWorker(): Promise<Work> {
    if (typeof Worker !== "undefined") {
        const worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
        const work: Work = {
            post: (request) => worker.postMessage(request),
            onAnswer: () => {},
            onError: () => {},
            end: () => worker.terminate(),
        };
        worker.onmessage = (event: MessageEvent<Answer>) => work.onAnswer(event.data);
        worker.onerror = (event) => {
            event.preventDefault();
            // The event has no message if the file was not found or is no module.
            work.onError(event.message || "the browser cannot load the file of the worker");
        };
        return work;
    }
    const name = "node:worker_threads";
    const threads = (await import(/* @vite-ignore */ name)) as typeof import("node:worker_threads");
    const worker = new threads.Worker(new URL("./worker.js", import.meta.url));
    const work: Work = {
        post: (request) => worker.postMessage(request),
        onAnswer: () => {},
        onError: () => {},
        end: () => void worker.terminate(),
    };
    worker.on("message", (answer: Answer) => work.onAnswer(answer));
    worker.on("error", (error: Error) => work.onError(error.message));
    return work;
}

let module: Promise<WebAssembly.Module> | undefined;

/** Where halfspace_compile.wasm is, and who watches and stops the work. */
export interface WorkOptions {
    /** Called now and then with the stage, in a few words, and how much of it is done, 0 to 1. */
    onProgress?: (stage: string, fraction: number) => void;
    /** Stops the work by ending its worker; then the promise is rejected with the signal's reason. */
    signal?: AbortSignal;
    /** Where halfspace_compile.wasm is. Default: beside the package's own files. */
    wasm?: WasmSource;
}

/** halfspace_compile.wasm, compiled. */
export async function compilerModule(source: WasmSource | undefined): Promise<WebAssembly.Module> {
    if (source !== undefined) {
        return compiledModule(source);
    }
    module ??= compiledModule(new URL("./halfspace_compile.wasm", import.meta.url));
    module.catch(() => (module = undefined));
    return module;
}

/** The result of a request, which a worker works on. */
export async function inWorker<Result>(
    request: Request,
    { onProgress, signal }: WorkOptions,
): Promise<Result> {
    signal?.throwIfAborted();
    const work = await startWorker();
    let stop = (): void => {};
    try {
        return await new Promise<Result>((resolve, reject) => {
            stop = () => reject(signal!.reason);
            signal?.throwIfAborted();
            signal?.addEventListener("abort", stop);
            work.onError = (reason) =>
                reject(new HalfspaceError(`the compiler has stopped: ${reason}`));
            work.onAnswer = (answer) => {
                if (answer.kind === "progress") {
                    onProgress?.(answer.stage, answer.fraction);
                } else if (answer.kind === "done") {
                    resolve(answer.result as Result);
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
