// SPDX-License-Identifier: MIT

// Of Node.
declare const process: { argv: string[] };

/** The source of a level. */
export const text = process.argv[2]!;
