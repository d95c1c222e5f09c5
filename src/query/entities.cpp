// SPDX-License-Identifier: MIT
#include "halfspace/query/entities.h"

#include "halfspace/base/number_text.h"
#include "halfspace/level/level.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <span>

namespace halfspace {
namespace {

constexpr std::string_view kBlanks = " \t\r\n";

const EntityRecord& record_of(const Level& level, EntityId entity) {
    assert(entity.value < level.entities().size());
    return level.entities()[entity.value];
}

// True if the text at `offset` is `text`. Reads at most text.size() + 1 bytes of the level: all
// offsets of a hostile file may lie in one long text, which Level::string reads to its end.
bool is_text(const Level& level, std::uint32_t offset, std::string_view text) {
    const std::span<const char> from = std::span(level.view().strings).subspan(offset);
    return text.size() < from.size() && from[text.size()] == '\0' &&
           std::equal(text.begin(), text.end(), from.begin()) && !text.contains('\0');
}

// The offset of the key's value; nullopt if the entity does not have the key.
std::optional<std::uint32_t> value_offset(const Level& level,
                                          EntityId entity,
                                          std::string_view key) {
    const EntityRecord& record = record_of(level, entity);
    for (std::uint32_t i = record.key_count; i-- > 0;) {
        const KeyRecord& pair = level.keys()[record.first_key + i];
        if (is_text(level, pair.key, key)) {
            return pair.value;
        }
    }
    return std::nullopt;
}

// A finite number, perhaps with a plus sign.
std::optional<double> parse_word(std::string_view word) {
    if (word.starts_with('+') && !word.starts_with("+-")) {
        word.remove_prefix(1);
    }
    return number_of_text(word);
}

// Fills `numbers` from the text. False if the text holds fewer numbers, more, or anything else.
bool parse_numbers(std::string_view text, std::span<double> numbers) {
    const auto skip_blanks = [&text] {
        text.remove_prefix(std::min(text.find_first_not_of(kBlanks), text.size()));
    };
    for (double& number : numbers) {
        skip_blanks();
        const std::string_view word = text.substr(0, text.find_first_of(kBlanks));
        const std::optional<double> parsed = parse_word(word);
        if (!parsed) {
            return false;
        }
        number = *parsed;
        text.remove_prefix(word.size());
    }
    skip_blanks();
    return text.empty();
}

}  // namespace

std::optional<std::string_view> key_value(const Level& level,
                                          EntityId entity,
                                          std::string_view key) {
    const std::optional<std::uint32_t> value = value_offset(level, entity, key);
    return value ? std::optional(level.string(*value)) : std::nullopt;
}

std::string_view classname_of(const Level& level, EntityId entity) {
    return key_value(level, entity, "classname").value_or(std::string_view());
}

std::optional<double> number_value(const Level& level, EntityId entity, std::string_view key) {
    std::array<double, 1> number{};
    const std::optional<std::string_view> value = key_value(level, entity, key);
    return value && parse_numbers(*value, number) ? std::optional(number[0]) : std::nullopt;
}

std::optional<Vec3> vec3_value(const Level& level, EntityId entity, std::string_view key) {
    std::array<double, 3> numbers{};
    const std::optional<std::string_view> value = key_value(level, entity, key);
    return value && parse_numbers(*value, numbers)
               ? std::optional(Vec3{numbers[0], numbers[1], numbers[2]})
               : std::nullopt;
}

std::optional<Angles> angles_of(const Level& level, EntityId entity) {
    if (const std::optional<Vec3> angles = vec3_value(level, entity, "angles")) {
        return Angles{angles->x, angles->y, angles->z};
    }
    if (const std::optional<Vec3> mangle = vec3_value(level, entity, "mangle")) {
        return classname_of(level, entity).starts_with("light")
                   ? Angles{-mangle->y, mangle->x, mangle->z}
                   : Angles{mangle->x, mangle->y, mangle->z};
    }
    const std::optional<double> angle = number_value(level, entity, "angle");
    if (!angle) {
        return std::nullopt;
    }
    constexpr double kUp = -1;
    constexpr double kDown = -2;
    if (*angle == kUp || *angle == kDown) {
        return Angles{*angle == kUp ? -90.0 : 90.0, 0, 0};
    }
    return Angles{0, *angle, 0};
}

std::optional<Vec3> facing_of(const Level& level, EntityId entity) {
    const std::optional<Angles> angles = angles_of(level, entity);
    if (!angles) {
        return std::nullopt;
    }
    return facing(*angles);
}

std::optional<ModelId> model_of(const Level& level, EntityId entity) {
    const std::uint32_t model = record_of(level, entity).model;
    return model == kNone ? std::nullopt : std::optional(ModelId(model));
}

EntityId entity_of(const Level& level, ModelId model) {
    assert(model.value < level.models().size());
    return EntityId(level.models()[model.value].entity);
}

EntityId EntityRange::first_from(std::uint32_t entity) const {
    for (; entity < level_->entities().size(); ++entity) {
        const std::optional<std::uint32_t> value = value_offset(*level_, EntityId(entity), key_);
        if (value && is_text(*level_, *value, value_)) {
            return EntityId(entity);
        }
    }
    return EntityId();
}

std::optional<EntityId> first_entity(const Level& level, std::string_view classname) {
    const EntityId first = *find_entities(level, classname).begin();
    return first.is_valid() ? std::optional(first) : std::nullopt;
}

EntityRange::Iterator& EntityRange::Iterator::operator++() {
    at_ = range_->first_from(at_.value + 1);
    return *this;
}

EntityRange::Iterator EntityRange::Iterator::operator++(int) {
    const Iterator before = *this;
    ++*this;
    return before;
}

}  // namespace halfspace
