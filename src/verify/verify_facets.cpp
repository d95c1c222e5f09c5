// SPDX-License-Identifier: MIT
#include "verify/verify_facets.h"

#include "halfspace/world/describe.h"

#include "import/curve_facets.h"
#include "import/curve_import.h"
#include "verify/describe_level.h"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <set>
#include <string>
#include <utility>

namespace halfspace {
namespace {

using PatchId = std::pair<std::uint32_t, std::uint32_t>;  // entity, number of the patch
using Corners = std::vector<GridPoint>;                   // sorted

Corners corners_of(const Polygon& polygon) {
    Corners corners;
    for (const Corner& corner : polygon.corners) {
        corners.push_back(grid_point(corner.point));
    }
    std::sort(corners.begin(), corners.end());
    return corners;
}

class FacetChecker {
public:
    FacetChecker(const Level& level,
                 const World& source,
                 const std::vector<RebuiltBrush>& brushes,
                 Differences& differences)
        : level_(&level), source_(&source), brushes_(&brushes), differences_(&differences) {}

    void run(const ImportedCurves& curves) {
        for (const ImportedPolygon& piece : curves.polygons) {
            const PatchId patch{piece.entity, curves.patches[piece.entity][piece.source]};
            if (blocks(patch)) {
                const Corners corners = corners_of(piece.polygon);
                pieces_[patch].insert({piece.polygon.plane, corners});
                corners_[patch].insert(corners.begin(), corners.end());
            }
        }
        for (std::uint32_t b = 0; b < brushes_->size(); ++b) {
            if ((level_->brushes()[b].flags & kBrushFacet) != 0) {
                check_facet(b);
            }
        }
        for (const auto& [patch, pieces] : pieces_) {
            if (!pieces.empty()) {
                const Patch& source = source_->entities[patch.first].patches[patch.second];
                differences_->add(describe_patch(*source_, patch.first, patch.second) + " (line " +
                                  std::to_string(source.position.line) + ") has " +
                                  std::to_string(pieces.size()) + " pieces without a facet");
            }
        }
    }

private:
    bool blocks(const PatchId& patch) const {
        const Contents contents = source_->entities[patch.first].patches[patch.second].contents;
        return any(contents & (kBodyBlockers | kSightBlockers));
    }

    void check_facet(std::uint32_t b) {
        const BrushRecord& record = level_->brushes()[b];
        const PatchId patch{record.entity, record.source};
        const std::string name = describe_level_brush(*level_, *source_, b) + " ";
        if (record.entity >= source_->entities.size() ||
            record.source >= source_->entities[record.entity].patches.size() || !blocks(patch)) {
            differences_->add(name + "belongs to no blocking patch of the source");
            return;
        }
        if (static_cast<Contents>(record.contents) !=
            source_->entities[patch.first].patches[patch.second].contents) {
            differences_->add(name + "has contents that differ from its patch");
        }
        const Polyhedron& solid = (*brushes_)[b].solid;
        for (std::size_t f = 0; f < solid.faces.size(); ++f) {
            const Polygon face = face_polygon(solid, f);
            const bool is_integral = std::all_of(face.corners.begin(),
                                                 face.corners.end(),
                                                 [](const Corner& c) { return c.point.integral; });
            if (!is_integral) {
                differences_->add(name + "has a corner off the grid");
                return;
            }
            pieces_[patch].erase({face.plane, corners_of(face)});
        }
        for (const ExactPoint& point : solid.points) {
            if (!is_near(grid_point(point), corners_[patch])) {
                differences_->add(name + "does not lie on its patch");
                return;
            }
        }
    }

    // True for a corner of a piece, and for such a corner moved along an axis by the thickness.
    bool is_near(const GridPoint& point, const std::set<GridPoint>& corners) const {
        const std::int64_t thickness = facet_thickness(level_->grid_exponent());
        if (corners.contains(point)) {
            return true;
        }
        for (std::size_t axis = 0; axis < 3; ++axis) {
            for (const std::int64_t step : {-thickness, thickness}) {
                GridPoint moved = point;
                moved[axis] += step;
                if (corners.contains(moved)) {
                    return true;
                }
            }
        }
        return false;
    }

    const Level* level_;
    const World* source_;
    const std::vector<RebuiltBrush>* brushes_;
    Differences* differences_;
    // Pieces of which no facet was found yet.
    std::map<PatchId, std::set<std::pair<PlaneId, Corners>>> pieces_;
    std::map<PatchId, std::set<GridPoint>> corners_;
};

}  // namespace

void check_facets(const Level& level,
                  const World& source,
                  const std::vector<RebuiltBrush>& brushes,
                  double tolerance,
                  LevelPlanes& planes,
                  Differences& differences) {
    const std::expected<ImportedCurves, std::vector<Error>> curves =
        import_curves(source, tolerance, level.grid_exponent(), planes.table);
    if (!curves) {
        differences.add("the source's patches cannot be read: " + curves.error().front().message);
        return;
    }
    FacetChecker(level, source, brushes, differences).run(*curves);
}

}  // namespace halfspace
