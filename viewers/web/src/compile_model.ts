// SPDX-License-Identifier: MIT
// A 3D model as a level of its closed objects, and sheets of all others.
import { compileMap, compileMeshes, type CompiledMap, type MeshEntity } from "halfspace";
import { meshesOf, type Picture } from "halfspace/three";
import type { Mesh, Object3D } from "three";
import { elements } from "./elements.js";
import { takeLooks, type Look } from "./looks.js";
import { allTaken, namesOf, splitObjects, type Split, type Work } from "./mesh_split.js";
import { readModel, rootOf } from "./models.js";
import { sheetsOf, type Sheets } from "./sheets.js";

export interface MadeOfModel extends CompiledMap {
    /** The pictures of its materials, by names in lower case. */
    looks: ReadonlyMap<string, Look>;
    /** null: all objects are solid. */
    sheets: Sheets | null;
}

// Programs hide objects by a scale of 0. Nothing of them is seen, so they are taken away.
function removeFlattened(root: Object3D): string[] {
    const flattened: Object3D[] = [];
    root.updateWorldMatrix(true, true);
    root.traverse((object) => {
        if ((object as Mesh).isMesh && object.matrixWorld.determinant() === 0) {
            flattened.push(object);
        }
    });
    flattened.forEach((object) => object.removeFromParent());
    const names = namesOf(flattened);
    return names === "" ? [] : [`Left out, because a scale is 0: ${names}.`];
}

// A model needs no entities: the page finds a place to stand, and the outside stays open.
const needless = /note: no entity stands in the open/;

// A level of entities alone. A text between quotes holds none.
function emptyMap(entities: readonly MeshEntity[]): string {
    const all = [{ classname: "worldspawn" }, ...entities.map(({ keys }) => keys)];
    const quoted = (value: unknown): string => `"${String(value).replace(/["\n\r]/g, " ")}"`;
    const textOf = (keys: object): string =>
        Object.entries(keys)
            .map(([key, value]) => `${quoted(key)} ${quoted(value)}\n`)
            .join("");
    return all.map((keys) => `{\n${textOf(keys)}}\n`).join("");
}

// Fails with an AbortError, too, if the person presses the button that ends the wait.
async function compileSolids(
    { solid }: Split,
    entities: readonly MeshEntity[],
    work: Work,
): Promise<CompiledMap> {
    const { asItIs } = elements;
    const controller = new AbortController();
    const stop = (): void => controller.abort();
    work.signal.addEventListener("abort", stop);
    asItIs.addEventListener("click", stop);
    asItIs.hidden = false;
    try {
        return await compileMeshes(solid, {
            ...work,
            signal: controller.signal,
            entities,
            nav: true,
        });
    } finally {
        work.signal.removeEventListener("abort", stop);
        asItIs.removeEventListener("click", stop);
        asItIs.hidden = true;
    }
}

/** Compiles a model. known: the pictures of the page. */
export async function compileModel(
    bytes: ArrayBuffer,
    known: ReadonlyMap<string, Picture>,
    work: Work,
): Promise<MadeOfModel> {
    const { name, signal } = work;
    const model = await readModel(bytes, name);
    signal.throwIfAborted();
    const looks = takeLooks(rootOf(model.source), known, model.colourSpace);
    const flattened = removeFlattened(rootOf(model.source));
    const { objects, entities, notes } = meshesOf(model.source);
    if (objects.length === 0) {
        throw new Error(`${name} holds no mesh with triangles`);
    }
    let split = await splitObjects(objects, entities, work);
    const compileEntities = (): Promise<CompiledMap> =>
        compileMap(emptyMap(entities), { ...work, name: `${name}.map`, nav: true });
    let made: CompiledMap;
    if (split.solid.length === 0) {
        made = await compileEntities();
    } else {
        try {
            made = await compileSolids(split, entities, work);
        } catch (error) {
            signal.throwIfAborted();
            split = allTaken(split, error as Error);
            made = await compileEntities();
        }
    }
    return {
        ...made,
        warnings: [
            ...split.words,
            ...flattened,
            ...model.notes,
            ...looks.notes,
            ...notes,
            ...made.warnings.filter((warning) => !needless.test(warning)),
        ],
        looks: looks.pictures,
        sheets: split.taken.length > 0 ? sheetsOf(split.taken) : null,
    };
}
