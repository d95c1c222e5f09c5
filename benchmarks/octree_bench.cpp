// SPDX-License-Identifier: MIT
// Things that move, in an octree, beside Bullet's dynamic tree where it is installed, and beside a
// loop over all boxes for what is in view. The argument is the number of objects.
//
//     octree_bench
//
// Thread CPU time. All sides are measured in turns within one benchmark, so that a machine that
// changes its speed changes all.
#include "halfspace/spatial/octree.h"

#include "crowd.h"
#include "sides.h"
#ifdef HALFSPACE_BENCH_BULLET
#include <BulletCollision/BroadphaseCollision/btDbvt.h>
#endif

#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <string>
#include <vector>

namespace halfspace {
namespace {

using bench::Crowd;
using bench::measure;
using bench::Side;

Octree octree_of(const Crowd& crowd) {
    return bench::octree_of(crowd.boxes);
}

#ifdef HALFSPACE_BENCH_BULLET
btDbvtVolume volume_of(const Aabb& box) {
    const auto point = [](const Vec3& p) {
        return btVector3(
            static_cast<btScalar>(p.x), static_cast<btScalar>(p.y), static_cast<btScalar>(p.z));
    };
    return btDbvtVolume::FromMM(point(box.min), point(box.max));
}

// As btDbvtBroadphase uses it: boxes with a margin, moved only when an object leaves its margin.
class Dbvt {
public:
    explicit Dbvt(const Crowd& crowd) {
        for (const Aabb& box : crowd.boxes) {
            leaves_.push_back(tree.insert(volume_of(box), nullptr));
        }
    }
    void update(std::size_t i, const Aabb& box) {
        btDbvtVolume volume = volume_of(box);
        tree.update(leaves_[i], volume, btScalar(0.05));
    }

