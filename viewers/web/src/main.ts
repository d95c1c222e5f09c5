// SPDX-License-Identifier: MIT
import "./style.css";
import { ColorManagement } from "three";
import { bundledName, prepare } from "./bundled.js";
import { elements, showMessage } from "./elements.js";
import { missingFeature } from "./features.js";
import { endIntro } from "./intro.js";
import { Page } from "./page.js";
import { Panel } from "./panel.js";
import { readPlace } from "./place_link.js";

declare global {
    interface Window {
        /** For tests: the page, and a promise that is done when the first level is on the screen. */
        halfspacePage?: { page: Page; ready: Promise<void> };
    }
}

// The shader writes the painter's bytes.
ColorManagement.enabled = false;

// The address is read now, because the page writes it later. A browser may take a second to begin
// with WebGL; meanwhile the level comes.
const place = readPlace(location.hash);
if (typeof WebAssembly === "object") {
    prepare(bundledName(place.level));
}
const missing = missingFeature(elements.canvas);
if (missing) {
    showMessage(missing);
} else {
    const page = new Page(elements.canvas.getContext("webgl2")!);
    new Panel(page);
    if (place.level !== undefined) {
        endIntro();
    }
    page.run();
    window.halfspacePage = { page, ready: page.openPlace(place) };
}
