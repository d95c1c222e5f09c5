// SPDX-License-Identifier: MIT
import { AreaState } from "./area_state.js";
import type { Vec3 } from "./arguments.js";
import { checkedLevel, memoryOfWorld, pointerOf, type Level } from "./level.js";
import { a, b, flag, result } from "./level_base.js";
import { writeVec3 } from "./memory.js";
import { Handle, type Runtime } from "./runtime.js";

function freeMarks({ wasm }: Runtime, visible: number): void {
    wasm.exports.halfspace_free_visible_faces(visible);
}

/**
 * Marks of the faces of the world that an eye may see. Make it once for a level, and call `lookFrom` for
 * each frame.
 *
 *     const visible = new VisibleFaces(level);
 *     visible.lookFrom(eye, areas); // leaves out what closed doors hide
 *     const { items } = order.sort(eye, { visible }); // the ModelOrder of the world
 */
export class VisibleFaces extends Handle {
    /** All faces are marked. */
    constructor(
        /** The level of the faces. */
        readonly level: Level,
    ) {
        const { runtime, pointer } = checkedLevel(level);
        const { wasm, scratch } = runtime;
        // The marks and their lists take less than what they are made of.
        wasm.exports.halfspace_level_bytes(pointer, scratch);
        wasm.requireMemory(memoryOfWorld + wasm.u32[scratch >>> 2]!);
        const visible = wasm.exports.halfspace_new_visible_faces(pointer);
        super(runtime, visible, "visible faces", freeMarks);
    }

    /**
     * Marks what may be seen from the eye, in map units. No marked face is missing; some of them may be
     * hidden. All are marked for an eye in no cluster and in a level without visibility.
     * areas: leaves out what closed doors hide. Without it all doors are open.
     * It costs little while the eye stays in its cluster and no area portal changes.
     */
    lookFrom(eye: Vec3, areas?: AreaState): void {
        const { runtime } = this;
        const { wasm, scratch } = runtime;
        writeVec3(runtime, scratch, eye, "eye");
        const state =
            areas === undefined
                ? 0
                : pointerOf(areas, AreaState, this.level, "areas: expected an AreaState");
        const status = wasm.exports.halfspace_look_from(this.pointer, scratch, state);
        runtime.found(status, "lookFrom");
    }

    /** The number of marked faces. */
    get count(): number {
        return this.runtime.wasm.exports.halfspace_visible_face_count(this.pointer);
    }

    /** The marked faces, in ascending order. */
    faces(): Uint32Array {
        const { runtime, count } = this;
        const { wasm } = runtime;
        return wasm.withMemory(4 * count, (at) => {
            const { halfspace_write_visible_faces: write } = wasm.exports;
            runtime.found(write(this.pointer, at, count), "faces");
            return wasm.u32.slice(at >>> 2, (at >>> 2) + count);
        });
    }

    /**
     * False if nothing in a box of the world can be seen from the eye of the last look. True may be
     * wrong. For doors, players and lights.
     */
    maySeeBox(min: Vec3, max: Vec3): boolean {
        const { runtime } = this;
        const { wasm, scratch: at } = runtime;
        writeVec3(runtime, at + a, min, "min");
        writeVec3(runtime, at + b, max, "max");
        const { halfspace_may_see_box: ask } = wasm.exports;
        return flag(runtime, ask(this.pointer, at + a, at + b, at + result), "maySeeBox");
    }
}
