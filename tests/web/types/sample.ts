// SPDX-License-Identifier: MIT
// Uses everything that the package exports. It is checked (types_test.mjs), and never runs.
import {
    type BodyWalls,
    type WallOptions,
    type WorkOptions,
    bodyWalls,
    bodyWallsAll,
    findLeak,
    AreaState,
    BatchOptions,
    CollisionMesh,
    CollisionWorld,
    ContactList,
    Contents,
    Entity,
    Frustum,
    HalfspaceError,
    Level,
    MeshTouchList,
    ModelOrder,
    Mover,
    Shape,
    VisibleFaces,
    anglesTowards,
    compileMap,
    checkMeshes,
    compileMeshes,
    contactPoints,
    facing,
    shapesTimeOfImpact,
    init,
    isSupported,
    loadLevel,
    moveAndSlide,
    shapesPenetration,
    shapesDistance,
    shapesOverlap,
    type AreaPortal,
    type AskLevel,
    type AskMesh,
    type TriangleBvhOptions,
    type Sides,
    type PlacedMesh,
    type MeshTouch,
    type MeshSweepOptions,
    type MeshOverlap,
    type MeshBatchOptions,
    type AskWorld,
    type Body,
    type CheckMeshesOptions,
    type CompileMeshesOptions,
    type CompileOptions,
    type CompileSettings,
    type CompiledMap,
    type Contact,
    type ContactPoint,
    type Controls,
    type Corners,
    type DrawList,
    type DrawOrder,
    type Face,
    type FaceSource,
    type TimeOfImpact,
    type InitOptions,
    type Leak,
    type LeaveOut,
    type LevelSource,
    type Mask,
    type MeshCheck,
    type MeshEntity,
    type MeshMaterial,
    type MeshObject,
    type MoverBody,
    type MoverOptions,
    type MoverStep,
    type Nodes,
    type Obstacle,
    type Penetration,
    type Place,
    type PlacedShape,
    type Placement,
    type Point,
    type Portal,
    type Distance,
    type Slide,
    type Space,
    type Surface,
    type TraceOptions,
    type Vec3,
    type WasmSource,
} from "halfspace";

const here: Point = [64, 256, 60];
const there: Vec3 = Float64Array.of(64, 256, -60);

function moved({ entity, line, opening, brushLines, text }: Leak): Leak {
    const first: Point | undefined = line[0];
    return { entity, line: first ? [first] : [], opening: opening.slice(1), brushLines, text };
}

async function compiled(source: LevelSource, wasm: WasmSource): Promise<CompiledMap> {
    const cat: Body = { name: "cat", min: [-8, -8, 0], max: [8, 8, 16] };
    const settings: CompileSettings = {
        name: "keep.map",
        gridExponent: 4,
        bodies: [cat],
        facetTolerance: 1,
        skipBadBrushes: true,
        collision: "separate",
        fillOutside: true,
        visibility: "fast",
        visibleDistance: 4096,
        nav: true,
        verify: true,
    };
    const work: WorkOptions = {
        wasm,
        worker: new URL("https://example.org/worker.js"),
        signal: AbortSignal.timeout(1000),
        onProgress: (stage: string, fraction: number) => void [stage, fraction],
    };
    const options: CompileOptions = { ...settings, ...work };
    const { bytes, warnings, leak }: CompiledMap = await compileMap(source, options);
    return { bytes: bytes.subarray(0), warnings: warnings.slice(), leak: leak && moved(leak) };
}

export async function meshes(): Promise<CompiledMap> {
    const glass: MeshMaterial = { name: "glass", opacity: 0.5, isMasked: false };
    const door: MeshEntity = {
        keys: { classname: "func_door", speed: 90, silent: true },
        origin: [1, 2, 3],
    };
    const leaf: MeshObject = {
        name: "leaf",
        vertices: new Float32Array(12),
        indices: new Uint16Array(12),
        texcoords: new Float64Array(24),
        materials: ["stone", glass],
        triangleMaterials: [0, 1, 0, 1],
        tag: "room",
        contents: Contents.Solid,
        isDrawn: true,
        isRoom: false,
        entity: 0,
    };
    const options: CompileMeshesOptions = { name: "a", entities: [door], transfer: true };
    const checked: CheckMeshesOptions = { gridExponent: 3 };
    const checks: MeshCheck[] = await checkMeshes([leaf], checked);
    if (checks.some(({ verdict }) => verdict === "open")) {
        throw new HalfspaceError(checks[0]!.errors.join());
    }
    return compileMeshes([leaf], options);
}

