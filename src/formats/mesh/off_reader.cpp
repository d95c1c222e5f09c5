// SPDX-License-Identifier: MIT
#include "base/shared/path.h"
#include "formats/mesh/mesh_builder.h"
#include "formats/mesh/mesh_text.h"
#include "formats/shared/mesh_reader.h"
#include "formats/text/quotes.h"
#include "formats/text/utf8.h"

#include <algorithm>
#include <charconv>
#include <limits>
#include <optional>
#include <utility>

namespace halfspace {
namespace {

// The fewest bytes of a vertex and of a face: "0 0 0\n" and "0\n".
constexpr std::uint64_t kVertexBytes = 6;
constexpr std::uint64_t kFaceBytes = 2;

// A whole number of digits alone, the largest one for a number that is larger; else nullopt.
std::optional<std::uint64_t> whole_number(std::string_view word) {
    std::uint64_t value = 0;
    const auto parsed = std::from_chars(word.data(), word.data() + word.size(), value);
    if (parsed.ec == std::errc::invalid_argument || parsed.ptr != word.data() + word.size()) {
        return std::nullopt;
    }
    return parsed.ec == std::errc() ? value : std::numeric_limits<std::uint64_t>::max();
}

std::string counted(std::uint64_t count, const std::string& what, const std::string& many) {
    return std::to_string(count) + " " + (count == 1 ? what : many);
}

class Reader {
public:
    Reader(std::string_view text, std::string source, const MeshReadOptions& options)
        : rest_(without_byte_order_mark(text)),
          name_(file_name(source)),
          builder_(std::move(source), options, UpAxis::Z) {
        like_.material = builder_.material("");
    }

    Result<ReadWorld> run() {
        if (!read_header() || !read_vertices() || !read_faces() || !is_at_end()) {
            return std::unexpected(*std::move(error_));
        }
        return builder_.finish();
    }

private:
    bool fail(ErrorCode code, const std::string& message) {
        error_ = builder_.error(code, message, line_);
        return false;
    }

    // Takes the next line that holds words, without its comment. False at the end of the file.
    bool take_line() {
        current_ = {};
        while (current_.empty() && !rest_.empty()) {
            ++line_;
            const std::string_view line = next_line(rest_);
            current_ = trimmed(line.substr(0, line.find('#')));
        }
        return !current_.empty();
    }

    bool read_header() {
        if (!take_line()) {
            return fail(ErrorCode::Syntax, "the file has no counts");
        }
        std::string_view after = current_;
        const std::string_view word = next_word(after);
        if (word.find("OFF") != std::string_view::npos) {
            if (!read_keyword(word)) {
                return false;
            }
            current_ = trimmed(after);
            if (current_.empty() && !take_line()) {
                return fail(ErrorCode::Syntax, "the file ends before its counts");
            }
        } else if (!whole_number(word)) {
            return fail(ErrorCode::Syntax,
                        "expected OFF, COFF or the number of vertices, found " + in_quotes(word));
        }
        return read_counts();
    }

    bool read_keyword(std::string_view word) {
        has_colours_ = word == "COFF";
        if (has_colours_ || word == "OFF") {
            return true;
        }
        const std::string_view end = word.substr(word.find("OFF") + 3);
        if ((word.starts_with("OFF") || word.starts_with("COFF")) && whole_number(end)) {
            return fail(ErrorCode::Syntax,
                        "the keyword and the number of vertices are one word, " + in_quotes(word) +
                            "; put a blank between them");
        }
        return fail(ErrorCode::Unsupported,
                    "the keyword is " + in_quotes(word) +
                        "; only OFF and COFF are read, without normals, texture coordinates and "
                        "more dimensions");
    }

    bool read_counts() {
        if (current_.starts_with("BINARY")) {
            return fail(ErrorCode::Unsupported, "the file is binary OFF; export it as text");
        }
        const std::string_view counts = current_;
        for (std::uint64_t* const count : {&vertices_, &faces_, &edges_}) {
            const std::string_view word = next_word(current_);
            const std::optional<std::uint64_t> value = whole_number(word);
            if (!value) {
                return fail(ErrorCode::Syntax,
                            "expected the numbers of vertices, faces and edges, found " +
                                (word.empty() ? "the end of the line" : in_quotes(word)));
            }
            *count = *value;
        }
        if (!trimmed(current_).empty()) {
            return fail(ErrorCode::Syntax,
                        "expected the end of the line behind the number of edges, found " +
                            in_quotes(next_word(current_)));
        }
        // The last line may have no end.
        const std::uint64_t room = std::uint64_t{rest_.size()} + 1;
        if (vertices_ > room / kVertexBytes ||
            faces_ > (room - vertices_ * kVertexBytes) / kFaceBytes) {
            return fail(ErrorCode::Damaged,
                        "the file is too short for the vertices and faces that it counts, " +
                            in_quotes(counts));
        }
        return true;
    }

