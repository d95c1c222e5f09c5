// SPDX-License-Identifier: MIT

/** The source of a level. */
export const text = process.argv[2]!;
