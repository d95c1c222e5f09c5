// SPDX-License-Identifier: MIT
#include "formats/grid/grid_text.h"

#include "halfspace/world/world.h"

#include "formats/map/map_tokenizer.h"
#include "formats/text/utf8.h"

#include <algorithm>
#include <array>
#include <utility>

namespace halfspace::grid {
namespace {

constexpr std::string_view kBlanks = " \t";

// Limits of lengths: from the finest grid step to far beyond any level. Every product below fits
// 128 bits.
constexpr Decimal kLeast{1'000'000'000'000'000'000 / 1024};
constexpr Decimal kMost{Int128{1'000'000'000'000'000'000} << 20};

struct Line {
    std::string_view text;  // without blanks at its end
    std::uint32_t number = 0;
};

// Splits a text into lines, which end with LF, CR LF or CR.
class Lines {
public:
    explicit Lines(std::string_view text) : rest_(text) {}

    std::optional<Line> next() {
        if (is_done_) {
            return std::nullopt;
        }
        const std::size_t end = rest_.find_first_of("\r\n");
        Line line{rest_.substr(0, end), ++number_};
        if (end == std::string_view::npos) {
            is_done_ = true;
        } else {
            rest_.remove_prefix(end + (rest_.substr(end).starts_with("\r\n") ? 2 : 1));
        }
        line.text = line.text.substr(0, line.text.find_last_not_of(kBlanks) + 1);
        return line;
    }

private:
    std::string_view rest_;
    std::uint32_t number_ = 0;
    bool is_done_ = false;
};

bool is_comment(std::string_view line) {
    const std::size_t first = line.find_first_not_of(kBlanks);
    return first != std::string_view::npos &&
           (line[first] == '#' || line.substr(first).starts_with("//"));
}

// True for a line with a key, right or wrong. Keys are in lower case, cells are not.
bool is_header(std::string_view line) {
    const bool is_upper = line[0] >= 'A' && line[0] <= 'Z' && line[0] != 'P';
    return (line[0] >= 'a' && line[0] <= 'z') ||
           (is_upper && line.find_first_of(kBlanks) != std::string_view::npos);
}

class PlanParser {
public:
    PlanParser(std::string_view text, const std::string& source)
        : lines_(without_byte_order_mark(text)), source_(&source) {}

    Result<Plan> run() {
        while (const std::optional<Line> line = lines_.next()) {
            if (is_comment(line->text)) {
                continue;
            }
            last_line_ = line->number;
            if (line->text.empty()) {
                note_blank(*line);
            } else if (plan_.rows.empty() && is_header(line->text)) {
                take_setting(*line);
            } else {
                take_row(*line);
            }
            if (error_) {
                return std::unexpected(std::move(*error_));
            }
        }
        finish();
        if (error_) {
            return std::unexpected(std::move(*error_));
        }
        return std::move(plan_);
    }

private:
    void fail(ErrorCode code, SourcePosition where, std::string message) {
        if (!error_) {
            error_ = Error{code, std::move(message), {*source_, where.line, where.column}};
        }
    }

    void note_blank(const Line& line) {
        if (!plan_.rows.empty() && blank_line_ == 0) {
            blank_line_ = line.number;
        }
    }

    void take_row(const Line& line) {
        const std::string number = std::to_string(plan_.rows.size() + 1);
        if (blank_line_ != 0) {
            fail(ErrorCode::Syntax,
                 {blank_line_, 1},
                 "an empty line between two rows; a row of open cells is written with dots");
            return;
        }
        const std::size_t bad = line.text.find_first_not_of(kCells);
        if (bad != std::string_view::npos) {
            const std::string cell =
                "row " + number + ", column " + std::to_string(bad + 1) + " of the plan";
            const bool is_hole = kBlanks.find(line.text[bad]) != std::string_view::npos;
            fail(ErrorCode::Syntax,
                 {line.number, static_cast<std::uint32_t>(bad + 1)},
                 is_hole ? "a hole in " + cell + "; an open cell is written as a dot"
                         : "expected a cell (0 to 5, a dot or P) in " + cell + ", found " +
                               map::in_quotes(line.text.substr(bad, 1)));
            return;
        }
        if (!plan_.rows.empty() && line.text.size() != plan_.rows[0].cells.size()) {
            const std::size_t width = plan_.rows[0].cells.size();
            fail(ErrorCode::Syntax,
                 {line.number, static_cast<std::uint32_t>(std::min(width, line.text.size()) + 1)},
                 "row " + number + " has " + std::to_string(line.text.size()) +
                     " cells, the rows before it have " + std::to_string(width));
            return;
        }
        plan_.rows.push_back({line.text, line.number, 1});
    }

    void take_setting(const Line& line) {
        const std::string_view key = line.text.substr(0, line.text.find_first_of(kBlanks));
        std::string_view value = line.text.substr(key.size());
        value.remove_prefix(std::min(value.find_first_not_of(kBlanks), value.size()));
        const SourcePosition at{line.number,
                                static_cast<std::uint32_t>(line.text.size() - value.size() + 1)};
        if (std::find(seen_.begin(), seen_.end(), key) != seen_.end()) {
            fail(ErrorCode::Syntax,
                 {line.number, 1},
                 "the key " + map::in_quotes(key) + " is there twice");
            return;
        }
        const auto setting = std::find_if(
            kSettings.begin(), kSettings.end(), [&](const Setting& s) { return s.key == key; });
        if (setting == kSettings.end()) {
            std::string known;
            for (const Setting& s : kSettings) {
                known += (known.empty() ? "" : ", ") + std::string(s.key);
            }
            fail(ErrorCode::Syntax,
                 {line.number, 1},
                 "expected a key of the header (" + known + ", in lower case) or a row, found " +
                     map::in_quotes(key));
            return;
        }
        seen_.push_back(setting->key);
        if (value.empty()) {
            fail(ErrorCode::Syntax, at, "expected a value for " + std::string(key));
            return;
        }
        (this->*setting->take)(key, value, at);
    }

