// SPDX-License-Identifier: MIT
// Our navigation meshes beside Recast's and Detour's, as tables in Markdown: how meshes are built,
// what each covers, and what questions cost.
//
//     recast_table [--body NAME] SOURCE...
//
// SOURCE: as halfspace compile takes it. NAME: stand by default. Recast gets the walls that stop a
// point, and the body's size, with voxels of 1 and of 4 units. Its bodies are round, and it keeps
// the radius from drops, too, where ours stand until the last corner of their box leaves the floor.
// "walls grown" gets the walls that stop the body, and no size: what is lost then is lost by voxels
// alone. "our polygons" is Detour on our mesh. All times are CPU seconds of one thread; those of
// questions are medians of five runs. A cell "a / b" of the last table has ours first: each row
// compares pairs of places that both meshes have. Lengths are those seen from above. Ours are
// shortest on our mesh; another one is shorter if its mesh goes where ours does not. Detour
// searches 65535 nodes at most.
#include "halfspace/compile/compile.h"
#include "halfspace/formats/read_world.h"
#include "halfspace/nav/locate.h"
#include "halfspace/nav/path.h"
#include "halfspace/nav/random_place.h"
#include "halfspace/nav/route.h"
#include "halfspace/nav_build/build_nav.h"
#include "halfspace/query/space.h"

#include "recast_peer.h"
#include "thread_time.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace halfspace::bench {
namespace {

constexpr std::uint64_t kPlaces = 20'000;
constexpr std::uint64_t kPaths = 2'000;
constexpr double kReach = 64;  // how far below a place a question looks for the floor

template <class T>
T required(Result<T> result) {
    if (!result) {
        std::fprintf(stderr, "%s\n", to_string(result.error()).c_str());
        std::exit(1);
    }
    return *std::move(result);
}

template <class... Values>
std::string text(const char* format, Values... values) {
    std::array<char, 256> line{};
    std::snprintf(line.data(), line.size(), format, values...);
    return line.data();
}

double percent(std::size_t part, std::size_t whole) {
    return whole == 0 ? 0 : 100.0 * static_cast<double>(part) / static_cast<double>(whole);
}

// Of one call.
template <class Work>
double seconds_of(const Work& work) {
    return nanoseconds_each(1, work) / 1e9;
}

// Nanoseconds that ask(i) takes for each i below the count: the median of five runs.
template <class Ask>
double question_time(std::size_t count, const Ask& ask) {
    std::array<double, 5> times{};
    for (double& time : times) {
        time = nanoseconds_each(std::max<std::size_t>(1, count), [&] {
            for (std::size_t i = 0; i < count; ++i) {
                ask(i);
            }
        });
    }
    std::ranges::sort(times);
    return times[times.size() / 2];
}

// A number in [0, 1), by splitmix64.
float random_float() {
    static std::uint64_t state = 0;
    std::uint64_t z = (state += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30U)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27U)) * 0x94d049bb133111ebu;
    return static_cast<float>((z ^ (z >> 31U)) >> 40U) * 0x1p-24F;
}

struct Tables {
    std::vector<std::string> levels;
    std::vector<std::string> meshes;
    std::vector<std::string> questions;
};

struct Body {
    const SpaceRecord& space;
    double rise() const { return -space.min[2]; }  // from the feet to the position
    double radius() const { return std::max(space.max[0], space.max[1]); }
    double height() const { return space.max[2] - space.min[2]; }
};

// A mesh of Recast's, and how our positions are found on it.
struct Peer {
    const RecastMesh& mesh;
    double rise;  // from the feet of its body to the position of ours
    double climb;

    std::optional<RecastMesh::Place> locate(const Vec3& position) const {
        return mesh.locate(position - Vec3{0, 0, rise}, climb);
    }
};

// Two places that both meshes have.
struct Pair {
    NavPlace from;
    NavPlace to;
    RecastMesh::Place their_from;
    RecastMesh::Place their_to;
};

