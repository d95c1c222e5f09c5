// SPDX-License-Identifier: MIT

/** The upper one of the two in the middle if there is an even number of values. */
export function median(values) {
    return [...values].sort((a, b) => a - b)[values.length >> 1];
}
