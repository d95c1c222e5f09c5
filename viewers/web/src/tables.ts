// SPDX-License-Identifier: MIT
// Tables of numbers for texelFetch in shaders.
import {
    DataTexture,
    NearestFilter,
    type PixelFormat,
    type TextureDataType,
    type TypedArray,
} from "three";

/** Tables have rows of so many texels. */
export const tableWidth = 1024;

/** A table of texels with so many channels. The shader must know `tableWidth`. */
export function table(
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
