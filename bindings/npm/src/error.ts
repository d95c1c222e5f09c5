// SPDX-License-Identifier: MIT

/**
 * What every function of the package throws: a mistake of the caller, a file that cannot be used, or
 * memory that ran out. The message says what is wrong, with the line of a source where there is one.
 */
export class HalfspaceError extends Error {
    override name = "HalfspaceError";
}
