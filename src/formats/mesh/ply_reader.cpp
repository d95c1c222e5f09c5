// SPDX-License-Identifier: MIT
#include "base/shared/path.h"
#include "formats/mesh/mesh_builder.h"
#include "formats/mesh/mesh_text.h"
#include "formats/shared/mesh_reader.h"
#include "formats/text/quotes.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <optional>
#include <utility>

namespace halfspace {
namespace {

// The types of numbers, under both of their names.
struct Type {
    std::string_view name;
    std::string_view other_name;
    std::size_t size;
    bool is_signed;
    bool is_real;
};
constexpr std::array<Type, 8> kTypes{{{"char", "int8", 1, true, false},
                                      {"uchar", "uint8", 1, false, false},
                                      {"short", "int16", 2, true, false},
                                      {"ushort", "uint16", 2, false, false},
                                      {"int", "int32", 4, true, false},
                                      {"uint", "uint32", 4, false, false},
                                      {"float", "float32", 4, true, true},
                                      {"double", "float64", 8, true, true}}};

const Type* type_of(std::string_view name) {
    const auto* const found = std::find_if(kTypes.begin(), kTypes.end(), [&](const Type& type) {
        return type.name == name || type.other_name == name;
    });
    return found == kTypes.end() ? nullptr : found;
}

struct Property {
    std::string_view name;
    const Type* type = nullptr;
    const Type* count = nullptr;  // of a list: the type of its length; else null
};

struct Element {
    std::string_view name;
    std::uint64_t count = 0;
    std::vector<Property> properties;
};

enum class Encoding : std::uint8_t { Text, Little, Big };

class Reader {
public:
    Reader(std::span<const std::byte> bytes, std::string source, const MeshReadOptions& options)
        : rest_(reinterpret_cast<const char*>(bytes.data()), bytes.size()),
          name_(file_name(source)),
          builder_(std::move(source), options, UpAxis::Z) {
        like_.material = builder_.material("");
    }

    Result<ReadWorld> run() {
        if (read_header()) {
            builder_.begin(name_, 0, "", 0);
            for (const Element& element : elements_) {
                if (!read_element(element)) {
                    break;
                }
            }
        }
        if (error_) {
            return std::unexpected(*std::move(error_));
        }
        return builder_.finish();
    }

private:
    bool fail(ErrorCode code, const std::string& message) {
        error_ = builder_.error(code, message, is_text() ? line_ : 0);
        return false;
    }
    bool is_text() const { return encoding_ == Encoding::Text; }

    std::string_view header_line() {
        ++line_;
        return next_line(rest_);
    }

    bool read_header() {
        const bool has_cr_alone = rest_.starts_with("ply\r") && !rest_.starts_with("ply\r\n");
        if (trimmed(header_line()) != "ply") {
            return fail(ErrorCode::Syntax, "the file does not begin with the line 'ply'");
        }
        Encoding encoding = Encoding::Text;
        while (!rest_.empty()) {
            std::string_view line = header_line();
            const std::string_view word = next_word(line);
            if (word == "end_header") {
                return end_header(encoding, has_cr_alone);
            }
            if (word == "format") {
                const std::string_view name = next_word(line);
                if (name != "ascii" && name != "binary_little_endian" &&
                    name != "binary_big_endian") {
                    return fail(ErrorCode::Unsupported, "unknown format " + in_quotes(name));
                }
                encoding = name == "ascii"                  ? Encoding::Text
                           : name == "binary_little_endian" ? Encoding::Little
                                                            : Encoding::Big;
            } else if (word == "element") {
                const std::string_view name = next_word(line);
                const std::optional<double> count = number_of(next_word(line));
                if (!count || *count < 0 || *count > 0x1p32 || std::floor(*count) != *count) {
                    return fail(ErrorCode::Syntax, "an element has no good count");
                }
                elements_.push_back({name, static_cast<std::uint64_t>(*count), {}});
            } else if (word == "property" && !read_property(line)) {
                return false;
            }
        }
        return fail(ErrorCode::Syntax, "the header has no end");
    }

    bool end_header(Encoding encoding, bool has_cr_alone) {
        // The first byte of the numbers may be a line feed.
        if (has_cr_alone && encoding != Encoding::Text) {
            return fail(ErrorCode::Unsupported,
                        "the lines of the header end in a carriage return alone; write line "
                        "feeds, or write the file as text");
        }
        encoding_ = encoding;
        return true;
    }

    bool read_property(std::string_view line) {
        if (elements_.empty()) {
            return fail(ErrorCode::Syntax, "a property stands before all elements");
        }
        Property property;
        std::string_view type = next_word(line);
        const bool is_list = type == "list";
        if (is_list) {
            property.count = type_of(next_word(line));
            type = next_word(line);
        }
        property.type = type_of(type);
        property.name = next_word(line);
        if (property.type == nullptr ||
            (is_list && (property.count == nullptr || property.count->is_real))) {
            return fail(ErrorCode::Syntax, "a property has an unknown type");
        }
        elements_.back().properties.push_back(property);
        return true;
    }

    // The next number of the file; nullopt after an error.
    std::optional<double> read_number(const Type& type) {
        return is_text() ? read_word() : read_binary(type);
    }

    std::optional<double> read_word() {
        std::string_view word;
        while (word.empty() && !(rest_.empty() && current_.empty())) {
            // Words of one line are taken one by one; a line that is used up gives way to the next.
            if (current_.empty()) {
                current_ = header_line();
            }
            word = next_word(current_);
        }
        const std::optional<double> value = number_of(word);
        if (!value) {
            fail(word.empty() ? ErrorCode::Damaged : ErrorCode::Range,
                 word.empty() ? "the file ends before its last element"
                              : "expected a finite number, found " + in_quotes(word));
        }
        return value;
    }

