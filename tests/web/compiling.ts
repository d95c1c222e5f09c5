// SPDX-License-Identifier: MIT
// Compiling and loading: every form of a source, options, progress, warnings and an end in between.
import {
    type Check,
    type Suite,
    type Surroundings,
    expectEqual,
    expectError,
    expectTrue,
} from "./checks.js";
import type { BodyWalls } from "halfspace";
import { Hash } from "./hash.js";

const kName = { name: "keep.map" };

function hashOf(bytes: Uint8Array): string {
    const hash = new Hash();
    hash.bytes(bytes);
    return hash.toString();
}

function hashOfWalls({ positions, firsts, planes, colours }: BodyWalls): string {
    const hash = new Hash();
    [positions, firsts, planes].forEach((array) => hash.memory(array));
    hash.bytes(colours);
    return hash.toString();
}

/** The source inside of a larger buffer. */
function within(source: Uint8Array): Uint8Array {
    const larger = new Uint8Array(source.length + 24);
    larger.set(source, 8);
    return larger.subarray(8, 8 + source.length);
}

function forms({ halfspace, native, read }: Surroundings): Check[] {
    type Form = (source: Uint8Array<ArrayBuffer>) => Parameters<typeof halfspace.loadLevel>[0];
    const all: Record<string, Form> = {
        "an array of bytes": (source) => source,
        "a part of an array": (source) => within(source),
        "an ArrayBuffer": (source) => source.buffer,
        "a Blob": (source) => new Blob([source]),
        "a Response": (source) => new Response(source),
    };
    return Object.entries(all).map(([what, form]) => ({
        name: `a source and a level may be ${what}, which stays as it is`,
        async run() {
            const source = (await read("levels/keep.map")).slice();
            const { bytes } = await halfspace.compileMap(form(source), kName);
            expectEqual(hashOf(bytes), native["keep.map"].bytes, "the level");
            expectEqual(source.length > 0, true, "the source is still there");
            const level = await halfspace.loadLevel(form(bytes.slice()));
            expectEqual(hashOf(level.bytes()), native["keep.map"].bytes, "the loaded level");
            level.dispose();
        },
    }));
}

function ends({ halfspace, read }: Surroundings): Check[] {
    return [
        {
            name: "a compile that is stopped by its signal gives the reason of the signal",
            async run() {
                const source = await read("levels/station.map");
                const stopper = new AbortController();
                const reason = new Error("the player has closed the page");
                const found = await halfspace
                    .compileMap(source, {
                        name: "station.map",
                        signal: stopper.signal,
                        onProgress: () => stopper.abort(reason),
                    })
                    .catch((error: unknown) => error);
                expectTrue(found === reason, `${found} instead of the reason`);
            },
        },
        {
            name: "a signal that was given before stops a compile at once",
            async run() {
                const source = await read("levels/keep.map");
                const found = await halfspace
                    .compileMap(source, { ...kName, signal: AbortSignal.abort("too late") })
                    .catch((error: unknown) => error);
                expectEqual(found, "too late", "the reason");
            },
        },
        {
            name: "what onProgress throws is what the promise is rejected with, and the work ends",
            async run() {
                const mistake = new TypeError("a mistake of the game");
                let calls = 0;
                const found = await halfspace
                    .compileMap(await read("levels/station.map"), {
                        name: "station.map",
                        onProgress: () => {
                            ++calls;
                            throw mistake;
                        },
                    })
                    .catch((error: unknown) => error);
                expectTrue(found === mistake, `${found} instead of the mistake`);
                expectEqual(calls, 1, "calls of onProgress");
            },
        },
        {
            name: "a source that was sent away meanwhile is an error",
            async run() {
                const source = (await read("levels/keep.map")).slice();
                const compiling = halfspace.compileMap(source, kName);
                structuredClone(source.buffer, { transfer: [source.buffer] });
                await expectError(halfspace, /cannot be asked/, () => compiling);
            },
        },
        {
            name: "an answer of a server that was read before is an error",
            async run() {
                const answer = new Response("{}");
                await answer.text();
                const message = /^the bytes cannot be read/;
                await expectError(halfspace, message, () => halfspace.loadLevel(answer));
                await expectError(halfspace, message, () => halfspace.compileMap(answer));
            },
        },
    ];
}

