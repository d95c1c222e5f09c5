// SPDX-License-Identifier: MIT
// The hash of a level with navigation meshes, and of their answers: that of nav_questions.c.
import type {
    Level,
    NavDoorState,
    NavEdge,
    NavLinkKind,
    NavMesh,
    NavPath,
    NavPlace,
    Triggers,
} from "halfspace";
import { Hash } from "./hash.js";
import { Places } from "./questions.js";

type Halfspace = typeof import("halfspace");

const kPlaces = 1000;
const kPaths = 300;
const kFields = 10;
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
    const all = mesh.polygons();
    const { firstCorners, corners, neighbours, islands, contents, areas, lows } = all;
    hash.word(mesh.polygonCount);
    hash.word(mesh.islandCount);
    for (let p = 0; p < mesh.polygonCount; ++p) {
        hash.word(firstCorners[p]);
        hash.word(islands[p]);
        hash.word(contents[p]);
        hash.word(areas[p]);
        hash.word(lows[p]);
    }
    hash.memory(corners);
    hash.memory(new Uint32Array(neighbours.buffer));
}

function addAreas(hash: Hash, mesh: NavMesh): void {
    const { areas } = mesh;
    hash.word(areas.length);
    [...areas, null].forEach((area) => {
        if (area !== null) {
            hash.text(area.name);
            hash.doubles([area.cost]);
        }
        for (let i = 0; i < 30; ++i) {
            addPlace(hash, mesh.randomPlace(i, { area: area?.name ?? -1 }));
        }
    });
}

