// SPDX-License-Identifier: MIT
// Uses the clusters and portals of halfspace.h on a compiled examples/levels/keep.map, as C.
#include "check.h"
#include "halfspace.h"
#include "loaded_level.h"

#include <math.h>
#include <stdlib.h>

// The clusters that one sees are those that may_see says, in ascending order.
static void check_rows(const halfspace_level* level) {
    const uint32_t clusters = halfspace_cluster_count(level);
    uint32_t* const found = malloc(clusters * sizeof *found);
    size_t hidden = 0;
    for (uint32_t from = 0; from < clusters; ++from) {
        size_t count = 0;
        CHECK(halfspace_visible_clusters(level, from, found, clusters, &count) == HALFSPACE_OK);
        CHECK(count > 0 && count <= clusters);
        hidden += clusters - count;
        size_t next = 0;
        for (uint32_t to = 0; to < clusters; ++to) {
            int32_t sees = 7;
            int32_t is_seen = 7;
            CHECK(halfspace_may_see(level, from, to, &sees) == HALFSPACE_OK);
            CHECK(halfspace_may_see(level, to, from, &is_seen) == HALFSPACE_OK);
            const int32_t is_listed = next < count && found[next] == to;
            CHECK(sees == is_listed && is_seen == is_listed && (from != to || sees));
            next += is_listed ? 1 : 0;
        }
        CHECK(next == count);
    }
    CHECK(hidden > 0);

    // A short array gets the first ones; the count is of all.
    size_t count = 0;
    size_t all = 0;
    CHECK(halfspace_visible_clusters(level, 0, NULL, 0, &all) == HALFSPACE_OK && all > 1);
    CHECK(halfspace_visible_clusters(level, 0, found, clusters, &count) == HALFSPACE_OK);
    uint32_t few[2] = {99, 99};
    CHECK(halfspace_visible_clusters(level, 0, few, 1, &count) == HALFSPACE_OK);
    CHECK(count == all && few[0] == found[0] && few[1] == 99);
    free(found);
}

// On both sides of a portal are its clusters.
static void check_portals(const halfspace_level* level) {
    const uint32_t portals = halfspace_portal_count(level);
    const size_t corners = halfspace_portal_corner_count(level);
    double* const positions = malloc(corners * 3 * sizeof *positions);
    CHECK(portals > 0 && corners >= 3 * (size_t)portals);
    CHECK(halfspace_write_portal_corners(level, positions, corners - 1) == HALFSPACE_TOO_SMALL);
    CHECK(halfspace_write_portal_corners(level, positions, corners) == HALFSPACE_OK);
    uint32_t first = 0;
    for (uint32_t p = 0; p < portals; ++p) {
        halfspace_portal portal;
        CHECK(halfspace_get_portal(level, p, &portal) == HALFSPACE_OK);
        CHECK(portal.first_corner == first && portal.corner_count >= 3);
        first += portal.corner_count;
        const double* const c = positions + 3 * (size_t)portal.first_corner;
        double middle[3] = {0, 0, 0};
        double normal[3] = {0, 0, 0};
        for (uint32_t i = 0; i < portal.corner_count; ++i) {
            const double* const a = c + 3 * (size_t)i;
            const double* const b = c + 3 * (size_t)((i + 1) % portal.corner_count);
            for (int axis = 0; axis < 3; ++axis) {
                const int u = (axis + 1) % 3;
                const int v = (axis + 2) % 3;
                middle[axis] += a[axis] / portal.corner_count;
                normal[axis] += (a[u] - c[u]) * (b[v] - c[v]) - (a[v] - c[v]) * (b[u] - c[u]);
            }
        }
        const double length =
            sqrt(normal[0] * normal[0] + normal[1] * normal[1] + normal[2] * normal[2]);
        for (int side = -1; side <= 1; side += 2) {
            double near[3];
            uint32_t cluster = HALFSPACE_NONE;
            for (int axis = 0; axis < 3; ++axis) {
                near[axis] = middle[axis] + side * normal[axis] / length / 64;
            }
            CHECK(halfspace_cluster_at(level, near, &cluster) == HALFSPACE_OK);
            CHECK(cluster == (side > 0 ? portal.front : portal.behind));
        }
    }
    CHECK(first == corners);
    free(positions);
}