    btDbvt tree;

private:
    std::vector<btDbvtNode*> leaves_;
};

struct Count : btDbvt::ICollide {
    std::size_t count = 0;
    void Process(const btDbvtNode* /*node*/) override { ++count; }
};
#endif

// So many frames of moves are measured at once.
constexpr std::size_t kFrames = 3;

// Moves the objects in `some`, in that order, in several frames one after the other. The boxes of
// all frames are computed before.
void bench_moves(benchmark::State& state, Crowd& crowd, const std::vector<std::size_t>& some) {
    std::vector<ObjectId> ids;
    for (const std::size_t i : some) {
        ids.emplace_back(static_cast<std::uint32_t>(i));
    }
    std::vector<std::vector<Aabb>> frames(kFrames, std::vector<Aabb>(some.size()));
    // Calls work(boxes) for each frame.
    const auto each = [&frames](auto work) {
        return [&frames, work] {
            for (const std::vector<Aabb>& boxes : frames) {
                work(boxes);
            }
            return std::size_t{0};
        };
    };
    Octree tree = octree_of(crowd);
    Octree tree_of_all = tree;
    std::vector<Side> sides{{"update", each([&](const std::vector<Aabb>& boxes) {
                                 for (std::size_t i = 0; i < ids.size(); ++i) {
                                     if (!tree.update(ids[i], boxes[i])) {
                                         std::abort();
                                     }
                                 }
                             })},
                            {"update_all", each([&](const std::vector<Aabb>& boxes) {
                                 if (!tree_of_all.update_all(ids, boxes)) {
                                     std::abort();
                                 }
                             })}};
#ifdef HALFSPACE_BENCH_BULLET
    Dbvt dbvt(crowd);
    sides.push_back({"bullet", each([&](const std::vector<Aabb>& boxes) {
                         for (std::size_t i = 0; i < some.size(); ++i) {
                             dbvt.update(some[i], boxes[i]);
                         }
                     })});
#endif
    measure(state, kFrames * some.size(), std::move(sides), [&] {
        for (std::vector<Aabb>& boxes : frames) {
            for (std::size_t i = 0; i < some.size(); ++i) {
                crowd.move(some[i]);
                boxes[i] = crowd.boxes[some[i]];
            }
        }
    });
}

void bench_all_move(benchmark::State& state) {
    Crowd crowd(static_cast<std::size_t>(state.range(0)));
    std::vector<std::size_t> all(crowd.boxes.size());
    for (std::size_t i = 0; i < all.size(); ++i) {
        all[i] = i;
    }
    bench_moves(state, crowd, all);
}
BENCHMARK(bench_all_move)->RangeMultiplier(10)->Range(1000, 1000000)->Iterations(15);

void bench_tenth_moves(benchmark::State& state) {
    Crowd crowd(static_cast<std::size_t>(state.range(0)));
    bench_moves(state, crowd, crowd.any(crowd.boxes.size() / 10));
}
BENCHMARK(bench_tenth_moves)->RangeMultiplier(10)->Range(1000, 1000000)->Iterations(15);

// Frames one after the other, with nothing else between them. The other benchmarks of moves let the
// caches forget the tree before each measurement. The second argument: one of so many objects
// moves.
void bench_frames_alone(benchmark::State& state) {
    Crowd crowd(static_cast<std::size_t>(state.range(0)));
    const std::vector<std::size_t> some =
        crowd.any(crowd.boxes.size() / static_cast<std::size_t>(state.range(1)));
    std::vector<ObjectId> ids;
    for (const std::size_t i : some) {
        ids.emplace_back(static_cast<std::uint32_t>(i));
    }
    Octree tree = octree_of(crowd);
    std::vector<std::vector<Aabb>> frames(8, std::vector<Aabb>(some.size()));
    const auto update = [&](const std::vector<Aabb>& boxes) {
        if (!tree.update_all(ids, boxes)) {
            std::abort();
        }
    };
    const auto frame_by_frame = [&] {
        std::for_each(frames.begin() + 1, frames.end(), update);
        return std::size_t{0};
    };
    measure(state, (frames.size() - 1) * some.size(), {{"update_all", frame_by_frame}}, [&] {
        for (std::vector<Aabb>& boxes : frames) {
            for (std::size_t i = 0; i < some.size(); ++i) {
                crowd.move(some[i]);
                boxes[i] = crowd.boxes[some[i]];
            }
        }
        update(frames.front());
    });
}
BENCHMARK(bench_frames_alone)->ArgsProduct({{10000, 100000}, {1, 10}})->Iterations(15);

void bench_in_box(benchmark::State& state) {
    Crowd crowd(static_cast<std::size_t>(state.range(0)));
    const Octree tree = octree_of(crowd);
    std::vector<Aabb> boxes(1000);
    for (Aabb& box : boxes) {
        const Vec3 centre = crowd.place();
        box = {centre - Vec3{4, 4, 4}, centre + Vec3{4, 4, 4}};
    }
    QueryScratch scratch;
    std::vector<Side> sides{{"halfspace", [&] {
                                 std::size_t found = 0;
                                 for (const Aabb& box : boxes) {
                                     found += tree.in_box(box, scratch).size();
                                 }
                                 return found;
                             }}};
#ifdef HALFSPACE_BENCH_BULLET
    Dbvt dbvt(crowd);
    sides.push_back({"bullet", [&] {
                         Count count;
                         for (const Aabb& box : boxes) {
                             dbvt.tree.collideTV(dbvt.tree.m_root, volume_of(box), count);
                         }
                         return count.count;
                     }});
#endif
    measure(state, boxes.size(), std::move(sides));
}
BENCHMARK(bench_in_box)->RangeMultiplier(10)->Range(1000, 1000000)->Iterations(15);

void bench_in_view(benchmark::State& state) {
    Crowd crowd(static_cast<std::size_t>(state.range(0)));
    const Octree tree = octree_of(crowd);
    std::vector<Frustum> views;
    while (views.size() < 100) {
        if (const auto view = look_at(crowd.place(), crowd.place(), 25, 1.5)) {
            views.push_back(frustum_of(*view));
        }
    }
    QueryScratch scratch;
    bench::Rows rows(crowd.boxes);
    const auto each = [&](auto&& ask) {
        return [&views, ask] {
            std::size_t found = 0;
            for (const Frustum& view : views) {
                found += ask(view);
            }
            return found;
        };
    };
    measure(state,
            views.size(),
            {{"halfspace",
              each([&](const Frustum& view) { return tree.in_view(view, scratch).size(); })},
             {"all_boxes", each([&](const Frustum& view) { return rows.in_view(view); })}});
}
BENCHMARK(bench_in_view)->RangeMultiplier(10)->Range(1000, 1000000)->Iterations(15);

void bench_near_pairs(benchmark::State& state) {
    const Crowd crowd(static_cast<std::size_t>(state.range(0)));
    const Octree tree = octree_of(crowd);
    QueryScratch scratch;
    std::vector<Side> sides{{"halfspace", [&] { return tree.near_pairs(0, scratch).size(); }}};
    measure(state, crowd.boxes.size(), std::move(sides));
}
BENCHMARK(bench_near_pairs)->RangeMultiplier(10)->Range(1000, 1000000)->Iterations(5);

// A frame of movers: each moves, and each asks for the objects within a unit of its box.
void bench_frame(benchmark::State& state) {
    Crowd crowd(static_cast<std::size_t>(state.range(0)));
    Octree tree = octree_of(crowd);
    QueryScratch scratch;
    std::vector<Side> sides{{"each_mover", [&] {
                                 std::size_t found = 0;
                                 for (std::size_t i = 0; i < crowd.boxes.size(); ++i) {
                                     const ObjectId id(static_cast<std::uint32_t>(i));
                                     if (!tree.update(id, crowd.boxes[i])) {
                                         std::abort();
                                     }
                                     found += tree.in_box(grown(crowd.boxes[i], 1), scratch).size();
                                 }
                                 return found;
                             }}};
    measure(state, crowd.boxes.size(), std::move(sides), [&] {
        for (std::size_t i = 0; i < crowd.boxes.size(); ++i) {
            crowd.move(i);
        }
    });
}
BENCHMARK(bench_frame)->RangeMultiplier(10)->Range(1000, 1000000)->Iterations(15);

}  // namespace
}  // namespace halfspace

BENCHMARK_MAIN();
