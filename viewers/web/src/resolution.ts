// SPDX-License-Identifier: MIT
// How many pixels and samples are drawn: fewer where a machine is slow.
import type { WebGLRenderer } from "three";
import { elements } from "./elements.js";

const slowFrame = 1 / 20; // s
const mostSlowFrames = 8; // one after the other, until the page draws less
// From the best to the quickest: pixels of the picture for each pixel of the page, and samples of
// each of them.
const qualities = [
    { ratio: 2, samples: 4 },
    { ratio: 1, samples: 0 },
    { ratio: 0.75, samples: 0 },
    { ratio: 0.5, samples: 0 },
];

export class Resolution {
    private quality = 0; // index in qualities
    private slowFrames = -mostSlowFrames; // below 0: the first frames do not count

    constructor(private readonly renderer: WebGLRenderer) {
        this.resize();
        new ResizeObserver(() => this.resize()).observe(elements.canvas);
    }

    /** The samples of each pixel; 0: no smooth edges. */
    get samples(): number {
        return qualities[this.quality]!.samples;
    }

    private resize(): void {
        const { clientWidth, clientHeight } = elements.canvas;
        const ratio = Math.min(devicePixelRatio, qualities[this.quality]!.ratio);
        this.renderer.setPixelRatio(1);
        this.renderer.setSize(
            Math.max(Math.round(clientWidth * ratio), 1),
            Math.max(Math.round(clientHeight * ratio), 1),
            false,
        );
    }

    /** A machine without a GPU draws fewer pixels. seconds: what the last frame took. */
    watch(seconds: number): void {
        this.slowFrames = seconds > slowFrame || this.slowFrames < 0 ? this.slowFrames + 1 : 0;
        if (this.slowFrames > mostSlowFrames && this.quality + 1 < qualities.length) {
            this.choose(this.quality + 1);
        }
    }

    /** A new level begins: its first frames do not count. */
    begin(): void {
        this.slowFrames = -mostSlowFrames;
    }

    /** Draws less from now on; 0 is the best, 3 the quickest. */
    choose(quality: number): void {
        this.quality = quality;
        this.begin();
        this.resize();
    }
}
