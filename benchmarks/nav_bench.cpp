// SPDX-License-Identifier: MIT
// Questions to a navigation mesh of about 20,000 polygons: triangles over a grid with moved
// corners, one in twelve left out.
//
//     nav_bench
//
// The argument of find_paths is how far apart the places are, in cells of the grid.
#include "halfspace/nav/distance_field.h"
#include "halfspace/nav/door_state.h"
#include "halfspace/nav/locate.h"
#include "halfspace/nav/path.h"
#include "halfspace/nav/random_place.h"
#include "halfspace/nav/walls.h"

#include <benchmark/benchmark.h>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace halfspace {
namespace {

constexpr std::uint32_t kSide = 104;  // cells
constexpr double kCell = 64;          // map units

// A number in [0, 1) for each seed, by splitmix64.
double random_number(std::uint64_t seed) {
    std::uint64_t z = (seed + 1) * 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30U)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27U)) * 0x94d049bb133111ebu;
    return static_cast<double>((z ^ (z >> 31U)) >> 11U) * 0x1p-53;
}

// The model of the only door: it closes four polygons in a row in the middle of the mesh.
constexpr ModelId kDoor(7);

NavMesh large_mesh() {
    std::vector<Vec3> vertices;
    for (std::uint32_t y = 0; y <= kSide; ++y) {
        for (std::uint32_t x = 0; x <= kSide; ++x) {
            const std::uint64_t seed = 2 * vertices.size();
            vertices.push_back({kCell * (x + 0.3 * random_number(seed)),
                                kCell * (y + 0.3 * random_number(seed + 1)),
                                0});
        }
    }
    constexpr std::uint32_t kCount = 2 * kSide * kSide;
    std::vector<std::uint8_t> is_there(kCount);
    for (std::uint32_t t = 0; t < kCount; ++t) {
        is_there[t] = random_number(1000000 + t) * 12 >= 1 ? 1 : 0;
    }
    std::vector<std::uint32_t> numbers(kCount, kNone);
    std::uint32_t count = 0;
    for (std::uint32_t t = 0; t < kCount; ++t) {
        numbers[t] = is_there[t] != 0 ? count++ : kNone;
    }
    std::vector<NavPolygonRecord> polygons;
    std::vector<NavEdgeRecord> edges;
    const std::vector<Plane> planes(count, Plane{{0, 0, 1}, 0});
    const auto triangle = [&](std::uint32_t x, std::uint32_t y, std::uint32_t which) {
        return x < kSide && y < kSide ? numbers[2 * (y * kSide + x) + which] : kNone;
    };
    for (std::uint32_t y = 0; y < kSide; ++y) {
        for (std::uint32_t x = 0; x < kSide; ++x) {
            const std::uint32_t a = y * (kSide + 1) + x;
            const std::uint32_t d = a + kSide + 1;
            const std::uint32_t lower = triangle(x, y, 0);
            const std::uint32_t upper = triangle(x, y, 1);
            const auto first = [&] { return static_cast<std::uint32_t>(edges.size()); };
            if (lower != kNone) {
                polygons.push_back({0, first(), 0, 0});
                edges.push_back({a, y == 0 ? kNone : triangle(x, y - 1, 1)});
                edges.push_back({a + 1, triangle(x + 1, y, 1)});
                edges.push_back({d + 1, upper});
            }
            if (upper != kNone) {
                polygons.push_back({0, first(), 0, 0});
                edges.push_back({a, lower});
                edges.push_back({d + 1, triangle(x, y + 1, 0)});
                edges.push_back({d, x == 0 ? kNone : triangle(x - 1, y, 0)});
            }
        }
    }
    std::vector<NavDoorRecord> doors;
    for (std::uint32_t p = count / 2; p < count / 2 + 4; ++p) {
        doors.push_back({p, kDoor.value});
    }
    return NavMesh::from_records({.polygons = polygons,
                                  .edges = edges,
                                  .vertices = vertices,
                                  .planes = planes,
                                  .doors = doors})
        .value();
}

