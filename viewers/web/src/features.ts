// SPDX-License-Identifier: MIT
// What the page needs from the browser.
import { isSupported } from "halfspace";

/** What is missing, as a sentence; null if nothing is. */
export function missingFeature(canvas: HTMLCanvasElement): string | null {
    if (typeof WebAssembly !== "object") {
        return "This browser has no WebAssembly. The page needs it to read levels.";
    }
    if (!isSupported()) {
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
