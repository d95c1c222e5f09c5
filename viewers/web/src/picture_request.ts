// SPDX-License-Identifier: MIT
// Pictures that are not on the screen: for tests, and for the pictures of the levels.
import type { Point } from "halfspace";
import { WebGLRenderTarget, type WebGLRenderer } from "three";
import { setLens, usualOptions, type FrameOptions } from "./level_view.js";
import type { LevelScene } from "./scene.js";

export interface PictureRequest {
    width: number;
    height: number;
    eye: Point;
    pitch: number;
    yaw: number;
    /** The angle of the picture's width [degrees]. */
    fov: number;
    options?: Partial<FrameOptions>;
}

/** Red, green, blue, alpha of a picture, from the top row down. */
export function drawPicture(
    renderer: WebGLRenderer,
    scene: LevelScene,
    { width, height, eye, pitch, yaw, fov, options = {} }: PictureRequest,
): Uint8Array {
    const camera = scene.camera.clone();
    scene.controls.placeCameraAt(camera, eye, { pitch, yaw });
    setLens(camera, width, height, fov);
    camera.updateMatrixWorld();
    const target = new WebGLRenderTarget(width, height, { depthBuffer: false });
    const wanted = { ...usualOptions(), ...options };
    scene.view.draw(camera, wanted, { width, height, samples: 0 }, target);
    const pixels = new Uint8Array(4 * width * height);
    renderer.readRenderTargetPixels(target, 0, 0, width, height, pixels);
    target.dispose();
    const rows = new Uint8Array(pixels.length);
    for (let row = 0; row < height; ++row) {
        const from = 4 * width * (height - 1 - row);
        rows.set(pixels.subarray(from, from + 4 * width), 4 * width * row);
    }
    return rows;
}
