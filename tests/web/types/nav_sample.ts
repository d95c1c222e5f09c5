// SPDX-License-Identifier: MIT
// Uses everything of the package that is about finding ways. `types_test.mjs` checks it.
import {
    Crowd,
    CrowdAgent,
    DistanceField,
    Doors,
    gameLinks,
    Mover,
    moverLinks,
    NavDoorState,
    NavMesh,
    PathFollower,
    Triggers,
    type CrowdOptions,
    type DoorOptions,
    type FieldOptions,
    type FollowOptions,
    type FollowStatus,
    type IdleTrigger,
    type Level,
    type LocateOptions,
    type NavArea,
    type NavEdge,
    type NavLink,
    type NavLinkKind,
    type NavPath,
    type NavPlace,
    type NavPolygons,
    type NavRayHit,
    type NavRoute,
    type NavWall,
    type Point,
    type RouteOptions,
    type RoutePoint,
    type Space,
    type Trigger,
    type VectorOfThree,
    type WayOptions,
} from "halfspace";

const here: Point = [0, 0, 32];

export function navigating(level: Level): unknown[] {
    const floors = new NavMesh(level, "stand");
    const how: LocateOptions = { reach: 100, above: 1 };
    const from: NavPlace | null = floors.locate(here, how) ?? floors.nearest(here, 64);
    const to: NavPlace | null = floors.randomPlace(7, { island: floors.islandCount - 1 });
    if (from === null || to === null) {
        return [];
    }
    const path: NavPath | null = floors.isReachable(from, to)
        ? floors.findPath(from, to, { maxNodes: 1000 })
        : null;
    const closed = new NavDoorState(floors);
    const among: DoorOptions = { doors: closed };
    closed.setClosed(closed.doors[0] ?? 1, !closed.isClosed(1));
    const { end, wall }: NavRayHit = floors.raycast(from, to.position, among);
    const nearest: NavWall | null = floors.wallDistance(end, 100, among);
    const border: NavEdge | null = nearest ? nearest.edge : wall;
    const all: NavPolygons = floors.polygons();
    const arrays: ArrayLike<number>[] = [
        all.firstCorners,
        all.corners,
        all.neighbours,
        all.islands,
        all.contents,
        all.areas,
        all.lows,
        path?.polygons ?? [],
        path?.points.at(-1) ?? [],
    ];
    const island: number = floors.islandOf(border?.polygon ?? floors.polygonCount - 1);
    const body: Space = floors.space;
    const area: NavArea | null = floors.areaOf(from.polygon) ?? floors.areas[0] ?? null;
    const named: NavPlace | null = floors.randomPlace(7, { area: area?.name ?? -1 });
    const doors = new Doors(level);
    const visitor: VectorOfThree = { isVector3: true, x: 0, y: 1, z: 0 };
    doors.step(1 / 64, [visitor, here]);
    const manner: FollowOptions = {
        areaCosts: { mud: 4, garden: Infinity },
        shorten: false,
        crouches: true,
        lifts: doors,
        speed: 0.8,
        clearance: 4,
        lavaCost: Infinity,
        links: gameLinks,
        doors: closed,
    };
    const follower = new PathFollower(floors, manner);
    const monster = new Mover(level, { position: from.position });
    const field = new DistanceField(floors);
    const far: FieldOptions = { ...among, maxLength: 1000, maxNodes: 1000 };
    field.find(to, far);
    const lengths = [field.lengthFrom(from), field.pathFrom(from)?.length, field.goal?.polygon];
    const isSame: boolean = field.isCurrent && field.mesh === closed.mesh;
    const status: FollowStatus = follower.goTo(monster, isSame ? field : to);
    monster.stepByInput(follower.step(monster));
    const left: Point | undefined = follower.points().at(-1);
    arrays.push(left ?? [], field.polygons());
    if (status === "unreachable" || follower.status === "stuck") {
        follower.stop();
    }
    follower.dispose();
    const quick: RouteOptions = { crouchCost: 2, links: moverLinks, speed: 200, maxNodes: 1000 };
    const ways: WayOptions = quick;
    const route: NavRoute | null = floors.findRoute(from, to, { links: ways.links ?? [] });
    const dear: number = floors.boundRoutes(from, to, 16, quick) / (route?.cost ?? 1);
    const corner: RoutePoint | undefined = route?.points[0];
    const link: NavLink | null = corner?.link ?? floors.link(floors.linkCount - 1);
    const kind: NavLinkKind = link.kind;
    const carrier: number = link.model ?? -1;
    arrays.push(link.to[1].position, [link.seconds, route?.seconds ?? 0, kind.length, carrier]);
    const triggers = new Triggers(level, { gravity: 800 });
    const touched: Trigger | null = triggers.touched(monster) ?? triggers.apply(monster);
    const idle: IdleTrigger | undefined = triggers.idle[0];
    const works: Trigger | undefined = triggers.level === level ? triggers.triggers[0] : undefined;
    const apart: CrowdOptions = { gap: 4, maxNeighbours: 5 };
    const crowd = new Crowd(apart);
    const agent: CrowdAgent = crowd.add(monster, floors, manner);
    const sent: FollowStatus = agent.goTo(field) || agent.goTo(to);
    crowd.step();
    crowd.agents.forEach(({ mover, input }) => mover.stepByInput(input));
    if (sent === "unreachable" || agent.status === "stuck") {
        agent.remove();
    }
    crowd.dispose();
    floors.dispose();
    const rest = [
        floors.isLow(from.polygon),
        dear,
        area?.cost,
        named?.polygon,
        touched,
        idle?.reason,
        works?.destination,
        ...lengths,
    ];
    return [arrays, island, body, path?.length, nearest?.distance, nearest?.place, border, rest];
}
