// SPDX-License-Identifier: MIT
// `halfspace/three`: levels in three.js. Places and sizes are in metres with Y up, as three.js has
// them; what says "units" or "level" is in map units with Z up.
export { compileObject3D, meshesOf } from "./compile_object.js";
export type {
    CompileObject3DOptions,
    LoadedGltf,
    MeshesOfObject,
    MeshesOfOptions,
} from "./compile_object.js";
export { LevelControls } from "./controls.js";
export type { LevelControlsOptions } from "./controls.js";
export {
    defaultUnitsPerMetre,
    directionFromThree,
    directionToThree,
    fromCameraQuaternion,
    fromMatrix,
    fromThree,
    toCameraQuaternion,
    toMatrix,
    toThree,
} from "./convert.js";
export type { Place, ViewAngles } from "./convert.js";
export { CulledInstances } from "./culled_instances.js";
export { Doors } from "../doors.js";
export type { Door, DoorsOptions, DoorState } from "../doors.js";
export { frustumOf } from "./frustum.js";
export { Input, defaultKeys } from "./input.js";
export type { Action, InputOptions } from "./input.js";
export { levelGeometry } from "./level_geometry.js";
export type { LevelGeometryOptions } from "./level_geometry.js";
export { LevelObject } from "./level_object.js";
export type { LevelObjectOptions, MaterialInfo } from "./level_object.js";
export { triangleTree } from "./geometry_tree.js";
export { allTouchingFaces, touchingFaces, treeRaycast } from "./mesh_tree.js";
export { navGeometry, pathGeometry } from "./nav_geometry.js";
export type { NavGeometryOptions, PathGeometryOptions } from "./nav_geometry.js";
export type { OrderedMesh } from "./ordered_mesh.js";
export { patternTexture } from "./pattern_texture.js";
export { findGroundStart, playerStart, startNote } from "./player_start.js";
export type {
    FoundStart,
    GroundStart,
    GroundStartOptions,
    PlayerStart,
    StartOptions,
} from "./player_start.js";
export {
    backgroundColour,
    heatColour,
    hottestCount,
    leafColour,
    leafDistance,
    lightDeclarations,
    lightOn,
    patternOf,
    skyColours,
    translucentOpacity,
} from "./shading.js";
export type { Picture, Rgb } from "./shading.js";
export type { MovingModel } from "../doors.js";
export type { Ground, MovingObstacle } from "./placing.js";
export { WalkableScene } from "./walkable_scene.js";
export type { WalkableSceneOptions } from "./walkable_scene.js";
export { Walker } from "./walker.js";
export type { Touch, WalkerBody, WalkerInput } from "./player.js";
export type { WalkerOptions } from "./walker.js";
export {
    addWire,
    wireFragmentDeclarations,
    wireMaterial,
    wireUniforms,
    wireVertexDeclarations,
    wireVertexMain,
} from "./wire.js";
export type { WireOptions, WireUniforms } from "./wire.js";
