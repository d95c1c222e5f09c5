// SPDX-License-Identifier: MIT
// Files that are not what their names say: what to tell the person who dropped them.
import { endingOf, isLevelFile, takenWords } from "./file_kinds.js";

// What the first bytes of a file say it is.
const beginnings: readonly [string, string][] = [
    ["PK\x03\x04", "a ZIP archive"],
    ["\x89PNG", "a PNG picture"],
    ["\xff\xd8\xff", "a JPEG picture"],
    ["GIF8", "a GIF picture"],
    ["%PDF", "a PDF document"],
    ["\x1f\x8b", "a gzip archive"],
    ["7z\xbc\xaf", "a 7z archive"],
    ["Rar!", "a RAR archive"],
    ["BLENDER", "a Blender file"],
    ["Kaydara FBX", "an FBX model"],
    ["RIFF", "a sound, a film or a WebP picture"],
    ["\x7fELF", "a program"],
    ["MZ", "a program"],
    ["glTF", "a binary glTF model"],
    ["<", "a web page or another XML text"],
];
// Beginnings that a file with this ending may have.
const own: Readonly<Record<string, string>> = { ".glb": "a binary glTF model" };
const longestBeginning = 16; // bytes

function textOf(bytes: Uint8Array): string {
    return new TextDecoder("latin1").decode(bytes);
}

function isText(bytes: Uint8Array): boolean {
    return !bytes.subarray(0, 1000).some((byte) => byte < 9 || byte === 127);
}

function jsonOf(bytes: Uint8Array): unknown {
    try {
        return JSON.parse(new TextDecoder().decode(bytes)) as unknown;
    } catch {
        return undefined;
    }
}

// What a file is; "" if nobody knows.
function kindOf(bytes: Uint8Array): string {
    const begin = String.fromCharCode(...bytes.subarray(0, longestBeginning));
    const found = beginnings.find(([start]) => begin.startsWith(start));
    if (found) {
        return found[1];
    }
    if (!isText(bytes)) {
        return "";
    }
    return jsonOf(bytes) === undefined ? "" : "a JSON text";
}

function foreign(name: string, isWhat: string, isNot: string): Error {
    const what = isWhat === "" ? "" : `${isWhat}, `;
    return new Error(`${name} is ${what}not ${isNot}. The page takes ${takenWords}.`);
}

/** What is needed of a glTF before the loader reads it. */
interface GltfJson {
    asset?: { version?: unknown };
    extensionsRequired?: unknown;
    buffers?: unknown;
}

/** True if an address is the data itself. */
export function isInside(address: string): boolean {
    return address.startsWith("data:");
}

/** What to do about a model that needs other files. */
export const needsOneFile =
    "the page takes one file alone. Export the model as .glb, which holds everything.";

// Compressed parts that the page has no program for.
const packings: Readonly<Record<string, string>> = {
    KHR_draco_mesh_compression: "Draco",
    EXT_meshopt_compression: "meshopt",
    KHR_texture_basisu: "Basis",
};

function checkGltfJson(name: string, json: unknown): void {
    const { asset, extensionsRequired, buffers } = (json ?? {}) as GltfJson;
    const version = asset?.version;
    if (typeof version !== "string") {
        throw foreign(name, "a JSON text", "a glTF model: it names no version of glTF");
    }
    if (Number(version) < 2) {
        throw new Error(`${name} is glTF ${version}. Export it again as glTF 2.0.`);
    }
    const needed = Array.isArray(extensionsRequired) ? (extensionsRequired as unknown[]) : [];
    for (const [extension, packing] of Object.entries(packings)) {
        if (needed.includes(extension)) {
            throw new Error(
                `${name} is compressed by ${packing}, which the page cannot read. ` +
                    "Export it again without compression.",
            );
        }
    }
    const outside = (Array.isArray(buffers) ? (buffers as { uri?: unknown }[]) : [])
        .map(({ uri }) => uri)
        .find((uri) => typeof uri === "string" && !isInside(uri));
    if (outside !== undefined) {
        throw new Error(`${name} needs the file ${String(outside)}, and ${needsOneFile}`);
    }
}

function checkGlb(name: string, bytes: Uint8Array): void {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    if (bytes.length < 20 || view.getUint32(8, true) > bytes.length) {
        const whole = bytes.length < 12 ? "" : ` of ${view.getUint32(8, true)}`;
        throw new Error(
            `${name} is cut off: it holds ${bytes.length}${whole} bytes. Download or export it again.`,
        );
    }
    if (view.getUint32(4, true) < 2) {
        throw new Error(`${name} is glTF 1. Export it again as glTF 2.0.`);
    }
    checkGltfJson(name, jsonOf(bytes.subarray(20, 20 + view.getUint32(12, true))));
}

const looksRight: Readonly<Record<string, (bytes: Uint8Array) => boolean>> = {
    ".glb": (bytes) => textOf(bytes.subarray(0, 4)) === "glTF",
    ".gltf": (bytes) => isText(bytes) && jsonOf(bytes) !== undefined,
    ".obj": (bytes) => isText(bytes) && /^\s*v\s/m.test(textOf(bytes)),
    ".stl": (bytes) => isBinaryStl(bytes) || /^\s*solid[^]*facet/.test(textOf(bytes)),
    ".ply": (bytes) => /^ply\s/.test(textOf(bytes.subarray(0, 4))),
};
const kindNames: Readonly<Record<string, string>> = {
    ".glb": "a binary glTF model",
    ".gltf": "a glTF model",
    ".obj": "an OBJ model",
    ".stl": "an STL model",
    ".ply": "a PLY model",
};

// 80 bytes of anything and a count stand before the triangles, which have 50 bytes each.
function isBinaryStl(bytes: Uint8Array): boolean {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    return bytes.length >= 84 && bytes.length >= 84 + 50 * view.getUint32(80, true);
}

/** Throws an error in words if the content of a file is not what the ending of its name says. */
export function checkContent(name: string, bytes: Uint8Array): void {
    const ending = endingOf(name);
    const kind = kindOf(bytes);
    const isOwn = kind === (own[ending] ?? "") || (kind === "a JSON text" && ending === ".gltf");
    if (!isLevelFile(name)) {
        throw foreign(name, kind, "a level or a 3D model");
    }
    if (kind !== "" && !isOwn && !(ending === ".stl" && isBinaryStl(bytes))) {
        throw foreign(name, kind, kindNames[ending] ?? `a ${ending} level`);
    }
    if (looksRight[ending]?.(bytes) === false) {
        throw foreign(name, "", kindNames[ending]!);
    }
    if (ending === ".glb") {
        checkGlb(name, bytes);
    } else if (ending === ".gltf") {
        checkGltfJson(name, jsonOf(bytes));
    }
}
