// SPDX-License-Identifier: MIT
#include "halfspace/nav/path_all.h"

#include "halfspace/nav/nav_scratch.h"

#include "base/shared/in_parts.h"

#include <atomic>
#include <cassert>
#include <cstddef>
#include <deque>
#include <optional>
#include <vector>

namespace halfspace {
namespace {

constexpr std::size_t kPart = 16;  // pairs of places

// Room for one thread. A part takes the first that is free, so there are as many scratches as
// threads that work at the same time.
struct Worker {
    std::atomic_flag is_taken;
    std::optional<NavScratch> scratch;  // nullopt: no part has taken it yet
};

// A worker that nobody else uses meanwhile. REQUIRES: there are as many as parts at one time.
class TakenWorker {
public:
    explicit TakenWorker(std::deque<Worker>& workers) {
        std::size_t w = 0;
        while (workers[w].is_taken.test_and_set(std::memory_order_acquire)) {
            w = w + 1 < workers.size() ? w + 1 : 0;
        }
        worker_ = &workers[w];
    }
    TakenWorker(const TakenWorker&) = delete;
    TakenWorker& operator=(const TakenWorker&) = delete;
    ~TakenWorker() { worker_->is_taken.clear(std::memory_order_release); }

    NavScratch& scratch() const {
        if (!worker_->scratch) {
            worker_->scratch.emplace();
        }
        return *worker_->scratch;
    }

private:
    Worker* worker_;
};

// The lists of the answers of one part.
struct PartLists {
    std::vector<Vec3> points;
    std::vector<NavPolygonId> polygons;
    std::vector<RoutePoint> route_points;
};

// How many entries of the lists belong to answers before the next one.
struct PartEnds {
    std::size_t points = 0;
    std::size_t polygons = 0;
};

template <class T>
void append(std::vector<T>& list, std::span<const T> more) {
    list.insert(list.end(), more.begin(), more.end());
}

// Moves a span to its place in a list, behind those that were moved before.
template <class T>
void move_span(std::span<const T>& span, const std::vector<T>& list, std::size_t& end) {
    span = std::span(list).subspan(end, span.size());
    end += span.size();
}

}  // namespace

struct NavBatchMemory {
    std::deque<Worker> workers;  // at least one for each part
    std::vector<PartLists> parts;
};

NavBatchScratch::NavBatchScratch() : memory_(new NavBatchMemory) {}
NavBatchScratch::~NavBatchScratch() {
    delete memory_;
}

namespace {

// results[i] = ask(i, scratch) for each i, then keep(result, lists) copies what its spans show, and
// at last place(result, lists, ends) moves the spans.
template <class Answer, class Ask, class Keep, class Place>
void answer_all(std::span<Answer> results,
                NavBatchMemory& memory,
                const Executor& executor,
                const Ask& ask,
                const Keep& keep,
                const Place& place) {
    const std::size_t part_count = (results.size() + kPart - 1) / kPart;
    while (memory.workers.size() < part_count) {
        memory.workers.emplace_back();
    }
    if (memory.parts.size() < part_count) {
        memory.parts.resize(part_count);
    }
    in_parts(results.size(), kPart, executor, [&](std::size_t begin, std::size_t count) {
        const TakenWorker taken(memory.workers);
        NavScratch& scratch = taken.scratch();
        PartLists& lists = memory.parts[begin / kPart];
        lists.points.clear();
        lists.polygons.clear();
        lists.route_points.clear();
        const std::span<Answer> part = results.subspan(begin, count);
        for (std::size_t i = 0; i < count; ++i) {
            part[i] = ask(begin + i, scratch);
            keep(part[i], lists);
        }
        PartEnds ends;
        for (Answer& answer : part) {
            place(answer, lists, ends);
        }
    });
}

}  // namespace

void find_path_all(const NavMesh& mesh,
                   std::span<const NavEnds> ends,
                   std::span<NavPath> results,
                   NavBatchScratch& scratch,
                   const PathOptions& options,
                   const Executor& executor) {
    assert(results.size() == ends.size());
    answer_all(
        results,
        scratch.memory(),
        executor,
        [&](std::size_t i, NavScratch& own) {
            return find_path(mesh, ends[i].from, ends[i].to, own, options);
        },
        [](const NavPath& path, PartLists& lists) {
            append(lists.points, path.points);
            append(lists.polygons, path.polygons);
        },
        [](NavPath& path, const PartLists& lists, PartEnds& done) {
            move_span(path.points, lists.points, done.points);
            move_span(path.polygons, lists.polygons, done.polygons);
        });
}

void find_route_all(const NavMesh& mesh,
                    std::span<const NavEnds> ends,
                    std::span<NavRoute> results,
                    NavBatchScratch& scratch,
                    const RouteOptions& options,
                    const Executor& executor) {
    assert(results.size() == ends.size());
    answer_all(
        results,
        scratch.memory(),
        executor,
        [&](std::size_t i, NavScratch& own) {
            return find_route(mesh, ends[i].from, ends[i].to, own, options);
        },
        [](const NavRoute& route, PartLists& lists) { append(lists.route_points, route.points); },
        [](NavRoute& route, const PartLists& lists, PartEnds& done) {
            move_span(route.points, lists.route_points, done.points);
        });
}

}  // namespace halfspace
