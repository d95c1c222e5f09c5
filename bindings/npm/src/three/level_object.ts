// SPDX-License-Identifier: MIT
// A level as an object of three.js.
import { DoubleSide, Group, Mesh, MeshBasicMaterial, type Camera, type Material } from "three";
import { checkFunction, checkOptions, oneOf } from "../arguments.js";
import type { Face, Level, Placement, VisibleFaces } from "../index.js";
import { defaultUnitsPerMetre, toMatrix } from "./convert.js";
import { checkCamera, checkMaterial } from "./expected.js";
import { geometryOf, isDrawn, LevelCorners } from "./level_geometry.js";
import { OrderedMesh } from "./ordered_mesh.js";
import { patternTexture } from "./pattern_texture.js";

/** The faces that a material is made for. */
export interface MaterialInfo {
    /** The name in the level, such as "walls/brick". */
    name: string;
    /** From 0 to 1. Faces below 1 are blended over what is behind them, in exact order. */
    opacity: number;
    /** True if the face is seen from behind, too. */
    isTwoSided: boolean;
    /** True if the level shows the sky there. */
    isSky: boolean;
}

/** How a `LevelObject` looks. */
export interface LevelObjectOptions {
    /** Map units in a metre (32). */
    unitsPerMetre?: number;
    /**
     * Returns the material for faces of one kind. It is called once for each kind. The default shows
     * a pattern that the name decides, as `halfspace render` paints it.
     */
    material?: (info: MaterialInfo) => Material;
    /**
     * Which faces are drawn in the exact order of the tree. "translucent", the default: those below
     * opacity 1; the depth buffer decides about the others. "all": every face, so that no depth
     * buffer is needed.
     */
    ordered?: "translucent" | "all";
    /** Adds what `wireMaterial` and `addWire` need. */
    outlines?: boolean;
}

function patternMaterial({ name, opacity, isTwoSided }: MaterialInfo): Material {
    const material = new MeshBasicMaterial({ map: patternTexture(name), opacity });
    material.transparent = opacity < 1;
    material.depthWrite = opacity === 1;
    if (isTwoSided) {
        material.side = DoubleSide;
    }
    return material;
}

/**
 * A level: opaque faces as one mesh for each model, with one group for each material, and
 * translucent faces as one mesh in exact order.
 *
 *     const object = new LevelObject(level);
 *     scene.add(object);
 *     // In each frame, before the scene is rendered:
 *     object.update(camera);
 *
 * Doors and other models: tell `place` where they are, whenever they have moved. The object
 * itself must stay where it is: its faces are in the coordinates of the scene.
 */
export class LevelObject extends Group {
    /** Map units in a metre. */
    readonly unitsPerMetre: number;
    /** The faces in exact order. */
    readonly ordered: OrderedMesh;
    /** The other faces, one mesh for each model; empty if all faces are ordered. */
    readonly solids: Mesh[] = [];
    private readonly materials: Material[] = [];
    private readonly numbers = new Map<string, number>();

    constructor(
        /** The level that is shown. */
        readonly level: Level,
        private readonly options: LevelObjectOptions = {},
    ) {
        super();
        checkOptions(options, ["unitsPerMetre", "material", "ordered", "outlines"], "LevelObject");
        this.unitsPerMetre = options.unitsPerMetre ?? defaultUnitsPerMetre;
        const { outlines = false, ordered = "translucent" } = options;
        oneOf(ordered, ["translucent", "all"], "ordered");
        checkFunction(options.material, "material");
        const corners = new LevelCorners(level, this.unitsPerMetre);
        const isAllOrdered = ordered === "all";
        const isOrdered = (face: Face) => isDrawn(face) && (isAllOrdered || face.opacity < 1);
        const materialOf = (face: Face) => this.materialNumber(face);
        this.ordered = new OrderedMesh(corners, this.materials, {
            filter: isOrdered,
            materialOf,
            outlines,
        });
        this.add(this.ordered);
        for (let model = 0; model < level.modelCount && !isAllOrdered; ++model) {
            const filter = (face: Face) => isDrawn(face) && !isOrdered(face);
            const geometry = geometryOf(corners, { model, outlines, filter, materialOf });
            const mesh = new Mesh(geometry, this.materials);
            mesh.matrixAutoUpdate = false;
            this.solids.push(mesh);
            this.add(mesh);
        }
        this.place(Array.from({ length: level.modelCount - 1 }, (_, i) => ({ model: i + 1 })));
    }

    private materialNumber(face: Face): number {
        const { material, opacity, isTwoSided, isSky } = face;
        const key = `${material} ${opacity} ${isTwoSided} ${isSky}`;
        let number = this.numbers.get(key);
        if (number === undefined) {
            number = this.materials.length;
            const name = this.level.materials[material] ?? "";
            const make = this.options.material ?? patternMaterial;
            const made = make({ name, opacity, isTwoSided, isSky });
            checkMaterial(made, `what the option material returned for ${name}`);
            // three.js would draw translucent two-sided faces twice: all backs, then all fronts.
            made.forceSinglePass = true;
            this.materials.push(made);
            this.numbers.set(key, number);
        }
        return number;
    }

    /** Tells where models are. Models that the list leaves out are not drawn. */
    place(placements: readonly Placement[]): void {
        this.ordered.place(placements);
        for (let model = 1; model < this.solids.length; ++model) {
            this.solids[model]!.visible = false;
        }
        for (const placement of placements) {
            const mesh = this.solids[placement.model];
            if (mesh) {
                mesh.visible = true;
                toMatrix(placement, mesh.matrix, this.unitsPerMetre);
                mesh.matrixWorldNeedsUpdate = true;
            }
        }
    }

    /**
     * Sorts for a camera. Call it in each frame, before the scene is rendered.
     * visible: leaves out ordered faces that its eye cannot see, for example behind closed doors.
     */
    update(camera: Camera, visible?: VisibleFaces): void {
        checkCamera(camera, "camera");
        if (this.ordered.visible) {
            camera.updateWorldMatrix(true, false);
            this.ordered.sort(camera, visible);
        }
    }

    /**
     * Frees the geometries, and the default materials with their textures. Materials of the option
     * `material` belong to the caller.
     */
    dispose(): void {
        this.ordered.dispose();
        for (const mesh of this.solids) {
            mesh.geometry.dispose();
        }
        for (const material of this.options.material ? [] : this.materials) {
            (material as MeshBasicMaterial).map?.dispose();
            material.dispose();
        }
    }
}