// The comparison of one level.
class Comparison {
public:
    Comparison(std::string name, const World& world, const std::string& body, Tables& tables)
        : name_(std::move(name)), tables_(tables) {
        CompileOptions options{.bad_brushes = CompileOptions::BadBrushes::Skip};
        options.threads = 1;
        std::expected<Compiled, std::vector<Error>> compiled;
        const double seconds = seconds_of([&] { compiled = compile(world, options); });
        if (!compiled) {
            std::fprintf(stderr, "%s\n", to_string(compiled.error().front()).c_str());
            std::exit(1);
        }
        level_ = required(Level::from_data(compiled->level));
        const std::optional<SpaceId> space = find_space(level_, body);
        if (!space || *space == SpaceId(0)) {
            std::fprintf(stderr, "the level has no body '%s'\n", body.c_str());
            std::exit(1);
        }
        space_ = *space;
        add_ours(compiled->level, seconds);
    }

    void add_peers() {
        RecastMesh same(*mesh_);
        add_questions("our polygons", same, {same, 0, NavOptions().step_height});
        std::vector<ModelId> models{kWorldModel};
        for (std::uint32_t m = 1; m < level_.models().size(); ++m) {
            if ((level_.models()[m].flags & kModelCurves) == 0 &&
                stays_in_place(level_, ModelId(m))) {
                models.push_back(ModelId(m));
            }
        }
        const Body body{level_.spaces()[space_.value]};
        const WallTriangles walls(level_, SpaceId(0), kPlayerBlockers, models);
        const WallTriangles grown(level_, space_, kPlayerBlockers, models);
        for (const double cell : {1.0, 4.0}) {
            add_peer(text("walls, %g", cell),
                     walls,
                     {.cell = cell, .radius = body.radius(), .height = body.height()},
                     body.rise());
            add_peer(
                text("walls grown, %g", cell), grown, {.cell = cell, .radius = 0, .height = 1}, 0);
        }
    }

private:
    static std::size_t bytes_of(const NavData& data) {
        return data.polygons.size() * sizeof(NavPolygonRecord) +
               data.edges.size() * sizeof(NavEdgeRecord) + data.vertices.size() * sizeof(Vec3) +
               data.steps.size() * sizeof(NavStepRecord) +
               data.links.size() * sizeof(NavLinkRecord) + sizeof(NavMeshRecord);
    }

    void add_ours(LevelData level, double compile_seconds) {
        NavData all;
        const double seconds_all = seconds_of([&] { all = required(build_navigation(level_)); });
        NavData data;
        const double seconds =
            seconds_of([&] { data = required(build_navigation(level_, {.spaces = {space_}})); });
        const std::size_t bytes = bytes_of(data);
        const std::size_t polygons = data.polygons.size();
        const std::size_t links = data.links.size();
        const std::size_t bodies = all.meshes.size();
        const std::size_t plain = write_level(level).size();
        set_navigation(level, std::move(all));
        const std::size_t with_all = write_level(level).size();
        set_navigation(level, std::move(data));
        mesh_.emplace(required(NavMesh::from_level(required(Level::from_data(level)), space_)));
        tables_.levels.push_back(
            text("| %s | %.2f | %.0f %% | %.0f | %.1f %% |",
                 name_.c_str(),
                 compile_seconds,
                 100 * seconds_all / compile_seconds / static_cast<double>(bodies),
                 static_cast<double>(plain) / 1000,
                 percent(with_all - plain, plain)));
        tables_.meshes.push_back(text("| %s | ours, %zu links | %.3f | %.0f | %zu | | | | |",
                                      name_.c_str(),
                                      links,
                                      seconds,
                                      static_cast<double>(bytes) / 1000,
                                      polygons));
    }

