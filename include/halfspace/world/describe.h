// SPDX-License-Identifier: MIT
// How messages name the parts of a world: by the class of the entity, and by a place that the user
// can find in an editor.
#pragma once

#include "halfspace/world/world.h"

#include <cstdint>
#include <string>

namespace halfspace {

// "brush 3 of worldspawn near 64 128 0", or "brush 0 of func_door (entity 5) near 96 0 32". The
// place is the brush's centre. A brush that comes from a named object: "brush 3 (object 'Crate') of
// worldspawn near 64 128 0".
// REQUIRES, for all functions here: the numbers are in range of the world.
std::string describe_brush(const World& world, std::uint32_t entity, std::uint32_t brush);

// "brush 0, side 5 of func_door (entity 5) near 96 0 32". The place is the brush's centre.
std::string describe_side(const World& world,
                          std::uint32_t entity,
                          std::uint32_t brush,
                          std::size_t side);

// "polygon 7 of worldspawn near 0 0 64", and "patch 2 of func_wall (entity 1) near 8 8 8". The
// place is the centre of the box around the corners or the control points.
std::string describe_polygon(const World& world, std::uint32_t entity, std::uint32_t polygon);
std::string describe_patch(const World& world, std::uint32_t entity, std::uint32_t patch);

// "object 'Crate'", or "object 3 of worldspawn" for a mesh without a name.
std::string describe_mesh(const World& world, std::uint32_t entity, std::uint32_t mesh);

// "it has one triangle only", or "2 triangles run along it in this direction and 1 in the opposite
// one".
std::string describe_open_edge(const OpenMeshEdge& edge);

// "func_door (entity 5)"; of entity 0 only the class. Without a class: "entity 5", or "the world".
std::string describe_entity(const World& world, std::uint32_t entity);

// A place, a length and a volume of a mesh in the units and axes of its file, where the user finds
// them: "(0.1 2 -3.5)", "0.02", "-8". They are map units for a mesh that comes from no file. Places
// have all digits of a float, or 15; lengths and volumes have six.
std::string place_text(const World& world, const Vec3& place);
std::string length_text(const World& world, double length);
std::string volume_text(const World& world, double volume);

// "12 vertices are welded to others, up to 1e-18 units away", in units of the file.
std::string welded_text(const World& world, const Weld& weld);

}  // namespace halfspace
