// SPDX-License-Identifier: MIT
// Painting one level at 1280x720 from a few eyes, on one thread.
//
//     HALFSPACE_BENCH_MAP=level.map render_bench       (examples/levels/keep.map without it)
//
// Thread CPU time of ordering and painting; textures are made once. Eyes are seeded places before
// faces of the level, so that other levels can be measured the same way.
#include "halfspace/compile/compile.h"
#include "halfspace/formats/read_world.h"
#include "halfspace/query/classify.h"
#include "halfspace/render/painter.h"

#include "support/random.h"

#include <benchmark/benchmark.h>

#include <cstdio>
#include <cstdlib>
#include <string>
#include <utility>
#include <vector>

namespace halfspace {
namespace {

constexpr int kEyes = 8;

template <class T>
T checked(Result<T> result) {
    if (!result) {
        std::fprintf(stderr, "%s\n", to_string(result.error()).c_str());
        std::exit(1);
    }
    return std::move(*result);
}

Level compile_level() {
    const char* const named = std::getenv("HALFSPACE_BENCH_MAP");
    const std::string path =
        named == nullptr ? std::string(HALFSPACE_SOURCE_DIR) + "/examples/levels/keep.map" : named;
    const ReadWorld read = checked(read_world(path));
    CompileOptions options;
    options.bad_brushes = CompileOptions::BadBrushes::Skip;
    const auto compiled = compile(read.world, options);
    if (!compiled) {
        std::fprintf(stderr, "%s\n", to_string(compiled.error().front()).c_str());
        std::exit(1);
    }
    return checked(Level::from_data(compiled->level));
}

const Level& level() {
    static const Level kLevel = compile_level();
    return kLevel;
}

Vec3 place_before_a_face(test::Random& random) {
    const auto face = static_cast<std::uint32_t>(
        random.integer(0, std::int64_t{level().models().front().face_count} - 1));
    const std::uint32_t corner = level().face_vertices()[level().faces()[face].first_vertex];
    const VertexRecord& p = level().vertices()[corner];
    const Plane plane = plane_of_face(level(), face);
    return Vec3{p.x, p.y, p.z} + plane.n * (random.real(16, 64) / length(plane.n));
}

std::vector<View> views() {
    test::Random random(1);
    std::vector<View> found;
    while (found.size() < kEyes) {
        const Vec3 eye = place_before_a_face(random);
        const Vec3 target = place_before_a_face(random);
        const auto view = look_at(eye, target, 90, 1280.0 / 720);
        if (view && !any(point_contents(level(), eye) & kSightBlockers)) {
            found.push_back(*view);
        }
    }
    return found;
}

void bench_paint(benchmark::State& state, PaintView kind) {
    static const TextureSet kTextures(level(), {});
    static const std::vector<View> kViews = views();
    const View& view = kViews[static_cast<std::size_t>(state.range(0))];
    PaintOptions options;
    options.view = kind;
    options.threads = 1;
    Painting painting;
    for ([[maybe_unused]] const auto _ : state) {
        painting = paint(visible_polygons(level(), view), level(), kTextures, view, options);
        benchmark::DoNotOptimize(painting.image.pixels.data());
    }
    state.counters["polygons"] = static_cast<double>(painting.polygons);
    state.counters["fragments"] = static_cast<double>(painting.fragments);
}

BENCHMARK_CAPTURE(bench_paint, textured, PaintView::Textured)
    ->DenseRange(0, kEyes - 1)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(bench_paint, translucent, PaintView::Translucent)
    ->DenseRange(0, kEyes - 1)
    ->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace halfspace

BENCHMARK_MAIN();
