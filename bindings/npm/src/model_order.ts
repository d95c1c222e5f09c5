// SPDX-License-Identifier: MIT
import { checkOptions, withPlacements, writeVec3, type Placement, type Vec3 } from "./arguments.js";
import { orderCode, writeFrustum, type DrawOrder, type Frustum } from "./frustum.js";
import * as layout from "./layout.js";
import { checkedLevel, type Level } from "./level.js";
import { Handle, type Runtime } from "./runtime.js";

/** What to draw, in order. */
export interface DrawList {
    /**
     * Five numbers for each item: the first face, how many faces of the world, and for a piece of a
     * model's face (how many is 0) its place in `models`, its first vertex and its number of
     * vertices, which form a convex polygon.
     */
    items: Uint32Array;
    /** The corners of all pieces, in the coordinates of the world: x, y, z, u, v of each. */
    vertices: Float64Array;
}

function freeOrder({ wasm }: Runtime, order: number): void {
    wasm.exports.halfspace_free_model_order(order);
}

/**
 * The exact order of the world's faces together with the faces of placed models. Faces of models are
 * cut where necessary. The object keeps its memory from one picture to the next.
 */
export class ModelOrder extends Handle {
    readonly #level: Level;

    constructor(level: Level) {
        const { runtime } = checkedLevel(level);
        const { exports } = runtime.wasm;
        super(runtime, exports.halfspace_new_model_order(), "order", freeOrder);
        this.#level = level;
    }

    /** Sorts the faces that look towards an eye. frustum: leaves out what is not in view. */
    sort(
        eye: Vec3,
        options: { models?: readonly Placement[]; order?: DrawOrder; frustum?: Frustum } = {},
    ): DrawList {
        const { runtime } = this;
        const { wasm, room } = runtime;
        checkOptions(options, ["models", "order", "frustum"], "sort");
        const models = options.models ?? [];
        const level = this.#level.pointer;
        const sorter = this.pointer;
        writeVec3(runtime, room, eye, "eye");
        const frustum = writeFrustum(runtime, room + 24, options.frustum);
        const order = orderCode(options.order);
        const status = withPlacements(runtime, models, (placed) =>
            wasm.exports.halfspace_sort_models(
                sorter,
                level,
                placed,
                models.length,
                room,
                order,
                frustum,
            ),
        );
        runtime.found(status, "sort");
        const itemCount = wasm.exports.halfspace_draw_item_count(sorter);
        const vertexCount = wasm.exports.halfspace_piece_vertex_count(sorter);
        const vertexBytes = 40 * vertexCount;
        return wasm.withMemory(vertexBytes + itemCount * layout.draw_item.size, (at) => {
            const items = at + vertexBytes;
            wasm.exports.halfspace_write_piece_vertices(sorter, at, vertexCount);
            wasm.exports.halfspace_write_draw_items(sorter, items, itemCount);
            return {
                items: wasm.u32.slice(items >>> 2, (items >>> 2) + 5 * itemCount),
                vertices: wasm.f64.slice(at >>> 3, (at >>> 3) + 5 * vertexCount),
            };
        });
    }
}
