// SPDX-License-Identifier: MIT
// Levels from objects of three.js, for example those that GLTFLoader has read.
import { Matrix4, Vector3 } from "three";
import type {
    BufferAttribute,
    BufferGeometry,
    InterleavedBufferAttribute,
    Material,
    Mesh,
    MeshBasicMaterial,
    Object3D,
    SkinnedMesh,
} from "three";
import { checkObject, checkOptions, positive, shown } from "../arguments.js";
import {
    compileMeshes,
    HalfspaceError,
    type CompiledMap,
    type CompileMeshesOptions,
    type MeshEntity,
    type MeshMaterial,
    type MeshObject,
    type Point,
} from "../index.js";
import { defaultUnitsPerMetre } from "./convert.js";
import { placesOf } from "./object_triangles.js";

/** What GLTFLoader gives, as far as it is used here. */
export interface LoadedGltf {
    scene: Object3D;
    parser: { associations: Map<unknown, { nodes?: number; primitives?: number } | undefined> };
}

/** What compileMeshes() takes, made of objects of three.js. */
export interface MeshesOfObject {
    objects: MeshObject[];
    entities: MeshEntity[];
    /** What was left out. */
    notes: string[];
}

/** How an object of three.js is measured. */
export interface MeshesOfOptions {
    /** Map units in a metre. Default: 32. */
    unitsPerMetre?: number;
}

type Numbers = BufferAttribute | InterleavedBufferAttribute;

/** An object of the level while its meshes are collected. */
class Collected {
    readonly vertices: number[] = [];
    readonly indices: number[] = [];
    readonly texcoords: number[] = [];
    readonly triangleMaterials: number[] = [];
    readonly materials: MeshMaterial[] = [];
    private readonly point = new Vector3();

    constructor(
        private readonly name: string,
        private readonly tag: string | undefined,
        private readonly entity: number | undefined,
    ) {}

    private material(material: Material | undefined): number {
        const { name = "", transparent, opacity: given = 1, alphaTest = 0 } = material ?? {};
        const isMasked = alphaTest > 0;
        const opacity = transparent ? Math.min(Math.max(given, 0), 1) : 1;
        const same = this.materials.findIndex(
            (each) => each.name === name && each.isMasked === isMasked && each.opacity === opacity,
        );
        return same >= 0 ? same : this.materials.push({ name, isMasked, opacity }) - 1;
    }

    // For each triangle the materials that three.js draws it with; the first one counts.
    private materialsOf(mesh: Mesh, geometry: BufferGeometry, triangles: number): Material[] {
        const { material } = mesh;
        if (!Array.isArray(material)) {
            return new Array<Material>(triangles).fill(material);
        }
        const all = new Array<Material>(triangles).fill(material[0]!);
        for (const { start, count, materialIndex = 0 } of geometry.groups) {
            const end = Math.min((start + count) / 3, triangles);
            all.fill(material[materialIndex] ?? material[0]!, start / 3, end);
        }
        return all;
    }

    /** Adds the triangles of a mesh at a place [metres]. */
    add(mesh: Mesh, matrix: Matrix4, unitsPerMetre: number): void {
        const { geometry } = mesh;
        const position = geometry.getAttribute("position") as Numbers | undefined;
        if (position === undefined) {
            return;
        }
        const first = this.vertices.length / 3;
        for (let v = 0; v < position.count; ++v) {
            const { x, y, z } = this.point.fromBufferAttribute(position, v).applyMatrix4(matrix);
            this.vertices.push(x * unitsPerMetre, -z * unitsPerMetre, y * unitsPerMetre);
        }
        const uv = geometry.getAttribute("uv") as Numbers | undefined;
        const index = geometry.getIndex();
        const triangles = Math.floor((index ?? position).count / 3);
        // A mirror turns the front of a triangle to its back.
        const order = matrix.determinant() < 0 ? [0, 2, 1] : [0, 1, 2];
        const looks = this.materialsOf(mesh, geometry, triangles);
        for (let t = 0; t < triangles; ++t) {
            // Textures of three.js begin at the lower border, unless they say that they do not.
            const isUpward = (looks[t] as MeshBasicMaterial | undefined)?.map?.flipY === true;
            for (const corner of order) {
                const i = 3 * t + corner;
                const v = index === null ? i : index.getX(i);
                this.indices.push(first + v);
                const height = uv?.getY(v) ?? 0;
                this.texcoords.push(uv?.getX(v) ?? 0, isUpward ? 1 - height : height);
            }
            this.triangleMaterials.push(this.material(looks[t]));
        }
    }