async function walls(level: Level): Promise<number> {
    const options: WallOptions = { mask: Contents.Solid, model: 0, signal: AbortSignal.timeout(1) };
    const found: BodyWalls = await bodyWalls(level, "stand", options);
    const all: BodyWalls[] = await bodyWallsAll(level, 1, [0, 1], { mask: Contents.Solid });
    const leak: Leak | null = await findLeak(level, { signal: AbortSignal.timeout(1) });
    return (
        (leak?.brushLines.length ?? 0) +
        all.length +
        found.positions.length +
        found.firsts.length +
        found.planes.length +
        found.colours.length
    );
}

function parts(level: Level): unknown[] {
    const space: Space = level.spaces[level.space("stand")]!;
    const entity: Entity = level.entities[0]!;
    const values: (string | number | Point | null)[] = [
        entity.index,
        entity.classname,
        entity.get("origin"),
        entity.number("light"),
        entity.vec3("origin"),
        entity.angles,
        entity.facing,
        entity.model,
        entity.level.modelCount,
        ...entity.keys,
        ...level.materials,
    ];
    const face: Face = level.faces()[0]!;
    const source: FaceSource = level.faceSource(0);
    const corners: Corners = level.corners();
    const nodes: Nodes = level.nodes();
    const door: Entity | null = level.modelEntity(1);
    const { first, count } = level.modelFaces(1);
    const box: { min: Point; max: Point } | null = level.modelBox(1);
    const origin: Point = level.modelOrigin(1);
    const isInTheWay: boolean = level.modelBlocks(1) || level.modelBlocks(1, Contents.Ladder);
    const leaf: number = level.findLeaf(here);
    const cluster: number = level.clusterAt(here) ?? level.clusterCount - 1;
    const { clusters, corners: ends }: Portal = level.portals[0]!;
    const isSeen: boolean = level.hasVisibility && level.maySee(cluster, clusters[0]);
    const seen: Uint32Array = level.visibleClusters(clusters[1]);
    const area: number | null = level.areaAt(here) ?? level.areaOf(cluster);
    const gates: AreaPortal[] = level.gateOf(cluster).map((portal) => level.areaPortals[portal]!);
    const areas = new AreaState(level);
    gates.forEach(({ areas: [a, b], model }, i) =>
        areas.setOpen(i, areas.isOpen(i) && a < b && model >= 0),
    );
    const isHeard: boolean =
        areas.areasConnected(areas.level.areaCount - 1, area ?? 0) || areas.clustersConnected(0, 1);
    const ofPortal: Float64Array = ends;
    const bytes: Uint8Array = level.bytes();
    return [
        space,
        values,
        face,
        source,
        corners,
        nodes,
        door,
        first,
        count,
        box,
        origin,
        isInTheWay,
        isSeen,
        isHeard,
        seen,
        ofPortal,
        bytes,
    ].concat(level.leafContents(leaf));
}

function questions(level: Level, shape: Shape): unknown[] {
    const place: Place = { x: [1, 0, 0], y: [0, 1, 0], z: [0, 0, 1], translation: [0, 0, 8] };
    const door: Placement = level.turnedPlacement(1, here, [0, 90, 0]);
    const how: AskLevel = { model: 1 };
    const mask: Mask = { mask: Contents.Solid | Contents.Water };
    const options: TraceOptions = { mask: Contents.BodyBlockers, skin: 0.1, hair: 0.01 };
    const body: PlacedShape = { ...place, shape };
    const contact: Contact = level.trace("stand", here, there, { ...options, ...how });
    const surface: Surface = level.touchedSurface("stand", contact, how);
    const many: ContactList = level.traceAll(0, Float64Array.of(...here, 0, 0, 0), { skin: 0 });
    const again: BatchOptions = { mask: 1, skin: 0, into: many };
    level.traceAll(0, [...here, ...here], again);
    const typed: (Uint8Array | Int32Array | Uint32Array | Float64Array)[] = [
        many.hits,
        many.startsBlocked,
        many.fractions,
        many.points,
        many.ends,
        many.normals,
        many.contents,
        many.models,
        many.obstacles,
        many.meshes,
        many.triangles,
        many.planes,
        many.nodes,
    ];
    const flags: boolean[] = [
        isSupported(),
        level.sees(here, there, how),
        level.isFree("stand", here, { ...mask, ...how }),
        level.overlapsBox(here, there, mask),
        level.isShapeFree(body, here, how),
    ];
    const free: Point | null = level.unstick("stand", here, 16, mask);
    const swept: Contact[] = [level.sweep(body, here, there, options), many.at(many.length - 1)];
    return [surface, typed, flags, free, swept, level.contents(here, how), door];
}

