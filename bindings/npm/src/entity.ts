// SPDX-License-Identifier: MIT
import { readPoint, type Point } from "./arguments.js";
import type { Level } from "./level.js";
import { none } from "./runtime.js";

/** An entity of the level, such as a light or a door. */
export class Entity {
    /** @internal */
    constructor(
        readonly level: Level,
        readonly index: number,
    ) {}

    get classname(): string {
        return this.get("classname") ?? "";
    }

    /** The value of a key; null if the entity has no such key. */
    get(key: string): string | null {
        const { wasm } = this.level.runtime;
        const level = this.level.pointer;
        return wasm.withText(key, "key", (pointer) =>
            wasm.text(wasm.exports.halfspace_key_value(level, this.index, pointer)),
        );
    }

    /** The names of its keys, in their order. */
    get keys(): string[] {
        const { wasm } = this.level.runtime;
        const names: string[] = [];
        for (;;) {
            const name = wasm.text(
                wasm.exports.halfspace_key_name(this.level.pointer, this.index, names.length),
            );
            if (name === null) {
                return names;
            }
            names.push(name);
        }
    }

    /** The value of a key as a number; null if it is none. */
    number(key: string): number | null {
        const { runtime } = this.level;
        const level = this.level.pointer;
        return runtime.wasm.withText(key, "key", (pointer) => {
            const at = runtime.scratch;
            const status = runtime.wasm.exports.halfspace_key_number(
                level,
                this.index,
                pointer,
                at,
            );
            return runtime.found(status, "number") ? runtime.wasm.f64[at >>> 3]! : null;
        });
    }

    /** The value of a key as three numbers, such as "origin"; null if it is something else. */
    vec3(key: string): Point | null {
        const { runtime } = this.level;
        const level = this.level.pointer;
        return runtime.wasm.withText(key, "key", (pointer) => {
            const at = runtime.scratch;
            const status = runtime.wasm.exports.halfspace_key_vec3(level, this.index, pointer, at);
            return runtime.found(status, "vec3") ? readPoint(runtime, at) : null;
        });
    }

    /** Pitch, yaw and roll in degrees; null if its keys do not say. */
    get angles(): Point | null {
        const { runtime } = this.level;
        const status = runtime.wasm.exports.halfspace_entity_angles(
            this.level.pointer,
            this.index,
            runtime.scratch,
        );
        return runtime.found(status, "angles") ? readPoint(runtime, runtime.scratch) : null;
    }

    /** The direction in which it looks, of length 1; null if its keys do not say. */
    get facing(): Point | null {
        const { runtime } = this.level;
        const status = runtime.wasm.exports.halfspace_entity_facing(
            this.level.pointer,
            this.index,
            runtime.scratch,
        );
        return runtime.found(status, "facing") ? readPoint(runtime, runtime.scratch) : null;
    }

    /** The number of its model; null if it has none. */
    get model(): number | null {
        const { wasm } = this.level.runtime;
        const model = wasm.exports.halfspace_entity_model(this.level.pointer, this.index) >>> 0;
        return model === none ? null : model;
    }
}
