// SPDX-License-Identifier: MIT
#include "lint/known_classes.h"

#include <algorithm>
#include <cstddef>
#include <iterator>

namespace halfspace {
namespace {

constexpr KnownClass kKnownClasses[] = {
    {"func_areaportal", true},
    {"func_bobbing", true},
    {"func_bossgate", true},
    {"func_breakable", true},
    {"func_button", true},
    {"func_clip", true},
    {"func_clock"},
    {"func_conveyor", true},
    {"func_counter"},
    {"func_detail"},
    {"func_detail_fence"},
    {"func_detail_illusionary"},
    {"func_detail_wall"},
    {"func_door", true},
    {"func_door_rotating", true},
    {"func_door_secret", true},
    {"func_dm_only", true},
    {"func_episodegate", true},
    {"func_explosive", true},
    {"func_fog"},
    {"func_friction", true},
    {"func_group"},
    {"func_guntarget", true},
    {"func_healthcharger", true},
    {"func_illusionary", true},
    {"func_illusionary_visblocker"},
    {"func_instance"},
    {"func_killbox", true},
    {"func_ladder", true},
    {"func_laser"},
    {"func_monsterclip", true},
    {"func_movewall", true},
    {"func_nav_area", true},
    {"func_object", true},
    {"func_pendulum", true},
    {"func_plat", true},
    {"func_plat2", true},
    {"func_platrot", true},
    {"func_playerclip", true},
    {"func_pushable", true},
    {"func_recharge", true},
    {"func_rot_button", true},
    {"func_rotate_door"},
    {"func_rotate_entity"},
    {"func_rotate_train"},
    {"func_rotating", true},
    {"func_spawn"},
    {"func_static", true},
    {"func_tank", true},
    {"func_tankcontrols", true},
    {"func_timer"},
    {"func_togglewall", true},
    {"func_togglevisiblewall", true},
    {"func_trackautochange", true},
    {"func_trackchange", true},
    {"func_tracktrain", true},
    {"func_train", true},
    {"func_train2", true},
    {"func_traincontrols", true},
    {"func_vehicle", true},
    {"func_wall", true},
    {"func_wall_toggle", true},
    {"func_water", true},
    {"func_water_analog", true},
    {"info_camp"},
    {"info_guard"},
    {"info_intermission"},
    {"info_landmark"},
    {"info_nav_link"},
    {"info_node"},
    {"info_node_air"},
    {"info_notnull"},
    {"info_null"},
    {"info_player_coop"},
    {"info_player_dd"},
    {"info_player_deathmatch"},
    {"info_player_intermission"},
    {"info_player_start"},
    {"info_player_start2"},
    {"info_player_team1"},
    {"info_player_team2"},
    {"info_rotate"},
    {"info_spectator_start"},
    {"info_target"},
    {"info_teleport_destination"},
    {"light"},
    {"light_candle"},
    {"light_environment"},
    {"light_flame_large_yellow"},
    {"light_flame_small_white"},
    {"light_flame_small_yellow"},
    {"light_fluoro"},
    {"light_fluorospark"},
    {"light_globe"},
    {"light_mine1"},
    {"light_mine2"},
    {"light_spot"},
    {"light_torch_small_walltorch"},
    {"trigger_always"},
    {"trigger_auto"},
    {"trigger_camera"},
    {"trigger_cdaudio"},
    {"trigger_changelevel", true},
    {"trigger_changetarget"},
    {"trigger_counter"},
    {"trigger_elevator"},
    {"trigger_endsection", true},
    {"trigger_gravity", true},
    {"trigger_hurt", true},
    {"trigger_key"},
    {"trigger_ladder", true},
    {"trigger_monsterjump", true},
    {"trigger_multiple", true},
    {"trigger_once", true},
    {"trigger_onlyregistered", true},
    {"trigger_push", true},
    {"trigger_relay"},
    {"trigger_secret", true},
    {"trigger_setskill", true},
    {"trigger_teleport", true},
    {"trigger_timer"},
    {"trigger_transition", true},
};

constexpr bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

// How many letters both texts begin with.
std::size_t common_begin(std::string_view a, std::string_view b) {
    const auto ends = std::ranges::mismatch(a, b);
    return static_cast<std::size_t>(ends.in1 - a.begin());
}

// True if the texts differ by one letter (Damerau 1964). REQUIRES: they differ.
bool differ_by_one(std::string_view a, std::string_view b) {
    if (a.size() < b.size()) {
        std::swap(a, b);
    }
    const std::size_t same = common_begin(a, b);
    const std::string_view rest_a = a.substr(same);
    const std::string_view rest_b = b.substr(same);
    if (rest_a.size() == rest_b.size() + 1) {
        return rest_a.substr(1) == rest_b;
    }
    if (rest_a.size() != rest_b.size()) {
        return false;
    }
    const bool is_exchanged = rest_a.size() >= 2 && rest_a[0] == rest_b[1] &&
                              rest_a[1] == rest_b[0] && rest_a.substr(2) == rest_b.substr(2);
    return is_exchanged || rest_a.substr(1) == rest_b.substr(1);
}

}  // namespace

std::span<const KnownClass> known_classes() {
    return kKnownClasses;
}

const KnownClass* known_class(std::string_view name) {
    const auto* const found = std::ranges::find(kKnownClasses, name, &KnownClass::name);
    return found == std::end(kKnownClasses) ? nullptr : found;
}

const KnownClass* meant_class(std::string_view name) {
    if (name.empty() || is_digit(name.back()) || known_class(name) != nullptr) {
        return nullptr;
    }
    const KnownClass* meant = nullptr;
    for (const KnownClass& known : kKnownClasses) {
        if (differ_by_one(name, known.name)) {
            if (meant != nullptr) {
                return nullptr;
            }
            meant = &known;
        }
    }
    return meant;
}

}  // namespace halfspace
