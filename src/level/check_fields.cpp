// SPDX-License-Identifier: MIT
// Checks every field of every record by its description in record_fields.h.
#include "level/check_level.h"
#include "level/shared/record_fields.h"

#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <string>

namespace halfspace {
namespace {

std::string name_of(SectionId section) {
    return std::string(section.name());
}

// "its plane is 90", "its child 1 is 90"; "it is 90" for a record that is one number.
std::string statement(const Field& field, std::size_t part, const std::string& value) {
    std::string text = field.name.empty() ? "it" : "its " + std::string(field.name);
    if (field.length > 1) {
        text += " " + std::to_string(part);
    }
    return text + " is " + value;
}

class FieldCheck {
public:
    explicit FieldCheck(const LevelView& level) : sections_(bytes_of(level)) {}

    // field: one of kFields.
    Result<void> check(const Field& field) const {
        switch (field.meaning.kind) {
            case FieldKind::Number:
            case FieldKind::Reserved:
            case FieldKind::Flags:
            case FieldKind::SideOfBrush:
            case FieldKind::Count:
                return {};
            case FieldKind::Finite:
                return field.type == NumberType::F32 ? check_finite<float>(field)
                                                     : check_finite<double>(field);
            case FieldKind::Contents:
                return check_contents(field);
            case FieldKind::Text:
                return check_index(field, target_count(field), "bytes of strings");
            case FieldKind::PlaneId:
                return check_index(field, 2 * target_count(field), "plane ids");
            case FieldKind::Index:
                return check_index(field, target_count(field), name_of(*field.meaning.target));
            case FieldKind::Child:
                return check_child(field);
            case FieldKind::Begin:
                return check_begin(field);
            case FieldKind::Range:
                return check_range(field);
            case FieldKind::Consecutive:
                return check_consecutive(field);
        }
        return {};
    }

private:
    std::uint64_t target_count(const Field& field) const {
        return record_count(sections_, *field.meaning.target);
    }

    // Checks that is_right(number) holds for all numbers of the field. problem(number): what the
    // message says of a wrong number.
    template <class Number, class IsRight, class Problem>
    Result<void> check_numbers(const Field& field, IsRight is_right, Problem problem) const {
        const std::size_t records = record_count(sections_, field.section);
        const std::size_t stride = field.section.record_size();
        for (std::size_t part = 0; part < field.length; ++part) {
            const std::byte* at =
                sections_[field.section.index()].data() + field.offset + part * sizeof(Number);
            for (std::size_t i = 0; i < records; ++i, at += stride) {
                Number number;
                std::memcpy(&number, at, sizeof(number));
                if (!is_right(number)) {
                    return damaged(field.section, i, statement(field, part, problem(number)));
                }
            }
        }
        return {};
    }

    template <class Number>
    Result<void> check_finite(const Field& field) const {
        return check_numbers<Number>(
            field,
            [](Number number) { return std::isfinite(number); },
            [](Number) { return std::string("not finite"); });
    }

    Result<void> check_contents(const Field& field) const {
        return check_numbers<std::uint32_t>(
            field,
            [unknown = ~field.meaning.known_bits](std::uint32_t bits) {
                return (bits & unknown) == 0;
            },
            [](std::uint32_t bits) { return std::to_string(bits) + ", which has unknown bits"; });
    }

    // count: how many there are of what the field points to. what: their name.
    Result<void> check_index(const Field& field,
                             std::uint64_t count,
                             const std::string& what) const {
        // No number of 32 bits is larger than the other one.
        const std::uint64_t none =
            field.meaning.may_be_none ? kNone : std::numeric_limits<std::uint64_t>::max();
        return check_numbers<std::uint32_t>(
            field,
            [=](std::uint32_t index) { return index < count || index == none; },
            [&](std::uint32_t index) {
                return std::to_string(index) + ", but there are " + std::to_string(count) + " " +
                       what;
            });
    }

