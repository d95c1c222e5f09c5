// SPDX-License-Identifier: MIT
#include "formats/mesh/gltf_json.h"

#include <array>
#include <cmath>

namespace halfspace::gltf {
namespace {

const Json kNull;

Vec3 vector(const Json& value, double otherwise) {
    return {number(element(value, 0), otherwise),
            number(element(value, 1), otherwise),
            number(element(value, 2), otherwise)};
}

}  // namespace

const Json& member(const Json& value, const char* name) {
    if (!value.is_object()) {
        return kNull;
    }
    const auto found = value.find(name);
    return found == value.end() ? kNull : *found;
}

const Json& element(const Json& value, std::uint64_t index) {
    return value.is_array() && index < value.size() ? value[index] : kNull;
}

std::optional<std::uint64_t> whole(const Json& value) {
    if (!value.is_number()) {
        return std::nullopt;
    }
    const double number = value.get<double>();
    if (!(number >= 0) || number > 0x1p53 || std::floor(number) != number) {
        return std::nullopt;
    }
    return static_cast<std::uint64_t>(number);
}

double number(const Json& value, double otherwise) {
    if (!value.is_number()) {
        return otherwise;
    }
    const double number = value.get<double>();
    return std::isfinite(number) ? number : otherwise;
}

std::string text(const Json& value) {
    return value.is_string() ? value.get<std::string>() : std::string();
}

Affine product(const Affine& outer, const Affine& inner) {
    const auto turned = [&](const Vec3& p) { return outer(p) - outer.move; };
    return {turned(inner.x), turned(inner.y), turned(inner.z), outer(inner.move)};
}

Affine transform_of(const Json& node) {
    Affine result;
    if (const Json& matrix = member(node, "matrix"); matrix.is_array()) {
        const auto column = [&](std::uint64_t first) {
            return Vec3{number(element(matrix, first), 0),
                        number(element(matrix, first + 1), 0),
                        number(element(matrix, first + 2), 0)};
        };
        return {column(0), column(4), column(8), column(12)};
    }
    if (const Json& rotation = member(node, "rotation"); rotation.is_array()) {
        const double x = number(element(rotation, 0), 0);
        const double y = number(element(rotation, 1), 0);
        const double z = number(element(rotation, 2), 0);
        const double w = number(element(rotation, 3), 1);
        // A quaternion of another length turns, too, and does not scale.
        const double square = x * x + y * y + z * z + w * w;
        const double s = square > 0 ? 2 / square : 0;
        result.x = {1 - s * (y * y + z * z), s * (x * y + z * w), s * (x * z - y * w)};
        result.y = {s * (x * y - z * w), 1 - s * (x * x + z * z), s * (y * z + x * w)};
        result.z = {s * (x * z + y * w), s * (y * z - x * w), 1 - s * (x * x + y * y)};
    }
    if (const Json& scale = member(node, "scale"); scale.is_array()) {
        const Vec3 size = vector(scale, 1);
        result.x = result.x * size.x;
        result.y = result.y * size.y;
        result.z = result.z * size.z;
    }
    if (const Json& translation = member(node, "translation"); translation.is_array()) {
        result.move = vector(translation, 0);
    }
    return result;
}

std::optional<std::vector<std::byte>> from_base64(std::string_view letters) {
    while (letters.ends_with('=')) {
        letters.remove_suffix(1);
    }
    constexpr std::string_view kLetters =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::vector<std::byte> bytes;
    bytes.reserve(letters.size() * 3 / 4);
    std::uint32_t bits = 0;
    int count = 0;
    for (const char letter : letters) {
        const std::size_t value = kLetters.find(letter);
        if (value == std::string_view::npos) {
            return std::nullopt;
        }
        bits = bits << 6 | static_cast<std::uint32_t>(value);
        count += 6;
        if (count >= 8) {
            count -= 8;
            bytes.push_back(static_cast<std::byte>(bits >> count & 0xff));
        }
    }
    return bytes;
}

}  // namespace halfspace::gltf
