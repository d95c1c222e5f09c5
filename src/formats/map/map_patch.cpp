// SPDX-License-Identifier: MIT
#include "formats/map/map_patch.h"

#include <cmath>
#include <cstddef>
#include <string>
#include <utility>

namespace halfspace::map {
namespace {

// The finest grid that Quake III's own loader makes of a patch; editors stop at 31 or 99.
constexpr double kMaxSize = 129;
// "(0 0 0 0 0)".
constexpr std::size_t kMinPointLength = 11;

std::optional<std::uint32_t> read_size(FieldReader& fields, std::string_view what) {
    fields.tokens().skip_blanks_and_slash_comments();
    const SourcePosition start = fields.tokens().position();
    const std::string found = fields.tokens().found();
    const std::optional<double> size = fields.read_number(what);
    if (!size) {
        return std::nullopt;
    }
    if (*size < 3 || *size > kMaxSize || std::fmod(*size, 2) != 1) {
        fields.fail(ErrorCode::Range,
                    start,
                    join({"expected an odd number from 3 to 129 for ", what, ", found ", found}));
        return std::nullopt;
    }
    return static_cast<std::uint32_t>(*size);
}

// "( width height contents flags value )", with two numbers of subdivisions in between for some.
std::optional<Patch> read_patch_size(FieldReader& fields, PatchKind kind) {
    if (!fields.expect_bracket('(', "to begin the patch's size")) {
        return std::nullopt;
    }
    const std::optional<std::uint32_t> width = read_size(fields, "the patch's width");
    const std::optional<std::uint32_t> height =
        width ? read_size(fields, "the patch's height") : std::nullopt;
    if (!height) {
        return std::nullopt;
    }
    for (int unused = kind == PatchKind::Subdivided ? 5 : 3; unused > 0; --unused) {
        if (!fields.read_number("a flag of the patch")) {
            return std::nullopt;
        }
    }
    if (!fields.expect_bracket(')', "to end the patch's size")) {
        return std::nullopt;
    }
    Patch patch;
    patch.width = *width;
    patch.height = *height;
    return patch;
}

bool read_column(FieldReader& fields, Patch& patch, std::size_t column) {
    const std::string name = "column " + std::to_string(column + 1) + " of the " +
                             std::to_string(patch.width) + " columns of the patch";
    if (!fields.expect_bracket('(', "to begin " + name)) {
        return false;
    }
    for (std::size_t row = 0; row < patch.height; ++row) {
        std::optional<PolygonCorner> corner = fields.read_patch_point();
        if (!corner) {
            return false;
        }
        patch.controls[row * patch.width + column] = *std::move(corner);
    }
    return fields.expect_bracket(')', "to end " + name);
}

}  // namespace

std::optional<Patch> read_patch_grid(FieldReader& fields, PatchKind kind) {
    std::optional<Patch> patch = read_patch_size(fields, kind);
    if (!patch || !fields.expect_bracket('(', "to begin the patch's points")) {
        return std::nullopt;
    }
    const std::size_t points = std::size_t{patch->width} * patch->height;
    if (points > fields.tokens().remaining() / kMinPointLength) {
        fields.expected(std::to_string(points) + " points of the patch in the rest of the file");
        return std::nullopt;
    }
    patch->controls.resize(points);
    for (std::size_t column = 0; column < patch->width; ++column) {
        if (!read_column(fields, *patch, column)) {
            return std::nullopt;
        }
    }
    if (!fields.expect_bracket(')', "to end the patch's points")) {
        return std::nullopt;
    }
    return patch;
}

}  // namespace halfspace::map
