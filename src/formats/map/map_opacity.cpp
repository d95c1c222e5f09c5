// SPDX-License-Identifier: MIT
#include "formats/map/map_opacity.h"

#include "formats/map/map_number.h"
#include "formats/text/entity_keys.h"

namespace halfspace::map {
namespace {

struct OpacityKey {
    std::string_view key;
    double largest = 1;
    std::string_view expected;
};

constexpr OpacityKey kAlphaKeys[] = {{keys::kAlpha, 1, "0 to 1"},
                                     {keys::kEngineAlpha, 1, "0 to 1"}};
constexpr OpacityKey kRenderAmount{keys::kRenderAmount, 255, "0 to 255"};

// The value of a key; nullopt if the key is missing or its value is bad, which is stored in
// `result`.
std::optional<double> share(const Entity& entity, const OpacityKey& key, EntityOpacity& result) {
    const std::string& text = entity.value(key.key);
    if (text.empty()) {
        return std::nullopt;
    }
    const std::optional<double> number = parse_double(text);
    if (number && *number >= 0 && *number <= key.largest) {
        return *number / key.largest;
    }
    if (result.bad_key.empty()) {
        result.bad_key = key.key;
        result.expected = key.expected;
    }
    return std::nullopt;
}

}  // namespace

EntityOpacity read_opacity(const Entity& entity) {
    EntityOpacity result;
    for (const OpacityKey& key : kAlphaKeys) {
        const std::optional<double> alpha = share(entity, key, result);
        if (alpha && *alpha > 0) {
            result.opacity = alpha;
            return result;
        }
    }
    const std::optional<double> mode = parse_double(entity.value(keys::kRenderMode));
    if (mode && *mode != 0) {
        result.opacity = share(entity, kRenderAmount, result);
    }
    return result;
}

}  // namespace halfspace::map
