// SPDX-License-Identifier: MIT
// Numbers as words.

/** `x` with so many digits behind the point. What rounds to zero has no sign. */
export function fixed(x: number, digits: number): string {
    return x.toFixed(digits).replace(/^-(0(\.0*)?)$/, "$1");
}
