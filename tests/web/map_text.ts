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

const twoRooms = [
    box([-16, -16, -16], [512, 256, 0], "floor"),
    box([-16, -16, 128], [512, 256, 144], "stone"),
    box([-16, -16, 0], [0, 256, 128], "stone"),
    box([496, -16, 0], [512, 256, 128], "stone"),
    box([0, -16, 0], [496, 0, 128], "stone"),
    box([0, 240, 0], [496, 256, 128], "stone"),
    box([240, 0, 0], [256, 88, 128], "stone"),
    box([240, 152, 0], [256, 240, 128], "stone"),
    box([240, 88, 96], [256, 152, 128], "stone"),
].join("");
const gate = box([244, 88, 0], [252, 152, 96], "areaportal");
const door = box([242, 88, 0], [254, 152, 96], "door");
/**
 * Two rooms beside each other along x: the middles are [120, 120, 64] and [376, 120, 64]. In the doorway
 * between them is an area portal, and a door around it.
 */
export const gatedRooms =
    entity("worldspawn", twoRooms) +
    entity("light", '"origin" "120 120 64"\n') +
    entity("func_areaportal", `"targetname" "gate"\n${gate}`) +
    entity("func_door", `"target" "gate"\n${door}`);
