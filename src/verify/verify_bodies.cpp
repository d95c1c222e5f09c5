// SPDX-License-Identifier: MIT
#include "verify/verify_bodies.h"

#include "halfspace/base/number_text.h"
#include "halfspace/level/bodies.h"
#include "halfspace/tasks/parallel_for.h"

#include "exact/shared/bevel.h"
#include "exact/shared/box_sum.h"
#include "math/shared/axes.h"
#include "verify/describe_level.h"
#include "verify/solid_edges.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

namespace halfspace {
namespace {

// The largest error of a distance measured in doubles [grid steps].
constexpr double kMeasureError = 1e-5;

class Grower {
public:
    Grower(const Level& level,
           const World& source,
           const std::vector<RebuiltBrush>& brushes,
           LevelPlanes& planes,
           Differences& differences)
        : level_(&level),
          source_(&source),
          brushes_(&brushes),
          planes_(&planes),
          differences_(&differences),
          everything_(make_box(kEverything, planes.table)) {}

    std::vector<RebuiltVolume> run(std::uint32_t first_space, unsigned threads) {
        for (std::uint32_t b = 0; b < brushes_->size(); ++b) {
            if (!(*brushes_)[b].solid.faces.empty()) {
                check_bevels(b);
            }
        }
        for (std::uint32_t s = first_space; s < level_->spaces().size(); ++s) {
            const GridBox box = box_of(s);
            for (std::uint32_t b = 0; b < brushes_->size(); ++b) {
                add_volume(b, s, box);
            }
        }
        if (planes_->table.predicate_bits() > kMaxPredicateBits) {
            return std::move(volumes_);  // the caller reports this
        }
        std::vector<std::string> problems(volumes_.size());
        parallel_for(volumes_.size(), threads, [&](std::size_t v) { problems[v] = build(v); });
        for (std::string& problem : problems) {
            if (!problem.empty()) {
                differences_->add(std::move(problem));
            }
        }
        return std::move(volumes_);
    }

private:
    // Exact: the loader checks the box.
    GridBox box_of(std::uint32_t space) const {
        const SpaceRecord& record = level_->spaces()[space];
        GridBox box;
        for (std::size_t i = 0; i < 3; ++i) {
            const auto steps = [&](double units) {
                return static_cast<std::int64_t>(std::ldexp(units, level_->grid_exponent()));
            };
            box.min[i] = steps(record.min[i]);
            box.max[i] = steps(record.max[i]);
        }
        return box;
    }

    std::string describe(const RebuiltBrush& brush) const {
        return describe_solid(*level_, *source_, brush.number, brush.entity);
    }

    void check_bevels(std::uint32_t b) {
        Predicates predicates(planes_->table);
        for (const PlaneId bevel : (*brushes_)[b].bevels) {
            for (const ExactPoint& point : (*brushes_)[b].solid.points) {
                if (predicates.side(point, bevel) == Side::Front) {
                    differences_->add(describe((*brushes_)[b]) + " has a bevel that cuts it");
                    return;
                }
            }
        }
    }

    // The plane moved out by the distance that a corner of the body reaches to the back of the
    // plane.
    PlaneId moved(PlaneId plane, const GridBox& box) {
        ExactPlane out = planes_->table.plane(plane);
        Int128 farthest = 0;
        for (unsigned c = 0; c < 8; ++c) {
            Int128 along = 0;
            for (std::size_t i = 0; i < 3; ++i) {
                along -= Int128{out.n[i]} * ((c >> i & 1u) != 0 ? box.max[i] : box.min[i]);
            }
            farthest = c == 0 || along > farthest ? along : farthest;
        }
        out.d += farthest;
        return planes_->table.intern(out);
    }

    void add_volume(std::uint32_t b, std::uint32_t space, const GridBox& box) {
        const RebuiltBrush& brush = (*brushes_)[b];
        const Contents contents =
            space == 0 ? brush.contents : blocker_contents(blocker_bits(brush.contents));
        if (brush.solid.faces.empty() || (space != 0 && contents == Contents::Empty)) {
            return;
        }
        RebuiltVolume volume;
        volume.brush = brush.number;
        volume.entity = brush.entity;
        volume.space = space;
        volume.contents = contents;
        for (const PlaneId plane : brush.planes) {
            volume.planes.push_back(space == 0 ? plane : moved(plane, box));
        }
        for (std::size_t i = 0; space != 0 && i < brush.bevels.size(); ++i) {
            volume.planes.push_back(moved(brush.bevels[i], box));
        }
        volumes_.push_back(std::move(volume));
        sources_.push_back({b, box});
    }

    // Builds a volume. Returns what is wrong with it, or an empty text.
    std::string build(std::size_t v) {
        RebuiltVolume& volume = volumes_[v];
        const RebuiltBrush& brush = (*brushes_)[sources_[v].brush];
        if (volume.space == 0) {
            volume.solid = brush.solid;
            volume.bounds = brush.bounds;
            return {};
        }
        Predicates predicates(planes_->table);
        // The planes across the axes come first: then the others cut a small box.
        std::vector<PlaneId> planes = volume.planes;
        std::stable_partition(planes.begin(), planes.end(), [&](PlaneId plane) {
            return axis_of(planes_->table.even_plane(plane).n).has_value();
        });
        std::optional<Polyhedron> solid = intersect(everything_, planes, predicates);
        if (!solid) {
            return describe(brush) + " vanishes in space " + std::to_string(volume.space);
        }
        volume.solid = std::move(*solid);
        volume.bounds = bounds(volume.solid);
        const double allowed =
            std::ldexp(level_->spaces()[volume.space].excess, level_->grid_exponent()) +
            kMeasureError;
        const GridBox& box = sources_[v].box;
        const GridBox reflected{{-box.max[0], -box.max[1], -box.max[2]},
                                {-box.min[0], -box.min[1], -box.min[2]}};
        const double out = excess_over_sum(volume.solid, brush.solid, reflected, planes_->table);
        if (out > allowed) {
            return describe(brush) + " grown for space " + std::to_string(volume.space) +
                   " is larger than the exact shape by " + number_text(out) +
                   " grid steps; the limit is " + number_text(allowed);
        }
        return {};
    }

