// SPDX-License-Identifier: MIT
// Draws sheets with the pictures of their materials, in the light of the level.
import {
    DataTexture,
    DoubleSide,
    GLSL3,
    LinearFilter,
    LinearMipmapLinearFilter,
    Mesh,
    RepeatWrapping,
    RGBAFormat,
    Scene,
    ShaderMaterial,
    UnsignedByteType,
    type IUniform,
    type PerspectiveCamera,
    type WebGLRenderer,
} from "three";
import { patternOf } from "halfspace/three";
import { sheetFragmentShader, sheetVertexShader } from "./face_shader.js";
import type { Look } from "./looks.js";
import type { Sheets } from "./sheets.js";
import { copiesOf } from "./textures.js";

/** Which sheets are drawn. */
export type SheetKind = "opaque" | "translucent";

const sharpness = 8; // samples of a picture that is seen at an angle

function textureOf(look: Look): DataTexture {
    const copies = copiesOf(look);
    const { width, height, pixels } = copies[0]!;
    const texture = new DataTexture(pixels, width, height, RGBAFormat, UnsignedByteType);
    texture.mipmaps = copies.map((copy) => ({ ...copy, data: copy.pixels }));
    texture.wrapS = RepeatWrapping;
    texture.wrapT = RepeatWrapping;
    texture.magFilter = LinearFilter;
    texture.minFilter = LinearMipmapLinearFilter;
    texture.anisotropy = sharpness;
    texture.needsUpdate = true;
    return texture;
}

export class SheetView {
    private readonly scene = new Scene();
    private readonly materials: Record<SheetKind, ShaderMaterial[]>;
    private readonly textures = new Map<Look, DataTexture>();
    private readonly mesh: Mesh;

    /** uniforms: those of the faces of the level. */
    constructor(
        { drawn, materials }: Sheets,
        looks: ReadonlyMap<string, Look>,
        uniforms: Record<string, IUniform>,
    ) {
        const all = materials.map(({ name, opacity = 1, isMasked = false }) => {
            const look: Look = looks.get(name.toLowerCase()) ?? patternOf(name);
            const texture = this.textures.get(look) ?? textureOf(look);
            this.textures.set(look, texture);
            return new ShaderMaterial({
                glslVersion: GLSL3,
                uniforms: {
                    ...uniforms,
                    picture: { value: texture },
                    hasHoles: { value: isMasked || look.hasHoles === true },
                    sheetOpacity: { value: opacity },
                },
                vertexShader: sheetVertexShader,
                fragmentShader: sheetFragmentShader,
                side: DoubleSide,
                // The scene is drawn in the order of its list.
                transparent: true,
            });
        });
        const isOpaque = (_: unknown, i: number): boolean => (materials[i]!.opacity ?? 1) === 1;
        this.materials = {
            opaque: all.filter(isOpaque),
            translucent: all.filter((each, i) => !isOpaque(each, i)),
        };
        this.mesh = new Mesh(drawn, all);
        this.mesh.frustumCulled = false;
        this.scene.add(this.mesh);
    }

    get triangleCount(): number {
        return this.mesh.geometry.getAttribute("position").count / 3;
    }

    /** how: what the materials have in this pass. */
    draw(
        renderer: WebGLRenderer,
        camera: PerspectiveCamera,
        kind: SheetKind,
        how: Partial<ShaderMaterial>,
    ): void {
        if (this.materials[kind].length === 0) {
            return;
        }
        for (const [own, materials] of Object.entries(this.materials)) {
            materials.forEach((material) =>
                Object.assign(material, how, { visible: own === kind }),
            );
        }
        renderer.render(this.scene, camera);
    }

    dispose(): void {
        this.mesh.geometry.dispose();
        Object.values(this.materials)
            .flat()
            .forEach((material) => material.dispose());
        this.textures.forEach((texture) => texture.dispose());
    }
}
