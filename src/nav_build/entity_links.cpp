// SPDX-License-Identifier: MIT
#include "nav_build/entity_links.h"

#include "halfspace/move/mover.h"
#include "halfspace/nav/locate.h"
#include "halfspace/query/entities.h"
#include "halfspace/query/space.h"

#include "nav_build/climb.h"
#include "nav_build/point_link.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <expected>
#include <iterator>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <utility>

namespace halfspace {
namespace {

constexpr double kRest = 1;               // slower is at rest, map units per second
constexpr double kLongest = 8;            // of a flight, seconds
constexpr double kLeastArea = 1;          // of the floor that touches a trigger, square units
constexpr std::size_t kMostCorners = 64;  // of a trigger, from which flights begin
constexpr double kDrawnReach = 64;        // of a drawn place from the mesh, map units
constexpr double kMaxSeconds = 3600;      // of a drawn link

// The part of a convex polygon in a box.
std::vector<Vec3> part_in(std::vector<Vec3> polygon, const Aabb& box) {
    for (const auto axis : {&Vec3::x, &Vec3::y, &Vec3::z}) {
        for (const double sign : {1.0, -1.0}) {
            const double limit = sign * (sign > 0 ? box.max : box.min).*axis;
            std::vector<Vec3> inside;
            for (std::size_t i = 0; i < polygon.size(); ++i) {
                const Vec3& a = polygon[i];
                const Vec3& b = polygon[(i + 1) % polygon.size()];
                const double over_a = sign * (a.*axis) - limit;
                const double over_b = sign * (b.*axis) - limit;
                if (over_a <= 0) {
                    inside.push_back(a);
                }
                if ((over_a < 0) != (over_b < 0) && over_a != over_b) {
                    inside.push_back(lerp(a, b, over_a / (over_a - over_b)));
                }
            }
            polygon = std::move(inside);
        }
    }
    return polygon;
}

// Seen from above.
double area_of(const std::vector<Vec3>& polygon) {
    double twice = 0;
    for (std::size_t i = 2; i < polygon.size(); ++i) {
        twice += cross(polygon[i - 1] - polygon[0], polygon[i] - polygon[0]).z;
    }
    return twice / 2;
}

Vec3 middle_of(const std::vector<Vec3>& corners) {
    Vec3 sum;
    for (const Vec3& corner : corners) {
        sum += corner;
    }
    return sum / static_cast<double>(corners.size());
}

class EntityWays {
public:
    EntityWays(const MeshInLevel& here, const Triggers& triggers, const MoverOptions& options)
        : here_(here),
          level_(here.around.level),
          triggers_(triggers),
          options_(options),
          bodies_{here.space, here.space} {
        for (const Vec3& vertex : here.records.vertices) {
            lowest_ = std::min(lowest_, vertex.z);
        }
        for (std::uint32_t p = 0; p < here.records.polygons.size(); ++p) {
            Aabb& box = boxes_.emplace_back();
            for (const Vec3& corner : corners_of(p)) {
                box = merge(box, corner);
            }
        }
    }

    EntityLinks links_of(const Trigger& trigger) const {
        EntityLinks found;
        const auto drop = [&](const Vec3& place, const char* reason) {
            add_dropped(trigger.entity, place, reason, found);
        };
        const Aabb box = level_.model_bounds(trigger.model);
        const Vec3 middle = (box.min + box.max) * 0.5;
        if (trigger.kind == TriggerKind::Teleport &&
            !triggers_.arrival(here_.around, trigger, here_.space, options_.mask)) {
            drop(middle, "the body has no room at its destination");
            return found;
        }
        const std::map<std::uint32_t, std::vector<Touch>> islands = touches_of(trigger, box);
        if (islands.empty()) {
            drop(middle, "nobody on the floor touches it");
        }
        for (const auto& [island, touches] : islands) {
            add_link(trigger, touches, middle, found);
        }
        return found;
    }

