// SPDX-License-Identifier: MIT

/**
 * What every function of the package throws: a mistake of the caller, a file that cannot be used, or
 * memory that ran out. The message says what is wrong, with the line of a source where there is one.
 * Two errors are the caller's own and stay as they are: what a callback such as `onProgress` throws,
 * and the reason of an `AbortSignal`.
 */
export class HalfspaceError extends Error {
    override name = "HalfspaceError";
}

/** What act() returns. If it fails, the error is a HalfspaceError; `what` says what has failed. */
export async function explained<Result>(
    what: string,
    act: () => Result | Promise<Result>,
): Promise<Result> {
    try {
        return await act();
    } catch (error) {
        if (error instanceof HalfspaceError) {
            throw error;
        }
        const reason = error instanceof Error ? error.message : String(error);
        throw new HalfspaceError(`${what}: ${reason}`, { cause: error });
    }
}
