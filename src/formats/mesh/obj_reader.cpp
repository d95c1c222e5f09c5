// SPDX-License-Identifier: MIT
#include "halfspace/base/id.h"

#include "formats/mesh/mesh_builder.h"
#include "formats/mesh/mesh_text.h"
#include "formats/shared/mesh_reader.h"
#include "formats/text/quotes.h"
#include "formats/text/utf8.h"

#define TINYOBJLOADER_IMPLEMENTATION
#include <tiny_obj_loader.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <istream>
#include <optional>
#include <streambuf>
#include <utility>

namespace halfspace {
namespace {

struct TexturePlace {
    double u = 0;
    double v = 0;
};

// Takes the lines of a text. Lines that end in a backslash are joined, and comments behind words
// are cut off: tinyobjloader does neither. A comment begins at a '#' behind a blank, because names
// may have one inside.
class LineReader {
public:
    explicit LineReader(std::string_view text) : text_(text) {}

    // False at the end of the text, and at a line that is too long.
    bool next() {
        if (text_.empty()) {
            return false;
        }
        line_.clear();
        number_ += lines_in_last_;
        lines_in_last_ = 0;
        bool goes_on = true;
        while (goes_on) {
            std::string_view part = next_line(text_);
            ++lines_in_last_;
            is_too_long_ = line_.size() + part.size() > kMaxLine;
            if (is_too_long_) {
                return false;
            }
            // A comment may end with the backslash of a path.
            const bool is_comment = line_.empty() && trimmed(part).starts_with('#');
            goes_on = part.ends_with('\\') && !text_.empty() && !is_comment;
            line_.append(goes_on ? part.substr(0, part.size() - 1) : part).append(" ");
        }
        std::size_t comment = line_.find('#');
        while (comment != std::string::npos && comment > 0 && !is_blank(line_[comment - 1])) {
            comment = line_.find('#', comment + 1);
        }
        line_.resize(std::min(comment, line_.size()));
        return true;
    }

    bool is_too_long() const { return is_too_long_; }
    std::string_view line() const { return line_; }
    // Of the line, from 1.
    std::uint32_t number() const { return number_; }

private:
    // A face with kMaxMeshCorners corners is shorter by far. Each line is copied some times.
    static constexpr std::size_t kMaxLine = std::size_t{1} << 24;

    std::string_view text_;
    std::string line_;
    bool is_too_long_ = false;
    std::uint32_t number_ = 1;
    std::uint32_t lines_in_last_ = 0;
};

// Gives a text to tinyobjloader line by line, and knows the number of the last line, which the
// library does not tell.
class LineStream : public std::streambuf {
public:
    explicit LineStream(std::string_view text) : lines_(text) {}

    std::string_view line() const { return lines_.line(); }
    std::uint32_t number() const { return lines_.number(); }

protected:
    int_type underflow() override {
        if (!lines_.next()) {
            return traits_type::eof();
        }
        given_.assign(lines_.line()).push_back('\n');
        setg(given_.data(), given_.data(), given_.data() + given_.size());
        return traits_type::to_int_type(given_[0]);
    }

private:
    LineReader lines_;
    std::string given_;
};

// True for "3", "3/1", "3//2" and "3/1/2": whole numbers, of which the second and the third may be
// missing.
bool is_corner(std::string_view word) {
    for (int part = 0; part < 3; ++part) {
        const std::string_view number = word.substr(0, word.find('/'));
        int value = 0;
        const auto parsed = std::from_chars(number.data(), number.data() + number.size(), value);
        const bool is_missing = number.empty() && part > 0;
        if (!is_missing &&
            (parsed.ec != std::errc() || parsed.ptr != number.data() + number.size())) {
            return false;
        }
        word.remove_prefix(number.size());
        if (word.empty()) {
            return true;
        }
        word.remove_prefix(1);
    }
    return false;
}

class Reader {
public:
    Reader(std::string_view text, std::string source, const MeshReadOptions& options)
        : text_(text), lines_(text), builder_(std::move(source), options, UpAxis::Y) {}