    get object(): MeshObject {
        return {
            name: this.name,
            vertices: Float64Array.from(this.vertices),
            indices: Uint32Array.from(this.indices),
            texcoords: Float64Array.from(this.texcoords),
            triangleMaterials: Uint32Array.from(this.triangleMaterials),
            materials: this.materials,
            tag: this.tag,
            entity: this.entity,
        };
    }
}

/** The name in the file; GLTFLoader changes the one of the object. */
function nameOf(object: Object3D): string {
    const { name } = object.userData as { name?: unknown };
    return typeof name === "string" && name !== "" ? name : object.name;
}

function textIn(object: Object3D, key: string): string | undefined {
    const value: unknown = object.userData[key];
    return typeof value === "string" && value !== "" ? value : undefined;
}

class Collector {
    readonly result: MeshesOfObject = { objects: [], entities: [], notes: [] };

    constructor(
        private readonly unitsPerMetre: number,
        private readonly gltf: LoadedGltf | undefined,
    ) {}

    private note(text: string): void {
        if (!this.result.notes.includes(text)) {
            this.result.notes.push(text);
        }
    }

    // GLTFLoader makes a mesh of each material of an object, and puts them into a group.
    private isPart(object: Object3D): boolean {
        const found = this.gltf?.parser.associations.get(object);
        return (
            (object as Mesh).isMesh &&
            found?.primitives !== undefined &&
            found.nodes === undefined &&
            object.parent !== this.gltf!.scene
        );
    }

    // The number of the entity of an object: a new one if its userData names a class.
    private entityOf(object: Object3D, parent: number | undefined): number | undefined {
        if (textIn(object, "classname") === undefined) {
            return parent;
        }
        const { x, y, z } = new Vector3().setFromMatrixPosition(object.matrixWorld);
        const units = this.unitsPerMetre;
        const origin: Point = [x * units, 0 - z * units, y * units];
        // GLTFLoader adds the name. The order is the one of `halfspace compile`.
        const keys = Object.entries(object.userData as Record<string, unknown>)
            .filter(
                (entry): entry is [string, string | number | boolean] =>
                    ["string", "number", "boolean"].includes(typeof entry[1]) &&
                    entry[0] !== "name",
            )
            .sort(([a], [b]) => (a < b ? -1 : 1));
        const hasMesh =
            (object as Mesh).isMesh || object.children.some((child) => this.isPart(child));
        if (!hasMesh && object.userData.origin === undefined) {
            keys.push(["origin", origin.join(" ")]);
        }
        this.result.entities.push({ keys: Object.fromEntries(keys), origin });
        return this.result.entities.length - 1;
    }

    // Adds an object that consists of these meshes. All have the same places.
    private addObject(object: Object3D, meshes: Mesh[], entity: number | undefined): void {
        const tag =
            textIn(object, "halfspace") ??
            meshes.map((mesh) => textIn(mesh, "halfspace")).find((each) => each !== undefined);
        for (const mesh of meshes) {
            if ((mesh as SkinnedMesh).isSkinnedMesh) {
                this.note("skins are left out; objects with a skin stand in their rest pose");
            }
            if (Object.keys(mesh.geometry.morphAttributes).length > 0) {
                this.note("morph targets are left out");
            }
        }
        const places = meshes.map((mesh) => placesOf(mesh));
        const name =
            nameOf(object) ||
            `unnamed ${meshes[0]!.geometry.type}, object ${this.result.objects.length}`;
        for (let i = 0; i < places[0]!.length; ++i) {
            const collected = new Collected(name, tag, entity);
            meshes.forEach((mesh, m) => {
                const matrix = places[m]![i]!;
                if (matrix.determinant() === 0) {
                    throw new HalfspaceError(
                        `object '${name}' is flattened by the transforms of its nodes: a scale is 0`,
                    );
                }
                collected.add(mesh, matrix, this.unitsPerMetre);
            });
            if (collected.indices.length > 0) {
                this.result.objects.push(collected.object);
            }
        }
    }

