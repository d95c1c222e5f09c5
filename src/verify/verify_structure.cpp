// SPDX-License-Identifier: MIT
#include "verify/verify_structure.h"

#include "halfspace/base/number_text.h"

#include "verify/describe_level.h"
#include "verify/verify_areas.h"
#include "verify/verify_cells.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <string>
#include <utility>

namespace halfspace {
namespace {

// Of these contents the cluster tree is made.
constexpr Contents kStructural = kSealing | kLiquids | Contents::AreaPortal | Contents::VisBlocker;

class StructureChecker {
public:
    StructureChecker(const Level& level,
                     const World& source,
                     std::span<const RebuiltBrush> brushes,
                     const RebuiltSurface& surface,
                     LevelPlanes& planes,
                     const VerifyOptions& options,
                     Differences& differences)
        : level_(&level),
          source_(&source),
          brushes_(brushes),
          surface_(&surface),
          planes_(&planes),
          options_(&options),
          differences_(&differences),
          root_(level.cluster_roots().front()),
          box_(make_box(grid_box(level.view(), kWorldModel), planes.table)),
          predicates_(planes.table) {}

    StructureCheck run() {
        check_contents();
        find_cells();
        for (std::uint32_t leaf = 0; leaf < cells_.size(); ++leaf) {
            if (!cells_[leaf].faces.empty()) {
                meet_neighbours(leaf);
            }
        }
        check_portals();
        check_areas(*level_,
                    *source_,
                    surface_->is_empty() ? brushes_ : std::span<const RebuiltBrush>(),
                    cells_of_clusters(),
                    planes_->table,
                    *differences_);
        check_entities();
        add_outside();
        return std::move(result_);
    }

private:
    // The leaves without Void, from the brushes or the polygons.
    void check_contents() {
        std::vector<RebuiltVolume> volumes;
        TreeTask task;
        task.child = root_;
        task.cell = box_;
        task.spaces = 1;
        task.is_structure = true;
        if (!surface_->is_empty()) {
            task.surface = surface_;
            for (std::uint32_t p = 0; p < surface_->polygons.size(); ++p) {
                task.polygons.push_back(p);
            }
        } else {
            volumes = structural_volumes();
        }
        for (std::uint32_t v = 0; v < volumes.size(); ++v) {
            task.volumes.push_back(v);
        }
        CellCheck check =
            check_cells(*level_, *planes_, volumes, std::vector{std::move(task)}, *options_);
        result_.leaves = check.leaves;
        result_.volumes = check.volumes;
        differences_->append(check.differences);
    }

    // The brushes that are no detail, and area portals.
    std::vector<RebuiltVolume> structural_volumes() const {
        std::vector<RebuiltVolume> volumes;
        for (const RebuiltBrush& brush : brushes_) {
            const bool is_facet = (level_->brushes()[brush.number].flags & kBrushFacet) != 0;
            const bool is_of_world =
                brush.entity == 0 && any(brush.contents & kStructural) && !is_facet;
            const Contents contents =
                is_of_world ? brush.contents & kStructural : Contents::AreaPortal;
            if ((is_of_world || marks_gate(*level_, *source_, brush)) &&
                !brush.solid.faces.empty()) {
                volumes.push_back({brush.number,
                                   brush.entity,
                                   0,
                                   contents,
                                   brush.planes,
                                   brush.solid,
                                   brush.bounds});
            }
        }
        return volumes;
    }

    void find_cells() {
        cells_.resize(level_->leaves().size());
        for_each_cell(
            level_->nodes(),
            root_,
            box_,
            predicates_,
            [&](const NodeRecord& node) { return planes_->of(2 * node.plane); },
            [&](LeafId leaf, Polyhedron&& cell) { cells_[leaf.value] = std::move(cell); });
        number_ = clusters_of_leaves(level_->view());
    }

