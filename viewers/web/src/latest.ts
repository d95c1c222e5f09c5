// SPDX-License-Identifier: MIT
// Work of which only the last piece counts.

/** Runs one piece of work at a time. A new one aborts the one before. */
export class Latest {
    private abort = new AbortController();

    /** Aborts what runs. */
    cancel(): void {
        this.abort.abort();
    }

    /**
     * Aborts what runs, and starts `work`. The promise fails as `work` fails, but it is simply done
     * if `work` was aborted. REQUIRES: `work` shows nothing after its signal was aborted.
     */
    async run(work: (signal: AbortSignal) => Promise<void>): Promise<void> {
        this.cancel();
        const { signal } = (this.abort = new AbortController());
        try {
            await work(signal);
        } catch (error) {
            if (!signal.aborted) {
                throw error;
            }
        }
    }
}