static void check_points(const halfspace_level* level) {
    const double room[3] = {64, 256, 60};
    const double wall[3] = {-8, 256, 60};
    const double outside[3] = {-5000, 0, 0};
    const double nowhere[3] = {0, NAN, 0};
    uint32_t cluster = 99;
    CHECK(halfspace_cluster_at(level, wall, &cluster) == HALFSPACE_NOT_FOUND && cluster == 99);
    CHECK(halfspace_cluster_at(level, outside, &cluster) == HALFSPACE_NOT_FOUND && cluster == 99);
    CHECK(halfspace_cluster_at(level, room, &cluster) == HALFSPACE_OK);
    CHECK(cluster < halfspace_cluster_count(level));
    CHECK(halfspace_cluster_at(level, nowhere, &cluster) == HALFSPACE_BAD_ARGUMENT);
    CHECK(halfspace_cluster_at(level, NULL, &cluster) == HALFSPACE_BAD_ARGUMENT);
    CHECK(halfspace_cluster_at(level, room, NULL) == HALFSPACE_BAD_ARGUMENT);
    CHECK(halfspace_cluster_at(NULL, room, &cluster) == HALFSPACE_BAD_ARGUMENT);
}

static void check_mistakes(const halfspace_level* level) {
    const uint32_t clusters = halfspace_cluster_count(level);
    int32_t sees = 0;
    uint32_t found[1];
    size_t count = 0;
    double positions[3];
    halfspace_portal portal;
    CHECK(halfspace_may_see(level, 0, clusters, &sees) == HALFSPACE_BAD_ARGUMENT);
    CHECK(halfspace_may_see(level, clusters, 0, &sees) == HALFSPACE_BAD_ARGUMENT);
    CHECK(halfspace_may_see(level, 0, 0, NULL) == HALFSPACE_BAD_ARGUMENT);
    CHECK(halfspace_may_see(NULL, 0, 0, &sees) == HALFSPACE_BAD_ARGUMENT);
    CHECK(halfspace_visible_clusters(level, clusters, found, 1, &count) == HALFSPACE_BAD_ARGUMENT);
    CHECK(halfspace_visible_clusters(level, 0, NULL, 1, &count) == HALFSPACE_BAD_ARGUMENT);
    CHECK(halfspace_visible_clusters(level, 0, found, 1, NULL) == HALFSPACE_BAD_ARGUMENT);
    CHECK(halfspace_get_portal(level, halfspace_portal_count(level), &portal) ==
          HALFSPACE_BAD_ARGUMENT);
    CHECK(halfspace_get_portal(level, 0, NULL) == HALFSPACE_BAD_ARGUMENT);
    CHECK(halfspace_write_portal_corners(level, NULL, 9999) == HALFSPACE_BAD_ARGUMENT);
    CHECK(halfspace_write_portal_corners(NULL, positions, 1) == HALFSPACE_BAD_ARGUMENT);
    CHECK(halfspace_cluster_count(NULL) == 0 && halfspace_portal_count(NULL) == 0);
    CHECK(halfspace_portal_corner_count(NULL) == 0 && halfspace_has_visibility(NULL) == 0);
}

int main(int argc, char** argv) {
    halfspace_level* const level = loaded_level(argc, argv);
    if (level == NULL) {
        return 1;
    }
    CHECK(halfspace_cluster_count(level) > 1 && halfspace_has_visibility(level) == 1);
    check_rows(level);
    check_portals(level);
    check_points(level);
    check_mistakes(level);
    halfspace_free_level(level);
    printf("%d failures\n", failures);
    return failures == 0 ? 0 : 1;
}
