// SPDX-License-Identifier: MIT
// The one instance of halfspace.wasm that all levels share.
import { checkOptions } from "./arguments.js";
import { HalfspaceError } from "./error.js";
import { compiledModule, Wasm, type BaseExports, type WasmSource } from "./wasm.js";

type Pointer = number;
type Status = number;

/** The functions of bindings/c that the package calls. */
export interface RuntimeExports extends BaseExports {
    halfspace_version(): Pointer;
    halfspace_load_memory(
        bytes: Pointer,
        size: number,
        name: Pointer,
        error: Pointer,
        errorSize: number,
    ): Pointer;
    halfspace_free_level(level: Pointer): void;
    halfspace_level_bytes(level: Pointer, size: Pointer): Pointer;
    halfspace_model_count(level: Pointer): number;
    halfspace_space_count(level: Pointer): number;
    halfspace_entity_count(level: Pointer): number;
    halfspace_point_contents(
        level: Pointer,
        model: number,
        point: Pointer,
        contents: Pointer,
    ): Status;
    halfspace_point_contents_models(
        level: Pointer,
        models: Pointer,
        count: number,
        point: Pointer,
        contents: Pointer,
    ): Status;
    halfspace_point_contents_all(
        level: Pointer,
        model: number,
        points: Pointer,
        count: number,
        contents: Pointer,
    ): Status;
    halfspace_line_of_sight(
        level: Pointer,
        model: number,
        src: Pointer,
        dest: Pointer,
        clear: Pointer,
    ): Status;
    halfspace_line_of_sight_models(
        level: Pointer,
        models: Pointer,
        count: number,
        src: Pointer,
        dest: Pointer,
        clear: Pointer,
    ): Status;
    halfspace_line_of_sight_all(
        level: Pointer,
        model: number,
        segments: Pointer,
        count: number,
        clear: Pointer,
    ): Status;
    halfspace_space_name(level: Pointer, space: number): Pointer;
    halfspace_space_box(level: Pointer, space: number, min: Pointer, max: Pointer): Status;
    halfspace_is_free(
        level: Pointer,
        model: number,
        space: number,
        position: Pointer,
        mask: number,
        free: Pointer,
    ): Status;
    halfspace_is_free_models(
        level: Pointer,
        models: Pointer,
        count: number,
        space: number,
        position: Pointer,
        mask: number,
        free: Pointer,
    ): Status;
    halfspace_is_free_all(
        level: Pointer,
        model: number,
        space: number,
        positions: Pointer,
        count: number,
        mask: number,
        free: Pointer,
    ): Status;
    halfspace_unstick(
        level: Pointer,
        model: number,
        space: number,
        position: Pointer,
        distance: number,
        mask: number,
        free: Pointer,
    ): Status;
    halfspace_unstick_models(
        level: Pointer,
        models: Pointer,
        count: number,
        space: number,
        position: Pointer,
        distance: number,
        mask: number,
        free: Pointer,
    ): Status;
    halfspace_overlaps_box(
        level: Pointer,
        model: number,
        min: Pointer,
        max: Pointer,
        mask: number,
        overlaps: Pointer,
    ): Status;
    halfspace_overlaps_box_models(
        level: Pointer,
        models: Pointer,
        count: number,
        min: Pointer,
        max: Pointer,
        mask: number,
        overlaps: Pointer,
    ): Status;
    halfspace_key_name(level: Pointer, entity: number, number: number): Pointer;
    halfspace_key_value(level: Pointer, entity: number, key: Pointer): Pointer;
    halfspace_key_number(level: Pointer, entity: number, key: Pointer, value: Pointer): Status;
    halfspace_key_vec3(level: Pointer, entity: number, key: Pointer, value: Pointer): Status;
    halfspace_entity_angles(level: Pointer, entity: number, angles: Pointer): Status;
    halfspace_entity_facing(level: Pointer, entity: number, direction: Pointer): Status;
    halfspace_entity_model(level: Pointer, entity: number): number;
    halfspace_model_entity(level: Pointer, model: number): number;
    halfspace_default_trace_options(options: Pointer): void;
    halfspace_trace(
        level: Pointer,
        space: number,
        src: Pointer,
        dest: Pointer,
        options: Pointer,
        contact: Pointer,
    ): Status;
    halfspace_trace_models(
        level: Pointer,
        space: number,
        src: Pointer,
        dest: Pointer,
        models: Pointer,
        count: number,
        options: Pointer,
        contact: Pointer,
    ): Status;
    halfspace_trace_all(
        level: Pointer,
        space: number,
        segments: Pointer,
        count: number,
        options: Pointer,
        contacts: Pointer,
    ): Status;
    halfspace_touched_surface(
        level: Pointer,
        space: number,
        contact: Pointer,
        placement: Pointer,
        surface: Pointer,
    ): Status;
    halfspace_placement_at_rest(placement: Pointer, model: number): void;
    halfspace_placement_turned(
        placement: Pointer,
        model: number,
        pivot: Pointer,
        angles: Pointer,
    ): void;
    halfspace_facing(angles: Pointer, direction: Pointer): Status;
    halfspace_model_bounds(level: Pointer, model: number, min: Pointer, max: Pointer): Status;
    halfspace_model_origin(level: Pointer, model: number, origin: Pointer): Status;
    halfspace_corner_count(level: Pointer): number;
    halfspace_write_corners(
        level: Pointer,
        positions: Pointer,
        texcoords: Pointer,
        capacity: number,
    ): Status;
    halfspace_material_count(level: Pointer): number;
    halfspace_material_name(level: Pointer, material: number): Pointer;
    halfspace_write_materials(level: Pointer, materials: Pointer, capacity: number): Status;
    halfspace_order_faces(
        level: Pointer,
        model: number,
        eye: Pointer,
        order: number,
        indices: Pointer,
        capacity: number,
        count: Pointer,
    ): Status;
    halfspace_order_faces_in_view(
        level: Pointer,
        model: number,
        eye: Pointer,
        order: number,
        frustum: Pointer,
        indices: Pointer,
        capacity: number,
        count: Pointer,
    ): Status;
    halfspace_look_at(
        eye: Pointer,
        target: Pointer,
        fieldOfView: number,
        aspect: number,
        frustum: Pointer,
    ): Status;
    halfspace_look_along(
        eye: Pointer,
        angles: Pointer,
        fieldOfView: number,
        aspect: number,
        frustum: Pointer,
    ): Status;
    halfspace_face_count(level: Pointer): number;
    halfspace_get_face(level: Pointer, face: number, result: Pointer): Status;
    halfspace_model_faces(level: Pointer, model: number, first: Pointer, count: Pointer): Status;
    halfspace_new_model_order(): Pointer;
    halfspace_free_model_order(order: Pointer): void;
    halfspace_sort_models(
        sorter: Pointer,
        level: Pointer,
        models: Pointer,
        count: number,
        eye: Pointer,
        order: number,
        frustum: Pointer,
    ): Status;
    halfspace_draw_item_count(sorter: Pointer): number;
    halfspace_piece_vertex_count(sorter: Pointer): number;
    halfspace_write_draw_items(sorter: Pointer, items: Pointer, capacity: number): Status;
    halfspace_write_piece_vertices(sorter: Pointer, vertices: Pointer, capacity: number): Status;
    halfspace_new_box(half: Pointer): Pointer;
    halfspace_new_sphere(radius: number): Pointer;
    halfspace_new_capsule(halfHeight: number, radius: number): Pointer;
    halfspace_new_cylinder(halfHeight: number, radius: number): Pointer;
    halfspace_new_hull(points: Pointer, count: number): Pointer;
    halfspace_free_shape(shape: Pointer): void;
    halfspace_shapes_overlap(a: Pointer, b: Pointer, overlaps: Pointer): Status;
    halfspace_overlap_of_shapes(a: Pointer, b: Pointer, overlap: Pointer): Status;
    halfspace_separation_of_shapes(a: Pointer, b: Pointer, separation: Pointer): Status;
    halfspace_impact_of_shapes(
        a: Pointer,
        b: Pointer,
        motion: Pointer,
        tolerance: number,
        impact: Pointer,
    ): Status;
    halfspace_contact_points(
        a: Pointer,
        b: Pointer,
        overlap: Pointer,
        faceDepth: number,
        points: Pointer,
        count: Pointer,
    ): Status;
    halfspace_sweep(
        level: Pointer,
        body: Pointer,
        src: Pointer,
        dest: Pointer,
        options: Pointer,
        contact: Pointer,
    ): Status;
    halfspace_sweep_models(
        level: Pointer,
        body: Pointer,
        src: Pointer,
        dest: Pointer,
        models: Pointer,
        count: number,
        options: Pointer,
        contact: Pointer,
    ): Status;
    halfspace_sweep_all(
        level: Pointer,
        body: Pointer,
        segments: Pointer,
        count: number,
        options: Pointer,
        contacts: Pointer,
    ): Status;
    halfspace_is_shape_free(
        level: Pointer,
        body: Pointer,
        position: Pointer,
        mask: number,
        free: Pointer,
    ): Status;
    halfspace_is_shape_free_models(
        level: Pointer,
        body: Pointer,
        position: Pointer,
        models: Pointer,
        count: number,
        mask: number,
        free: Pointer,
    ): Status;
    halfspace_mover_at(position: Pointer, state: Pointer): Status;
    halfspace_quantised(angles: Pointer, wish: Pointer, buttons: number, input: Pointer): Status;
    halfspace_default_mover_options(options: Pointer): void;
    halfspace_step_mover(
        level: Pointer,
        stand: Pointer,
        crouch: Pointer,
        around: Pointer,
        state: Pointer,
        input: Pointer,
        options: Pointer,
        step: Pointer,
    ): Status;
    halfspace_move_and_slide(
        level: Pointer,
        body: Pointer,
        around: Pointer,
        position: Pointer,
        velocity: Pointer,
        seconds: number,
        options: Pointer,
        slide: Pointer,
    ): Status;
    halfspace_node_count(level: Pointer): number;
    halfspace_leaf_count(level: Pointer): number;
    halfspace_model_root(level: Pointer, model: number, root: Pointer): Status;
    halfspace_write_nodes(
        level: Pointer,
        planes: Pointer,
        children: Pointer,
        capacity: number,
    ): Status;
    halfspace_find_leaf(level: Pointer, model: number, point: Pointer, leaf: Pointer): Status;
    halfspace_leaf_contents(level: Pointer, leaf: number, contents: Pointer): Status;
    halfspace_find_face_source(level: Pointer, face: number, source: Pointer): Status;
}