const badBrush = `{
"classname" "worldspawn"
{
( 0 0 0 ) ( 0 64 0 ) ( 64 0 0 ) floor 0 0 0 1 1
( 0 0 64 ) ( 64 0 64 ) ( 0 64 64 ) floor 0 0 0 1 1
}
{
( -64 -64 -16 ) ( -64 -63 -16 ) ( -64 -64 -15 ) floor 0 0 0 1 1
( -64 -64 -16 ) ( -64 -64 -15 ) ( -63 -64 -16 ) floor 0 0 0 1 1
( -64 -64 -16 ) ( -63 -64 -16 ) ( -64 -63 -16 ) floor 0 0 0 1 1
( 64 64 16 ) ( 64 65 16 ) ( 65 64 16 ) floor 0 0 0 1 1
( 64 64 16 ) ( 65 64 16 ) ( 64 64 17 ) floor 0 0 0 1 1
( 64 64 16 ) ( 64 64 17 ) ( 64 65 16 ) floor 0 0 0 1 1
}
}
`;

function options({ halfspace, native, read }: Surroundings): Check[] {
    return [
        {
            name: "numbers of keys are those that the native library reads",
            async run() {
                // As in tests/base/number_text_test.cpp.
                const numbers: [text: string, value: number | null][] = [
                    ["0.1", 0.1],
                    ["-.5", -0.5],
                    ["+7", 7],
                    [" 2.5e3 ", 2500],
                    ["4.9e-324", 4.9e-324],
                    ["0e-999", 0],
                    ...["", "--1", "+-1", ".", "1e", "0x10", "inf", "nan", "1,5"].map(
                        (text): [string, null] => [text, null],
                    ),
                    ...["1e400", "1e-400", "1_000", "1 2"].map((text): [string, null] => [
                        text,
                        null,
                    ]),
                ];
                const keys = numbers.map(([text], i) => `"number${i}" "${text}"`);
                const source = `{\n"classname" "worldspawn"\n${keys.join("\n")}\n}\n`;
                const { bytes } = await halfspace.compileMap(source, { name: "numbers.map" });
                const level = await halfspace.loadLevel(bytes);
                const world = level.entities[0]!;
                expectEqual(
                    JSON.stringify(numbers.map((_, i) => world.number(`number${i}`))),
                    JSON.stringify(numbers.map(([, value]) => value)),
                    "the numbers",
                );
                level.dispose();
            },
        },
        {
            name: "text that is not UTF-8 has U+FFFD for each such byte",
            async run() {
                const source = `{\n"classname" "worldspawn"\n"message" "caf\u00e9"\n}\n`;
                const latin1 = Uint8Array.from(source, (letter) => letter.charCodeAt(0));
                for (const [bytes, message] of [
                    [latin1, "caf\ufffd"],
                    [new TextDecoder("windows-1252").decode(latin1), "caf\u00e9"],
                    [new TextEncoder().encode(source), "caf\u00e9"],
                ] as const) {
                    const compiled = await halfspace.compileMap(bytes, kName);
                    const level = await halfspace.loadLevel(compiled.bytes);
                    expectEqual(level.entities[0].get("message"), message, "the message");
                    level.dispose();
                }
            },
        },
        {
            name: "before the walls of a body there is room, and behind them there is none",
            async run() {
                const { bytes } = await halfspace.compileMap(await read("levels/keep.map"), kName);
                const level = await halfspace.loadLevel(bytes);
                const walls = await halfspace.bodyWalls(level, "stand");
                const count = walls.firsts.length - 1;
                expectTrue(count > 100, "there are walls");
                expectEqual(walls.firsts[count], walls.positions.length / 3, "the last corner");
                expectEqual(walls.colours.length, 4 * count, "the colours");
                for (let i = 0; i < count; ++i) {
                    const [x, y, z, d] = walls.planes.subarray(4 * i, 4 * i + 4);
                    const middle = [0, 0, 0];
                    const corners = walls.firsts[i + 1]! - walls.firsts[i]!;
                    for (let c = walls.firsts[i]!; c < walls.firsts[i + 1]!; ++c) {
                        const p = walls.positions.subarray(3 * c, 3 * c + 3);
                        const height = x! * p[0]! + y! * p[1]! + z! * p[2]! - d!;
                        expectTrue(Math.abs(height) < 1e-6, `wall ${i}, corner ${c}: in its plane`);
                        middle.forEach((_, axis) => (middle[axis]! += p[axis]! / corners));
                    }
                    const at = (distance: number) => [
                        middle[0]! + x! * distance,
                        middle[1]! + y! * distance,
                        middle[2]! + z! * distance,
                    ];
                    expectTrue(level.isFree("stand", at(1e-3)), `wall ${i}: room before it`);
                    expectTrue(!level.isFree("stand", at(-1e-3)), `wall ${i}: no room behind it`);
                }
                await expectError(halfspace, /no body "nobody"/, () =>
                    halfspace.bodyWalls(level, "nobody"),
                );
                await expectError(halfspace, /^mask: expected some of Contents.BodyBlockers/, () =>
                    halfspace.bodyWalls(level, "stand", { mask: halfspace.Contents.Water }),
                );
                const models = [1, 0];
                const [door, world] = await halfspace.bodyWallsAll(level, "stand", models);
                expectEqual(hashOfWalls(world!), hashOfWalls(walls), "the world among others");
                const alone = await halfspace.bodyWalls(level, "stand", { model: 1 });
                expectEqual(hashOfWalls(door!), hashOfWalls(alone), "the door among others");
                expectTrue(hashOfWalls(alone) !== hashOfWalls(walls), "the door is not the world");
                expectEqual(await halfspace.bodyWallsAll(level, "stand", []), [], "no model");
                const none = await halfspace.bodyWalls(level, "stand", { mask: 0 });
                expectEqual([...none.firsts], [0], "no walls of nothing");
                const signal = AbortSignal.abort("enough");
                const stopped = await halfspace
                    .bodyWalls(level, 1, { signal })
                    .catch((reason) => reason);
                expectEqual(stopped, "enough", "the reason of the signal");
                level.dispose();
            },
        },
        {
            name: "progress names stages, with fractions from 0 to 1",
            async run() {
                const seen: [stage: string, fraction: number][] = [];
                await halfspace.compileMap(await read("levels/station.map"), {
                    name: "station.map",
                    verify: true,
                    onProgress: (stage, fraction) => seen.push([stage, fraction]),
                });
                expectTrue(new Set(seen.map(([stage]) => stage)).size > 4, "few stages");
                expectEqual(seen.at(-1), ["verify", 0], "the last stage");
                for (const [stage, fraction] of seen) {
                    expectTrue(
                        stage !== "" && fraction >= 0 && fraction <= 1,
                        `${stage} ${fraction}`,
                    );
                }
            },
        },
        {
            name: "a bad brush is an error, or a warning if it may be left out",
            async run() {
                const bad = { name: "bad.map" };
                await expectError(halfspace, /^bad\.map:3/, () =>
                    halfspace.compileMap(badBrush, bad),
                );
                const { bytes, warnings } = await halfspace.compileMap(badBrush, {
                    ...bad,
                    skipBadBrushes: true,
                });
                expectTrue(/bad\.map:3/.test(warnings.join("\n")), `no line in ${warnings}`);
                const level = await halfspace.loadLevel(bytes);
                expectEqual(level.contents([0, 0, 0]), halfspace.Contents.Solid, "the good brush");
                level.dispose();
            },
        },
        {
            name: "the bodies are those of the options, and the level is proved",
            async run() {
                // Objects of a game have further members, which no worker can receive.
                const cat = {
                    name: "cat",
                    min: Float64Array.of(-8, -8, 0),
                    max: [8, 8, 16],
                    draw: () => "a cat",
                };
                const { bytes } = await halfspace.compileMap(await read("levels/keep.map"), {
                    ...kName,
                    bodies: [cat],
                    verify: true,
                });
                const level = await halfspace.loadLevel(bytes);
                expectEqual(level.space("cat"), 1, "the space of the cat");
                expectEqual(level.spaces.length, 2, "the spaces");
                expectEqual(level.spaces[1].max, [8, 8, 16], "the body of the cat");
                level.dispose();
            },
        },
        {
            name: "separate trees have the bytes of the native library",
            async run() {
                const { bytes } = await halfspace.compileMap(await read("levels/keep.map"), {
                    ...kName,
                    collision: "separate",
                    verify: true,
                });
                const wanted = hashOf(await read("damaged/separate.hsw"));
                expectEqual(hashOf(bytes), wanted, "the level");
                expectTrue(wanted !== native["keep.map"].bytes, "the level has other trees");
            },
        },
        {
            name: "two compiles at the same time do not disturb each other",
            async run() {
                const names = ["keep.map", "cistern.map"];
                const done = await Promise.all(
                    names.map(async (name) =>
                        halfspace.compileMap(await read(`levels/${name}`), { name }),
                    ),
                );
                names.forEach((name, i) =>
                    expectEqual(hashOf(done[i].bytes), native[name].bytes, name),
                );
            },
        },
    ];
}

export const suite: Suite = (around) => [...forms(around), ...ends(around), ...options(around)];
