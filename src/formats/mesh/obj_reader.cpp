// SPDX-License-Identifier: MIT
#include "halfspace/formats/mesh_reader.h"

#include "formats/mesh/mesh_builder.h"
#include "formats/mesh/mesh_text.h"

#define TINYOBJLOADER_IMPLEMENTATION
#include <tiny_obj_loader.h>

#include <algorithm>
#include <cmath>
#include <istream>
#include <limits>
#include <optional>
#include <streambuf>
#include <utility>

namespace halfspace {
namespace {

constexpr std::uint32_t kUnknown = 0xffffffffu;

struct TexturePlace {
    double u = 0;
    double v = 0;
};

// Gives a text to tinyobjloader line by line, and knows the number of the last line, which the
// library does not tell. Lines that end in a backslash are joined, and comments behind words are
// cut off: the library does neither.
class LineStream : public std::streambuf {
public:
    explicit LineStream(std::string_view text) : text_(text) {}

    const std::string& line() const { return line_; }
    std::uint32_t number() const { return number_; }

protected:
    int_type underflow() override {
        if (text_.empty()) {
            return traits_type::eof();
        }
        line_.clear();
        number_ += lines_in_last_;
        lines_in_last_ = 0;
        bool goes_on = true;
        while (goes_on) {
            std::string_view part = next_line(text_);
            ++lines_in_last_;
            goes_on = part.ends_with('\\') && !text_.empty();
            line_.append(goes_on ? part.substr(0, part.size() - 1) : part).append(" ");
        }
        line_.resize(std::min(line_.find('#'), line_.size()));
        line_ += '\n';
        setg(line_.data(), line_.data(), line_.data() + line_.size());
        return traits_type::to_int_type(line_[0]);
    }

private:
    std::string_view text_;
    std::string line_;
    std::uint32_t number_ = 1;
    std::uint32_t lines_in_last_ = 0;
};

// tinyobjloader adds up the digits of a number, so that the last bits may be wrong. Rounding to 46
// bits gives back what a file says with few digits: 0.375000 is 3/8.
double rounded(double value) {
    constexpr int kBits = 46;
    int exponent = 0;
    const double mantissa = std::frexp(value, &exponent);
    return std::ldexp(std::round(std::ldexp(mantissa, kBits)), exponent - kBits);
}

// True if three words that look like numbers stand behind the first word. The library takes any
// other word, and a missing one, for 0.
bool has_three_numbers(std::string_view line) {
    next_word(line);
    for (int i = 0; i < 3; ++i) {
        const std::string_view word = trimmed(next_word(line));
        if (word.empty() || word.find_first_not_of("0123456789+-.eE") != std::string_view::npos) {
            return false;
        }
    }
    return true;
}

class Reader {
public:
    Reader(std::string_view text, std::string source, const MeshReadOptions& options)
        : has_object_lines_(text.starts_with("o ") || text.find("\no ") != std::string_view::npos),
          lines_(text),
          builder_(std::move(source), options, UpAxis::Y) {}

    Result<ReadWorld> run() {
        tinyobj::callback_t calls;
        calls.vertex_cb = [](void* reader, double x, double y, double z, double) {
            static_cast<Reader*>(reader)->add_vertex({rounded(x), rounded(y), rounded(z)});
        };
        calls.texcoord_cb = [](void* reader, double u, double v, double) {
            static_cast<Reader*>(reader)->add_texture_place(rounded(u), rounded(v));
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
        if (!tinyobj::LoadObjWithCallback(input, calls, this, nullptr, &warnings, &problem)) {
            fail(ErrorCode::Syntax, in_quotes(problem));
        }
        if (error_) {
            return std::unexpected(*std::move(error_));
        }
        return builder_.finish();
    }

private:
    // The library cannot be stopped, so the first error counts.
    void fail(ErrorCode code, const std::string& message) {
        if (error_) {
            return;
        }
        std::string object;
        if (builder_.has_object() && !builder_.object().name.empty()) {
            object = " in object " + in_quotes(builder_.object().name);
        }
        error_ = builder_.error(code, message + object, lines_.number());
    }

    void add_vertex(const Vec3& at) {
        if (!has_three_numbers(lines_.line()) || !std::isfinite(at.x) || !std::isfinite(at.y) ||
            !std::isfinite(at.z)) {
            fail(ErrorCode::Range, "a vertex needs three finite numbers");
        }
        vertices_.push_back(builder_.placed(at));
        local_.push_back({});
    }

    void add_texture_place(double u, double v) {
        if (!std::isfinite(u) || !std::isfinite(v)) {
            fail(ErrorCode::Range, "a texture coordinate is not finite");
        }
        texture_places_.push_back({u, -v});  // OBJ counts v upwards
    }

    // Turns a number of a face's corner into an index: 1 is the first one, -1 the last one so far.
    // The library takes a word that is no number for 0.
    std::optional<std::uint32_t> index_of(int number, std::size_t count) {
        const std::int64_t at =
            number > 0 ? std::int64_t{number} - 1 : static_cast<std::int64_t>(count) + number;
        if (number == 0) {
            fail(ErrorCode::Syntax, "a corner of a face is no number, or 0");
        } else if (at < 0 || at >= static_cast<std::int64_t>(count)) {
            fail(ErrorCode::Range,
                 "a face names number " + std::to_string(number) + ", but only " +
                     std::to_string(count) + " stand before it");
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
        const std::optional<std::uint32_t> vertex = index_of(from.vertex_index, vertices_.size());
        if (!vertex) {
            return false;
        }
        MeshCorner& corner = corners_.emplace_back();
        corner.vertex = local_vertex(*vertex);
        if (from.texcoord_index == 0) {
            return true;
        }
        const std::optional<std::uint32_t> place =
            index_of(from.texcoord_index, texture_places_.size());
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
        if (!builder_.has_object()) {
            begin_object("");
        }
        if (corners.size() < 3 || corners.size() > kMostMeshCorners) {
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
        builder_.begin(name, lines_.number(), "", 0);
        ++object_;
    }

    struct Local {
        std::uint32_t object = kUnknown;
        std::uint32_t number = 0;
    };

    bool has_object_lines_;
    LineStream lines_;
    MeshBuilder builder_;
    std::optional<Error> error_;
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
    if (text.size() > std::numeric_limits<std::uint32_t>::max()) {
        return std::unexpected(Error{ErrorCode::Limit, "the file has 4 GiB or more", {source}});
    }
    return Reader(text, std::move(source), options).run();
}

}  // namespace halfspace