/** HALFSPACE_NONE */
export const none = 0xffffffff;

const enum Code {
    Ok = 0,
    NotFound = 1,
    BadArgument = 2,
    TooSmall = 3,
    NoMemory = 4,
}

const argumentBytes = 4096;

/** halfspace.wasm with room for the arguments and the results of one call. */
export class Runtime {
    readonly wasm: Wasm<RuntimeExports>;
    /** argumentBytes bytes for the arguments and results of a call. */
    readonly room: number;

    private constructor(
        wasm: Wasm<RuntimeExports>,
        readonly module: WebAssembly.Module,
        readonly maximumMemory: number | undefined,
    ) {
        this.wasm = wasm;
        this.room = wasm.allocate(argumentBytes);
    }

    static async start(
        module: WebAssembly.Module,
        maximumMemory: number | undefined,
    ): Promise<Runtime> {
        const wasm = await Wasm.create<RuntimeExports>(module, maximumMemory);
        return new Runtime(wasm, module, maximumMemory);
    }

    /** True if the function succeeded, false if it found nothing. */
    found(status: Status, what: string): boolean {
        if (status === Code.Ok) {
            return true;
        }
        if (status === Code.NotFound) {
            return false;
        }
        throw new HalfspaceError(
            status === Code.NoMemory
                ? `${what}: out of memory`
                : `${what}: an argument is out of range`,
        );
    }
}

