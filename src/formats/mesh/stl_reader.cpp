// SPDX-License-Identifier: MIT
#include "base/shared/bytes.h"
#include "base/shared/path.h"
#include "formats/mesh/mesh_builder.h"
#include "formats/mesh/mesh_text.h"
#include "formats/shared/mesh_reader.h"
#include "formats/text/lower_case.h"
#include "formats/text/quotes.h"
#include "formats/text/utf8.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

namespace halfspace {
namespace {

// A binary file: a header of any bytes, the number of facets, the facets. A facet is a normal and
// three vertices of three floats each, and two bytes that every program uses differently.
constexpr std::size_t kHeaderBytes = 80;
constexpr std::size_t kFacetBytes = 50;

// Words are written in lower case or in upper case.
bool is_word(std::string_view found, std::string_view word) {
    return lower_case(found) == word;
}

class Reader {
public:
    Reader(std::span<const std::byte> bytes, std::string source, const MeshReadOptions& options)
        : bytes_(bytes),
          words_(
              without_byte_order_mark({reinterpret_cast<const char*>(bytes.data()), bytes.size()})),
          file_(file_name(source)),
          builder_(std::move(source), options, UpAxis::Z) {
        like_.material = builder_.material("");
    }

    Result<ReadWorld> run() {
        if (is_text() ? !read_text() : !read_binary()) {
            return std::unexpected(*std::move(error_));
        }
        return builder_.finish();
    }

private:
    bool fail(ErrorCode code, const std::string& message) {
        error_ = builder_.error(code, message, words_.line());
        return false;
    }

    // The number of facets that a binary file counts; nullopt for a file that is too short.
    std::optional<std::uint32_t> counted_facets() const {
        return ByteReader(bytes_.subspan(std::min(kHeaderBytes, bytes_.size())))
            .read<std::uint32_t>();
    }

    // A binary file may begin with the word `solid`, too. Then its size tells, or what follows the
    // line of the name: in a text it is a facet or the end.
    bool is_text() const {
        const std::optional<std::uint32_t> count = counted_facets();
        if (count && bytes_.size() == kHeaderBytes + sizeof(*count) + kFacetBytes * *count) {
            return false;
        }
        WordReader words = words_;
        if (!is_word(words.word(), "solid")) {
            return false;
        }
        words.rest_of_line();
        const std::string_view word = words.word();
        return word.empty() || is_word(word, "facet") || is_word(word, "endsolid");
    }

    bool read_binary() {
        const std::optional<std::uint32_t> count = counted_facets();
        if (!count) {
            return fail(ErrorCode::Damaged,
                        bytes_.empty() ? "the file is empty"
                                       : "the file is no STL: a text begins with the word 'solid', "
                                         "and a binary file has at least 84 bytes; export it "
                                         "again, as binary STL");
        }
        ByteReader reader(bytes_.subspan(kHeaderBytes + sizeof(*count)));
        const std::size_t facets = reader.remaining() / kFacetBytes;
        if (facets < *count) {
            return fail(ErrorCode::Damaged,
                        "the file counts " + std::to_string(*count) + " facets, but has only " +
                            std::to_string(facets) +
                            "; it is cut off, or it is no STL (a text begins with the word "
                            "'solid'); export it again, as binary STL");
        }
        builder_.begin(file_, 0, "", 0);
        for (std::uint32_t facet = 0; facet < *count; ++facet) {
            std::array<float, 12> numbers{};
            for (float& number : numbers) {
                number = *reader.read<float>();
            }
            reader.read<std::uint16_t>();
            for (std::size_t i = 3; i < numbers.size(); i += 3) {
                if (!add_vertex({numbers[i], numbers[i + 1], numbers[i + 2]})) {
                    return fail(ErrorCode::Range,
                                "facet " + std::to_string(facet) +
                                    " has a coordinate that is not finite or too large");
                }
            }
            if (!add_facet()) {
                return false;
            }
        }
        if (reader.remaining() != 0) {
            builder_.note(std::to_string(reader.remaining()) +
                          " bytes behind the last facet are left out");
        }
        return true;
    }

