// SPDX-License-Identifier: MIT
#include "verify/verify_nav.h"

#include "halfspace/tasks/parallel_for.h"

#include "level/shared/nav_ranges.h"
#include "math/shared/vec_text.h"
#include "verify/choices.h"
#include "verify/exact_polygons.h"
#include "verify/face_nodes.h"
#include "verify/flat_pieces.h"
#include "verify/nav_cuts.h"
#include "verify/nav_floors.h"
#include "verify/near_planes.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace halfspace {
namespace {

// Takes from a polygon what the others cover. sorted: by x.
std::vector<FlatPiece> without(const NumberedPolygon& flat,
                               std::span<const NumberedPolygon> sorted,
                               Predicates& predicates) {
    std::vector<FlatPiece> rest{{flat.polygon, flat.box}};
    for (const NumberedPolygon& other : sorted) {
        if (rest.empty() || other.box.min.x > flat.box.max.x) {
            break;
        }
        take_away(rest, other.box, other.planes, predicates);
    }
    return rest;
}

Aabb box_of(std::span<const FlatPiece> pieces) {
    Aabb box;
    for (const FlatPiece& piece : pieces) {
        box = merge(box, piece.box);
    }
    return box;
}

class NavChecker {
public:
    NavChecker(const Level& level,
               const World& source,
               std::span<const RebuiltBrush> brushes,
               LevelPlanes& planes,
               const VerifyOptions& options,
               Differences& differences)
        : level_(level),
          planes_(planes),
          options_(options),
          differences_(differences),
          models_(floor_models(level, source, planes)),
          areas_(areas_of_source(level, source)),
          cuts_(all_cuts(level, source, brushes, areas_, planes)),
          stored_{.at = {}, .unit = std::ldexp(1.0, level.grid_exponent()), .are_floats = false} {
        for (const Vec3& vertex : level.nav_vertices()) {
            stored_.at.push_back(vertex * stored_.unit);
        }
        for (const NavEdgeRecord& edge : level.nav_edges()) {
            edge_vertices_.push_back(edge.vertex);
        }
    }

    std::uint64_t run() {
        if (planes_.table.predicate_bits() > kMaxPredicateBits) {
            return 0;
        }
        std::vector<std::vector<Polygon>> floors = floors_of(level_, models_, planes_, options_);
        const NearPlanes near_planes = cutting_planes();
        for (std::uint32_t m = 0; m < level_.nav_meshes().size(); ++m) {
            if (!is_cancelled(options_.progress)) {
                check_mesh(m, near_planes, std::move(floors[m]));
            }
        }
        check_steps();
        check_area_records(level_, areas_, differences_);
        return level_.nav_polygons().size();
    }

private:
    // Of each mesh.
    static std::vector<NavCuts> all_cuts(const Level& level,
                                         const World& source,
                                         std::span<const RebuiltBrush> brushes,
                                         const NavAreasOfSource& areas,
                                         LevelPlanes& planes) {
        std::vector<NavCuts> cuts;
        for (const NavMeshRecord& mesh : level.nav_meshes()) {
            cuts.push_back(nav_cuts(level, source, brushes, areas, SpaceId(mesh.space), planes));
        }
        return cuts;
    }

    // What lies in one plane.
    struct PlaneGroup {
        std::vector<Polygon> floors;
        std::vector<std::size_t> polygons;  // of the stored ones of the mesh
    };

    std::string describe(std::uint32_t mesh) const {
        return "navigation mesh of space " + std::to_string(level_.nav_meshes()[mesh].space) + ": ";
    }

    // ", from 0 0 0 to 64 64 0".
    std::string range_text(const Aabb& box) const {
        const double unit = 1 / stored_.unit;
        return ", from " + vec_text(box.min * unit) + " to " + vec_text(box.max * unit);
    }

    Aabb stored_box(std::span<const std::uint32_t> vertices) const {
        Aabb box;
        for (const std::uint32_t v : vertices) {
            box = merge(box, stored_.at[v]);
        }
        return box;
    }

