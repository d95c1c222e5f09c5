// SPDX-License-Identifier: MIT
// Uses everything that halfspace/three exports. It is checked (types_test.mjs), and never runs.
import {
    AreaState,
    VisibleFaces,
    type Face,
    type Level,
    NavDoorState,
    NavMesh,
    type NavPath,
    type Placement,
    type Point,
} from "halfspace";
import * as halfspace from "halfspace/three";
import {
    CulledInstances,
    Doors,
    Input,
    LevelControls,
    LevelObject,
    startNote,
    WalkableScene,
    Walker,
    type Ground,
    type WalkableSceneOptions,
    type Action,
    type CompileObject3DOptions,
    type Door,
    type DoorsOptions,
    type DoorState,
    type FoundStart,
    type GroundStart,
    type GroundStartOptions,
    type InputOptions,
    type LevelControlsOptions,
    type LevelGeometryOptions,
    type LevelObjectOptions,
    type LoadedGltf,
    type MeshesOfObject,
    type MeshesOfOptions,
    type MovingModel,
    type MovingObstacle,
    type NavGeometryOptions,
    type OrderedMesh,
    type PathGeometryOptions,
    type Picture,
    type Place,
    type PlayerStart,
    type Rgb,
    type StartOptions,
    type MaterialInfo,
    type Touch,
    type ViewAngles,
    type WalkerBody,
    type WalkerInput,
    type WalkerOptions,
    type WireOptions,
    type WireUniforms,
} from "halfspace/three";
import {
    BufferGeometry,
    Color,
    Matrix4,
    MeshBasicMaterial,
    Raycaster,
    Vector3,
    type DataTexture,
    type Material,
    type Mesh,
    type Object3D,
    type PerspectiveCamera,
    type ShaderMaterial,
} from "three";

const here: Point = [64, 256, 60];

export function places(camera: PerspectiveCamera): unknown[] {
    const metres: number = halfspace.defaultUnitsPerMetre;
    const place: Vector3 = halfspace.toThree(here, new Vector3(), metres);
    const angles: ViewAngles = halfspace.fromCameraQuaternion(camera.quaternion);
    const placement: Placement = halfspace.fromMatrix(1, camera.matrix, metres);
    return [
        halfspace.fromThree(place, metres),
        halfspace.directionToThree(here, place),
        halfspace.directionFromThree(place),
        halfspace.toCameraQuaternion(angles, camera.quaternion),
        halfspace.toMatrix(placement, camera.matrix, metres),
        halfspace.frustumOf(camera, metres).planes,
    ];
}

export function objects(level: Level, camera: PerspectiveCamera): unknown[] {
    const options: LevelObjectOptions = {
        unitsPerMetre: 32,
        material: ({ name, opacity, isTwoSided, isSky }: MaterialInfo): Material =>
            new MeshBasicMaterial({ name, opacity, visible: isTwoSided || !isSky }),
        ordered: "all",
        outlines: true,
    };
    const object = new LevelObject(level, options);
    const ordered: OrderedMesh = object.ordered;
    const solids: Mesh[] = object.solids;
    object.place([{ model: 1 }]);
    object.update(camera);
    object.update(camera, new VisibleFaces(level));
    object.dispose();
    ordered.order = "front-to-back";
    const parts: unknown[] = [object.level, object.unitsPerMetre, solids];
    return [parts, ordered.isEmpty, ordered.polygonCount];
}

export function geometry(level: Level): BufferGeometry {
    const options: LevelGeometryOptions = {
        unitsPerMetre: 32,
        model: 0,
        outlines: true,
        filter: (face: Face, index: number) => !face.isSky && index > 0,
        materialOf: (face: Face) => face.material,
    };
    return halfspace.levelGeometry(level, options);
}

export function floors(mesh: NavMesh, path: NavPath): BufferGeometry[] {
    const line: PathGeometryOptions = { unitsPerMetre: 32, lift: 0.1 };
    const options: NavGeometryOptions = { ...line, outlines: true };
    return [halfspace.navGeometry(mesh, options), halfspace.pathGeometry(mesh, path, line)];
}

