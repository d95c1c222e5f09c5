// SPDX-License-Identifier: MIT
// What the page needs from the browser.

// A module with one function that uses SIMD.
const simdModule = Uint8Array.of(
    // prettier-ignore
    ...[0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11],
);

/** What is missing, as a sentence; null if nothing is. */
export function missingFeature(canvas: HTMLCanvasElement): string | null {
    if (typeof WebAssembly !== "object") {
        return "This browser has no WebAssembly. The page needs it to read levels.";
    }
    if (!WebAssembly.validate(simdModule)) {
        return "This browser has no WebAssembly SIMD. Chrome 100, Firefox 114, Safari 16.4 and later have it.";
    }
    // The renderer takes this context later.
    const options = {
        antialias: false,
        alpha: false,
        powerPreference: "high-performance",
    } as const;
    if (!canvas.getContext("webgl2", options)) {
        return "This browser has no WebGL 2, or it is switched off. The page cannot draw without it.";
    }
    return null;
}
