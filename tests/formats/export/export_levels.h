// SPDX-License-Identifier: MIT
// Small levels for the tests of exporters.
#pragma once

#include "halfspace/level/level.h"

#include "support/refit.h"
#include "support/small_level.h"

#include <gtest/gtest.h>

#include <initializer_list>
#include <string_view>
#include <utility>

namespace halfspace::test {

inline std::uint32_t add_text(LevelData& data, std::string_view text) {
    const auto offset = static_cast<std::uint32_t>(data.strings.size());
    data.strings.insert(data.strings.end(), text.begin(), text.end());
    data.strings.push_back('\0');
    return offset;
}

using TextPairs = std::initializer_list<std::pair<std::string_view, std::string_view>>;

inline void add_entity(LevelData& data, TextPairs keys) {
    data.entities.push_back({static_cast<std::uint32_t>(data.keys.size()),
                             static_cast<std::uint32_t>(keys.size()),
                             kNone,
                             0});
    for (const auto& [key, value] : keys) {
        const std::uint32_t name = add_text(data, key);
        data.keys.push_back({name, add_text(data, value)});
    }
}

// Replaces the keys of an entity that is there. Those of the entities after it move along.
inline void set_keys(LevelData& data, std::size_t entity, TextPairs keys) {
    EntityRecord& record = data.entities[entity];
    const auto first = data.keys.begin() + record.first_key;
    auto at = data.keys.erase(first, first + record.key_count);
    for (const auto& [key, value] : keys) {
        const std::uint32_t name = add_text(data, key);
        at = data.keys.insert(at, {name, add_text(data, value)}) + 1;
    }
    for (std::size_t later = entity + 1; later < data.entities.size(); ++later) {
        data.entities[later].first_key += static_cast<std::uint32_t>(keys.size());
        data.entities[later].first_key -= record.key_count;
    }
    record.key_count = static_cast<std::uint32_t>(keys.size());
}

inline Level level_of(const LevelData& data) {
    Result<Level> level = Level::from_data(data);
    if (!level) {
        ADD_FAILURE() << to_string(level.error());
        return Level::from_data(small_level()).value();
    }
    return std::move(*level);
}

// small_level with the water two-sided and half transparent, masked glass, a ceiling of sky and of
// the same stone as the walls, a floor half gone; the door's last face is a curve of its entity.
inline LevelData decorated_level() {
    LevelData data = small_level();
    // Pictures of the level itself: gltf_colours_test.py.
    for (MaterialRecord& material : data.materials) {
        material.flags &= ~kMaterialColoured;
        material.picture = kNone;
    }
    for (FaceRecord& face : data.faces) {
        const std::string_view material(data.strings.data() + data.materials[face.material].name);
        const PlaneRecord& plane = data.planes[face.plane / 2];
        const bool is_up = plane.n[0] == 0 && plane.n[1] == 0;
        if (material == "*water") {
            face.flags = kFaceTwoSided | 128u << kFaceOpacityShift;
        } else if (material == "stone" && is_up) {
            face.flags = face.plane % 2 == 1 ? face.flags | kFaceSky : 64u << kFaceOpacityShift;
        } else if (material == "glass") {
            data.materials[face.material].flags = kMaterialMasked;
        }
    }
    ModelRecord curves = data.models[1];
    --data.models[1].face_count;
    curves.first_face += curves.face_count - 1;
    curves.face_count = 1;
    curves.root = -1;
    curves.flags = kModelCurves;
    data.models.push_back(curves);
    data.space_roots.push_back(curves.root);
    derive(data);
    return data;
}

}  // namespace halfspace::test
