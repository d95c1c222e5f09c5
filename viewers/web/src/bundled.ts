// SPDX-License-Identifier: MIT
// The levels that come with the page. `viewers/web/build_levels.mjs` compiles them.
import type { Picture } from "halfspace/three";
import { readPicture } from "./textures.js";

export const bundledLevels: Readonly<Record<string, string>> = {
    keep: "Keep",
    castle: "Castle",
    station: "Station",
    gatehouse: "Gatehouse",
    cistern: "Cistern",
};
export const firstLevel = "keep";

async function fetched(path: string): Promise<Response> {
    const response = await fetch(`${import.meta.env.BASE_URL}${path}`);
    if (!response.ok) {
        throw new Error(`${path} cannot be loaded: ${response.status} ${response.statusText}`);
    }
    return response;
}

export async function fetchLevel(name: string): Promise<Uint8Array> {
    return new Uint8Array(await (await fetched(`levels/${name}.hsw`)).arrayBuffer());
}

let pictures: Promise<Map<string, Picture>> | null = null;

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
    pictures ??= fetchPictures();
    return pictures;
}
