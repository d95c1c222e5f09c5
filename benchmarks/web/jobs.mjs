// SPDX-License-Identifier: MIT
// The jobs of the benchmarks of the web, for Node and for pages. Each job asks one question about
// each motion, or about each ray, of a level.
import { compileMap, init, loadLevel, Mover, Shape } from "halfspace";
import { BvhPeer, OctreePeer, RapierPeer, worldGeometry } from "./peers.mjs";

const kSegments = 4096;
const kSpeed = 320; // of a player [units/s]
const kFramesPerSecond = 60;

// Marsaglia's xorshift; numbers from 0 to 1.
class Random {
    state = 2463534242;

    next() {
        this.state ^= this.state << 13;
        this.state ^= this.state >>> 17;
        this.state ^= this.state << 5;
        return (this.state >>> 0) / 2 ** 32;
    }
}

// Calls add(place, random) with random free places of the body `stand` until there are enough.
function collect(level, add) {
    const random = new Random();
    const { min, max } = level.modelBox(0);
    const segments = [];
    while (segments.length < 6 * kSegments) {
        const place = min.map((low, axis) => low + (max[axis] - low) * random.next());
        if (level.isFree("stand", place)) {
            add(segments, place, random);
        }
    }
    return new Float64Array(segments);
}

/** What a walking player does in a frame: level motions on a floor, in any direction. */
function motionsOf(level) {
    return collect(level, (segments, place, random) => {
        const floor = level.trace("stand", place, [place[0], place[1], place[2] - 512]);
        if (!floor.hit || floor.normal[2] < 0.7) {
            return;
        }
        const angle = 2 * Math.PI * random.next();
        const way = kSpeed / kFramesPerSecond;
        const [x, y, z] = floor.end;
        segments.push(x, y, z, x + way * Math.cos(angle), y + way * Math.sin(angle), z);
    });
}

/** Rays of 256 to 512 units in any direction, from where a player's body has room between walls. */
function raysOf(level) {
    const hits = (place, way) =>
        level.trace(
            0,
            place,
            place.map((x, axis) => x + way[axis]),
        ).hit;
    const far = 32768;
    const isInside = (place) =>
        [far, -far].every((x) =>
            [
                [x, 0, 0],
                [0, x, 0],
                [0, 0, x],
            ].every((way) => hits(place, way)),
        );
    return collect(level, (segments, place, random) => {
        if (!isInside(place)) {
            return;
        }
        const z = 2 * random.next() - 1;
        const angle = 2 * Math.PI * random.next();
        const across = Math.sqrt(1 - z * z);
        const length = 256 + 256 * random.next();
        const way = [across * Math.cos(angle), across * Math.sin(angle), z];
        segments.push(...place, ...place.map((x, axis) => x + length * way[axis]));
    });
}

/** The capsule that touches the sides and the ends of a space's box. */
function capsuleOf({ min, max }) {
    const radius = max[0];
    const height = max[2] - min[2];
    return { radius, halfHeight: height / 2 - radius, centre: (min[2] + max[2]) / 2 };
}

/**
 * A level and its jobs. run(job, times) does a job so many times.
 * @param {Uint8Array} source - of the level
 * @param {string} name - of the source, with its ending
 */
export async function prepare(source, name) {
    await init();
    const { bytes } = await compileMap(source, { name });
    const level = await loadLevel(bytes);
    const motions = motionsOf(level);
    const rays = raysOf(level);
    const capsule = capsuleOf(level.spaces[level.space("stand")]);
    const body = {
        shape: Shape.capsule(capsule.halfHeight, capsule.radius),
        translation: [0, 0, capsule.centre],
    };
    const points = new Float64Array(3 * kSegments);
    for (let i = 0; i < kSegments; ++i) {
        points.set(motions.subarray(6 * i, 6 * i + 3), 3 * i);
    }
    const geometry = worldGeometry(level);
    const bvh = new BvhPeer(geometry, capsule);
    const rapier = await RapierPeer.create(geometry, capsule);
    // Of a large level the octree is a gigabyte of objects, and then garbage is collected slowly. So
    // it is made when its job, the last one, begins.
    let octree = null;
    const mover = new Mover(level, { position: points.subarray(0, 3) });

    // Arrays of three numbers, as a game has them.
    const arrays = (all, width, from) =>
        Array.from({ length: kSegments }, (_, i) => [
            ...all.subarray(width * i + from, width * i + from + 3),
        ]);
    const [starts, ends] = [arrays(motions, 6, 0), arrays(motions, 6, 3)];
    const [eyes, aims] = [arrays(rays, 6, 0), arrays(rays, 6, 3)];
    const each = (ask) => () => {
        for (let i = 0; i < kSegments; ++i) {
            ask(i);
        }
    };
    // As in a game, every batch fills the same list. The native program also fills the same memory.
    const into = level.traceAll(0, rays);
    let steps = 0;
    const jobs = {
        trace: () => level.traceAll("stand", motions, { into }),
        sweep: () => level.sweepAll(body, motions, { into }),
        ray: () => level.traceAll(0, rays, { into }),
        contents: () => level.contentsAll(points),
        sees: () => level.seesAll(rays),
        compile: () => compileMap(source, { name }),
        "trace one": each((i) => level.trace("stand", starts[i], ends[i])),
        "sweep one": each((i) => level.sweep(body, starts[i], ends[i])),
        "ray one": each((i) => level.trace(0, eyes[i], aims[i])),
        "contents one": each((i) => level.contents(starts[i])),
        "sees one": each((i) => level.sees(eyes[i], aims[i])),
        // A walk that turns now and then, and begins anew at another place.
        step: each((i) => {
            if (i % 64 === 0) {
                mover.placeAt(starts[i]);
            }
            mover.step({ forward: 1, yaw: 90 * (++steps >> 5) });
        }),
        "bvh capsule": each((i) => bvh.move(motions, i)),
        "bvh ray": each((i) => bvh.castRay(rays, i)),
        "rapier capsule": each((i) => rapier.move(motions, i)),
        "rapier ray": each((i) => rapier.castRay(rays, i)),
        "octree capsule": () => {
            octree ??= new OctreePeer(geometry, capsule);
            each((i) => octree.move(motions, i))();
        },
    };

    // The share of questions in which something is touched.
    const share = (job, peer) => {
        jobs[job]();
        const before = peer().touches;
        jobs[job]();
        return (peer().touches - before) / kSegments;
    };
    const hits = ({ hits: flags }) => flags.reduce((sum, hit) => sum + hit, 0) / kSegments;
    const touches = () => ({
        trace: hits(jobs.trace()),
        sweep: hits(jobs.sweep()),
        "bvh capsule": share("bvh capsule", () => bvh),
        "octree capsule": share("octree capsule", () => octree),
        ray: hits(jobs.ray()),
        "bvh ray": share("bvh ray", () => bvh),
        "rapier capsule": share("rapier capsule", () => rapier),
        "rapier ray": share("rapier ray", () => rapier),
    });
    return {
        motions,
        rays,
        capsule,
        triangles: geometry.index.count / 3,
        touches,
        names: Object.keys(jobs),
        async run(job, times) {
            for (; times > 0; --times) {
                await jobs[job]();
            }
        },
    };
}

/** How many questions a job answers. */
export function questions(job) {
    return job === "compile" ? 1 : kSegments;
}
