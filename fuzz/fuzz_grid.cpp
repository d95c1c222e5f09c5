// SPDX-License-Identifier: MIT
// Feeds bytes to read_grid and traps where its result breaks what its header and world.h promise.
#include "formats/shared/grid_reader.h"

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace {

using namespace halfspace;  // NOLINT(google-build-using-namespace): an entry point, not a library

void require(bool condition) {
    if (!condition) {
        __builtin_trap();
    }
}

void check_place(const SourceLocation& where, std::string_view text) {
    require(where.line >= 1 && where.line <= text.size() + 1);
    require(where.column <= text.size() + 1);
}

void check_polygon(const SurfacePolygon& polygon, const World& world) {
    require(polygon.corners.size() == 3 || polygon.corners.size() == 4);
    require(polygon.material.value < world.materials.size());
    for (const PolygonCorner& corner : polygon.corners) {
        require(std::isfinite(corner.u) && std::isfinite(corner.v));
        for (const Decimal& coordinate : corner.point) {
            require(std::abs(to_double(coordinate)) <= 0x1p41);
        }
    }
}

}  // namespace

// NOLINTNEXTLINE(readability-identifier-naming): the name that libFuzzer calls
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    const Result<ReadWorld> result = read_grid(text, "fuzz");
    if (!result) {
        check_place(result.error().where, text);
        require(!result.error().message.empty() && result.error().message.size() < 400);
        for (const char c : result.error().message) {
            require(c >= 0x20 && c <= 0x7e);
        }
        return 0;
    }
    const World& world = result->world;
    require(!world.entities.empty());
    require(world.entities[0].value("classname") == "worldspawn");
    for (const Entity& entity : world.entities) {
        require(entity.brushes.empty());
        for (const SurfacePolygon& polygon : entity.polygons) {
            check_polygon(polygon, world);
        }
    }
    for (const Diagnostic& diagnostic : result->diagnostics) {
        check_place(diagnostic.where, text);
    }
    return 0;
}
