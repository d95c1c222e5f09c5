// SPDX-License-Identifier: MIT
// The octree of halfspace/spatial against a list of boxes. Both compute in doubles, so the answers are
// the same to the last bit.
import { Frustum, HalfspaceError, type Point } from "halfspace";
import { initSpatial, Octree, type ObjectHit } from "halfspace/spatial";
import { beforeAll, describe, expect, it } from "vitest";
import { Random } from "../hash.js";

const random = new Random(1);

/** A number from 0 to `range`, in 4096 steps. */
function any(range: number): number {
    return ((random.next() % 4096) / 4096) * range;
}

function anyPoint(range: number): Point {
    return [any(range), any(range), any(range)];
}

interface Box {
    min: Point;
    max: Point;
}

function anyBox(range: number, size: number): Box {
    const min = anyPoint(range);
    return { min, max: [min[0] + any(size), min[1] + any(size), min[2] + any(size)] };
}

const axes = [0, 1, 2] as const;

function areNear(a: Box, b: Box, margin: number): boolean {
    return axes.every((i) => a.min[i] - b.max[i] <= margin && b.min[i] - a.max[i] <= margin);
}

function isInView(planes: ArrayLike<number>, { min, max }: Box): boolean {
    for (let i = 0; i < 20; i += 4) {
        const reach = axes.map(
            (axis) => planes[i + axis]! * (planes[i + axis]! >= 0 ? max : min)[axis],
        );
        if (reach[0]! + reach[1]! + reach[2]! < planes[i + 3]!) {
            return false;
        }
    }
    return true;
}

function entry(box: Box, from: Point, to: Point): number | null {
    let [first, last] = [0, 1];
    for (const i of axes) {
        const way = to[i] - from[i];
        const low = (box.min[i] - from[i]) / way;
        const high = (box.max[i] - from[i]) / way;
        first = Math.max(first, Math.min(low, high));
        last = Math.min(last, Math.max(low, high));
    }
    return first <= last ? first : null;
}

function thoseOf(boxes: Map<number, Box>, test: (box: Box) => boolean): number[] {
    return [...boxes]
        .filter(([, box]) => test(box))
        .map(([id]) => id)
        .sort((a, b) => a - b);
}

beforeAll(() => initSpatial());

function check(octree: Octree, boxes: Map<number, Box>): void {
    const wanted = anyBox(100, 60);
    expect([...octree.inBox(wanted.min, wanted.max)]).toEqual(
        thoseOf(boxes, (box) => areNear(box, wanted, 0)),
    );
    const centre = anyPoint(100);
    expect([...octree.inSphere(centre, 30)]).toEqual(
        thoseOf(boxes, ({ min, max }) => {
            const out = axes.map((i) => Math.max(min[i] - centre[i], 0, centre[i] - max[i]));
            return out[0]! * out[0]! + out[1]! * out[1]! + out[2]! * out[2]! <= 900;
        }),
    );
    const planes = Array.from({ length: 5 }, () => [
        any(2) - 1,
        any(2) - 1,
        any(2) - 1,
        -20,
    ]).flat();
    const seen = octree.inView(Frustum.fromPlanes(planes));
    expect([...seen]).toEqual(thoseOf(boxes, (box) => isInView(planes, box)));
    const [from, to] = [anyPoint(100), anyPoint(100).map((x) => x + 1 / 3) as Point];
    const hits: ObjectHit[] = thoseOf(boxes, (box) => entry(box, from, to) !== null)
        .map((id) => ({ id, fraction: entry(boxes.get(id)!, from, to)! }))
        .sort((a, b) => a.fraction - b.fraction || a.id - b.id);
    expect(octree.onSegment(from, to)).toEqual(hits);
    const ids = thoseOf(boxes, () => true);
    const pairs = ids.flatMap((a) =>
        ids
            .filter((b) => b > a && areNear(boxes.get(a)!, boxes.get(b)!, 0.5))
            .flatMap((b) => [a, b]),
    );
    expect([...octree.nearPairs(0.5)]).toEqual(pairs);
    expect(octree.size).toBe(boxes.size);
}