    void check_mesh(std::uint32_t mesh,
                    const NearPlanes& near_planes,
                    std::vector<Polygon> floors) {
        const NavMeshRecord& record = level_.nav_meshes()[mesh];
        const std::uint32_t standing = standing_space_of(level_, record.space);
        if (record.standing_space != standing) {
            differences_.add(describe(mesh) + "its mover stands with the body of space " +
                             std::to_string(record.standing_space) + ", not of " +
                             std::to_string(standing));
        }
        const std::vector<StoredPolygon> stored = stored_polygons(mesh, near_planes);
        const std::vector<std::vector<Polygon>> exact =
            exact_polygons(stored_, planes_.table, stored, options_.threads);
        std::map<PlaneId, PlaneGroup> by_plane;
        for (Polygon& floor : floors) {
            by_plane[floor.plane].floors.push_back(std::move(floor));
        }
        const double floor_normal = record.floor_normal;
        for (std::size_t i = 0; i < stored.size(); ++i) {
            const char* problem = nullptr;
            if (!is_floor(planes_.table.plane(stored[i].plane), floor_normal)) {
                problem = " is in a plane that is no floor";
            } else if (exact[i].empty()) {
                problem = " is not a convex polygon of exact planes";
            }
            if (problem != nullptr) {
                differences_.add(describe(mesh) + "polygon " + std::to_string(stored[i].number) +
                                 problem + range_text(stored_box(stored[i].vertices)));
            } else {
                by_plane[stored[i].plane].polygons.push_back(i);
            }
        }
        std::vector<PlaneGroup> groups;
        for (auto& [plane, group] : by_plane) {
            groups.push_back(std::move(group));
        }
        std::vector<std::vector<std::string>> problems(groups.size());
        parallel_for(groups.size(), options_.threads, [&](std::size_t i) {
            if (!is_cancelled(options_.progress)) {
                problems[i] = problems_of(mesh, std::move(groups[i]), stored, exact);
            }
        });
        for (const std::vector<std::string>& of_group : problems) {
            for (const std::string& problem : of_group) {
                differences_.add(describe(mesh) + problem);
            }
        }
    }

    // All planes that may have cut the floor: those of nodes, of the boxes of models, of what
    // doors close and of areas. A step may cut the edges above and below it by any of them.
    NearPlanes cutting_planes() const {
        std::vector<PlaneId> ids = planes_.id;
        for (const FloorModel& model : models_) {
            for (const Polyhedron::Face& side : model.cell.faces) {
                ids.push_back(side.plane);
            }
        }
        for (const NavCuts& of_mesh : cuts_) {
            for (const std::vector<CutPlaces>* const all : {&of_mesh.doors, &of_mesh.areas}) {
                for (const CutPlaces& places : *all) {
                    ids.insert(ids.end(), places.sides.begin(), places.sides.end());
                }
            }
        }
        return NearPlanes(ids, planes_.table);
    }

    // The polygons of a mesh, with the planes near their corners.
    std::vector<StoredPolygon> stored_polygons(std::uint32_t mesh, const NearPlanes& near_planes) {
        const NavRange polygons = polygons_of(level_.view(), mesh);
        std::vector<StoredPolygon> stored;
        std::vector<std::uint32_t> used;
        for (std::uint32_t p = polygons.first; p < polygons.end; ++p) {
            const NavRange edges = edges_of(level_.view(), p);
            const auto vertices =
                std::span(edge_vertices_).subspan(edges.first, edges.end - edges.first);
            stored.push_back(
                {p, planes_.of(level_.nav_polygons()[p].plane), vertices, std::vector<PlaneId>()});
            used.insert(used.end(), vertices.begin(), vertices.end());
        }
        std::ranges::sort(used);
        const auto repeated = std::ranges::unique(used);
        used.erase(repeated.begin(), repeated.end());
        std::vector<std::vector<PlaneId>> near(used.size());
        parallel_for(used.size(), options_.threads, [&](std::size_t i) {
            near[i] = near_planes.near(stored_.at[used[i]]);
        });
        for (std::size_t i = 0; i < used.size(); ++i) {
            add_axis_planes(stored_.at[used[i]], near[i]);
        }
        for (StoredPolygon& polygon : stored) {
            const bool is_in_range = std::ranges::all_of(polygon.vertices, [&](std::uint32_t v) {
                return max_abs(stored_.at[v]) <= static_cast<double>(kMaxGridCoordinate);
            });
            if (!is_in_range) {
                continue;
            }
            for (const std::uint32_t v : polygon.vertices) {
                const auto at = std::ranges::lower_bound(used, v) - used.begin();
                const std::vector<PlaneId>& planes = near[static_cast<std::size_t>(at)];
                polygon.cuts.insert(polygon.cuts.end(), planes.begin(), planes.end());
            }
            clean_cuts(polygon);
        }
        return stored;
    }

    // A step may end within an edge where x or y is a whole number of grid steps.
    void add_axis_planes(const Vec3& at, std::vector<PlaneId>& near) {
        for (const std::size_t axis : {0, 1}) {
            if (std::abs(at[axis]) <= static_cast<double>(kMaxGridCoordinate) &&
                at[axis] == std::floor(at[axis])) {
                ExactPlane plane;
                plane.n[axis] = 1;
                plane.d = static_cast<std::int64_t>(at[axis]);
                near.push_back(planes_.table.intern(plane));
            }
        }
    }

