// SPDX-License-Identifier: MIT
// The sky behind everything, where the level draws nothing.
import {
    BufferAttribute,
    BufferGeometry,
    CustomBlending,
    GLSL3,
    Matrix4,
    Mesh,
    NoBlending,
    OneFactor,
    OneMinusDstAlphaFactor,
    Scene,
    ShaderMaterial,
    type IUniform,
    type PerspectiveCamera,
    type WebGLRenderer,
} from "three";

const vertexShader = /* glsl */ `
uniform mat4 toWorld;  // from places on the screen to directions
out vec3 ray;
void main() {
    gl_Position = vec4(position.xy, 0.0, 1.0);
    ray = (toWorld * vec4(position.xy, 1.0, 1.0)).xyz;
}
`;

const fragmentShader = /* glsl */ `
uniform vec3 skyHorizon, skyZenith, skyNadir;
in vec3 ray;
out vec4 colour;
void main() {
    float height = normalize(ray).y;
    colour = vec4(mix(skyHorizon, height < 0.0 ? skyNadir : skyZenith, sqrt(abs(height))), 1.0);
}
`;

/** A triangle that covers the whole picture. */
export function wholePicture(material: ShaderMaterial): Mesh {
    const geometry = new BufferGeometry();
    const corners = new Float32Array([-1, -1, 0, 3, -1, 0, -1, 3, 0]);
    geometry.setAttribute("position", new BufferAttribute(corners, 3));
    const mesh = new Mesh(geometry, material);
    mesh.frustumCulled = false;
    return mesh;
}

export class Sky {
    private readonly scene = new Scene();
    private readonly mesh: Mesh;
    private readonly material: ShaderMaterial;
    private readonly toWorld = new Matrix4();

    /** colours: the uniforms skyHorizon, skyZenith and skyNadir. */
    constructor(colours: Record<string, IUniform>) {
        this.material = new ShaderMaterial({
            glslVersion: GLSL3,
            uniforms: { ...colours, toWorld: { value: this.toWorld } },
            vertexShader,
            fragmentShader,
            depthTest: false,
            depthWrite: false,
            blendSrc: OneMinusDstAlphaFactor,
            blendDst: OneFactor,
        });
        this.mesh = wholePicture(this.material);
        this.scene.add(this.mesh);
    }

    /** Draws the sky before anything else, or behind what the picture holds. */
    draw(renderer: WebGLRenderer, camera: PerspectiveCamera, isBehind: boolean): void {
        const { toWorld, material } = this;
        material.blending = isBehind ? CustomBlending : NoBlending;
        material.transparent = isBehind;
        // Without the place of the camera, what is left are directions.
        toWorld.copy(camera.matrixWorld).setPosition(0, 0, 0);
        toWorld.multiply(camera.projectionMatrixInverse);
        renderer.render(this.scene, camera);
    }

    dispose(): void {
        this.mesh.geometry.dispose();
        this.material.dispose();
    }
}
