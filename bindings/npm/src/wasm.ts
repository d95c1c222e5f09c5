// SPDX-License-Identifier: MIT
// Loads the WebAssembly modules, and gives access to their memory.
import { bytesAt, bytesOfAnswer, urlOf } from "./address.js";
import { text } from "./arguments.js";
import { explained, HalfspaceError } from "./error.js";
import { moduleOnce } from "./modules.js";
import { withAdvice } from "./own_files.js";

/** Where a .wasm file is, or what is in it. */
export type WasmSource = string | URL | Response | BufferSource | WebAssembly.Module;

/** What all modules export. Pointers are numbers. */
export interface BaseExports extends WebAssembly.Exports {
    _initialize(): void;
    allocate(size: number): number;
    release(pointer: number): void;
}

/** A function of WebAssembly; no one has more than eight parameters. */
type Call = (
    a?: number,
    b?: number,
    c?: number,
    d?: number,
    e?: number,
    f?: number,
    g?: number,
    h?: number,
) => unknown;

const pageSize = 65536;
// Both modules are linked with --initial-memory of this size.
const initialPages = (8 * 1024 * 1024) / pageSize;
const mostPages = 65536;

// A function with one SIMD instruction: i8x16.splat.
const simdProbe = new Uint8Array([
    0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253,
    15, 253, 98, 11,
]);

/**
 * Whether this browser, or this Node, has WebAssembly with SIMD, which the whole package needs.
 * compileMap() and bodyWalls() also need workers that are modules.
 */
export function isSupported(): boolean {
    return typeof WebAssembly === "object" && WebAssembly.validate(simdProbe);
}

function requireFeatures(): void {
    if (!isSupported()) {
        throw new HalfspaceError(
            "this browser has no WebAssembly SIMD, which Halfspace needs; every browser since 2023 has it",
        );
    }
}

/** A text as C has it: UTF-8, with a NUL at its end and none before. */
export function textBytes(value: string, what: string): Uint8Array {
    return new TextEncoder().encode(`${text(value, what).replaceAll("\0", "\uFFFD")}\0`);
}

/** The number that a text means; NaN if it is none (include/halfspace/base/number_text.h). */
export function numberOfText(text: string): number {
    if (!/^-?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i.test(text)) {
        return NaN;
    }
    const value = Number(text);
    const isTooSmall = value === 0 && /^[^e]*[1-9]/i.test(text);
    return isTooSmall || !Number.isFinite(value) ? NaN : value;
}

async function moduleAt(address: string | URL): Promise<WebAssembly.Module> {
    const url = await urlOf(address);
    return moduleOnce(url.href, async () => checkedBytes(await bytesAt(url), url.href));
}

/** Bytes that begin as a module does. A server may answer with a page in place of a file. */
function checkedBytes(bytes: Uint8Array<ArrayBuffer>, from: string): Uint8Array<ArrayBuffer> {
    if (String.fromCharCode(...bytes.subarray(0, 4)) !== "\0asm") {
        const begin = new TextDecoder().decode(bytes.subarray(0, 20));
        throw new HalfspaceError(
            `${from}: expected a .wasm file, found ${bytes.length} bytes that begin with ${JSON.stringify(begin)}`,
        );
    }
    return bytes;
}

/**
 * Compiles a module from wherever it is. Each address has one module. own: the file of the package,
 * where the caller has given none.
 */
export async function compiledModule(
    source: WasmSource | (() => Promise<URL | WebAssembly.Module>),
): Promise<WebAssembly.Module> {
    requireFeatures();
    return explained("the WebAssembly module cannot be loaded", async () => {
        if (typeof source === "function") {
            try {
                return await compiledModule(await source());
            } catch (error) {
                throw withAdvice(error);
            }
        }
        if (source instanceof WebAssembly.Module) {
            return source;
        }
        if (typeof source === "string" || source instanceof URL) {
            return moduleAt(source);
        }
        if (typeof Response !== "undefined" && source instanceof Response) {
            return WebAssembly.compile(await bytesOfAnswer(source));
        }
        return WebAssembly.compile(source as BufferSource);
    });
}

/** A trap of WebAssembly, or a stack that is full (in V8 and Safari a RangeError, not in Firefox). */
function isStop(error: unknown): error is Error {
    return (
        error instanceof WebAssembly.RuntimeError ||
        (error instanceof Error && /call stack|too much recursion/.test(error.message))
    );
}

/**
 * An instance of a module with its memory. Each function of `exports` throws if the instance can no
 * longer be used.
 */
export class Wasm<Exports extends BaseExports> {
    exports!: Exports;
    /** Why the instance can no longer be used. Empty while it can. */
    broken = "";
    u8!: Uint8Array;
    i32!: Int32Array;
    u32!: Uint32Array;
    f32!: Float32Array;
    f64!: Float64Array;
    readonly #memory: WebAssembly.Memory;

    private constructor(memory: WebAssembly.Memory) {
        this.#memory = memory;
        this.#refresh();
    }

