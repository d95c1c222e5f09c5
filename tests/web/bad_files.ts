// SPDX-License-Identifier: MIT
// Files that are no levels, and damaged levels: each gives an error with a text that says why, and a
// good level can still be loaded and asked.
import {
    type Check,
    type Suite,
    type Surroundings,
    expectEqual,
    expectError,
    expectTrue,
} from "./checks.js";
import { Random } from "./hash.js";

/** What halfspace_web_damage writes into damaged.json. */
interface Damaged {
    file: string;
    damage: string;
    /** What the native library says; "" if it takes the file. */
    error: string;
}

const kJunkBytes = 50_000_000;

function junk(seed: number, size: number): Uint8Array {
    const random = new Random(seed);
    const words = new Uint32Array(Math.ceil(size / 4));
    for (let i = 0; i < words.length; ++i) {
        words[i] = random.next();
    }
    return new Uint8Array(words.buffer, 0, size);
}

const text = (content: string) => new TextEncoder().encode(content);

/** Loads the good level and asks it something. */
async function expectGood({ halfspace, read }: Surroundings): Promise<void> {
    const level = await halfspace.loadLevel(await read("damaged/good.hsw"));
    const contact = level.trace("stand", [64, 256, 60], [64, 256, -60]);
    expectEqual([contact.hit, contact.normal], [true, [0, 0, 1]], "the floor of keep.map");
    level.dispose();
}

function claims(around: Surroundings): Check[] {
    const { halfspace, read } = around;
    const files: Record<string, () => Uint8Array | Promise<Uint8Array>> = {
        "an empty file": () => new Uint8Array(0),
        "three bytes": () => junk(1, 3),
        "the source of a level": () => read("levels/keep.map"),
        "a picture": () => text("\x89PNG\r\n\x1a\n and more"),
        "a page about a missing file": () => text("<!doctype html><title>404</title>"),
        "50 MB of junk": () => junk(2, kJunkBytes),
    };
    return Object.entries(files).map(([what, bytes]) => ({
        name: `${what} is no level`,
        async run() {
            const source = await bytes();
            await expectError(
                halfspace,
                /^junk\.hsw: (this is an HTML page|error: the file is empty|error: it is not|error: this is not|error: .*not a)/,
                () => halfspace.loadLevel(source, { name: "junk.hsw" }),
            );
            await expectGood(around);
        },
    }));
}

function cuts(around: Surroundings): Check {
    const { halfspace, read } = around;
    return {
        name: "a level that is cut off, at places from a seed, is no level",
        async run() {
            const good = await read("damaged/good.hsw");
            const random = new Random(3);
            for (let i = 0; i < 64; ++i) {
                const size = random.next() % good.length;
                await expectError(halfspace, /^cut\.hsw: /, () =>
                    halfspace.loadLevel(good.slice(0, size), { name: "cut.hsw" }),
                );
            }
            await expectGood(around);
        },
    };
}

function flips(around: Surroundings): Check {
    const { halfspace, read } = around;
    return {
        name: "a level in which a bit flipped is refused by its checksum",
        async run() {
            const bytes = (await read("damaged/good.hsw")).slice();
            const random = new Random(4);
            for (let i = 0; i < 64; ++i) {
                const at = 16 + (random.next() % (bytes.length - 16));
                const mask = 1 << random.next() % 8;
                bytes[at] ^= mask;
                await expectError(halfspace, /^flip\.hsw: .*checksum/, () =>
                    halfspace.loadLevel(bytes, { name: "flip.hsw" }),
                );
                bytes[at] ^= mask;
            }
            await expectGood(around);
        },
    };
}

function damaged(around: Surroundings): Check {
    const { halfspace, read } = around;
    return {
        name: "levels with damaged sections and a right checksum get the native library's answers",
        async run() {
            const list: Damaged[] = JSON.parse(
                new TextDecoder().decode(await read("damaged/damaged.json")),
            );
            for (const { file, damage, error } of list) {
                const bytes = await read(`damaged/${file}`);
                const found = await halfspace.loadLevel(bytes, { name: "damaged" }).then(
                    (level) => (level.dispose(), ""),
                    (reason: Error) => reason.message,
                );
                expectEqual(found, error, `${file} (${damage})`);
            }
            await expectGood(around);
        },
    };
}

