// SPDX-License-Identifier: MIT
// The hash of a level with navigation meshes, and of their answers: that of nav_questions.c.
import type { Level, NavEdge, NavMesh, NavPlace } from "halfspace";
import { Hash } from "./hash.js";
import { Places } from "./questions.js";

type Halfspace = typeof import("halfspace");

const kPlaces = 1000;
const kPaths = 300;
const kAgents = 12;
const kSteps = 150;

function addPlace(hash: Hash, place: NavPlace | null): void {
    hash.flag(place !== null);
    if (place !== null) {
        hash.word(place.polygon);
        hash.doubles(place.position);
    }
}

function addEdge(hash: Hash, { polygon, corner }: NavEdge): void {
    hash.word(polygon);
    hash.word(corner);
}

function addPolygons(hash: Hash, mesh: NavMesh): void {
    const { firstCorners, corners, neighbours, islands, contents } = mesh.polygons();
    hash.word(mesh.polygonCount);
    hash.word(mesh.islandCount);
    for (let p = 0; p < mesh.polygonCount; ++p) {
        hash.word(firstCorners[p]);
        hash.word(islands[p]);
        hash.word(contents[p]);
    }
    hash.memory(corners);
    hash.memory(new Uint32Array(neighbours.buffer));
}

function addPlaces(hash: Hash, level: Level, mesh: NavMesh): void {
    const places = new Places(level, 31);
    for (let i = 0; i < kPlaces; ++i) {
        const position = places.next(1);
        addPlace(hash, mesh.locate(position));
        addPlace(hash, mesh.locate(position, { reach: i % 200, above: (i % 3) / 32 }));
        addPlace(hash, mesh.nearest(position, i % 2 === 0 ? Infinity : i));
    }
}

function addWays(hash: Hash, mesh: NavMesh): void {
    for (let i = 0; i < kPaths; ++i) {
        const island = i % mesh.islandCount;
        const from = mesh.randomPlace(2 * i, { island });
        const to = mesh.randomPlace(2 * i + 1, i % 4 === 0 ? {} : { island });
        addPlace(hash, from);
        addPlace(hash, to);
        if (from === null || to === null) {
            continue;
        }
        const hit = mesh.raycast(from, to.position);
        addPlace(hash, hit.end);
        hash.flag(hit.wall !== null);
        if (hit.wall !== null) {
            addEdge(hash, hit.wall);
        }
        const wall = mesh.wallDistance(from, i % 2 === 0 ? Infinity : i % 30);
        if (wall !== null) {
            hash.doubles([wall.distance]);
            addPlace(hash, wall.place);
            addEdge(hash, wall.edge);
        }
        hash.flag(mesh.isReachable(from, to));
        const path = mesh.findPath(from, to);
        if (path !== null) {
            hash.doubles([path.length]);
            path.points.forEach((point) => hash.doubles(point));
            hash.memory(path.polygons);
        }
    }
}

function addRoutes(hash: Hash, mesh: NavMesh): void {
    hash.word(mesh.linkCount);
    for (let i = 0; i < kPaths; ++i) {
        const from = mesh.randomPlace(2 * i)!;
        const to = mesh.randomPlace(2 * i + 1)!;
        const maxDrop = i % 2 === 0 ? Infinity : i;
        const route = mesh.findRoute(from, to, { mayJump: i % 3 !== 0, maxDrop });
        hash.flag(route !== null);
        if (route === null) {
            continue;
        }
        hash.doubles([route.seconds]);
        for (const { link, ...place } of route.points) {
            addPlace(hash, place);
            hash.flag(link !== null);
            if (link !== null) {
                hash.doubles([link.seconds]);
                addPlace(hash, link.from[0]);
                addPlace(hash, link.to[1]);
            }
        }
    }
}

function addCrowd(
    { CollisionWorld, Crowd, Mover }: Halfspace,
    hash: Hash,
    level: Level,
    mesh: NavMesh,
): void {
    const world = new CollisionWorld(level);
    const crowd = new Crowd();
    for (let i = 0; i < kAgents; ++i) {
        const [x, y, z] = mesh.randomPlace(i)!.position;
        const mover = new Mover(world, { position: [x, y, z + 1 / 16], stand: mesh.space.index });
        const agent = crowd.add(mover, mesh);
        hash.flag(agent.goTo(mesh.randomPlace(Math.floor(i / 3))) === "following");
    }
    for (let step = 0; step < kSteps; ++step) {
        crowd.step();
        for (const { mover, input } of crowd.agents) {
            hash.memory(input);
            mover.stepByInput(input);
        }
    }
    crowd.agents.forEach(({ mover }) => {
        hash.memory(mover.save());
        mover.dispose();
    });
    crowd.dispose();
    world.dispose();
}

/** Of the level of a source, compiled with navigation meshes. */
export async function hashNavigation(
    halfspace: Halfspace,
    source: Uint8Array,
    name: string,
): Promise<Hash> {
    const { compileMap, loadLevel, NavMesh } = halfspace;
    const hash = new Hash();
    const { bytes } = await compileMap(source, { name, visibility: "none", nav: true });
    const level = await loadLevel(bytes);
    hash.bytes(bytes);
    for (const { index } of level.spaces.slice(1)) {
        const mesh = new NavMesh(level, index);
        addPolygons(hash, mesh);
        addPlaces(hash, level, mesh);
        if (mesh.islandCount > 0) {
            addWays(hash, mesh);
            addRoutes(hash, mesh);
            addCrowd(halfspace, hash, level, mesh);
        }
        mesh.dispose();
    }
    level.dispose();
    return hash;
}
