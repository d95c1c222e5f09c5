// SPDX-License-Identifier: MIT
// The one instance of halfspace.wasm that all levels share.
import { checkOptions, finite } from "./arguments.js";
import { HalfspaceError } from "./error.js";
import type { RuntimeExports, Status } from "./runtime_exports.js";
import { compiledModule, Wasm, type WasmSource } from "./wasm.js";

/** HALFSPACE_NONE */
export const none = 0xffffffff;

/**
 * What functions of the runtime return: HALFSPACE_OK and so on. They never return the other two of
 * halfspace.h. The package gives them enough room, and where memory runs out they do not return.
 */
export const Code = { Ok: 0, NotFound: 1, BadArgument: 2 } as const;

const argumentBytes = 4096;

/** halfspace.wasm with room for the arguments and the results of one call. */
export class Runtime {
    readonly wasm: Wasm<RuntimeExports>;
    /** argumentBytes bytes for the arguments and results of a call. */
    readonly room: number;

    private constructor(
        wasm: Wasm<RuntimeExports>,
        readonly module: WebAssembly.Module,
        readonly maximumMemory: number | undefined,
    ) {
        this.wasm = wasm;
        this.room = wasm.allocate(argumentBytes);
    }

    static async start(
        module: WebAssembly.Module,
        maximumMemory: number | undefined,
    ): Promise<Runtime> {
        const wasm = await Wasm.create<RuntimeExports>(module, maximumMemory);
        return new Runtime(wasm, module, maximumMemory);
    }

    /** True if the function succeeded, false if it found nothing. */
    found(status: Status, what: string): boolean {
        if (status === Code.Ok) {
            return true;
        }
        if (status === Code.NotFound) {
            return false;
        }
        throw new HalfspaceError(`${what}: an argument is out of range`);
    }
}

/** Where the module is, and how much memory it may take. */
export interface InitOptions {
    /**
     * Where halfspace.wasm is. Default: as in the call before; in the first call beside the package's
     * own files.
     */
    wasm?: WasmSource;
    /**
     * How much memory all levels together may take, in bytes. Default: as in the call before; in the
     * first call 4 GiB, all there is.
     */
    maximumMemory?: number;
}

let current: Runtime | undefined;
// Starts follow one another, so that two calls at the same time make one runtime.
let lastStart: Promise<void> = Promise.resolve();

async function start(how: InitOptions): Promise<void> {
    const module =
        how.wasm === undefined && current !== undefined
            ? current.module
            : await compiledModule(how.wasm ?? new URL("./halfspace.wasm", import.meta.url));
    const most = how.maximumMemory ?? current?.maximumMemory;
    const isAsWanted = current?.module === module && current.maximumMemory === most;
    if (current === undefined || current.wasm.broken !== "" || !isAsWanted) {
        current = await Runtime.start(module, most);
    }
}

/**
 * Loads halfspace.wasm. loadLevel() does it by itself; call init() for shapes without a level, or to
 * say where the file is. A later call with the same address and the same maximum does nothing. A later
 * call with other settings counts for levels and shapes that are made after it; bytes, a Response or a
 * module that is not the present one are other settings. Those levels and shapes that were made before
 * stay as they are. A function that takes a level or a shape from before together with one from after
 * such a call throws.
 */
export async function init(options: InitOptions = {}): Promise<void> {
    checkOptions(options, ["wasm", "maximumMemory"], "init");
    if (
        options.maximumMemory !== undefined &&
        finite(options.maximumMemory, "maximumMemory") <= 0
    ) {
        throw new HalfspaceError(
            `maximumMemory: expected a number of bytes above 0, found ${options.maximumMemory}`,
        );
    }
    const started = lastStart.then(() => start(options));
    lastStart = started.catch(() => undefined);
    return started;
}

/** The runtime for new objects. */
export async function loadedRuntime(): Promise<Runtime> {
    if (current === undefined || current.wasm.broken !== "") {
        await init();
    }
    return current!;
}

/** The same, without waiting. */
export function runtime(): Runtime {
    const reason = current === undefined ? "Halfspace is not loaded" : current.wasm.broken;
    if (reason !== "") {
        throw new HalfspaceError(`${reason}; call \`await init()\` or loadLevel() first`);
    }
    return current!;
}

const registry = new FinalizationRegistry<() => void>((free) => free());

type Free = (runtime: Runtime, pointer: number) => void;

function freer(runtime: Runtime, pointer: number, free: Free): () => void {
    return () => {
        if (runtime.wasm.broken === "") {
            free(runtime, pointer);
        }
    };
}

/** An object in the memory of the runtime. It is freed by dispose(), or when nobody holds it. */
export abstract class Handle {
    /** @internal */
    readonly runtime: Runtime;
    #pointer: number;
    readonly #free: () => void;
    /** @internal "shape", for example. */
    readonly what: string;

    /**
     * @internal
     * free: a function that is no closure in a constructor. Such a closure would hold `this` if any
     * other closure there does, and the object would never be collected.
     */
    constructor(runtime: Runtime, pointer: number, what: string, free: Free) {
        this.runtime = runtime;
        this.#pointer = pointer;
        this.what = what;
        this.#free = freer(runtime, pointer, free);
        registry.register(this, this.#free, this);
    }

    /** @internal */
    get pointer(): number {
        if (this.#pointer === 0) {
            throw new HalfspaceError(`this ${this.what} was used after dispose()`);
        }
        this.runtime.wasm.check();
        return this.#pointer;
    }

    /** Frees the object's memory at once. Later calls throw; a second dispose() does nothing. */
    dispose(): void {
        if (this.#pointer !== 0) {
            this.#pointer = 0;
            registry.unregister(this);
            this.#free();
        }
    }
}