    struct Source {
        std::uint32_t brush;
        GridBox box;
    };

    const Level* level_;
    const World* source_;
    const std::vector<RebuiltBrush>* brushes_;
    LevelPlanes* planes_;
    Differences* differences_;
    Polyhedron everything_;
    std::vector<RebuiltVolume> volumes_;
    std::vector<Source> sources_;  // one for each of volumes_
};

// The leaves of the model's tree whose contents block bodies, each as a solid.
std::vector<RebuiltBrush> blocking_cells(const Level& level,
                                         std::uint32_t model,
                                         LevelPlanes& planes) {
    const ModelRecord& record = level.models()[model];
    std::vector<RebuiltBrush> cells;
    Polyhedron box = make_box(grid_box(level.view(), ModelId(model)), planes.table);
    Predicates predicates(planes.table);
    for_each_cell(
        level.nodes(),
        record.root,
        std::move(box),
        predicates,
        [&](const NodeRecord& node) { return planes.of(2 * node.plane); },
        [&](LeafId leaf, Polyhedron&& cell) {
            if (any(level.contents(leaf) & kBodyBlockers)) {
                RebuiltBrush& solid = cells.emplace_back();
                solid.entity = record.entity;
                solid.contents = level.contents(leaf);
                solid.bounds = bounds(cell);
                for (const Polyhedron::Face& face : cell.faces) {
                    solid.planes.push_back(face.plane);
                }
                solid.solid = std::move(cell);
            }
        });
    return cells;
}

// The largest distance that a body of the level reaches from its position along an axis [grid
// steps].
std::int64_t farthest_reach(const Level& level) {
    std::int64_t reach = 0;
    for (const SpaceRecord& space : level.spaces()) {
        for (std::size_t i = 0; i < 3; ++i) {
            const double farthest = std::max(-space.min[i], space.max[i]);
            reach = std::max(
                reach,
                static_cast<std::int64_t>(std::ceil(std::ldexp(farthest, level.grid_exponent()))));
        }
    }
    return reach;
}

// The planes that bound the sum of the solid and a box, without the planes of the solid's faces. An
// edge of the solid and an edge of the box along an axis span a plane of the sum, if the axis
// leaves one of the faces at the edge and enters the other. The remaining planes are perpendicular
// to the axes, two for each axis.
std::vector<ExactPlane> bevels_around(const Polyhedron& solid,
                                      const PlaneTable& planes,
                                      const BevelRoom& room) {
    std::vector<ExactPlane> bevels;
    for (const auto& [a, b] : edges_of(solid)) {
        const ExactPlane p = planes.plane(solid.faces[a].plane);
        const ExactPlane q = planes.plane(solid.faces[b].plane);
        for (std::size_t axis = 0; axis < 3; ++axis) {
            if ((p.n[axis] > 0 && q.n[axis] < 0) || (p.n[axis] < 0 && q.n[axis] > 0)) {
                bevels.push_back(edge_bevel(solid, p, q, axis, room).plane);
            }
        }
    }
    const Predicates predicates(planes);
    for (std::size_t axis = 0; axis < 3; ++axis) {
        bevels.push_back(end_bevel(solid, axis, 1, predicates).plane);
        bevels.push_back(end_bevel(solid, axis, -1, predicates).plane);
    }
    return bevels;
}

}  // namespace

std::vector<RebuiltVolume> grow_brushes(const Level& level,
                                        const World& source,
                                        const std::vector<RebuiltBrush>& brushes,
                                        std::uint32_t first_space,
                                        LevelPlanes& planes,
                                        unsigned threads,
                                        Differences& differences) {
    return Grower(level, source, brushes, planes, differences).run(first_space, threads);
}

std::vector<RebuiltBrush> cells_of_model(const Level& level,
                                         const World& source,
                                         std::uint32_t model,
                                         LevelPlanes& planes,
                                         unsigned threads,
                                         Differences& differences) {
    std::vector<RebuiltBrush> cells = blocking_cells(level, model, planes);
    const std::int64_t reach = farthest_reach(level);
    if (!cells.empty() && !fits_grown(planes.table, reach)) {
        differences.add("the planes of " + describe_model(level, source, model) +
                        " are too wide to be moved out by the bodies");
        return {};
    }
    const BevelRoom room = bevel_room(planes.table, reach);
    std::vector<std::vector<ExactPlane>> bevels(cells.size());
    parallel_for(cells.size(), threads, [&](std::size_t c) {
        bevels[c] = bevels_around(cells[c].solid, planes.table, room);
    });
    for (std::size_t c = 0; c < cells.size(); ++c) {
        for (const ExactPlane& bevel : bevels[c]) {
            cells[c].bevels.push_back(planes.table.intern(bevel));
        }
    }
    return cells;
}

}  // namespace halfspace
