// SPDX-License-Identifier: MIT
// Work of halfspace_compile.wasm in a worker of its own.
import { urlOf } from "./address.js";
import { checkFunction, shown } from "./arguments.js";
import { explained, HalfspaceError } from "./error.js";
import { embeddedText, ownModule, withAdvice } from "./own_files.js";
import { compiledModule, type WasmSource } from "./wasm.js";
import type { Answer, Request } from "./worker.js";

/** A worker in a browser or in Node. */
interface Work {
    /** moved: buffers that move to the worker instead of being copied. */
    post(request: Request, moved: ArrayBuffer[]): void;
    onAnswer: (answer: Answer) => void;
    /** Called when the worker can give no answer any more. */
    onStop: (reason: string) => void;
    end(): void;
}

const unreadable = "its answer cannot be read";
/** Every worker says that it has begun; another script says nothing. [ms] */
const mostSilence = 60_000;
/** If this thread was blocked, the word of the worker waits for it. [ms] */
const lastWait = 1000;

const forbidden =
    "the browser cannot start the worker; the page's Content-Security-Policy must allow blob: in worker-src";

// A worker of the text of a script.
function workerOf(text: string, type: WorkerType): Worker {
    const address = URL.createObjectURL(new Blob([text], { type: "text/javascript" }));
    try {
        return new Worker(address, { type });
    } finally {
        // The worker has begun to load it.
        URL.revokeObjectURL(address);
    }
}

// A browser starts no worker from another origin, but a worker may import from there.
function workerAt(address: URL): Worker {
    const here = globalThis.location?.origin ?? address.origin;
    const isElsewhere = /^https?:/.test(address.protocol) && address.origin !== here;
    return isElsewhere
        ? workerOf(`import ${JSON.stringify(address.href)};`, "module")
        : new Worker(address, { type: "module" });
}

function ownWorker(): Worker {
    const text = embeddedText("worker.js");
    if (text !== undefined) {
        try {
            return workerOf(text, "classic");
        } catch (error) {
            throw new HalfspaceError(forbidden, { cause: error });
        }
    }
    try {
        // Bundlers look for an expression like this one.
        return new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
    } catch (error) {
        // From another origin: without a bundler the address is known.
        if (!/^https?:/.test(packageUrl)) {
            throw error;
        }
        return workerAt(new URL("./worker.js", packageUrl));
    }
}

function workInBrowser(address: URL | undefined): Work {
    const worker = address === undefined ? ownWorker() : workerAt(address);
    const work: Work = {
        post: (request, moved) => worker.postMessage(request, moved),
        onAnswer: () => {},
        onStop: () => {},
        end: () => worker.terminate(),
    };
    worker.onmessage = (event: MessageEvent<Answer>) => work.onAnswer(event.data);
    worker.onmessageerror = () => work.onStop(unreadable);
    worker.onerror = (event) => {
        event.preventDefault();
        // The event has no message if the file was not found, is no module, or is forbidden.
        work.onStop(event.message || unloadable(address));
    };
    return work;
}

function unloadable(address: URL | undefined): string {
    if (address !== undefined) {
        return `the browser cannot load the worker ${address.href}`;
    }
    return embeddedText("worker.js") === undefined
        ? withAdvice("the browser cannot load halfspace/worker.js").message
        : forbidden;
}

// Bundlers look for `import.meta.url` within `new URL`. For Node there is nothing to bundle.
const packageUrl = import.meta.url;
const threadsModule = "node:worker_threads";

async function workInNode(address: URL | undefined): Promise<Work> {
    const { Worker: Thread } = (await import(
        /* webpackIgnore: true */ /* @vite-ignore */ threadsModule
    )) as typeof import("node:worker_threads");
    const text = address === undefined ? embeddedText("worker.js") : undefined;
    const thread =
        text === undefined
            ? new Thread(address ?? new URL("./worker.js", packageUrl))
            : new Thread(text, { eval: true });
    const work: Work = {
        post: (request, moved) => thread.postMessage(request, moved),
        onAnswer: () => {},
        onStop: () => {},
        end: () => void thread.terminate(),
    };
    thread.on("message", (answer: Answer) => work.onAnswer(answer));
    thread.on("messageerror", () => work.onStop(unreadable));
    thread.on("error", (error: Error) => work.onStop(error.message));
    thread.on("exit", () => work.onStop("its worker has ended without an answer"));
    return work;
}

