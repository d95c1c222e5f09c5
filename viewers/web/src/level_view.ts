// SPDX-License-Identifier: MIT
// Draws a level as the native viewer does: all faces in one call, in the exact order of the tree.
import {
    BufferAttribute,
    BufferGeometry,
    Color,
    CustomBlending,
    DataTexture,
    DoubleSide,
    FloatType,
    FrontSide,
    GLSL3,
    IntType,
    LessEqualDepth,
    LineSegments,
    Mesh,
    NearestFilter,
    NoBlending,
    OneFactor,
    OneMinusDstAlphaFactor,
    OneMinusSrcAlphaFactor,
    Camera,
    PerspectiveCamera,
    RGBAFormat,
    RGBAIntegerFormat,
    RGIntegerFormat,
    Scene,
    ShaderMaterial,
    SrcAlphaFactor,
    UnsignedByteType,
    UnsignedShortType,
    Vector3,
    WebGLRenderTarget,
    type IUniform,
    type PixelFormat,
    type TextureDataType,
    type TypedArray,
    type WebGLRenderer,
} from "three";
import type { Level, Placement } from "halfspace";
import {
    backgroundColour,
    heatColour,
    hottestCount,
    leafColour,
    leafDistance,
    LevelObject,
    patternOf,
    skyColours,
    translucentOpacity,
    wireUniforms,
    type Picture,
    type Rgb,
} from "halfspace/three";
import {
    faceFragmentShader,
    faceVertexShader,
    nearDistance,
    overlayFragmentShader,
    overlayVertexShader,
    pictureFragmentShader,
    pictureVertexShader,
    tableWidth,
} from "./face_shader.js";
import type { Glass } from "./glass.js";
import { packTextures } from "./textures.js";

/** The views, in the order of their keys and of the numbers in the shader. */
export const viewNames = ["textured", "leaves", "wire", "overdraw", "translucent"] as const;
export type ViewName = (typeof viewNames)[number];

/** What a frame shows. */
export interface FrameOptions {
    view: ViewName;
    isNearest: boolean;
    order: "back-to-front" | "front-to-back";
    /** True: the depth buffer decides what hides what. False: the order alone does. */
    hasDepthBuffer: boolean;
    /** The width of lines along the edges of faces, measured inwards [pixels]; 0: no lines. */
    wireWidth: number;
}

export function usualOptions(): FrameOptions {
    return {
        view: "textured",
        isNearest: false,
        order: "back-to-front",
        hasDepthBuffer: false,
        wireWidth: 0,
    };
}

/** Lines over the picture: two ends for each, in metres, and a colour with opacity for each end. */
export interface OverlayLines {
    positions: Float32Array;
    tints: Uint8Array;
    count: number;
}

const unitsPerMetre = 32;

function asVector([r, g, b]: Rgb): Vector3 {
    return new Vector3(r / 255, g / 255, b / 255);
}

// A table for texelFetch. The shader knows its width.
function table(
    data: TypedArray,
    channels: number,
    format: PixelFormat,
    type: TextureDataType,
    internalFormat?: DataTexture["internalFormat"],
): DataTexture {
    const height = Math.max(Math.ceil(data.length / (channels * tableWidth)), 1);
    const Kind = data.constructor as new (length: number) => TypedArray;
    const padded = new Kind(height * tableWidth * channels);
    padded.set(data);
    const texture = new DataTexture(padded as Uint8Array<ArrayBuffer>, tableWidth, height);
    texture.format = format;
    texture.type = type;
    if (internalFormat) {
        texture.internalFormat = internalFormat;
    }
    texture.minFilter = NearestFilter;
    texture.magFilter = NearestFilter;
    texture.generateMipmaps = false;
    texture.needsUpdate = true;
    return texture;
}

// The leaf tree in metres of three.js.
class LeafTree {
    readonly children: DataTexture;
    readonly colours: DataTexture;
    readonly root: number;
    readonly anchor = new Vector3(Infinity, 0, 0);
    planes: DataTexture | null = null;
    private readonly own: Float64Array;

