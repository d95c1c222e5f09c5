// SPDX-License-Identifier: MIT
// Draws a level as the native viewer does: all faces in one call, in the exact order of the tree.
import {
    Color,
    CustomBlending,
    DataTexture,
    DoubleSide,
    GLSL3,
    NearestFilter,
    NoBlending,
    OneFactor,
    OneMinusDstAlphaFactor,
    OneMinusSrcAlphaFactor,
    Camera,
    PerspectiveCamera,
    RGBAIntegerFormat,
    Scene,
    ShaderMaterial,
    SrcAlphaFactor,
    UnsignedShortType,
    Vector3,
    WebGLRenderTarget,
    type IUniform,
    type Mesh,
    type WebGLRenderer,
} from "three";
import { AreaState, VisibleFaces, type Level, type Placement } from "halfspace";
import {
    backgroundColour,
    defaultUnitsPerMetre,
    fromThree,
    heatColour,
    hottestCount,
    leafDistance,
    LevelObject,
    patternOf,
    skyColours,
    translucentOpacity,
    wireUniforms,
    type Rgb,
} from "halfspace/three";
import {
    faceFragmentShader,
    faceVertexShader,
    nearDistance,
    pictureFragmentShader,
    pictureVertexShader,
} from "./face_shader.js";
import type { Look } from "./looks.js";
import { LeafTree } from "./leaf_tree.js";
import { edgeColour, viewNames, wireColour } from "./look.js";
import { Overlay } from "./overlay.js";
import { SheetView, type SheetKind } from "./sheet_view.js";
import type { Sheets } from "./sheets.js";
import { Sky, wholePicture } from "./sky.js";
import { table } from "./tables.js";
import { isMasked, packTextures } from "./textures.js";

export type ViewName = (typeof viewNames)[number];

/** What a frame shows. */
export interface FrameOptions {
    view: ViewName;
    /** "painter": the light of `halfspace render`, the same bytes. "sun": a sun, the sky and haze. */
    light: "sun" | "painter";
    isNearest: boolean;
    order: "back-to-front" | "front-to-back";
    /** True: the depth buffer decides what hides what. False: the order alone does. */
    hasDepthBuffer: boolean;
    /** The width of lines along the edges of faces, measured inwards [pixels]; 0: no lines. */
    wireWidth: number;
    /** The count that has the hottest colour in the view of overdraw, from 1 to 24. */
    hottest: number;
}

/** The colours of overdraw end here, so that small counts are told apart. */
export const usualHottest = 8;

// Views with a sky where the level draws nothing.
const skyViews: readonly ViewName[] = ["textured", "translucent"];

// Views through walls, which draw what is hidden, too.
const throughWalls: readonly ViewName[] = ["translucent", "overdraw"];

// Views in which a nearer sheet hides what is behind it.
const solidViews: readonly ViewName[] = ["textured", "leaves", "wire"];

/** What the materials of faces and sheets have in a pass. */
type Pass = Partial<ShaderMaterial>;

const depthPass: Pass = {
    blending: NoBlending,
    colorWrite: false,
    depthTest: true,
    depthWrite: true,
};

function colourPass({ order, view }: FrameOptions, depthTest: boolean): Pass {
    const pass: Pass = {
        blending: CustomBlending,
        colorWrite: true,
        depthTest,
        depthWrite: false,
        blendSrcAlpha: null,
        blendDstAlpha: null,
    };
    if (view === "overdraw") {
        return { ...pass, blendSrc: OneFactor, blendDst: OneFactor };
    }
    if (order === "front-to-back") {
        return { ...pass, blendSrc: OneMinusDstAlphaFactor, blendDst: OneFactor };
    }
    return {
        ...pass,
        blendSrc: SrcAlphaFactor,
        blendDst: OneMinusSrcAlphaFactor,
        blendSrcAlpha: OneFactor,
        blendDstAlpha: OneMinusSrcAlphaFactor,
    };
}

export function usualOptions(): FrameOptions {
    return {
        view: "textured",
        light: "sun",
        isNearest: false,
        order: "back-to-front",
        hasDepthBuffer: false,
        wireWidth: 0,
        hottest: usualHottest,
    };
}

function asVector([r, g, b]: Rgb): Vector3 {
    return new Vector3(r / 255, g / 255, b / 255);
}

export class LevelView {
    readonly object: LevelObject;
    readonly overlay: Overlay;
    private readonly sheets: SheetView | null;
    /** Milliseconds that the last frame took for the order, and for calls of WebGL. */
    readonly times = { order: 0, submit: 0 };
    private readonly scene = new Scene();
    private readonly pictureScene = new Scene();
    private readonly material: ShaderMaterial;
    private readonly picture: ShaderMaterial;
    private readonly pictureMesh: Mesh;
    private readonly sky: Sky;
    private readonly tree: LeafTree;
    /** What closed doors keep apart, for `Doors.setAreas`. */
    readonly areas: AreaState;
    private readonly visible: VisibleFaces;
    private readonly uniforms: Record<string, IUniform>;
    private readonly eyeHigh = new Vector3();
    private readonly eyeLow = new Vector3();
    private readonly flatCamera = new Camera();
    private target: WebGLRenderTarget | null = null;

