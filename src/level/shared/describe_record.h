// SPDX-License-Identifier: MIT
// The functions with which record_fields.h describes records. They find names, types and offsets,
// and refuse a description that does not fit.
#pragma once

#include "halfspace/base/contents.h"

#include "level/shared/field.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <type_traits>

namespace halfspace::fields {

// What the numbers of a field mean: see FieldKind.
constexpr FieldMeaning finite() {
    return {.kind = FieldKind::Finite};
}
constexpr FieldMeaning reserved() {
    return {.kind = FieldKind::Reserved};
}
constexpr FieldMeaning flags() {
    return {.kind = FieldKind::Flags};
}
constexpr FieldMeaning contents(Contents known) {
    return {.kind = FieldKind::Contents, .known_bits = static_cast<std::uint32_t>(known)};
}
constexpr FieldMeaning text() {
    return {.kind = FieldKind::Text, .target = SectionId("strings")};
}
constexpr FieldMeaning index(SectionId target) {
    return {.kind = FieldKind::Index, .target = target};
}
constexpr FieldMeaning index_or_none(SectionId target) {
    return {.kind = FieldKind::Index, .target = target, .may_be_none = true};
}
constexpr FieldMeaning side_of_brush() {
    return {.kind = FieldKind::SideOfBrush, .target = SectionId("sides")};
}
constexpr FieldMeaning plane_id() {
    return {.kind = FieldKind::PlaneId, .target = SectionId("planes")};
}
constexpr FieldMeaning child() {
    return {.kind = FieldKind::Child, .target = SectionId("nodes")};
}
constexpr FieldMeaning begin(SectionId target) {
    return {.kind = FieldKind::Begin, .target = target};
}
constexpr FieldMeaning range(SectionId target) {
    return {.kind = FieldKind::Range, .target = target};
}
constexpr FieldMeaning consecutive(SectionId target) {
    return {.kind = FieldKind::Consecutive, .target = target};
}
constexpr FieldMeaning count() {
    return {.kind = FieldKind::Count};
}
constexpr FieldMeaning derived(FieldMeaning meaning = {}) {
    meaning.is_derived = true;
    return meaning;
}

// The compiler names one of these functions where a description is wrong.
void the_section_has_records_of_another_type();
void the_fields_are_not_in_the_order_of_the_record();
void the_fields_are_not_the_whole_record();
void the_field_has_more_than_one_number();
void a_range_has_no_count();
void the_sections_are_not_all_in_their_order();

template <class Record, class Numbers>
Record record_of(Numbers Record::*);

// A number whose bytes are all 1.
template <class Number>
inline constexpr Number kOnes = [] {
    std::array<std::uint8_t, sizeof(Number)> bytes{};
    bytes.fill(1);
    return std::bit_cast<Number>(bytes);
}();

// A field of a record, given by a pointer to its member.
template <auto Member>
struct MemberField {
    using Record = decltype(record_of(Member));
    using Numbers = std::remove_reference_t<decltype(Record{}.*Member)>;

    FieldMeaning meaning;

    static consteval std::string_view name() {
        // Ends with "Member = &halfspace::NodeRecord::plane]" or the same with a semicolon.
        const std::string_view function = __PRETTY_FUNCTION__;
        const std::size_t first = function.find("Member = ");
        const std::string_view member =
            function.substr(first, function.find_first_of(";])", first) - first);
        return member.substr(member.rfind(':') + 1);
    }
    // In the record [bytes].
    static consteval std::size_t offset() {
        using Bytes = std::array<std::uint8_t, sizeof(Record)>;
        auto record = std::bit_cast<Record>(Bytes{});
        if constexpr (std::is_array_v<Numbers>) {
            (record.*Member)[0] = kOnes<std::remove_all_extents_t<Numbers>>;
        } else {
            record.*Member = kOnes<Numbers>;
        }
        const auto bytes = std::bit_cast<Bytes>(record);
        return static_cast<std::size_t>(std::ranges::find(bytes, 1) - bytes.begin());
    }
};

// The field of a record that is one number.
template <class Number>
struct ValueField {
    using Record = Number;
    using Numbers = Number;

    FieldMeaning meaning;

    static consteval std::string_view name() { return {}; }
    static consteval std::size_t offset() { return 0; }
};

template <auto Member>
consteval MemberField<Member> field(FieldMeaning meaning = {}) {
    return {meaning};
}
template <class Number>
consteval ValueField<Number> value(FieldMeaning meaning = {}) {
    return {meaning};
}

// True if some readers of the field take its first number only.
constexpr bool is_read_as_one_number(const FieldMeaning& meaning) {
    using enum FieldKind;
    return meaning.target == SectionId("planes") || meaning.kind == Begin ||
           meaning.kind == Range || meaning.kind == Consecutive || meaning.kind == Count;
}

// All fields of the records of a section, in their order.
template <class First, class... More>
consteval auto section(SectionId id, First first, More... more) {
    using Record = typename First::Record;
    if (!has_records<Record>(id)) {
        the_section_has_records_of_another_type();
    }
    std::size_t end = 0;
    const auto described = [&]<class Described>(Described field) {
        using Number = std::remove_all_extents_t<typename Described::Numbers>;
        const Field result{
            .section = id,
            .name = Described::name(),
            .type = kNumberType<Number>,
            .length = std::max<std::size_t>(std::extent_v<typename Described::Numbers>, 1),
            .offset = Described::offset(),
            .meaning = field.meaning};
        if (end != result.offset) {
            the_fields_are_not_in_the_order_of_the_record();
        }
        if (result.length > 1 && is_read_as_one_number(field.meaning)) {
            the_field_has_more_than_one_number();
        }
        end += sizeof(typename Described::Numbers);
        return result;
    };
    const std::array fields{described(first), described(more)...};
    if (end != sizeof(Record)) {
        the_fields_are_not_the_whole_record();
    }
    for (std::size_t i = 0; i < fields.size(); ++i) {
        const FieldKind kind = fields[i].meaning.kind;
        if ((kind == FieldKind::Range || kind == FieldKind::Consecutive) &&
            (i + 1 == fields.size() || fields[i + 1].meaning.kind != FieldKind::Count)) {
            a_range_has_no_count();
        }
    }
    return fields;
}

// The fields of all sections.
template <std::size_t... Counts>
consteval auto joined(const std::array<Field, Counts>&... sections) {
    std::array<Field, (Counts + ...)> all;
    auto end = all.begin();
    ((end = std::copy(sections.begin(), sections.end(), end)), ...);
    std::size_t next = 0;
    const bool are_all = ((sections.front().section.index() == next++) && ...);
    if (!are_all || next != kSections.size()) {
        the_sections_are_not_all_in_their_order();
    }
    return all;
}

}  // namespace halfspace::fields