    EntityLinks drawn_links() const {
        EntityLinks found;
        for (const EntityId entity : find_entities(level_, "info_nav_link")) {
            add_drawn(entity, found);
        }
        return found;
    }

private:
    // A place of the floor where the body overlaps a trigger.
    struct Touch {
        std::uint32_t polygon;
        Vec3 place;
        bool is_corner;  // of the floor where it does
    };

    // Where a mover comes to rest.
    struct Landing {
        NavPlace place;
        double seconds;
    };

    void add_dropped(EntityId entity,
                     const Vec3& place,
                     const std::string& reason,
                     EntityLinks& found) const {
        found.dropped.push_back({here_.space, entity, place, reason});
    }

    std::vector<Vec3> corners_of(std::uint32_t polygon) const {
        std::vector<Vec3> corners;
        for (std::uint32_t c = 0; c < here_.mesh.corner_count(NavPolygonId(polygon)); ++c) {
            corners.push_back(here_.mesh.corner(NavPolygonId(polygon), c));
        }
        return corners;
    }

    bool touches(const Trigger& trigger, const Vec3& place) const {
        return triggers_.touched(here_.space, place + Vec3{0, 0, options_.skin}) == &trigger;
    }

    // The place from the middle to a corner that is nearest to the corner and touches; the corner
    // if the middle does not.
    Vec3 outermost(const Trigger& trigger, Vec3 middle, Vec3 corner) const {
        if (touches(trigger, corner) || !touches(trigger, middle)) {
            return corner;
        }
        for (int halving = 0; halving < 8; ++halving) {
            const Vec3 between = (middle + corner) * 0.5;
            (touches(trigger, between) ? middle : corner) = between;
        }
        return middle;
    }

    // By islands.
    std::map<std::uint32_t, std::vector<Touch>> touches_of(const Trigger& trigger,
                                                           const Aabb& box) const {
        const Aabb body = body_of(level_, here_.space);
        const Aabb reach{box.min - body.max, box.max - body.min};
        std::map<std::uint32_t, std::vector<Touch>> islands;
        for (std::uint32_t p = 0; p < here_.records.polygons.size(); ++p) {
            if (!touch(boxes_[p], reach)) {
                continue;
            }
            const std::vector<Vec3> part = part_in(corners_of(p), reach);
            if (part.size() < 3 || area_of(part) < kLeastArea) {
                continue;
            }
            const Vec3 middle = middle_of(part);
            const auto add = [&](const Vec3& place, bool is_corner) {
                if (touches(trigger, place)) {
                    islands[here_.records.polygons[p].island].push_back({p, place, is_corner});
                }
            };
            add(middle, false);
            for (const Vec3& corner : part) {
                constexpr double kInside = 1.0 / 16;
                add(outermost(trigger, middle, lerp(corner, middle, kInside)), true);
                add(lerp(corner, middle, 0.5), false);
            }
        }
        return islands;
    }

    // From an island. The link begins at the place that is nearest to the trigger's middle, on
    // another polygon than that where it ends.
    void add_link(const Trigger& trigger,
                  std::vector<Touch> touches,
                  const Vec3& middle,
                  EntityLinks& found) const {
        const auto flat_square = [&](const Touch& touch) {
            const Vec3 way = touch.place - middle;
            return way.x * way.x + way.y * way.y;
        };
        std::ranges::stable_sort(touches, {}, flat_square);
        const std::expected<Landing, const char*> landing = landing_of(trigger, touches);
        if (!landing) {
            add_dropped(trigger.entity, touches.front().place, landing.error(), found);
            return;
        }
        const auto leads_away = [&](const Touch& touch) {
            return touch.polygon != landing->place.polygon.value;
        };
        auto from = std::ranges::find_if(
            touches, [&](const Touch& touch) { return !touch.is_corner && leads_away(touch); });
        from = from == touches.end() ? std::ranges::find_if(touches, leads_away) : from;
        if (from == touches.end()) {
            add_dropped(trigger.entity,
                        touches.front().place,
                        "it leads to the polygon where it begins",
                        found);
            return;
        }
        add(trigger.entity,
            {NavPolygonId(from->polygon), from->place},
            landing->place,
            landing->seconds,
            trigger.kind == TriggerKind::Push ? NavLinkKind::Push : NavLinkKind::Teleport,
            trigger.model,
            found);
    }