export function playing(level: Level, camera: PerspectiveCamera, canvas: HTMLElement): unknown[] {
    const where: StartOptions = { body: "stand" };
    const found: FoundStart | null = halfspace.playerStart(level, where);
    const start: PlayerStart | null = found;
    const note: string = found ? startNote(level, found) : "";
    const options: LevelControlsOptions = {
        unitsPerMetre: 32,
        start: "camera",
        keys: halfspace.defaultKeys,
        locksMouse: true,
        onClick: (x: number, y: number) => void [x, y],
        onLock: (isLocked: boolean) => void isLocked,
        doors: new Doors(level),
    };
    const controls = new LevelControls(camera, canvas, level, options);
    const input: Input = controls.input;
    const action: Action = "jump";
    controls.hold(action, true);
    controls.update(1 / 60);
    controls.placeCamera();
    controls.placeCameraAt(camera, here, { pitch: 0, yaw: 90 });
    const flags: boolean[] = [controls.goToStart(), controls.setFlying(true), controls.isFlying];
    const parts = [
        note,
        controls.start,
        controls.camera,
        controls.level,
        controls.walker,
        controls.unitsPerMetre,
    ];
    controls.dispose();
    return [start, input, flags, parts];
}

export function walking(level: Level): unknown[] {
    const body: WalkerBody = { stand: "stand", crouch: 2, standingEye: 28, crouchingEye: 12 };
    const options: WalkerOptions = {
        body,
        mover: { walkSpeed: 200 },
        models: (seconds: number): MovingModel[] => (seconds > 0 ? [] : []),
        obstacles: (): MovingObstacle[] => [],
    };
    const walker = new Walker(level, options);
    const input: WalkerInput = {
        forward: 1,
        left: 0,
        up: 0,
        turn: 0,
        jump: true,
        jumpPressed: true,
        crouch: false,
        fast: false,
    };
    walker.advance(1 / 60, input);
    const guards: Walker[] = walker.companions;
    walker.look(90, 0);
    walker.flyAt(here);
    const flags: boolean[] = [
        walker.standAt(here, { drop: true }),
        walker.setBody(body, 24),
        walker.setFlying(false),
        walker.canWalk,
        walker.isFlying,
        walker.isCrouched,
    ];
    const touched: Touch[] = walker.touched;
    const measured: DoorsOptions = { unitsPerMetre: walker.unitsPerMetre };
    const doors = new Doors(level, measured);
    const places: Place[] = [here, halfspace.toThree(here)];
    const ways: readonly MovingModel[] = doors.step(1 / 60, places);
    const moved: [readonly MovingModel[], boolean, number, Placement[], MovingModel[], Level] = [
        doors.turnBack(1),
        doors.finish(),
        doors.count,
        doors.placements,
        doors.ways,
        doors.level,
    ];
    doors.lock(0, false);
    doors.setAreas(new AreaState(level));
    doors.setClosed(new NavDoorState(new NavMesh(level, "stand")));
    doors.restore(doors.save());
    const door: Door | undefined = doors.doors[0];
    const doorState: DoorState = doors.state(0);
    const state: unknown[] = [
        door,
        doorState,
        walker.findStart(),
        walker.level,
        walker.angles,
        walker.input,
        walker.lastStep,
        walker.body,
        walker.bodyPosition,
        walker.velocity,
        walker.doing,
        walker.eye([0, 0, 0]),
    ];
    walker.dispose();
    return [flags, guards, touched, ways, moved, state];
}

export function listening(canvas: HTMLElement): unknown[] {
    const options: InputOptions = { onLook: (yaw, pitch) => void [yaw, pitch], locksMouse: true };
    const input = new Input(canvas, options);
    input.lock();
    input.unlock();
    input.hold("forward", true);
    input.releaseAll();
    const wanted: WalkerInput = input.read();
    input.dispose();
    return [wanted, input.isLocked, input.locksMouse];
}

