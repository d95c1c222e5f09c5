// SPDX-License-Identifier: MIT
// Lengths of shortest paths on the meshes of levels, beside those of the graph of all border
// vertices that see each other (tests/support/nav_oracle.h), until so many pairs have a path:
//
//     prove_lengths [--pairs N] [--seed N] [--body BODY] LEVEL...
//
// Polygons on both sides of a step are neighbours, also for the graph: it reads the records of the
// level, and NavMesh joins them by itself. LEVEL is a source that read_world takes, or
// scene:KIND:BRUSHES. Prints one line per level, separated by tabs: level, pairs, pairs with a
// path, differences, the largest difference [units], polygons, steps, border vertices, seconds. A
// difference is: the one finds a path and the other none, or lengths differ by more than 1e-9 of
// themselves and four hairs of the graph. Exits 1 if there was one, 2 if a level could not be
// compiled (the others are still asked).
#include "halfspace/exact/plane.h"
#include "halfspace/nav/distance_field.h"
#include "halfspace/nav/nav_mesh.h"
#include "halfspace/nav/path.h"
#include "halfspace/query/space.h"

#include "prove.h"
#include "support/nav_levels.h"
#include "support/nav_meshes.h"
#include "support/nav_oracle.h"
#include "support/random.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <string>
#include <vector>

namespace halfspace::test {
namespace {

constexpr const char* kUsage = "prove_lengths [--pairs N] [--seed N] [--body BODY] LEVEL...\n";
// Corners are rounded to doubles, so a corner on a line may be beside it [units].
constexpr double kHair = 1e-10;
constexpr double kPart = 1e-9;

struct Arguments {
    std::uint64_t pairs = 1000;
    std::uint64_t seed = 1;
    std::string body = "stand";
    std::vector<std::string> levels;
};

std::optional<Arguments> parse(int count, char** values) {
    return parse_arguments<Arguments>(count,
                                      values,
                                      {number_option("--pairs", &Arguments::pairs),
                                       number_option("--seed", &Arguments::seed),
                                       {"--body", [](Arguments& arguments, const char* value) {
                                            arguments.body = value;
                                            return true;
                                        }}});
}

Result<Level> open_level(const std::string& name, const Arguments& arguments) {
    const auto scene = named_scene(name, arguments.seed);
    return scene ? level_with_navigation(*scene, {.bad_brushes = CompileOptions::BadBrushes::Skip})
                 : map_with_navigation(name);
}

// The records of one mesh, where the edges of a step know the polygon on its other side.
struct JoinedMesh {
    NavRecordArrays records;
    std::size_t steps = 0;
};

JoinedMesh joined_mesh(const Level& level, SpaceId space) {
    JoinedMesh joined;
    const auto meshes = level.nav_meshes();
    const auto mesh = std::ranges::find(meshes, space.value, &NavMeshRecord::space);
    if (mesh == meshes.end()) {
        return joined;
    }
    const auto polygons = level.nav_polygons();
    const std::size_t first = mesh->first_polygon;
    const std::size_t end = mesh + 1 == meshes.end() ? polygons.size() : (mesh + 1)->first_polygon;
    const std::size_t first_edge = first < end ? polygons[first].first_edge : 0;
    const std::size_t end_edge =
        end < polygons.size() ? polygons[end].first_edge : level.nav_edges().size();
    std::vector<std::uint32_t> owners;
    joined.records.vertices.assign(level.nav_vertices().begin(), level.nav_vertices().end());
    for (std::size_t p = first; p < end; ++p) {
        NavPolygonRecord polygon = polygons[p];
        const PlaneId id{polygon.plane};
        const Plane plane = level.scaled_plane(id.pair());
        joined.records.planes.push_back(id.is_flipped() ? flipped(plane) : plane);
        polygon.first_edge -= static_cast<std::uint32_t>(first_edge);
        joined.records.polygons.push_back(polygon);
        const std::size_t last =
            p + 1 < polygons.size() ? polygons[p + 1].first_edge : level.nav_edges().size();
        owners.resize(last - first_edge, static_cast<std::uint32_t>(p - first));
    }
    for (std::size_t e = first_edge; e < end_edge && first < end; ++e) {
        NavEdgeRecord edge = level.nav_edges()[e];
        edge.neighbour -= edge.neighbour == kNone ? 0 : static_cast<std::uint32_t>(first);
        joined.records.edges.push_back(edge);
    }
    for (const NavStepRecord& step : level.nav_steps()) {
        if (step.lower >= first_edge && step.lower < end_edge) {
            const std::size_t lower = step.lower - first_edge;
            const std::size_t upper = step.upper - first_edge;
            joined.records.edges[lower].neighbour = owners[upper];
            joined.records.edges[upper].neighbour = owners[lower];
            ++joined.steps;
        }
    }
    return joined;
}

struct LengthReport {
    CheckReport report;        // queries: pairs
    std::size_t complete = 0;  // pairs with a path
    double largest = 0;        // difference [units]
};

class Lengths {
public:
    Lengths(const NavMesh& mesh, const NavOracle& oracle, std::uint64_t seed)
        : mesh_(mesh), oracle_(oracle), random_(seed) {}

