// SPDX-License-Identifier: MIT
// Areas, and what an eye may see past doors, asked from C and from C++ in rooms with doors.
#include "halfspace/level/level.h"
#include "halfspace/move/doors.h"
#include "halfspace/query/areas.h"
#include "halfspace/query/model_order.h"
#include "halfspace/query/visible_faces.h"

#include "check.h"
#include "halfspace_draw.h"
#include "halfspace_move.h"
#include "support/compiled_data.h"
#include "support/gated_rooms.h"
#include "support/random.h"
#include "support/repeats.h"
#include "support/small_stack.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <vector>

namespace {

using namespace halfspace;  // NOLINT(google-build-using-namespace): a test of both interfaces

constexpr std::int64_t kColumns = 4;
constexpr std::int64_t kRows = 3;

halfspace_level* loaded(const Level& level) {
    const std::span<const std::byte> bytes = level.bytes();
    return halfspace_load_memory(bytes.data(), bytes.size(), nullptr, nullptr, 0);
}

// One level and all that knows it, for both interfaces.
struct Both {
    Both()
        : level(test::level_of(test::gated_rooms({.columns = kColumns, .rows = kRows}),
                               {.threads = 1})),
          c_level(loaded(level)),
          areas(level),
          c_areas(halfspace_new_area_state(c_level)),
          visible(level),
          c_visible(halfspace_new_visible_faces(c_level)) {}
    ~Both() {
        halfspace_free_visible_faces(c_visible);
        halfspace_free_area_state(c_areas);
        halfspace_free_level(c_level);
    }
    Both(const Both&) = delete;
    Both& operator=(const Both&) = delete;

    void set_open(std::uint32_t portal, bool is_open) {
        areas.set_open(AreaPortalId(portal), is_open);
        CHECK(halfspace_open_area_portal(c_areas, portal, is_open ? 1 : 0) == HALFSPACE_OK);
    }

