// SPDX-License-Identifier: MIT
#include "halfspace/base/bytes.h"
#include "halfspace/base/path.h"
#include "halfspace/formats/mesh_reader.h"

#include "formats/mesh/mesh_builder.h"
#include "formats/mesh/mesh_text.h"

#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

namespace halfspace {
namespace {

// A binary file: 80 bytes of any text, a count, then for each triangle a normal, three places and
// two bytes, all in little-endian floats.
constexpr std::size_t kHeader = 84;
constexpr std::size_t kTriangle = 50;

class Reader {
public:
    Reader(std::span<const std::byte> bytes, std::string source, const MeshReadOptions& options)
        : bytes_(bytes),
          text_(reinterpret_cast<const char*>(bytes.data()), bytes.size()),
          name_(file_name(source)),
          builder_(std::move(source), options, UpAxis::Z) {
        like_.material = builder_.material("");
    }

    Result<ReadWorld> run() {
        if (bytes_.size() > std::numeric_limits<std::uint32_t>::max()) {
            return std::unexpected(builder_.error(ErrorCode::Limit, "the file has 4 GiB or more"));
        }
        // Binary files may begin with "solid", too; their size tells.
        const bool is_text = text_.starts_with("solid") && !is_binary();
        if (!(is_text ? read_text() : read_binary())) {
            return std::unexpected(*std::move(error_));
        }
        return builder_.finish();
    }

private:
    bool fail(ErrorCode code, const std::string& message, std::uint32_t line = 0) {
        error_ = builder_.error(code, message, line);
        return false;
    }

    std::uint64_t binary_count() const {
        ByteReader reader(bytes_.subspan(80));
        return reader.read<std::uint32_t>().value_or(0);
    }

    bool is_binary() const {
        return bytes_.size() >= kHeader && kHeader + kTriangle * binary_count() == bytes_.size();
    }

    bool read_binary() {
        if (bytes_.size() < kHeader) {
            return fail(ErrorCode::Damaged,
                        "the file is too short for a binary STL, and does not begin as a text");
        }
        const std::uint64_t count = binary_count();
        if (!is_binary()) {
            return fail(ErrorCode::Damaged,
                        "the file should have " + std::to_string(kHeader + kTriangle * count) +
                            " bytes for its " + std::to_string(count) + " triangles, but has " +
                            std::to_string(bytes_.size()));
        }
        builder_.begin(name_, 0, "", 0);
        ByteReader reader(bytes_.subspan(kHeader));
        for (std::uint64_t t = 0; t < count; ++t) {
            std::array<float, 12> numbers{};
            for (float& number : numbers) {
                number = reader.read<float>().value_or(0);
            }
            reader.read<std::uint16_t>();
            for (std::size_t i = 0; i < 3; ++i) {
                const std::size_t at = 3 + 3 * i;
                if (!add_corner(i, {numbers[at], numbers[at + 1], numbers[at + 2]}, t)) {
                    return false;
                }
            }
        }
        return true;
    }

    // Adds corner i of a triangle, and the triangle after its third corner.
    bool add_corner(std::size_t i, const Vec3& file, std::uint64_t triangle) {
        if (!std::isfinite(file.x) || !std::isfinite(file.y) || !std::isfinite(file.z)) {
            return fail(ErrorCode::Range,
                        "triangle " + std::to_string(triangle) +
                            " has a coordinate that is not a finite number",
                        like_.line);
        }
        Mesh& mesh = builder_.object();
        corners_[i].vertex = static_cast<std::uint32_t>(mesh.vertices.size());
        mesh.vertices.push_back(builder_.placed(file));
        return i < 2 || builder_.add_polygon(corners_, like_) ||
               fail(ErrorCode::Limit, too_many_triangles(), like_.line);
    }

    bool read_text() {
        std::size_t corner = 0;
        std::uint64_t triangle = 0;
        while (!text_.empty()) {
            ++like_.line;
            std::string_view line = next_line(text_);
            const std::string_view word = next_word(line);
            if (word == "solid") {
                if (corner != 0) {
                    return fail(ErrorCode::Syntax, "a solid begins within a facet", like_.line);
                }
                builder_.begin(trimmed(line), like_.line, "", 0);
            } else if (word == "vertex") {
                Vec3 place;
                if (!read_place(line, place) || !add_corner(corner, place, triangle)) {
                    return false;
                }
                corner = (corner + 1) % 3;
            } else if (word == "endfacet") {
                if (corner != 0) {
                    return fail(
                        ErrorCode::Syntax, "a facet ends, but has no three vertices", like_.line);
                }
                ++triangle;
            } else if (!word.empty() && word != "facet" && word != "outer" && word != "endloop" &&
                       word != "endsolid") {
                return fail(ErrorCode::Syntax,
                            "expected a word of an STL, found " + in_quotes(word),
                            like_.line);
            }
        }
        return corner == 0 || fail(ErrorCode::Syntax, "the file ends within a facet", like_.line);
    }

    bool read_place(std::string_view line, Vec3& place) {
        for (double* const coordinate : {&place.x, &place.y, &place.z}) {
            const std::string_view word = next_word(line);
            const std::optional<double> value = number_of(word);
            if (!value) {
                return fail(ErrorCode::Range,
                            "expected a finite number, found " + in_quotes(word),
                            like_.line);
            }
            *coordinate = *value;
        }
        return true;
    }

    std::span<const std::byte> bytes_;
    std::string_view text_;
    std::string name_;
    MeshBuilder builder_;
    std::optional<Error> error_;
    std::array<MeshCorner, 3> corners_;
    MeshTriangle like_;  // its line is that of the text
};

}  // namespace

Result<ReadWorld> read_stl(std::span<const std::byte> bytes,
                           std::string source,
                           const MeshReadOptions& options) {
    if (const std::optional<BadOption> bad = bad_option(options)) {
        return std::unexpected(to_error(*bad));
    }
    return Reader(bytes, std::move(source), options).run();
}

}  // namespace halfspace