    // Where a mover comes to rest that steers nowhere in its flight; of a push that leads nowhere
    // then, the quickest way to another island of one that goes ahead in one of eight directions.
    // touches: the one nearest to the middle first.
    std::expected<Landing, const char*> landing_of(const Trigger& trigger,
                                                   const std::vector<Touch>& touches) const {
        const std::optional<Landing> passive = landing_from(touches.front().place, {});
        if (passive && (trigger.kind == TriggerKind::Teleport || is_sure(touches, {}, *passive))) {
            return *passive;
        }
        constexpr const char* kNowhere = "nobody comes to the mesh by it";
        if (trigger.kind == TriggerKind::Teleport) {
            return std::unexpected(kNowhere);
        }
        std::optional<Landing> best;
        bool is_unsure = passive.has_value();
        constexpr double kDiagonal = 0.7071067811865476;
        for (const Vec3& direction : {Vec3{1, 0, 0},
                                      Vec3{-1, 0, 0},
                                      Vec3{0, 1, 0},
                                      Vec3{0, -1, 0},
                                      Vec3{kDiagonal, kDiagonal, 0},
                                      Vec3{kDiagonal, -kDiagonal, 0},
                                      Vec3{-kDiagonal, kDiagonal, 0},
                                      Vec3{-kDiagonal, -kDiagonal, 0}}) {
            const std::optional<Landing> landing =
                landing_from(touches.front().place, straight_ahead(direction));
            if (!landing || (best && best->seconds <= landing->seconds) ||
                island_of(landing->place) ==
                    here_.records.polygons[touches.front().polygon].island) {
                continue;
            }
            const bool sure = is_sure(touches, straight_ahead(direction), *landing);
            is_unsure = is_unsure || !sure;
            best = sure ? landing : best;
        }
        if (best) {
            return *best;
        }
        return std::unexpected(is_unsure ? "where one lands depends on where one touches it"
                                         : kNowhere);
    }

    // True if all corners lead to the island of the landing; of many, kMostCorners of them.
    bool is_sure(const std::vector<Touch>& touches,
                 const MoverInput& input,
                 const Landing& known) const {
        const auto corners =
            static_cast<std::size_t>(std::ranges::count(touches, true, &Touch::is_corner));
        const std::size_t every = corners / kMostCorners + 1;
        std::size_t corner = 0;
        return std::ranges::all_of(touches, [&](const Touch& touch) {
            if (!touch.is_corner || corner++ % every != 0) {
                return true;
            }
            const std::optional<Landing> landing = landing_from(touch.place, input);
            return landing && island_of(landing->place) == island_of(known.place);
        });
    }

    std::uint32_t island_of(const NavPlace& place) const {
        return here_.records.polygons[place.polygon.value].island;
    }

    std::optional<NavPlace> floor_below(const MoverState& state) const {
        const double reach = state.mode == MoverMode::Swim ? kFloorOfSwimmer : 1;
        return locate(here_.mesh, state.position, {.reach = reach, .above = 1});
    }

    // Where a mover comes to a floor that stands at a place, and has this input in the air. It must
    // come to rest there.
    std::optional<Landing> landing_from(const Vec3& place, const MoverInput& input) const {
        MoverState state = mover_at(place + Vec3{0, 0, 2 * options_.skin});
        state = step_mover(here_.around, bodies_, state, {}, options_).state;
        const int most = static_cast<int>(kLongest / options_.seconds);
        std::optional<Landing> first;
        for (int i = 1; i <= most; ++i) {
            state = triggers_.apply(here_.around, bodies_, state, options_.mask);
            const MoverStep moved = step_mover(here_.around,
                                               bodies_,
                                               state,
                                               state.mode == MoverMode::Air ? input : MoverInput(),
                                               options_);
            state = moved.state;
            if (moved.problem != MoverProblem::None || state.position.z < lowest_) {
                return std::nullopt;
            }
            const bool swims = state.mode == MoverMode::Swim;
            if (!swims && state.mode != MoverMode::Ground) {
                first.reset();
                continue;
            }
            if (triggers_.touched(here_.space, state.position) != nullptr) {
                continue;
            }
            const auto floor = floor_below(state);
            if (!floor) {
                return std::nullopt;
            }
            first = first ? first : std::optional<Landing>({*floor, i * options_.seconds});
            if (swims || length(state.velocity) < kRest) {
                return island_of(*floor) == island_of(first->place) ? first : std::nullopt;
            }
        }
        return std::nullopt;
    }

