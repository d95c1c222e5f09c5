// SPDX-License-Identifier: MIT
// Sweeps shapes through a compiled examples/levels/keep.map, as C.
#include "check.h"
#include "halfspace.h"
#include "loaded_level.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const double kSrc[3] = {64, 256, 60};
static const double kDest[3] = {64, 256, -60};  // the floor is at 0
static const double kFloor[3] = {64, 256, 28};
static const double kInFloor[3] = {64, 256, 20};
static const uint32_t kMask = HALFSPACE_BODY_BLOCKERS;

static int is_near(double a, double b) {
    return fabs(a - b) < 1e-5;
}

// The shape turned by the angles (pitch, yaw, roll) and then raised. The model 77 is none of the
// level: the model of the placement does not count.
static halfspace_placed_shape standing(const halfspace_shape* shape,
                                       const double angles[3],
                                       double raised) {
    const double origin[3] = {0, 0, 0};
    halfspace_placed_shape body;
    body.shape = shape;
    body.placement = halfspace_placement_turned(77, origin, angles);
    body.placement.translation[2] += raised;
    return body;
}

static halfspace_placed_shape upright(const halfspace_shape* shape) {
    const double angles[3] = {0, 0, 0};
    return standing(shape, angles, 0);
}

// The height at which the body touches the floor; -1 for a mistake.
static double height(const halfspace_collision_world* world, const halfspace_placed_shape* body) {
    halfspace_contact contact;
    const halfspace_status status = halfspace_sweep(world, NULL, body, kSrc, kDest, NULL, &contact);
    if (status != HALFSPACE_OK) {
        CHECK(status == HALFSPACE_BAD_ARGUMENT);
        return -1;
    }
    CHECK(contact.hit == 1 && contact.start_blocked == 0 && contact.normal[2] > 0.999999);
    CHECK(contact.contents == HALFSPACE_SOLID && contact.model == 0);
    CHECK(contact.plane == HALFSPACE_NONE && contact.obstacle == HALFSPACE_NONE);
    CHECK(is_near(contact.end[2], contact.point[2] + 1.0 / 32));
    return contact.point[2];
}

// The height at which the shape touches the floor. Frees the shape.
static double height_of(const halfspace_collision_world* world, halfspace_shape* shape) {
    const halfspace_placed_shape body = upright(shape);
    const double found = height(world, &body);
    halfspace_free_shape(shape);
    return found;
}

static void check_shapes(const halfspace_collision_world* world) {
    const double corners[6 * 3] = {9, 0, 0, -9, 0, 0, 0, 9, 0, 0, -9, 0, 0, 0, 9, 0, 0, -13};
    const double half[3] = {15, 15, 28};
    CHECK(height_of(world, halfspace_new_box(half)) == 28);
    CHECK(is_near(height_of(world, halfspace_new_sphere(7)), 7));
    CHECK(is_near(height_of(world, halfspace_new_capsule(20, 6)), 26));
    CHECK(is_near(height_of(world, halfspace_new_cylinder(20, 6)), 20));
    CHECK(is_near(height_of(world, halfspace_new_hull(corners, 6)), 13));
    CHECK(height_of(world, NULL) == -1);
    CHECK(height(world, NULL) == -1);
}

static void check_placements(const halfspace_collision_world* world) {
    const double straight[3] = {0, 0, 0};
    const double lying[3] = {90, 0, 0};
    const double no_number[3] = {0, NAN, 0};
    halfspace_shape* const capsule = halfspace_new_capsule(20, 6);
    halfspace_placed_shape body = standing(capsule, lying, 0);
    CHECK(is_near(height(world, &body), 6));
    body = standing(capsule, lying, -20);
    CHECK(is_near(height(world, &body), 26));
    body = standing(capsule, straight, 26);
    CHECK(is_near(height(world, &body), 0));
    body = standing(capsule, straight, 5e6);
    CHECK(height(world, &body) == -1);
    body = standing(capsule, straight, NAN);
    CHECK(height(world, &body) == -1);
    body = standing(capsule, no_number, 0);
    CHECK(height(world, &body) == -1);
    body = upright(capsule);
    body.placement.z[2] = -1;  // a mirror image
    CHECK(height(world, &body) == -1);
    body.placement.z[2] = 1.001;
    CHECK(height(world, &body) == -1);
    body.placement.z[2] = 1 + 1e-7;  // axes that were floats are taken
    CHECK(is_near(height(world, &body), 26));
    halfspace_free_shape(capsule);
}