    bool read_vertices() {
        builder_.begin(name_, 0, "", 0);
        std::vector<Vec3>& places = builder_.object().vertices;
        places.reserve(vertices_);
        while (places.size() < vertices_) {
            const std::string vertex = "vertex " + std::to_string(places.size());
            if (!take_line()) {
                return fail(ErrorCode::Damaged, "the file ends before " + vertex);
            }
            if (!read_numbers(vertex)) {
                return false;
            }
            const bool has_colour = numbers_.size() == 6 || numbers_.size() == 7;
            if (!has_colour && (has_colours_ || numbers_.size() != 3)) {
                return fail(ErrorCode::Syntax,
                            vertex + " has " + counted(numbers_.size(), "number", "numbers") +
                                (has_colours_ ? "; in COFF it needs 3, and 3 or 4 of a colour"
                                              : "; it needs 3, or 3 and 3 or 4 of a colour"));
            }
            const std::optional<Vec3> place =
                builder_.placed({numbers_[0], numbers_[1], numbers_[2]});
            if (!place) {
                return fail(ErrorCode::Range, vertex + " has a coordinate that is too large");
            }
            places.push_back(*place);
        }
        return true;
    }

    // The words that are left of the line, as numbers. what: the part that they belong to.
    bool read_numbers(const std::string& what) {
        numbers_.clear();
        for (std::string_view word = next_word(current_); !word.empty();
             word = next_word(current_)) {
            const std::optional<double> number = number_of(word);
            if (!number) {
                return fail(ErrorCode::Syntax,
                            what + ": expected a finite number, found " + in_quotes(word));
            }
            numbers_.push_back(*number);
        }
        return true;
    }

    bool read_faces() {
        for (std::uint64_t i = 0; i < faces_; ++i) {
            const std::string face = "face " + std::to_string(i);
            if (!take_line()) {
                return fail(ErrorCode::Damaged, "the file ends before " + face);
            }
            if (!read_corners(face) || !read_numbers(face)) {
                return false;
            }
            if (numbers_.size() == 2 || numbers_.size() > 4) {
                return fail(ErrorCode::Syntax,
                            face + " has " + std::to_string(numbers_.size()) +
                                " numbers behind its corners; a colour has 1, 3 or 4");
            }
            like_.line = line_;
            if (!builder_.add_polygon(corners_, like_)) {
                return fail(ErrorCode::Limit, too_many_triangles());
            }
        }
        return true;
    }

    bool read_corners(const std::string& face) {
        const std::string_view first = next_word(current_);
        const std::optional<std::uint64_t> count = whole_number(first);
        if (!count) {
            return fail(ErrorCode::Syntax,
                        face + ": expected its number of corners, found " + in_quotes(first));
        }
        if (*count < 3 || *count > kMaxMeshCorners) {
            return fail(*count < 3 ? ErrorCode::Damaged : ErrorCode::Limit, wrong_corners(*count));
        }
        corners_.clear();
        while (corners_.size() < *count) {
            const std::string_view word = next_word(current_);
            if (word.empty()) {
                return fail(ErrorCode::Damaged,
                            face + " has " + std::to_string(*count) +
                                " corners, but its line names only " +
                                counted(corners_.size(), "vertex", "vertices"));
            }
            const std::optional<std::uint64_t> vertex = whole_number(word);
            if (!vertex) {
                return fail(ErrorCode::Syntax,
                            face + ": expected the number of a vertex, found " + in_quotes(word));
            }
            if (*vertex >= vertices_) {
                return fail(ErrorCode::Range,
                            face + " names vertex " + std::string(word.substr(0, 20)) +
                                ", but the file has " + counted(vertices_, "vertex", "vertices") +
                                ", counted from 0");
            }
            corners_.push_back({static_cast<std::uint32_t>(*vertex)});
        }
        return true;
    }

    bool is_at_end() {
        return !take_line() ||
               fail(ErrorCode::Damaged,
                    "the file goes on behind its " + counted(vertices_, "vertex", "vertices") +
                        " and " + counted(faces_, "face", "faces"));
    }

    std::string_view rest_;
    std::string name_;
    MeshBuilder builder_;
    std::optional<Error> error_;
    std::uint32_t line_ = 0;
    std::string_view current_;  // what is left of the line
    bool has_colours_ = false;  // the keyword is COFF
    std::uint64_t vertices_ = 0;
    std::uint64_t faces_ = 0;
    std::uint64_t edges_ = 0;      // not used
    std::vector<double> numbers_;  // of the current vertex, or of the colour of the current face
    std::vector<MeshCorner> corners_;  // of the current face
    MeshTriangle like_;
};

}  // namespace

Result<ReadWorld> read_off(std::string_view text,
                           std::string source,
                           const MeshReadOptions& options) {
    if (std::optional<Error> problem = problem_before_reading(text.size(), source, options)) {
        return std::unexpected(*std::move(problem));
    }
    return Reader(text, std::move(source), options).run();
}

}  // namespace halfspace