    std::vector<Polyhedron> cells_of_clusters() const {
        std::vector<Polyhedron> cells(level_->clusters().size());
        for (std::size_t leaf = 0; leaf < cells_.size(); ++leaf) {
            if (number_[leaf] != kNone) {
                cells[number_[leaf]] = cells_[leaf];
            }
        }
        return cells;
    }

    // Finds what lies beyond each face of a cell.
    void meet_neighbours(std::uint32_t leaf) {
        const Polyhedron& cell = cells_[leaf];
        const Contents contents = level_->contents(LeafId(leaf));
        const bool is_void = any(contents & Contents::Void);
        if (!is_void && number_[leaf] == kNone) {
            return;
        }
        for (std::size_t f = 0; f < cell.faces.size(); ++f) {
            const PlaneId plane = cell.faces[f].plane;
            for_each_leaf(
                level_->nodes(),
                root_,
                face_polygon(cell, f),
                [&](std::size_t node, Polygon&& whole) -> ChildStates<Polygon> {
                    const PlaneId at = planes_->of(2 * level_->nodes()[node].plane);
                    if (at.pair() == plane.pair()) {  // beyond the face: in front of its plane
                        ChildStates<Polygon> states;
                        states[at == plane ? 0 : 1] = std::move(whole);
                        return states;
                    }
                    PolygonSplit parts = split(std::move(whole), at, predicates_);
                    return {std::move(parts.front), std::move(parts.back)};
                },
                [&](LeafId other, Polygon&& part) {
                    if (other.value == leaf) {
                        return;  // a side of the box
                    }
                    if (is_void) {
                        check_beyond_void(leaf, other, part);
                    } else if (number_[other.value] > number_[leaf] &&
                               number_[other.value] != kNone) {
                        shared_[{number_[leaf], number_[other.value]}] = corners_of(part);
                    }
                });
        }
    }

    void check_beyond_void(std::uint32_t leaf, LeafId other, const Polygon& shared) {
        const Contents contents = level_->contents(other);
        if (!any(contents & (kSealing | Contents::Void)) && !is_crack(shared)) {
            differences_->add("leaf " + std::to_string(leaf) + " is void, but beside it leaf " +
                              std::to_string(other.value) + " is " + to_string(contents));
        }
    }

    // True if two parallel lines hold the polygon, as near to each other as two sides can be apart
    // that the import has moved.
    bool is_crack(const Polygon& polygon) const {
        const double largest =
            2 * std::ldexp(level_->statistics().largest_move, level_->grid_exponent());
        const std::vector<Corner>& corners = polygon.corners;
        for (std::size_t i = 0; i < corners.size(); ++i) {
            const Vec3& at = corners[i].point.rounded;
            const Vec3 along = corners[(i + 1) % corners.size()].point.rounded - at;
            double farthest = 0;
            for (const Corner& corner : corners) {
                farthest = std::max(farthest, length(cross(along, corner.point.rounded - at)));
            }
            if (largest > 0 && farthest <= largest * length(along) * (1 + 1e-9)) {
                return true;
            }
        }
        return false;
    }

    // The corners in map units, sorted.
    std::vector<std::array<double, 3>> corners_of(const Polygon& polygon) const {
        std::vector<std::array<double, 3>> corners;
        for (const Corner& corner : polygon.corners) {
            const Vec3& p = corner.point.rounded;
            const int exponent = -level_->grid_exponent();
            corners.push_back(
                {std::ldexp(p.x, exponent), std::ldexp(p.y, exponent), std::ldexp(p.z, exponent)});
        }
        std::ranges::sort(corners);
        return corners;
    }

    void check_portals() {
        result_.portals = level_->portals().size();
        std::size_t found = 0;
        for (std::size_t p = 0; p < level_->portals().size(); ++p) {
            const PortalRecord& portal = level_->portals()[p];
            const auto pair = std::minmax(portal.cluster[0], portal.cluster[1]);
            const auto known = shared_.find(pair);
            std::vector<std::array<double, 3>> corners;
            for (const Vec3& corner :
                 level_->portal_corners().subspan(portal.first_corner, portal.corner_count)) {
                corners.push_back({corner.x, corner.y, corner.z});
            }
            std::ranges::sort(corners);
            if (known == shared_.end() || known->second != corners) {
                differences_->add("portal " + std::to_string(p) +
                                  " is not the polygon that its two clusters share");
                continue;
            }
            ++found;
        }
        if (found != shared_.size()) {
            differences_->add("clusters share " + std::to_string(shared_.size()) +
                              " polygons, but of these the level has " + std::to_string(found) +
                              " portals");
        }
    }

