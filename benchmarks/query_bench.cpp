// SPDX-License-Identifier: MIT
// Classification, sight and the order of drawing on one level, beside Embree's occluded ray where
// that is installed.
//
//     HALFSPACE_BENCH_MAP=level.map query_bench        (a generated scene without it)
//
// Thread CPU time. Both sides of a ratio are measured in turns within one benchmark, so that a
// machine that changes its speed changes both.
#include "halfspace/base/file.h"
#include "halfspace/compile/compile.h"
#include "halfspace/formats/map_reader.h"
#include "halfspace/query/classify.h"
#include "halfspace/query/order.h"
#include "halfspace/query/sight.h"

#include "support/random.h"
#include "support/scenes.h"

#include <benchmark/benchmark.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#ifdef HALFSPACE_BENCH_EMBREE
#include <embree3/rtcore.h>
#endif

namespace halfspace {
namespace {

constexpr std::size_t kPoints = 1 << 16;
constexpr std::size_t kSegments = 1 << 14;

World bench_world() {
    const char* const path = std::getenv("HALFSPACE_BENCH_MAP");
    if (path == nullptr) {
        return test::make_scene(test::SceneKind::RotatedBoxes, 2000, 1);
    }
    const auto bytes = read_file(path);
    if (!bytes) {
        std::fprintf(stderr, "%s\n", to_string(bytes.error()).c_str());
        std::exit(1);
    }
    auto read = read_map({reinterpret_cast<const char*>(bytes->data()), bytes->size()}, path);
    if (!read) {
        std::fprintf(stderr, "%s\n", to_string(read.error()).c_str());
        std::exit(1);
    }
    return std::move(read->world);
}

Level compile_level() {
    CompileOptions options;
    options.bad_brushes = CompileOptions::BadBrushes::Skip;
    const auto compiled = compile(bench_world(), options);
    if (!compiled) {
        std::fprintf(stderr, "%s\n", to_string(compiled.error().front()).c_str());
        std::exit(1);
    }
    return *Level::from_bytes(write_level(compiled->level));
}

const Level& level() {
    static const Level kLevel = compile_level();
    return kLevel;
}

Vec3 point_in_box(const ModelRecord& model, test::Random& random) {
    std::array<double, 3> p{};
    for (std::size_t i = 0; i < 3; ++i) {
        p[i] = random.real(model.min[i], model.max[i]);
    }
    return {p[0], p[1], p[2]};
}

std::vector<Vec3> random_points() {
    test::Random random(1);
    std::vector<Vec3> points(kPoints);
    for (Vec3& point : points) {
        point = point_in_box(level().models()[0], random);
    }
    return points;
}

struct Segment {
    Vec3 src;
    Vec3 dest;
};

// True if no axis leads out into the void around the level.
bool is_enclosed(const Vec3& p) {
    constexpr double kFar = 1e6;
    for (const Vec3& away : {Vec3{kFar, 0, 0}, Vec3{0, kFar, 0}, Vec3{0, 0, kFar}}) {
        if (line_of_sight(level(), p, p + away) || line_of_sight(level(), p, p - away)) {
            return false;
        }
    }
    return !any(point_contents(level(), p) & kSightBlockers);
}

// From a point in the open, within the level, in any direction.
std::vector<Segment> random_segments(double shortest, double longest) {
    test::Random random(2);
    std::vector<Segment> segments;
    while (segments.size() < kSegments) {
        const Vec3 src = point_in_box(level().models()[0], random);
        const Vec3 direction{random.real(-1, 1), random.real(-1, 1), random.real(-1, 1)};
        const double size = length(direction);
        if (size > 0.1 && size <= 1 && is_enclosed(src)) {
            segments.push_back({src, src + direction * (random.real(shortest, longest) / size)});
        }
    }
    return segments;
}

double thread_seconds() {
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

// Nanoseconds of thread CPU time that one call of `work` takes for each of `count` queries.
template <class Work>
double nanoseconds_each(std::size_t count, const Work& work) {
    const double start = thread_seconds();
    work();
    return (thread_seconds() - start) * 1e9 / static_cast<double>(count);
}

void bench_point_contents(benchmark::State& state) {
    const std::vector<Vec3> points = random_points();
    std::vector<Contents> results(points.size());
    double single = 0;
    double batch = 0;
    for (auto _ : state) {
        single += nanoseconds_each(points.size(), [&] {
            for (std::size_t i = 0; i < points.size(); ++i) {
                results[i] = point_contents(level(), points[i]);
            }
            benchmark::DoNotOptimize(results.data());
        });
        batch += nanoseconds_each(points.size(), [&] {
            point_contents(level(), points, results);
            benchmark::DoNotOptimize(results.data());
        });
    }
    const auto rounds = static_cast<double>(state.iterations());
    state.counters["single_M/s"] = 1000 * rounds / single;
    state.counters["batch_M/s"] = 1000 * rounds / batch;
    state.counters["batch_gain"] = single / batch;
}
BENCHMARK(bench_point_contents);

// Eyes in the open, within the level, and what they look at.
std::vector<Segment> random_eyes() {
    std::vector<Segment> eyes = random_segments(64, 256);
    eyes.resize(256);
    return eyes;
}

// All faces that look to the eye.
void bench_order(benchmark::State& state) {
    const std::vector<Segment> eyes = random_eyes();
    double each = 0;
    std::size_t faces = 0;
    for (auto _ : state) {
        faces = 0;
        each += nanoseconds_each(1, [&] {
            for (const Segment& eye : eyes) {
                for_each_run(FaceOrder(level(), eye.src, DrawOrder::BackToFront),
                             [&](FaceRun run) { faces += run.count; });
            }
        });
        benchmark::DoNotOptimize(faces);
    }
    const auto rounds = static_cast<double>(state.iterations());
    state.counters["faces"] = static_cast<double>(faces) / static_cast<double>(eyes.size());
    state.counters["us_each_eye"] = each / rounds / static_cast<double>(eyes.size()) / 1000;
    state.counters["M_faces/s"] = static_cast<double>(faces) * 1000 / (each / rounds);
}
BENCHMARK(bench_order);

// Those in a view of 90 degrees.
void bench_culling(benchmark::State& state) {
    const std::vector<Segment> eyes = random_eyes();
    std::vector<Frustum> frusta;
    for (const Segment& eye : eyes) {
        frusta.push_back(frustum_of(*look_at(eye.src, eye.dest, 90, 16.0 / 9)));
    }
    std::vector<double> each(eyes.size());
    std::size_t faces = 0;
    for (auto _ : state) {
        faces = 0;
        for (std::size_t i = 0; i < eyes.size(); ++i) {
            each[i] += nanoseconds_each(1, [&] {
                for_each_run(FaceOrder(level(), eyes[i].src, DrawOrder::BackToFront, &frusta[i]),
                             [&](FaceRun run) { faces += run.count; });
            });
        }
        benchmark::DoNotOptimize(faces);
    }
    const auto rounds = static_cast<double>(state.iterations());
    std::sort(each.begin(), each.end());
    state.counters["faces"] = static_cast<double>(faces) / static_cast<double>(eyes.size());
    state.counters["us_median"] = each[each.size() / 2] / rounds / 1000;
    state.counters["us_90th"] = each[each.size() * 9 / 10] / rounds / 1000;
}
BENCHMARK(bench_culling);

#ifdef HALFSPACE_BENCH_EMBREE
// The faces of the level's brushes that block sight, as a fan of triangles each.
class EmbreeScene {
public:
    EmbreeScene() : device_(rtcNewDevice(nullptr)), scene_(rtcNewScene(device_)) {
        rtcSetSceneFlags(scene_, RTC_SCENE_FLAG_ROBUST);
        rtcSetSceneBuildQuality(scene_, RTC_BUILD_QUALITY_HIGH);
        std::vector<std::uint32_t> triangles;
        const ModelRecord& world = level().models()[0];
        for (const FaceRecord& face : level().faces().subspan(world.first_face, world.face_count)) {
            const auto contents = static_cast<Contents>(level().brushes()[face.brush].contents);
            const auto corners = level().face_vertices().subspan(face.first_vertex);
            for (std::uint32_t i = 2; any(contents & kSightBlockers) && i < face.vertex_count;
                 ++i) {
                triangles.insert(triangles.end(), {corners[0], corners[i - 1], corners[i]});
            }
        }
        const RTCGeometry geometry = rtcNewGeometry(device_, RTC_GEOMETRY_TYPE_TRIANGLE);
        auto* const vertices =
            static_cast<VertexRecord*>(rtcSetNewGeometryBuffer(geometry,
                                                               RTC_BUFFER_TYPE_VERTEX,
                                                               0,
                                                               RTC_FORMAT_FLOAT3,
                                                               sizeof(VertexRecord),
                                                               level().vertices().size()));
        std::copy(level().vertices().begin(), level().vertices().end(), vertices);
        auto* const indices =
            static_cast<std::uint32_t*>(rtcSetNewGeometryBuffer(geometry,
                                                                RTC_BUFFER_TYPE_INDEX,
                                                                0,
                                                                RTC_FORMAT_UINT3,
                                                                3 * sizeof(std::uint32_t),
                                                                triangles.size() / 3));
        std::copy(triangles.begin(), triangles.end(), indices);
        rtcCommitGeometry(geometry);
        rtcAttachGeometry(scene_, geometry);
        rtcReleaseGeometry(geometry);
        rtcCommitScene(scene_);
    }
    ~EmbreeScene() {
        rtcReleaseScene(scene_);
        rtcReleaseDevice(device_);
    }
    EmbreeScene(const EmbreeScene&) = delete;
    EmbreeScene& operator=(const EmbreeScene&) = delete;

    bool is_occluded(const Segment& segment) const {
        const Vec3 way = segment.dest - segment.src;
        RTCIntersectContext context;
        rtcInitIntersectContext(&context);
        RTCRay ray{};
        ray.org_x = static_cast<float>(segment.src.x);
        ray.org_y = static_cast<float>(segment.src.y);
        ray.org_z = static_cast<float>(segment.src.z);
        ray.dir_x = static_cast<float>(way.x);
        ray.dir_y = static_cast<float>(way.y);
        ray.dir_z = static_cast<float>(way.z);
        ray.tfar = 1;
        ray.mask = 0xffffffffu;
        rtcOccluded1(scene_, &context, &ray);
        return ray.tfar < 0;
    }

private:
    RTCDevice device_;
    RTCScene scene_;
};
#endif

void bench_line_of_sight(benchmark::State& state) {
    const auto longest = static_cast<double>(state.range(0));
    const std::vector<Segment> segments =
        random_segments(longest > 8 ? longest / 2 : longest, longest);
    double halfspace_time = 0;
    std::size_t clear = 0;
#ifdef HALFSPACE_BENCH_EMBREE
    const EmbreeScene embree;
    double embree_time = 0;
    std::size_t embree_clear = 0;
#endif
    for (auto _ : state) {
        clear = 0;
        halfspace_time += nanoseconds_each(segments.size(), [&] {
            for (const Segment& segment : segments) {
                clear += line_of_sight(level(), segment.src, segment.dest) ? 1 : 0;
            }
        });
#ifdef HALFSPACE_BENCH_EMBREE
        embree_clear = 0;
        embree_time += nanoseconds_each(segments.size(), [&] {
            for (const Segment& segment : segments) {
                embree_clear += embree.is_occluded(segment) ? 0 : 1;
            }
        });
#endif
    }
    const auto rounds = static_cast<double>(state.iterations());
    const auto all = static_cast<double>(segments.size());
    state.counters["ns"] = halfspace_time / rounds;
    state.counters["clear"] = static_cast<double>(clear) / all;
#ifdef HALFSPACE_BENCH_EMBREE
    state.counters["embree_ns"] = embree_time / rounds;
    state.counters["embree_clear"] = static_cast<double>(embree_clear) / all;
    state.counters["times_embree"] = halfspace_time / embree_time;
#endif
}
BENCHMARK(bench_line_of_sight)->Arg(512)->Arg(8);

}  // namespace
}  // namespace halfspace

BENCHMARK_MAIN();
