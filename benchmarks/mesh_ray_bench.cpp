// SPDX-License-Identifier: MIT
// Rays against meshes like scanned statues, of about as many triangles as the Stanford bunny, Igea
// and the dragon have; and how long the trees take to build. Beside Embree where it is installed.
//
//     mesh_ray_bench
//
// Thread CPU time. All sides of a ratio are measured in turns within one benchmark, so that a
// machine that changes its speed changes all.
#include "halfspace/spatial/triangle_tree.h"

#include "support/random.h"
#include "support/scan.h"
#include "thread_time.h"

#ifdef HALFSPACE_BENCH_EMBREE
#include <embree3/rtcore.h>
#endif

#include <benchmark/benchmark.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <limits>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace halfspace {
namespace {

constexpr std::size_t kRays = 50'000;
constexpr int kRounds = 7;

// Rays from all around towards points in and near the mesh. Four of five meet it.
std::vector<Ray> make_rays() {
    test::Random random(2);
    std::vector<Ray> rays;
    const auto place = [&](double range) {
        return Vec3{
            random.real(-range, range), random.real(-range, range), random.real(-range, range)};
    };
    while (rays.size() < kRays) {
        const Vec3 outwards = place(1);
        if (length(outwards) < 0.1 || length(outwards) > 1) {
            continue;
        }
        const Vec3 origin = normalized(outwards) * 2.5;
        rays.push_back({origin, place(1.1) - origin});
    }
    return rays;
}

#ifdef HALFSPACE_BENCH_EMBREE
class EmbreeMesh {
public:
    explicit EmbreeMesh(const test::Mesh& mesh)
        : device_(rtcNewDevice("threads=1")), scene_(rtcNewScene(device_)) {
        rtcSetSceneFlags(scene_, RTC_SCENE_FLAG_ROBUST);
        const RTCGeometry geometry = rtcNewGeometry(device_, RTC_GEOMETRY_TYPE_TRIANGLE);
        rtcSetSharedGeometryBuffer(geometry,
                                   RTC_BUFFER_TYPE_VERTEX,
                                   0,
                                   RTC_FORMAT_FLOAT3,
                                   mesh.positions.data(),
                                   0,
                                   3 * sizeof(float),
                                   mesh.positions.size() / 3);
        rtcSetSharedGeometryBuffer(geometry,
                                   RTC_BUFFER_TYPE_INDEX,
                                   0,
                                   RTC_FORMAT_UINT3,
                                   mesh.indices.data(),
                                   0,
                                   3 * sizeof(std::uint32_t),
                                   mesh.indices.size() / 3);
        rtcCommitGeometry(geometry);
        rtcAttachGeometry(scene_, geometry);
        rtcReleaseGeometry(geometry);
        rtcCommitScene(scene_);
    }
    ~EmbreeMesh() {
        rtcReleaseScene(scene_);
        rtcReleaseDevice(device_);
    }
    EmbreeMesh(const EmbreeMesh&) = delete;
    EmbreeMesh& operator=(const EmbreeMesh&) = delete;

    bool raycast(const Ray& ray) const {
        RTCIntersectContext context;
        rtcInitIntersectContext(&context);
        RTCRayHit query{};
        query.ray = converted(ray);
        query.hit.geomID = RTC_INVALID_GEOMETRY_ID;
        query.hit.instID[0] = RTC_INVALID_GEOMETRY_ID;
        rtcIntersect1(scene_, &context, &query);
        return query.hit.geomID != RTC_INVALID_GEOMETRY_ID;
    }
    bool is_hit(const Ray& ray) const {
        RTCIntersectContext context;
        rtcInitIntersectContext(&context);
        RTCRay query = converted(ray);
        rtcOccluded1(scene_, &context, &query);
        return query.tfar < 0;
    }

private:
    static RTCRay converted(const Ray& ray) {
        RTCRay result{};
        result.org_x = static_cast<float>(ray.origin.x);
        result.org_y = static_cast<float>(ray.origin.y);
        result.org_z = static_cast<float>(ray.origin.z);
        result.dir_x = static_cast<float>(ray.direction.x);
        result.dir_y = static_cast<float>(ray.direction.y);
        result.dir_z = static_cast<float>(ray.direction.z);
        result.tfar = std::numeric_limits<float>::infinity();
        result.mask = ~0U;
        return result;
    }

    RTCDevice device_;
    RTCScene scene_;
};
#endif

// The least time of some work, of several runs that take turns with others.
class Times {
public:
    template <class Work>
    void add(const std::string& name, std::size_t count, const Work& work) {
        const double time = bench::nanoseconds_each(count, work);
        const auto [it, is_new] = least_.try_emplace(name, time);
        it->second = std::min(it->second, time);
    }
    double operator[](const std::string& name) const { return least_.at(name); }

private:
    std::map<std::string, double> least_;
};

template <class Tree>
void add_rays(Times& times,
              const std::string& name,
              const Tree& tree,
              const std::vector<Ray>& rays) {
    const auto all = [&](const auto& ask) {
        return [&rays, ask] {
            std::size_t met = 0;
            for (const Ray& ray : rays) {
                met += ask(ray) ? 1 : 0;
            }
            benchmark::DoNotOptimize(met);
        };
    };
    times.add(name + " closest", rays.size(), all([&](const Ray& ray) {
                  return static_cast<bool>(tree.raycast(ray));
              }));
    times.add(name + " any", rays.size(), all([&](const Ray& ray) { return tree.is_hit(ray); }));
}

void bench_rays(benchmark::State& state) {
    const test::Mesh scanned = test::scan(static_cast<std::size_t>(state.range(0)));
    const TriangleMesh mesh{std::span<const float>(scanned.positions), scanned.indices};
    const std::vector<Ray> rays = make_rays();
    Times times;
    double costs[2] = {};
    for ([[maybe_unused]] auto _ : state) {
        for (int round = 0; round < kRounds; ++round) {
            for (const auto& [name, method] : {std::pair("area", TreeMethod::Area),
                                               std::pair("clusters", TreeMethod::Clusters)}) {
                std::optional<TriangleTree> tree;
                times.add(std::string(name) + " build", 1, [&] {
                    tree = *TriangleTree::build(mesh, {method});
                });
                costs[method == TreeMethod::Area ? 0 : 1] = tree->statistics().cost;
                add_rays(times, name, *tree, rays);
            }
#ifdef HALFSPACE_BENCH_EMBREE
            std::optional<EmbreeMesh> peer;
            times.add("embree build", 1, [&] { peer.emplace(scanned); });
            add_rays(times, "embree", *peer, rays);
#endif
        }
    }
    state.counters["triangles"] = static_cast<double>(mesh.size());
    state.counters["ns_closest"] = times["area closest"];
    state.counters["ns_any"] = times["area any"];
    state.counters["ms_build"] = times["area build"] * 1e-6;
    state.counters["clusters_cost_of_area"] = costs[1] / costs[0];
    state.counters["clusters_build_of_area"] = times["clusters build"] / times["area build"];
    state.counters["clusters_rays_of_area"] = times["area closest"] / times["clusters closest"];
#ifdef HALFSPACE_BENCH_EMBREE
    // Rays a second, and the time of a build, as parts of Embree's.
    state.counters["closest_of_embree"] = times["embree closest"] / times["area closest"];
    state.counters["any_of_embree"] = times["embree any"] / times["area any"];
    state.counters["build_of_embree"] = times["area build"] / times["embree build"];
#endif
}
BENCHMARK(bench_rays)->Arg(132)->Arg(260)->Arg(467)->Iterations(1)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace halfspace

BENCHMARK_MAIN();
