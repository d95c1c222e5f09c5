// SPDX-License-Identifier: MIT
// What halfspace_spatial.wasm exports.
import type { Status } from "../runtime_exports.js";
import type { BaseExports } from "../wasm.js";

type Pointer = number;

/** The functions of bindings/c that the package calls. */
export interface SpatialExports extends BaseExports {
    halfspace_new_octree(options: Pointer): Pointer;
    halfspace_free_octree(octree: Pointer): void;
    halfspace_new_answer(): Pointer;
    halfspace_octree_insert(
        octree: Pointer,
        min: Pointer,
        max: Pointer,
        data: Pointer,
        id: Pointer,
    ): Status;
    halfspace_octree_update(octree: Pointer, id: number, min: Pointer, max: Pointer): Status;
    halfspace_octree_update_all(
        octree: Pointer,
        ids: Pointer,
        boxes: Pointer,
        count: number,
    ): Status;
    halfspace_octree_remove(octree: Pointer, id: number): Status;
    halfspace_octree_box(octree: Pointer, id: number, min: Pointer, max: Pointer): Status;
    halfspace_octree_data_of(octree: Pointer, id: number, data: Pointer): Status;
    halfspace_octree_set_data(octree: Pointer, id: number, data: Pointer): Status;
    halfspace_octree_size(octree: Pointer): number;
    halfspace_octree_in_box(
        octree: Pointer,
        min: Pointer,
        max: Pointer,
        mask: number,
        answer: Pointer,
        ids: Pointer,
        count: Pointer,
    ): Status;
    halfspace_octree_in_sphere(
        octree: Pointer,
        centre: Pointer,
        radius: number,
        mask: number,
        answer: Pointer,
        ids: Pointer,
        count: Pointer,
    ): Status;
    halfspace_octree_in_view(
        octree: Pointer,
        frustum: Pointer,
        mask: number,
        answer: Pointer,
        ids: Pointer,
        count: Pointer,
    ): Status;
    halfspace_octree_on_segment(
        octree: Pointer,
        from: Pointer,
        to: Pointer,
        mask: number,
        answer: Pointer,
        hits: Pointer,
        count: Pointer,
    ): Status;
    halfspace_octree_near_pairs(
        octree: Pointer,
        margin: number,
        mask: number,
        answer: Pointer,
        pairs: Pointer,
        count: Pointer,
    ): Status;
    halfspace_octree_statistics_of(octree: Pointer, statistics: Pointer): Status;
    halfspace_new_mesh_bvh(mesh: Pointer, builder: number, error: Pointer, size: number): Pointer;
    halfspace_free_mesh_bvh(tree: Pointer): void;
    halfspace_mesh_refit(tree: Pointer): Status;
    halfspace_mesh_raycast(tree: Pointer, ray: Pointer, hit: Pointer): Status;
    halfspace_mesh_raycast_all(tree: Pointer, rays: Pointer, count: number, hits: Pointer): Status;
    halfspace_mesh_on_ray(
        tree: Pointer,
        ray: Pointer,
        answer: Pointer,
        hits: Pointer,
        count: Pointer,
    ): Status;
    halfspace_mesh_any_hit(tree: Pointer, ray: Pointer, isHit: Pointer): Status;
    halfspace_mesh_closest_point(tree: Pointer, p: Pointer, most: number, to: Pointer): Status;
    halfspace_mesh_winding(tree: Pointer, p: Pointer, winding: Pointer): Status;
    halfspace_mesh_in_box(
        tree: Pointer,
        min: Pointer,
        max: Pointer,
        answer: Pointer,
        triangles: Pointer,
        count: Pointer,
    ): Status;
    halfspace_mesh_in_sphere(
        tree: Pointer,
        centre: Pointer,
        radius: number,
        answer: Pointer,
        triangles: Pointer,
        count: Pointer,
    ): Status;
    halfspace_mesh_in_capsule(
        tree: Pointer,
        from: Pointer,
        to: Pointer,
        radius: number,
        answer: Pointer,
        triangles: Pointer,
        count: Pointer,
    ): Status;
    halfspace_mesh_far_to_near(
        tree: Pointer,
        eye: Pointer,
        answer: Pointer,
        triangles: Pointer,
        count: Pointer,
    ): Status;
    halfspace_mesh_first_pair(a: Pointer, b: Pointer, bToA: Pointer, pair: Pointer): Status;
    halfspace_mesh_all_pairs(
        a: Pointer,
        b: Pointer,
        bToA: Pointer,
        pairs: Pointer,
        capacity: number,
        count: Pointer,
    ): Status;
    halfspace_mesh_distance(
        a: Pointer,
        b: Pointer,
        bToA: Pointer,
        most: number,
        gap: Pointer,
    ): Status;
}