std::vector<Vec3> places(const NavMesh& mesh, std::uint64_t count) {
    std::vector<Vec3> result;
    for (std::uint64_t i = 0; i < count; ++i) {
        result.push_back(random_place(mesh, i).value().position + Vec3{0, 0, 24});
    }
    return result;
}

void locate_places(benchmark::State& state) {
    const NavMesh mesh = large_mesh();
    const std::vector<Vec3> positions = places(mesh, 4096);
    std::size_t i = 0;
    for (auto _ : state) {
        benchmark::DoNotOptimize(locate(mesh, positions[i++ % positions.size()]));
    }
}

void nearest_places(benchmark::State& state) {
    const NavMesh mesh = large_mesh();
    const std::vector<Vec3> positions = places(mesh, 4096);
    std::size_t i = 0;
    for (auto _ : state) {
        benchmark::DoNotOptimize(nearest(mesh, positions[i++ % positions.size()], 100));
    }
}

void wall_distances(benchmark::State& state) {
    const NavMesh mesh = large_mesh();
    NavScratch scratch;
    std::uint64_t i = 0;
    for (auto _ : state) {
        benchmark::DoNotOptimize(
            wall_distance(mesh, *random_place(mesh, i++ % 4096), 500, scratch));
    }
}

void find_paths(benchmark::State& state) {
    const NavMesh mesh = large_mesh();
    NavScratch scratch;
    std::vector<NavPlace> ends;
    for (std::uint64_t i = 0; ends.size() < 512; ++i) {
        const NavPlace from = *random_place(mesh, i);
        const double sign = random_number(i) < 0.5 ? -1 : 1;
        const Vec3 to = from.position + Vec3{sign * kCell * static_cast<double>(state.range(0)),
                                             kCell * (random_number(i + 7) - 0.5),
                                             1};
        const auto goal = locate(mesh, to);
        if (goal && is_reachable(mesh, from.polygon, goal->polygon)) {
            ends.push_back(from);
            ends.push_back(*goal);
        }
    }
    std::size_t i = 0;
    std::size_t expansions = 0;
    for (auto _ : state) {
        const std::size_t pair = 2 * (i++ % (ends.size() / 2));
        expansions += find_path(mesh, ends[pair], ends[pair + 1], scratch).expansions;
    }
    state.counters["expansions"] =
        benchmark::Counter(static_cast<double>(expansions), benchmark::Counter::kAvgIterations);
}

// All paths to one place of the mesh.
void find_fields(benchmark::State& state) {
    const NavMesh mesh = large_mesh();
    DistanceField field;
    std::uint64_t i = 0;
    for (auto _ : state) {
        field.find(mesh, *random_place(mesh, i++));
    }
    state.counters["nodes"] = static_cast<double>(field.node_count());
}

// The path of a place to the goal of a field.
void field_paths(benchmark::State& state) {
    const NavMesh mesh = large_mesh();
    DistanceField field;
    field.find(mesh, *random_place(mesh, 1));
    NavScratch scratch;
    std::vector<NavPlace> places;
    for (std::uint64_t i = 0; i < 4096; ++i) {
        places.push_back(*random_place(mesh, i));
    }
    std::size_t i = 0;
    for (auto _ : state) {
        benchmark::DoNotOptimize(field.path_from(places[i++ % places.size()], scratch));
    }
}

// A door closes, or opens.
void set_doors(benchmark::State& state) {
    const NavMesh mesh = large_mesh();
    NavDoorState doors(mesh);
    bool is_closed = false;
    for (auto _ : state) {
        is_closed = !is_closed;
        doors.set_closed(kDoor, is_closed);
        benchmark::DoNotOptimize(doors.changes());
    }
}

BENCHMARK(locate_places);
BENCHMARK(nearest_places);
BENCHMARK(wall_distances);
BENCHMARK(find_paths)->Arg(4)->Arg(20)->Arg(80);
BENCHMARK(find_fields)->Unit(benchmark::kMillisecond);
BENCHMARK(field_paths);
BENCHMARK(set_doors);

}  // namespace
}  // namespace halfspace

BENCHMARK_MAIN();
