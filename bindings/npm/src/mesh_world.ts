// SPDX-License-Identifier: MIT
// Objects of triangles as a source of a level: what a caller gives, and what the worker receives.
import {
    checkObject,
    checkOptions,
    finite,
    groups,
    index,
    list,
    shown,
    text,
    trueOrFalse,
    vec3,
    word,
    type Vec3,
} from "./arguments.js";
import { HalfspaceError } from "./error.js";
import { numberOfText } from "./wasm.js";

/** What the triangles of an object show. */
export interface MeshMaterial {
    name: string;
    /** 0 is invisible, 1 is opaque. Default: 1. */
    opacity?: number;
    /**
     * Each texel is either opaque or absent, as in fences. Of several materials of one name the first
     * one counts. Default: false.
     */
    isMasked?: boolean;
}

/** An object whose triangles close it. */
export interface MeshObject {
    /** For errors. Its end may be a tag, as in "wall-clip". */
    name?: string;
    /** x, y, z of each vertex, in units; Z is up. */
    vertices: ArrayLike<number>;
    /** Three vertices for each triangle, counter-clockwise seen from outside. */
    indices: ArrayLike<number>;
    /** u, v of each index, in repeats of the texture, v downwards. Default: all 0. */
    texcoords?: ArrayLike<number>;
    /** Default: one material without a name. */
    materials?: readonly (string | MeshMaterial)[];
    /** For each triangle a number in `materials`. Default: all 0. */
    triangleMaterials?: ArrayLike<number>;
    /**
     * A word such as "clip" or "room" that says what the object is. A word without a meaning is a
     * warning. Default: the end of the name.
     */
    tag?: string;
    /** What fills the object. With `contents`, `isDrawn` or `isRoom` no tag counts. */
    contents?: number;
    /** False: the object only collides. */
    isDrawn?: boolean;
    /** True: the triangles look inwards, and around all rooms of the entity is solid. */
    isRoom?: boolean;
    /** The number of an entity in `entities`. Default: the object belongs to the world. */
    entity?: number;
}

/** An entity of the level. With objects it becomes a model. */
export interface MeshEntity {
    /** All its keys; `classname` must be there. */
    keys: Readonly<Record<string, string | number | boolean>>;
    /**
     * The point around which its model turns, or where it stands if it has no objects, in units: the
     * compiler looks for leaks from there. Default: the three numbers of its key `origin`, or else
     * 0 0 0.
     */
    origin?: Vec3;
}

// Three numbers as a text; null if the text is something else.
function placeOf(text: string): number[] | null {
    const numbers = text.trim().split(/\s+/).map(numberOfText);
    return numbers.length === 3 && numbers.every(Number.isFinite) ? numbers : null;
}

/** An object as the worker receives it. The objects share a list of materials. */
export interface SentObject {
    name: string;
    vertices: Float32Array | Float64Array;
    indices: Uint32Array;
    texcoords: Float32Array | Float64Array | null;
    materials: Uint32Array;
    opacities: Float64Array | null;
    /** null: contents, isDrawn and isRoom count. */
    tag: string | null;
    contents: number;
    isDrawn: boolean;
    isRoom: boolean;
    /** 0 is the world. */
    entity: number;
}

/** A source of objects as the worker receives it. */
export interface MeshWorld {
    objects: SentObject[];
    entities: { keys: [string, string][]; origin: number[] | null }[];
    materials: { name: string; isMasked: boolean }[];
}

const objectNames = [
    "name",
    "vertices",
    "indices",
    "texcoords",
    "materials",
    "triangleMaterials",
    "tag",
    "contents",
    "isDrawn",
    "isRoom",
    "entity",
] as const;

/** True for an array that can move to a worker. Shared memory cannot. */
function canMove(values: ArrayLike<number>): boolean {
    return ArrayBuffer.isView(values) && values.buffer instanceof ArrayBuffer;
}

/** Floats as they are if they may be taken away, else a copy. */
function floats(
    values: ArrayLike<number>,
    width: number,
    takes: boolean,
    what: string,
): Float32Array | Float64Array {
    groups(values, width, what);
    const isFloats = values instanceof Float32Array || values instanceof Float64Array;
    if (takes && isFloats && canMove(values)) {
        return values;
    }
    return values instanceof Float32Array ? values.slice() : Float64Array.from(values);
}

/** The same for whole numbers below `count`. */
function wholes(
    values: ArrayLike<number>,
    width: number,
    count: number,
    takes: boolean,
    what: string,
): Uint32Array {
    groups(values, width, what);
    for (let i = 0; i < values.length; ++i) {
        index(values[i]!, count, what, `[${i}]`);
    }
    return takes && values instanceof Uint32Array && canMove(values)
        ? values
        : Uint32Array.from(values);
}

/** Checks the objects and entities of compileMeshes(), and makes of them what a worker receives. */
export class MeshWorldBuilder {
    readonly world: MeshWorld = { objects: [], entities: [], materials: [] };
    readonly #known = new Map<string, number>();

    /** takes: the arrays of the caller are sent away instead of being copied. */
    constructor(private readonly takes: boolean) {}