    // What is wrong in one plane.
    std::vector<std::string> problems_of(std::uint32_t mesh,
                                         PlaneGroup group,
                                         std::span<const StoredPolygon> stored,
                                         const std::vector<std::vector<Polygon>>& exact) const {
        Predicates predicates(planes_.table);
        std::vector<NumberedPolygon> floors;
        for (Polygon& floor : group.floors) {
            floors.push_back(numbered_polygon(kNone, std::move(floor), predicates));
        }
        sort_by_x(floors);
        std::vector<std::size_t> counts;
        for (const std::size_t i : group.polygons) {
            counts.push_back(exact[i].size());
        }
        std::vector<std::vector<NumberedPolygon>> flats;  // of each polygon, its choices
        for (const std::size_t i : group.polygons) {
            std::vector<NumberedPolygon>& choices = flats.emplace_back();
            for (const Polygon& polygon : exact[i]) {
                choices.push_back(numbered_polygon(stored[i].number, polygon, predicates));
            }
        }
        return problems_of_best(
            counts,
            [&](std::size_t i, std::size_t c) {
                std::vector<std::string> problems;
                check_polygon(mesh, flats[i][c], floors, predicates, problems);
                return problems.empty();
            },
            [&](std::size_t i, std::size_t c, std::size_t j, std::size_t d) {
                return !overlap(flats[i][c], flats[j][d], predicates);
            },
            [&](std::span<const std::size_t> choice) {
                std::vector<NumberedPolygon> polygons;
                for (std::size_t i = 0; i < choice.size(); ++i) {
                    polygons.push_back(flats[i][choice[i]]);
                }
                sort_by_x(polygons);
                std::vector<std::string> problems;
                for (const NumberedPolygon& polygon : polygons) {
                    check_polygon(mesh, polygon, floors, predicates, problems);
                }
                check_floors(floors, polygons, predicates, problems);
                check_overlaps(polygons, predicates, problems);
                return problems;
            });
    }

    // What of a polygon does not depend on the others.
    void check_polygon(std::uint32_t mesh,
                       const NumberedPolygon& polygon,
                       std::span<const NumberedPolygon> floors,
                       Predicates& predicates,
                       std::vector<std::string>& problems) const {
        const std::vector<FlatPiece> beyond = without(polygon, floors, predicates);
        if (!beyond.empty()) {
            problems.push_back("polygon " + std::to_string(polygon.number) +
                               " reaches beyond the floor" + range_text(box_of(beyond)));
        }
        check_liquids(polygon, predicates, problems);
        check_cuts(polygon, cuts_[mesh], predicates, problems);
        check_room(mesh, polygon, predicates, problems);
    }

    // Checks that the polygons cover the floor.
    void check_floors(std::span<const NumberedPolygon> floors,
                      std::span<const NumberedPolygon> polygons,
                      Predicates& predicates,
                      std::vector<std::string>& problems) const {
        for (const NumberedPolygon& floor : floors) {
            const std::vector<FlatPiece> bare = without(floor, polygons, predicates);
            if (!bare.empty()) {
                problems.push_back("no polygon covers the floor" + range_text(box_of(bare)));
            }
        }
    }

    void check_overlaps(std::span<const NumberedPolygon> sorted,
                        Predicates& predicates,
                        std::vector<std::string>& problems) const {
        for (const Overlap& found : overlaps(sorted, predicates)) {
            problems.push_back("polygons " + found.text + range_text(found.box));
        }
    }

    void check_liquids(const NumberedPolygon& flat,
                       Predicates& predicates,
                       std::vector<std::string>& problems) const {
        const auto says = static_cast<Contents>(level_.nav_polygons()[flat.number].contents);
        const Contents other = other_liquids(flat, flat.polygon, 0, Contents::Empty, predicates);
        if (other != says) {
            problems.push_back("polygon " + std::to_string(flat.number) + " says " +
                               to_string(says) + ", but a part of it is in " + to_string(other) +
                               range_text(flat.box));
        }
    }

    // The liquids of a part of the polygon that are not those that the level says; those if there
    // is no such part. flat: the whole polygon; so_far: the liquids of the models before.
    Contents other_liquids(const NumberedPolygon& flat,
                           const Polygon& polygon,
                           std::size_t model,
                           Contents so_far,
                           Predicates& predicates) const {
        const auto expected = static_cast<Contents>(level_.nav_polygons()[flat.number].contents);
        while (model < models_.size() && models_[model].model != kWorldModel &&
               !touch(models_[model].box, flat.box)) {
            ++model;
        }
        if (model == models_.size()) {
            return so_far;
        }
        Contents other = expected;
        for_each_leaf_in_front(
            level_,
            planes_,
            level_.root(models_[model].model, SpaceId(0)),
            polygon,
            predicates,
            [&](LeafId leaf, Polygon&& part) {
                const Contents liquids = so_far | (level_.contents(leaf) & kLiquids);
                const Contents found = other_liquids(flat, part, model + 1, liquids, predicates);
                other = found == expected ? other : found;
            });
        return other;
    }