/** Where the module is, and how much memory it may take. */
export interface InitOptions {
    /** Where halfspace.wasm is. Default: beside the package's own files. */
    wasm?: WasmSource;
    /** How much memory all levels together may take, in bytes. Default: 4 GiB, all there is. */
    maximumMemory?: number;
}

let current: Runtime | undefined;
// Starts follow one another, so that two calls at the same time make one runtime.
let lastStart: Promise<void> = Promise.resolve();

async function start(how: InitOptions): Promise<void> {
    const module =
        how.wasm === undefined && current !== undefined
            ? current.module
            : await compiledModule(how.wasm ?? new URL("./halfspace.wasm", import.meta.url));
    const most = how.maximumMemory ?? current?.maximumMemory;
    const isAsWanted = current?.module === module && current.maximumMemory === most;
    if (current === undefined || current.wasm.broken !== "" || !isAsWanted) {
        current = await Runtime.start(module, most);
    }
}

/**
 * Loads halfspace.wasm. loadLevel() does it by itself; call init() for shapes without a level, or to
 * say where the file is. A later call with other settings counts for levels and shapes that are made
 * after it. Those that were made before stay as they are. A function that takes a level or a shape
 * from before together with one from after such a call throws.
 */
export async function init(how: InitOptions = {}): Promise<void> {
    checkOptions(how, ["wasm", "maximumMemory"], "init");
    const started = lastStart.then(() => start(how));
    lastStart = started.catch(() => undefined);
    return started;
}