    LengthReport run(std::size_t pairs) {
        constexpr std::size_t kGoals = 100;  // of one place
        constexpr std::size_t kMost = 20;    // times the pairs: most may have no path
        while (result_.complete < pairs && result_.report.queries < kMost * pairs) {
            const NavPlace from = oracle_.random_place(random_);
            std::vector<NavPlace> goals;
            while (goals.size() < std::min(kGoals, pairs)) {
                goals.push_back(oracle_.random_place(random_));
            }
            const auto truths = oracle_.path_lengths(from, goals);
            DistanceField field;
            field.find(mesh_, from);
            for (std::size_t i = 0; i < goals.size(); ++i) {
                compare(from, goals[i], truths[i], field);
            }
        }
        return result_;
    }

private:
    void compare(const NavPlace& from,
                 const NavPlace& to,
                 const std::optional<double>& truth,
                 const DistanceField& field) {
        ++result_.report.queries;
        const NavPath path = find_path(mesh_, from, to, scratch_);
        const std::string what = "from " + text(from.position) + " on " +
                                 std::to_string(from.polygon.value) + " to " + text(to.position) +
                                 " on " + std::to_string(to.polygon.value) + ": ";
        const bool is_complete = path.status == PathStatus::Complete;
        const std::optional<double> of_field = field.length_from(to, scratch_);
        if (is_complete != truth.has_value() || of_field.has_value() != truth.has_value()) {
            add_difference(result_.report, what + (truth ? "no path" : "a path where none is"));
            return;
        }
        if (!truth) {
            return;
        }
        ++result_.complete;
        const double off = std::max(std::abs(path.length - *truth), std::abs(*of_field - *truth));
        result_.largest = std::max(result_.largest, off);
        if (off > kPart * *truth + 4 * kHair) {
            add_difference(result_.report,
                           what + std::to_string(path.length) + ", in a field " +
                               std::to_string(*of_field) + ", instead of " +
                               std::to_string(*truth));
        }
    }

    const NavMesh& mesh_;
    const NavOracle& oracle_;
    Random random_;
    NavScratch scratch_;
    LengthReport result_;
};

// True if there was no difference.
bool prove(const std::string& name, const Level& level, const Arguments& arguments) {
    const auto start = std::chrono::steady_clock::now();
    const auto space = find_space(level, arguments.body);
    const auto mesh =
        space ? NavMesh::from_level(level, *space) : Result<NavMesh>(std::unexpected(Error{}));
    if (!mesh) {
        std::fprintf(stderr, "%s: no mesh of the body %s\n", name.c_str(), arguments.body.c_str());
        return false;
    }
    const JoinedMesh joined = joined_mesh(level, *space);
    const NavOracle oracle(joined.records, kHair);
    const LengthReport lengths = Lengths(*mesh, oracle, arguments.seed).run(arguments.pairs);
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
    print_details(lengths.report);
    std::printf("%s\t%zu\t%zu\t%zu\t%.3g\t%zu\t%zu\t%zu\t%.1f\n",
                name.c_str(),
                lengths.report.queries,
                lengths.complete,
                lengths.report.differences,
                lengths.largest,
                joined.records.polygons.size(),
                joined.steps,
                oracle.corner_count(),
                seconds.count());
    std::fflush(stdout);
    return lengths.report.differences == 0 && lengths.complete >= arguments.pairs;
}

}  // namespace
}  // namespace halfspace::test

int main(int count, char** values) {
    namespace test = halfspace::test;
    return test::run_prover(
        test::parse(count, values), test::kUsage, test::open_level, test::prove);
}
