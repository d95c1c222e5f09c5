// SPDX-License-Identifier: MIT
// Feeds bytes to read_bsp and traps where its result breaks what its header and world.h promise.
#include "formats/shared/bsp_reader.h"

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>

namespace {

using namespace halfspace;  // NOLINT(google-build-using-namespace): an entry point, not a library

void require(bool condition) {
    if (!condition) {
        __builtin_trap();
    }
}

void check_brush(const Brush& brush, const World& world) {
    require(any(brush.contents));
    require(brush.sides.size() >= 4);
    for (const BrushSide& side : brush.sides) {
        require(side.material.value < world.materials.size());
        require(side.plane && is_finite(side.plane->n));
        require(std::fabs(length(side.plane->n) - 1) < 0.01);
        require(std::fabs(side.plane->d) < 0x1p22);
        require(side.opacity > 0 && side.opacity <= 1);
        require(is_finite(side.texture.u_axis) && is_finite(side.texture.v_axis));
        require(std::isfinite(side.texture.u_offset) && std::isfinite(side.texture.v_offset));
    }
}

void check_patch(const Patch& patch, const World& world) {
    require(patch.width % 2 == 1 && patch.width >= 3);
    require(patch.height % 2 == 1 && patch.height >= 3);
    require(patch.controls.size() == std::size_t{patch.width} * patch.height);
    require(patch.material.value < world.materials.size());
    require(any(patch.contents));
    for (const PolygonCorner& corner : patch.controls) {
        require(std::isfinite(corner.u) && std::isfinite(corner.v));
        for (const Decimal& coordinate : corner.point) {
            require(std::fabs(to_double(coordinate)) < 0x1p22);
        }
    }
}

}  // namespace

// NOLINTNEXTLINE(readability-identifier-naming): the name that libFuzzer calls
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const Result<ReadWorld> result = read_bsp(std::as_bytes(std::span(data, size)), "fuzz");
    if (!result) {
        require(!result.error().message.empty() && result.error().message.size() < 400);
        for (const char c : result.error().message) {
            require(c >= 0x20 && c <= 0x7e);
        }
        return 0;
    }
    const World& world = result->world;
    require(!world.entities.empty());
    require(world.entities[0].value("classname").size() == 10);  // in upper or lower case
    std::size_t sides = 0;
    for (const Entity& entity : world.entities) {
        require(entity.polygons.empty() && is_finite(entity.origin));
        for (const Brush& brush : entity.brushes) {
            check_brush(brush, world);
            sides += brush.sides.size();
        }
        for (const Patch& patch : entity.patches) {
            check_patch(patch, world);
        }
    }
    require(sides <= size / 8);
    return 0;
}
