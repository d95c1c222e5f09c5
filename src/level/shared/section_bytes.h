// SPDX-License-Identifier: MIT
// The sections of a level by number, by name and as bytes, for code that treats all of them alike.
#pragma once

#include "halfspace/level/sections.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <type_traits>
#include <vector>

namespace halfspace {

// A kind of section.
struct SectionKind {
    std::string_view name;
    std::uint32_t record_size = 0;
    bool has_one_record = false;
};

namespace detail {

template <class Record>
struct ArrayKind {
    using Type = Record;
    static constexpr bool kHasOneRecord = false;
};
template <class Record>
struct OneKind {
    using Type = Record;
    static constexpr bool kHasOneRecord = true;
};
inline constexpr LevelArrays<ArrayKind, OneKind> kLevelKinds;

consteval std::size_t count_sections() {
    std::size_t count = 0;
    for_each_section(kLevelKinds, [&](const char*, const auto&) { ++count; });
    return count;
}

consteval auto make_sections() {
    std::array<SectionKind, count_sections()> sections;
    std::size_t next = 0;
    for_each_section(kLevelKinds, [&](const char* name, const auto& kind) {
        using Kind = std::remove_cvref_t<decltype(kind)>;
        sections[next++] = {name, sizeof(typename Kind::Type), Kind::kHasOneRecord};
    });
    return sections;
}

}  // namespace detail

// The sections in the order of for_each_section. The section at index i has the id i + 1.
inline constexpr auto kSections = detail::make_sections();

// A section by its name. The compiler refuses a name that is not in the table.
class SectionId {
public:
    // The first section.
    constexpr SectionId() = default;

    // Implicit: callers pass the name of the section.
    // NOLINTNEXTLINE(google-explicit-constructor)
    consteval SectionId(const char* name) {
        while (kSections.at(index_).name != name) {
            ++index_;
        }
    }

    constexpr std::size_t index() const { return index_; }
    constexpr std::string_view name() const { return kSections[index_].name; }
    constexpr std::size_t record_size() const { return kSections[index_].record_size; }

    friend constexpr bool operator==(SectionId, SectionId) = default;

private:
    std::uint8_t index_ = 0;
};

// True if the records of the section have this type.
template <class Record>
consteval bool has_records(SectionId section) {
    bool has = false;
    for_each_section(detail::kLevelKinds, [&](std::string_view name, const auto& kind) {
        using Kind = std::remove_cvref_t<decltype(kind)>;
        has = has || (name == section.name() && std::is_same_v<typename Kind::Type, Record>);
    });
    return has;
}

// The bytes of each section, in the order of kSections.
using SectionBytes = std::array<std::span<const std::byte>, kSections.size()>;
using WritableSectionBytes = std::array<std::span<std::byte>, kSections.size()>;

namespace detail {

// The records of a section of LevelData or LevelView.
template <class Records>
auto span_of(Records& records) {
    if constexpr (requires { records.data(); }) {
        return std::span(records);
    } else {
        return std::span(&records, 1);
    }
}

}  // namespace detail

// The bytes of the arrays of a LevelData or a LevelView. They stay where they are.
template <class Level>
SectionBytes bytes_of(const Level& level) {
    SectionBytes sections;
    std::size_t next = 0;
    for_each_section(level, [&](const char*, const auto& records) {
        sections[next++] = std::as_bytes(detail::span_of(records));
    });
    return sections;
}

// The same for bytes that the caller changes.
inline WritableSectionBytes writable_bytes_of(LevelData& level) {
    WritableSectionBytes sections;
    std::size_t next = 0;
    for_each_section(level, [&](const char*, auto& records) {
        sections[next++] = std::as_writable_bytes(detail::span_of(records));
    });
    return sections;
}

}  // namespace halfspace
