// SPDX-License-Identifier: MIT
// A field of a record: its numbers, and what they mean. record_fields.h has all of them.
#pragma once

#include "level/shared/section_bytes.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <string_view>
#include <type_traits>

namespace halfspace {

// What the numbers of a field say. The loader refuses other numbers than those of the comment.
enum class FieldKind : std::uint8_t {
    Number,       // any number; a rule of the section may allow fewer
    Finite,       // a float that is neither infinite nor NaN
    Reserved,     // any number; writers set it to 0
    Flags,        // any bits; readers ignore bits that they do not know
    Contents,     // bits of Contents, of `known_bits` only
    Text,         // an offset in strings
    Index,        // a record of `target`
    SideOfBrush,  // a record of sides if the field `brush` is not kNone; a rule checks it
    PlaneId,      // 2 * a record of planes, or 1 more
    Child,        // c >= 0: node c; c < 0: leaf -1 - c
    Begin,  // the first of the record's part of `target`. The part ends where the next record's
            // begins. The parts are all of `target`
    Range,  // the first of some records of `target`; the next field is their Count
    Consecutive,  // the same. Each range begins where the range of the record before ends. The
                  // ranges are all of `target`
    Count,        // how many records the range of the field before has
};

struct FieldMeaning {
    FieldKind kind = FieldKind::Number;
    std::optional<SectionId> target;  // to whose records the numbers point, if they point to any
    std::uint32_t known_bits = 0;
    bool may_be_none = false;  // kNone is allowed, too
    bool is_derived = false;   // follows from other records (derive.h); the loader compares it
};

enum class NumberType : std::uint8_t { U8, U32, I32, U64, I64, F32, F64 };

// A field of the records of a section.
struct Field {
    SectionId section;
    std::string_view name;  // empty if the record is one number
    NumberType type = NumberType::U8;
    std::uint8_t length = 1;   // how many numbers
    std::uint16_t offset = 0;  // in the record [bytes]
    FieldMeaning meaning;
};

// A number as files store it.
template <class Number>
constexpr NumberType kNumberType = [] {
    using enum NumberType;
    constexpr bool kIsWide = sizeof(Number) == 8;
    if (std::is_floating_point_v<Number>) {
        return kIsWide ? F64 : F32;
    }
    if (sizeof(Number) == 1) {
        return U8;
    }
    return std::is_signed_v<Number> ? (kIsWide ? I64 : I32) : (kIsWide ? U64 : U32);
}();

// "u32", "f64": as docs/reference/file_format.md names them.
constexpr std::string_view to_string(NumberType type) {
    constexpr std::array<std::string_view, 7> kNames{
        "u8", "u32", "i32", "u64", "i64", "f32", "f64"};
    return kNames.at(static_cast<std::size_t>(type));
}

constexpr std::size_t size_of(NumberType type) {
    constexpr std::array<std::size_t, 7> kSizes{1, 4, 4, 8, 8, 4, 8};
    return kSizes.at(static_cast<std::size_t>(type));
}

// How many records a section has.
inline std::size_t record_count(const SectionBytes& sections, SectionId section) {
    return sections[section.index()].size() / section.record_size();
}

// A number of a record. part: which of the field's numbers. REQUIRES: `section` is the section of
// the field; Number is the type of the field; record and part exist.
template <class Number>
Number number_at(std::span<const std::byte> section,
                 const Field& field,
                 std::size_t record,
                 std::size_t part = 0) {
    Number number;
    std::memcpy(&number,
                section.data() + record * field.section.record_size() + field.offset +
                    part * sizeof(Number),
                sizeof(Number));
    return number;
}

// Changes a number of a record. REQUIRES: as number_at.
template <class Number>
void set_number(std::span<std::byte> section,
                const Field& field,
                std::size_t record,
                std::type_identity_t<Number> number,
                std::size_t part = 0) {
    std::memcpy(section.data() + record * field.section.record_size() + field.offset +
                    part * sizeof(Number),
                &number,
                sizeof(Number));
}

}  // namespace halfspace