    constructor(
        private readonly renderer: WebGLRenderer,
        level: Level,
        pictures: ReadonlyMap<string, Look>,
        sheets: Sheets | null = null,
    ) {
        this.tree = new LeafTree(level);
        this.visible = new VisibleFaces(level);
        this.areas = new AreaState(level);
        const largest = renderer.capabilities.maxTextureSize;
        const looks = level.materials.map(
            (name): Look => pictures.get(name.toLowerCase()) ?? patternOf(name),
        );
        const atlas = packTextures(looks, Math.min(largest, 4096));
        const allFaces = level.faces();
        const faces = new Uint16Array(8 * allFaces.length);
        allFaces.forEach((face, i) => {
            const { x, y, width, height, page } = atlas.places[face.material]!;
            const hasHoles =
                looks[face.material]!.hasHoles ?? isMasked(level.materials[face.material]!);
            const flags = (face.isSky ? 1 : 0) | (hasHoles ? 2 : 0);
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
            isSunlit: { value: false },
            hazeColour: { value: asVector(skyColours.horizon) },
            translucentOpacity: { value: translucentOpacity / 255 },
            leafDistance: { value: leafDistance / defaultUnitsPerMetre },
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
            ordered: "all",
            outlines: true,
            material: () => this.material,
        });
        this.scene.add(this.object);
        this.scene.matrixWorldAutoUpdate = false;

        this.sheets = sheets && new SheetView(sheets, pictures, this.uniforms);
        this.overlay = new Overlay(eye);
        this.picture = new ShaderMaterial({
            glslVersion: GLSL3,
            uniforms: {
                picture: { value: null },
                isCount: { value: false },
                heatStep: { value: 1 },
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
        this.pictureMesh = wholePicture(this.picture);
        this.pictureScene.add(this.pictureMesh);
        const { skyHorizon, skyZenith, skyNadir } = this.uniforms as Record<string, IUniform>;
        this.sky = new Sky({ skyHorizon: skyHorizon!, skyZenith: skyZenith!, skyNadir: skyNadir! });
    }

    /** How many polygons are drawn. */
    get polygonCount(): number {
        return this.object.ordered.polygonCount + (this.sheets?.triangleCount ?? 0);
    }

    /** Tells where doors and other models stand. */
    place(placements: readonly Placement[]): void {
        this.object.place(placements);
        this.overlay.place(placements);
    }

    // What is drawn for a camera; undefined for everything.
    private seenFrom(camera: Camera, view: ViewName): VisibleFaces | undefined {
        if (throughWalls.includes(view)) {
            return undefined;
        }
        this.visible.lookFrom(fromThree(camera.position), this.areas);
        return this.visible;
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
        const { x, y, z } = asVector(isWire ? wireColour : edgeColour);
        (uniforms.wireColor!.value as Color).setRGB(x, y, z);
        const inwards = isWire && options.wireWidth === 0 ? 1 : options.wireWidth;
        uniforms.wireWidth!.value = options.view === "overdraw" ? 0 : 2 * inwards;
        uniforms.view!.value = view;
        uniforms.isNearest!.value = options.isNearest;
        uniforms.isSunlit!.value = options.light === "sun" && options.view !== "leaves";
        if (options.view === "leaves") {
            uniforms.nodePlanes!.value = this.tree.planesNear(eye);
            (uniforms.eyeFromAnchor!.value as Vector3).subVectors(eye, this.tree.anchor);
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
        this.object.update(camera, this.seenFrom(camera, options.view));
        const sorted = performance.now();
        const faces = this.targetOf(size.width, size.height, size.samples);
        // The colours of overdraw are counts, so nothing is drawn over them.
        const hasOverlay = options.view !== "overdraw" && !this.overlay.isEmpty;
        this.setUniforms(camera.position, options);
        renderer.autoClear = false;
        renderer.setRenderTarget(faces);
        renderer.setClearColor(0x000000, 0);
        renderer.clear();
        const isSky = options.light === "sun" && skyViews.includes(options.view);
        const isBehind = options.order === "front-to-back";
        if (isSky && !isBehind) {
            this.sky.draw(renderer, camera, false);
        }
        const { sheets } = this;
        const hidesByDepth = sheets !== null && solidViews.includes(options.view);
        const hasDepths = options.hasDepthBuffer || hidesByDepth;
        if (hasDepths || hasOverlay) {
            this.uniforms.isDepthOnly!.value = true;
            Object.assign(material, depthPass);
            renderer.render(this.scene, camera);
            if (hidesByDepth) {
                sheets.draw(renderer, camera, "opaque", depthPass);
            }
        }
        this.uniforms.isDepthOnly!.value = false;
        this.uniforms.isPremultiplied!.value = isBehind && options.view !== "overdraw";
        const pass = colourPass(options, hasDepths);
        Object.assign(material, pass);
        // Sheets have no order among the faces: opaque ones are behind what is translucent.
        const [first, last] = (
            isBehind ? ["translucent", "opaque"] : ["opaque", "translucent"]
        ) as [SheetKind, SheetKind];
        sheets?.draw(renderer, camera, first, pass);
        renderer.render(this.scene, camera);
        sheets?.draw(renderer, camera, last, pass);
        if (isSky && isBehind) {
            this.sky.draw(renderer, camera, true);
        }
        if (hasOverlay) {
            this.overlay.draw(renderer, camera);
        }
        this.picture.uniforms.picture!.value = faces.texture;
        this.picture.uniforms.isCount!.value = options.view === "overdraw";
        this.picture.uniforms.heatStep!.value = hottestCount / options.hottest;
        renderer.setRenderTarget(target);
        renderer.render(this.pictureScene, this.flatCamera);
        renderer.setRenderTarget(null);
        this.times.order = sorted - start;
        this.times.submit = performance.now() - sorted;
    }

    dispose(): void {
        this.object.dispose();
        this.visible.dispose();
        this.areas.dispose();
        this.material.dispose();
        this.picture.dispose();
        this.tree.dispose();
        this.target?.dispose();
        this.overlay.dispose();
        this.sheets?.dispose();
        this.pictureMesh.geometry.dispose();
        this.sky.dispose();
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
