// SPDX-License-Identifier: MIT
// The painter's light, colours and patterns in JavaScript.
import { heatColour, leafColour, lightOn, patternOf } from "halfspace/three";
import { createHash } from "node:crypto";
import { expect, it } from "vitest";
import { bytes } from "../../../bindings/npm/dist/three/painter.js";

it("has the painter's light and colours without init()", () => {
    expect(lightOn([0, 0, 1])).toBe(243);
    expect(lightOn([0, 0, -1])).toBe(145);
    expect(lightOn([-1, 0, 0])).toBe(172);
    expect(leafColour(0)).toEqual([208, 68, 68]);
    expect(leafColour(2 ** 32 - 1)).toEqual([147, 107, 247]);
    expect(heatColour(-1)).toEqual([0, 0, 0]);
    expect(heatColour(1.5)).toEqual([9, 18, 59]);
    expect(heatColour(100)).toEqual([255, 255, 255]);
});

it("has the painter's patterns, byte for byte", () => {
    const hash = createHash("sha256");
    for (const name of ["walls/Brick", "", "wälder", "{fence", "lava1"]) {
        for (const [width, height] of [
            [64, 64],
            [48, 16],
            [1, 1],
        ]) {
            hash.update(patternOf(name, width, height).pixels);
        }
    }
    expect(hash.digest("hex")).toBe(
        "afdaf5643387ff7d86960b912b082c2230eee595247da4b046fa96ec04e58a75",
    );
    expect(patternOf("x", 0, 5).pixels).toHaveLength(0);
    // More memory than the module begins with, and less again.
    expect(patternOf("x".repeat(200_000), 600, 700).pixels).toHaveLength(4 * 600 * 700);
    expect(patternOf("x", 2, 2).pixels).toEqual(patternOf("x", 2, 2).pixels);
});

it("is small enough for every browser to compile at once, and imports nothing", () => {
    expect(bytes.length / 2).toBeLessThan(4096);
    const module = new WebAssembly.Module(Buffer.from(bytes, "hex"));
    expect(WebAssembly.Module.imports(module)).toEqual([]);
});
