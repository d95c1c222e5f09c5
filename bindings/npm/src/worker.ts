// SPDX-License-Identifier: MIT
// The worker of compileMap(), compileMeshes(), checkMeshes(), findLeak() and bodyWallsAll(), in a browser
// and in Node. It does one piece of work.
import {
    checkObjects,
    compile,
    compileObjects,
    findWalls,
    leakOf,
    type CompileSettings,
    type WallsOf,
} from "./compiler.js";
import type { MeshWorld } from "./mesh_world.js";

/** What the worker receives. */
export type Request = { module: WebAssembly.Module } & (
    | { kind: "compile"; source: Uint8Array; how: CompileSettings }
    | { kind: "meshes"; world: MeshWorld; how: CompileSettings }
    | { kind: "check"; world: MeshWorld; how: CompileSettings }
    | { kind: "leak"; level: Uint8Array }
    | { kind: "walls"; level: Uint8Array; of: WallsOf }
);

/** What the worker sends. */
export type Answer =
    | { kind: "begun" }
    | { kind: "progress"; stage: string; fraction: number }
    | { kind: "done"; result: unknown }
    | { kind: "failed"; message: string };

interface Port {
    postMessage(answer: Answer, transfer?: ArrayBuffer[]): void;
}

async function resultOf(
    request: Request,
    onProgress: (stage: string, fraction: number) => void,
): Promise<object> {
    const { module } = request;
    switch (request.kind) {
        case "compile":
            return compile(module, request.source, request.how, onProgress);
        case "meshes":
            return compileObjects(module, request.world, request.how, onProgress);
        case "check":
            return checkObjects(module, request.world, request.how);
        case "leak":
            return leakOf(module, request.level);
        case "walls":
            return findWalls(module, request.level, request.of);
    }
}

async function serve(port: Port, request: Request): Promise<void> {
    try {
        const onProgress = (stage: string, fraction: number): void =>
            port.postMessage({ kind: "progress", stage, fraction });
        const result = await resultOf(request, onProgress);
        // The buffers move to the other thread instead of being copied.
        const buffers = [result]
            .flat()
            .flatMap((each) => Object.values(each))
            .filter((value) => ArrayBuffer.isView(value))
            .map((view) => view.buffer as ArrayBuffer);
        port.postMessage({ kind: "done", result }, buffers);
    } catch (error) {
        const message = error instanceof Error ? error.message : String(error);
        port.postMessage({ kind: "failed", message });
    }
}

const begun = { kind: "begun" } as const;

function refuse(port: Port): void {
    port.postMessage({ kind: "failed", message: "the worker cannot read what it was sent" });
}

if (typeof self !== "undefined" && typeof self.postMessage === "function") {
    const port = self as unknown as Port;
    self.onmessage = (event: MessageEvent<Request>) => serve(port, event.data);
    self.onmessageerror = () => refuse(port);
    port.postMessage(begun);
} else {
    const name = "node:worker_threads";
    // No await: a script that is no module has none.
    void (
        import(/* webpackIgnore: true */ /* @vite-ignore */ name) as Promise<
            typeof import("node:worker_threads")
        >
    ).then(({ parentPort }) => {
        const port = parentPort as unknown as Port;
        parentPort!.on("message", (request: Request) => serve(port, request));
        parentPort!.on("messageerror", () => refuse(port));
        port.postMessage(begun);
    });
}
