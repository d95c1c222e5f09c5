// SPDX-License-Identifier: MIT
// What is drawn over the faces: the walls of a body as glass, open objects, and lines.
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
    type PerspectiveCamera,
    type WebGLRenderer,
} from "three";
import type { Placement } from "halfspace";
import { toMatrix } from "halfspace/three";
import { overlayFragmentShader, overlayVertexShader } from "./face_shader.js";
import type { Glass } from "./glass.js";
import { lineNearer } from "./look.js";

/** Lines over the picture: two ends for each, in metres, and a colour with opacity for each end. */
export interface OverlayLines {
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

/** Glass, sheets and lines over the faces, which have written their depths. */
export class Overlay {
    private readonly glassScene = new Scene();
    private readonly lineScene = new Scene();
    private readonly glassMaterial: ShaderMaterial;
    private readonly lineMaterial: ShaderMaterial;
    private readonly glass = new Map<number, Mesh>(); // by model
    private readonly lines: LineSegments;
    private readonly sheetMaterial: ShaderMaterial;
    private readonly sheets = new Scene();

    /** eye: the uniforms eyeHigh and eyeLow, in metres. */
    constructor(eye: Record<string, IUniform>) {
        this.glassMaterial = overlayMaterial(eye, { isLit: true, nearer: 1 });
        this.glassMaterial.side = FrontSide;
        this.sheetMaterial = overlayMaterial(eye, { isLit: true, nearer: 1 });
        this.sheetMaterial.side = DoubleSide;
        this.sheetMaterial.depthWrite = true;
        this.lineMaterial = overlayMaterial(eye, { isLit: false, nearer: lineNearer });
        this.lineMaterial.side = DoubleSide;
        this.lines = new LineSegments(new BufferGeometry(), this.lineMaterial);
        this.lines.frustumCulled = false;
        this.lines.visible = false;
        this.lineScene.add(this.lines);
    }

    /** True if nothing is drawn. */
    get isEmpty(): boolean {
        return this.glass.size === 0 && !this.lines.visible && this.sheets.children.length === 0;
    }

    get hasLines(): boolean {
        return this.lines.visible;
    }

    private meshOf({ positions, normals, tints }: Glass, material: ShaderMaterial): Mesh {
        const geometry = new BufferGeometry();
        geometry.setAttribute("position", new BufferAttribute(positions, 3));
        geometry.setAttribute("normal", new BufferAttribute(normals, 3));
        geometry.setAttribute("tint", new BufferAttribute(tints, 4, true));
        const mesh = new Mesh(geometry, material);
        mesh.frustumCulled = false;
        return mesh;
    }

    /** Adds opaque triangles that are seen from both sides, and lines that stay. */
    addSheets(sheets: Glass, { positions, tints }: OverlayLines): void {
        this.sheets.add(this.meshOf(sheets, this.sheetMaterial));
        const geometry = new BufferGeometry();
        geometry.setAttribute("position", new BufferAttribute(positions, 3));
        geometry.setAttribute("tint", new BufferAttribute(tints, 4, true));
        const lines = new LineSegments(geometry, this.lineMaterial);
        lines.frustumCulled = false;
        this.sheets.add(lines);
    }

    /** Adds the walls of a model. */
    addGlass(model: number, walls: Glass): void {
        if (walls.positions.length === 0) {
            return;
        }
        const mesh = this.meshOf(walls, this.glassMaterial);
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

    setLines({ positions, tints }: OverlayLines): void {
        const { geometry } = this.lines;
        // The buffers on the GPU have a fixed size, so three.js must make new ones.
        geometry.dispose();
        geometry.setAttribute("position", new BufferAttribute(positions, 3));
        geometry.setAttribute("tint", new BufferAttribute(tints, 4, true));
        this.lines.visible = positions.length > 0;
    }

    draw(renderer: WebGLRenderer, camera: PerspectiveCamera): void {
        const { glassMaterial } = this;
        if (this.sheets.children.length > 0) {
            renderer.render(this.sheets, camera);
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
        this.lines.geometry.dispose();
        for (const mesh of this.sheets.children) {
            (mesh as Mesh).geometry.dispose();
        }
        this.sheetMaterial.dispose();
        this.glassMaterial.dispose();
        this.lineMaterial.dispose();
    }
}
