// SPDX-License-Identifier: MIT
// What the checks of the npm package share. Node (node/*.test.ts) and Chromium (page.ts) run the same
// checks.

export type Halfspace = typeof import("halfspace");

/** The hashes that halfspace_web_hashes wrote for a level, and the path of the level's source. */
export type NativeHashes = { path: string } & Record<string, string>;

export interface Surroundings {
    halfspace: Halfspace;
    /**
     * Reads "levels/NAME", the source of a level of `native`; "damaged/NAME"; or "package/NAME", a file
     * of the package.
     */
    read(name: string): Promise<Uint8Array>;
    native: Record<string, NativeHashes>;
}

export interface Check {
    /** A sentence. */
    name: string;
    run(): Promise<void>;
}

/** All checks of a file that Node and Chromium run. */
export type Suite = (around: Surroundings) => Check[];

export function expectEqual(found: unknown, expected: unknown, what: string): void {
    const [a, b] = [JSON.stringify(found), JSON.stringify(expected)];
    if (a !== b) {
        throw new Error(`${what}: ${a} instead of ${b}`);
    }
}

export function expectTrue(condition: boolean, what: string): void {
    if (!condition) {
        throw new Error(what);
    }
}

/** Fails unless `act` throws (or rejects with) a HalfspaceError whose message matches. */
export async function expectError(
    { HalfspaceError }: Halfspace,
    message: RegExp,
    act: () => unknown,
): Promise<void> {
    let result: unknown;
    try {
        result = await act();
    } catch (error) {
        expectTrue(error instanceof HalfspaceError, `not a HalfspaceError: ${error}`);
        const text = (error as Error).message;
        expectTrue(message.test(text), `the message ${JSON.stringify(text)} lacks ${message}`);
        return;
    }
    throw new Error(`no error with ${message}, but ${result}`);
}
