// SPDX-License-Identifier: MIT
#include "compile/verify_bodies.h"

#include "halfspace/exact/box_sum.h"
#include "halfspace/level/bodies.h"
#include "halfspace/tasks/parallel_for.h"

#include "compile/expand.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

namespace halfspace {
namespace {

// What measuring in doubles may add to a distance [grid steps].
constexpr double kMeasureError = 1e-5;

class Grower {
public:
    Grower(const Level& level,
           const std::vector<RebuiltBrush>& brushes,
           RebuiltPlanes& planes,
           Differences& differences)
        : level_(&level),
          brushes_(&brushes),
          planes_(&planes),
          differences_(&differences),
          everything_(make_box({{-kMaxCoordinate, -kMaxCoordinate, -kMaxCoordinate},
                                {kMaxCoordinate, kMaxCoordinate, kMaxCoordinate}},
                               planes.table)) {}

    std::vector<RebuiltVolume> run(std::uint32_t first_space, unsigned threads) {
        for (std::uint32_t b = 0; b < brushes_->size(); ++b) {
            if (!(*brushes_)[b].solid.faces.empty()) {
                check_bevels(b);
            }
        }
        for (std::uint32_t s = first_space; s < level_->spaces().size(); ++s) {
            const std::optional<GridBox> box = box_of(s);
            for (std::uint32_t b = 0; box && b < brushes_->size(); ++b) {
                add_volume(b, s, *box);
            }
        }
        if (planes_->table.predicate_bits() > kMaxPredicateBits) {
            return std::move(volumes_);  // the caller says so
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
    std::optional<GridBox> box_of(std::uint32_t space) {
        const SpaceRecord& record = level_->spaces()[space];
        GridBox box;
        for (std::size_t i = 0; i < 3; ++i) {
            const double min = std::ldexp(record.min[i], level_->grid_exponent());
            const double max = std::ldexp(record.max[i], level_->grid_exponent());
            const bool is_fit = std::floor(min) == min && std::floor(max) == max &&
                                std::fabs(min) < 0x1p26 && std::fabs(max) < 0x1p26;
            if (!is_fit) {
                differences_->add("the body of space " + std::to_string(space) +
                                  " is not on the grid or too large");
                return std::nullopt;
            }
            box.min[i] = static_cast<std::int64_t>(min);
            box.max[i] = static_cast<std::int64_t>(max);
        }
        return box;
    }

    void check_bevels(std::uint32_t b) {
        Predicates predicates(planes_->table);
        for (const PlaneId bevel : (*brushes_)[b].bevels) {
            for (const ExactPoint& point : (*brushes_)[b].solid.points) {
                if (predicates.side(point, bevel) == Side::Front) {
                    differences_->add("brush " + std::to_string(b) + " has a bevel that cuts it");
                    return;
                }
            }
        }
    }

    // The plane moved out by the farthest that a corner of the body reaches to its back.
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

    // What is wrong with the volume, or nothing.
    std::string build(std::size_t v) {
        RebuiltVolume& volume = volumes_[v];
        const RebuiltBrush& brush = (*brushes_)[sources_[v].brush];
        if (volume.space == 0) {
            volume.solid = brush.solid;
            volume.bounds = brush.bounds;
            return {};
        }
        Predicates predicates(planes_->table);
        std::optional<Polyhedron> solid = intersect(everything_, volume.planes, predicates);
        if (!solid) {
            return "brush " + std::to_string(sources_[v].brush) + " vanishes in space " +
                   std::to_string(volume.space);
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
            return "brush " + std::to_string(sources_[v].brush) + " grown for space " +
                   std::to_string(volume.space) + " reaches out by " + std::to_string(out) +
                   " grid steps, of " + std::to_string(allowed) + " allowed";
        }
        return {};
    }

    struct Source {
        std::uint32_t brush;
        GridBox box;
    };

    const Level* level_;
    const std::vector<RebuiltBrush>* brushes_;
    RebuiltPlanes* planes_;
    Differences* differences_;
    Polyhedron everything_;
    std::vector<RebuiltVolume> volumes_;
    std::vector<Source> sources_;  // beside volumes_
};

}  // namespace

std::vector<RebuiltVolume> grow_brushes(const Level& level,
                                        const std::vector<RebuiltBrush>& brushes,
                                        std::uint32_t first_space,
                                        RebuiltPlanes& planes,
                                        unsigned threads,
                                        Differences& differences) {
    return Grower(level, brushes, planes, differences).run(first_space, threads);
}

std::vector<RebuiltBrush> cells_of_model(const Level& level,
                                         std::uint32_t model,
                                         RebuiltPlanes& planes,
                                         unsigned threads) {
    const ModelRecord& record = level.models()[model];
    std::vector<SolidBrush> cells;
    std::vector<std::pair<std::int32_t, Polyhedron>> open;
    open.emplace_back(record.root, make_box(box_of(record, level.grid_exponent()), planes.table));
    Predicates predicates(planes.table);
    while (!open.empty()) {
        auto [child, cell] = std::move(open.back());
        open.pop_back();
        if (child < 0) {
            const LeafId leaf(static_cast<std::uint32_t>(-1 - child));
            if (any(level.contents(leaf) & kBodyBlockers)) {
                SolidBrush& solid = cells.emplace_back();
                solid.contents = level.contents(leaf);
                solid.solid = std::move(cell);
            }
            continue;
        }
        const NodeRecord& node = level.nodes()[static_cast<std::size_t>(child)];
        PolyhedronSplit parts = split(cell, planes.of(2 * node.plane), predicates);
        for (const int c : {0, 1}) {
            std::optional<Polyhedron>& part = c == 0 ? parts.front : parts.back;
            if (part) {
                open.emplace_back(node.child[c], *std::move(part));
            }
        }
    }
    for (SolidBrush& cell : cells) {
        cell.bounds = bounds(cell.solid);
        for (const Polyhedron::Face& face : cell.solid.faces) {
            cell.sides.push_back({face.plane, 0});
        }
    }
    std::int64_t reach = 0;
    for (const SpaceRecord& space : level.spaces()) {
        for (std::size_t i = 0; i < 3; ++i) {
            const double farthest = std::max(-space.min[i], space.max[i]);
            reach = std::max(
                reach,
                static_cast<std::int64_t>(std::ceil(std::ldexp(farthest, level.grid_exponent()))));
        }
    }
    if (!fits_grown(planes.table, reach)) {
        return {};  // no compiler writes such a level; its leaves then say too much
    }
    find_bevels(cells, reach, planes.table, threads);
    std::vector<RebuiltBrush> result;
    for (SolidBrush& cell : cells) {
        RebuiltBrush& brush = result.emplace_back();
        brush.entity = record.entity;
        brush.contents = cell.contents;
        for (const SolidBrush::Side& side : cell.sides) {
            brush.planes.push_back(side.plane);
        }
        for (const SolidBrush::Bevel& bevel : cell.bevels) {
            brush.bevels.push_back(bevel.plane);
        }
        brush.solid = std::move(cell.solid);
        brush.bounds = cell.bounds;
    }
    return result;
}

GridBox box_of(const ModelRecord& model, int grid_exponent) {
    GridBox box;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        box.min[axis] = static_cast<std::int64_t>(std::ldexp(model.min[axis], grid_exponent));
        box.max[axis] = static_cast<std::int64_t>(std::ldexp(model.max[axis], grid_exponent));
    }
    return box;
}

}  // namespace halfspace
