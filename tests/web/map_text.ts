// SPDX-License-Identifier: MIT
// Sources of small levels, as .map text.

/** A box as a brush of a .map. */
export function box(min: number[], max: number[], texture: string): string {
    const side = (a: string, b: string, c: string) =>
        `( ${a} ) ( ${b} ) ( ${c} ) ${texture} 0 0 0 1 1`;
    const [x0, y0, z0] = min;
    const [x1, y1, z1] = max;
    const sides = [
        side(`${x0} 0 0`, `${x0} 1 0`, `${x0} 0 1`),
        side(`${x1} 0 0`, `${x1} 0 1`, `${x1} 1 0`),
        side(`0 ${y0} 0`, `0 ${y0} 1`, `1 ${y0} 0`),
        side(`0 ${y1} 0`, `1 ${y1} 0`, `0 ${y1} 1`),
        side(`0 0 ${z0}`, `1 0 ${z0}`, `0 1 ${z0}`),
        side(`0 0 ${z1}`, `0 1 ${z1}`, `1 0 ${z1}`),
    ];
    return `{\n${sides.join("\n")}\n}\n`;
}

/** An entity of a .map: lines of keys, and brushes. */
export function entity(classname: string, rest: string): string {
    return `{\n"classname" "${classname}"\n${rest}}\n`;
}
