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
        if (!trimmed(current_).empty() || !trimmed(rest_).empty()) {
            builder_.note(
                "the file goes on behind the last element that its header names; the rest "
                "is left out");
        }
        if (bad_vertices_ > 0) {
            builder_.note(
                "vertices that faces do not use have numbers that are not finite or too "
                "large (" +
                std::to_string(bad_vertices_) + ")");
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
        const std::optional<double> value = any_number_of(word);
        if (!value) {
            fail(word.empty() ? ErrorCode::Damaged : ErrorCode::Syntax,
                 word.empty() ? "the file ends before its last element"
                              : "expected a number, found " + in_quotes(word));
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
                if (!(property.count == nullptr ? read_single(property)
                                                : read_list(element, property))) {
                    return false;
                }
            }
            if (element.name == "vertex") {
                add_vertex();
            } else if (element.name == "face" ? !add_face(i)
                                              : element.name == "tristrips" && !add_strips(i)) {
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

    bool read_list(const Element& element, const Property& property) {
        const std::optional<double> length = read_number(*property.count);
        if (!length) {
            return false;
        }
        if (*length < 0 || *length > 0x1p32 || std::floor(*length) != *length) {
            return fail(ErrorCode::Damaged, "a list has no good length");
        }
        const bool has_corners =
            property.name == "vertex_indices" || property.name == "vertex_index";
        if (has_corners && element.name == "face" &&
            *length > static_cast<double>(kMaxMeshCorners)) {
            return fail(ErrorCode::Limit, wrong_corners(static_cast<std::size_t>(*length)));
        }
        for (auto i = static_cast<std::uint64_t>(*length); i > 0; --i) {
            const std::optional<double> value = read_number(*property.type);
            if (!value) {
                return false;
            }
            if (has_corners) {
                corners_.push_back(*value);
            }
        }
        return true;
    }

    // A vertex that no face uses may have any numbers: scanners write them for points they missed.
    void add_vertex() {
        const std::optional<Vec3> place = builder_.placed({row_.x, row_.y, row_.z});
        const bool is_good = place && std::isfinite(row_.u) && std::isfinite(row_.v);
        builder_.object().vertices.push_back(is_good ? *place : Vec3{});
        vertices_.push_back({is_good, row_.u, row_.v});
        bad_vertices_ += is_good ? 0 : 1;
    }

    // The corner at a vertex of the file. nullopt after an error. what: the element and its number.
    std::optional<MeshCorner> corner(double index, const std::string& what) {
        if (!(index >= 0) || index >= static_cast<double>(vertices_.size()) ||
            std::floor(index) != index) {
            fail(ErrorCode::Range, what + " has a vertex that does not stand before it");
            return std::nullopt;
        }
        const auto v = static_cast<std::uint32_t>(index);
        if (!vertices_[v].is_good) {
            fail(ErrorCode::Range,
                 "vertex " + std::to_string(v) + " of " + what +
                     " has a number that is not finite or too large");
            return std::nullopt;
        }
        return MeshCorner{v, vertices_[v].u, vertices_[v].v};
    }

    bool add_polygon(std::span<const double> indices, const std::string& what) {
        polygon_.clear();
        for (const double index : indices) {
            const std::optional<MeshCorner> at = corner(index, what);
            if (!at) {
                return false;
            }
            polygon_.push_back(*at);
        }
        like_.line = is_text() ? line_ : 0;
        return builder_.add_polygon(polygon_, like_) ||
               fail(ErrorCode::Limit, too_many_triangles());
    }

    bool add_face(std::uint64_t number) {
        const std::string what = "face " + std::to_string(number);
        return corners_.size() < 3 ? fail(ErrorCode::Damaged,
                                          what + " has " + std::to_string(corners_.size()) +
                                              " corners; it needs at least three")
                                   : add_polygon(corners_, what);
    }

    // Strips of triangles, with -1 between two strips. Each vertex makes a triangle with the two
    // before it; every second triangle runs the other way round. Two equal vertices make none.
    bool add_strips(std::uint64_t number) {
        const std::string what = "tristrips " + std::to_string(number);
        std::size_t first = 0;  // of the current strip
        for (std::size_t i = 0; i < corners_.size(); ++i) {
            if (corners_[i] == -1) {
                first = i + 1;
                continue;
            }
            if (i < first + 2) {
                continue;
            }
            const bool is_odd = (i - first) % 2 == 1;
            const std::array<double, 3> triangle{
                corners_[is_odd ? i - 1 : i - 2], corners_[is_odd ? i - 2 : i - 1], corners_[i]};
            const bool is_collapsed = triangle[0] == triangle[1] || triangle[1] == triangle[2] ||
                                      triangle[2] == triangle[0];
            if (!is_collapsed && !add_polygon(triangle, what)) {
                return false;
            }
        }
        return true;
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
    Row row_;                      // the named numbers of the current element
    std::vector<double> corners_;  // of the current face or strip, as read
    std::vector<MeshCorner> polygon_;
    struct Vertex {
        bool is_good;
        double u;
        double v;
    };
    std::vector<Vertex> vertices_;
    std::size_t bad_vertices_ = 0;
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
