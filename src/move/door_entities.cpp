// SPDX-License-Identifier: MIT
#include "move/door_entities.h"

#include "halfspace/query/collision_world.h"
#include "halfspace/query/entities.h"

#include "base/shared/union_find.h"
#include "level/shared/moving_classes.h"
#include "level/shared/record_box.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string_view>

namespace halfspace {
namespace {

// How far from a door a player opens it, and how far above a lift a player is who takes it
// [map units].
constexpr double kReach = 80;
constexpr double kDefaultLip = 8;
constexpr double kDefaultSpeed = 100;
constexpr double kDefaultLiftSpeed = 150;
constexpr double kDefaultWait = 3;
constexpr double kDefaultTurn = 90;
// With these limits every way of a door is one that a mover can meet, whatever a level says.
constexpr double kMaxTravel = kMaxMoverPlace / 4;
constexpr double kMaxSpeed = 0x1p20;
// Further doors are groups of their own, so that a file of many doors costs no long loop.
constexpr std::size_t kMaxLinked = 4096;

// Bits of the key "spawnflags".
constexpr std::uint32_t kStartsOpen = 1;
constexpr std::uint32_t kTurnsBack = 2;     // of a door that turns
constexpr std::uint32_t kNotLinked = 4;     // of a sliding door
constexpr std::uint32_t kTurnsAboutX = 64;  // of a door that turns
constexpr std::uint32_t kTurnsAboutY = 128;

class Reader {
public:
    explicit Reader(const Level& level) : level_(level) {}

    void read() {
        for (std::uint32_t e = 0; e < level_.entities().size(); ++e) {
            read_entity(EntityId(e));
        }
        link();
    }
    std::vector<Door> doors() && { return std::move(doors_); }

private:
    double number(EntityId entity, std::string_view key, double usual) const {
        return number_value(level_, entity, key).value_or(usual);
    }
    std::uint32_t flags_of(EntityId entity) const {
        const double flags = number(entity, "spawnflags", 0);
        return flags >= 0 && flags < 0x1p32 ? static_cast<std::uint32_t>(flags) : 0;
    }

    void read_entity(EntityId entity) {
        const std::string_view name = classname_of(level_, entity);
        const bool is_lift = name == "func_plat";
        const auto model = model_of(level_, entity);
        if ((!is_lift && !name.starts_with("func_door")) || !model ||
            is_empty(level_.model_bounds(*model))) {
            return;
        }
        Door door{.entity = entity, .is_lift = is_lift};
        const double speed = std::abs(number(entity, "speed", 0));
        door.speed =
            speed > 0 ? std::min(speed, kMaxSpeed) : (is_lift ? kDefaultLiftSpeed : kDefaultSpeed);
        door.wait = number(entity, "wait", kDefaultWait);
        const Aabb box = level_.model_bounds(*model);
        if (is_lift) {
            read_lift(door, box);
        } else if (name.starts_with("func_door_rotating")) {
            if (!read_turning(door, *model)) {
                return;
            }
            door.reach = grown(closed_box(door, box), kReach);
        } else {
            read_sliding(door, box, may_be_placed_open(name));
        }
        const bool is_linked = name == "func_door" && (flags_of(entity) & kNotLinked) == 0;
        doors_.push_back(door);
        teams_.push_back(key_value(level_, entity, "team").value_or(std::string_view()));
        touching_.push_back(is_linked ? std::optional(box) : std::nullopt);
    }

    void read_lift(Door& door, const Aabb& box) const {
        const double size = box.max.z - box.min.z;
        const double height = number(door.entity, "height", 0);
        door.travel = height != 0 ? height : size - number(door.entity, "lip", kDefaultLip);
        door.travel = std::clamp(door.travel, 0.0, kMaxTravel);
        door.direction = {0, 0, -1};
        door.is_placed_open = true;
        door.reach = {{box.min.x, box.min.y, box.max.z - door.travel},
                      {box.max.x, box.max.y, box.max.z + kReach}};
    }

    void read_sliding(Door& door, const Aabb& box, bool may_be_open) const {
        door.direction = facing_of(level_, door.entity).value_or(Vec3{1, 0, 0});
        const double size = std::abs(dot(door.direction, box.max - box.min));
        const double lip = number(door.entity, "lip", kDefaultLip);
        door.travel = std::clamp(size - lip, 0.0, kMaxTravel);
        door.is_placed_open = may_be_open && (flags_of(door.entity) & kStartsOpen) != 0;
        const double closed = door.is_placed_open ? door.travel : 0;
        door.reach = grown(moved(box, door.direction * closed), kReach);
    }

    // False if the door turns about a point that no mover can reach.
    bool read_turning(Door& door, ModelId model) const {
        door.origin = vec3_of(level_.models()[model.value].origin);
        if (!is_within(door.origin, kMaxTravel)) {
            return false;
        }
        const double angle = number(door.entity, "distance", kDefaultTurn);
        const std::uint32_t flags = flags_of(door.entity);
        const double degree = (angle < 0) != ((flags & kTurnsBack) != 0) ? -1 : 1;
        door.turn = (flags & kTurnsAboutX) != 0   ? Angles{.roll = degree}
                    : (flags & kTurnsAboutY) != 0 ? Angles{.pitch = degree}
                                                  : Angles{.yaw = degree};
        door.travel = std::min(std::abs(angle), kMaxTravel);
        door.is_placed_open = (flags & kStartsOpen) != 0;
        return true;
    }

    // The box of a door that turns, where it is closed.
    static Aabb closed_box(const Door& door, const Aabb& box) {
        return door.is_placed_open ? box_to_world(stand_after(door, door.travel), box) : box;
    }

    // Doors are one group if they touch, as in Quake, or have the same "team", as in Quake III.
    void link() {
        UnionFind groups(doors_.size());
        const std::size_t most = std::min(doors_.size(), kMaxLinked);
        for (std::uint32_t a = 0; a < most; ++a) {
            for (std::uint32_t b = a + 1; b < most; ++b) {
                if (is_team(teams_[a], teams_[b]) ||
                    (touching_[a] && touching_[b] && touch(*touching_[a], *touching_[b]))) {
                    groups.join(a, b);
                }
            }
        }
        std::uint32_t count = 0;
        for (std::uint32_t d = 0; d < doors_.size(); ++d) {
            const std::uint32_t first = groups.root(d);
            doors_[d].group = first == d ? count++ : doors_[first].group;
        }
    }

    static bool is_team(std::string_view a, std::string_view b) { return !a.empty() && a == b; }

    const Level& level_;
    std::vector<Door> doors_;
    // The box of each door that is linked with those that it touches.
    std::vector<std::optional<Aabb>> touching_;
    std::vector<std::string_view> teams_;
};

}  // namespace

Transform stand_after(const Door& door, double way) {
    if (door.direction != Vec3{}) {
        return moved_by(door.direction * way);
    }
    const auto& [pitch, yaw, roll] = door.turn;
    return turned_about(door.origin, {pitch * way, yaw * way, roll * way});
}

std::vector<Door> doors_of(const Level& level) {
    Reader reader(level);
    reader.read();
    return std::move(reader).doors();
}

}  // namespace halfspace