    // No entity without brushes touches a leaf of Void.
    void check_entities() {
        struct Here {};
        for (std::uint32_t e = 1; e < source_->entities.size(); ++e) {
            const Entity& entity = source_->entities[e];
            if (!entity.brushes.empty() || !entity.polygons.empty() || !entity.patches.empty() ||
                !entity.meshes.empty() || !entity.has_origin) {
                continue;
            }
            for_each_leaf(
                level_->nodes(),
                root_,
                Here(),
                [&](std::size_t node, Here) -> ChildStates<Here> {
                    const PlaneId plane(2 * level_->nodes()[node].plane);
                    const Side at =
                        side(entity.origin, level_->plane(plane), level_->grid_exponent());
                    return {at == Side::Back ? std::nullopt : std::optional<Here>(Here()),
                            at == Side::Front ? std::nullopt : std::optional<Here>(Here())};
                },
                [&](LeafId leaf, Here) {
                    if (any(level_->contents(leaf) & Contents::Void)) {
                        differences_->add(describe_level_entity(*source_, e) + " at " +
                                          number_text(entity.origin.x) + " " +
                                          number_text(entity.origin.y) + " " +
                                          number_text(entity.origin.z) + " is in leaf " +
                                          std::to_string(leaf.value) + ", which is void");
                    }
                });
        }
    }

    void add_outside() {
        for (std::uint32_t s = 0; s < level_->spaces().size(); ++s) {
            if (!holds_its_position(level_->spaces()[s])) {
                continue;
            }
            for (std::uint32_t leaf = 0; leaf < cells_.size(); ++leaf) {
                if (cells_[leaf].faces.empty() ||
                    !any(level_->contents(LeafId(leaf)) & Contents::Void)) {
                    continue;
                }
                RebuiltVolume& volume = result_.outside.emplace_back();
                volume.space = s;
                volume.contents = s == 0 ? Contents::Void : Contents::Solid;
                volume.solid = cells_[leaf];
                volume.bounds = bounds(volume.solid);
                volume.is_outside = true;
                for (const Polyhedron::Face& face : volume.solid.faces) {
                    volume.planes.push_back(face.plane);
                }
            }
        }
    }

    static bool holds_its_position(const SpaceRecord& space) {
        return std::ranges::all_of(space.min, [](double least) { return least <= 0; }) &&
               std::ranges::all_of(space.max, [](double most) { return most >= 0; });
    }

    const Level* level_;
    const World* source_;
    std::span<const RebuiltBrush> brushes_;
    const RebuiltSurface* surface_;
    LevelPlanes* planes_;
    const VerifyOptions* options_;
    Differences* differences_;
    std::int32_t root_;
    Polyhedron box_;
    Predicates predicates_;
    std::vector<Polyhedron> cells_;      // by leaf; without faces for leaves of other trees
    std::vector<std::uint32_t> number_;  // by leaf: the cluster, or kNone
    // The corners of what two clusters share, by their numbers, the lower one first.
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::vector<std::array<double, 3>>> shared_;
    StructureCheck result_;
};

}  // namespace

StructureCheck check_structure(const Level& level,
                               const World& source,
                               std::span<const RebuiltBrush> brushes,
                               const RebuiltSurface& surface,
                               LevelPlanes& planes,
                               const VerifyOptions& options,
                               Differences& differences) {
    if (level.cluster_roots().empty()) {
        return {};
    }
    return StructureChecker(level, source, brushes, surface, planes, options, differences).run();
}

}  // namespace halfspace
