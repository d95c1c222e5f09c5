// SPDX-License-Identifier: MIT
// The files that the page opens, by the endings of their names.

const compiled = [".hsw"];
const sources = [".map", ".grid", ".bsp"];
const models = [".glb", ".gltf", ".obj", ".stl", ".ply"];
const all = [...sources, ...compiled, ...models];

/** For the field of the browser that chooses a file. */
export const acceptedEndings = all.join(",");

/** For people: what the page takes. */
export const takenWords = `levels (${[...sources, ...compiled].join(", ")}) and 3D models (${models.join(", ")})`;

/** The ending of a file's name with its point, in lower case. */
export function endingOf(name: string): string {
    return /\.[^.]*$/.exec(name.toLowerCase())?.[0] ?? "";
}

/** True if the page opens files with such a name. */
export function isLevelFile(name: string): boolean {
    return all.includes(endingOf(name));
}

/** True if a file with such a name holds a 3D model. */
export function isModel(name: string): boolean {
    return models.includes(endingOf(name));
}

/** True if a file with such a name holds a level that was compiled before. */
export function isCompiled(name: string): boolean {
    return compiled.includes(endingOf(name));
}
