// SPDX-License-Identifier: MIT
#include "lint/entity_checks.h"

#include "halfspace/move/player_start.h"
#include "halfspace/query/entities.h"
#include "halfspace/world/describe.h"

#include "lint/known_classes.h"
#include "math/shared/vec_text.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <string_view>

namespace halfspace {
namespace {

constexpr std::string_view kTargetName = "targetname";

// Keys of all games whose value is the `targetname` of other entities.
constexpr std::string_view kTargetKeys[] = {"target",
                                            "target2",
                                            "target3",
                                            "target4",
                                            "killtarget",
                                            "killtarget2",
                                            "pathtarget",
                                            "deathtarget",
                                            "combattarget"};
// What an entity is called by.
constexpr std::string_view kNameKeys[] = {kTargetName, "targetname2"};

bool is_one_of(std::string_view key, std::span<const std::string_view> keys) {
    return std::ranges::find(keys, key) != keys.end();
}

std::string lower_case(std::string_view text) {
    std::string lower(text);
    for (char& c : lower) {
        c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    }
    return lower;
}

// True if the entity has what a model is made of. In a .bsp the key names the model, also where the
// reader has left out all of its brushes.
bool has_shapes(const Entity& entity) {
    return !entity.brushes.empty() || !entity.patches.empty() || !entity.polygons.empty() ||
           !entity.meshes.empty() || !entity.value("model").empty();
}

// True for a trigger that others may start by its name: some games let such a trigger do without
// brushes.
bool is_called(const Entity& entity) {
    return lower_case(entity.value("classname")).starts_with("trigger_") &&
           !entity.value(kTargetName).empty();
}

FoundAt at_entity(const LintInput& input, std::uint32_t e) {
    return {e, input.world.entities[e].position, vec3_value(input.level, EntityId(e), "origin")};
}

// "func_door (entity 5)", and its place if it has one.
std::string name_of(const LintInput& input, const FoundAt& at) {
    return describe_entity(input.world, at.entity) +
           (at.place ? " at " + vec_text(*at.place) : std::string());
}

void add(const LintInput& input,
         FindingList& list,
         LintCheck check,
         std::uint32_t e,
         const std::string& what) {
    const FoundAt at = at_entity(input, e);
    list.add(check, at, name_of(input, at) + what);
}

}  // namespace

void find_no_player_start(const LintInput& input, FindingList& list) {
    const bool is_drawn_by_hand = std::ranges::any_of(
        input.world.entities,
        [](const Entity& entity) { return !entity.brushes.empty() || !entity.patches.empty(); });
    if (is_drawn_by_hand && player_starts(input.level).empty()) {
        list.add(LintCheck::NoPlayerStart,
                 {},
                 "the level has no start of a player with a readable origin, such as "
                 "info_player_start");
    }
}

void find_misspelled_classes(const LintInput& input, FindingList& list) {
    for (std::uint32_t e = 1; e < input.world.entities.size(); ++e) {
        const std::string& classname = input.world.entities[e].value("classname");
        if (const KnownClass* const meant = meant_class(lower_case(classname))) {
            add(input,
                list,
                LintCheck::MisspelledClass,
                e,
                ": no class of this name is known; is it " + std::string(meant->name) + '?');
        }
    }
}

void find_missing_brushes(const LintInput& input, FindingList& list) {
    for (std::uint32_t e = 1; e < input.world.entities.size(); ++e) {
        const Entity& entity = input.world.entities[e];
        const KnownClass* const known = known_class(lower_case(entity.value("classname")));
        if (known != nullptr && known->needs_brushes && !has_shapes(entity) && !is_called(entity)) {
            add(input,
                list,
                LintCheck::NoBrushes,
                e,
                " has no brushes; give brushes to it, or delete it");
        }
    }
}

void find_unknown_targets(const LintInput& input, FindingList& list) {
    std::set<std::string_view> names;
    std::map<std::string, std::string_view> by_lower_case;
    for (const Entity& entity : input.world.entities) {
        for (const KeyValue& pair : entity.keys) {
            if (is_one_of(pair.key, kNameKeys)) {
                names.insert(pair.value);
                by_lower_case.emplace(lower_case(pair.value), pair.value);
            }
        }
    }
    for (std::uint32_t e = 0; e < input.world.entities.size(); ++e) {
        for (const KeyValue& pair : input.world.entities[e].keys) {
            // Half-Life's names with '!', such as !activator, are no entities of the level.
            const bool is_name = !pair.value.empty() && !pair.value.starts_with('!');
            if (is_one_of(pair.key, kTargetKeys) && is_name && !names.contains(pair.value)) {
                const auto alike = by_lower_case.find(lower_case(pair.value));
                add(input,
                    list,
                    LintCheck::UnknownTarget,
                    e,
                    ": no entity has the targetname '" + pair.value + "' that its key '" +
                        pair.key + "' names" +
                        (alike == by_lower_case.end()
                             ? ""
                             : "; Quake does not take it for '" + std::string(alike->second) +
                                   "', Quake II and III do"));
            }
        }
    }
}

void find_unused_names(const LintInput& input, FindingList& list) {
    // Games name entities by many keys, so every key but those of the entity's own names counts.
    std::set<std::string_view> used;
    for (const Entity& entity : input.world.entities) {
        for (const KeyValue& pair : entity.keys) {
            if (!is_one_of(pair.key, kNameKeys)) {
                used.insert(pair.value);
            }
        }
    }
    for (std::uint32_t e = 1; e < input.world.entities.size(); ++e) {
        const Entity& entity = input.world.entities[e];
        const std::string classname = lower_case(entity.value("classname"));
        const std::string& name = entity.value(kTargetName);
        const bool waits = classname.starts_with("func_") || classname.starts_with("trigger_");
        if (waits && !name.empty() && !used.contains(name)) {
            add(input,
                list,
                LintCheck::UnusedName,
                e,
                ": no other key names its targetname '" + name + '\'');
        }
    }
}

}  // namespace halfspace
