// SPDX-License-Identifier: MIT
#include "verify/verify_facets.h"

#include "halfspace/world/describe.h"

#include "import/curve_facets.h"
#include "import/curve_import.h"
#include "verify/describe_level.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <utility>

namespace halfspace {
namespace {

using PatchId = std::pair<std::uint32_t, std::uint32_t>;  // entity, number of the patch
using Corners = std::vector<GridPoint>;                   // sorted; they define a convex solid

std::string describe(const World& source, const PatchId& patch) {
    return describe_patch(source, patch.first, patch.second) + " (line " +
           std::to_string(source.entities[patch.first].patches[patch.second].position.line) + ")";
}

GridPoint sum(const GridPoint& a, const GridPoint& b) {
    return {a[0] + b[0], a[1] + b[1], a[2] + b[2]};
}

// The corners of all copies of these points, each copy moved by one of the offsets.
Corners moved_copies(std::span<const GridPoint> points, std::span<const GridPoint> offsets) {
    Corners corners;
    for (const GridPoint& offset : offsets) {
        for (const GridPoint& point : points) {
            corners.push_back(sum(point, offset));
        }
    }
    std::sort(corners.begin(), corners.end());
    return corners;
}

// The axis along which a piece was moved by the offset.
std::size_t axis_of(const GridPoint& offset) {
    return offset[0] != 0 ? 0 : offset[1] != 0 ? 1 : 2;
}

// An edge of pieces; a is the smaller corner.
struct Edge {
    std::uint32_t entity;
    GridPoint a;
    GridPoint b;
    friend auto operator<=>(const Edge&, const Edge&) = default;
};

// The corners of the wedge along an edge between two pieces that are moved by these offsets.
// nullopt if the wedge has no volume.
std::optional<Corners> wedge(const Edge& edge, const GridPoint& one, const GridPoint& other) {
    const std::size_t i = axis_of(one);
    const std::size_t j = axis_of(other);
    if (i == j || edge.a[3 - i - j] == edge.b[3 - i - j]) {
        return std::nullopt;
    }
    return moved_copies(std::array{edge.a, edge.b}, std::array{GridPoint{}, one, other});
}

class FacetChecker {
public:
    FacetChecker(const Level& level,
                 const World& source,
                 const std::vector<RebuiltBrush>& brushes,
                 Differences& differences)
        : level_(&level), source_(&source), brushes_(&brushes), differences_(&differences) {}

    void run(const ImportedCurves& curves, const PlaneTable& planes) {
        for (const ImportedPolygon& piece : curves.polygons) {
            const PatchId patch{piece.entity, curves.patches[piece.entity][piece.source]};
            if (blocks(patch)) {
                add_piece(patch, piece.polygon, planes);
            }
        }
        for (const auto& [edge, at] : edges_) {
            add_wedges(edge, at);
        }
        for (std::uint32_t b = 0; b < brushes_->size(); ++b) {
            if ((level_->brushes()[b].flags & kBrushFacet) != 0) {
                check_facet(b);
            }
        }
        check_slabs();
        for (const auto& [edge, at] : edges_) {
            check_wedges(edge, at);
        }
    }

private:
    // What the pieces at an edge are moved by, and the patches that these pieces belong to.
    struct AtEdge {
        std::set<GridPoint> offsets;
        std::set<PatchId> patches;
    };

    bool blocks(const PatchId& patch) const {
        return has_facets(source_->entities[patch.first].patches[patch.second]);
    }

    // Adds the slab of a piece: the space between the piece and a copy, which is moved back by the
    // thickness along the axis that the normal is nearest to.
    void add_piece(const PatchId& patch, const Polygon& piece, const PlaneTable& planes) {
        const ExactPlane plane = planes.plane(piece.plane);
        std::size_t axis = 0;
        for (const std::size_t other : {1, 2}) {
            if (std::abs(plane.n[other]) > std::abs(plane.n[axis])) {
                axis = other;
            }
        }
        const std::int64_t thickness = facet_thickness(level_->grid_exponent());
        GridPoint offset{};
        offset[axis] = plane.n[axis] > 0 ? -thickness : thickness;
        std::vector<GridPoint> corners;
        for (const Corner& corner : piece.corners) {
            corners.push_back(grid_point(corner.point));
        }
        for (std::size_t i = 0; i < corners.size(); ++i) {
            const auto [a, b] = std::minmax(corners[i], corners[(i + 1) % corners.size()]);
            AtEdge& at = edges_[{patch.first, a, b}];
            at.offsets.insert(offset);
            at.patches.insert(patch);
        }
        slabs_.insert({patch, moved_copies(corners, std::array{GridPoint{}, offset})});
    }

    // Adds the wedges that an edge may have: between any two offsets, for any of the patches.
    void add_wedges(const Edge& edge, const AtEdge& at) {
        for (const GridPoint& one : at.offsets) {
            for (const GridPoint& other : at.offsets) {
                const std::optional<Corners> corners = wedge(edge, one, other);
                for (const PatchId& patch : at.patches) {
                    if (corners) {
                        wedges_.insert({patch, *corners});
                    }
                }
            }
        }
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
        Corners corners;
        for (const ExactPoint& point : (*brushes_)[b].solid.points) {
            if (!point.integral) {
                differences_->add(name + "has a corner off the grid");
                return;
            }
            corners.push_back(grid_point(point));
        }
        std::sort(corners.begin(), corners.end());
        std::pair facet{patch, std::move(corners)};
        if (!slabs_.contains(facet) && !wedges_.contains(facet)) {
            differences_->add(name +
                              "is neither the slab of a piece of its patch nor a wedge between two "
                              "pieces");
            return;
        }
        found_.insert(std::move(facet));
    }

    void check_slabs() {
        std::map<PatchId, std::size_t> missing;
        for (const auto& slab : slabs_) {
            missing[slab.first] += found_.contains(slab) ? 0 : 1;
        }
        for (const auto& [patch, count] : missing) {
            if (count != 0) {
                differences_->add(describe(*source_, patch) + " has " + std::to_string(count) +
                                  " pieces without a facet");
            }
        }
    }

    // One of the offsets must have a wedge to each of the others.
    void check_wedges(const Edge& edge, const AtEdge& at) {
        const auto is_joined = [&](const GridPoint& one, const GridPoint& other) {
            const std::optional<Corners> corners = wedge(edge, one, other);
            return !corners ||
                   std::any_of(at.patches.begin(), at.patches.end(), [&](const PatchId& patch) {
                       return found_.contains({patch, *corners});
                   });
        };
        const bool is_closed =
            std::any_of(at.offsets.begin(), at.offsets.end(), [&](const GridPoint& one) {
                return std::all_of(at.offsets.begin(),
                                   at.offsets.end(),
                                   [&](const GridPoint& other) { return is_joined(one, other); });
            });
        if (!is_closed) {
            differences_->add(describe(*source_, *at.patches.begin()) +
                              " has two pieces without a wedge between them");
        }
    }

    const Level* level_;
    const World* source_;
    const std::vector<RebuiltBrush>* brushes_;
    Differences* differences_;
    std::map<Edge, AtEdge> edges_;  // of pieces that block
    // What facets may be, and those that were found.
    std::set<std::pair<PatchId, Corners>> slabs_;
    std::set<std::pair<PatchId, Corners>> wedges_;
    std::set<std::pair<PatchId, Corners>> found_;
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
    FacetChecker(level, source, brushes, differences).run(*curves, planes.table);
}

}  // namespace halfspace