    constructor(level: Level) {
        const { planes, children, root, leafCount } = level.nodes();
        this.root = root;
        this.own = new Float64Array(planes.length);
        for (let i = 0; i < planes.length; i += 4) {
            const [x, y, z, d] = [planes[i]!, planes[i + 1]!, planes[i + 2]!, planes[i + 3]!];
            const length = Math.hypot(x, y, z);
            this.own.set([x / length, z / length, -y / length, d / length / unitsPerMetre], i);
        }
        this.children = table(children, 2, RGIntegerFormat, IntType, "RG32I");
        const colours = new Uint8Array(4 * leafCount);
        for (let leaf = 0; leaf < leafCount; ++leaf) {
            colours.set([...leafColour(leaf), 255], 4 * leaf);
        }
        this.colours = table(colours, 4, RGBAFormat, UnsignedByteType);
    }

    // Planes are relative to an anchor near the eye, so that floats suffice at all places.
    moveTo(eye: Vector3): DataTexture {
        if (this.planes && this.anchor.distanceTo(eye) < 32) {
            return this.planes;
        }
        this.planes?.dispose();
        this.anchor.copy(eye);
        const relative = new Float32Array(this.own.length);
        for (let i = 0; i < relative.length; i += 4) {
            const [x, y, z] = [this.own[i]!, this.own[i + 1]!, this.own[i + 2]!];
            relative.set([x, y, z, this.own[i + 3]! - (x * eye.x + y * eye.y + z * eye.z)], i);
        }
        this.planes = table(relative, 4, RGBAFormat, FloatType);
        return this.planes;
    }

    dispose(): void {
        this.planes?.dispose();
        this.children.dispose();
        this.colours.dispose();
    }
}

// The walls of a body as glass, or lines over the faces.
class Overlay {
    readonly geometry = new BufferGeometry();
    constructor(readonly object: Mesh | LineSegments) {
        object.geometry = this.geometry;
        object.frustumCulled = false;
        object.visible = false;
    }

    set(positions: Float32Array, tints: Uint8Array, count: number): void {
        this.geometry.dispose();
        this.geometry.setAttribute("position", new BufferAttribute(positions, 3));
        this.geometry.setAttribute("tint", new BufferAttribute(tints, 4, true));
        this.geometry.setDrawRange(0, count);
        this.object.visible = count > 0;
    }
}

export class LevelView {
    readonly object: LevelObject;
    /** Milliseconds that the last frame took for the order, and for calls of WebGL. */
    readonly times = { order: 0, submit: 0 };
    private readonly scene = new Scene();
    private readonly glassScene = new Scene();
    private readonly lineScene = new Scene();
    private readonly pictureScene = new Scene();
    private readonly material: ShaderMaterial;
    private readonly picture: ShaderMaterial;
    private readonly glassMaterial: ShaderMaterial;
    private readonly glass: Overlay;
    private readonly lines: Overlay;
    private readonly tree: LeafTree;
    private readonly uniforms: Record<string, IUniform>;
    private readonly eyeHigh = new Vector3();
    private readonly eyeLow = new Vector3();
    private readonly flatCamera = new Camera();
    private target: WebGLRenderTarget | null = null;

