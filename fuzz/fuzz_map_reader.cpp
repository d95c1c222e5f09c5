// SPDX-License-Identifier: MIT
// Feeds bytes to read_map and traps where its result breaks what its header and world.h promise.
#include "formats/shared/map_reader.h"

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <set>
#include <string_view>

namespace {

using namespace halfspace;  // NOLINT(google-build-using-namespace): an entry point, not a library

void require(bool condition) {
    if (!condition) {
        __builtin_trap();
    }
}

std::uint32_t count_lines(std::string_view text) {
    std::uint32_t lines = 1;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const bool second_half = text[i] == '\n' && i > 0 && text[i - 1] == '\r';
        lines += (text[i] == '\n' || text[i] == '\r') && !second_half ? 1 : 0;
    }
    return lines;
}

bool is_printable(std::string_view text) {
    for (const char c : text) {
        if (c < 0x20 || c > 0x7e) {
            return false;
        }
    }
    return true;
}

void check_place(std::uint32_t line, std::uint32_t column, std::string_view text) {
    require(line >= 1 && line <= count_lines(text));
    require(column >= 1 && column <= text.size() + 1);
}

void check_point(const DecimalPoint& point) {
    for (const Decimal& coordinate : point) {
        require(std::abs(to_double(coordinate)) <= static_cast<double>(Decimal::kLimit));
    }
}

void check_side(const BrushSide& side, const World& world) {
    require(side.material.value < world.materials.size());
    require(side.opacity >= 0 && side.opacity <= 1);
    for (const DecimalPoint& point : side.points) {
        check_point(point);
    }
    const TextureProjection& texture = side.texture;
    require(is_finite(texture.u_axis) && is_finite(texture.v_axis));
    require(std::isfinite(texture.u_offset) && std::isfinite(texture.v_offset));
    require(std::isfinite(texture.u_scale) && std::isfinite(texture.v_scale));
    require(std::isfinite(texture.rotation));
}

void check_brush(const Brush& brush, const World& world) {
    require(!brush.sides.empty());
    // One kind of volume, where both clips together are one kind.
    const Contents clip = Contents::PlayerClip | Contents::MonsterClip;
    const auto bits = static_cast<std::uint32_t>(brush.contents);
    require(brush.contents == clip || (bits != 0 && (bits & (bits - 1)) == 0));
    require(!any(brush.contents & Contents::Void));
    for (const BrushSide& side : brush.sides) {
        check_side(side, world);
        require(side.surface != SurfaceKind::Hint || brush.contents == Contents::Hint);
        require(side.surface != SurfaceKind::Drawn ||
                !any(brush.contents & (clip | Contents::Hint)));
    }
}

void check_patch(const Patch& patch, const World& world) {
    require(patch.width >= 3 && patch.width % 2 == 1 && patch.height >= 3 && patch.height % 2 == 1);
    require(patch.controls.size() == std::size_t{patch.width} * patch.height);
    require(patch.material.value < world.materials.size());
    require(patch.opacity >= 0 && patch.opacity <= 1);
    require(any(patch.contents));
    for (const PolygonCorner& corner : patch.controls) {
        check_point(corner.point);
        require(std::isfinite(corner.u) && std::isfinite(corner.v));
    }
}

void check_world(const World& world) {
    require(!world.entities.empty());
    for (const Entity& entity : world.entities) {
        std::set<std::string_view> keys;
        for (const KeyValue& pair : entity.keys) {
            require(keys.insert(pair.key).second);
            require(!pair.key.starts_with("_tb_"));
        }
        require(is_finite(entity.origin));
        for (const Brush& brush : entity.brushes) {
            check_brush(brush, world);
        }
        for (const Patch& patch : entity.patches) {
            check_patch(patch, world);
        }
    }
    std::set<std::string_view> names;
    for (const Material& material : world.materials) {
        require(names.insert(material.name).second);
    }
}

}  // namespace

// NOLINTNEXTLINE(readability-identifier-naming): the name that libFuzzer calls
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    const Result<ReadWorld> result = read_map(text, "fuzz");
    if (!result) {
        check_place(result.error().where.line, result.error().where.column, text);
        require(!result.error().message.empty() && result.error().message.size() < 400);
        require(is_printable(result.error().message));
        return 0;
    }
    check_world(result->world);
    for (const Diagnostic& diagnostic : result->diagnostics) {
        require(is_printable(diagnostic.message));
        if (diagnostic.where.line != 0) {
            check_place(diagnostic.where.line, diagnostic.where.column, text);
        }
    }
    return 0;
}