interface Source {
    name: string;
    content(): string | Uint8Array;
    /** What the message must say. */
    message: RegExp;
}

const badNumber =
    '{\n"classname" "worldspawn"\n{\n( 0 0 zero ) ( 1 0 0 ) ( 0 1 0 ) x 0 0 0 1 1\n}\n}\n';

const sources: Record<string, Source> = {
    "an empty compiled level": {
        name: "empty.bsp",
        content: () => new Uint8Array(0),
        message: /^empty\.bsp/,
    },
    "a source without its end": {
        name: "cut.map",
        content: () => '{\n"classname" "worldspawn"\n',
        message: /^cut\.map:\d+/,
    },
    "a source with a bad number": {
        name: "number.map",
        content: () => badNumber,
        message: /^number\.map:4/,
    },
    "a source whose ending says nothing": {
        name: "level.doc",
        content: () => "{\n}\n",
        message: /\.bsp.*\.map.*\.grid$/,
    },
    "50 MB of junk as a map": {
        name: "junk.map",
        content: () => junk(5, kJunkBytes),
        message: /^junk\.map/,
    },
    "50 MB of junk as a grid": {
        name: "junk.grid",
        content: () => junk(6, kJunkBytes),
        message: /^junk\.grid/,
    },
    "50 MB of junk as a compiled level": {
        name: "junk.bsp",
        content: () => junk(7, kJunkBytes),
        message: /^junk\.bsp/,
    },
};

function compiles(around: Surroundings): Check[] {
    const { halfspace } = around;
    return Object.entries(sources).map(([what, { name, content, message }]) => ({
        name: `${what} cannot be compiled`,
        async run() {
            await expectError(halfspace, message, () => halfspace.compileMap(content(), { name }));
            await expectGood(around);
        },
    }));
}

/** What is no file at all, or one of another kind. */
function mistakes({ halfspace, read }: Surroundings): Check {
    const page = () => new Response("<!DOCTYPE html><p>Here is no level.");
    const map = '// Game: Quake\n{\n"classname" "worldspawn"\n}\n'.repeat(20);
    const { compileMap, loadLevel } = halfspace;
    const all: [message: RegExp, act: () => unknown][] = [
        [/^level: this is an HTML page; is the address right\?$/, () => loadLevel(page())],
        [/^a\.map: this is an HTML page/, () => compileMap(page(), { name: "a.map" })],
        [/^compileMap: this is an HTML page/, async () => compileMap(await page().text())],
        [
            /^loadLevel: this looks like a source: compile it first by compileMap/,
            () => loadLevel(map),
        ],
        [
            /^compileMap: a string is the source itself, found "public\/level\.map"; of an address/,
            () => compileMap("public/level.map"),
        ],
        [
            /^compileMap: expected the text of a source, a URL or bytes .* found undefined$/,
            () => compileMap(undefined as never),
        ],
        [
            /^loadLevel: expected an address or bytes .* found an object; give its member bytes$/,
            async () => loadLevel((await compileMap("{}")) as never),
        ],
    ];
    return {
        name: "what is no file of a level gets an error of one line that says so",
        async run() {
            for (const [message, act] of all) {
                await expectError(halfspace, message, act);
                let said = "";
                try {
                    await act();
                } catch (error) {
                    said = (error as Error).message;
                }
                expectTrue(said.length < 200, said);
            }
            const long = new URL(`none:${"a".repeat(999)}`);
            await expectError(halfspace, /^none:a{195}… cannot be read/, () => loadLevel(long));
            const level = await loadLevel(await read("damaged/good.hsw"));
            await expectError(
                halfspace,
                /^expected the name or the number of a body first, found \[64, 256, 24\]; the level has "point", "stand"/,
                () =>
                    (level.trace as (...of: unknown[]) => unknown).call(
                        level,
                        [64, 256, 24],
                        [64, 1000, 24],
                    ),
            );
            level.dispose();
        },
    };
}

export const suite: Suite = (around) => [
    mistakes(around),
    ...claims(around),
    cuts(around),
    flips(around),
    damaged(around),
    ...compiles(around),
];
