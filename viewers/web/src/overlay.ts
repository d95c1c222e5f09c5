// SPDX-License-Identifier: MIT
// What is drawn over the faces: figures, walls of a body, portals and floors as glass, red lines, and
// marks.
import {
    BufferAttribute,
    BufferGeometry,
    CustomBlending,
    DoubleSide,
    FrontSide,
    GLSL3,
    LineSegments,
    Mesh,
    OneFactor,
    OneMinusSrcAlphaFactor,
    Scene,
    ShaderMaterial,
    SrcAlphaFactor,
    type IUniform,
    type Matrix4,
    type PerspectiveCamera,
    type WebGLRenderer,
} from "three";
import type { Placement } from "halfspace";
import { toMatrix } from "halfspace/three";
import { overlayFragmentShader, overlayVertexShader } from "./face_shader.js";
import type { Glass } from "./glass.js";
import { lineNearer } from "./look.js";

/** Lines or triangles over the picture: corners in metres, and a colour with opacity for each. */
export interface Tinted {
    positions: Float32Array;
    tints: Uint8Array;
}

function overlayMaterial(
    eye: Record<string, IUniform>,
    { isLit, nearer }: { isLit: boolean; nearer: number },
): ShaderMaterial {
    return new ShaderMaterial({
        glslVersion: GLSL3,
        uniforms: { ...eye, isLit: { value: isLit }, nearer: { value: nearer } },
        vertexShader: overlayVertexShader,
        fragmentShader: overlayFragmentShader,
        transparent: true,
        depthWrite: false,
        blending: CustomBlending,
        blendSrc: SrcAlphaFactor,
        blendDst: OneMinusSrcAlphaFactor,
        blendSrcAlpha: OneFactor,
        blendDstAlpha: OneMinusSrcAlphaFactor,
    });
}

/** What shows where a level or an object is open. */
export interface RedLines {
    /** Lines that are seen through everything. */
    hidden: Tinted;
    lines: Tinted;
    /** For who is near. */
    ribbons: Tinted;
}

/** What shows portals, or a navigation mesh. */
export interface GlassAndEdges {
    glass: Glass;
    edges: Tinted;
}

function tinted({ positions, tints }: Tinted): BufferGeometry {
    const geometry = new BufferGeometry();
    geometry.setAttribute("position", new BufferAttribute(positions, 3));
    geometry.setAttribute("tint", new BufferAttribute(tints, 4, true));
    return geometry;
}

/** Glass and lines over the faces, which have written their depths. */
export class Overlay {
    private readonly glassScene = new Scene();
    private readonly lineScene = new Scene();
    private readonly glassMaterial: ShaderMaterial;
    private readonly lineMaterial: ShaderMaterial;
    private readonly throughMaterial: ShaderMaterial; // of lines behind something
    private readonly glass = new Map<number, Mesh>(); // by model
    private readonly lines: LineSegments;
    private readonly redLines = new Scene();
    private readonly portalScene = new Scene();
    private readonly floorScene = new Scene();
    private readonly pathScene = new Scene();
    private readonly figureScene = new Scene();
    private readonly figureMaterial: ShaderMaterial;

    /** eye: the uniforms eyeHigh and eyeLow, in metres. */
    constructor(eye: Record<string, IUniform>) {
        this.glassMaterial = overlayMaterial(eye, { isLit: true, nearer: 1 });
        this.glassMaterial.side = FrontSide;
        this.lineMaterial = overlayMaterial(eye, { isLit: false, nearer: lineNearer });
        this.lineMaterial.side = DoubleSide;
        this.throughMaterial = overlayMaterial(eye, { isLit: false, nearer: lineNearer });
        this.throughMaterial.depthTest = false;
        this.figureMaterial = overlayMaterial(eye, { isLit: true, nearer: 1 });
        this.figureMaterial.depthWrite = true;
        this.lines = new LineSegments(new BufferGeometry(), this.lineMaterial);
        this.lines.frustumCulled = false;
        this.lines.visible = false;
        this.lineScene.add(this.lines);
    }

    /** True if nothing is drawn. */
    get isEmpty(): boolean {
        const scenes = [this.glassScene, ...this.plainScenes];
        return !this.lines.visible && scenes.every(({ children }) => children.length === 0);
    }

    get hasLines(): boolean {
        return this.lines.visible;
    }

    // Scenes that are drawn as they are. What lies in them one behind another is all seen.
    private get plainScenes(): Scene[] {
        return [this.figureScene, this.redLines, this.portalScene, this.floorScene, this.pathScene];
    }

    private replace(scene: Scene, objects: (Mesh | LineSegments)[]): void {
        for (const old of [...scene.children] as Mesh[]) {
            old.geometry.dispose();
            scene.remove(old);
        }
        for (const each of objects) {
            each.frustumCulled = false;
            scene.add(each);
        }
    }

