// SPDX-License-Identifier: MIT
#include "verify/verify_facets.h"

#include "halfspace/world/describe.h"

#include "import/curves/curve_facets.h"
#include "import/curves/curve_import.h"
#include "math/shared/axes.h"
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
    const std::size_t i = *axis_of(one);
    const std::size_t j = *axis_of(other);
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
        : level_(&level),
          source_(&source),
          brushes_(&brushes),
          thickness_(facet_thickness(level.grid_exponent())),
          differences_(&differences) {}

    void run(const std::vector<std::vector<CurveCell>>& cells) {
        for (std::uint32_t b = 0; b < brushes_->size(); ++b) {
            if ((level_->brushes()[b].flags & kBrushFacet) != 0) {
                add_facet(b);
            }
        }
        for (std::uint32_t e = 0; e < cells.size(); ++e) {
            for (const CurveCell& cell : cells[e]) {
                if (has_facets(source_->entities[e].patches[cell.patch])) {
                    check_cell({e, cell.patch}, cell);
                }
            }
        }
        for (const auto& [patch, count] : missing_) {
            if (count != 0) {
                differences_->add(describe(*source_, patch) + " has " + std::to_string(count) +
                                  " pieces without a facet");
            }
        }
        for (const auto& [edge, at] : edges_) {
            check_wedges(edge, at);
        }
        for (const auto& [key, facet] : facets_) {
            if (!facet.is_known) {
                differences_->add(
                    describe_level_brush(*level_, *source_, facet.brush) +
                    " is neither the slab of a piece of its patch nor a wedge between "
                    "two pieces");
            }
        }
    }

