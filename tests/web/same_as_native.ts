// SPDX-License-Identifier: MIT
// Each level is compiled by the package. Its bytes and the answers about it have the hashes that the
// native library gave.
import type { Level } from "halfspace";
import { hashBytes, hashOrder, hashParts, hashSurfaces, hashWalls } from "./answers.js";
import { hashModels, hashQuestions, hashShapes, hashWalks } from "./body_answers.js";
import { type Check, type Halfspace, type Suite, expectEqual } from "./checks.js";
import type { Hash } from "./hash.js";
import { hashMeshes } from "./mesh_answers.js";
import { hashNavigation } from "./nav_answers.js";

type Question = (
    halfspace: Halfspace,
    level: Level,
    source: Uint8Array,
    name: string,
) => Hash | Promise<Hash>;

const questions: Record<string, Question> = {
    bytes: (_, level) => hashBytes(level),
    parts: (_, level) => hashParts(level),
    surfaces: (_, level) => hashSurfaces(level),
    walls: hashWalls,
    order: hashOrder,
    questions: hashQuestions,
    models: hashModels,
    walks: hashWalks,
    shapes: hashShapes,
    meshes: hashMeshes,
    navigation: (halfspace, _, source, name) => hashNavigation(halfspace, source, name),
};

export const suite: Suite = ({ halfspace, native, read }) => {
    const checkOf = (name: string): Check => ({
        name: `${name} has the bytes and the answers of the native library`,
        async run() {
            const { path, ...expected } = native[name];
            const source = await read(`levels/${name}`);
            const { bytes } = await halfspace.compileMap(source, { name });
            const level = await halfspace.loadLevel(bytes);
            const found: Record<string, string> = {};
            for (const [question, hash] of Object.entries(questions)) {
                found[question] = (await hash(halfspace, level, source, name)).toString();
            }
            level.dispose();
            expectEqual(found, expected, path);
        },
    });
    return Object.keys(native).map(checkOf);
};