    constructor(
        private readonly renderer: WebGLRenderer,
        level: Level,
        pictures: ReadonlyMap<string, Picture>,
    ) {
        this.tree = new LeafTree(level);
        const largest = renderer.capabilities.maxTextureSize;
        const atlas = packTextures(
            level.materials.map((name) => pictures.get(name.toLowerCase()) ?? patternOf(name)),
            Math.min(largest, 4096),
        );
        const allFaces = level.faces();
        const faces = new Uint16Array(8 * allFaces.length);
        allFaces.forEach((face, i) => {
            const { x, y, width, height, page } = atlas.places[face.material]!;
            // Only textures whose names begin with { have holes.
            const isMasked = (level.materials[face.material] ?? "").startsWith("{");
            const flags = (face.isSky ? 1 : 0) | (isMasked ? 2 : 0);
            const opacity = Math.round(face.opacity * 255);
            faces.set([x, y, width, height, page, flags, opacity, 0], 8 * i);
        });
        const eye = { eyeHigh: { value: this.eyeHigh }, eyeLow: { value: this.eyeLow } };
        this.uniforms = {
            ...wireUniforms(),
            ...eye,
            faces: {
                value: table(faces, 4, RGBAIntegerFormat, UnsignedShortType, "RGBA16UI"),
            },
            atlas: { value: atlas.texture },
            view: { value: 0 },
            isNearest: { value: false },
            isPremultiplied: { value: false },
            isDepthOnly: { value: false },
            translucentOpacity: { value: translucentOpacity / 255 },
            leafDistance: { value: leafDistance / unitsPerMetre },
            background: { value: asVector(backgroundColour) },
            skyHorizon: { value: asVector(skyColours.horizon) },
            skyZenith: { value: asVector(skyColours.zenith) },
            skyNadir: { value: asVector(skyColours.nadir) },
            nodePlanes: { value: null },
            nodeChildren: { value: this.tree.children },
            leafColours: { value: this.tree.colours },
            eyeFromAnchor: { value: new Vector3() },
            root: { value: this.tree.root },
        };
        this.material = new ShaderMaterial({
            glslVersion: GLSL3,
            uniforms: this.uniforms,
            vertexShader: faceVertexShader,
            fragmentShader: faceFragmentShader,
            // The order holds only faces that look towards the eye.
            side: DoubleSide,
            transparent: true,
        });
        this.object = new LevelObject(level, {
            unitsPerMetre,
            ordered: "all",
            outlines: true,
            material: () => this.material,
        });
        this.scene.add(this.object);
        this.scene.matrixWorldAutoUpdate = false;

        const overlay = (nearer: number) =>
            new ShaderMaterial({
                glslVersion: GLSL3,
                uniforms: { ...eye, nearer: { value: nearer } },
                vertexShader: overlayVertexShader,
                fragmentShader: overlayFragmentShader,
                side: DoubleSide,
                transparent: true,
                depthWrite: false,
                depthFunc: LessEqualDepth,
                blending: CustomBlending,
                blendSrc: SrcAlphaFactor,
                blendDst: OneMinusSrcAlphaFactor,
                blendSrcAlpha: OneFactor,
                blendDstAlpha: OneMinusSrcAlphaFactor,
            });
        this.glassMaterial = overlay(1);
        this.glassMaterial.side = FrontSide;
        this.glass = new Overlay(new Mesh(undefined, this.glassMaterial));
        this.lines = new Overlay(new LineSegments(undefined, overlay(1 + 2 ** -8)));
        this.glassScene.add(this.glass.object);
        this.lineScene.add(this.lines.object);

        this.picture = new ShaderMaterial({
            glslVersion: GLSL3,
            uniforms: {
                picture: { value: null },
                isCount: { value: false },
                background: { value: asVector(backgroundColour) },
                heat: {
                    value: Array.from({ length: hottestCount + 1 }, (_, i) =>
                        asVector(heatColour(i)),
                    ),
                },
            },
            vertexShader: pictureVertexShader,
            fragmentShader: pictureFragmentShader,
            depthTest: false,
            depthWrite: false,
            blending: NoBlending,
        });
        const corners = new Float32Array([-1, -1, 0, 3, -1, 0, -1, 3, 0]);
        const triangle = new BufferGeometry();
        triangle.setAttribute("position", new BufferAttribute(corners, 3));
        const all = new Mesh(triangle, this.picture);
        all.frustumCulled = false;
        this.pictureScene.add(all);
    }

    /** Tells where doors and other models stand. */
    place(placements: readonly Placement[]): void {
        this.object.place(placements);
    }

    setGlass({ positions, tints }: Glass): void {
        this.glass.set(positions, tints, positions.length / 3);
    }

    setLines(lines: OverlayLines): void {
        this.lines.set(lines.positions, lines.tints, lines.count);
    }

    private targetOf(width: number, height: number, samples: number): WebGLRenderTarget {
        const old = this.target;
        if (old && old.width === width && old.height === height && old.samples === samples) {
            return old;
        }
        old?.dispose();
        this.target = new WebGLRenderTarget(width, height, {
            minFilter: NearestFilter,
            magFilter: NearestFilter,
            depthBuffer: true,
            samples,
        });
        return this.target;
    }

    // eye: in metres of three.js, with all bits of a double.
    private setUniforms(eye: Vector3, options: FrameOptions): void {
        const { uniforms } = this;
        const high = new Float32Array([eye.x, eye.y, eye.z]);
        this.eyeHigh.set(high[0]!, high[1]!, high[2]!);
        this.eyeLow.subVectors(eye, this.eyeHigh);
        const view = viewNames.indexOf(options.view);
        const isWire = options.view === "wire";
        const lineColour = uniforms.wireColor!.value as Color;
        if (isWire) {
            lineColour.setRGB(0.77, 0.83, 0.89);
        } else {
            lineColour.setRGB(0.05, 0.06, 0.08);
        }
        const inwards = isWire && options.wireWidth === 0 ? 1 : options.wireWidth;
        uniforms.wireWidth!.value = options.view === "overdraw" ? 0 : 2 * inwards;
        uniforms.view!.value = view;
        uniforms.isNearest!.value = options.isNearest;
        if (options.view === "leaves") {
            uniforms.nodePlanes!.value = this.tree.moveTo(eye);
            (uniforms.eyeFromAnchor!.value as Vector3).subVectors(eye, this.tree.anchor);
        }
    }

