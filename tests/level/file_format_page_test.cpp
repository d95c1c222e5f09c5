// SPDX-License-Identifier: MIT
// docs/reference/file_format.md against the code. Names, types and places in the page's tables are
// made anew from the descriptions of the fields; HALFSPACE_WRITE_PAGE=1 writes them into the page.
// The column `value` and the meanings are written by hand, so a field with a wrong description does
// not fit the page.
#include "halfspace/base/contents.h"
#include "halfspace/base/file.h"
#include "halfspace/level/bodies.h"

#include "level/shared/record_fields.h"
#include "support/test_data.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

namespace halfspace::test {
namespace {

constexpr std::string_view kSectionsHead = "| id | name | bytes | type | value | one record |";
constexpr std::string_view kFieldsHead = "| at | type | field | value | meaning |";
constexpr std::string_view kContentsHead = "| name | bit of `Contents` | blocker bit |";

using Row = std::vector<std::string>;

// The cells of a line "| a | b | |". A bar behind a backslash is a part of its cell.
Row cells_of(const std::string& line) {
    Row cells;
    std::string cell;
    for (std::size_t i = 1; i < line.size(); ++i) {
        if (line[i] != '|' || line[i - 1] == '\\') {
            cell += line[i];
            continue;
        }
        const std::size_t first = cell.find_first_not_of(' ');
        cells.push_back(first == std::string::npos
                            ? ""
                            : cell.substr(first, cell.find_last_not_of(' ') + 1 - first));
        cell.clear();
    }
    return cells;
}

std::string line_of(const Row& cells) {
    std::string line = "|";
    for (const std::string& cell : cells) {
        line += cell.empty() ? " |" : " " + cell + " |";
    }
    return line + "\n";
}

// A row of a page's table, by the name in the second or third cell. The last two cells are kept.
using KeptRows = std::map<std::string, Row>;

std::string type_of(const Field& field) {
    return std::string(to_string(field.type)) +
           (field.length > 1 ? " × " + std::to_string(field.length) : "");
}

Row with_kept_cells(Row made, const KeptRows& kept, const std::string& name) {
    const auto row = kept.find(name);
    const bool has_cells = row != kept.end() && row->second.size() >= 2;
    made.push_back(has_cells ? row->second.end()[-2] : "");
    made.push_back(has_cells ? row->second.end()[-1] : "");
    return made;
}

std::string rows_of_sections(const KeptRows& kept) {
    std::string rows;
    for (std::size_t i = 0; i < kSections.size(); ++i) {
        const std::string name(kSections[i].name);
        const auto fields =
            std::ranges::find(kFields, i, [](const Field& field) { return field.section.index(); });
        rows += line_of(with_kept_cells({std::to_string(i + 1),
                                         name,
                                         std::to_string(kSections[i].record_size),
                                         fields->name.empty() ? type_of(*fields) : ""},
                                        kept,
                                        name));
    }
    return rows;
}

std::string rows_of_fields(const std::string& section, const KeptRows& kept) {
    std::string rows;
    for (const Field& field : kFields) {
        if (field.section.name() == section) {
            const std::string name(field.name);
            rows += line_of(
                with_kept_cells({std::to_string(field.offset), type_of(field), name}, kept, name));
        }
    }
    return rows;
}

std::string rows_of_contents() {
    std::string rows;
    for (std::uint32_t bit = 1; bit != 0; bit <<= 1) {
        const auto row =
            std::ranges::find(kContentsTable, static_cast<Contents>(bit), &ContentsRow::bit);
        if (row != kContentsTable.end()) {
            const std::uint32_t blocker = blocker_bits(row->bit);
            rows += line_of({std::string(row->words),
                             std::to_string(bit),
                             blocker == 0 ? "" : std::to_string(blocker)});
        }
    }
    return rows;
}

// Calls visit(section, head, rows) for each of the three kinds of tables of the page, and puts what
// it returns in place of the rows. section: the headline above, without its marks.
template <class Visit>
std::string with_rows(const std::string& page, Visit visit) {
    std::istringstream in(page);
    std::string result;
    std::string section;
    std::string line;
    while (std::getline(in, line)) {
        result += line + "\n";
        if (line.starts_with("#")) {
            section = line.substr(line.find_first_not_of("# "));
        }
        const std::string head = line;
        if (head != kSectionsHead && head != kFieldsHead && head != kContentsHead) {
            continue;
        }
        std::getline(in, line);
        result += line + "\n";
        std::vector<Row> rows;
        bool is_row = false;
        while ((is_row = static_cast<bool>(std::getline(in, line))) && line.starts_with("|")) {
            rows.push_back(cells_of(line));
        }
        result += visit(section, head, rows) + (is_row ? line + "\n" : "");
    }
    return result;
}

// The page with the rows that the code gives.
std::string with_rows_of_code(const std::string& page) {
    return with_rows(
        page, [](const std::string& section, std::string_view head, const std::vector<Row>& rows) {
            KeptRows kept;
            for (const Row& row : rows) {
                if (row.size() > 4) {
                    kept[row[head == kSectionsHead ? 1 : 2]] = row;
                }
            }
            return head == kContentsHead   ? rows_of_contents()
                   : head == kSectionsHead ? rows_of_sections(kept)
                                           : rows_of_fields(section, kept);
        });
}

// What the column `value` must say.
std::string value_of(const Field& field) {
    const FieldMeaning& meaning = field.meaning;
    std::string value(meaning.target ? meaning.target->name() : "");
    switch (meaning.kind) {
        case FieldKind::Number:
        case FieldKind::Count:
        case FieldKind::Index:
            value += meaning.may_be_none ? " or none" : "";
            break;
        case FieldKind::Finite:
            value = "finite";
            break;
        case FieldKind::Reserved:
            value = "ignored";
            break;
        case FieldKind::Flags:
            value = "flags";
            break;
        case FieldKind::Contents:
            value = "contents";
            break;
        case FieldKind::Text:
            value = "text";
            break;
        case FieldKind::SideOfBrush:
            value = "sides of the brush";
            break;
        case FieldKind::PlaneId:
            value = "plane id";
            break;
        case FieldKind::Child:
            value = "node or leaf";
            break;
        case FieldKind::Begin:
            value += ", from here";
            break;
        case FieldKind::Range:
            value += ", range";
            break;
        case FieldKind::Consecutive:
            value += ", range in order";
            break;
    }
    if (meaning.is_derived) {
        value = value.empty() ? "derived" : "derived, " + value;
    }
    return value;
}

bool are_equal(const Field& a, const Field& b) {
    return a.name == b.name && a.type == b.type && a.length == b.length && a.offset == b.offset &&
           value_of(a) == value_of(b);
}

// What the page says otherwise than the code, a line each.
std::string differences(const std::string& page) {
    std::map<std::string, std::map<std::string, std::string>> values;  // section, field
    const std::string made = with_rows(
        page, [&](const std::string& section, std::string_view head, const std::vector<Row>& rows) {
            std::string lines;
            for (const Row& row : rows) {
                lines += line_of(row);
                if (head == kSectionsHead && row.size() == 6) {
                    values[row[1]][""] = row[4];
                } else if (head == kFieldsHead && row.size() == 5) {
                    values[section][row[2]] = row[3];
                }
            }
            return lines;
        });
    std::string found = made == page ? "" : "a table is not written as the others\n";
    found += with_rows_of_code(page) == page
                 ? ""
                 : "the rows are not those of the code: run with HALFSPACE_WRITE_PAGE=1\n";
    for (const Field& field : kFields) {
        const std::string section(field.section.name());
        const std::string name(field.name);
        // A section with the fields of another one needs no table.
        const bool is_told =
            values[section].contains(name) || std::ranges::any_of(kFields, [&](const Field& other) {
                return !(other.section == field.section) && are_equal(other, field) &&
                       values[std::string(other.section.name())].contains(name);
            });
        if (!is_told) {
            found.append(section).append(" has no table with ").append(name).append("\n");
        } else if (values[section].contains(name) && values[section][name] != value_of(field)) {
            found.append(section).append(".").append(name).append(": the value is '");
            found.append(values[section][name]).append("', not '");
            found.append(value_of(field)).append("'\n");
        }
    }
    const std::string major = std::to_string(kMajorVersion);
    for (const std::string& limit :
         {"version " + major + "." + std::to_string(kMinorVersion) + "\n",
          "| major | " + major + " |",
          "up to " + std::to_string(kMaxSpaces) + " spaces",
          "those of space s from bit " + std::to_string(kBlockerWidth) + "s on"}) {
        found += page.find(limit) == std::string::npos ? "it does not say: " + limit + "\n" : "";
    }
    return found;
}

std::string page() {
    const auto bytes = read_file(project_file("docs/reference/file_format.md").string());
    return bytes ? std::string(reinterpret_cast<const char*>(bytes->data()), bytes->size()) : "";
}

TEST(FileFormatPage, SaysWhatTheCodeSays) {
    if (std::getenv("HALFSPACE_WRITE_PAGE") != nullptr) {
        const std::string made = with_rows_of_code(page());
        ASSERT_TRUE(write_file(project_file("docs/reference/file_format.md").string(),
                               std::as_bytes(std::span(made))));
    }
    EXPECT_EQ(page(), with_rows_of_code(page()));
    EXPECT_EQ(differences(page()), "");
}

// The page after a change.
std::string changed(std::string_view from, std::string_view to) {
    std::string text = page();
    const std::size_t place = text.find(from);
    EXPECT_NE(place, std::string::npos) << from;
    return text.replace(place, from.size(), to);
}

TEST(FileFormatPage, FindsPlantedDifferences) {
    const std::string rows =
        "the rows are not those of the code: run with HALFSPACE_WRITE_PAGE=1\n";
    const auto found = [](std::string_view from, std::string_view to) {
        return differences(changed(from, to));
    };
    EXPECT_EQ(found("| models | 144 |", "| models | 96 |"), rows);
    EXPECT_EQ(found("| 8 | u32 | plane | planes |", "| 4 | u32 | plane | planes |"), rows);
    EXPECT_EQ(found("| 8 | u32 | plane | planes |", "| 8 | u16 | plane | planes |"), rows);
    EXPECT_EQ(found("| excess | finite |", "| surplus | finite |"),
              rows + "spaces has no table with excess\n");
    EXPECT_EQ(found("| 21 | left_out |", "| 21 | right_out |"),
              rows);  // its own fields have a table
    EXPECT_EQ(found("| 20 | bevels |", "| 20 | edges |"), rows + "bevels has no table with \n");
    EXPECT_EQ(found("| player clip | 16 | 4 |", "| player clip | 16 | 2 |"), rows);
    EXPECT_EQ(
        found("### keys\n| at | type | field | value", "### keys\n| at | type | field | what"),
        "keys has no table with key\nkeys has no table with value\n");
    EXPECT_EQ(found("| plane | planes |", "| plane | |"),
              "nodes.plane: the value is '', not 'planes'\n");
    EXPECT_EQ(found("| bevels | 4 | u32 | plane id |", "| bevels | 4 | u32 | planes |"),
              "bevels.: the value is 'planes', not 'plane id'\n");
    EXPECT_EQ(found("A level has up to 1", "A level has up to 2"),
              "it does not say: up to " + std::to_string(kMaxSpaces) + " spaces\n");
    EXPECT_EQ(found("| 0 | u32 | entity | entities |", "| 0 | u32 | entity |entities |"),
              "a table is not written as the others\n" + rows);
}

TEST(FileFormatPage, IsMendedByTheCode) {
    for (const auto& [from, to] : std::map<std::string_view, std::string_view>{
             {"| models | 144 |", "| models | 96 |"},
             {"| 8 | u32 | plane | planes |", "| 4 | u16 | plane | planes |"},
             {"| 8 | u32 | side_count | | |\n", ""},
             {"| player clip | 16 | 4 |\n", ""}}) {
        const std::string text = page();
        EXPECT_EQ(with_rows_of_code(changed(from, to)), text) << from;
    }
}

}  // namespace
}  // namespace halfspace::test
