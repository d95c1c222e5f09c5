// SPDX-License-Identifier: MIT
// Our navigation mesh of one body beside Recast's: how each is built, what each covers, and the
// paths between random places.
//
//     recast_table SOURCE [BODY]
//
// SOURCE: as halfspace compile takes it; BODY: stand by default. Recast gets the walls that stop a
// point, and the body's size, with voxels of 1 and of 4 units. Its bodies are round, and it keeps
// the radius from drops, too, where ours stand until the last corner of their box leaves the floor.
// "walls grown" gets the walls that stop the body, and no size: what is lost then is lost by voxels
// alone. Lengths are those seen from above. Ours are shortest on our mesh; another one is shorter
// if its mesh goes where ours does not. Detour searches 65535 nodes at most.
#include "halfspace/compile/compile.h"
#include "halfspace/formats/read_world.h"
#include "halfspace/nav/locate.h"
#include "halfspace/nav/path.h"
#include "halfspace/nav/random_place.h"
#include "halfspace/nav_build/build_nav.h"
#include "halfspace/query/space.h"

#include "recast_peer.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace halfspace::bench {
namespace {

constexpr std::uint64_t kPlaces = 20'000;
constexpr std::uint64_t kPaths = 2'000;

template <class T>
T required(Result<T> result) {
    if (!result) {
        std::fprintf(stderr, "%s\n", to_string(result.error()).c_str());
        std::exit(1);
    }
    return *std::move(result);
}

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
    return std::chrono::duration<double>(Clock::now() - start).count();
}

double percent(std::size_t part, std::size_t whole) {
    return whole == 0 ? 0 : 100.0 * static_cast<double>(part) / static_cast<double>(whole);
}

// A number in [0, 1), by splitmix64.
float random_float() {
    static std::uint64_t state = 0;
    std::uint64_t z = (state += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30U)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27U)) * 0x94d049bb133111ebu;
    return static_cast<float>((z ^ (z >> 31U)) >> 40U) * 0x1p-24F;
}

class Table {
public:
    // data: of the level.
    Table(const Level& level, LevelData data_of_level, SpaceId space)
        : level_(level), space_(space) {
        const auto start = Clock::now();
        const NavData data = required(build_navigation(level, {.spaces = {space}}));
        const double seconds = seconds_since(start);
        const std::size_t bytes = data.polygons.size() * sizeof(NavPolygonRecord) +
                                  data.edges.size() * sizeof(NavEdgeRecord) +
                                  data.vertices.size() * sizeof(Vec3) +
                                  data.steps.size() * sizeof(NavStepRecord) + sizeof(NavMeshRecord);
        set_navigation(data_of_level, data);
        mesh_.emplace(
            required(NavMesh::from_level(required(Level::from_data(data_of_level)), space)));
        std::printf("ours: %.3f s, %zu polygons, %zu islands, %zu bytes\n",
                    seconds,
                    mesh_->polygon_count(),
                    mesh_->island_count(),
                    bytes);
        models_.push_back(kWorldModel);
        for (std::uint32_t m = 1; m < level.models().size(); ++m) {
            if ((level.models()[m].flags & kModelCurves) == 0 &&
                stays_in_place(level, ModelId(m))) {
                models_.push_back(ModelId(m));
            }
        }
    }

    void add_rows() {
        const SpaceRecord& body = level_.spaces()[space_.value];
        const double radius = std::max(body.max[0], body.max[1]);
        for (const double cell : {1.0, 4.0}) {
            add_row("walls", SpaceId(0), {cell, radius, body.max[2] - body.min[2]}, -body.min[2]);
            add_row("walls grown", space_, {cell, 0, 1}, 0);
        }
    }

private:
    // rise: from the feet of Recast's body to the position of ours.
    void add_row(const char* name, SpaceId walls, const VoxelBody& body, double rise) {
        const WallTriangles triangles(level_, walls, kPlayerBlockers, models_);
        const auto start = Clock::now();
        RecastMesh recast(triangles, body);
        std::printf("\nRecast, %s, voxels of %g: %.3f s, %zu triangles, %d polygons, %zu bytes\n",
                    name,
                    body.cell,
                    seconds_since(start),
                    triangles.indices.size() / 3,
                    recast.polygon_count(),
                    recast.bytes());
        print_coverage(recast, body, rise);
        print_paths(recast, body, rise);
    }