/** Where the files of the compiler are, and who watches and stops the work. */
export interface WorkOptions {
    /**
     * Called now and then with the stage, in a few words, and how much of it is done, 0 to 1. If it
     * throws, the work ends, and the promise is rejected with what it has thrown.
     */
    onProgress?: (stage: string, fraction: number) => void;
    /**
     * Stops the work at once: its worker ends, and the promise is rejected with the signal's reason.
     * Without a signal the promise waits as long as the source and the compiler are loaded, and the
     * browser sets no limit of time for that. AbortSignal.timeout() is such a limit. Only the script of
     * the worker has a limit without it: it must begin within a minute.
     */
    signal?: AbortSignal;
    /** Where halfspace_compile.wasm is. Default: beside the package's own files. */
    wasm?: WasmSource;
    /**
     * The address of the worker's script: `halfspace/worker.js`, or what a bundler has made of it.
     * Default: beside the package's own files.
     */
    worker?: string | URL;
}

/** The names of WorkOptions. */
export const workOptions = ["onProgress", "signal", "wasm", "worker"] as const;

/** Throws for values that WorkOptions does not allow, and the signal's reason if it was aborted. */
export function checkWork({ onProgress, signal, worker }: WorkOptions): void {
    checkFunction(onProgress, "onProgress");
    if (worker !== undefined && typeof worker !== "string" && !(worker instanceof URL)) {
        throw new HalfspaceError(`worker: expected an address, found ${shown(worker)}`);
    }
    if (signal !== undefined) {
        // It may be of another window, which has another AbortSignal.
        if (typeof signal?.addEventListener !== "function" || typeof signal.aborted !== "boolean") {
            throw new HalfspaceError(`signal: expected an AbortSignal, found ${shown(signal)}`);
        }
        if (signal.aborted) {
            throw signal.reason;
        }
    }
}

/** What act() gives. The promise is rejected as soon as the signal is aborted, with its reason. */
export async function unlessAborted<Result>(
    signal: AbortSignal | undefined,
    act: () => Promise<Result>,
): Promise<Result> {
    if (signal?.aborted) {
        throw signal.reason;
    }
    let stop = (): void => {};
    const aborted = new Promise<never>((_, reject) => {
        stop = () => reject(signal!.reason);
        signal?.addEventListener("abort", stop);
    });
    try {
        return await Promise.race([act(), aborted]);
    } finally {
        signal?.removeEventListener("abort", stop);
    }
}

/** halfspace_compile.wasm, compiled. */
export async function compilerModule(source: WasmSource | undefined): Promise<WebAssembly.Module> {
    return compiledModule(
        source ??
            (() =>
                ownModule(
                    "halfspace_compile.wasm",
                    () => new URL("./halfspace_compile.wasm", import.meta.url),
                )),
    );
}

/** The result of a request, which a worker works on. */
export async function inWorker<Result>(
    request: Request,
    options: WorkOptions,
    moved: ArrayBuffer[] = [],
): Promise<Result> {
    checkWork(options);
    const { onProgress, signal, worker } = options;
    const address = worker === undefined ? undefined : await urlOf(worker);
    const work = await explained("the worker of the compiler cannot be started", () =>
        typeof Worker === "undefined" ? workInNode(address) : workInBrowser(address),
    );
    let silence: ReturnType<typeof setTimeout> | undefined;
    const answered = (): Promise<Result> =>
        new Promise((resolve, reject) => {
            work.onStop = (reason) =>
                reject(new HalfspaceError(`the compiler has stopped: ${reason}`));
            const script = address?.href ?? "halfspace/worker.js";
            const giveUp = () =>
                work.onStop(
                    `the script ${script} has not begun after ${mostSilence / 1000} seconds; is it halfspace/worker.js?`,
                );
            silence = setTimeout(() => (silence = setTimeout(giveUp, lastWait)), mostSilence);
            work.onAnswer = (answer) => {
                clearTimeout(silence);
                if (answer.kind === "done") {
                    resolve(answer.result as Result);
                } else if (answer.kind === "failed") {
                    reject(new HalfspaceError(answer.message));
                } else if (answer.kind === "progress") {
                    try {
                        onProgress?.(answer.stage, answer.fraction);
                    } catch (error) {
                        reject(error);
                    }
                }
            };
            explained("the worker of the compiler cannot be asked", () =>
                work.post(request, moved),
            ).catch(reject);
        });
    try {
        return await unlessAborted(signal, answered);
    } finally {
        clearTimeout(silence);
        work.onAnswer = () => {};
        work.end();
    }
}