/** The runtime for new objects. */
export async function loadedRuntime(): Promise<Runtime> {
    if (current === undefined || current.wasm.broken !== "") {
        await init();
    }
    return current!;
}

/** The same, without waiting. */
export function runtime(): Runtime {
    const reason = current === undefined ? "Halfspace is not loaded" : current.wasm.broken;
    if (reason !== "") {
        throw new HalfspaceError(`${reason}; call \`await init()\` or loadLevel() first`);
    }
    return current!;
}

const registry = new FinalizationRegistry<() => void>((free) => free());

type Free = (runtime: Runtime, pointer: number) => void;

function freer(runtime: Runtime, pointer: number, free: Free): () => void {
    return () => {
        if (runtime.wasm.broken === "") {
            free(runtime, pointer);
        }
    };
}

/** An object in the memory of the runtime. It is freed by dispose(), or when nobody holds it. */
export abstract class Handle {
    /** @internal */
    readonly runtime: Runtime;
    #pointer: number;
    readonly #free: () => void;
    /** @internal "shape", for example. */
    readonly what: string;

    /**
     * @internal
     * free: a function that is no closure in a constructor. Such a closure would hold `this` if any
     * other closure there does, and the object would never be collected.
     */
    constructor(runtime: Runtime, pointer: number, what: string, free: Free) {
        this.runtime = runtime;
        this.#pointer = pointer;
        this.what = what;
        this.#free = freer(runtime, pointer, free);
        registry.register(this, this.#free, this);
    }

    /** @internal */
    get pointer(): number {
        if (this.#pointer === 0) {
            throw new HalfspaceError(`this ${this.what} was used after dispose()`);
        }
        this.runtime.wasm.check();
        return this.#pointer;
    }

    /** Frees the object's memory at once. Later calls throw; a second dispose() does nothing. */
    dispose(): void {
        if (this.#pointer !== 0) {
            this.#pointer = 0;
            registry.unregister(this);
            this.#free();
        }
    }
}
