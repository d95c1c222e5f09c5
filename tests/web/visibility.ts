// SPDX-License-Identifier: MIT
// Clusters, portals, areas and leaks, in levels of a few boxes.
import type { CompileSettings, Level, Point, VisibleFaces } from "halfspace";
import {
    type Check,
    type Halfspace,
    type Suite,
    type Surroundings,
    expectEqual,
    expectError,
    expectTrue,
} from "./checks.js";
import { Random } from "./hash.js";
import { box, entity, gatedRooms } from "./map_text.js";

// Three rooms in a row along x. The openings between them are at opposite ends, so that the first
// room does not see the last one: through the first opening nobody looks so steeply along y.
const kWalls = [
    box([-16, -16, -16], [432, 528, 0], "floor"),
    box([-16, -16, 0], [0, 528, 128], "stone"),
    box([416, -16, 0], [432, 528, 128], "stone"),
    box([0, -16, 0], [416, 0, 128], "stone"),
    box([0, 512, 0], [416, 528, 128], "stone"),
    box([128, 32, 0], [144, 512, 128], "stone"),
    box([272, 0, 0], [288, 480, 128], "stone"),
    // It makes the box of the world larger: there is space outside of the rooms.
    box([0, 0, 400], [16, 16, 416], "stone"),
].join("");
const kRoof = box([-16, -16, 128], [432, 528, 144], "stone");
const kRoofWithHole = box([-16, -16, 128], [400, 528, 144], "stone");
const kLamp = entity("light", '"origin" "64 256 64"\n');
const kSealed = entity("worldspawn", kWalls + kRoof) + kLamp;
const kLeaking = entity("worldspawn", kWalls + kRoofWithHole) + kLamp;
const kOutside = [200, 256, 300];
const kRooms: Point[] = [
    [64, 256, 64],
    [208, 256, 64],
    [352, 256, 64],
];

async function made({ halfspace }: Surroundings, source: string, options: CompileSettings = {}) {
    const { bytes, leak } = await halfspace.compileMap(source, { name: "rooms.map", ...options });
    return { level: await halfspace.loadLevel(bytes), leak };
}

/** The number of pairs of clusters that may see each other. */
function pairs(level: Level): number {
    const all = Array.from({ length: level.clusterCount }, (_, c) => level.visibleClusters(c));
    return all.reduce((sum, { length }) => sum + length, 0);
}

function checkRows(level: Level): void {
    for (let from = 0; from < level.clusterCount; ++from) {
        const seen: number[] = [];
        for (let to = 0; to < level.clusterCount; ++to) {
            expectEqual(level.maySee(from, to), level.maySee(to, from), `${from} and ${to}`);
            if (level.maySee(from, to)) {
                seen.push(to);
            }
        }
        expectEqual([...level.visibleClusters(from)], seen, `the row of ${from}`);
        expectTrue(seen.includes(from), `${from} sees itself`);
    }
}

function checkPortals(level: Level): void {
    expectTrue(level.portals.length > 0, "portals");
    expectTrue(level.portals === level.portals, "the portals are read once");
    for (const { clusters, corners } of level.portals) {
        expectTrue(corners.length >= 9 && corners.length % 3 === 0, `corners ${corners}`);
        expectTrue(level.maySee(clusters[0], clusters[1]), "neighbours see each other");
        const middle = [0, 1, 2].map((axis) => {
            const all = corners.filter((_, i) => i % 3 === axis);
            return all.reduce((sum, x) => sum + x, 0) / all.length;
        });
        const found = level.clusterAt(middle)!;
        expectTrue(clusters.includes(found), `cluster ${found} beside ${clusters}`);
    }
}

/** Whoever sees a point is in a cluster that may see the point's cluster. */
function checkSight(level: Level): void {
    const random = new Random(7);
    const within = (min: number, max: number): number =>
        min + ((max - min) * random.next()) / 2 ** 32;
    const places = Array.from({ length: 200 }, (_, i): Point => {
        const [x] = kRooms[i % 3]!;
        return [x + within(-63, 63), within(1, 511), within(1, 127)];
    });
    let seen = 0;
    for (const from of places) {
        for (const to of places) {
            if (level.sees(from, to)) {
                ++seen;
                const [a, b] = [level.clusterAt(from)!, level.clusterAt(to)!];
                expectTrue(level.maySee(a, b), `${from} sees ${to}`);
            }
        }
    }
    expectTrue(seen > places.length, "lines of sight");
}

