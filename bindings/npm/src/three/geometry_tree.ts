// SPDX-License-Identifier: MIT
// Triangle trees of the geometries of three.js.
import type { BufferAttribute, BufferGeometry, InterleavedBufferAttribute } from "three";
import { HalfspaceError } from "../error.js";
import { TriangleBvh } from "../spatial/index.js";
import { spatial, type Spatial } from "../spatial/instance.js";

export type Attribute = BufferAttribute | InterleavedBufferAttribute;
type Positions = Float32Array | Float64Array;

/** What is known of some positions and an index. */
interface Kept {
    /** The tree, or why there is none. */
    tree: TriangleBvh | HalfspaceError;
    /** The cost of the tree when it was built. */
    cost: number;
    from: Spatial;
    positionVersion: number;
    indexVersion: number | undefined;
}

// By the positions, and then by the index, or again by the positions where there is none. Not by the
// geometry: all batches of three.js show their parts by one geometry.
const trees = new WeakMap<Attribute, WeakMap<Attribute, Kept>>();

/** A refit tree is built anew if its questions cost so many times as much as when it was built. */
const mostCost = 2;

function versionOf(attribute: Attribute): number {
    return "data" in attribute ? attribute.data.version : attribute.version;
}

function positionsOf(position: Attribute): Positions {
    if (
        !("data" in position) &&
        position.array instanceof Float32Array &&
        position.itemSize === 3
    ) {
        return position.array;
    }
    const positions = new Float64Array(3 * position.count);
    for (let i = 0; i < position.count; ++i) {
        positions.set([position.getX(i), position.getY(i), position.getZ(i)], 3 * i);
    }
    return positions;
}

// three.js does not draw what is left behind the last whole triangle.
function wholeCount({ count }: Attribute): number {
    return count - (count % 3);
}

function builtTree(positions: Positions, index: BufferAttribute | null): TriangleBvh {
    return index === null
        ? new TriangleBvh(positions)
        : new TriangleBvh(positions, index.array.slice(0, wholeCount(index)));
}

/** The kept tree with new positions; null if it does not suit them. */
function refitTree(kept: Kept, positions: Positions): TriangleBvh | null {
    const { tree } = kept;
    if (tree instanceof HalfspaceError || !tree.canRefit(positions)) {
        return null;
    }
    tree.refit(positions);
    return tree.cost <= mostCost * kept.cost ? tree : null;
}

function newTree(
    position: Attribute,
    index: BufferAttribute | null,
    kept: Kept | undefined,
): Pick<Kept, "tree" | "cost"> {
    try {
        const all = positionsOf(position);
        const positions = index === null ? all.slice(0, 3 * wholeCount(position)) : all;
        const refit = kept && refitTree(kept, positions);
        if (refit) {
            return { tree: refit, cost: kept.cost };
        }
        // The caller may still have the old tree, so it is left to the collector.
        const tree = builtTree(positions, index);
        return { tree, cost: tree.cost };
    } catch (error) {
        if (error instanceof HalfspaceError) {
            return { tree: error, cost: NaN };
        }
        throw error;
    }
}

/** triangleTree(), or the error if no tree can be made of the geometry. It is tried once. */
export function treeOrError(geometry: BufferGeometry): TriangleBvh | HalfspaceError {
    const position = geometry?.attributes?.position as Attribute | undefined;
    if (position === undefined) {
        throw new HalfspaceError("triangleTree: expected a BufferGeometry with positions");
    }
    const from = spatial();
    const { index } = geometry;
    const positionVersion = versionOf(position);
    const indexVersion = index?.version;
    const ofPosition = trees.get(position) ?? new WeakMap<Attribute, Kept>();
    trees.set(position, ofPosition);
    const found = ofPosition.get(index ?? position);
    const kept = found?.from === from && found.indexVersion === indexVersion ? found : undefined;
    if (kept?.positionVersion === positionVersion) {
        return kept.tree;
    }
    const made = newTree(position, index, kept);
    ofPosition.set(index ?? position, { ...made, from, positionVersion, indexVersion });
    return made.tree;
}

/**
 * The tree over the triangles of a geometry, in its own space. It is made at the first call. After
 * `needsUpdate` of its positions was set it is refit, and after other changes, or where a refit would
 * make it slow, it is made again. Call `await initSpatial()` of `halfspace/spatial` before. Morphs and
 * skins are not seen.
 */
export function triangleTree(geometry: BufferGeometry): TriangleBvh {
    const tree = treeOrError(geometry);
    if (tree instanceof HalfspaceError) {
        throw tree;
    }
    return tree;
}