    bool read_text() {
        for (std::string_view word = words_.word(); !word.empty(); word = words_.word()) {
            if (!is_word(word, "solid")) {
                return fail(ErrorCode::Syntax, "expected solid, found " + in_quotes(word));
            }
            if (!read_solid()) {
                return false;
            }
        }
        return true;
    }

    bool read_solid() {
        std::string_view line = words_.rest_of_line();
        const std::string_view name = next_word(line);
        builder_.begin(name.empty() ? std::string_view(file_) : name, words_.line(), "", 0);
        while (true) {
            const std::string_view word = words_.word();
            if (is_word(word, "endsolid")) {
                words_.rest_of_line();
                return true;
            }
            if (!is_word(word, "facet")) {
                return wrong_word("facet or endsolid", word);
            }
            if (!read_facet()) {
                return false;
            }
        }
    }

    // The normal is not used, and some programs write no numbers there.
    bool read_facet() {
        like_.line = words_.line();
        words_.rest_of_line();
        if (!expect("outer") || !expect("loop")) {
            return false;
        }
        std::size_t corners = 0;
        std::string_view word = words_.word();
        for (; is_word(word, "vertex"); word = words_.word()) {
            if (!read_vertex()) {
                return false;
            }
            ++corners;
        }
        if (!is_word(word, "endloop")) {
            return wrong_word("vertex or endloop", word);
        }
        if (corners != 3) {
            return fail(ErrorCode::Syntax,
                        "a facet has " + std::to_string(corners) + " vertices; it needs three");
        }
        return expect("endfacet") && add_facet();
    }

    bool read_vertex() {
        Vec3 at;
        for (std::size_t axis = 0; axis < 3; ++axis) {
            const std::string_view word = words_.word();
            const std::optional<double> number = number_of(word);
            if (!number) {
                return wrong_word("a finite number", word);
            }
            at[axis] = *number;
        }
        return add_vertex(at) ||
               fail(ErrorCode::Range, "the vertex has a coordinate that is too large");
    }

    bool expect(std::string_view word) {
        const std::string_view found = words_.word();
        return is_word(found, word) || wrong_word(std::string(word), found);
    }

    bool wrong_word(const std::string& expected, std::string_view found) {
        return found.empty()
                   ? fail(ErrorCode::Damaged,
                          "the file ends inside of a solid, before endsolid; it is cut off")
                   : fail(ErrorCode::Syntax,
                          "expected " + expected + ", found " + in_quotes(found));
    }

    // False if a coordinate is not finite or too large.
    bool add_vertex(const Vec3& at) {
        const std::optional<Vec3> place = builder_.placed(at);
        builder_.object().vertices.push_back(place.value_or(Vec3{}));
        return place.has_value();
    }

    // A facet of the last three vertices.
    bool add_facet() {
        const auto end = static_cast<std::uint32_t>(builder_.object().vertices.size());
        const std::array<MeshCorner, 3> corners{{{end - 3}, {end - 2}, {end - 1}}};
        return builder_.add_polygon(corners, like_) || fail(ErrorCode::Limit, too_many_triangles());
    }

    std::span<const std::byte> bytes_;
    WordReader words_;
    std::string file_;
    MeshBuilder builder_;
    std::optional<Error> error_;
    MeshTriangle like_;
};

}  // namespace

Result<ReadWorld> read_stl(std::span<const std::byte> bytes,
                           std::string source,
                           const MeshReadOptions& options) {
    if (std::optional<Error> problem = problem_before_reading(bytes.size(), source, options)) {
        return std::unexpected(*std::move(problem));
    }
    return Reader(bytes, std::move(source), options).run();
}

}  // namespace halfspace
