// SPDX-License-Identifier: MIT
// Halfspace: exact collision, visibility and order of solid 3D levels.
export { AreaState } from "./area_state.js";
export type { Point, Vec3 } from "./arguments.js";
export { CollisionMesh, MeshTouchList } from "./collision_mesh.js";
export type {
    AskMesh,
    MeshBatchOptions,
    MeshOverlap,
    MeshSweepOptions,
    MeshTouch,
    Sides,
} from "./collision_mesh.js";
export { CollisionWorld } from "./collision_world.js";
export type { AskWorld, Obstacle, PlacedMesh } from "./collision_world.js";
export { checkMeshes, compileMap, compileMeshes } from "./compile.js";
export type {
    Body,
    CheckMeshesOptions,
    CompiledMap,
    CompileMeshesOptions,
    CompileOptions,
    CompileSettings,
    Leak,
    MeshCheck,
    MeshEntity,
    MeshMaterial,
    MeshObject,
} from "./compile.js";
export { ContactList } from "./contact.js";
export type { BatchOptions, Contact } from "./contact.js";
export { Contents } from "./contents.js";
export { Crowd, CrowdAgent } from "./crowd.js";
export type { CrowdOptions } from "./crowd.js";
export { DistanceField } from "./distance_field.js";
export type { FieldOptions } from "./distance_field.js";
export { Doors } from "./doors.js";
export type { Door, DoorsOptions, DoorState, MovingModel } from "./doors.js";
export { HalfspaceError } from "./error.js";
export type { FollowOptions, FollowStatus, RouteOptions, WayOptions } from "./follow_options.js";
export { findLeak } from "./find_leak.js";
export { anglesTowards, facing, Frustum } from "./frustum.js";
export type { DrawOrder } from "./frustum.js";
export { Entity, Level, loadLevel } from "./level.js";
export type { AreaPortal, AskLevel, Corners, Face, FaceSource, Nodes, Portal } from "./level.js";
export type { LevelSource } from "./level_source.js";
export type { LeaveOut } from "./leave_out.js";
export type { Space } from "./level_base.js";
export type { Mask, Surface } from "./queries.js";
export type { WorkOptions } from "./in_worker.js";
export type { Place, Placement, TraceOptions } from "./memory.js";
export { ModelOrder } from "./model_order.js";
export type { DrawList } from "./model_order.js";
export { Mover } from "./mover.js";
export type { Controls, MoverOptions, MoverStep } from "./mover.js";
export type { MoverBody } from "./mover_body.js";
export type { NavArea, NavPath, NavPlace } from "./nav_base.js";
export { NavDoorState } from "./nav_door_state.js";
export type { DoorOptions } from "./nav_door_state.js";
export { gameLinks, moverLinks } from "./nav_links.js";
export type { NavLinkKind } from "./nav_links.js";
export { NavMesh } from "./nav_mesh.js";
export type {
    LocateOptions,
    NavEdge,
    NavLink,
    NavPolygons,
    NavRayHit,
    NavRoute,
    NavWall,
    RoutePoint,
} from "./nav_mesh.js";
export { PathFollower } from "./path_follower.js";
export { init } from "./runtime.js";
export type { InitOptions } from "./runtime.js";
export {
    contactPoints,
    shapesTimeOfImpact,
    shapesPenetration,
    shapesDistance,
    Shape,
    shapesOverlap,
} from "./shape.js";
export type { ContactPoint, Distance, Penetration, PlacedShape, TimeOfImpact } from "./shape.js";
export { Triggers } from "./triggers.js";
export type { IdleTrigger, Trigger } from "./triggers.js";
export type { TriangleBvhOptions } from "./triangle_tree.js";
export { moveAndSlide } from "./slide.js";
export type { Slide } from "./slide.js";
export type { PlaceOrVector, VectorOfThree } from "./units.js";
export { VisibleFaces } from "./visible_faces.js";
export { bodyWalls, bodyWallsAll } from "./walls.js";
export type { BodyWalls, WallOptions } from "./walls.js";
export { isSupported } from "./wasm.js";
export type { WasmSource } from "./wasm.js";