    Result<ReadWorld> run() {
        read_places();
        tinyobj::callback_t calls;
        calls.vertex_cb = [](void* reader, double, double, double, double) {
            ++static_cast<Reader*>(reader)->vertices_so_far_;
        };
        calls.texcoord_cb = [](void* reader, double, double, double) {
            ++static_cast<Reader*>(reader)->texture_places_so_far_;
        };
        calls.index_cb = [](void* reader, tinyobj::index_t* corners, int count) {
            static_cast<Reader*>(reader)->add_face({corners, static_cast<std::size_t>(count)});
        };
        calls.usemtl_cb = [](void* reader, const char* name, int) {
            auto& self = *static_cast<Reader*>(reader);
            self.material_ = self.builder_.material(trimmed(name));
        };
        calls.object_cb = [](void* reader, const char* name) {
            static_cast<Reader*>(reader)->begin_object(trimmed(name));
        };
        calls.group_cb = [](void* reader, const char** names, int count) {
            static_cast<Reader*>(reader)->begin_group({names, static_cast<std::size_t>(count)});
        };
        std::istream input(&lines_);
        std::string warnings;
        std::string problem;
        if (!error_ &&
            !tinyobj::LoadObjWithCallback(input, calls, this, nullptr, &warnings, &problem)) {
            fail(ErrorCode::Syntax, in_quotes(problem));
        }
        if (error_) {
            return std::unexpected(*std::move(error_));
        }
        if (has_points_or_lines_) {
            builder_.note(points_left_out());
        }
        if (empty_faces_ > 0) {
            builder_.note("faces without corners are left out (" + std::to_string(empty_faces_) +
                          ")");
        }
        return builder_.finish();
    }

private:
    // The library cannot be stopped, so the first error counts.
    void fail(ErrorCode code, const std::string& message, std::uint32_t line) {
        if (!error_) {
            const std::string object = name_.empty() ? "" : " (object " + in_quotes(name_) + ")";
            error_ = builder_.error(code, message + object, line);
        }
    }
    void fail(ErrorCode code, const std::string& message) { fail(code, message, lines_.number()); }

    // Reads all lines of vertices and texture coordinates before the faces: a face may name a place
    // that comes later. tinyobjloader rounds numbers carelessly, and takes a word that is no number
    // for 0.
    void read_places() {
        LineReader lines(text_);
        while (!error_ && lines.next()) {
            std::string_view line = lines.line();
            const std::string_view word = next_word(line);
            if (word == "v") {
                add_vertex(numbers(line, 3, lines.number()), lines.number());
            } else if (word == "vt") {
                const std::array<double, 3> at =
                    numbers(line, 1, lines.number()).value_or(std::array<double, 3>{});
                texture_places_.push_back({at[0], -at[1]});  // OBJ counts v upwards
            } else if (word == "o") {
                has_object_lines_ = true;
                name_ = trimmed(line);
            } else if (word == "p" || word == "l") {
                has_points_or_lines_ = true;
            } else if (word == "f" && trimmed(line).empty()) {
                ++empty_faces_;
            }
        }
        if (lines.is_too_long()) {
            fail(ErrorCode::Limit,
                 "the line is longer than 16 MiB; is this an OBJ?",
                 lines.number());
        }
        name_.clear();
        local_.resize(vertices_.size());
    }

    // The first three numbers of a line, as many as there are. nullopt after an error.
    std::optional<std::array<double, 3>> numbers(std::string_view line,
                                                 std::size_t least,
                                                 std::uint32_t line_number) {
        std::array<double, 3> result{};
        std::size_t count = 0;
        for (std::string_view word = next_word(line); !word.empty(); word = next_word(line)) {
            const std::optional<double> number = number_of(word);
            if (!number) {
                fail(ErrorCode::Syntax,
                     "expected a finite number, found " + in_quotes(word),
                     line_number);
                return std::nullopt;
            }
            if (count < result.size()) {
                result[count] = *number;
            }
            ++count;
        }
        if (count < least) {
            fail(ErrorCode::Syntax,
                 "the line has " + std::to_string(count) + " numbers; it needs at least " +
                     std::to_string(least),
                 line_number);
            return std::nullopt;
        }
        return result;
    }

    void add_vertex(const std::optional<std::array<double, 3>>& at, std::uint32_t line_number) {
        const std::optional<Vec3> place =
            at ? builder_.placed({(*at)[0], (*at)[1], (*at)[2]}) : std::nullopt;
        if (!place) {
            // Counts only if the line has three finite numbers.
            fail(ErrorCode::Range, "the vertex has a coordinate that is too large", line_number);
        }
        vertices_.push_back(place.value_or(Vec3{}));
    }