    void add_peer(const std::string& name,
                  const WallTriangles& walls,
                  const VoxelBody& body,
                  double rise) {
        std::optional<RecastMesh> recast;
        const double seconds = seconds_of([&] { recast.emplace(walls, body); });
        const Peer peer{*recast, rise, body.climb};
        std::size_t lost = 0;
        for (std::uint64_t i = 0; i < kPlaces; ++i) {
            lost += peer.locate(random_place(*mesh_, i)->position) ? 0 : 1;
        }
        std::size_t outside = 0;
        for (std::uint64_t i = 0; i < kPlaces; ++i) {
            const auto place = recast->random_place(random_float);
            const Vec3 position = (place ? place->position : Vec3()) + Vec3{0, 0, rise};
            outside += locate(*mesh_, position, {.reach = body.climb, .above = body.climb}) ? 0 : 1;
        }
        const Ways ways = add_questions(name, *recast, peer);
        tables_.meshes.push_back(
            text("| %s | %s | %.3f | %.0f | %d | %.2f %% | %.2f %% | %zu | %zu |",
                 name_.c_str(),
                 name.c_str(),
                 seconds,
                 static_cast<double>(recast->bytes()) / 1000,
                 recast->polygon_count(),
                 percent(lost, kPlaces),
                 percent(outside, kPlaces),
                 ways.lost,
                 ways.alone));
    }

    struct Ways {
        std::size_t lost = 0;   // that the peer does not have
        std::size_t alone = 0;  // that only the peer has
    };

    // Compares paths between random places, and adds the row.
    Ways add_questions(const std::string& name, RecastMesh& recast, const Peer& peer) {
        Ways ways;
        std::vector<Pair> joined;  // on both meshes
        std::vector<Pair> parted;  // on both
        std::size_t longer = 0;    // by more than 1 percent
        std::size_t shorter = 0;
        double ratios = 0;
        NavScratch scratch;
        for (std::uint64_t i = 0; i < kPaths; ++i) {
            const NavPlace from = *random_place(*mesh_, 1'000'000 + 2 * i);
            const NavPlace to = *random_place(*mesh_, 1'000'001 + 2 * i);
            const auto their_from = peer.locate(from.position);
            const auto their_to = peer.locate(to.position);
            if (!their_from || !their_to) {
                continue;
            }
            const NavPath path = find_path(*mesh_, from, to, scratch);
            const std::optional<double> length = recast.path_length(*their_from, *their_to);
            const bool is_found = path.status == PathStatus::Complete;
            ways.lost += is_found && !length ? 1 : 0;
            ways.alone += !is_found && length ? 1 : 0;
            if (!is_found && !length) {
                parted.push_back({from, to, *their_from, *their_to});
            } else if (is_found && length && path.length > 1) {
                joined.push_back({from, to, *their_from, *their_to});
                ratios += *length / path.length;
                longer += *length > 1.01 * path.length ? 1 : 0;
                shorter += *length < 0.99 * path.length ? 1 : 0;
            }
        }
        tables_.questions.push_back(
            text("| %s | %s | %s | %zu | %s | %s | %.4f | %.1f %% | %.1f %% |",
                 name_.c_str(),
                 name.c_str(),
                 place_times(recast, peer).c_str(),
                 joined.size(),
                 path_times(joined, recast, scratch).c_str(),
                 parted_times(parted, recast, scratch).c_str(),
                 ratios / static_cast<double>(std::max<std::size_t>(1, joined.size())),
                 percent(longer, joined.size()),
                 percent(shorter, joined.size())));
        return ways;
    }

    // The place below a position 8 units above the floor [ns].
    std::string place_times(const RecastMesh& recast, const Peer& peer) const {
        std::vector<Vec3> positions;
        for (std::uint64_t i = 0; i < kPlaces; ++i) {
            const Vec3 position = random_place(*mesh_, i)->position;
            if (peer.locate(position)) {
                positions.push_back(position + Vec3{0, 0, 8});
            }
        }
        std::size_t found = 0;
        const double ours = question_time(positions.size(), [&](std::size_t i) {
            found += locate(*mesh_, positions[i], {.reach = kReach}) ? 1 : 0;
        });
        const double theirs = question_time(positions.size(), [&](std::size_t i) {
            found += recast.locate(positions[i] - Vec3{0, 0, peer.rise}, kReach) ? 1 : 0;
        });
        return found > 0 ? text("%.0f / %.0f", ours, theirs) : "";
    }