function sealed(around: Surroundings): Check[] {
    return [
        {
            name: "clusters of a sealed level: which see each other, and the portals between them",
            async run() {
                const { level, leak } = await made(around, kSealed, { verify: true });
                expectEqual(leak, null, "the leak");
                expectTrue(level.hasVisibility, "the level has visibility");
                const [first, middle, last] = kRooms.map((room) => level.clusterAt(room)!);
                expectTrue(level.maySee(first!, middle!), "neighbours");
                expectTrue(!level.maySee(first!, last!), "the ends");
                expectEqual(level.clusterAt([136, 256, 64]), null, "in a wall");
                expectEqual(level.clusterAt(kOutside), null, "outside");
                expectEqual(level.clusterAt([1e9, 0, 0]), null, "far outside");
                checkRows(level);
                checkPortals(level);
                checkSight(level);
                level.dispose();
            },
        },
        {
            name: "visibility, visibleDistance and fillOutside change what is hidden and what is void",
            async run() {
                const { halfspace } = around;
                const { level: full } = await made(around, kSealed);
                const { level: fast } = await made(around, kSealed, { visibility: "fast" });
                const { level: near } = await made(around, kSealed, { visibleDistance: 8 });
                const { level: none } = await made(around, kSealed, {
                    visibility: "none",
                    fillOutside: false,
                });
                expectTrue(pairs(full) <= pairs(fast), `full ${pairs(full)}, fast ${pairs(fast)}`);
                expectTrue(pairs(near) < pairs(full), `near ${pairs(near)}, full ${pairs(full)}`);
                expectEqual(none.hasVisibility, false, "no visibility");
                expectEqual(pairs(none), none.clusterCount ** 2, "all see all");
                const { Empty, Solid, Void } = halfspace.Contents;
                const filled = full.contents(kOutside);
                expectTrue([Solid, Void].includes(filled as never), `filled with ${filled}`);
                expectEqual(none.contents(kOutside), Empty, "what is not filled");
                [full, fast, near, none].forEach((level) => level.dispose());
                const message = /visible_distance/;
                await expectError(halfspace, message, () =>
                    halfspace.compileMap(kSealed, { visibleDistance: -1 }),
                );
            },
        },
    ];
}

function leaks(around: Surroundings): Check[] {
    const compiled = async (halfspace: Halfspace, source: string) =>
        halfspace.compileMap(source, { name: "rooms.map" });
    return [
        {
            name: "a level that leaks is compiled, and says where",
            async run() {
                const { level, leak } = await made(around, kLeaking);
                expectEqual(level.entities[leak!.entity]!.classname, "light", "the entity");
                expectTrue(leak!.text.startsWith("the level leaks: light (entity "), leak!.text);
                expectEqual(leak!.line[0], [64, 256, 64], "the begin of the line");
                expectTrue(leak!.line.length > 2, `the line ${JSON.stringify(leak!.line)}`);
                const isOut = leak!.line.at(-1)![2] > 128;
                expectTrue(isOut, `the end of the line ${leak!.line.at(-1)}`);
                expectTrue(leak!.opening.length >= 3, "the opening");
                for (const [x, , z] of leak!.opening) {
                    const isInHole = x >= 400 && x <= 432 && z >= 128 && z <= 144;
                    expectTrue(isInHole, `a corner of the opening at ${x} ${z}`);
                }
                const lines = kLeaking.split("\n").length;
                expectTrue(leak!.brushLines.length > 0, "lines of brushes");
                expectTrue(
                    leak!.brushLines.every((line) => line > 2 && line < lines),
                    `lines ${leak!.brushLines}`,
                );
                expectEqual(level.hasVisibility, false, "visibility");
                expectEqual(pairs(level), level.clusterCount ** 2, "all see all");
                level.dispose();
            },
        },
        {
            name: "findLeak finds in a level what its compile has told",
            async run() {
                const { halfspace } = around;
                const { findLeak } = halfspace;
                const lost = entity("light", `"origin" "${kOutside.join(" ")}"\n`);
                for (const source of [kLeaking, kSealed + lost]) {
                    const { level, leak } = await made(around, source);
                    expectEqual(await findLeak(level), leak, "the leak");
                    level.dispose();
                    await expectError(halfspace, /dispose/, () => findLeak(level));
                }
                // Sealed, with visibility and without; and without clusters.
                const unseen = { visibility: "none" } as const;
                const sealed = [await made(around, kSealed), await made(around, kSealed, unseen)];
                sealed.push(await made(around, entity("worldspawn", "")));
                for (const { level } of sealed) {
                    expectEqual(await findLeak(level), null, "no leak");
                }
                const [{ level }] = sealed;
                await expectError(halfspace, /expected a Level/, () => findLeak(null as never));
                await expectError(halfspace, /no option mask/, () =>
                    findLeak(level, { mask: 1 } as never),
                );
                await expectError(halfspace, /signal/, () =>
                    findLeak(level, { signal: 1 as never }),
                );
                sealed.forEach((each) => each.level.dispose());
            },
        },
        {
            name: "an entity outside of all walls is a leak without an opening",
            async run() {
                const { halfspace } = around;
                const lost = entity("light", `"origin" "${kOutside.join(" ")}"\n`);
                const { leak } = await compiled(halfspace, kSealed + lost);
                expectEqual([leak!.entity, leak!.opening.length], [2, 0], "the leak");
                expectEqual(leak!.line[0], kOutside, "the begin of the line");
                const { leak: none } = await compiled(halfspace, entity("worldspawn", kWalls));
                expectEqual(none, null, "a level without entities");
            },
        },
    ];
}