function placed(level: Level, shape: Shape): unknown[] {
    const world = new CollisionWorld(level);
    const door: Placement = { model: 1, translation: [0, 0, 8] };
    const stone: Obstacle = {
        id: 7,
        body: { shape, offset: [0, 0, 8] },
        position: here,
        contents: Contents.Solid,
    };
    world.placeModelsAtRest();
    world.placeModel(door);
    world.moveModel(door);
    world.placeObstacle(stone);
    world.placeObstacleAt(7, here);
    world.moveObstacle(7, there);
    world.endStep();
    const mesh = new CollisionMesh([0, 0, 0, 1, 0, 0, 0, 1, 0], [0, 1, 2], { builder: "sah" });
    const terrain: PlacedMesh = { id: 3, mesh, sides: "front", contents: Contents.Solid };
    world.placeMesh(terrain);
    world.placeMeshAt(3, { translation: here });
    world.moveMesh(3, { translation: there });
    const without: LeaveOut = { obstacles: [7], models: Uint32Array.of(1), meshes: [3] };
    const how: AskWorld = { without };
    const found: unknown[] = [
        world.level,
        world.trace("stand", here, there, { skin: 0.1, ...how }),
        world.sees(here, there, how),
        world.modelWay(1),
        world.obstacleWay(7),
        world.placements(),
        world.placedModelCount,
        world.obstacleCount,
        world.modelsIn(here, there),
        world.obstaclesIn(here, there),
        world.firstOverlapped(1),
        world.meshWay(3),
        world.meshCount,
        world.meshesIn(here, there),
        world.firstOverlappedByMesh(3),
        amongTriangles(mesh, { shape }),
    ];
    world.removeMesh(3);
    world.removeModel(1);
    world.removeObstacle(7);
    return found;
}

function amongTriangles(mesh: CollisionMesh, body: PlacedShape): unknown[] {
    const sides: Sides = "both";
    const how: AskMesh = { stands: { translation: here } };
    const options: MeshSweepOptions = { ...how, skin: 1 / 16 };
    const again: MeshBatchOptions = { ...options, into: new MeshTouchList() };
    const build: TriangleBvhOptions = { builder: "ploc", stride: 3 };
    const touch: MeshTouch | null = mesh.sweep(body, [0, 0, -8], options);
    const many: MeshTouchList = mesh.sweepAll(body, [0, 0, 0, 0, 0, -8], again);
    const deep: MeshOverlap | null = mesh.deepestOverlap(body, how);
    const way: Point | null = mesh.unstick(body, 16, how);
    const columns: (Int32Array | Uint8Array | Float64Array)[] = [
        many.triangles,
        many.startsBlocked,
        many.fractions,
        many.points,
        many.normals,
    ];
    mesh.refit(new Float64Array(9));
    const count: number = many.length + mesh.triangleCount;
    return [build, touch, many.at(0), deep, way, columns, count, mesh.overlaps(body, how)];
}