describe("an octree", () => {
    it("answers as a list of boxes does, whatever is born, moves and dies", () => {
        for (const options of [{}, { smallestCell: 1, splitAbove: 4 }]) {
            const octree = new Octree(options);
            const boxes = new Map<number, Box>();
            for (let step = 0; step < 3000; ++step) {
                const [id] =
                    boxes.size > 0 ? [[...boxes.keys()][random.next() % boxes.size]!] : [0];
                const box = anyBox(100, 4);
                if (boxes.size < 200 || random.next() % 8 === 0) {
                    boxes.set(octree.insert(box.min, box.max), box);
                } else if (random.next() % 8 === 0) {
                    octree.remove(id);
                    boxes.delete(id);
                    expect(octree.box(id)).toBeNull();
                } else {
                    octree.update(id, box.min, box.max);
                    boxes.set(id, box);
                    expect(octree.box(id)).toEqual(box);
                }
                if (step % 100 === 0) {
                    check(octree, boxes);
                }
            }
            const ids = [...boxes.keys()];
            ids.forEach((id) => boxes.set(id, anyBox(100, 4)));
            octree.updateAll(
                ids,
                [...boxes.values()].flatMap(({ min, max }) => [...min, ...max]),
            );
            check(octree, boxes);
            octree.dispose();
        }
    });

    it("counts nothing for an object that stays in its cell", () => {
        const octree = new Octree();
        const id = octree.insert([0, 0, 0], [1, 1, 1]);
        const { entries } = octree.statistics();
        octree.update(id, [0.1, 0, 0], [1.1, 1, 1]);
        expect(octree.statistics()).toMatchObject({ entries, nodes: 1, deepest: 1 });
        expect(octree.statistics().bytes).toBeGreaterThan(0);
    });

    it("keeps a number of the caller's, and skips objects by their masks", () => {
        const octree = new Octree();
        const plain = octree.insert([0, 0, 0], [1, 1, 1]);
        const full = octree.insert([0, 0, 0], [1, 1, 1], { user: 2 ** 53 - 1, mask: 6 });
        expect(octree.data(plain)).toEqual({ user: 0, mask: 2 ** 32 - 1 });
        expect(octree.data(full)).toEqual({ user: 2 ** 53 - 1, mask: 6 });
        octree.setData(plain, { mask: 1 });
        octree.setData(plain, { user: 5 });
        expect(octree.data(plain)).toEqual({ user: 5, mask: 1 });
        const everywhere: [Point, Point] = [
            [-9, -9, -9],
            [9, 9, 9],
        ];
        // Two answers at once.
        const ones = octree.inBox(...everywhere, 1);
        const twos = octree.inSphere([0, 0, 0], 9, 2);
        expect([...ones]).toEqual([plain]);
        expect([...twos]).toEqual([full]);
        const frustum = Frustum.fromPlanes(Array(5).fill([1, 0, 0, -9]).flat());
        expect([...octree.inView(frustum, 8)]).toEqual([]);
        expect([...octree.inView(frustum, 3)]).toEqual([plain, full]);
        expect(octree.onSegment(...everywhere, 4).map(({ id }) => id)).toEqual([full]);
        expect([...octree.nearPairs(0, 1)]).toEqual([]);
        expect([...octree.nearPairs(0, 3)]).toEqual([plain, full]);
        expect(octree.remove(full)).toBe(true);
        expect(octree.remove(full)).toBe(false);
        expect(octree.data(full)).toBeNull();
        expect([...octree.inBox(...everywhere)]).toEqual([plain]);
        octree.dispose();
    });

    it("names what is wrong, and stays as it was", () => {
        const octree = new Octree();
        const id = octree.insert([0, 0, 0], [1, 1, 1]);
        const mistakes: [() => unknown, RegExp][] = [
            [() => octree.insert([0, 0], [1, 1, 1]), /insert: expected \[x, y, z\]/],
            [
                () => octree.insert([0, 0, 1], [1, 1, 0]),
                /insert: expected min <= max .* found min 1 and max 0/,
            ],
            [() => octree.insert([0, 0, 0], [1, 1, 1e38]), /from -1e37 to 1e37, .* and max 1e\+38/],
            [() => octree.insert([0, 0, 0], [1, 1, NaN]), /three finite numbers/],
            [() => octree.update(77, [0, 0, 0], [1, 1, 1]), /update: .* no object with the id 77/],
            [() => octree.update(id, [2, 0, 0], [1, 1, 1]), /update: expected min <= max/],
            [() => octree.update(id, [-1e38, 0, 0], [1, 1, 1]), /update: .* found min -1e\+38/],
            [() => octree.update(-1, [0, 0, 0], [1, 1, 1]), /id: expected a whole number/],
            [() => octree.updateAll([id], [0, 0, 0, 1, 1]), /boxes: expected 6 numbers for each/],
            [() => octree.updateAll([id], []), /boxes: expected 6 numbers, found 0/],
            [() => octree.updateAll([id, 77], Array(12).fill(0)), /updateAll: .* the id 77/],
            [() => octree.updateAll([id], [0, 0, 2, 1, 1, 1]), /updateAll: box 0: expected min/],
            [() => octree.remove(-1), /id: expected a whole number/],
            [() => octree.setData(77, {}), /setData: there is no object with the id 77/],
            [() => octree.setData(id, { user: 0.5 }), /setData: user: expected a whole number/],
            [() => octree.setData(id, { mask: -1 }), /setData: mask: expected a whole number/],
            [() => octree.insert([0, 0, 0], [1, 1, 1], { use: 1 } as object), /no option use/],
            [() => octree.inBox([0, 0, 0], [1, 1, 1], -1), /inBox: mask: expected a whole number/],
            [() => octree.inSphere([0, 0, 0], -1), /inSphere: an argument is out of range/],
            [() => octree.inView({} as Frustum), /frustum: expected a Frustum/],
            [() => octree.nearPairs(NaN), /nearPairs: margin: expected a finite number/],
            [() => new Octree({ splitAbove: 1 }), /splitAbove from 2 to 1000/],
            [() => new Octree({ split: 1 } as object), /there is no option split/],
        ];
        for (const [mistake, text] of mistakes) {
            expect(mistake).toThrow(HalfspaceError);
            expect(mistake).toThrow(text);
        }
        expect(octree.size).toBe(1);
        expect(octree.box(id)).toEqual({ min: [0, 0, 0], max: [1, 1, 1] });
        octree.dispose();
        octree.dispose();
        expect(() => octree.size).toThrow(/this Octree was used after dispose/);
    });

    it("holds more than its memory at the start", () => {
        const octree = new Octree();
        for (let i = 0; i < 100_000; ++i) {
            octree.insert([i, 0, 0], [i + 0.5, 1, 1]);
        }
        expect(octree.inBox([0, 0, 0], [1e6, 1, 1]).length).toBe(100_000);
        expect([...octree.inBox([99_998, 0, 0], [99_999, 1, 1])]).toEqual([99_998, 99_999]);
        octree.dispose();
    });

    it("is refused before the module is loaded, and after other settings stays as it is", async () => {
        const old = new Octree();
        old.insert([0, 0, 0], [1, 1, 1]);
        await initSpatial({ maximumMemory: 16 * 2 ** 20 });
        const small = new Octree();
        expect(() => {
            for (let i = 0; i < 1e6; ++i) {
                small.insert([i, 0, 0], [i + 1, 1, 1]);
            }
        }).toThrow(/out of memory/);
        expect(() => small.size).toThrow(/can no longer be used/);
        expect(() => new Octree()).toThrow(/call `await initSpatial\(\)` first/);
        expect(old.size).toBe(1);
        await initSpatial();
        expect(new Octree().size).toBe(0);
    });
});
