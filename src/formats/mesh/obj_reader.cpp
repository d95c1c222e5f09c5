// SPDX-License-Identifier: MIT
#include "halfspace/formats/mesh_reader.h"

#include "formats/mesh/mesh_builder.h"
#include "formats/mesh/mesh_text.h"

#include <cmath>
#include <limits>
#include <optional>
#include <utility>

namespace halfspace {
namespace {

constexpr std::uint32_t kUnknown = 0xffffffffu;

struct TexturePlace {
    double u = 0;
    double v = 0;
};

class Reader {
public:
    Reader(std::string_view text, std::string source, const MeshReadOptions& options)
        : text_(text), builder_(std::move(source), options, UpAxis::Y) {}

    Result<ReadWorld> run() {
        if (text_.size() > std::numeric_limits<std::uint32_t>::max()) {
            return std::unexpected(builder_.error(ErrorCode::Limit, "the file has 4 GiB or more"));
        }
        has_object_lines_ = text_.starts_with("o ") || text_.find("\no ") != std::string_view::npos;
        while (!text_.empty()) {
            std::string joined;
            if (!read_line(next_line(joined))) {
                return std::unexpected(*std::move(error_));
            }
        }
        return builder_.finish();
    }

private:
    // The next line. Lines that end in a backslash go on; `joined` then holds them.
    std::string_view next_line(std::string& joined) {
        line_ += lines_in_last_;
        lines_in_last_ = 0;
        std::string_view line;
        while (true) {
            line = halfspace::next_line(text_);
            ++lines_in_last_;
            if (!line.ends_with('\\') || text_.empty()) {
                break;
            }
            joined.append(line.substr(0, line.size() - 1)).append(" ");
        }
        if (joined.empty()) {
            return line;
        }
        joined.append(line);
        return joined;
    }

    bool fail(ErrorCode code, const std::string& message) {
        std::string object;
        if (builder_.has_object() && !builder_.object().name.empty()) {
            object = " in object " + in_quotes(builder_.object().name);
        }
        error_ = builder_.error(code, message + object, line_);
        return false;
    }

    bool read_line(std::string_view line) {
        line = line.substr(0, line.find('#'));
        const std::string_view word = next_word(line);
        if (word == "v") {
            return read_vertex(line);
        }
        if (word == "vt") {
            return read_texture_place(line);
        }
        if (word == "f") {
            return read_face(line);
        }
        if (word == "o" || (word == "g" && !has_object_lines_)) {
            begin_object(trimmed(line));
        } else if (word == "usemtl") {
            material_ = builder_.material(trimmed(line));
        }
        return true;  // other words say nothing about the shape
    }

    std::optional<double> read_number(std::string_view& line, std::string_view what) {
        const std::string_view word = next_word(line);
        const std::optional<double> value = number_of(word);
        if (!value) {
            fail(word.empty() ? ErrorCode::Syntax : ErrorCode::Range,
                 word.empty() ? "a line of " + std::string(what) + " has too few numbers"
                              : "expected a finite number, found " + in_quotes(word));
        }
        return value;
    }

    bool read_vertex(std::string_view line) {
        std::array<double, 3> at{};
        for (double& coordinate : at) {
            const std::optional<double> value = read_number(line, "'v'");
            if (!value) {
                return false;
            }
            coordinate = *value;
        }
        vertices_.push_back(builder_.placed({at[0], at[1], at[2]}));
        local_.push_back({});
        return true;
    }

    bool read_texture_place(std::string_view line) {
        const std::optional<double> u = read_number(line, "'vt'");
        if (!u) {
            return false;
        }
        double v = 0;
        if (const std::string_view word = next_word(line); !word.empty()) {
            const std::optional<double> value = number_of(word);
            if (!value) {
                return fail(ErrorCode::Range, "expected a finite number, found " + in_quotes(word));
            }
            v = *value;
        }
        texture_places_.push_back({*u, -v});  // OBJ counts v upwards
        return true;
    }

    // Turns a number of a face's corner into an index: 1 is the first one, -1 the last one so far.
    bool read_index(std::string_view word, std::size_t count, std::uint32_t& index) {
        const std::optional<double> value = number_of(word);
        if (!value || std::floor(*value) != *value || *value == 0) {
            return fail(ErrorCode::Syntax,
                        "expected the number of a vertex, found " + in_quotes(word));
        }
        const double at = *value > 0 ? *value - 1 : static_cast<double>(count) + *value;
        if (!(at >= 0) || at >= static_cast<double>(count)) {
            return fail(ErrorCode::Range,
                        "a face names number " + std::string(word.substr(0, 20)) + ", but only " +
                            std::to_string(count) + " stand before it");
        }
        index = static_cast<std::uint32_t>(at);
        return true;
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

    bool read_corner(std::string_view word, MeshCorner& corner) {
        const std::size_t slash = word.find('/');
        std::uint32_t vertex = 0;
        if (!read_index(word.substr(0, slash), vertices_.size(), vertex)) {
            return false;
        }
        corner.vertex = local_vertex(vertex);
        if (slash == std::string_view::npos) {
            return true;
        }
        std::string_view texture = word.substr(slash + 1);
        texture = texture.substr(0, texture.find('/'));
        std::uint32_t place = 0;
        if (texture.empty()) {
            return true;
        }
        if (!read_index(texture, texture_places_.size(), place)) {
            return false;
        }
        corner.u = texture_places_[place].u;
        corner.v = texture_places_[place].v;
        return true;
    }

    bool read_face(std::string_view line) {
        if (!builder_.has_object()) {
            begin_object("");
        }
        corners_.clear();
        for (std::string_view word = next_word(line); !word.empty(); word = next_word(line)) {
            if (corners_.size() == kMostMeshCorners) {
                return fail(ErrorCode::Limit,
                            "a face has more than " + std::to_string(kMostMeshCorners) +
                                " corners; cut it into smaller faces");
            }
            if (!read_corner(word, corners_.emplace_back())) {
                return false;
            }
        }
        if (corners_.size() < 3) {
            return fail(ErrorCode::Syntax,
                        "a face has " + std::to_string(corners_.size()) +
                            " corners; it needs at least three");
        }
        if (!material_.is_valid()) {
            material_ = builder_.material("");
        }
        MeshTriangle like;
        like.material = material_;
        like.line = line_;
        return builder_.add_polygon(corners_, like) || fail(ErrorCode::Limit, too_many_triangles());
    }

    void begin_object(std::string_view name) {
        builder_.begin(name, line_, "", 0);
        ++object_;
    }

    struct Local {
        std::uint32_t object = kUnknown;
        std::uint32_t number = 0;
    };

    std::string_view text_;
    MeshBuilder builder_;
    std::optional<Error> error_;
    bool has_object_lines_ = false;
    std::uint32_t line_ = 1;
    std::uint32_t lines_in_last_ = 0;
    std::uint32_t object_ = 0;
    MaterialId material_;
    std::vector<Vec3> vertices_;
    std::vector<TexturePlace> texture_places_;
    std::vector<Local> local_;  // of each vertex: its number in the object that used it last
    std::vector<MeshCorner> corners_;
};

}  // namespace

Result<ReadWorld> read_obj(std::string_view text,
                           std::string source,
                           const MeshReadOptions& options) {
    if (const std::optional<BadOption> bad = bad_option(options)) {
        return std::unexpected(to_error(*bad));
    }
    return Reader(text, std::move(source), options).run();
}

}  // namespace halfspace
