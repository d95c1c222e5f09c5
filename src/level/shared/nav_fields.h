// SPDX-License-Identifier: MIT
// The fields of the records of navigation meshes, for record_fields.h.
#pragma once

#include "level/shared/describe_record.h"

namespace halfspace::fields {

consteval auto finite_points(SectionId id) {
    return section(
        id, field<&Vec3::x>(finite()), field<&Vec3::y>(finite()), field<&Vec3::z>(finite()));
}

inline constexpr auto kNavMeshes =
    section("nav_meshes",
            field<&NavMeshRecord::floor_normal>(finite()),
            field<&NavMeshRecord::step_height>(finite()),
            field<&NavMeshRecord::space>(index("spaces")),
            field<&NavMeshRecord::first_polygon>(begin("nav_polygons")),
            field<&NavMeshRecord::blockers>(contents(kContentsOfBodies)),
            field<&NavMeshRecord::standing_space>(index("spaces")));
inline constexpr auto kNavPolygons =
    section("nav_polygons",
            field<&NavPolygonRecord::plane>(plane_id()),
            field<&NavPolygonRecord::first_edge>(begin("nav_edges")),
            field<&NavPolygonRecord::island>(derived()),
            field<&NavPolygonRecord::contents>(contents(kLiquids)),
            field<&NavPolygonRecord::area>(index_or_none("nav_areas")),
            field<&NavPolygonRecord::flags>(flags()));
inline constexpr auto kNavEdges =
    section("nav_edges",
            field<&NavEdgeRecord::vertex>(index("nav_vertices")),
            field<&NavEdgeRecord::neighbour>(derived(index_or_none("nav_polygons"))));
inline constexpr auto kNavVertices = finite_points("nav_vertices");
inline constexpr auto kNavSteps = section("nav_steps",
                                          field<&NavStepRecord::lower>(index("nav_edges")),
                                          field<&NavStepRecord::upper>(index("nav_edges")),
                                          field<&NavStepRecord::climbing_speed>(finite()),
                                          field<&NavStepRecord::reserved>(reserved()));
inline constexpr auto kNavLinks =
    section("nav_links",
            field<&NavLinkRecord::from_polygon>(index("nav_polygons")),
            field<&NavLinkRecord::to_polygon>(index("nav_polygons")),
            field<&NavLinkRecord::from>(finite()),
            field<&NavLinkRecord::to>(finite()),
            field<&NavLinkRecord::seconds>(finite()),
            field<&NavLinkRecord::kind>(),
            field<&NavLinkRecord::model>(index("models")),
            field<&NavLinkRecord::least_speed>(finite()));
inline constexpr auto kNavDoors = section("nav_doors",
                                          field<&NavDoorRecord::polygon>(index("nav_polygons")),
                                          field<&NavDoorRecord::model>(index("models")));
inline constexpr auto kNavAreas = section(
    "nav_areas", field<&NavAreaRecord::name>(text()), field<&NavAreaRecord::cost>(finite()));

}  // namespace halfspace::fields
