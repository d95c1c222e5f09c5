// SPDX-License-Identifier: MIT
// What halfspace.wasm exports.
import type { BaseExports } from "./wasm.js";

type Pointer = number;
export type Status = number;

/** The functions of bindings/c that the package calls. */
export interface RuntimeExports extends BaseExports {
    halfspace_version(): Pointer;
    halfspace_load_memory(
        bytes: Pointer,
        size: number,
        name: Pointer,
        error: Pointer,
        errorSize: number,
    ): Pointer;
    halfspace_free_level(level: Pointer): void;
    halfspace_level_bytes(level: Pointer, size: Pointer): Pointer;
    halfspace_model_count(level: Pointer): number;
    halfspace_space_count(level: Pointer): number;
    halfspace_entity_count(level: Pointer): number;
    halfspace_new_collision_world(level: Pointer): Pointer;
    halfspace_new_model_world(level: Pointer, model: number): Pointer;
    halfspace_free_collision_world(world: Pointer): void;
    halfspace_place_model(world: Pointer, placement: Pointer): Status;
    halfspace_place_models_at_rest(world: Pointer): Status;
    halfspace_move_model(world: Pointer, to: Pointer): Status;
    halfspace_remove_model(world: Pointer, model: number): Status;
    halfspace_model_way(world: Pointer, model: number, from: Pointer, to: Pointer): Status;
    halfspace_placed_model_count(world: Pointer): number;
    halfspace_place_obstacle(world: Pointer, obstacle: Pointer): Status;
    halfspace_place_obstacle_at(world: Pointer, obstacle: number, position: Pointer): Status;
    halfspace_move_obstacle(world: Pointer, obstacle: number, to: Pointer): Status;
    halfspace_remove_obstacle(world: Pointer, obstacle: number): Status;
    halfspace_obstacle_way(world: Pointer, obstacle: number, from: Pointer, to: Pointer): Status;
    halfspace_obstacle_count(world: Pointer): number;
    halfspace_end_step(world: Pointer): Status;
    halfspace_models_in(
        world: Pointer,
        min: Pointer,
        max: Pointer,
        first: number,
        found: Pointer,
        capacity: number,
        count: Pointer,
    ): Status;
    halfspace_obstacles_in(
        world: Pointer,
        min: Pointer,
        max: Pointer,
        first: number,
        found: Pointer,
        capacity: number,
        count: Pointer,
    ): Status;
    halfspace_first_overlapped(world: Pointer, model: number, obstacle: Pointer): Status;
    halfspace_point_contents(
        world: Pointer,
        without: Pointer,
        point: Pointer,
        contents: Pointer,
    ): Status;
    halfspace_point_contents_all(
        world: Pointer,
        without: Pointer,
        points: Pointer,
        count: number,
        contents: Pointer,
    ): Status;
    halfspace_line_of_sight(
        world: Pointer,
        without: Pointer,
        from: Pointer,
        to: Pointer,
        clear: Pointer,
    ): Status;
    halfspace_line_of_sight_all(
        world: Pointer,
        without: Pointer,
        segments: Pointer,
        count: number,
        clear: Pointer,
    ): Status;
    halfspace_space_name(level: Pointer, space: number): Pointer;
    halfspace_space_box(level: Pointer, space: number, min: Pointer, max: Pointer): Status;
    halfspace_is_free(
        world: Pointer,
        without: Pointer,
        space: number,
        position: Pointer,
        mask: number,
        free: Pointer,
    ): Status;
    halfspace_is_free_all(
        world: Pointer,
        without: Pointer,
        space: number,
        positions: Pointer,
        count: number,
        mask: number,
        free: Pointer,
    ): Status;
    halfspace_unstick(
        world: Pointer,
        without: Pointer,
        space: number,
        position: Pointer,
        distance: number,
        mask: number,
        free: Pointer,
    ): Status;
    halfspace_overlaps_box(
        world: Pointer,
        without: Pointer,
        min: Pointer,
        max: Pointer,
        mask: number,
        overlaps: Pointer,
    ): Status;
    halfspace_key_name(level: Pointer, entity: number, number: number): Pointer;
    halfspace_key_value(level: Pointer, entity: number, key: Pointer): Pointer;
    halfspace_key_number(level: Pointer, entity: number, key: Pointer, value: Pointer): Status;
    halfspace_key_vec3(level: Pointer, entity: number, key: Pointer, value: Pointer): Status;
    halfspace_entity_angles(level: Pointer, entity: number, angles: Pointer): Status;
    halfspace_entity_facing(level: Pointer, entity: number, direction: Pointer): Status;
    halfspace_entity_model(level: Pointer, entity: number): number;
    halfspace_model_entity(level: Pointer, model: number): number;
    halfspace_default_trace_options(options: Pointer): void;
    halfspace_trace(
        world: Pointer,
        without: Pointer,
        space: number,
        from: Pointer,
        to: Pointer,
        options: Pointer,
        contact: Pointer,
    ): Status;
    halfspace_trace_all(
        world: Pointer,
        without: Pointer,
        space: number,
        segments: Pointer,
        count: number,
        options: Pointer,
        contacts: Pointer,
    ): Status;
    halfspace_touched_surface(
        world: Pointer,
        space: number,
        contact: Pointer,
        surface: Pointer,
    ): Status;
    halfspace_placement_at_rest(placement: Pointer, model: number): void;
    halfspace_placement_turned(
        placement: Pointer,
        model: number,
        pivot: Pointer,
        angles: Pointer,
    ): void;
    halfspace_facing(angles: Pointer, direction: Pointer): Status;
    halfspace_angles_towards(direction: Pointer, angles: Pointer): Status;
    halfspace_model_bounds(level: Pointer, model: number, min: Pointer, max: Pointer): Status;
    halfspace_model_blocks(level: Pointer, model: number, mask: number, blocks: Pointer): Status;
    halfspace_model_origin(level: Pointer, model: number, origin: Pointer): Status;
    halfspace_corner_count(level: Pointer): number;
    halfspace_write_corners(
        level: Pointer,
        positions: Pointer,
        texcoords: Pointer,
        capacity: number,
    ): Status;
    halfspace_material_count(level: Pointer): number;
    halfspace_material_name(level: Pointer, material: number): Pointer;
    halfspace_write_materials(level: Pointer, materials: Pointer, capacity: number): Status;
    halfspace_order_faces(
        level: Pointer,
        model: number,
        eye: Pointer,
        order: number,
        indices: Pointer,
        capacity: number,
        count: Pointer,
    ): Status;
    halfspace_order_faces_in_view(
        level: Pointer,
        model: number,
        eye: Pointer,
        order: number,
        frustum: Pointer,
        indices: Pointer,
        capacity: number,
        count: Pointer,
    ): Status;
    halfspace_look_at(
        eye: Pointer,
        target: Pointer,
        fieldOfView: number,
        aspect: number,
        frustum: Pointer,
    ): Status;
    halfspace_look_along(
        eye: Pointer,
        angles: Pointer,
        fieldOfView: number,
        aspect: number,
        frustum: Pointer,
    ): Status;
    halfspace_face_count(level: Pointer): number;
    halfspace_get_face(level: Pointer, face: number, result: Pointer): Status;
    halfspace_model_faces(level: Pointer, model: number, first: Pointer, count: Pointer): Status;
    halfspace_new_model_order(): Pointer;
    halfspace_free_model_order(order: Pointer): void;
    halfspace_sort_models(
        sorter: Pointer,
        world: Pointer,
        without: Pointer,
        eye: Pointer,
        order: number,
        frustum: Pointer,
    ): Status;
    halfspace_draw_item_count(sorter: Pointer): number;
    halfspace_piece_vertex_count(sorter: Pointer): number;
    halfspace_write_draw_items(sorter: Pointer, items: Pointer, capacity: number): Status;
    halfspace_write_piece_vertices(sorter: Pointer, vertices: Pointer, capacity: number): Status;
    halfspace_new_box(half: Pointer): Pointer;
    halfspace_new_sphere(radius: number): Pointer;
    halfspace_new_capsule(halfHeight: number, radius: number): Pointer;
    halfspace_new_cylinder(halfHeight: number, radius: number): Pointer;
    halfspace_new_hull(points: Pointer, count: number): Pointer;
    halfspace_free_shape(shape: Pointer): void;
    halfspace_shapes_overlap(a: Pointer, b: Pointer, overlaps: Pointer): Status;
    halfspace_shapes_penetration(a: Pointer, b: Pointer, penetration: Pointer): Status;
    halfspace_shapes_distance(a: Pointer, b: Pointer, distance: Pointer): Status;
    halfspace_shapes_time_of_impact(
        a: Pointer,
        b: Pointer,
        motion: Pointer,
        tolerance: number,
        impactTime: Pointer,
    ): Status;
    halfspace_contact_points(
        a: Pointer,
        b: Pointer,
        penetration: Pointer,
        faceDepth: number,
        points: Pointer,
        count: Pointer,
    ): Status;
    halfspace_sweep(
        world: Pointer,
        without: Pointer,
        body: Pointer,
        from: Pointer,
        to: Pointer,
        options: Pointer,
        contact: Pointer,
    ): Status;
    halfspace_sweep_all(
        world: Pointer,
        without: Pointer,
        body: Pointer,
        segments: Pointer,
        count: number,
        options: Pointer,
        contacts: Pointer,
    ): Status;
    halfspace_is_shape_free(
        world: Pointer,
        without: Pointer,
        body: Pointer,
        position: Pointer,
        mask: number,
        free: Pointer,
    ): Status;
    halfspace_mover_at(position: Pointer, state: Pointer): Status;
    halfspace_pushed(state: Pointer, push: Pointer, after: Pointer): Status;
    halfspace_moved_to(state: Pointer, place: Pointer, after: Pointer): Status;
    halfspace_quantised(angles: Pointer, wish: Pointer, buttons: number, input: Pointer): Status;
    halfspace_default_mover_options(options: Pointer): void;
    halfspace_step_mover(
        world: Pointer,
        without: Pointer,
        stand: Pointer,
        crouch: Pointer,
        state: Pointer,
        input: Pointer,
        options: Pointer,
        step: Pointer,
    ): Status;
    halfspace_move_and_slide(
        world: Pointer,
        without: Pointer,
        body: Pointer,
        position: Pointer,
        velocity: Pointer,
        seconds: number,
        options: Pointer,
        slide: Pointer,
    ): Status;
    halfspace_node_count(level: Pointer): number;
    halfspace_leaf_count(level: Pointer): number;
    halfspace_model_root(level: Pointer, model: number, root: Pointer): Status;
    halfspace_write_nodes(
        level: Pointer,
        planes: Pointer,
        children: Pointer,
        capacity: number,
    ): Status;
    halfspace_find_leaf(level: Pointer, model: number, point: Pointer, leaf: Pointer): Status;
    halfspace_leaf_contents(level: Pointer, leaf: number, contents: Pointer): Status;
    halfspace_find_face_source(level: Pointer, face: number, source: Pointer): Status;
    halfspace_new_doors(level: Pointer): Pointer;
    halfspace_free_doors(doors: Pointer): void;
    halfspace_door_count(doors: Pointer): number;
    halfspace_get_door(doors: Pointer, door: number, out: Pointer): Status;
    halfspace_get_door_state(doors: Pointer, door: number, state: Pointer): Status;
    halfspace_restore_doors(doors: Pointer, states: Pointer, count: number): Status;
    halfspace_lock_door(doors: Pointer, door: number, isLocked: number): Status;
    halfspace_step_doors(doors: Pointer, seconds: number, visitors: Pointer, count: number): Status;
    halfspace_turn_back_door(doors: Pointer, model: number): Status;
    halfspace_door_way(doors: Pointer, model: number, from: Pointer, to: Pointer): Status;
    halfspace_finish_doors(doors: Pointer, hasMoved: Pointer): Status;
    halfspace_find_start(
        world: Pointer,
        without: Pointer,
        body: Pointer,
        mask: number,
        start: Pointer,
    ): Status;
    halfspace_new_player(world: Pointer, body: Pointer, options: Pointer): Pointer;
    halfspace_free_player(player: Pointer): void;
    halfspace_get_player(player: Pointer, view: Pointer): Status;
    halfspace_look_player(player: Pointer, pitch: number, yaw: number): Status;
    halfspace_fly_player(player: Pointer, eye: Pointer): Status;
    halfspace_stand_player(
        player: Pointer,
        world: Pointer,
        without: Pointer,
        eye: Pointer,
        drops: number,
    ): Status;
    halfspace_set_player_body(
        player: Pointer,
        world: Pointer,
        without: Pointer,
        body: Pointer,
        raise: number,
    ): Status;
    halfspace_begin_frame(player: Pointer, seconds: number, input: Pointer): Status;
    halfspace_begin_player_step(player: Pointer): number;
    halfspace_player_controls(player: Pointer, input: Pointer): Status;
    halfspace_finish_player_step(player: Pointer, step: Pointer): Status;
    halfspace_end_frame(player: Pointer, leader: Pointer): Status;
    halfspace_drop_player_steps(player: Pointer): Status;
}
