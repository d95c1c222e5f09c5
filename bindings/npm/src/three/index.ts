// SPDX-License-Identifier: MIT
// `halfspace/three`: levels in three.js. Places and sizes are in metres with Y up, as three.js has
// them; what says "units" or "level" is in map units with Z up.
export * from "./controls.js";
export * from "./convert.js";
export * from "./doors.js";
export * from "./frustum.js";
export * from "./input.js";
export * from "./level_geometry.js";
export * from "./level_object.js";
export * from "./ordered_mesh.js";
export * from "./pattern_texture.js";
export * from "./shading.js";
export * from "./triangles.js";
export * from "./walker.js";
export * from "./wire.js";
