// SPDX-License-Identifier: MIT
// The one instance of a module that all objects in its memory share.
import { NOT_FOUND, OK } from "./constants.js";
import { checkOptions, finite } from "./arguments.js";
import { HalfspaceError } from "./error.js";
import type { RuntimeExports, Status } from "./exports.js";
import { compiledModule, Wasm, type BaseExports, type WasmSource } from "./wasm.js";

const argumentBytes = 4096;

/** A module with scratch memory for the arguments and the results of one call. */
export class Instance<Exports extends BaseExports> {
    readonly wasm: Wasm<Exports>;
    /** argumentBytes bytes for the arguments and results of a call. */
    readonly scratch: number;

    private constructor(
        wasm: Wasm<Exports>,
        readonly module: WebAssembly.Module,
        readonly maximumMemory: number | undefined,
    ) {
        this.wasm = wasm;
        this.scratch = wasm.allocate(argumentBytes);
    }

    static async start<Exports extends BaseExports>(
        module: WebAssembly.Module,
        maximumMemory: number | undefined,
    ): Promise<Instance<Exports>> {
        const wasm = await Wasm.create<Exports>(module, maximumMemory);
        return new Instance<Exports>(wasm, module, maximumMemory);
    }

    /**
     * True if the function succeeded, false if it found nothing. No function returns NO_MEMORY: where
     * memory runs out, it does not return.
     */
    found(status: Status, what: string): boolean {
        if (status === OK) {
            return true;
        }
        if (status === NOT_FOUND) {
            return false;
        }
        throw new HalfspaceError(`${what}: an argument is out of range`);
    }
}

/** Where the module is, and how much memory it may take. */
export interface InitOptions {
    /**
     * Where the module is. Default: as in the call before; in the first call beside the package's
     * own files.
     */
    wasm?: WasmSource;
    /**
     * How much memory all objects together may take, in bytes. Default: as in the call before; in the
     * first call 4 GiB, all there is.
     */
    maximumMemory?: number;
}

/** Loads a module, and holds its instance. */
export class Loader<Exports extends BaseExports> {
    #current: Instance<Exports> | undefined;
    // Starts follow one another, so that two calls at the same time make one instance.
    #lastStart: Promise<void> = Promise.resolve();

    constructor(
        /** The module of the package itself, or where it is. */
        private readonly own: () => Promise<URL | WebAssembly.Module>,
        /** The function that loads it, and what loads it, too: for texts of errors. */
        private readonly init: string,
        private readonly hint: string,
    ) {}

    async #start(how: InitOptions): Promise<void> {
        const current = this.#current;
        const module =
            how.wasm === undefined && current !== undefined
                ? current.module
                : await compiledModule(how.wasm ?? this.own);
        const most = how.maximumMemory ?? current?.maximumMemory;
        const isAsWanted = current?.module === module && current.maximumMemory === most;
        if (current === undefined || current.wasm.broken !== "" || !isAsWanted) {
            this.#current = await Instance.start<Exports>(module, most);
        }
    }

    async load(options: InitOptions): Promise<void> {
        checkOptions(options, ["wasm", "maximumMemory"], this.init);
        const { maximumMemory } = options;
        if (maximumMemory !== undefined && finite(maximumMemory, "maximumMemory") <= 0) {
            throw new HalfspaceError(
                `maximumMemory: expected a number of bytes above 0, found ${maximumMemory}`,
            );
        }
        const started = this.#lastStart.then(() => this.#start(options));
        this.#lastStart = started.catch(() => undefined);
        return started;
    }

    /** The instance for new objects. */
    async loaded(): Promise<Instance<Exports>> {
        if (this.#current === undefined || this.#current.wasm.broken !== "") {
            await this.load({});
        }
        return this.#current!;
    }

    /** The same, without waiting. */
    now(): Instance<Exports> {
        const reason =
            this.#current === undefined ? "Halfspace is not loaded" : this.#current.wasm.broken;
        if (reason !== "") {
            throw new HalfspaceError(`${reason}; call ${this.hint} first`);
        }
        return this.#current!;
    }
}

const registry = new FinalizationRegistry<() => void>((free) => free());

type Free<Exports extends BaseExports> = (runtime: Instance<Exports>, pointer: number) => void;

function freer<Exports extends BaseExports>(
    runtime: Instance<Exports>,
    pointer: number,
    free: Free<Exports>,
): () => void {
    return () => {
        if (runtime.wasm.broken === "") {
            free(runtime, pointer);
        }
    };
}

/** An object in the memory of an instance. It is freed by dispose(), or when nothing refers to it. */
export abstract class Handle<Exports extends BaseExports = RuntimeExports> {
    /** @internal */
    readonly runtime: Instance<Exports>;
    #pointer: number;
    readonly #free: () => void;
    /** @internal "shape", for example. */
    readonly what: string;

    /**
     * @internal
     * free: a function that is no closure in a constructor. Such a closure would hold `this` if any
     * other closure there does, and the object would never be collected.
     */
    constructor(runtime: Instance<Exports>, pointer: number, what: string, free: Free<Exports>) {
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