    // The standing body has room everywhere on the polygon, or nowhere if the polygon is low.
    void check_room(std::uint32_t mesh,
                    const NumberedPolygon& flat,
                    Predicates& predicates,
                    std::vector<std::string>& problems) const {
        const NavMeshRecord& record = level_.nav_meshes()[mesh];
        if (record.standing_space == 0) {
            return;
        }
        const RoomParts parts = room_parts(level_,
                                           models_,
                                           planes_,
                                           stopped_body(record, record.standing_space),
                                           flat.polygon,
                                           predicates);
        const bool is_low = (level_.nav_polygons()[flat.number].flags & kNavPolygonLow) != 0;
        if (!(is_low ? parts.free : parts.blocked).empty()) {
            problems.push_back("polygon " + std::to_string(flat.number) +
                               (is_low ? " is low, but a body can stand on a part of it"
                                       : " is not low, but nobody can stand on a part of it") +
                               range_text(flat.box));
        }
    }

    // The polygon is inside or outside of each door and area, and says so.
    void check_cuts(const NumberedPolygon& flat,
                    const NavCuts& cuts,
                    Predicates& predicates,
                    std::vector<std::string>& problems) const {
        for (const std::string& problem :
             {door_problem(level_, cuts.doors, flat.number, flat.polygon, predicates),
              area_problem(level_, cuts.areas, flat.number, flat.polygon, predicates)}) {
            if (!problem.empty()) {
                problems.push_back("polygon " + std::to_string(flat.number) + problem +
                                   range_text(flat.box));
            }
        }
    }

    // The height of both ends of a step. The loader has seen that one edge is above the other.
    void check_steps() {
        for (std::uint32_t s = 0; s < level_.nav_steps().size(); ++s) {
            const auto [lower_begin, lower_end] = ends_of(level_.nav_steps()[s].lower);
            const auto [upper_begin, upper_end] = ends_of(level_.nav_steps()[s].upper);
            const std::uint32_t mesh = mesh_of(level_.nav_steps()[s].lower);
            const double height =
                std::max(upper_end.z - lower_begin.z, upper_begin.z - lower_end.z);
            const double limit = level_.nav_meshes()[mesh].step_height;
            if (height > limit) {
                differences_.add(describe(mesh) + "step " + std::to_string(s) + " is " +
                                 number_text(height) + " units high, but step_height is " +
                                 number_text(limit) + ", from " + vec_text(lower_begin) + " to " +
                                 vec_text(lower_end));
            }
        }
    }

    // The polygon to which an edge belongs.
    std::uint32_t polygon_of(std::uint32_t edge) const {
        const auto behind = std::ranges::upper_bound(
            level_.nav_polygons(), edge, {}, &NavPolygonRecord::first_edge);
        return static_cast<std::uint32_t>(behind - level_.nav_polygons().begin()) - 1;
    }

    std::uint32_t mesh_of(std::uint32_t edge) const {
        const auto behind = std::ranges::upper_bound(
            level_.nav_meshes(), polygon_of(edge), {}, &NavMeshRecord::first_polygon);
        return static_cast<std::uint32_t>(behind - level_.nav_meshes().begin()) - 1;
    }

    // The corners at both ends of an edge [map units].
    std::array<Vec3, 2> ends_of(std::uint32_t edge) const {
        const NavRange edges = edges_of(level_.view(), polygon_of(edge));
        const std::uint32_t next = edge + 1 < edges.end ? edge + 1 : edges.first;
        return {level_.nav_vertices()[edge_vertices_[edge]],
                level_.nav_vertices()[edge_vertices_[next]]};
    }

    const Level& level_;
    LevelPlanes& planes_;
    const VerifyOptions& options_;
    Differences& differences_;
    std::vector<FloorModel> models_;
    NavAreasOfSource areas_;
    std::vector<NavCuts> cuts_;  // of each mesh
    StoredVertices stored_;
    std::vector<std::uint32_t> edge_vertices_;  // of each edge, where it begins
};

}  // namespace

std::uint64_t check_nav_meshes(const Level& level,
                               const World& source,
                               std::span<const RebuiltBrush> brushes,
                               LevelPlanes& planes,
                               const VerifyOptions& options,
                               Differences& differences) {
    if (level.nav_meshes().empty()) {
        return 0;
    }
    return NavChecker(level, source, brushes, planes, options, differences).run();
}

}  // namespace halfspace
