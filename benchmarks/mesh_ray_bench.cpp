// SPDX-License-Identifier: MIT
// Rays against meshes like scanned statues, of about as many triangles as the Stanford bunny, Igea
// and the dragon have; and how long the trees take to build. Beside Embree where it is installed.
//
//     mesh_ray_bench
//     HALFSPACE_BENCH_MESH=bunny.ply mesh_ray_bench     also rays against the meshes of a file
//
// Thread CPU time. All sides of a ratio are measured in turns within one benchmark, so that a
// machine that changes its speed changes all.
#include "halfspace/formats/read_world.h"
#include "halfspace/spatial/triangle_bvh.h"
#include "halfspace/tasks/parallel_for.h"

#include "support/random.h"
#include "support/scan.h"
#include "thread_time.h"

#ifdef HALFSPACE_BENCH_EMBREE
#include <embree3/rtcore.h>
#endif

#include <benchmark/benchmark.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
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

// Rays from all around towards points in and near the mesh. Four of five meet a bumpy sphere.
std::vector<Ray> make_rays(const Aabb& box) {
    test::Random random(2);
    std::vector<Ray> rays;
    const auto place = [&](double range) {
        return Vec3{
            random.real(-range, range), random.real(-range, range), random.real(-range, range)};
    };
    const Vec3 middle = 0.5 * (box.min + box.max);
    const Vec3 half = box.max - middle;
    while (rays.size() < kRays) {
        const Vec3 outwards = place(1);
        if (length(outwards) < 0.1 || length(outwards) > 1) {
            continue;
        }
        const Vec3 origin = middle + normalized(outwards) * (1.25 * length(half));
        const Vec3 target = place(0.95);
        rays.push_back(
            {origin,
             middle + Vec3{target.x * half.x, target.y * half.y, target.z * half.z} - origin});
    }
    return rays;
}

// All meshes of a file as one, in floats. Empty if the file cannot be read.
test::Mesh mesh_of(const char* path) {
    test::Mesh mesh;
    const auto read = read_world(path, {.scale = 1});
    if (!read) {
        std::fprintf(stderr, "%s\n", to_string(read.error()).c_str());
        return mesh;
    }
    for (const Entity& entity : read->world.entities) {
        for (const Mesh& its : entity.meshes) {
            const auto first = static_cast<std::uint32_t>(mesh.positions.size() / 3);
            for (const Vec3& p : its.vertices) {
                for (const double value : {p.x, p.y, p.z}) {
                    mesh.positions.push_back(static_cast<float>(value));
                }
            }
            for (const MeshTriangle& triangle : its.triangles) {
                for (const MeshCorner& corner : triangle.corners) {
                    mesh.indices.push_back(first + corner.vertex);
                }
            }
        }
    }
    return mesh;
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
    bool any_hit(const Ray& ray) const {
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
    // The same for a time on the clock, of work by several threads.
    template <class Work>
    void add_wall(const std::string& name, const Work& work) {
        const auto start = std::chrono::steady_clock::now();
        work();
        const double time =
            std::chrono::duration<double, std::nano>(std::chrono::steady_clock::now() - start)
                .count();
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
    times.add(name + " any", rays.size(), all([&](const Ray& ray) { return tree.any_hit(ray); }));
}

void bench_rays(benchmark::State& state, const test::Mesh& scanned) {
    const TriangleMesh mesh{std::span<const float>(scanned.positions), scanned.indices};
    Aabb box;
    for (std::size_t i = 0; i < mesh.vertex_count(); ++i) {
        box = merge(box, mesh.vertex(i));
    }
    const std::vector<Ray> rays = make_rays(box);
    Times times;
    double costs[2] = {};
    for ([[maybe_unused]] auto _ : state) {
        for (int round = 0; round < kRounds; ++round) {
            times.add_wall("area build by two threads", [&] {
                benchmark::DoNotOptimize(TriangleBvh::build(mesh, {}, executor(2)));
            });
            times.add_wall("area build, wall",
                           [&] { benchmark::DoNotOptimize(TriangleBvh::build(mesh)); });
            for (const auto& [name, method] :
                 {std::pair("area", BvhBuilder::Sah), std::pair("clusters", BvhBuilder::Ploc)}) {
                std::optional<TriangleBvh> tree;
                times.add(std::string(name) + " build", 1, [&] {
                    tree = *TriangleBvh::build(mesh, {method});
                });
                costs[method == BvhBuilder::Sah ? 0 : 1] = tree->statistics().cost;
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
    state.counters["build_by_two_threads_of_one"] =
        times["area build by two threads"] / times["area build, wall"];
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
void bench_scan(benchmark::State& state) {
    bench_rays(state, test::scan(static_cast<std::size_t>(state.range(0))));
}
BENCHMARK(bench_scan)->Arg(132)->Arg(260)->Arg(467)->Iterations(1)->Unit(benchmark::kMillisecond);

void bench_file(benchmark::State& state) {
    const char* const path = std::getenv("HALFSPACE_BENCH_MESH");
    const test::Mesh mesh = path == nullptr ? test::Mesh() : mesh_of(path);
    if (mesh.indices.empty()) {
        state.SkipWithError("HALFSPACE_BENCH_MESH names no file with meshes");
        return;
    }
    bench_rays(state, mesh);
}
BENCHMARK(bench_file)->Iterations(1)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace halfspace

BENCHMARK_MAIN();