    /** Shows red lines; null: none. */
    setRedLines(parts: RedLines | null): void {
        const objects = parts && [
            new LineSegments(tinted(parts.hidden), this.throughMaterial),
            new LineSegments(tinted(parts.lines), this.lineMaterial),
            new Mesh(tinted(parts.ribbons), this.lineMaterial),
        ];
        this.replace(this.redLines, objects ?? []);
    }

    private glassMesh(glass: Glass, material = this.glassMaterial): Mesh {
        const geometry = tinted(glass);
        geometry.setAttribute("normal", new BufferAttribute(glass.normals, 3));
        const mesh = new Mesh(geometry, material);
        mesh.frustumCulled = false;
        return mesh;
    }

    private partsOf({ glass, edges }: GlassAndEdges): (Mesh | LineSegments)[] {
        return [this.glassMesh(glass), new LineSegments(tinted(edges), this.lineMaterial)];
    }

    /** Shows portals; null: none. */
    setPortals(portals: GlassAndEdges | null): void {
        this.replace(this.portalScene, portals ? this.partsOf(portals) : []);
    }

    /** Shows where a body can stand; null: nothing. */
    setFloors(floors: GlassAndEdges | null): void {
        this.replace(this.floorScene, floors ? this.partsOf(floors) : []);
    }

    /** Shows a path through everything; null: none. */
    setPath(lines: Tinted | null): void {
        this.replace(
            this.pathScene,
            lines ? [new LineSegments(tinted(lines), this.throughMaterial)] : [],
        );
    }

    /** Shows things that hide each other and are hidden by the faces; `placeFigures` moves them. */
    setFigures(figures: readonly Glass[]): void {
        const meshes = figures.map((figure) => this.glassMesh(figure, this.figureMaterial));
        meshes.forEach((mesh) => (mesh.matrixAutoUpdate = false));
        this.replace(this.figureScene, meshes);
    }

    /** Tells where the figures stand. */
    placeFigures(matrices: readonly Matrix4[]): void {
        this.figureScene.children.forEach((mesh, i) => {
            mesh.matrix.copy(matrices[i]!);
            mesh.matrixWorldNeedsUpdate = true;
        });
    }

    /** Adds the walls of a model. */
    addGlass(model: number, walls: Glass): void {
        if (walls.positions.length === 0) {
            return;
        }
        const mesh = this.glassMesh(walls);
        mesh.matrixAutoUpdate = false;
        // A model is drawn once `place` has said where it stands.
        mesh.visible = model === 0;
        this.glass.set(model, mesh);
        this.glassScene.add(mesh);
    }

    clearGlass(): void {
        for (const mesh of this.glass.values()) {
            this.glassScene.remove(mesh);
            mesh.geometry.dispose();
        }
        this.glass.clear();
    }

    /** Tells where doors and other models stand. Models that the list leaves out are not drawn. */
    place(placements: readonly Placement[]): void {
        for (const [model, mesh] of this.glass) {
            mesh.visible = model === 0;
        }
        for (const placement of placements) {
            const mesh = this.glass.get(placement.model);
            if (mesh) {
                toMatrix(placement, mesh.matrix);
                mesh.matrixWorldNeedsUpdate = true;
                mesh.visible = true;
            }
        }
    }

    setLines({ positions, tints }: Tinted): void {
        const { geometry } = this.lines;
        // The buffers on the GPU have a fixed size, so three.js must make new ones.
        geometry.dispose();
        geometry.setAttribute("position", new BufferAttribute(positions, 3));
        geometry.setAttribute("tint", new BufferAttribute(tints, 4, true));
        this.lines.visible = positions.length > 0;
    }

    draw(renderer: WebGLRenderer, camera: PerspectiveCamera): void {
        const { glassMaterial } = this;
        for (const scene of this.plainScenes) {
            if (scene.children.length > 0) {
                renderer.render(scene, camera);
            }
        }
        if (this.glass.size > 0) {
            // Depths first: then each pixel shows the nearest wall alone, in any order of the walls.
            glassMaterial.depthWrite = true;
            glassMaterial.colorWrite = false;
            renderer.render(this.glassScene, camera);
            glassMaterial.depthWrite = false;
            glassMaterial.colorWrite = true;
            renderer.render(this.glassScene, camera);
        }
        if (this.lines.visible) {
            renderer.render(this.lineScene, camera);
        }
    }

    dispose(): void {
        this.clearGlass();
        this.plainScenes.forEach((scene) => this.replace(scene, []));
        this.lines.geometry.dispose();
        this.glassMaterial.dispose();
        this.lineMaterial.dispose();
        this.throughMaterial.dispose();
        this.figureMaterial.dispose();
    }
}
