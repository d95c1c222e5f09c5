// SPDX-License-Identifier: MIT
// Reads 3D models by the loaders of three.js, which are fetched when they are needed.
import type { LoadedGltf } from "halfspace/three";
import { Box3, Group, LoadingManager, Mesh, MeshBasicMaterial, Vector3 } from "three";
import type { BufferGeometry, Object3D } from "three";
import { endingOf } from "./file_kinds.js";
import { isInside, needsOneFile } from "./foreign.js";
import type { ColourSpace } from "./looks.js";

/** A model as three.js has it [metres, Y up]. */
export interface Model {
    source: Object3D | LoadedGltf;
    colourSpace: ColourSpace;
    notes: string[];
}

const mostHeader = 2 ** 14; // of a PLY [bytes]
const smallest = 1; // metres; a smaller model without a unit is made larger by powers of ten
const largest = 1000; // metres

export function rootOf(source: Model["source"]): Object3D {
    return "scene" in source ? source.scene : source;
}

// A mesh of a file whose Z points up. The name is the one of the file: an ending such as -clip
// would be a tag.
function upright(geometry: BufferGeometry, name: string): Group {
    const mesh = new Mesh(geometry, new MeshBasicMaterial());
    mesh.name = name;
    mesh.matrixAutoUpdate = false;
    mesh.matrix.set(1, 0, 0, 0, 0, 0, 1, 0, 0, -1, 0, 0, 0, 0, 0, 1);
    return new Group().add(mesh);
}

// These formats have no unit. What is far too small or too large for metres gets another unit.
function measured(root: Object3D, name: string): Model {
    const size = new Box3().setFromObject(root).getSize(new Vector3());
    const side = Math.max(size.x, size.y, size.z);
    const notes: string[] = [];
    if (side > 0 && Number.isFinite(side) && (side < smallest || side >= largest)) {
        const power =
            side < smallest ? -Math.floor(Math.log10(side)) : 2 - Math.floor(Math.log10(side));
        root.scale.setScalar(10 ** power);
        const times = power > 0 ? `${10 ** power} times as large` : `${10 ** -power} times smaller`;
        notes.push(`${name} is ${Number(side.toPrecision(3))} long. It is shown ${times}.`);
    }
    return { source: root, colourSpace: "sRGB", notes };
}

/** What tells of the pictures of a glTF. */
interface PicturesJson {
    materials?: { pbrMetallicRoughness?: { baseColorTexture?: { index: number } } }[];
    textures?: { source?: number; extensions?: Record<string, { source?: number }> }[];
    images?: { uri?: string }[];
}

// The addresses of pictures of materials that are not in the file.
function outsidePictures({ materials = [], textures = [], images = [] }: PicturesJson): string[] {
    const sources = materials.flatMap(({ pbrMetallicRoughness }) => {
        const texture = textures[pbrMetallicRoughness?.baseColorTexture?.index ?? -1];
        // Pictures of other formats are named by extensions.
        return [texture, ...Object.values(texture?.extensions ?? {})].map((each) => each?.source);
    });
    const uris = sources.map((source) => images[source ?? -1]?.uri ?? "data:");
    return [...new Set(uris)].filter((uri) => !isInside(uri));
}

const mostNamed = 3; // pictures in a note

async function readGltf(bytes: ArrayBuffer, name: string): Promise<Model> {
    const { GLTFLoader } = await import("three/addons/loaders/GLTFLoader.js");
    const manager = new LoadingManager();
    // The loader makes blobs of the pictures in the file. No server is asked for other pictures.
    manager.setURLModifier((url) => (isInside(url) || url.startsWith("blob:") ? url : "data:,"));
    const source = await new GLTFLoader(manager).parseAsync(bytes, "");
    const missing = outsidePictures(source.parser.json as PicturesJson);
    const notes: string[] = [];
    if (missing.length > 0) {
        const more = missing.length > mostNamed ? ` and ${missing.length - mostNamed} more` : "";
        const which = `${missing.slice(0, mostNamed).join(", ")}${more}`;
        const pictures = missing.length === 1 ? "picture" : "pictures";
        notes.push(`${name} needs the ${pictures} ${which}, and ${needsOneFile}`);
    }
    return { source, colourSpace: "linear", notes };
}

async function readObj(bytes: ArrayBuffer, name: string): Promise<Model> {
    const { OBJLoader } = await import("three/addons/loaders/OBJLoader.js");
    const root = new OBJLoader().parse(new TextDecoder().decode(bytes));
    // Messages name objects.
    root.children.forEach((object) => (object.name ||= name));
    return measured(root, name);
}

async function readStl(bytes: ArrayBuffer, name: string): Promise<Model> {
    const { STLLoader } = await import("three/addons/loaders/STLLoader.js");
    return measured(upright(new STLLoader().parse(bytes), name), name);
}

async function readPly(bytes: ArrayBuffer, name: string): Promise<Model> {
    const { PLYLoader } = await import("three/addons/loaders/PLYLoader.js");
    const [header] = new TextDecoder("latin1")
        .decode(bytes.slice(0, mostHeader))
        .split("end_header");
    if (!/^element face [1-9]/m.test(header!)) {
        throw new Error("it holds points, but no triangles");
    }
    return measured(upright(new PLYLoader().parse(bytes), name), name);
}

const readers: Readonly<Record<string, (bytes: ArrayBuffer, name: string) => Promise<Model>>> = {
    ".glb": readGltf,
    ".gltf": readGltf,
    ".obj": readObj,
    ".stl": readStl,
    ".ply": readPly,
};

/** Reads a model. Fails with an error in words. */
export async function readModel(bytes: ArrayBuffer, name: string): Promise<Model> {
    try {
        return await readers[endingOf(name)]!(bytes, name);
    } catch (error) {
        const isBeyond = error instanceof RangeError; // a loader has read behind the end
        const words = error instanceof Error ? error.message : String(error);
        const reason = isBeyond ? "it is cut off or damaged" : words;
        throw new Error(`${name} cannot be read: ${reason.replace(/^THREE\.\w+: /, "")}`);
    }
}
