// SPDX-License-Identifier: MIT
#include "halfspace/nav/path.h"

#include "halfspace/nav/locate.h"

#include "nav/memory.h"
#include "nav/search.h"

#include <cassert>
#include <limits>

namespace halfspace {

NavScratch::NavScratch() : memory_(new NavMemory) {}
NavScratch::~NavScratch() {
    delete memory_;
}

PathSearch::PathSearch(const NavMesh& mesh,
                       const NavPlace& from,
                       const NavPlace& to,
                       NavScratch& scratch,
                       const PathOptions& options)
    : mesh_(&mesh), scratch_(&scratch), from_(from), to_(to) {
    assert(is_finite(from.position) && is_on_mesh(mesh, from));
    assert(is_finite(to.position) && is_on_mesh(mesh, to));
    Search search(mesh.data(), scratch.memory().search);
    path_.status = search.begin(from, to, options);
    take_path();
}

PathStatus PathSearch::step(std::size_t most_expansions) {
    if (path_.status == PathStatus::Unfinished) {
        Search search(mesh_->data(), scratch_->memory().search);
        const Search::Progress progress = search.step(most_expansions);
        path_.status = progress.status;
        path_.expansions += progress.expansions;
        take_path();
    }
    return path_.status;
}

void PathSearch::take_path() {
    if (path_.status == PathStatus::Complete) {
        SearchMemory& memory = scratch_->memory().search;
        path_.length = Search(mesh_->data(), memory).finish(from_, to_);
        path_.points = memory.points;
        path_.polygons = memory.polygons;
    }
}

NavPath find_path(const NavMesh& mesh,
                  const NavPlace& from,
                  const NavPlace& to,
                  NavScratch& scratch,
                  const PathOptions& options) {
    PathSearch search(mesh, from, to, scratch, options);
    search.step(std::numeric_limits<std::size_t>::max());
    return search.path();
}

}  // namespace halfspace
