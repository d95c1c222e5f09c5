// SPDX-License-Identifier: MIT
#include "compile/tree/divider.h"

#include "compile/expand/box_finder.h"
#include "compile/tree/splitter.h"
#include "compile/tree/tree_space.h"
#include "math/shared/clearance.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace halfspace {
namespace {

// In a cell with fewer volumes it costs more to look for one that hides others.
constexpr std::size_t kManyVolumes = 64;

}  // namespace

PlaneId Divider::choose(const Work& work) const {
    std::vector<PlaneId> eligible;
    eligible.reserve(work.fragments.size());
    for (const auto& fragment : work.fragments) {
        eligible.push_back(fragment->polygon.plane);
    }
    const PlaneTable& planes = predicates_.planes();
    if (splitters_ == Splitters::AxialFirst) {
        eligible = axial_if_any(std::move(eligible), planes);
    }
    std::vector<PlaneId> relief;
    if (relief_spacing_ > 0 && work.fragments.size() >= kMinFragmentsForRelief) {
        relief = relief_planes(work.cell, work.fragments, relief_spacing_, planes);
    }
    return *choose_splitter(
        work.cell, work.fragments, eligible, relief, planes, splitter_rule(score_));
}

Division Divider::divide(Work work, PlaneId plane) {
    Division result;
    PolyhedronSplit cells = halfspace::split(work.cell, plane, predicates_);
    result.child[0].cell = *std::move(cells.front);
    result.child[1].cell = *std::move(cells.back);
    result.child[0].fragments.reserve(work.fragments.size());
    result.child[1].fragments.reserve(work.fragments.size());
    for (std::unique_ptr<Fragment>& fragment : work.fragments) {
        if (fragment->polygon.plane.pair() == plane.pair()) {
            result.in_plane.push_back(std::move(fragment));
            continue;
        }
        FragmentSplit pieces = split(std::move(fragment), plane);
        if (pieces.front) {
            result.child[0].fragments.push_back(std::move(pieces.front));
        }
        if (pieces.back) {
            result.child[1].fragments.push_back(std::move(pieces.back));
        }
    }
    divide_volumes(work.volumes, plane, result);
    return result;
}

FragmentSplit Divider::split(std::unique_ptr<Fragment> fragment, PlaneId plane) {
    const ReachedSides sides =
        sides_of_box(fragment->centre, fragment->half, predicates_.planes().filter(plane));
    FragmentSplit result;
    if (sides.front != sides.back) {
        (sides.front ? result.front : result.back) = std::move(fragment);
        return result;
    }
    result = halfspace::split(std::move(fragment), plane, predicates_);
    cuts_ += result.front && result.back ? 1 : 0;
    return result;
}

void Divider::divide_volumes(const std::vector<std::uint32_t>& list,
                             PlaneId plane,
                             Division& result) {
    const std::array<Aabb, 2> boxes{bounds(result.child[0].cell), bounds(result.child[1].cell)};
    result.child[0].volumes.reserve(list.size());
    result.child[1].volumes.reserve(list.size());
    for (const std::uint32_t v : list) {
        const ReachedSides sides =
            sides_of(volumes_[v].solid, volumes_[v].bounds, plane, predicates_);
        if (sides.front && touch(boxes[0], volumes_[v].bounds)) {
            result.child[0].volumes.push_back(v);
        }
        if (sides.back && touch(boxes[1], volumes_[v].bounds)) {
            result.child[1].volumes.push_back(v);
        }
    }
    for (const std::size_t c : {0u, 1u}) {
        if (result.child[c].volumes.size() >= kManyVolumes) {
            drop_hidden_volumes(result.child[c], boxes[c]);
        }
    }
}

void Divider::drop_hidden_volumes(Work& work, const Aabb& box) {
    std::vector<std::uint32_t>& list = work.volumes;
    std::size_t kept = 0;
    for (std::size_t first = 0; first < list.size();) {
        const std::uint32_t space = volumes_[list[first]].space;
        std::size_t last = first;
        std::optional<std::uint32_t> deepest;
        double most = 0;
        for (; last < list.size() && volumes_[list[last]].space == space; ++last) {
            const BodyVolume& volume = volumes_[list[last]];
            const double distance = volume.is_piece ? clearance(box, volume.bounds) : 0;
            if (distance > most) {
                most = distance;
                deepest = list[last];
            }
        }
        const bool is_filled = deepest && fills(volumes_[*deepest], work.cell, box);
        for (; first < last; ++first) {
            const std::uint32_t v = list[first];
            const Contents all = volumes_[deepest.value_or(v)].contents;
            if (!is_filled || v == *deepest ||
                (volumes_[v].contents & all) != volumes_[v].contents) {
                list[kept++] = v;
            }
        }
    }
    list.resize(kept);
}

bool Divider::fills(const BodyVolume& volume, const Polyhedron& cell, const Aabb& box) {
    return std::none_of(volume.sides.begin(), volume.sides.end(), [&](const auto& side) {
        return sides_of(cell, box, side.plane, predicates_).front;
    });
}

CellContents Divider::contents(const Work& work) {
    return contents_of_cell(work.cell, volumes_, work.volumes, predicates_);
}

}  // namespace halfspace
