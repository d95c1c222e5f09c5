// SPDX-License-Identifier: MIT
import {
    DataTexture,
    LinearFilter,
    LinearMipmapLinearFilter,
    RepeatWrapping,
    SRGBColorSpace,
} from "three";
import { patternOf } from "./shading.js";

/** The painter's pattern for a material without a picture, as a texture that repeats. */
export function patternTexture(name: string): DataTexture {
    const { width, height, pixels } = patternOf(name);
    const texture = new DataTexture(pixels, width, height);
    texture.wrapS = RepeatWrapping;
    texture.wrapT = RepeatWrapping;
    texture.magFilter = LinearFilter;
    texture.minFilter = LinearMipmapLinearFilter;
    texture.generateMipmaps = true;
    texture.colorSpace = SRGBColorSpace;
    texture.needsUpdate = true;
    return texture;
}