    std::optional<RecastMesh::Place> in_recast(const RecastMesh& recast,
                                               const VoxelBody& body,
                                               const Vec3& position,
                                               double rise) const {
        return recast.locate(position - Vec3{0, 0, rise}, body.climb);
    }

    void print_coverage(const RecastMesh& recast, const VoxelBody& body, double rise) const {
        std::size_t lost = 0;
        for (std::uint64_t i = 0; i < kPlaces; ++i) {
            lost += in_recast(recast, body, random_place(*mesh_, i)->position, rise) ? 0 : 1;
        }
        std::size_t outside = 0;
        for (std::uint64_t i = 0; i < kPlaces; ++i) {
            const auto place = recast.random_place(random_float);
            const Vec3 position = (place ? place->position : Vec3()) + Vec3{0, 0, rise};
            outside += locate(*mesh_, position, {.reach = body.climb, .above = body.climb}) ? 0 : 1;
        }
        std::printf(
            "  of our floor %.2f %% is not in Recast's; of Recast's %.2f %% is not in ours\n",
            percent(lost, kPlaces),
            percent(outside, kPlaces));
    }

    void print_paths(RecastMesh& recast, const VoxelBody& body, double rise) {
        NavScratch scratch;
        std::size_t compared = 0;
        std::size_t lost = 0;     // ways that Recast does not have
        std::size_t alone = 0;    // ways that only Recast has
        std::size_t longer = 0;   // by more than 1 percent
        std::size_t shorter = 0;  // by more than 1 percent
        double ratios = 0;
        double our_seconds = 0;
        double their_seconds = 0;
        for (std::uint64_t i = 0; i < kPaths; ++i) {
            const NavPlace from = *random_place(*mesh_, 1'000'000 + 2 * i);
            const NavPlace to = *random_place(*mesh_, 1'000'001 + 2 * i);
            const auto their_from = in_recast(recast, body, from.position, rise);
            const auto their_to = in_recast(recast, body, to.position, rise);
            if (!their_from || !their_to) {
                continue;
            }
            auto start = Clock::now();
            const NavPath path = find_path(*mesh_, from, to, scratch);
            const double ours = seconds_since(start);
            start = Clock::now();
            const std::optional<double> length = recast.path_length(*their_from, *their_to);
            const double theirs = seconds_since(start);
            const bool is_found = path.status == PathStatus::Complete;
            lost += is_found && !length ? 1 : 0;
            alone += !is_found && length ? 1 : 0;
            if (is_found && length && path.length > 1) {
                ++compared;
                our_seconds += ours;
                their_seconds += theirs;
                ratios += *length / path.length;
                longer += *length > 1.01 * path.length ? 1 : 0;
                shorter += *length < 0.99 * path.length ? 1 : 0;
            }
        }
        const double count = static_cast<double>(std::max<std::size_t>(1, compared));
        std::printf(
            "  ways that only ours has: %zu; that only Recast has: %zu; of %zu in both\n"
            "  Recast's are %.4f times as long in the mean; %.1f %% are longer by more than 1 %%, "
            "%.1f %% shorter\n"
            "  a path takes %.1f us on ours, %.1f us on Recast's\n",
            lost,
            alone,
            compared,
            ratios / count,
            percent(longer, compared),
            percent(shorter, compared),
            1e6 * our_seconds / count,
            1e6 * their_seconds / count);
    }

    const Level& level_;
    SpaceId space_;
    std::optional<NavMesh> mesh_;
    std::vector<ModelId> models_;
};

int run(const std::string& source, const std::string& body) {
    const auto compiled = compile(required(read_world(source)).world,
                                  {.bad_brushes = CompileOptions::BadBrushes::Skip});
    if (!compiled) {
        std::fprintf(stderr, "%s\n", to_string(compiled.error().front()).c_str());
        return 1;
    }
    const Level level = required(Level::from_data(compiled->level));
    const std::optional<SpaceId> space = find_space(level, body);
    if (!space || *space == SpaceId(0)) {
        std::fprintf(stderr, "the level has no body '%s'\n", body.c_str());
        return 1;
    }
    Table(level, compiled->level, *space).add_rows();
    return 0;
}

}  // namespace
}  // namespace halfspace::bench

int main(int count, char** arguments) {
    if (count < 2 || count > 3) {
        std::fprintf(stderr, "usage: recast_table SOURCE [BODY]\n");
        return 2;
    }
    return halfspace::bench::run(arguments[1], count == 3 ? arguments[2] : "stand");
}