    // The place of the mesh at an entity's origin.
    std::optional<NavPlace> place_at(EntityId entity) const {
        const std::optional<Vec3> origin = vec3_value(level_, entity, "origin");
        return origin ? nearest(here_.mesh, *origin, kDrawnReach) : std::nullopt;
    }

    void add_drawn(EntityId entity, EntityLinks& found) const {
        const Vec3 origin = vec3_value(level_, entity, "origin").value_or(Vec3());
        const auto name = key_value(level_, entity, "target");
        if (!name || name->empty()) {
            add_dropped(entity, origin, "it has no target", found);
            return;
        }
        EntityId target;  // the first one with an origin
        for (const EntityId other : find_entities(level_, "targetname", *name)) {
            const bool has_origin = vec3_value(level_, other, "origin").has_value();
            target = !target.is_valid() && has_origin ? other : target;
        }
        if (!target.is_valid()) {
            add_dropped(
                entity, origin, "no entity with an origin has the name of its target", found);
            return;
        }
        const std::optional<NavPlace> from = place_at(entity);
        const std::optional<NavPlace> to = place_at(target);
        if (!from || !to) {
            add_dropped(
                entity,
                origin,
                std::string("no floor is within 64 units of its ") + (from ? "target" : "origin"),
                found);
            return;
        }
        if (from->polygon == to->polygon) {
            add_dropped(entity, origin, "its target is in the same polygon: one walks", found);
            return;
        }
        const double seconds =
            number_value(level_, entity, "seconds")
                .value_or(length(to->position - from->position) / options_.walk_speed);
        if (!(seconds >= 0 && seconds <= kMaxSeconds)) {
            add_dropped(entity, origin, "its seconds are not from 0 to 3600", found);
            return;
        }
        add(entity, *from, *to, seconds, NavLinkKind::Drawn, kWorldModel, found);
        if (number_value(level_, entity, "both").value_or(0) != 0) {
            add(entity, *to, *from, seconds, NavLinkKind::Drawn, kWorldModel, found);
        }
    }

    void add(EntityId entity,
             const NavPlace& from,
             const NavPlace& to,
             double seconds,
             NavLinkKind kind,
             ModelId model,
             EntityLinks& found) const {
        if (const auto link =
                point_link(here_.mesh, from.position, to.position, kind, model, seconds)) {
            found.links.push_back(*link);
        } else {
            add_dropped(entity,
                        from.position,
                        "its ends cannot be stored: they are at the edge of the floor",
                        found);
        }
    }

    const MeshInLevel& here_;
    const Level& level_;
    const Triggers& triggers_;
    const MoverOptions& options_;
    MoverBodies bodies_;
    double lowest_ = std::numeric_limits<double>::infinity();  // z of the mesh
    std::vector<Aabb> boxes_;                                  // of polygons
};

}  // namespace

EntityLinks find_entity_links(const MeshInLevel& here,
                              const Triggers& triggers,
                              const MoverOptions& options,
                              const Executor& executor) {
    const EntityWays ways(here, triggers, options);
    std::vector<EntityLinks> found(triggers.triggers().size() + 1);
    executor(found.size(), [&](std::size_t i) {
        found[i] =
            i + 1 < found.size() ? ways.links_of(triggers.triggers()[i]) : ways.drawn_links();
    });
    EntityLinks all;
    for (EntityLinks& some : found) {
        all.links.insert(all.links.end(), some.links.begin(), some.links.end());
        std::ranges::move(some.dropped, std::back_inserter(all.dropped));
    }
    return all;
}

}  // namespace halfspace