private:
    // What the pieces at an edge are moved by, and the patches that these pieces belong to.
    struct AtEdge {
        std::set<GridPoint> offsets;
        std::set<PatchId> patches;
    };
    // A facet of the level.
    struct Facet {
        std::uint32_t brush = 0;
        bool is_known = false;  // it is a slab or a wedge
    };

    void add_facet(std::uint32_t b) {
        const BrushRecord& record = level_->brushes()[b];
        const PatchId patch{record.entity, record.source};
        const std::string name = describe_level_brush(*level_, *source_, b) + " ";
        if (record.entity >= source_->entities.size() ||
            record.source >= source_->entities[record.entity].patches.size() ||
            !has_facets(source_->entities[patch.first].patches[patch.second])) {
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
        facets_.try_emplace({patch, std::move(corners)}, Facet{b});
    }

    // The whole cell must have a slab, or each of its triangles with an area.
    void check_cell(const PatchId& patch, const CurveCell& cell) {
        const auto& [a, b, c, d] = cell.corners;
        if (find_slab(patch, std::array{a.point, b.point, c.point, d.point})) {
            return;
        }
        std::size_t found = 0;
        std::size_t absent = 0;
        for (const auto& half :
             {std::array{a.point, b.point, c.point}, std::array{a.point, c.point, d.point}}) {
            if (has_area(half)) {
                (find_slab(patch, half) ? found : absent) += 1;
            }
        }
        missing_[patch] += found == 0 ? std::min<std::size_t>(absent, 1) : absent;
    }

    static bool has_area(const std::array<GridPoint, 3>& corners) {
        const auto& [a, b, c] = corners;
        return cross_at(a, b, c) != WideVector{};
    }

    // Finds the slab of a piece: the space between the piece and a copy, which is moved back along
    // an axis by the thickness. If the level has it, adds the piece to its edges. corners: three or
    // four. The corners of the slab are all corners of the piece and of the copy, so a piece that
    // is not convex seen along the axis has no slab.
    bool find_slab(const PatchId& patch, std::span<const GridPoint> corners) {
        // The axes with a positive number lead out of the front.
        const WideVector normal =
            cross<Int128>(difference(corners[2], corners[0]),
                          difference(corners[3 % corners.size()], corners[1]));
        const Int128 largest = magnitude(normal[longest_axis(normal)]);
        for (std::size_t axis = 0; axis < 3; ++axis) {
            const Int128 out = normal[axis];
            // The compiler moves no piece along an axis that is flatter than 1/8 against it.
            if (out == 0 || magnitude(out) * 8 < largest) {
                continue;
            }
            GridPoint offset{};
            offset[axis] = out > 0 ? -thickness_ : thickness_;
            if (!find_facet(patch, moved_copies(corners, std::array{GridPoint{}, offset}))) {
                continue;
            }
            for (std::size_t i = 0; i < corners.size(); ++i) {
                const auto [a, b] = std::minmax(corners[i], corners[(i + 1) % corners.size()]);
                AtEdge& at = edges_[{patch.first, a, b}];
                at.offsets.insert(offset);
                at.patches.insert(patch);
            }
            return true;
        }
        return false;
    }

    // True if the level has the facet, which is then known.
    bool find_facet(const PatchId& patch, Corners corners) {
        const auto found = facets_.find({patch, std::move(corners)});
        if (found == facets_.end()) {
            return false;
        }
        found->second.is_known = true;
        return true;
    }

    // True if the level fills the angle behind the edge between pieces that are moved by `one` and
    // by `other`: by a wedge, or by two wedges that meet at a third offset. At an edge of more than
    // two pieces there may be several third offsets.
    bool are_joined(const Edge& edge,
                    const AtEdge& at,
                    const GridPoint& one,
                    const GridPoint& other) {
        if (one == other) {
            return true;
        }
        if (const std::optional<Corners> corners = wedge(edge, one, other)) {
            const bool is_there = has_wedge(at, *corners);
            set_known(at, *corners);
            return is_there;
        }
        bool is_joined = false;
        for (std::size_t direction = 0; direction < 6; ++direction) {
            GridPoint middle{};
            middle[direction / 2] = direction % 2 == 0 ? thickness_ : -thickness_;
            const std::optional<Corners> first = wedge(edge, one, middle);
            const std::optional<Corners> second = wedge(edge, middle, other);
            if (first && second && has_wedge(at, *first) && has_wedge(at, *second)) {
                set_known(at, *first);
                set_known(at, *second);
                is_joined = true;
            }
        }
        return is_joined;
    }

    // True if one of the patches at an edge has the facet.
    bool has_wedge(const AtEdge& at, const Corners& corners) const {
        return std::ranges::any_of(
            at.patches, [&](const PatchId& patch) { return facets_.contains({patch, corners}); });
    }

    void set_known(const AtEdge& at, const Corners& corners) {
        for (const PatchId& patch : at.patches) {
            find_facet(patch, corners);
        }
    }

    // One of the offsets must have a wedge to each of the others. A wedge belongs to any of the
    // patches.
    void check_wedges(const Edge& edge, const AtEdge& at) {
        bool is_closed = false;
        for (const GridPoint& one : at.offsets) {
            bool has_all = true;
            for (const GridPoint& other : at.offsets) {
                has_all = are_joined(edge, at, one, other) && has_all;
            }
            is_closed = is_closed || has_all;
        }
        if (!is_closed) {
            differences_->add(describe(*source_, *at.patches.begin()) +
                              " has two pieces without a wedge between them");
        }
    }

    const Level* level_;
    const World* source_;
    const std::vector<RebuiltBrush>* brushes_;
    std::int64_t thickness_;  // of slabs [grid steps]
    Differences* differences_;
    std::map<std::pair<PatchId, Corners>, Facet> facets_;
    std::map<Edge, AtEdge> edges_;            // of pieces with a slab
    std::map<PatchId, std::size_t> missing_;  // the number of pieces without a slab
};

}  // namespace

void check_facets(const Level& level,
                  const World& source,
                  const std::vector<RebuiltBrush>& brushes,
                  double tolerance,
                  Differences& differences) {
    const auto cells = import_curve_cells(source, tolerance, level.grid_exponent());
    if (!cells) {
        differences.add("the source's patches cannot be read: " + cells.error().front().message);
        return;
    }
    FacetChecker(level, source, brushes, differences).run(*cells);
}

}  // namespace halfspace