    add(entities: readonly MeshEntity[], objects: readonly MeshObject[]): void {
        list(entities, "entities").forEach((entity, i) =>
            this.#addEntity(entity, `entities[${i}]`),
        );
        list(objects, "objects").forEach((object, i) => this.#addObject(object, `objects[${i}]`));
        if (objects.length === 0) {
            throw new HalfspaceError("objects: expected at least one object");
        }
    }

    #addEntity({ keys, origin }: MeshEntity, what: string): void {
        checkObject(keys, `${what}.keys`);
        if (typeof keys.classname !== "string") {
            throw new HalfspaceError(`${what}.keys: a classname is missing`);
        }
        const texts = Object.entries(keys).map(([key, value]): [string, string] => {
            if (!["string", "number", "boolean"].includes(typeof value)) {
                throw new HalfspaceError(
                    `${what}.keys.${key}: expected a text, a number, true or false, found ${shown(value)}`,
                );
            }
            return [key, String(value)];
        });
        const place =
            origin === undefined
                ? placeOf(String(keys.origin ?? ""))
                : Array.from(vec3(origin, `${what}.origin`));
        this.world.entities.push({ keys: texts, origin: place });
    }

    // The number of a material in the list of all objects, and its opacity.
    #material(given: string | MeshMaterial, what: string): { number: number; opacity: number } {
        const material = typeof given === "string" ? { name: given } : given;
        checkOptions(material, ["name", "opacity", "isMasked"], what);
        const { name, opacity = 1, isMasked = false } = material;
        text(name, `${what}.name`);
        if (finite(opacity, `${what}.opacity`) < 0 || opacity > 1) {
            throw new HalfspaceError(
                `${what}.opacity: expected a number from 0 to 1, found ${opacity}`,
            );
        }
        const { materials } = this.world;
        const number = this.#known.get(name) ?? materials.length;
        if (number === materials.length) {
            this.#known.set(name, number);
            materials.push({ name, isMasked: trueOrFalse(isMasked, `${what}.isMasked`) });
        }
        return { number, opacity };
    }

    #addObject(object: MeshObject, what: string): void {
        checkOptions(object, objectNames, what);
        const { texcoords, entity } = object;
        const name = text(object.name ?? "", `${what}.name`);
        const named = name === "" ? what : `${what} (${name})`;
        const vertices = floats(object.vertices, 3, this.takes, `${named}.vertices`);
        const most = Math.max(vertices.length / 3, 1);
        const indices = wholes(object.indices, 3, most, this.takes, `${named}.indices`);
        const triangles = indices.length / 3;
        const checkCount = (found: number, wanted: number, array: string): void => {
            if (found !== wanted) {
                throw new HalfspaceError(
                    `${named}.${array}: expected ${wanted} numbers, as the indices say, found ${found}`,
                );
            }
        };
        if (texcoords !== undefined) {
            checkCount(texcoords.length, 2 * indices.length, "texcoords");
        }
        const given = object.materials ?? [""];
        if (!Array.isArray(given) || given.length === 0) {
            throw new HalfspaceError(`${named}.materials: expected an array with a material`);
        }
        const looks = given.map((each, i) => this.#material(each, `${named}.materials[${i}]`));
        const chosen = wholes(
            object.triangleMaterials ?? new Uint32Array(triangles),
            1,
            looks.length,
            false,
            `${named}.triangleMaterials`,
        );
        checkCount(chosen.length, triangles, "triangleMaterials");
        if (entity !== undefined && this.world.entities.length === 0) {
            throw new HalfspaceError(
                `${named}.entity: there are no entities, found ${shown(entity)}`,
            );
        }
        const isOpaque = looks.every(({ opacity }) => opacity === 1);
        const { contents, isDrawn, isRoom, tag } = object;
        const hasFlags = contents !== undefined || isDrawn !== undefined || isRoom !== undefined;
        this.world.objects.push({
            name,
            vertices,
            indices,
            texcoords:
                texcoords === undefined
                    ? null
                    : floats(texcoords, 2, this.takes, `${named}.texcoords`),
            opacities: isOpaque ? null : Float64Array.from(chosen, (i) => looks[i]!.opacity),
            materials: chosen.map((i) => looks[i]!.number),
            tag: hasFlags ? null : text(tag ?? "", `${named}.tag`),
            contents: word(contents ?? 1, `${named}.contents`),
            isDrawn: trueOrFalse(isDrawn ?? true, `${named}.isDrawn`),
            isRoom: trueOrFalse(isRoom ?? false, `${named}.isRoom`),
            entity:
                entity === undefined
                    ? 0
                    : index(entity, this.world.entities.length, `${named}.entity`) + 1,
        });
    }
}

/** The buffers of a source, which move to the worker. */
export function buffersOf(world: MeshWorld): ArrayBuffer[] {
    const arrays = world.objects.flatMap((object) => Object.values(object));
    const buffers = arrays
        .filter((each): each is Float64Array => ArrayBuffer.isView(each))
        .map((view) => view.buffer as ArrayBuffer);
    // Two arrays may be in one buffer, which moves once.
    return [...new Set(buffers)];
}