    // find_path, find_route, its A* alone where nothing costs more, with links and without, as for
    // Detour, and Detour's [us].
    std::string path_times(const std::vector<Pair>& pairs,
                           RecastMesh& recast,
                           NavScratch& scratch) const {
        double sum = 0;
        const double path = question_time(pairs.size(), [&](std::size_t i) {
            sum += find_path(*mesh_, pairs[i].from, pairs[i].to, scratch).length;
        });
        const double route = question_time(pairs.size(), [&](std::size_t i) {
            sum += find_route(*mesh_, pairs[i].from, pairs[i].to, scratch).seconds;
        });
        const auto quick_time = [&](std::uint32_t links) {
            const RouteOptions options{
                .links = links, .slime_cost = 1, .lava_cost = 1, .do_shorten = false};
            return question_time(pairs.size(), [&](std::size_t i) {
                sum += find_route(*mesh_, pairs[i].from, pairs[i].to, scratch, options).seconds;
            });
        };
        const double quick = quick_time(kMoverLinks);
        const double on_foot = quick_time(0);
        const double theirs = question_time(pairs.size(), [&](std::size_t i) {
            sum += *recast.path_length(pairs[i].their_from, pairs[i].their_to);
        });
        return sum > 0 ? text("%.1f, %.1f, %.1f, %.1f / %.1f",
                              path / 1000,
                              route / 1000,
                              quick / 1000,
                              on_foot / 1000,
                              theirs / 1000)
                       : "";
    }

    // Paths that are not there [ns / us].
    std::string parted_times(const std::vector<Pair>& pairs,
                             RecastMesh& recast,
                             NavScratch& scratch) const {
        if (pairs.empty()) {
            return "";
        }
        std::size_t found = 0;
        const double ours = question_time(pairs.size(), [&](std::size_t i) {
            const NavPath path = find_path(*mesh_, pairs[i].from, pairs[i].to, scratch);
            found += path.status == PathStatus::Unreachable ? 1 : 0;
        });
        const double theirs = question_time(pairs.size(), [&](std::size_t i) {
            found += recast.path_length(pairs[i].their_from, pairs[i].their_to) ? 0 : 1;
        });
        return found > 0 ? text("%.3f / %.1f", ours / 1000, theirs / 1000) : "";
    }

    std::string name_;
    Tables& tables_;
    Level level_;
    SpaceId space_;
    std::optional<NavMesh> mesh_;  // ours
};

void print(const char* head, int columns, const std::vector<std::string>& rows) {
    std::printf("%s\n|", head);
    for (int i = 0; i < columns; ++i) {
        std::printf("---|");
    }
    std::printf("\n");
    for (const std::string& row : rows) {
        std::printf("%s\n", row.c_str());
    }
    std::printf("\n");
}

int run(std::vector<std::string> arguments) {
    std::string body = "stand";
    if (arguments.size() > 1 && arguments.front() == "--body") {
        body = arguments[1];
        arguments.erase(arguments.begin(), arguments.begin() + 2);
    }
    if (arguments.empty()) {
        std::fprintf(stderr, "usage: recast_table [--body NAME] SOURCE...\n");
        return 2;
    }
    Tables tables;
    for (const std::string& source : arguments) {
        const ReadWorld read = required(read_world(source));
        Comparison(std::filesystem::path(source).stem().string(), read.world, body, tables)
            .add_peers();
        std::fprintf(stderr, "%s\n", source.c_str());
    }
    print("| level | compile, s | a mesh of a body / compile | file, KB | more with all meshes |",
          5,
          tables.levels);
    print(
        "| level | mesh, voxels | build, s | KB | polygons | of ours not in it "
        "| of it not in ours | ways lost | ways that only it has |",
        9,
        tables.meshes);
    print(
        "| level | mesh, voxels | place, ns | pairs | path, route, quick route, the same on foot / "
        "its path, µs "
        "| no way, µs | its length / ours | longer | shorter |",
        9,
        tables.questions);
    return 0;
}

}  // namespace
}  // namespace halfspace::bench

int main(int count, char** arguments) {
    return halfspace::bench::run({arguments + 1, arguments + count});
}
