// SPDX-License-Identifier: MIT
// Runs a suite of checks in a browser.
import type { Halfspace, NativeHashes, Suite, Surroundings } from "./checks.js";

export interface Result {
    name: string;
    milliseconds: number;
    error?: string;
}

async function fetched(path: string): Promise<Response> {
    const response = await fetch(path);
    if (!response.ok) {
        throw new Error(`${path}: ${response.status}`);
    }
    return response;
}

async function surroundings(halfspace: Halfspace): Promise<Surroundings> {
    const native: Record<string, NativeHashes> = await (await fetched("/native.json")).json();
    const read = async (name: string) =>
        new Uint8Array(await (await fetched(`/${name}`)).arrayBuffer());
    return { halfspace, native, read };
}

export async function runSuite(halfspace: Halfspace, name: string): Promise<Result[]> {
    const { suite }: { suite: Suite } = await import(`./${name}.js`);
    const results: Result[] = [];
    for (const check of suite(await surroundings(halfspace))) {
        const start = performance.now();
        const error = await check.run().then(
            () => undefined,
            (reason: Error) => reason.stack ?? String(reason),
        );
        const milliseconds = Math.round(performance.now() - start);
        results.push({ name: check.name, milliseconds, error });
    }
    return results;
}