    Level level;
    halfspace_level* c_level;
    AreaState areas;
    halfspace_area_state* c_areas;
    VisibleFaces visible;
    halfspace_visible_faces* c_visible;
};

Vec3 any_place(test::Random& random) {
    return {random.real(-8, kColumns * test::kRoomPitch),
            random.real(-8, kRows * test::kRoomPitch),
            random.real(4, 124)};
}

void check_areas(const Both& both) {
    const auto portals = both.level.area_portals();
    CHECK(halfspace_area_count(both.c_level) == kColumns * kRows);
    CHECK(halfspace_area_portal_count(both.c_level) == portals.size() && portals.size() == 17);
    for (std::uint32_t p = 0; p < portals.size(); ++p) {
        halfspace_area_portal portal;
        CHECK(halfspace_get_area_portal(both.c_level, p, &portal) == HALFSPACE_OK);
        CHECK(portal.areas[0] == portals[p].area[0] && portal.areas[1] == portals[p].area[1]);
        CHECK(portal.model == portals[p].model && portal.model != HALFSPACE_NONE);
        CHECK(portal.gate == portals[p].gate);
    }
    std::size_t gates = 0;
    for (std::uint32_t c = 0; c < both.level.clusters().size(); ++c) {
        const std::optional<AreaId> area = area_of(both.level, ClusterId(c));
        const auto gate = gate_of(both.level, ClusterId(c));
        std::uint32_t c_area = 99;
        std::uint32_t first = 99;
        std::uint32_t count = 99;
        const auto area_status = halfspace_area_of(both.c_level, c, &c_area);
        const auto gate_status = halfspace_gate_of(both.c_level, c, &first, &count);
        CHECK(area_status == (area ? HALFSPACE_OK : HALFSPACE_NOT_FOUND));
        CHECK(gate_status == (area ? HALFSPACE_NOT_FOUND : HALFSPACE_OK));
        CHECK(c_area == (area ? area->value : 99));
        CHECK(count == (area ? 99 : gate.size()));
        CHECK(area ? first == 99 : &portals[first] == gate.data());
        gates += area ? 0 : 1;
    }
    CHECK(gates >= 17);
    test::Random random(3);
    std::size_t found = 0;
    for (int i = 0; i < 2000; ++i) {
        const Vec3 point = any_place(random);
        const std::optional<AreaId> area = area_at(both.level, point);
        std::uint32_t c_area = 99;
        CHECK(halfspace_area_at(both.c_level, &point.x, &c_area) ==
              (area ? HALFSPACE_OK : HALFSPACE_NOT_FOUND));
        CHECK(c_area == (area ? area->value : 99));
        found += area ? 1 : 0;
    }
    CHECK(found > 1000 && found < 2000);
}

// Sorts with the marks, by both interfaces. Returns the number of items.
std::size_t check_order(const Both& both, const Vec3& eye) {
    ModelOrder order;
    CollisionWorld world(both.level);
    world.place_models_at_rest();
    order.sort(world, eye, DrawOrder::BackToFront, nullptr, &both.visible);
    halfspace_collision_world* const c_world = halfspace_new_collision_world(both.c_level);
    halfspace_model_order* const sorter = halfspace_new_model_order();
    CHECK(halfspace_place_models_at_rest(c_world) == HALFSPACE_OK);
    CHECK(halfspace_sort_models(
              sorter, c_world, nullptr, &eye.x, HALFSPACE_BACK_TO_FRONT, nullptr, both.c_visible) ==
          HALFSPACE_OK);
    std::vector<halfspace_draw_item> items(order.items().size());
    CHECK(halfspace_draw_item_count(sorter) == items.size());
    CHECK(halfspace_write_draw_items(sorter, items.data(), items.size()) == HALFSPACE_OK);
    for (std::size_t i = 0; i < items.size(); ++i) {
        const DrawItem& item = order.items()[i];
        const bool is_piece = item.piece != kNone;
        const std::uint32_t first = is_piece ? order.pieces()[item.piece].face : item.run.first;
        CHECK(items[i].first_face == first);
        CHECK(items[i].face_count == (is_piece ? 0 : item.run.count));
    }
    halfspace_free_model_order(sorter);
    halfspace_free_collision_world(c_world);
    return items.size();
}

// Area portals open and shut at random.
void check_states(Both& both) {
    test::Random random(5);
    const auto clusters = static_cast<std::uint32_t>(both.level.clusters().size());
    std::vector<std::uint32_t> faces(both.level.models()[0].face_count);
    std::size_t apart = 0;
    std::size_t unseen = 0;
    std::size_t most = 0;
    std::size_t least = faces.size();
    const std::size_t rounds = test::repeats(60);
    for (std::size_t round = 0; round < rounds; ++round) {
        const Vec3 eye = any_place(random);
        for (std::uint32_t p = 0; p < both.areas.size(); ++p) {
            both.set_open(p, random.one_in(2));
        }
        const bool has_state = !random.one_in(4);
        both.visible.look_from(eye, has_state ? &both.areas : nullptr);
        const auto made = test::allocations();
        CHECK(halfspace_look_from(both.c_visible, &eye.x, has_state ? both.c_areas : nullptr) ==
              HALFSPACE_OK);
        for (std::uint32_t p = 0; p < both.areas.size(); ++p) {
            std::int32_t is_open = 7;
            CHECK(halfspace_is_area_portal_open(both.c_areas, p, &is_open) == HALFSPACE_OK);
            CHECK(is_open == (both.areas.is_open(AreaPortalId(p)) ? 1 : 0));
        }
        for (std::uint32_t a = 0; a < area_count(both.level); ++a) {
            for (std::uint32_t b = 0; b < area_count(both.level); ++b) {
                std::int32_t joined = 7;
                CHECK(halfspace_areas_connected(both.c_areas, a, b, &joined) == HALFSPACE_OK);
                CHECK(joined == (areas_connected(both.areas, AreaId(a), AreaId(b)) ? 1 : 0));
                apart += joined == 0 ? 1 : 0;
            }
        }
        for (int i = 0; i < 200; ++i) {
            const auto a = static_cast<std::uint32_t>(random.integer(0, clusters - 1));
            const auto b = static_cast<std::uint32_t>(random.integer(0, clusters - 1));
            std::int32_t joined = 7;
            CHECK(halfspace_clusters_connected(both.c_areas, a, b, &joined) == HALFSPACE_OK);
            CHECK(joined == (areas_connected(both.areas, ClusterId(a), ClusterId(b)) ? 1 : 0));
            const Vec3 corner = any_place(random);
            const Vec3 other = corner + Vec3{8, 8, 8};
            std::int32_t may_see = 7;
            CHECK(halfspace_may_see_box(both.c_visible, &corner.x, &other.x, &may_see) ==
                  HALFSPACE_OK);
            CHECK(may_see == (both.visible.may_see_box({corner, other}) ? 1 : 0));
            unseen += may_see == 0 ? 1 : 0;
        }
        const std::size_t count = halfspace_visible_face_count(both.c_visible);
        CHECK(count == both.visible.count());
        CHECK(halfspace_write_visible_faces(both.c_visible, faces.data(), count) == HALFSPACE_OK);
        CHECK(halfspace_write_visible_faces(both.c_visible, faces.data(), count - 1) ==
              HALFSPACE_TOO_SMALL);
        CHECK(test::allocations() == made);
        for (std::size_t i = 0; i < count; ++i) {
            CHECK(both.visible.has_face(faces[i]) && (i == 0 || faces[i - 1] < faces[i]));
        }
        const std::size_t items = check_order(both, eye);
        most = std::max(most, items);
        least = std::min(least, items);
    }
    CHECK(apart > 16 * rounds && unseen > 16 * rounds && least < most);
}

// Doors set a state, and a visitor opens one of them.
void check_doors(Both& both) {
    Doors doors(both.level);
    halfspace_doors* const c_doors = halfspace_new_doors(both.c_level);
    std::size_t shut = 0;
    std::size_t open = 0;
    for (int i = 0; i < 40; ++i) {
        const Vec3 visitor = test::middle_of_doorway(i / 20);
        doors.step(0.125, {&visitor, 1});
        doors.finish();
        CHECK(halfspace_step_doors(c_doors, 0.125, &visitor.x, 1) == HALFSPACE_OK);
        CHECK(halfspace_finish_doors(c_doors, nullptr) == HALFSPACE_OK);
        doors.set_areas(both.areas);
        const auto made = test::allocations();
        CHECK(halfspace_set_areas(c_doors, both.c_areas) == HALFSPACE_OK);
        CHECK(test::allocations() == made);
        for (std::uint32_t p = 0; p < both.areas.size(); ++p) {
            std::int32_t is_open = 7;
            CHECK(halfspace_is_area_portal_open(both.c_areas, p, &is_open) == HALFSPACE_OK);
            CHECK(is_open == (both.areas.is_open(AreaPortalId(p)) ? 1 : 0));
            (is_open != 0 ? open : shut) += 1;
        }
    }
    CHECK(shut > 200 && open > 20);
    halfspace_free_doors(c_doors);
}

void check_mistakes_of_areas(const Both& both) {
    const std::uint32_t areas = halfspace_area_count(both.c_level);
    const std::uint32_t portals = halfspace_area_portal_count(both.c_level);
    const std::uint32_t clusters = halfspace_cluster_count(both.c_level);
    const double room[3] = {120, 120, 64};
    const double nowhere[3] = {0, std::numeric_limits<double>::quiet_NaN(), 0};
    std::uint32_t first = 0;
    std::uint32_t count = 0;
    std::int32_t answer = 7;
    halfspace_area_portal portal{};
    const auto is_refused = [](halfspace_status status) {
        return status == HALFSPACE_BAD_ARGUMENT;
    };
    CHECK(halfspace_area_count(nullptr) == 0 && halfspace_area_portal_count(nullptr) == 0);
    CHECK(is_refused(halfspace_get_area_portal(both.c_level, portals, &portal)));
    CHECK(is_refused(halfspace_get_area_portal(both.c_level, 0, nullptr)));
    CHECK(is_refused(halfspace_get_area_portal(nullptr, 0, &portal)));
    CHECK(is_refused(halfspace_area_of(both.c_level, clusters, &first)));
    CHECK(is_refused(halfspace_area_of(both.c_level, 0, nullptr)));
    CHECK(is_refused(halfspace_area_of(nullptr, 0, &first)));
    CHECK(is_refused(halfspace_area_at(both.c_level, nowhere, &first)));
    CHECK(is_refused(halfspace_area_at(both.c_level, nullptr, &first)));
    CHECK(is_refused(halfspace_area_at(both.c_level, room, nullptr)));
    CHECK(is_refused(halfspace_area_at(nullptr, room, &first)));
    CHECK(is_refused(halfspace_gate_of(both.c_level, clusters, &first, &count)));
    CHECK(is_refused(halfspace_gate_of(both.c_level, 0, nullptr, &count)));
    CHECK(is_refused(halfspace_gate_of(both.c_level, 0, &first, nullptr)));
    CHECK(halfspace_new_area_state(nullptr) == nullptr);
    CHECK(is_refused(halfspace_open_area_portal(both.c_areas, portals, 1)));
    CHECK(is_refused(halfspace_open_area_portal(nullptr, 0, 1)));
    CHECK(is_refused(halfspace_is_area_portal_open(both.c_areas, portals, &answer)));
    CHECK(is_refused(halfspace_is_area_portal_open(both.c_areas, 0, nullptr)));
    CHECK(is_refused(halfspace_is_area_portal_open(nullptr, 0, &answer)));
    CHECK(is_refused(halfspace_areas_connected(both.c_areas, areas, 0, &answer)));
    CHECK(is_refused(halfspace_areas_connected(both.c_areas, 0, areas, &answer)));
    CHECK(is_refused(halfspace_areas_connected(both.c_areas, 0, 0, nullptr)));
    CHECK(is_refused(halfspace_areas_connected(nullptr, 0, 0, &answer)));
    CHECK(is_refused(halfspace_clusters_connected(both.c_areas, clusters, 0, &answer)));
    CHECK(is_refused(halfspace_clusters_connected(both.c_areas, 0, clusters, &answer)));
    CHECK(is_refused(halfspace_clusters_connected(both.c_areas, 0, 0, nullptr)));
    CHECK(is_refused(halfspace_clusters_connected(nullptr, 0, 0, &answer)));
    CHECK(answer == 7 && first == 0 && count == 0);
}

void check_mistakes_of_eyes(const Both& both) {
    const double room[3] = {120, 120, 64};
    const double below[3] = {120, 120, 0};
    const double nowhere[3] = {0, std::numeric_limits<double>::infinity(), 0};
    std::int32_t answer = 7;
    std::uint32_t face = 0;
    const auto is_refused = [](halfspace_status status) {
        return status == HALFSPACE_BAD_ARGUMENT;
    };
    CHECK(halfspace_new_visible_faces(nullptr) == nullptr);
    CHECK(is_refused(halfspace_look_from(nullptr, room, nullptr)));
    CHECK(is_refused(halfspace_look_from(both.c_visible, nowhere, nullptr)));
    CHECK(is_refused(halfspace_look_from(both.c_visible, nullptr, nullptr)));
    CHECK(halfspace_visible_face_count(nullptr) == 0);
    CHECK(is_refused(halfspace_write_visible_faces(nullptr, &face, 1)));
    CHECK(is_refused(halfspace_write_visible_faces(both.c_visible, nullptr, 9999)));
    CHECK(is_refused(halfspace_may_see_box(both.c_visible, room, below, &answer)));
    CHECK(is_refused(halfspace_may_see_box(both.c_visible, room, nowhere, &answer)));
    CHECK(is_refused(halfspace_may_see_box(both.c_visible, room, room, nullptr)));
    CHECK(is_refused(halfspace_may_see_box(nullptr, room, room, &answer)));
    CHECK(answer == 7);

    // What belongs to another level, of the same bytes or of others.
    halfspace_level* const other = loaded(both.level);
    halfspace_area_state* const areas = halfspace_new_area_state(other);
    halfspace_visible_faces* const visible = halfspace_new_visible_faces(other);
    halfspace_doors* const doors = halfspace_new_doors(both.c_level);
    halfspace_collision_world* const world = halfspace_new_collision_world(both.c_level);
    halfspace_model_order* const sorter = halfspace_new_model_order();
    const auto sort = [&](const halfspace_visible_faces* marks) {
        return halfspace_sort_models(
            sorter, world, nullptr, room, HALFSPACE_BACK_TO_FRONT, nullptr, marks);
    };
    CHECK(is_refused(halfspace_look_from(both.c_visible, room, areas)));
    CHECK(is_refused(halfspace_set_areas(doors, areas)));
    CHECK(is_refused(halfspace_set_areas(nullptr, areas)));
    CHECK(is_refused(halfspace_set_areas(doors, nullptr)));
    CHECK(is_refused(sort(visible)));
    CHECK(sort(both.c_visible) == HALFSPACE_OK);
    // Both keep their level.
    halfspace_free_level(other);
    CHECK(halfspace_look_from(visible, room, areas) == HALFSPACE_OK);
    CHECK(halfspace_visible_face_count(visible) > 0);
    CHECK(halfspace_areas_connected(areas, 0, 1, &answer) == HALFSPACE_OK && answer == 1);
    halfspace_free_model_order(sorter);
    halfspace_free_collision_world(world);
    halfspace_free_doors(doors);
    halfspace_free_visible_faces(visible);
    halfspace_free_area_state(areas);
}

// The handle that make() returns as soon as there is enough memory; before it returns null.
template <class Make>
auto made_with_little_memory(const Make& make) {
#ifndef HALFSPACE_HAS_LARGE_FRAMES  // the sanitizers have a memory of their own
    for (std::size_t allowed = 0; allowed < 100; ++allowed) {
        test::allow_allocations(allowed);
        const auto made = make();
        test::allow_allocations(std::numeric_limits<std::size_t>::max());
        if (made != nullptr) {
            CHECK(allowed > 1);
            return made;
        }
    }
#endif
    return make();
}

void check_memory(const Both& both) {
    halfspace_area_state* const areas =
        made_with_little_memory([&] { return halfspace_new_area_state(both.c_level); });
    halfspace_visible_faces* const visible =
        made_with_little_memory([&] { return halfspace_new_visible_faces(both.c_level); });
    const double room[3] = {120, 120, 64};
    CHECK(halfspace_look_from(visible, room, areas) == HALFSPACE_OK);
    CHECK(halfspace_visible_face_count(visible) > 0);
    halfspace_free_visible_faces(visible);
    halfspace_free_area_state(areas);
    halfspace_free_visible_faces(nullptr);
    halfspace_free_area_state(nullptr);
}

}  // namespace

int main() {
    Both both;
    CHECK(both.c_level != nullptr && both.c_areas != nullptr && both.c_visible != nullptr);
    check_areas(both);
    check_states(both);
    check_doors(both);
    check_mistakes_of_areas(both);
    check_mistakes_of_eyes(both);
    check_memory(both);
    std::printf("%d failures\n", failures);
    return failures == 0 ? 0 : 1;
}