// Of gatedRooms.
const kLeft: Point = [120, 120, 64];
const kRight: Point = [376, 120, 64];
const kDoorway: Point = [248, 120, 64];

function areas(around: Surroundings): Check[] {
    const { halfspace } = around;
    return [
        {
            name: "areas: the rooms that a closed door keeps apart",
            async run() {
                const { level } = await made(around, gatedRooms, { verify: true });
                const [left, right] = [level.areaAt(kLeft)!, level.areaAt(kRight)!];
                expectEqual([level.areaCount, left + right], [2, 1], "the areas");
                expectEqual(level.areaAt(kDoorway), null, "the area of a gate");
                expectEqual(level.areaAt([0, 0, 5000]), null, "the area of the outside");
                const [{ areas, model, gate }] = level.areaPortals;
                expectEqual([level.areaPortals.length, areas, gate], [1, [0, 1], 0], "the gate");
                expectEqual(level.modelEntity(model)!.classname, "func_door", "the door");
                const [from, to, between] = [kLeft, kRight, kDoorway].map(
                    (point) => level.clusterAt(point)!,
                );
                expectEqual(level.areaOf(from!), left, "the area of a cluster");
                expectEqual(level.areaOf(between!), null, "that of a cluster of a gate");
                expectEqual(level.gateOf(between!), [0], "the gate of a cluster");
                expectEqual(level.gateOf(from!), [], "that of a cluster of a room");

                const state = new halfspace.AreaState(level);
                const other = new halfspace.AreaState(level);
                expectTrue(state.isOpen(0) && state.areasConnected(left, right), "open at first");
                state.setOpen(0, false);
                expectEqual([state.isOpen(0), other.isOpen(0)], [false, true], "two states");
                expectEqual(state.areasConnected(left, right), false, "the rooms");
                expectEqual(state.clustersConnected(from!, to!), false, "their clusters");
                expectTrue(state.clustersConnected(from!, between!), "a room and its gate");
                expectTrue(state.clustersConnected(between!, to!), "the gate and the other room");
                expectTrue(other.clustersConnected(from!, to!), "the rooms in the other state");
                state.setOpen(0);
                expectTrue(state.areasConnected(left, right), "opened again");
                [state, other, level].forEach((each) => each.dispose());
            },
        },
        {
            name: "VisibleFaces: what is behind a closed door is left out",
            async run() {
                const { level } = await made(around, gatedRooms);
                const { level: same } = await made(around, gatedRooms);
                const state = new halfspace.AreaState(level);
                const visible = new halfspace.VisibleFaces(level);
                const order = new halfspace.ModelOrder(level);
                const sorted = (marks?: VisibleFaces) =>
                    order
                        .sort(kLeft, { visible: marks })
                        .items.filter((_, i) => i % 5 === 1)
                        .reduce((sum, count) => sum + count, 0);
                const spot = (p: Point) => visible.maySeeBox(p, p);
                expectEqual(visible.count, level.modelFaces(0).count, "all at first");
                visible.lookFrom(kLeft, state);
                const [open, drawn] = [visible.count, sorted(visible)];
                expectTrue(spot(kLeft) && spot(kRight), "both rooms");
                state.setOpen(0, false);
                visible.lookFrom(kLeft, state);
                const faces = [...visible.faces()];
                expectTrue(faces.length < open && faces.length > 0, `${faces.length} of ${open}`);
                expectEqual(visible.count, faces.length, "the count");
                expectTrue(
                    faces.every((face, i) => i === 0 || face > faces[i - 1]!),
                    "an ascending order",
                );
                expectEqual([spot(kLeft), spot(kRight)], [true, false], "the rooms");
                expectTrue(sorted(visible) < drawn && sorted(visible) > 0, "what is drawn");
                expectTrue(sorted() >= drawn, "what is drawn without marks");
                visible.lookFrom(kLeft);
                expectEqual(visible.count, open, "without a state doors are open");

                // What belongs to another level, even if it is of the same bytes.
                const marks = new halfspace.VisibleFaces(same);
                const wrong = /the level that is asked, found that of another one/;
                await expectError(halfspace, wrong, () => marks.lookFrom(kLeft, state));
                await expectError(halfspace, wrong, () => sorted(marks));
                [state, visible, marks, order, level, same].forEach((each) => each.dispose());
            },
        },
    ];
}

export const suite: Suite = (around) => [...sealed(around), ...areas(around), ...leaks(around)];