/** A cost for each area. */
function areaCosts({ areas }: NavMesh, number: number): Record<string, number> {
    const cost = (area: number) =>
        (number + area) % 7 === 6 ? Infinity : 1 + ((number + area) % 7);
    return Object.fromEntries(areas.map(({ name }, area) => [name, cost(area)]));
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

/** The doors of `bits` are closed. */
function setDoors(doors: NavDoorState, bits: number): void {
    doors.doors.forEach((model, door) => doors.setClosed(model, ((bits >> door % 8) & 1) !== 0));
}

function addPath(hash: Hash, path: NavPath): void {
    hash.doubles([path.length]);
    path.points.forEach((point) => hash.doubles(point));
    hash.memory(path.polygons);
}

function addWays({ NavDoorState }: Halfspace, hash: Hash, mesh: NavMesh): void {
    const doors = new NavDoorState(mesh);
    hash.word(doors.doors.length);
    for (let i = 0; i < kPaths; ++i) {
        const island = i % mesh.islandCount;
        const from = mesh.randomPlace(2 * i, { island });
        const to = mesh.randomPlace(2 * i + 1, i % 4 === 0 ? {} : { island });
        addPlace(hash, from);
        addPlace(hash, to);
        if (from === null || to === null) {
            continue;
        }
        setDoors(doors, i);
        const hit = mesh.raycast(from, to.position, { doors });
        addPlace(hash, hit.end);
        hash.flag(hit.wall !== null);
        if (hit.wall !== null) {
            addEdge(hash, hit.wall);
        }
        const wall = mesh.wallDistance(from, i % 2 === 0 ? Infinity : i % 30, { doors });
        if (wall !== null) {
            hash.doubles([wall.distance]);
            addPlace(hash, wall.place);
            addEdge(hash, wall.edge);
        }
        hash.flag(mesh.isReachable(from, to, { doors }));
        const path = mesh.findPath(from, to, { doors });
        if (path !== null) {
            addPath(hash, path);
        }
    }
    doors.dispose();
}

function addFields({ DistanceField, NavDoorState }: Halfspace, hash: Hash, mesh: NavMesh): void {
    const doors = new NavDoorState(mesh);
    const field = new DistanceField(mesh);
    for (let i = 0; i < kFields; ++i) {
        setDoors(doors, 3 * i);
        const maxLength = i % 2 === 0 ? Infinity : 200 * i;
        field.find(mesh.randomPlace(1000 + i)!, { maxLength, doors });
        hash.memory(field.polygons());
        for (let k = 0; k < kPaths / kFields; ++k) {
            const place = mesh.randomPlace(k)!;
            const length = field.lengthFrom(place);
            hash.flag(length !== null);
            if (length !== null) {
                hash.doubles([length]);
                addPath(hash, field.pathFrom(place)!);
            }
        }
    }
    field.dispose();
    doors.dispose();
}

const allKinds: readonly NavLinkKind[] = [
    "walk",
    "drop",
    "jump",
    "chance",
    "teleport",
    "push",
    "ladder",
    "drawn",
    "lift",
];

function addRoutes({ gameLinks, moverLinks }: Halfspace, hash: Hash, mesh: NavMesh): void {
    hash.word(mesh.linkCount);
    for (let i = 0; i < kPaths; ++i) {
        const from = mesh.randomPlace(2 * i)!;
        const to = mesh.randomPlace(2 * i + 1)!;
        const maxDrop = i % 2 === 0 ? Infinity : i;
        const links =
            i % 3 === 0
                ? allKinds.filter((_, kind) => ((i >> kind) & 1) !== 0)
                : [...moverLinks, ...gameLinks];
        const options = {
            links,
            runSpeed: i % 7 === 0 ? 100 : Infinity,
            maxDrop,
            crouchCost: 1 + (i % 5),
            shorten: i % 4 !== 1,
            areaCosts: i % 3 === 2 ? undefined : areaCosts(mesh, i),
        };
        const route = mesh.findRoute(from, to, options);
        hash.flag(route !== null);
        if (i % 10 === 0) {
            hash.doubles([mesh.boundRoutes(from, to, 32, options)]);
        }
        if (route === null) {
            continue;
        }
        hash.doubles([route.seconds, route.cost]);
        for (const { link, ...place } of route.points) {
            addPlace(hash, place);
            hash.flag(link !== null);
            if (link !== null) {
                hash.doubles([link.seconds]);
                hash.word(link.model ?? 0xffffffff);
                addPlace(hash, link.from[0]);
                addPlace(hash, link.to[1]);
            }
        }
    }
}

function addTriggers(hash: Hash, { triggers, idle }: Triggers): void {
    hash.word(triggers.length);
    hash.word(idle.length);
    for (const { entity, model, destination, velocity } of triggers) {
        hash.word(entity);
        hash.word(model);
        hash.doubles(destination);
        hash.doubles(velocity);
    }
}

function addCrowd(halfspace: Halfspace, hash: Hash, level: Level, mesh: NavMesh): void {
    const { CollisionWorld, Crowd, DistanceField, gameLinks, Mover, moverLinks } = halfspace;
    const { NavDoorState, Triggers } = halfspace;
    const world = new CollisionWorld(level);
    const triggers = new Triggers(level);
    const doors = new NavDoorState(mesh);
    const field = new DistanceField(mesh);
    const crowd = new Crowd();
    addTriggers(hash, triggers);
    const crouches = mesh.space.name === "crouch";
    const bodies = crouches ? { stand: "stand", crouch: "crouch" } : { stand: mesh.space.index };
    const how = {
        links: [...moverLinks, ...gameLinks],
        doors,
        crouches,
        areaCosts: areaCosts(mesh, 1),
    };
    for (let i = 0; i < kAgents; ++i) {
        const [x, y, z] = mesh.randomPlace(i)!.position;
        const mover = new Mover(world, { position: [x, y, z + 1 / 16], ...bodies });
        const agent = crowd.add(mover, mesh, how);
        const goal = mesh.randomPlace(Math.floor(i / 3))!;
        if (i % 2 === 0) {
            field.find(goal);
        }
        hash.flag(agent.goTo(i % 2 === 0 ? field : goal) === "following");
    }
    for (let step = 0; step < kSteps; ++step) {
        setDoors(doors, Math.floor(step / 32));
        crowd.step();
        for (const { mover, input } of crowd.agents) {
            hash.memory(input);
            mover.stepByInput(input);
            hash.flag(triggers.apply(mover) !== null);
        }
    }
    crowd.agents.forEach(({ mover }) => {
        hash.memory(mover.save());
        mover.dispose();
    });
    [triggers, field, doors, crowd, world].forEach((each) => each.dispose());
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
        addAreas(hash, mesh);
        addPlaces(hash, level, mesh);
        if (mesh.islandCount > 0) {
            addWays(halfspace, hash, mesh);
            addRoutes(halfspace, hash, mesh);
            addFields(halfspace, hash, mesh);
            addCrowd(halfspace, hash, level, mesh);
        }
        mesh.dispose();
    }
    level.dispose();
    return hash;
}