    visit(object: Object3D, parent: number | undefined): void {
        const entity = this.entityOf(object, parent);
        const { isBatchedMesh, isPoints, isLine, isSprite } = object as Object3D &
            Record<string, unknown>;
        const parts = object.children.filter((child) => this.isPart(child)) as Mesh[];
        if (isBatchedMesh === true) {
            this.note("batched meshes are left out");
        } else if ((object as Mesh).isMesh) {
            this.addObject(object, [object as Mesh], entity);
        } else if (parts.length > 0) {
            this.addObject(object, parts, entity);
        } else if (isPoints === true || isLine === true || isSprite === true) {
            this.note("points, lines and sprites are left out");
        }
        for (const child of object.children) {
            if (!parts.includes(child as Mesh)) {
                this.visit(child, entity);
            }
        }
    }
}

/**
 * What compileMeshes() takes, of an object of three.js and everything below it [metres], or of what
 * GLTFLoader gives. The whole result of GLTFLoader is better than its scene alone: the loader
 * makes several meshes of an object with several materials, and here they become one object again.
 *
 * Each mesh must be closed. Its name, or `userData.halfspace`, may say what it is; userData with a
 * `classname` makes an entity, whose keys are texts and numbers of userData. Mirrored meshes and
 * instances are taken as they are drawn; skins and morph targets are left out.
 */
export function meshesOf(
    source: Object3D | LoadedGltf,
    options: MeshesOfOptions = {},
): MeshesOfObject {
    checkOptions(options, ["unitsPerMetre"], "meshesOf");
    const unitsPerMetre = positive(options.unitsPerMetre ?? defaultUnitsPerMetre, "unitsPerMetre");
    const gltf = (source as LoadedGltf)?.scene ? (source as LoadedGltf) : undefined;
    const root = gltf?.scene ?? (source as Object3D);
    if (root?.isObject3D !== true) {
        throw new HalfspaceError(
            `meshesOf: expected an Object3D of three.js or what GLTFLoader gives, found ${shown(source)}`,
        );
    }
    root.updateWorldMatrix(true, true);
    const collector = new Collector(unitsPerMetre, gltf);
    collector.visit(root, undefined);
    return collector.result;
}

/** How an object of three.js is compiled, and who watches. */
export interface CompileObject3DOptions
    extends MeshesOfOptions,
        Omit<CompileMeshesOptions, "transfer"> {}

/**
 * Compiles an object of three.js and everything below it, or what GLTFLoader gives: meshesOf() and
 * then compileMeshes() of halfspace. `entities` are added to those of the object. The warnings begin
 * with the notes of meshesOf().
 *
 *     const gltf = await new GLTFLoader().loadAsync("house.glb");
 *     const { bytes, warnings } = await compileObject3D(gltf, { name: "house.glb" });
 */
export async function compileObject3D(
    source: Object3D | LoadedGltf,
    options: CompileObject3DOptions = {},
): Promise<CompiledMap> {
    checkObject(options, "compileObject3D");
    const { unitsPerMetre, entities = [], ...how } = options;
    const made = meshesOf(source, { unitsPerMetre });
    if (made.objects.length === 0) {
        throw new HalfspaceError(`${how.name ?? "the object"} holds no mesh with triangles`);
    }
    const all = [...made.entities, ...entities];
    const compiled = await compileMeshes(made.objects, {
        ...how,
        entities: all,
        transfer: true,
    });
    return { ...compiled, warnings: [...made.notes, ...compiled.warnings] };
}