    std::optional<double> read_binary(const Type& type) {
        if (rest_.size() < type.size) {
            fail(ErrorCode::Damaged, "the file ends before its last element");
            return std::nullopt;
        }
        std::array<char, 8> raw{};
        std::copy_n(rest_.begin(), type.size, raw.data());
        rest_.remove_prefix(type.size);
        if (encoding_ == Encoding::Big) {
            std::reverse(raw.data(), raw.data() + type.size);
        }
        if (type.is_real) {
            double value = std::bit_cast<double>(raw);
            if (type.size == 4) {
                float single = 0;
                std::memcpy(&single, raw.data(), sizeof(single));
                value = single;
            }
            return value;
        }
        auto bits = std::bit_cast<std::uint64_t>(raw);
        const std::uint64_t sign = std::uint64_t{1} << (8 * type.size - 1);
        if (type.is_signed && (bits & sign) != 0) {
            bits |= ~(2 * sign - 1);
        }
        return static_cast<double>(static_cast<std::int64_t>(bits));
    }

    bool read_element(const Element& element) {
        if (element.count > 0 && element.properties.empty()) {
            return fail(ErrorCode::Syntax,
                        "the element " + in_quotes(element.name) + " has no properties");
        }
        for (std::uint64_t i = 0; i < element.count; ++i) {
            row_ = {};
            corners_.clear();
            for (const Property& property : element.properties) {
                if (!(property.count == nullptr ? read_single(property) : read_list(property))) {
                    return false;
                }
            }
            const bool is_good = element.name == "vertex" ? add_vertex(i)
                                 : element.name == "face" ? add_face(i)
                                                          : true;
            if (!is_good) {
                return false;
            }
        }
        return true;
    }

    bool read_single(const Property& property) {
        const std::optional<double> value = read_number(*property.type);
        if (!value) {
            return false;
        }
        const std::string_view name = property.name;
        row_.x = name == "x" ? *value : row_.x;
        row_.y = name == "y" ? *value : row_.y;
        row_.z = name == "z" ? *value : row_.z;
        row_.u = name == "s" || name == "u" || name == "texture_u" ? *value : row_.u;
        row_.v = name == "t" || name == "v" || name == "texture_v" ? -*value : row_.v;
        return true;
    }

    bool read_list(const Property& property) {
        const std::optional<double> length = read_number(*property.count);
        if (!length) {
            return false;
        }
        if (*length < 0 || *length > 0x1p32 || std::floor(*length) != *length) {
            return fail(ErrorCode::Damaged, "a list has no good length");
        }
        const bool is_face = property.name == "vertex_indices" || property.name == "vertex_index";
        if (is_face && *length > static_cast<double>(kMaxMeshCorners)) {
            return fail(ErrorCode::Limit,
                        "a face has more than " + std::to_string(kMaxMeshCorners) +
                            " corners; cut it into smaller faces");
        }
        for (auto i = static_cast<std::uint64_t>(*length); i > 0; --i) {
            const std::optional<double> value = read_number(*property.type);
            if (!value) {
                return false;
            }
            if (is_face) {
                corners_.push_back(*value);
            }
        }
        return true;
    }

    bool add_vertex(std::uint64_t number) {
        const std::optional<Vec3> place = builder_.placed({row_.x, row_.y, row_.z});
        if (!place || !std::isfinite(row_.u) || !std::isfinite(row_.v)) {
            return fail(ErrorCode::Range,
                        "vertex " + std::to_string(number) +
                            " has a number that is not finite or too large");
        }
        builder_.object().vertices.push_back(*place);
        texture_.push_back({row_.u, row_.v});
        return true;
    }

    bool add_face(std::uint64_t number) {
        std::vector<MeshCorner> corners;
        for (const double index : corners_) {
            if (!(index >= 0) || index >= static_cast<double>(texture_.size()) ||
                std::floor(index) != index) {
                return fail(ErrorCode::Range,
                            "face " + std::to_string(number) +
                                " has a vertex that does not stand before it");
            }
            const auto v = static_cast<std::uint32_t>(index);
            corners.push_back({v, texture_[v][0], texture_[v][1]});
        }
        if (corners.size() < 3) {
            return fail(ErrorCode::Damaged,
                        "face " + std::to_string(number) + " has " +
                            std::to_string(corners.size()) + " corners; it needs at least three");
        }
        like_.line = is_text() ? line_ : 0;
        return builder_.add_polygon(corners, like_) || fail(ErrorCode::Limit, too_many_triangles());
    }

    struct Row {
        double x = 0;
        double y = 0;
        double z = 0;
        double u = 0;
        double v = 0;
    };

    std::string_view rest_;
    std::string name_;
    MeshBuilder builder_;
    std::optional<Error> error_;
    std::uint32_t line_ = 0;
    std::string_view current_;  // what is left of the line, in a text
    Encoding encoding_ = Encoding::Text;
    std::vector<Element> elements_;
    Row row_;                                     // the named numbers of the current element
    std::vector<double> corners_;                 // of the current face, as read
    std::vector<std::array<double, 2>> texture_;  // u and v of each vertex
    MeshTriangle like_;
};

}  // namespace

Result<ReadWorld> read_ply(std::span<const std::byte> bytes,
                           std::string source,
                           const MeshReadOptions& options) {
    if (std::optional<Error> problem = problem_before_reading(bytes.size(), source, options)) {
        return std::unexpected(*std::move(problem));
    }
    return Reader(bytes, std::move(source), options).run();
}

}  // namespace halfspace
