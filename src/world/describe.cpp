// SPDX-License-Identifier: MIT
#include "halfspace/world/describe.h"

#include "halfspace/base/number_text.h"
#include "halfspace/math/aabb.h"

#include "math/shared/vec_text.h"
#include "world/shared/brush_centre.h"

#include <cmath>
#include <cstdint>
#include <span>

namespace halfspace {
namespace {

// Rounds to a thousandth of a unit: nobody needs more, and doubles carry noise there.
double rounded(double value) {
    return std::round(value * 1000) / 1000 + 0.0;  // -0 is 0
}

std::string near(const World& world, const Vec3& point) {
    const Vec3 at = to_file(world.source_frame, point);
    return " near " + vec_text({rounded(at.x), rounded(at.y), rounded(at.z)});
}

// The number rounded to `count` digits, 1 to 15.
double with_digits(double value, int count) {
    const double exponent = std::floor(std::log10(std::fabs(value))) - (count - 1);
    const double digits = std::round(value / std::pow(10, exponent));
    if (!(std::fabs(digits) < 1e16)) {
        return value;  // 0, or the power of ten is none
    }
    const auto text = std::to_string(static_cast<std::int64_t>(digits)) + "e" +
                      std::to_string(static_cast<int>(exponent));
    return number_of_text(text).value_or(value);
}

// A coordinate of a file, whose numbers are floats or decimals: the shortest text of the float next
// to it, or 15 digits where no float is.
std::string float_text(double value) {
    const auto nearest = static_cast<float>(value);
    const double off = std::fabs(value - static_cast<double>(nearest));
    int digits = 15;
    if (off <= std::fabs(value) * 0x1p-50) {
        digits = 1;
        while (digits < 9 && static_cast<float>(with_digits(value, digits)) != nearest) {
            ++digits;
        }
    }
    return number_text(with_digits(value, digits));
}

Vec3 centre_of(std::span<const PolygonCorner> corners) {
    Aabb box;
    for (const PolygonCorner& corner : corners) {
        box = merge(box, to_vec3(corner.point));
    }
    return is_empty(box) ? Vec3{} : centre_of(box);
}

std::string brush_number(const World& world, std::uint32_t entity, std::uint32_t brush) {
    const std::string& name = world.entities[entity].brushes[brush].name;
    return "brush " + std::to_string(brush) + (name.empty() ? "" : " (object '" + name + "')");
}

std::string described(const World& world,
                      std::uint32_t entity,
                      const std::string& what,
                      const Vec3& centre) {
    return what + " of " + describe_entity(world, entity) + near(world, centre);
}

}  // namespace

std::string describe_open_edge(const OpenMeshEdge& edge) {
    if (edge.along + edge.against == 1) {
        return "it has one triangle only";
    }
    return std::to_string(edge.along) + (edge.along == 1 ? " triangle runs" : " triangles run") +
           " along it in this direction and " + std::to_string(edge.against) +
           " in the opposite one";
}

std::string describe_entity(const World& world, std::uint32_t entity) {
    const std::string& classname = world.entities[entity].value("classname");
    const std::string number = "entity " + std::to_string(entity);
    if (classname.empty()) {
        return entity == 0 ? "the world" : number;
    }
    return entity == 0 ? classname : classname + " (" + number + ")";
}

std::string describe_brush(const World& world, std::uint32_t entity, std::uint32_t brush) {
    return described(world,
                     entity,
                     brush_number(world, entity, brush),
                     halfspace::centre_of(world.entities[entity].brushes[brush]));
}

std::string describe_side(const World& world,
                          std::uint32_t entity,
                          std::uint32_t brush,
                          std::size_t side) {
    return described(world,
                     entity,
                     brush_number(world, entity, brush) + ", side " + std::to_string(side),
                     halfspace::centre_of(world.entities[entity].brushes[brush]));
}

std::string describe_polygon(const World& world, std::uint32_t entity, std::uint32_t polygon) {
    return described(world,
                     entity,
                     "polygon " + std::to_string(polygon),
                     centre_of(world.entities[entity].polygons[polygon].corners));
}

std::string describe_mesh(const World& world, std::uint32_t entity, std::uint32_t mesh) {
    const std::string& name = world.entities[entity].meshes[mesh].name;
    return name.empty() ? "object " + std::to_string(mesh) + " of " + describe_entity(world, entity)
                        : "object '" + name + "'";
}

std::string describe_patch(const World& world, std::uint32_t entity, std::uint32_t patch) {
    return described(world,
                     entity,
                     "patch " + std::to_string(patch),
                     centre_of(world.entities[entity].patches[patch].controls));
}

std::string place_text(const World& world, const Vec3& place) {
    const Vec3 at = to_file(world.source_frame, place);
    return "(" + float_text(at.x) + " " + float_text(at.y) + " " + float_text(at.z) + ")";
}

std::string length_text(const World& world, double length) {
    return number_text(with_digits(length / world.source_frame.scale, 6));
}

std::string volume_text(const World& world, double volume) {
    const double scale = world.source_frame.scale;
    return number_text(with_digits(volume / (scale * scale * scale), 6));
}

std::string welded_text(const World& world, const Weld& weld) {
    return (weld.moved == 1 ? "1 vertex is" : std::to_string(weld.moved) + " vertices are") +
           std::string(" welded to others, up to ") + length_text(world, weld.farthest) +
           " units away";
}

}  // namespace halfspace
