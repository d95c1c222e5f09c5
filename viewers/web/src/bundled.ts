// SPDX-License-Identifier: MIT
// The levels that come with the page. `viewers/web/build_levels.mjs` compiles them.
import { init, type Point } from "halfspace";
import type { Picture, PlayerStart } from "halfspace/three";
import castle from "../pictures/castle.jpg";
import keep from "../pictures/keep.jpg";
import station from "../pictures/station.jpg";
import type { Place } from "./place_link.js";
import { readPicture } from "./textures.js";

export interface BundledLevel {
    title: string;
    /** Where the player goes back to; by default where the level says. */
    start?: PlayerStart;
    /** The first view: a place to stand that shows what the level has. */
    view: { eye: Point; pitch: number; yaw: number };
    /** The picture of the level on its card and a few words; without them it has no card. */
    card?: { picture: string; words: string };
}

export const bundledLevels: Readonly<Record<string, BundledLevel>> = {
    keep: {
        title: "Keep",
        // The way ahead leads through the door. The start of the level looks at a pillar.
        start: { position: [128, 304, 24], yaw: 0 },
        view: { eye: [1257, 392, 110], pitch: 8, yaw: 212 },
        card: { picture: keep, words: "a pool, a ramp and a door" },
    },
    castle: {
        title: "Castle",
        view: { eye: [-170, -284, 46], pitch: 0, yaw: 150 },
        card: { picture: castle, words: "a maze of pillars" },
    },
    station: {
        title: "Station",
        view: { eye: [60, 330, 150], pitch: 10, yaw: -6 },
        card: { picture: station, words: "bridges over lava" },
    },
    gatehouse: { title: "Gatehouse", view: { eye: [521, 30, 46], pitch: 0, yaw: 90 } },
    cistern: { title: "Cistern", view: { eye: [712, 160, 110], pitch: 6, yaw: 208 } },
};
const firstLevel = "keep";

async function fetched(path: string): Promise<Response> {
    const response = await fetch(`${import.meta.env.BASE_URL}${path}`);
    if (!response.ok) {
        throw new Error(`${path} cannot be loaded: ${response.status} ${response.statusText}`);
    }
    return response;
}

// What was fetched stays, but for failures.
const kept = new Map<string, Promise<unknown>>();

function once<T>(key: string, start: () => Promise<T>): Promise<T> {
    let promise = kept.get(key) as Promise<T> | undefined;
    if (!promise) {
        promise = start();
        promise.catch(() => kept.delete(key));
        kept.set(key, promise);
    }
    return promise;
}

/** The bytes of a bundled level. */
export function fetchLevel(name: string): Promise<Uint8Array> {
    return once(name, async () => {
        return new Uint8Array(await (await fetched(`levels/${name}.hsw`)).arrayBuffer());
    });
}

async function fetchPictures(): Promise<Map<string, Picture>> {
    const names = (await (await fetched("textures/names.json")).json()) as Record<string, string>;
    const read = Object.entries(names).map(async ([material, file]): Promise<[string, Picture]> => {
        const response = await fetched(`textures/${file}`);
        return [material, await readPicture(await response.blob())];
    });
    return new Map(await Promise.all(read));
}

/** The pictures of the bundled textures, by names of materials in lower case. */
export function bundledPictures(): Promise<Map<string, Picture>> {
    return once(" pictures", fetchPictures);
}

export function isBundled(name: string): boolean {
    return Object.hasOwn(bundledLevels, name);
}

/** The bundled level with this name, or the first one. */
export function bundledName(name: string | undefined): string {
    return name !== undefined && isBundled(name) ? name : firstLevel;
}

/** The first view of a bundled level. */
export function firstView(name: string): Partial<Place> {
    return { level: name, flies: false, ...bundledLevels[name]!.view };
}

/** Begins to fetch what a bundled level needs. */
export function prepare(name: string): void {
    void Promise.allSettled([init(), fetchLevel(name), bundledPictures()]);
}
