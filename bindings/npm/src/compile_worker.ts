// SPDX-License-Identifier: MIT
// The worker of compileMap(), in a browser and in Node. It compiles one source.
import { compile, type CompiledMap, type CompileSettings } from "./compiler.js";

/** What the worker receives. */
export interface CompileRequest {
    module: WebAssembly.Module;
    source: Uint8Array;
    how: CompileSettings;
}

/** What the worker sends. */
export type CompileAnswer =
    | { kind: "progress"; stage: string; fraction: number }
    | { kind: "done"; result: CompiledMap }
    | { kind: "failed"; message: string };

interface Port {
    postMessage(answer: CompileAnswer, transfer?: ArrayBuffer[]): void;
}

function serve(port: Port, request: CompileRequest): void {
    try {
        const result = compile(request.module, request.source, request.how, (stage, fraction) =>
            port.postMessage({ kind: "progress", stage, fraction }),
        );
        port.postMessage({ kind: "done", result }, [result.bytes.buffer as ArrayBuffer]);
    } catch (error) {
        const message = error instanceof Error ? error.message : String(error);
        port.postMessage({ kind: "failed", message });
    }
}

if (typeof self !== "undefined" && typeof self.postMessage === "function") {
    self.onmessage = (event: MessageEvent<CompileRequest>) =>
        serve(self as unknown as Port, event.data);
} else {
    const name = "node:worker_threads";
    const { parentPort } = (await import(
        /* @vite-ignore */ name
    )) as typeof import("node:worker_threads");
    parentPort!.on("message", (request: CompileRequest) =>
        serve(parentPort as unknown as Port, request),
    );
}
