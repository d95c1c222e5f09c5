// SPDX-License-Identifier: MIT
import { index, trueOrFalse } from "./arguments.js";
import { checkedLevel, memoryOfWorld, type Level } from "./level.js";
import { flag, result } from "./level_base.js";
import { Handle, type Runtime } from "./runtime.js";

function freeState({ wasm }: Runtime, state: number): void {
    wasm.exports.halfspace_free_area_state(state);
}

/**
 * Which area portals of a level are open. The level itself never changes; a game may have a state for
 * each player, or for each step.
 *
 *     const areas = new AreaState(level);
 *     doors.setAreas(areas); // the Doors; or areas.setOpen(portal, false)
 *     const isHeard = areas.clustersConnected(level.clusterAt(ear)!, level.clusterAt(bell)!);
 */
export class AreaState extends Handle {
    /** All are open. */
    constructor(
        /** The level of the area portals. */
        readonly level: Level,
    ) {
        const { runtime, pointer, areaCount, areaPortals } = checkedLevel(level);
        runtime.wasm.requireMemory(memoryOfWorld + 8 * (areaCount + areaPortals.length));
        const state = runtime.wasm.exports.halfspace_new_area_state(pointer);
        super(runtime, state, "area state", freeState);
    }

    #portal(portal: number): number {
        return index(portal, this.level.areaPortals.length, "portal");
    }

    /** portal: its place in `Level.areaPortals`. */
    isOpen(portal: number): boolean {
        const { runtime } = this;
        const { halfspace_is_area_portal_open: ask } = runtime.wasm.exports;
        const at = runtime.scratch + result;
        return flag(runtime, ask(this.pointer, this.#portal(portal), at), "isOpen");
    }

    /** A door opens all area portals of its gate. */
    setOpen(portal: number, isOpen = true): void {
        trueOrFalse(isOpen, "isOpen");
        const { halfspace_open_area_portal: open } = this.runtime.wasm.exports;
        open(this.pointer, this.#portal(portal), isOpen ? 1 : 0);
    }

    /**
     * True if a way of open area portals leads from one area to the other: a sound may be heard. False
     * if closed doors are on every way.
     */
    areasConnected(a: number, b: number): boolean {
        const { runtime } = this;
        const { areaCount } = this.level;
        index(a, areaCount, "a");
        index(b, areaCount, "b");
        const { halfspace_areas_connected: ask } = runtime.wasm.exports;
        return flag(runtime, ask(this.pointer, a, b, runtime.scratch + result), "areasConnected");
    }

    /** The same for clusters. A gate belongs to each area that it touches, open or not. */
    clustersConnected(a: number, b: number): boolean {
        const { runtime } = this;
        const { clusterCount } = this.level;
        index(a, clusterCount, "a");
        index(b, clusterCount, "b");
        const { halfspace_clusters_connected: ask } = runtime.wasm.exports;
        return flag(
            runtime,
            ask(this.pointer, a, b, runtime.scratch + result),
            "clustersConnected",
        );
    }
}