    Decimal number(std::string_view key, std::string_view value, SourcePosition at) {
        const DecimalParse parsed = parse_decimal(value);
        if (parsed.error == DecimalError::NotANumber) {
            fail(ErrorCode::Syntax,
                 at,
                 "expected a number for " + std::string(key) + ", found " + map::in_quotes(value));
        } else if (parsed.error || parsed.value > kMost || parsed.value.scaled < -kMost.scaled) {
            fail(ErrorCode::Range, at, std::string(key) + " lies beyond +-2^20");
        }
        return parsed.value;
    }

    // Reads a length. Half of it must still be a number of eighteen decimals.
    Decimal size(std::string_view key, std::string_view value, SourcePosition at) {
        const Decimal parsed = number(key, value, at);
        if (parsed < kLeast || parsed.scaled % 2 != 0) {
            fail(ErrorCode::Range,
                 at,
                 std::string(key) + " must be at least 1/1024, with at most 17 decimals");
        }
        return parsed;
    }

    bool yes_or_no(std::string_view key, std::string_view value, SourcePosition at) {
        if (value != "yes" && value != "no") {
            fail(ErrorCode::Syntax,
                 at,
                 "expected yes or no for " + std::string(key) + ", found " + map::in_quotes(value));
        }
        return value == "yes";
    }

    std::string name(std::string_view key, std::string_view value, SourcePosition at) {
        if (value.find_first_of(kBlanks) != std::string_view::npos) {
            fail(ErrorCode::Syntax, at, "expected one name for " + std::string(key));
        }
        return std::string(value);
    }

    using Take = void (PlanParser::*)(std::string_view, std::string_view, SourcePosition);
    struct Setting {
        std::string_view key;
        Take take;
    };

    void take_cell(std::string_view key, std::string_view value, SourcePosition at) {
        plan_.settings.cell = size(key, value, at);
    }
    void take_height(std::string_view key, std::string_view value, SourcePosition at) {
        height_ = size(key, value, at);
    }
    void take_base(std::string_view key, std::string_view value, SourcePosition at) {
        plan_.settings.base = number(key, value, at);
    }
    void take_repeat(std::string_view key, std::string_view value, SourcePosition at) {
        repeat_ = size(key, value, at);
    }
    void take_floor(std::string_view key, std::string_view value, SourcePosition at) {
        plan_.settings.has_floor = yes_or_no(key, value, at);
    }
    void take_ceiling(std::string_view key, std::string_view value, SourcePosition at) {
        plan_.settings.has_ceiling = yes_or_no(key, value, at);
    }
    void take_wall_texture(std::string_view key, std::string_view value, SourcePosition at) {
        plan_.settings.wall_texture = name(key, value, at);
    }
    void take_floor_texture(std::string_view key, std::string_view value, SourcePosition at) {
        plan_.settings.floor_texture = name(key, value, at);
    }
    void take_ceiling_texture(std::string_view key, std::string_view value, SourcePosition at) {
        plan_.settings.ceiling_texture = name(key, value, at);
    }
    void take_message(std::string_view /*key*/, std::string_view value, SourcePosition /*at*/) {
        plan_.settings.message = std::string(value);
    }

    static constexpr std::array<Setting, 10> kSettings{{
        {"cell", &PlanParser::take_cell},
        {"height", &PlanParser::take_height},
        {"base", &PlanParser::take_base},
        {"repeat", &PlanParser::take_repeat},
        {"floor", &PlanParser::take_floor},
        {"ceiling", &PlanParser::take_ceiling},
        {"wall_texture", &PlanParser::take_wall_texture},
        {"floor_texture", &PlanParser::take_floor_texture},
        {"ceiling_texture", &PlanParser::take_ceiling_texture},
        {"message", &PlanParser::take_message},
    }};

    void finish() {
        if (plan_.rows.empty()) {
            fail(ErrorCode::Syntax, {last_line_, 1}, "there is no row of cells");
            return;
        }
        Settings& settings = plan_.settings;
        settings.height = height_.value_or(Decimal{settings.cell.scaled * 3});
        settings.repeat = repeat_.value_or(settings.cell);
        const std::size_t longest = std::max(plan_.rows.size(), plan_.rows[0].cells.size());
        if (settings.cell.scaled * static_cast<std::int64_t>(longest) / 2 >
            decimal_from_integer(Decimal::kLimit).scaled) {
            fail(ErrorCode::Range,
                 {plan_.rows[0].line, 1},
                 "the plan reaches beyond 2^40 units; take smaller cells");
        }
    }

    Lines lines_;
    const std::string* source_;
    Plan plan_;
    std::vector<std::string_view> seen_;
    std::optional<Decimal> height_;
    std::optional<Decimal> repeat_;
    std::uint32_t blank_line_ = 0;  // line of the first blank line after a row
    std::uint32_t last_line_ = 1;
    std::optional<Error> error_;
};

}  // namespace

Result<Plan> parse_plan(std::string_view text, const std::string& source) {
    return PlanParser(text, source).run();
}

}  // namespace halfspace::grid