static void check_sweeps(const halfspace_collision_world* world) {
    halfspace_shape* const cylinder = halfspace_new_cylinder(28, 15);
    const halfspace_placed_shape body = upright(cylinder);
    const double far_away[3] = {64, 256, 5e6};
    const double corridor[3] = {500, 256, 64};
    const double behind_door[3] = {1000, 256, 64};
    halfspace_contact contact;
    halfspace_contact again;
    halfspace_surface surface;
    halfspace_trace_options options = halfspace_default_trace_options();
    CHECK(halfspace_sweep(world, NULL, &body, kSrc, kDest, &options, &contact) == HALFSPACE_OK);
    CHECK(is_near(contact.point[2], 28) && is_near(contact.fraction, 32.0 / 120));
    CHECK(halfspace_touched_surface(world, 0, &contact, &surface) == HALFSPACE_OK &&
          surface.material == NULL);
    options.skin = 2;
    CHECK(halfspace_sweep(world, NULL, &body, kSrc, kDest, &options, &again) == HALFSPACE_OK);
    CHECK(is_near(again.end[2], 30));
    options.hair = 1e13;
    CHECK(halfspace_sweep(world, NULL, &body, kInFloor, kDest, &options, &again) == HALFSPACE_OK);
    CHECK(again.hit == 1 && again.start_blocked == 0 && again.fraction == 0);
    options.skin = NAN;
    CHECK(halfspace_sweep(world, NULL, &body, kSrc, kDest, &options, &again) ==
          HALFSPACE_BAD_ARGUMENT);
    options = halfspace_default_trace_options();
    options.mask = HALFSPACE_FENCE;
    CHECK(halfspace_sweep(world, NULL, &body, kSrc, kDest, &options, &again) == HALFSPACE_OK &&
          again.hit == 0);
    CHECK(halfspace_sweep(world, NULL, &body, far_away, kDest, NULL, &again) ==
          HALFSPACE_BAD_ARGUMENT);
    CHECK(halfspace_sweep(world, NULL, &body, kSrc, far_away, NULL, &again) ==
          HALFSPACE_BAD_ARGUMENT);
    const double way[6] = {64, 256, 60, 64, 256, 5e6};
    CHECK(halfspace_sweep_all(world, NULL, &body, way, 1, NULL, &again) == HALFSPACE_BAD_ARGUMENT);

    halfspace_placement door = halfspace_placement_at_rest(1);
    halfspace_collision_world* const house = halfspace_copy_collision_world(world);
    const uint32_t door_itself = 1;
    const halfspace_leave_out without = {.models = &door_itself, .model_count = 1};
    CHECK(halfspace_sweep(house, NULL, &body, corridor, behind_door, NULL, &contact) ==
              HALFSPACE_OK &&
          contact.hit == 0);
    CHECK(halfspace_place_model(house, &door) == HALFSPACE_OK);
    CHECK(halfspace_sweep(house, NULL, &body, corridor, behind_door, NULL, &contact) ==
              HALFSPACE_OK &&
          contact.hit == 1 && contact.model == 1);
    CHECK(halfspace_sweep(house, &without, &body, corridor, behind_door, NULL, &contact) ==
              HALFSPACE_OK &&
          contact.hit == 0);
    door.translation[2] = 1000;
    CHECK(halfspace_move_model(house, &door) == HALFSPACE_OK);
    CHECK(halfspace_sweep(house, NULL, &body, corridor, behind_door, NULL, &contact) ==
              HALFSPACE_OK &&
          contact.hit == 0);
    halfspace_free_collision_world(house);
    halfspace_free_shape(cylinder);
}

static void check_room(const halfspace_level* level, const halfspace_collision_world* world) {
    const double half[3] = {15, 15, 28};
    halfspace_shape* const box = halfspace_new_box(half);
    halfspace_shape* const sphere = halfspace_new_sphere(2);
    const halfspace_placed_shape body = upright(box);
    const halfspace_placed_shape ball = upright(sphere);
    const double far_away[3] = {64, -5e6, 60};
    double min[3];
    double max[3];
    double in_door[3];
    int32_t answer = -1;
    CHECK(halfspace_is_shape_free(world, NULL, &body, kFloor, kMask, &answer) == HALFSPACE_OK &&
          answer == 1);
    CHECK(halfspace_is_shape_free(world, NULL, &body, kInFloor, kMask, &answer) == HALFSPACE_OK &&
          answer == 0);
    CHECK(halfspace_is_shape_free(world, NULL, &body, kInFloor, HALFSPACE_FENCE, &answer) ==
              HALFSPACE_OK &&
          answer == 1);
    CHECK(halfspace_is_shape_free(world, NULL, &body, far_away, kMask, &answer) ==
          HALFSPACE_BAD_ARGUMENT);
    CHECK(halfspace_model_bounds(level, 1, min, max) == HALFSPACE_OK);
    for (int i = 0; i < 3; ++i) {
        in_door[i] = (min[i] + max[i]) / 2;
    }
    halfspace_collision_world* const house = halfspace_new_collision_world(level);
    CHECK(halfspace_is_shape_free(house, NULL, &ball, in_door, kMask, &answer) == HALFSPACE_OK &&
          answer == 1);
    CHECK(halfspace_place_models_at_rest(house) == HALFSPACE_OK);
    CHECK(halfspace_is_shape_free(house, NULL, &ball, in_door, kMask, &answer) == HALFSPACE_OK &&
          answer == 0);
    halfspace_free_collision_world(house);
    halfspace_free_shape(box);
    halfspace_free_shape(sphere);
}

int main(int argc, char** argv) {
    halfspace_level* const level = loaded_level(argc, argv);
    if (level == NULL) {
        return 1;
    }
    halfspace_collision_world* const world = halfspace_new_collision_world(level);
    check_shapes(world);
    check_placements(world);
    check_sweeps(world);
    check_room(level, world);
    halfspace_free_collision_world(world);
    halfspace_free_level(level);
    printf("%d failures\n", failures);
    return failures == 0 ? 0 : 1;
}