    private setBlending(options: FrameOptions): void {
        const { material } = this;
        const isUnder = options.order === "front-to-back" && options.view !== "overdraw";
        this.uniforms.isPremultiplied!.value = isUnder;
        material.blending = CustomBlending;
        if (options.view === "overdraw") {
            material.blendSrc = OneFactor;
            material.blendDst = OneFactor;
            material.blendSrcAlpha = null;
            material.blendDstAlpha = null;
        } else if (isUnder) {
            material.blendSrc = OneMinusDstAlphaFactor;
            material.blendDst = OneFactor;
            material.blendSrcAlpha = null;
            material.blendDstAlpha = null;
        } else {
            material.blendSrc = SrcAlphaFactor;
            material.blendDst = OneMinusSrcAlphaFactor;
            material.blendSrcAlpha = OneFactor;
            material.blendDstAlpha = OneMinusSrcAlphaFactor;
        }
    }

    /**
     * Draws a frame into `target`, or onto the canvas if it is null. The size is in pixels of the
     * target. The camera's matrices must be up to date.
     */
    draw(
        camera: PerspectiveCamera,
        options: FrameOptions,
        size: { width: number; height: number; samples: number },
        target: WebGLRenderTarget | null = null,
    ): void {
        const { renderer, material } = this;
        const start = performance.now();
        this.object.ordered.order = options.order;
        this.object.update(camera);
        const sorted = performance.now();
        const faces = this.targetOf(size.width, size.height, size.samples);
        const hasGlass = options.view !== "overdraw" && this.glass.object.visible;
        const hasLines = options.view !== "overdraw" && this.lines.object.visible;
        this.setUniforms(camera.position, options);
        renderer.autoClear = false;
        renderer.setRenderTarget(faces);
        renderer.setClearColor(0x000000, 0);
        renderer.clear();
        if (options.hasDepthBuffer || hasGlass || hasLines) {
            this.uniforms.isDepthOnly!.value = true;
            material.blending = NoBlending;
            material.colorWrite = false;
            material.depthTest = true;
            material.depthWrite = true;
            renderer.render(this.scene, camera);
        }
        this.uniforms.isDepthOnly!.value = false;
        material.colorWrite = true;
        material.depthWrite = false;
        material.depthTest = options.hasDepthBuffer;
        this.setBlending(options);
        renderer.render(this.scene, camera);
        if (hasGlass) {
            // Depths first: then each pixel shows the nearest wall alone, in any order of the walls.
            this.glassMaterial.depthWrite = true;
            this.glassMaterial.colorWrite = false;
            renderer.render(this.glassScene, camera);
            this.glassMaterial.depthWrite = false;
            this.glassMaterial.colorWrite = true;
            renderer.render(this.glassScene, camera);
        }
        if (hasLines) {
            renderer.render(this.lineScene, camera);
        }
        this.picture.uniforms.picture!.value = faces.texture;
        this.picture.uniforms.isCount!.value = options.view === "overdraw";
        renderer.setRenderTarget(target);
        renderer.render(this.pictureScene, this.flatCamera);
        renderer.setRenderTarget(null);
        this.times.order = sorted - start;
        this.times.submit = performance.now() - sorted;
    }

    dispose(): void {
        this.object.dispose();
        this.material.dispose();
        this.picture.dispose();
        this.tree.dispose();
        this.target?.dispose();
        this.glass.geometry.dispose();
        this.lines.geometry.dispose();
        (this.uniforms.faces!.value as DataTexture).dispose();
        (this.uniforms.atlas!.value as DataTexture).dispose();
    }
}

/**
 * Sets a camera: the field of view is the angle of the picture's width [degrees], as the command
 * line has it.
 */
export function setLens(
    camera: PerspectiveCamera,
    width: number,
    height: number,
    fov: number,
): void {
    const aspect = width / height;
    camera.aspect = aspect;
    camera.fov = (360 / Math.PI) * Math.atan(Math.tan((fov * Math.PI) / 360) / aspect);
    camera.near = nearDistance;
    camera.far = 2 ** 25;
    camera.updateProjectionMatrix();
}
