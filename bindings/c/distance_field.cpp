// SPDX-License-Identifier: MIT
#include "halfspace/nav/distance_field.h"

#include "guard.h"
#include "halfspace_nav.h"
#include "handle.h"
#include "nav_handle.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>

namespace halfspace::c {
namespace {

bool can_ask(const halfspace_distance_field* field,
             const halfspace_nav_place* place,
             const halfspace_nav_scratch* scratch) {
    return field != nullptr && is_current(*field) && scratch != nullptr &&
           is_place(*field->mesh, place);
}

}  // namespace
}  // namespace halfspace::c

using namespace halfspace;
using namespace halfspace::c;

halfspace_distance_field* halfspace_new_distance_field(void) {
    return pointer_of([] { return new halfspace_distance_field; });
}

void halfspace_free_distance_field(halfspace_distance_field* field) {
    delete field;
}

halfspace_status halfspace_find_distance_field(halfspace_distance_field* field,
                                               const halfspace_nav_mesh* mesh,
                                               const halfspace_nav_place* goal,
                                               double max_length,
                                               const halfspace_nav_path_options* options) {
    const std::optional<PathOptions> how = path_options(options);
    const halfspace_nav_door_state* const doors = options == nullptr ? nullptr : options->doors;
    if (field == nullptr || !is_place(mesh, goal) || !(max_length >= 0) || !how ||
        !fits(doors, mesh->mesh)) {
        return HALFSPACE_BAD_ARGUMENT;
    }
    return status_of([&] {
        field->polygons.reserve(mesh->mesh.polygon_count());  // later nothing may fail
        field->mesh = mesh->mesh;
        field->doors = doors == nullptr ? nullptr : doors->doors;
        field->door_changes = doors == nullptr ? 0 : doors->doors->changes();
        const PathStatus status =
            field->field.find(*field->mesh, place_from(*goal), max_length, *how);
        field->polygons.resize(field->field.polygons().size());
        std::ranges::transform(field->field.polygons(),
                               field->polygons.begin(),
                               [](NavPolygonId id) { return id.value; });
        return status_from(status);
    });
}

int32_t halfspace_is_distance_field_current(const halfspace_distance_field* field) {
    return field != nullptr && is_current(*field) ? 1 : 0;
}

halfspace_status halfspace_distance_field_length(const halfspace_distance_field* field,
                                                 const halfspace_nav_place* place,
                                                 halfspace_nav_scratch* scratch,
                                                 double* length) {
    if (!can_ask(field, place, scratch) || length == nullptr) {
        return HALFSPACE_BAD_ARGUMENT;
    }
    return status_of([&]() -> halfspace_status {
        const auto found = field->field.length_from(place_from(*place), scratch->scratch);
        if (!found) {
            return HALFSPACE_NOT_FOUND;
        }
        *length = *found;
        return HALFSPACE_OK;
    });
}

halfspace_status halfspace_distance_field_path(const halfspace_distance_field* field,
                                               const halfspace_nav_place* place,
                                               halfspace_nav_scratch* scratch,
                                               halfspace_nav_path* path) {
    if (!can_ask(field, place, scratch) || path == nullptr) {
        return HALFSPACE_BAD_ARGUMENT;
    }
    return status_of([&] {
        return store_path(
            field->field.path_from(place_from(*place), scratch->scratch), *scratch, path);
    });
}

const uint32_t* halfspace_distance_field_polygons(const halfspace_distance_field* field,
                                                  size_t* count) {
    const bool has_goal = field != nullptr && field->field.goal().has_value();
    if (count != nullptr) {
        *count = has_goal ? field->polygons.size() : 0;
    }
    return has_goal ? field->polygons.data() : nullptr;
}
