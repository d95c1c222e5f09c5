// SPDX-License-Identifier: MIT
// Parts the objects of a model: those that can be solid are compiled, all others are walked on as
// they are.
import { checkMeshes, type MeshCheck, type MeshEntity, type MeshObject } from "halfspace";

/** An object that is walked on as it is. */
export interface TakenObject {
    object: MeshObject;
    /** Two vertices of each open edge. */
    openEdges: ArrayLike<number>;
    /** False: bodies pass it. */
    blocks: boolean;
    isDrawn: boolean;
}

/** The objects of a model. */
export interface Split {
    solid: MeshObject[];
    taken: TakenObject[];
    /** For people: which objects are walked on as they are, and why. */
    words: string[];
}

/** A file that is worked on. */
export interface Work {
    name: string;
    signal: AbortSignal;
    onProgress: (stage: string, fraction: number) => void;
}

const mostNames = 3;
const farthest = 2 ** 20; // from the origin; nobody walks farther [units]

// docs/guides/meshes.md has all ends of names.
const passableTags = ["nocol", "water", "slime", "lava"];
const unseenTags = ["colonly", "convcolonly", "clip"];

// What a verdict says of one object, and of several.
const reasons: Readonly<Partial<Record<MeshCheck["verdict"], readonly [string, string]>>> = {
    open: ["is open", "are open"],
    flat: ["encloses no volume", "enclose no volume"],
    "inside out": ["looks inwards", "look inwards"],
    "no room": ["is called a room and looks outwards", "are called rooms and look outwards"],
    refused: ["cannot be solid", "cannot be solid"],
};

function tagOf({ tag, name = "" }: MeshObject): string {
    return (tag ?? /-([^-]*?)(\.\d+)?$/.exec(name)?.[1] ?? "").toLowerCase();
}

function takenOf(object: MeshObject, openEdges: ArrayLike<number> = []): TakenObject {
    const tag = tagOf(object);
    return {
        object,
        openEdges,
        blocks: !passableTags.includes(tag),
        isDrawn: !unseenTags.includes(tag),
    };
}

// Why nobody can walk on an object and see it; "" if one can.
function hindranceOf({ vertices, indices }: MeshObject): string {
    for (let i = 0; i < vertices.length; ++i) {
        const x = vertices[i]!;
        if (!Number.isFinite(x)) {
            return "has a coordinate that is no number";
        }
        if (Math.abs(x) > farthest) {
            return (
                "is more than 32 km from the origin, where nobody can walk. " +
                "Move it to the origin, or make it smaller"
            );
        }
    }
    const count = vertices.length / 3;
    for (let i = 0; i < indices.length; ++i) {
        if (indices[i]! >= count) {
            return `names the vertex ${indices[i]}, but has only ${count}`;
        }
    }
    return "";
}

/** The names of objects for a message: "roof, tree, fence and 4 more". */
export function namesOf(objects: readonly { name?: string }[]): string {
    const names = [...new Set(objects.map(({ name = "" }) => name))];
    const more = names.length > mostNames ? ` and ${names.length - mostNames} more` : "";
    return `${names.slice(0, mostNames).join(", ")}${more}`;
}

// One sentence on objects that cannot be solid for the same reason.
function sentence(
    taken: readonly TakenObject[],
    total: number,
    [ofOne, ofMany]: readonly [string, string],
): string {
    const names = namesOf(taken.map(({ object }) => object));
    const isOne = taken.length === 1;
    const count = taken.length === total ? `All ${total}` : `${taken.length} of ${total}`;
    const who =
        total === 1
            ? `The object ${names} ${ofOne}`
            : `${count} objects ${isOne ? ofOne : ofMany} (${names})`;
    const [are, have] = isOne ? ["it is", "has"] : ["they are", "have"];
    return taken[0]!.blocks
        ? `${who}: ${are} walked on as ${are}, and ${have} no inside.`
        : `${who}: ${are} only drawn.`;
}

function wordsOf(wrong: readonly (MeshCheck & { taken: TakenObject })[], total: number): string[] {
    const words: string[] = [];
    for (const [verdict, reason] of Object.entries(reasons)) {
        for (const blocks of [true, false]) {
            const found = wrong.filter(
                (each) => each.verdict === verdict && each.taken.blocks === blocks,
            );
            if (found.length === 0) {
                continue;
            }
            const told = sentence(
                found.map(({ taken }) => taken),
                total,
                reason,
            );
            const more: Partial<Record<string, string>> = {
                open: ' Key B, or "Open edges" in the tools, shows where.',
                refused: ` ${found[0]!.errors[0]}`,
            };
            words.push(told + (more[verdict] ?? ""));
        }
    }
    return words;
}

/** Parts the objects. Fails if none of them can be shown. */
export async function splitObjects(
    objects: readonly MeshObject[],
    entities: readonly MeshEntity[],
    { name, signal, onProgress }: Work,
): Promise<Split> {
    const hindrances = objects.map(hindranceOf);
    const shown = objects.filter((_, i) => hindrances[i] === "");
    const leftOut = objects.flatMap((object, i) =>
        hindrances[i] === "" ? [] : `object ${namesOf([object])} ${hindrances[i]}.`,
    );
    if (shown.length === 0) {
        throw new Error(`${name} cannot be shown: ${leftOut[0]}`);
    }
    onProgress("checks", 0);
    const checks = await checkMeshes(shown, { name, signal, entities });
    const checked = new Set(checks.map(({ object }) => object));
    const untaken = shown.filter((_, i) => !checked.has(i));
    const solid = checks.filter(({ errors }) => errors.length === 0);
    const wrong = checks
        .filter(({ errors }) => errors.length > 0)
        .map((check) => ({ ...check, taken: takenOf(shown[check.object]!, check.openEdges) }));
    return {
        solid: solid.map(({ object }) => shown[object]!),
        taken: wrong.map(({ taken }) => taken),
        words: [
            ...wordsOf(wrong, checks.length),
            ...leftOut.map((words) => `Left out: ${words}`),
            ...(untaken.length === 0
                ? []
                : [`Left out, as the ends of their names say: ${namesOf(untaken)}.`]),
        ],
    };
}

/** The objects if none of them is compiled; error: why, an AbortError if the person wants it so. */
export function allTaken({ solid, taken, words }: Split, error: Error): Split {
    const isWanted = error.name === "AbortError";
    return {
        solid: [],
        taken: [...taken, ...solid.map((object) => takenOf(object))],
        words: [
            ...(isWanted ? [] : [error.message.split("\n")[0]!]),
            `${isWanted ? "N" : "So n"}othing is solid: all objects are walked on as they are, and have no inside.`,
            ...words,
        ],
    };
}
