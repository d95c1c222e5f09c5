// SPDX-License-Identifier: MIT
// Damages every field of every section as its description in record_fields.h allows.
// file_format_page_test.cpp compares the descriptions with what the page says by hand.
#include "halfspace/level/bodies.h"

#include "level/error_after.h"
#include "level/shared/derive.h"
#include "level/shared/record_fields.h"
#include "support/small_level.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <limits>
#include <string>
#include <vector>

namespace halfspace::test {
namespace {

// Two clusters, above and below the surface of the water.
void add_clusters(LevelData& level) {
    const auto leaf = [&](Contents contents) {
        level.leaves.push_back({static_cast<std::uint32_t>(contents), 0, blocker_bits(contents)});
        return -static_cast<std::int32_t>(level.leaves.size());
    };
    NodeRecord node{};
    node.child[0] = leaf(Contents::Empty);
    node.child[1] = leaf(Contents::Water);
    node.plane = level.nodes[level.faces[7].node].plane;
    node.first_contact = static_cast<std::uint32_t>(level.contacts.size());
    level.cluster_roots = {static_cast<std::int32_t>(level.nodes.size())};
    level.nodes.push_back(node);
    level.portals = {{{0, 1}, 0, 3}, {{0, 1}, 3, 3}};
    level.portal_corners = {
        {-64, -64, 16}, {64, -64, 16}, {64, 64, 16}, {-64, -64, 16}, {64, 64, 16}, {-64, 64, 16}};
    level.face_clusters = {0, 1};
    level.face_cluster_starts.assign(level.faces.size() + 1, 1);
    level.face_cluster_starts.front() = 0;
    level.face_cluster_starts.back() = 2;
    level.visible_starts = {0, 2, 4};
    level.visible_bytes = {1, 3, 1, 3};
    derive(level);
    level.clusters[1].area = 1;
    level.area_portals = {{{0, 1}, kNone, 0}};
}

// The small level with records in the sections that it leaves empty.
LevelData make_full_level() {
    LevelData level = small_level();
    level.contacts = {{kNone, 0, 0}, {0, 0, 0}};
    level.nodes.end()[-2].first_contact = 1;
    level.nodes.end()[-1].first_contact = 1;
    level.bevels = {0, 1};
    for (BrushRecord& brush : level.brushes) {
        brush.first_bevel = 2;
    }
    level.brushes[0].first_bevel = 0;
    level.brushes[0].bevel_count = 1;
    level.brushes[1].first_bevel = 1;
    level.brushes[1].bevel_count = 1;
    add_clusters(level);
    add_small_nav(level);
    return level;
}

const LevelData& full_level() {
    static const LevelData kLevel = make_full_level();
    return kLevel;
}

std::size_t count_in_full_level(SectionId section) {
    return record_count(bytes_of(full_level()), section);
}

template <class Number>
Number number_in_full_level(const Field& field, std::size_t record) {
    return number_at<Number>(bytes_of(full_level())[field.section.index()], field, record);
}

// What the loader says of the full level with another number in one record.
template <class Number>
std::string error_with(const Field& field,
                       std::size_t record,
                       std::type_identity_t<Number> number,
                       std::size_t part = 0) {
    LevelData level = full_level();
    set_number<Number>(
        writable_bytes_of(level)[field.section.index()], field, record, number, part);
    return error_of(level);
}

std::string start(const Field& field, std::size_t record) {
    return "section '" + std::string(field.section.name()) + "': record " + std::to_string(record) +
           ": ";
}

// The start of a message about a number: "section 'nodes': record 3: its child 1 is ".
std::string start(const Field& field, std::size_t record, std::size_t part) {
    return start(field, record) + (field.name.empty() ? "it" : "its " + std::string(field.name)) +
           (field.length > 1 ? " " + std::to_string(part) : "") + " is ";
}

// Calls test(field, record) for the first and the last record of each field of this kind.
template <class Test>
void for_each_field(FieldKind kind, Test test) {
    std::size_t found = 0;
    for (const Field& field : kFields) {
        if (field.meaning.kind == kind && !field.meaning.is_derived) {
            ++found;
            test(field, std::size_t{0});
            test(field, count_in_full_level(field.section) - 1);
        }
    }
    EXPECT_GT(found, 0u);
}

TEST(CheckFields, AcceptsALevelWithRecordsInEachSection) {
    EXPECT_EQ(error_of(full_level()), "no error");
    for (const std::span<const std::byte> section : bytes_of(full_level())) {
        EXPECT_FALSE(section.empty());
    }
}

void expect_limit(const Field& field, std::size_t record, std::uint64_t limit) {
    const std::string behind = ", but there are " + std::to_string(limit) + " ";
    const auto after = [&](std::uint64_t index) {
        const std::string error =
            error_with<std::uint32_t>(field, record, static_cast<std::uint32_t>(index));
        return error.starts_with(start(field, record, 0) + std::to_string(index) + behind)
                   ? "refused"
                   : error;
    };
    EXPECT_EQ(after(limit), "refused");
    EXPECT_EQ(after(kNone - 1), "refused");
    EXPECT_EQ(after(kNone) == "refused", !field.meaning.may_be_none) << start(field, record, 0);
    EXPECT_NE(after(limit - 1), "refused") << start(field, record, 0);
}

TEST(CheckFields, RefusesIndicesBehindTheLastRecord) {
    const auto test = [](const Field& field, std::size_t record) {
        expect_limit(field, record, count_in_full_level(*field.meaning.target));
    };
    for_each_field(FieldKind::Index, test);
    for_each_field(FieldKind::Text, test);
    for_each_field(FieldKind::PlaneId, [](const Field& field, std::size_t record) {
        expect_limit(field, record, 2 * count_in_full_level("planes"));
    });
}

TEST(CheckFields, RefusesChildrenThatAreOutside) {
    for_each_field(FieldKind::Child, [](const Field& field, std::size_t record) {
        const std::size_t nodes = count_in_full_level("nodes");
        const std::size_t leaves = count_in_full_level("leaves");
        const auto refuses = [&](std::int64_t child, const std::string& what) {
            for (std::size_t part = 0; part < field.length; ++part) {
                EXPECT_EQ(
                    error_with<std::int32_t>(field, record, static_cast<std::int32_t>(child), part),
                    start(field, record, part) + what);
            }
        };
        const std::string behind_nodes = ", but there are " + std::to_string(nodes) + " nodes";
        const std::string behind_leaves = ", but there are " + std::to_string(leaves) + " leaves";
        refuses(static_cast<std::int64_t>(nodes), "node " + std::to_string(nodes) + behind_nodes);
        refuses(std::numeric_limits<std::int32_t>::max(), "node 2147483647" + behind_nodes);
        refuses(-1 - static_cast<std::int64_t>(leaves),
                "leaf " + std::to_string(leaves) + behind_leaves);
        refuses(std::numeric_limits<std::int32_t>::min(), "leaf 2147483647" + behind_leaves);
    });
}

TEST(CheckFields, RefusesPartsOutOfOrder) {
    for_each_field(FieldKind::Begin, [](const Field& field, std::size_t record) {
        const auto target = static_cast<std::uint32_t>(count_in_full_level(*field.meaning.target));
        const auto refuses = [&](std::uint32_t first, std::uint32_t least, std::uint32_t most) {
            EXPECT_EQ(error_with<std::uint32_t>(field, record, first),
                      start(field, record) + "its " + std::string(field.meaning.target->name()) +
                          " begin at " + std::to_string(first) + ", not between " +
                          std::to_string(least) + " and " + std::to_string(most));
        };
        if (record == 0) {
            refuses(1, 0, 0);  // the first records would belong to nothing
            return;
        }
        const auto before = number_in_full_level<std::uint32_t>(field, record - 1);
        refuses(target + 1, before, target);
        refuses(kNone, before, target);
        LevelData level = full_level();
        const std::span<std::byte> section = writable_bytes_of(level)[field.section.index()];
        set_number<std::uint32_t>(section, field, record - 1, 1);
        set_number<std::uint32_t>(section, field, record, 0);
        EXPECT_TRUE(
            error_of(level).ends_with(" begin at 0, not between 1 and " + std::to_string(target)))
            << error_of(level);
    });
}

TEST(CheckFields, RefusesPartsOfNothing) {
    LevelData level;
    level.leaves.push_back({});
    level.contacts.push_back({kNone, 0, 0});
    EXPECT_EQ(error_of(level), "section 'contacts': there are 1, but there are no nodes");
}

std::string behind(const Field& field, std::uint32_t first, std::uint32_t count) {
    return std::to_string(count) + " " + std::string(field.meaning.target->name()) + " from " +
           std::to_string(first) + " on, but there are " +
           std::to_string(count_in_full_level(*field.meaning.target));
}

void expect_range(const Field& field, std::size_t record) {
    const Field& counts = (&field)[1];
    const auto size = static_cast<std::uint32_t>(count_in_full_level(*field.meaning.target));
    const auto first = number_in_full_level<std::uint32_t>(field, record);
    const auto count = number_in_full_level<std::uint32_t>(counts, record);
    EXPECT_EQ(error_with<std::uint32_t>(field, record, kNone),
              start(field, record) + behind(field, kNone, count));
    EXPECT_EQ(error_with<std::uint32_t>(counts, record, kNone),
              start(field, record) + behind(field, first, kNone));
    EXPECT_EQ(error_with<std::uint32_t>(counts, record, size - first + 1),
              start(field, record) + behind(field, first, size - first + 1));
}

TEST(CheckFields, RefusesRangesBehindTheLastRecord) {
    for_each_field(FieldKind::Range, expect_range);
    for_each_field(FieldKind::Consecutive, expect_range);
}

// Ranges that overlap would let a small file cost a long loop.
TEST(CheckFields, RefusesRangesThatDoNotFollowOneAnother) {
    for_each_field(FieldKind::Consecutive, [](const Field& field, std::size_t) {
        const Field& counts = (&field)[1];
        const std::string target(field.meaning.target->name());
        const std::size_t records = count_in_full_level(field.section);
        ASSERT_GT(records, 1u);
        const auto end = number_in_full_level<std::uint32_t>(field, 1);
        EXPECT_EQ(error_with<std::uint32_t>(field, 1, end - 1),
                  start(field, 1) + "its " + target + " begin at " + std::to_string(end - 1) +
                      ", not where those of the record before end: " + std::to_string(end));
        for (std::size_t i = 0; i < records; ++i) {
            if (const auto count = number_in_full_level<std::uint32_t>(counts, i); count > 0) {
                const std::string error = error_with<std::uint32_t>(counts, i, count - 1);
                EXPECT_TRUE(error.starts_with(start(field, i + 1) + "its " + target + " begin") ||
                            error.starts_with("section '" + target + "': there are "))
                    << error;
            }
        }
    });
}

TEST(CheckFields, RefusesNumbersThatAreNotFinite) {
    for_each_field(FieldKind::Finite, [](const Field& field, std::size_t record) {
        const auto refuses = [&]<class Number>(Number number) {
            for (std::size_t part = 0; part < field.length; ++part) {
                EXPECT_EQ(error_with<Number>(field, record, number, part),
                          start(field, record, part) + "not finite");
            }
        };
        const auto refuses_all = [&]<class Number>(std::type_identity<Number>) {
            using Limits = std::numeric_limits<Number>;
            for (const Number number : {Limits::quiet_NaN(), Limits::infinity()}) {
                refuses(number);
                refuses(-number);
            }
        };
        if (field.type == NumberType::F32) {
            refuses_all(std::type_identity<float>{});
        } else {
            ASSERT_EQ(field.type, NumberType::F64);
            refuses_all(std::type_identity<double>{});
        }
    });
}

TEST(CheckFields, RefusesUnknownContents) {
    for_each_field(FieldKind::Contents, [](const Field& field, std::size_t record) {
        for (std::uint32_t bit = 1; bit != 0; bit <<= 1) {
            const std::string error = error_with<std::uint32_t>(field, record, bit);
            const bool is_refused =
                error == start(field, record, 0) + std::to_string(bit) + ", which has unknown bits";
            EXPECT_EQ(is_refused, (field.meaning.known_bits & bit) == 0) << error;
        }
    });
}

// Later minor versions may give them a meaning.
TEST(CheckFields, IgnoresUnknownFlagsAndReservedFields) {
    for_each_field(FieldKind::Flags, [](const Field& field, std::size_t record) {
        const auto flags = number_in_full_level<std::uint32_t>(field, record);
        EXPECT_EQ(error_with<std::uint32_t>(field, record, flags | 1u << 30), "no error");
    });
    for_each_field(FieldKind::Reserved, [](const Field& field, std::size_t record) {
        EXPECT_EQ(error_with<std::uint32_t>(field, record, kNone), "no error");
    });
}

// The loader compares record by record, some sections from the end on. No record may be left out.
TEST(CheckFields, RefusesEveryOtherByteOfEveryDerivedField) {
    for (const Field& field : kFields) {
        if (!field.meaning.is_derived) {
            continue;
        }
        const std::size_t size = size_of(field.type) * field.length;
        for (std::size_t record = 0; record < count_in_full_level(field.section); ++record) {
            for (std::size_t byte = 0; byte < size; ++byte) {
                LevelData level = full_level();
                writable_bytes_of(
                    level)[field.section.index()][record * field.section.record_size() +
                                                  field.offset + byte] ^= std::byte{1};
                EXPECT_TRUE(error_of(level).starts_with(start(field, record)))
                    << field.name << ", byte " << byte << ": " << error_of(level);
            }
        }
    }
}

}  // namespace
}  // namespace halfspace::test