    // Turns a number of a face's corner into an index: 1 is the first one, -1 the last one so far.
    // what: the kind of things that are counted. count: in the whole file.
    std::optional<std::uint32_t> index_of(int number,
                                          std::size_t so_far,
                                          std::size_t count,
                                          const std::string& what) {
        const std::int64_t at =
            number > 0 ? std::int64_t{number} - 1 : static_cast<std::int64_t>(so_far) + number;
        if (number == 0) {
            fail(ErrorCode::Syntax, "a face names " + what + " 0; they count from 1");
        } else if (at < 0) {
            fail(ErrorCode::Range,
                 "a face names " + what + " " + std::to_string(number) + ", but only " +
                     std::to_string(so_far) + " stand before it");
        } else if (at >= static_cast<std::int64_t>(count)) {
            fail(ErrorCode::Range,
                 "a face names " + what + " " + std::to_string(number) + ", but the file has " +
                     std::to_string(count));
        } else {
            return static_cast<std::uint32_t>(at);
        }
        return std::nullopt;
    }

    // The number of a vertex in the current object, which gets the vertex if it is new there.
    std::uint32_t local_vertex(std::uint32_t vertex) {
        Local& local = local_[vertex];
        if (local.object != object_) {
            Mesh& mesh = builder_.object();
            local = {object_, static_cast<std::uint32_t>(mesh.vertices.size())};
            mesh.vertices.push_back(vertices_[vertex]);
        }
        return local.number;
    }

    bool add_corner(const tinyobj::index_t& from) {
        const std::optional<std::uint32_t> vertex =
            index_of(from.vertex_index, vertices_so_far_, vertices_.size(), "vertex");
        if (!vertex) {
            return false;
        }
        MeshCorner& corner = corners_.emplace_back();
        corner.vertex = local_vertex(*vertex);
        if (from.texcoord_index == 0) {
            return true;
        }
        const std::optional<std::uint32_t> place = index_of(from.texcoord_index,
                                                            texture_places_so_far_,
                                                            texture_places_.size(),
                                                            "texture coordinate");
        if (place) {
            corner.u = texture_places_[*place].u;
            corner.v = texture_places_[*place].v;
        }
        return place.has_value();
    }

    void add_face(std::span<const tinyobj::index_t> corners) {
        if (error_) {
            return;
        }
        std::string_view line = lines_.line();
        next_word(line);
        for (std::string_view word = next_word(line); !word.empty(); word = next_word(line)) {
            if (!is_corner(word)) {
                return fail(
                    ErrorCode::Syntax,
                    "expected a corner such as 3, 3/1, 3//2 or 3/1/2, found " + in_quotes(word));
            }
        }
        if (!builder_.has_object()) {
            begin_object("");
        }
        if (corners.size() < 3 || corners.size() > kMaxMeshCorners) {
            return fail(corners.size() < 3 ? ErrorCode::Syntax : ErrorCode::Limit,
                        wrong_corners(corners.size()));
        }
        corners_.clear();
        if (!std::all_of(
                corners.begin(), corners.end(), [&](const auto& c) { return add_corner(c); })) {
            return;
        }
        if (!material_.is_valid()) {
            material_ = builder_.material("");
        }
        MeshTriangle like;
        like.material = material_;
        like.line = lines_.number();
        if (!builder_.add_polygon(corners_, like)) {
            fail(ErrorCode::Limit, too_many_triangles());
        }
    }

    void begin_group(std::span<const char* const> names) {
        if (has_object_lines_) {
            return;
        }
        std::string name;
        for (const char* const part : names) {
            name.append(name.empty() ? "" : " ").append(part);
        }
        begin_object(name);
    }

    void begin_object(std::string_view name) {
        name_ = name;
        builder_.begin(name, lines_.number(), "", 0);
        ++object_;
    }

    struct Local {
        std::uint32_t object = kNone;
        std::uint32_t number = 0;
    };

    std::string_view text_;
    LineStream lines_;
    MeshBuilder builder_;
    std::optional<Error> error_;
    bool has_object_lines_ = false;
    bool has_points_or_lines_ = false;
    std::size_t empty_faces_ = 0;  // lines of faces without corners
    std::string name_;             // of the current object
    std::uint32_t object_ = 0;
    MaterialId material_;
    std::vector<Vec3> vertices_;
    std::vector<TexturePlace> texture_places_;
    std::size_t vertices_so_far_ = 0;
    std::size_t texture_places_so_far_ = 0;
    std::vector<Local> local_;  // of each vertex: its number in the object that used it last
    std::vector<MeshCorner> corners_;
};

}  // namespace

Result<ReadWorld> read_obj(std::string_view text,
                           std::string source,
                           const MeshReadOptions& options) {
    if (std::optional<Error> problem = problem_before_reading(text.size(), source, options)) {
        return std::unexpected(*std::move(problem));
    }
    return Reader(without_byte_order_mark(text), std::move(source), options).run();
}

}  // namespace halfspace
