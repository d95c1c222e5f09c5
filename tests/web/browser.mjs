// SPDX-License-Identifier: MIT
// Chromium without a window, for tests.
import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";
import { env, getuid } from "node:process";
import { chromium } from "playwright-core";

function isProgram(path) {
    try {
        accessSync(path, constants.X_OK);
        return true;
    } catch {
        return false;
    }
}

function chromiumProgram() {
    for (const name of ["chromium", "chromium-browser", "google-chrome"]) {
        for (const folder of (env.PATH ?? "").split(delimiter)) {
            if (isProgram(join(folder, name))) {
                return join(folder, name);
            }
        }
    }
    throw new Error("there is no chromium on the PATH; run scripts/setup");
}

/** Arguments for Chromium: SwiftShader draws on the processor, the same on every machine. */
export const softwareGl = [
    "--use-gl=angle",
    "--use-angle=swiftshader",
    "--enable-unsafe-swiftshader",
];

/**
 * Starts Chromium. Its sandbox does not work for root, and is on for everybody else.
 * @param {string[]} [args] - further arguments for Chromium
 */
export function openBrowser(args = []) {
    return chromium.launch({
        executablePath: chromiumProgram(),
        chromiumSandbox: getuid() !== 0,
        args,
    });
}