    /** maximumMemory: in bytes; functions fail with an error beyond it. */
    static async create<Exports extends BaseExports>(
        module: WebAssembly.Module,
        maximumMemory: number | undefined,
        host: Record<string, WebAssembly.ImportValue> = {},
    ): Promise<Wasm<Exports>> {
        const most = Math.floor((maximumMemory ?? mostPages * pageSize) / pageSize);
        return explained("the WebAssembly module cannot be started", async () => {
            const memory = new WebAssembly.Memory({
                initial: initialPages,
                maximum: Math.min(Math.max(most, initialPages), mostPages),
            });
            const wasm = new Wasm<Exports>(memory);
            // `new WebAssembly.Instance` fails in a page of older Chromes: the module is too large.
            const { exports } = await WebAssembly.instantiate(module, {
                env: { memory },
                halfspace: { ...wasm.#host(), ...host },
            });
            wasm.exports = Object.fromEntries(
                Object.entries(exports).map(([name, call]) => [name, wasm.#guarded(call as Call)]),
            ) as unknown as Exports;
            wasm.exports._initialize();
            return wasm;
        });
    }

    // What wasm/host.cpp imports. Pointers from 2 GiB on come as negative numbers.
    #host(): Record<string, WebAssembly.ImportValue> {
        return {
            out_of_memory: (size: number) => {
                this.broken = `out of memory: ${size >>> 0} bytes more were needed`;
                throw new HalfspaceError(this.broken);
            },
            number_text: (value: number, pointer: number) => {
                const text = pointer >>> 0;
                this.sync();
                return new TextEncoder().encodeInto(
                    String(value),
                    this.u8.subarray(text, text + 32),
                ).written;
            },
            number_of_text: (pointer: number, size: number) => {
                const text = pointer >>> 0;
                this.sync();
                return numberOfText(new TextDecoder().decode(this.u8.subarray(text, text + size)));
            },
        };
    }

    #refresh(): void {
        const buffer = this.#memory.buffer;
        this.u8 = new Uint8Array(buffer);
        this.i32 = new Int32Array(buffer);
        this.u32 = new Uint32Array(buffer);
        this.f32 = new Float32Array(buffer);
        this.f64 = new Float64Array(buffer);
    }

    /**
     * Renews the views if the memory has become larger: a larger memory has another buffer. What
     * WebAssembly calls does so before it reads the memory.
     */
    sync(): void {
        if (this.u8.length === 0) {
            this.#refresh();
        }
    }

    // What stops in the middle of its work leaves the instance in an unknown state. WebAssembly leaves
    // out values beyond its own parameters; none has more (a test looks). `...values` would make each call half as dear again.
    #guarded(call: Call): Call {
        return (a, b, c, d, e, f, g, h) => {
            if (this.broken !== "") {
                this.check();
            }
            let result: unknown;
            try {
                result = call(a, b, c, d, e, f, g, h);
            } catch (error) {
                throw this.#explained(error);
            }
            this.sync();
            return result;
        };
    }

    #explained(error: unknown): unknown {
        if (!isStop(error)) {
            return error;
        }
        this.broken ||= `WebAssembly has stopped: ${error.message}`;
        return new HalfspaceError(this.broken, { cause: error });
    }

    /** Throws if the instance can no longer be used. */
    check(): void {
        if (this.broken !== "") {
            throw new HalfspaceError(
                `what was loaded before can no longer be used; load it again (${this.broken})`,
            );
        }
    }

    /** Memory of `size` bytes, at a multiple of 16. */
    allocate(size: number): number {
        const pointer = size < 2 ** 32 ? this.exports.allocate(Math.max(size, 1)) >>> 0 : 0;
        if (pointer === 0) {
            throw new HalfspaceError(`out of memory: ${size} bytes more were needed`);
        }
        return pointer;
    }

    release(pointer: number): void {
        if (this.broken === "") {
            this.exports.release(pointer);
        }
    }

    /** Throws, and does no harm, if there is no memory of `size` bytes. */
    requireMemory(size: number): void {
        this.release(this.allocate(size));
    }

    /** Calls use(pointer) with memory of `size` bytes, which is released afterwards. */
    withMemory<Result>(size: number, use: (pointer: number) => Result): Result {
        const pointer = this.allocate(size);
        try {
            return use(pointer);
        } finally {
            this.release(pointer);
        }
    }

    /** Calls use(pointer) with a copy of a text, which ends with a NUL. */
    withText<Result>(value: string, what: string, use: (pointer: number) => Result): Result {
        const bytes = textBytes(value, what);
        return this.withMemory(bytes.length, (pointer) => {
            this.u8.set(bytes, pointer);
            return use(pointer);
        });
    }

    /** The text at a pointer; null for a null pointer. */
    text(pointer: number): string | null {
        if (pointer === 0) {
            return null;
        }
        this.sync();
        const first = pointer >>> 0;
        return new TextDecoder().decode(this.u8.subarray(first, this.u8.indexOf(0, first)));
    }
}
