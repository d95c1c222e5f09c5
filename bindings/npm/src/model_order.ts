// SPDX-License-Identifier: MIT
import { checkOptions, type Vec3 } from "./arguments.js";
import { writeVec3 } from "./memory.js";
import { checkedWorld, type AskWorld, type CollisionWorld } from "./collision_world.js";
import { orderCode, writeFrustum, type DrawOrder, type Frustum } from "./frustum.js";
import * as layout from "./layout.js";
import { writeLeaveOut } from "./leave_out.js";
import { pointerOf, type Level } from "./level.js";
import { Handle, type Runtime } from "./runtime.js";
import { VisibleFaces } from "./visible_faces.js";

/** What to draw, in order. */
export interface DrawList {
    /**
     * Five numbers for each item: the first face, how many faces of the world, and for a piece of a
     * model's face (how many is 0) the model, its first vertex and its number of vertices, which form
     * a convex polygon.
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
    readonly #world: Level | CollisionWorld;
    readonly #level: Level | null;

    /** Of a Level, only the faces of the world are sorted. */
    constructor(world: Level | CollisionWorld) {
        const { runtime } = checkedWorld(world);
        const { exports } = runtime.wasm;
        super(runtime, exports.halfspace_new_model_order(), "order", freeOrder);
        this.#world = world;
        this.#level = "level" in world ? world.level : world;
    }

    /**
     * Sorts the faces that look towards an eye. frustum: leaves out what is not in view. visible: leaves
     * out what that eye cannot see.
     */
    sort(
        eye: Vec3,
        options: AskWorld & { order?: DrawOrder; frustum?: Frustum; visible?: VisibleFaces } = {},
    ): DrawList {
        const { runtime } = this;
        const { wasm, scratch } = runtime;
        checkOptions(options, ["without", "order", "frustum", "visible"], "sort");
        const { visible } = options;
        const sorter = this.pointer;
        writeVec3(runtime, scratch, eye, "eye");
        const status = wasm.exports.halfspace_sort_models(
            sorter,
            this.#world.worldOf({}),
            writeLeaveOut(runtime, options.without),
            scratch,
            orderCode(options.order),
            writeFrustum(runtime, scratch + 24, options.frustum),
            visible === undefined
                ? 0
                : pointerOf(visible, VisibleFaces, this.#level, "visible: expected VisibleFaces"),
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
