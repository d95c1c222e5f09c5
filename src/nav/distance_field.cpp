// SPDX-License-Identifier: MIT
#include "halfspace/nav/distance_field.h"

#include "halfspace/nav/locate.h"

#include "nav/contains.h"
#include "nav/memory.h"
#include "nav/search.h"

#include <algorithm>
#include <cassert>
#include <utility>

namespace halfspace {

namespace {

// True if the goal is in what a closed door closes, and the region is outside: from there no way
// leads to it. doors: those of the search, which begins at the goal.
bool is_shut_out(const DoorFilter& doors, std::uint32_t region) {
    return doors.state != nullptr && doors.state->is_region_closed(doors.start) &&
           region != doors.start;
}

}  // namespace

PathStatus DistanceField::find(const NavMesh& mesh,
                               const NavPlace& goal,
                               double max_length,
                               const PathOptions& options) {
    assert(is_finite(goal.position) && is_on_mesh(mesh, goal));
    assert(max_length >= 0);
    mesh_ = &mesh;
    goal_.reset();
    max_length_ = max_length;
    door_changes_ = options.doors == nullptr ? 0 : options.doors->changes();
    by_polygon_.clear();
    polygons_.clear();
    const NavMeshData& data = mesh.data();
    SearchMemory& memory = search_.memory().search;
    Search search(data, memory);
    search.begin_all(goal, max_length, options);
    const PathStatus status = search.step(std::numeric_limits<std::size_t>::max()).status;
    if (status == PathStatus::OutOfScratch) {
        return status;
    }
    const auto is_outside = [&](std::uint32_t polygon) {
        return is_shut_out(memory.doors, data.regions[polygon]);
    };
    std::erase_if(memory.starts, is_outside);
    std::vector<std::uint32_t>& nodes = by_polygon_;
    const auto polygon_of = [&](std::uint32_t node) {
        return data.edges[memory.nodes[node].edge].polygon;
    };
    for (std::uint32_t n = 0; n < memory.nodes.size(); ++n) {
        const SearchNode& node = memory.nodes[n];
        if (!is_outside(polygon_of(n)) && !search.is_superseded(node) &&
            !search.is_dominated(node) && search.bound_of(node) <= max_length) {
            nodes.push_back(n);
        }
    }
    std::ranges::sort(nodes, {}, [&](std::uint32_t n) { return std::pair(polygon_of(n), n); });
    first_nodes_.assign(1, 0);
    for (std::uint32_t polygon = 0; polygon < data.polygon_count(); ++polygon) {
        const std::uint32_t first = first_nodes_.back();
        std::uint32_t end = first;
        while (end < nodes.size() && polygon_of(nodes[end]) == polygon) {
            ++end;
        }
        first_nodes_.push_back(end);
        const bool is_start = std::ranges::find(memory.starts, polygon) != memory.starts.end();
        const NavPolygonId whole = data.whole(polygon);
        if ((is_start || end > first) && (polygons_.empty() || polygons_.back() != whole)) {
            polygons_.push_back(whole);
        }
    }
    goal_ = goal;  // not before: without memory the field has no goal
    return PathStatus::Complete;
}

std::size_t DistanceField::node_count() const {
    return search_.memory().search.nodes.size();
}

// The end of the shortest path from a place. Without a node: the goal's polygon holds the place.
struct DistanceField::Best {
    double length;
    std::optional<SearchNode> last;
    std::uint32_t polygon;  // that holds the place
};

std::optional<DistanceField::Best> DistanceField::best_from(const NavPlace& place,
                                                            NavScratch& scratch) const {
    assert(goal_ && is_finite(place.position) && is_on_mesh(*mesh_, place));
    const NavMeshData& data = mesh_->data();
    SearchMemory& memory = search_.memory().search;
    assert(memory.doors.state == nullptr || memory.doors.state->changes() == door_changes_);
    const Search search(data, memory);
    const InnerPoint inner = inner_point(data, place);
    if (memory.doors.is_closed(data, inner.polygon) ||
        is_shut_out(memory.doors, data.regions[inner.polygon])) {
        return std::nullopt;
    }
    std::vector<std::uint32_t>& holders = scratch.memory().search.goals;
    search.hold(holders, inner.polygon, inner.point);
    std::optional<Best> best;
    for (const std::uint32_t polygon : holders) {
        if (std::ranges::find(memory.starts, polygon) != memory.starts.end()) {
            best = {flat_length(memory.start, inner.point), std::nullopt, polygon};
            break;  // a straight line
        }
        for (std::uint32_t i = first_nodes_[polygon]; i < first_nodes_[polygon + 1]; ++i) {
            const std::optional<Search::Last> way = search.way_to(by_polygon_[i], inner.point);
            if (way && (!best || way->length < best->length)) {
                best = {way->length, way->node, polygon};
            }
        }
    }
    return best && best->length <= max_length_ ? best : std::nullopt;
}

std::optional<double> DistanceField::length_from(const NavPlace& place, NavScratch& scratch) const {
    const std::optional<Best> best = best_from(place, scratch);
    return best ? std::optional(best->length) : std::nullopt;
}

NavPath DistanceField::path_from(const NavPlace& place, NavScratch& scratch) const {
    const std::optional<Best> best = best_from(place, scratch);
    if (!best) {
        return {.status = PathStatus::Unreachable};
    }
    SearchMemory& result = scratch.memory().search;
    result.points.assign(1, place.position);
    result.polygons.clear();
    if (best->last) {
        const Search search(mesh_->data(), search_.memory().search);
        search.trace_back(*best->last, result.points, result.polygons);
    } else {
        result.polygons.push_back(mesh_->data().whole(best->polygon));
    }
    if (!same_flat(result.points.back(), goal_->position)) {
        result.points.push_back(goal_->position);
    }
    return {PathStatus::Complete, flat_length(result.points), result.points, result.polygons, 0};
}

}  // namespace halfspace