export function instances(camera: PerspectiveCamera): unknown[] {
    const trees = new CulledInstances(new BufferGeometry(), new MeshBasicMaterial(), 8, {
        smallestCell: 1,
    });
    trees.setMatrixAt(0, new Matrix4()).setColorAt(0, new Color());
    trees.update(camera);
    trees.raycast(new Raycaster(), []);
    trees.removeAt(0);
    trees.dispose();
    return [trees.size, trees.getMatrixAt(0, new Matrix4()), trees.getColorAt(0, new Color())];
}

export function meshes(mesh: Mesh): unknown[] {
    mesh.raycast = halfspace.treeRaycast;
    const raycaster = new Raycaster();
    raycaster.firstHitOnly = true;
    return [
        raycaster.intersectObject(mesh),
        halfspace.triangleTree(mesh.geometry).triangleCount,
        halfspace.touchingFaces(mesh, mesh),
        halfspace.allTouchingFaces(mesh, mesh),
    ];
}

export async function compiled(gltf: LoadedGltf, object: Object3D): Promise<unknown[]> {
    const options: MeshesOfOptions = { unitsPerMetre: 32 };
    const { objects, entities, notes }: MeshesOfObject = halfspace.meshesOf(object, options);
    const how: CompileObject3DOptions = { ...options, name: "house.glb", entities };
    return [objects, notes, await halfspace.compileObject3D(gltf, how), gltf.scene, gltf.parser];
}

export function colours(): unknown[] {
    const texture: DataTexture = halfspace.patternTexture("walls/brick");
    const picture: Picture = halfspace.patternOf("walls/brick", 64, 64);
    const all: Rgb[] = [
        halfspace.skyColours.zenith,
        halfspace.backgroundColour,
        halfspace.leafColour(1),
        halfspace.heatColour(halfspace.hottestCount),
    ];
    const light: number = halfspace.lightOn([0, 0, 1]);
    const lengths: number[] = [halfspace.leafDistance, halfspace.translucentOpacity, light];
    return [texture, picture, all, lengths];
}

export function lines(): unknown[] {
    const options: WireOptions = { color: "white", width: 2, opacity: 1, taper: 0.5, fade: 4 };
    const alone: ShaderMaterial = halfspace.wireMaterial({ ...options, fill: 0x000000 });
    const uniforms: WireUniforms = halfspace.addWire(new MeshBasicMaterial(), options);
    const shaders: string[] = [
        halfspace.wireVertexDeclarations,
        halfspace.wireVertexMain,
        halfspace.wireFragmentDeclarations,
        halfspace.lightDeclarations,
    ];
    return [alone, uniforms, shaders, halfspace.wireUniforms(options)];
}

export async function scenes(object: Object3D, camera: PerspectiveCamera): Promise<unknown[]> {
    const canvas = document.createElement("canvas");
    const options: WalkableSceneOptions = {
        unitsPerMetre: 32,
        sides: "front",
        onlyVisible: true,
        moving: [object],
    };
    const scene = await WalkableScene.create(object, options);
    const level: Level | null = scene.level;
    const ground: Ground = new WalkableScene(object, { level });
    const controls = new LevelControls(camera, canvas, scene, { start: "camera" });
    const walker: Walker<WalkableScene> = controls.walker;
    walker.companions.push(new Walker(scene));
    const standing: GroundStartOptions = { body: "stand", eyeHeight: 22, mask: 1 };
    const start: GroundStart | null = halfspace.findGroundStart(walker.world, standing);
    const other: GroundStart | null = walker.findGround();
    const angles: number[] = [start, other].flatMap((each) => each?.pitch ?? []);
    const stands: boolean = controls.goToGround();
    const isMoving: boolean = scene.addMoving(object).removeMoving(object);
    scene.update();
    const found = [scene.world.sees(here, here), scene.notes, scene.triangleCount, isMoving];
    const same: WalkableScene = controls.level;
    same.dispose();
    return [...found, ...angles, stands, ground.unitsPerMetre, scene.unitsPerMetre];
}