function pairs(): unknown[] {
    const shapes: [Shape, ...Shape[]] = [
        Shape.sphere(8),
        Shape.box([16, 16, 28]),
        Shape.capsule(14, 12),
        Shape.cylinder(20, 12),
        Shape.hull([0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1]),
    ];
    const a: PlacedShape = { shape: shapes[0] };
    const b: PlacedShape = { ...a, translation: [4, 0, 0] };
    const apart: Distance = shapesDistance(a, b);
    const deep: Penetration | null = shapesPenetration(a, b);
    const impact: TimeOfImpact | null = shapesTimeOfImpact(a, b, [1, 0, 0], 1 / 64);
    const points: ContactPoint[] = deep === null ? [] : contactPoints(a, b, deep, 0.25);
    shapes.forEach((shape) => shape.dispose());
    return [shapesOverlap(a, b), apart, impact, points];
}

function drawing(level: Level): unknown[] {
    const order: DrawOrder = "front-to-back";
    const frustum = Frustum.lookAt(here, there, 90, 1.5);
    const views: Frustum[] = [
        Frustum.lookAlong(here, [0, 90, 0], 90, 1.5),
        Frustum.fromPlanes(frustum.planes),
    ];
    const sorter = new ModelOrder(new CollisionWorld(level));
    const visible = new VisibleFaces(level);
    visible.lookFrom(here, new AreaState(visible.level));
    const markedCount: number = visible.count;
    const marked: Uint32Array = visible.maySeeBox(here, here)
        ? visible.faces()
        : new Uint32Array(0);
    const list: DrawList = sorter.sort(here, { without: { models: [1] }, order, frustum, visible });
    sorter.dispose();
    const direction: Point = facing([0, 90, 0]);
    const angles: Point = anglesTowards(direction);
    return [
        views,
        marked,
        markedCount,
        list,
        direction,
        angles,
        level.orderFaces(here, { model: 0, order, frustum }),
    ];
}

function walking(level: Level, shape: Shape): unknown[] {
    const options: MoverOptions = { seconds: 1 / 125, walkSpeed: 200, gravity: 600 };
    const body: MoverBody = { shape, offset: [0, 0, 8] };
    const mover = new Mover(level, { ...options, position: here, stand: "stand", crouch: 2 });
    mover.setBodies(body, body);
    mover.placeAt(here);
    mover.position = here;
    mover.velocity = [0, 0, 100];
    mover.push([0, 0, 100]);
    const controls: Controls = { forward: 1, left: 0, up: 0, yaw: 90, pitch: 0, jump: true };
    const how: AskWorld = { without: { obstacles: [7] } };
    const step: MoverStep = mover.step(controls, how);
    mover.stepByInput(mover.lastInput, how);
    mover.restore(mover.save());
    const walls: Contact[] = step.walls;
    const slide: Slide = moveAndSlide(level, "stand", here, [1, 0, 0], mover.seconds, how);
    const now: unknown[] = [
        mover.position,
        mover.velocity,
        mover.mode,
        mover.isCrouched,
        mover.body,
    ];
    mover.dispose();
    return [walls, slide, now];
}

export async function everything(source: LevelSource): Promise<unknown[]> {
    const start: InitOptions = { wasm: "halfspace.wasm", maximumMemory: 2 ** 28 };
    await init(start);
    try {
        const { bytes } = await compiled(
            source,
            new URL("https://example.org/halfspace_compile.wasm"),
        );
        const level = await loadLevel(bytes, { name: "keep.hsw" });
        const shape = Shape.sphere(16);
        const all = [
            parts(level),
            questions(level, shape),
            placed(level, shape),
            pairs(),
            drawing(level),
            walking(level, shape),
        ];
        level.dispose();
        return all;
    } catch (error) {
        return [error instanceof HalfspaceError ? `${error.name}: ${error.message}` : error];
    }
}

// What must not compile.

export function mistakes(level: Level, shape: Shape): void {
    // @ts-expect-error: a point is three numbers
    level.contents("here");
    // @ts-expect-error: a level alone leaves nothing out
    level.sees(here, there, { without: { models: [1] } });
    // @ts-expect-error: a collision world is asked as a whole
    new CollisionWorld(level).sees(here, there, { model: 1 });
    // @ts-expect-error: a body is a shape and its place
    level.sweep(shape, here, there);
    // @ts-expect-error: there is no such order
    level.orderFaces(here, { order: "sideways" });
    // @ts-expect-error: the entities of a level do not change
    level.entities = [];
    // @ts-expect-error: an entity is made by its level
    new Shape();
}