    Result<void> check_child(const Field& field) const {
        const std::uint64_t nodes = record_count(sections_, "nodes");
        const std::uint64_t leaves = record_count(sections_, "leaves");
        return check_numbers<std::int32_t>(
            field,
            [=](std::int32_t child) {
                return child >= 0 ? static_cast<std::uint32_t>(child) < nodes
                                  : static_cast<std::uint32_t>(-1 - child) < leaves;
            },
            [&](std::int32_t child) {
                const bool is_node = child >= 0;
                return (is_node ? "node " : "leaf ") +
                       std::to_string(is_node ? child : -1 - child) + ", but there are " +
                       std::to_string(is_node ? nodes : leaves) + (is_node ? " nodes" : " leaves");
            });
    }

    Result<void> check_begin(const Field& field) const {
        const std::string target = name_of(*field.meaning.target);
        const std::uint64_t size = target_count(field);
        const std::size_t records = record_count(sections_, field.section);
        if (records == 0 && size != 0) {
            return damaged(*field.meaning.target,
                           "there are " + std::to_string(size) + ", but there are no " +
                               name_of(field.section));
        }
        std::uint32_t least = 0;
        for (std::size_t i = 0; i < records; ++i) {
            const auto first = number_at<std::uint32_t>(sections_[field.section.index()], field, i);
            const std::uint64_t most = i == 0 ? 0 : size;
            if (first < least || first > most) {
                return damaged(field.section,
                               i,
                               "its " + target + " begin at " + std::to_string(first) +
                                   ", not between " + std::to_string(least) + " and " +
                                   std::to_string(most));
            }
            least = first;
        }
        return {};
    }

    // A record's range.
    struct Range {
        std::uint32_t first;
        std::uint32_t count;
    };
    Range range_at(const Field& field, std::size_t record) const {
        const std::span<const std::byte> section = sections_[field.section.index()];
        return {number_at<std::uint32_t>(section, field, record),
                number_at<std::uint32_t>(section, (&field)[1], record)};
    }

    std::unexpected<Error> wrong_range(const Field& field, std::size_t record) const {
        const Range range = range_at(field, record);
        return damaged(field.section,
                       record,
                       std::to_string(range.count) + " " + name_of(*field.meaning.target) +
                           " from " + std::to_string(range.first) + " on, but there are " +
                           std::to_string(target_count(field)));
    }

    Result<void> check_range(const Field& field) const {
        const std::uint64_t size = target_count(field);
        const std::size_t records = record_count(sections_, field.section);
        for (std::size_t i = 0; i < records; ++i) {
            const Range range = range_at(field, i);
            if (std::uint64_t{range.first} + range.count > size) {
                return wrong_range(field, i);
            }
        }
        return {};
    }

    // Ranges that overlap would let a small file cost a long loop.
    Result<void> check_consecutive(const Field& field) const {
        const std::string target = name_of(*field.meaning.target);
        const std::uint64_t size = target_count(field);
        const std::size_t records = record_count(sections_, field.section);
        std::uint64_t next = 0;
        for (std::size_t i = 0; i < records; ++i) {
            const Range range = range_at(field, i);
            if (std::uint64_t{range.first} + range.count > size) {
                return wrong_range(field, i);
            }
            if (range.first != next) {
                return damaged(
                    field.section,
                    i,
                    "its " + target + " begin at " + std::to_string(range.first) +
                        ", not where those of the record before end: " + std::to_string(next));
            }
            next += range.count;
        }
        if (next != size) {
            return damaged(*field.meaning.target,
                           "there are " + std::to_string(size) + ", but the " +
                               name_of(field.section) + " have " + std::to_string(next));
        }
        return {};
    }

    SectionBytes sections_;
};

}  // namespace

Result<void> check_fields(const LevelView& level) {
    const FieldCheck check(level);
    Result<void> result;
    for (const Field& field : kFields) {
        if (result && !field.meaning.is_derived) {
            result = check.check(field);
        }
    }
    return result;
}

}  // namespace halfspace
