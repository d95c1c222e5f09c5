// SPDX-License-Identifier: MIT
// What C++ answers to the questions of bindings/python/tests/same_bits.py, which Python asks, too,
// and JavaScript by tests/web/same_bits.mjs. All three make the questions from whole numbers, so
// that no rounding can make them differ, and write the same JSON.
//
//   halfspace_same_bits COUNT LEVEL.hsw...
//
// For each question a list: the CRC-32 of the answers of each block of questions. COUNT is for all
// levels together.
#include "halfspace/level/level.h"
#include "halfspace/move/mover.h"
#include "halfspace/query/classify.h"
#include "halfspace/query/free.h"
#include "halfspace/query/sight.h"
#include "halfspace/query/space.h"
#include "halfspace/query/sweep.h"
#include "halfspace/query/trace.h"
#include "halfspace/spatial/triangle_bvh.h"

#include <array>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <limits>
#include <string>
#include <utility>
#include <vector>

namespace halfspace::test {
namespace {

constexpr std::size_t kBlock = 16384;
constexpr std::size_t kSteps = 10;
constexpr std::size_t kTurns = 5;
constexpr std::size_t kCubes = 100;
constexpr double kInfinity = std::numeric_limits<double>::infinity();

// --- Numbers.

// The number i of a stream: a product, mixed as MurmurHash3 (Austin Appleby) ends.
std::uint32_t number(std::uint32_t stream, std::size_t i) {
    std::uint32_t x = static_cast<std::uint32_t>(i) * 0x9e3779b9U + stream * 0x85ebca6bU;
    x = (x ^ (x >> 16)) * 0x85ebca6bU;
    x = (x ^ (x >> 13)) * 0xc2b2ae35U;
    return x ^ (x >> 16);
}

// Places in a box whose sides are whole, in steps of 1/64. Every other one is on a coarse lattice,
// which meets planes often.
struct Places {
    std::array<double, 3> low;
    std::array<double, 3> high;
    std::uint32_t coarse;  // [steps]

    Vec3 at(std::uint32_t stream, std::size_t i) const {
        Vec3 place;
        for (std::size_t axis = 0; axis < 3; ++axis) {
            const auto size = static_cast<std::uint32_t>(64 * (high[axis] - low[axis])) + 1;
            const std::uint32_t offset = number(stream, 3 * i + axis) % size;
            const std::uint32_t step = i % 2 == 0 ? 1 : coarse;
            place[axis] = low[axis] + static_cast<double>(offset - offset % step) / 64;
        }
        return place;
    }

    // Half of the segments have a 32nd of the length. All ends are exact.
    Segment segment(std::uint32_t stream, std::size_t i) const {
        const Vec3 from = at(stream, i);
        const Vec3 to = at(stream + 1, i);
        return {from, i % 4 < 2 ? from + (to - from) / 32 : to};
    }
};

Places places_of(const Level& level) {
    const Aabb box = level.model_bounds(kWorldModel);
    Places places{{}, {}, 512};
    for (std::size_t axis = 0; axis < 3; ++axis) {
        places.low[axis] = std::floor(box.min[axis]) - 16;
        places.high[axis] = std::ceil(box.max[axis]) + 16;
    }
    return places;
}

// --- Answers: a CRC-32 (that of zlib) over columns of one field each.

class Block {
public:
    template <class T>
    void add(T value) {
        const auto* const bytes = reinterpret_cast<const unsigned char*>(&value);
        for (std::size_t i = 0; i < sizeof value; ++i) {
            crc_ = table()[(crc_ ^ bytes[i]) & 0xffU] ^ (crc_ >> 8);
        }
    }

    // value(answer): a number, or three of them.
    template <class Answer, class Value>
    void add_column(const std::vector<Answer>& answers, const Value& value) {
        for (const Answer& answer : answers) {
            add(value(answer));
        }
    }

    std::uint32_t value() const { return ~crc_; }

private:
    static const std::array<std::uint32_t, 256>& table() {
        static const auto kTable = [] {
            std::array<std::uint32_t, 256> made{};
            for (std::uint32_t i = 0; i < 256; ++i) {
                made[i] = i;
                for (int bit = 0; bit < 8; ++bit) {
                    made[i] = (made[i] >> 1) ^ ((made[i] & 1U) != 0 ? 0xedb88320U : 0);
                }
            }
            return made;
        }();
        return kTable;
    }

    std::uint32_t crc_ = ~0U;
};

void add(Block& block, const std::vector<Contact>& contacts) {
    const auto column = [&](const auto& value) { block.add_column(contacts, value); };
    column([](const Contact& c) { return c.hit; });
    column([](const Contact& c) { return c.start_blocked; });
    column([](const Contact& c) { return c.fraction; });
    column([](const Contact& c) { return c.point; });
    column([](const Contact& c) { return c.end; });
    column([](const Contact& c) { return c.normal; });
    column([](const Contact& c) { return c.contents; });
    column([](const Contact& c) { return c.model.value; });
    column([](const Contact& c) { return c.obstacle.value; });
    column([](const Contact& c) { return c.mesh.value; });
    column([](const Contact& c) { return c.triangle.value; });
    column([](const Contact& c) { return c.plane.value; });
    column([](const Contact& c) { return c.node.value; });
}

// Answers of one number each.
template <class T>
void add(Block& block, const std::vector<T>& answers) {
    block.add_column(answers, [](const T& answer) { return answer; });
}

struct Freed {
    std::uint8_t is_found;
    Vec3 place;
};

void add(Block& block, const std::vector<Freed>& answers) {
    block.add_column(answers, [](const Freed& freed) { return freed.is_found; });
    block.add_column(answers, [](const Freed& freed) { return freed.place; });
}

struct Walked {
    MoverState state;
    MoverProblem problem;
};

void add(Block& block, const std::vector<Walked>& answers) {
    block.add_column(answers, [](const Walked& walked) { return walked.state; });
    block.add_column(answers, [](const Walked& walked) { return walked.problem; });
}

void add(Block& block, const std::vector<RayHit>& answers) {
    block.add_column(answers, [](const RayHit& hit) { return hit.triangle.value; });
    block.add_column(answers, [](const RayHit& hit) { return hit.t; });
}

void add(Block& block, const std::vector<MeshPoint>& answers) {
    block.add_column(answers, [](const MeshPoint& near) { return near.triangle.value; });
    block.add_column(answers, [](const MeshPoint& near) { return near.point; });
    block.add_column(answers, [](const MeshPoint& near) { return near.distance; });
}

using Blocks = std::vector<std::uint32_t>;

// Asks about 0 to count - 1, block by block.
template <class Ask>
void ask_all(Blocks& to, std::size_t count, const Ask& ask) {
    for (std::size_t begin = 0; begin < count; begin += kBlock) {
        std::vector<decltype(ask(begin))> answers;
        for (std::size_t i = begin; i < std::min(count, begin + kBlock); ++i) {
            answers.push_back(ask(i));
        }
        Block block;
        add(block, answers);
        to.push_back(block.value());
    }
}

// --- Questions.

struct Named {
    const char* name;
    Blocks blocks;
};

struct Beams {
    std::array<double, 3> distances;
};

void add(Block& block, const std::vector<Beams>& answers) {
    block.add_column(answers, [](const Beams& beams) { return beams.distances; });
}

// How far three beams come, by traces.
Beams beams_from(const Level& level, const Vec3& p) {
    constexpr double kRange = 300;
    constexpr std::array kFan{Vec3{1, 0, 0}, Vec3{0, 1, 0}, Vec3{0, 0, -1}};
    Beams beams{};
    for (std::size_t i = 0; i < 3; ++i) {
        const Contact touch = trace(level, SpaceId(0), p, p + kFan[i] * kRange, {.skin = 0});
        beams.distances[i] = touch.start_blocked ? 0 : touch.fraction * kRange;
    }
    return beams;
}

// Ten steps with each of five controls.
Walked walk(const Level& level, const Vec3& start, std::size_t i) {
    const MoverBodies bodies{*find_space(level, "stand"), *find_space(level, "crouch")};
    Walked walked{mover_at(start), {}};
    for (std::size_t turn = 0; turn < kTurns; ++turn) {
        const std::uint32_t u = number(8, kTurns * i + turn);
        const MoverInput input =
            quantised({.view = {.yaw = static_cast<std::int16_t>(u & 0xffffU) * 45 / 8192.0},
                       .forward = 1,
                       .left = (static_cast<double>((u >> 16) % 255) - 127) / 127,
                       .jump = (u >> 24) % 4 == 0,
                       .crouch = (u >> 26) % 8 == 0});
        for (std::size_t step = 0; step < kSteps; ++step) {
            const MoverStep next = step_mover(level, bodies, walked.state, input, MoverOptions());
            walked = {next.state, next.problem};
        }
    }
    return walked;
}

std::vector<std::pair<const char*, ConvexShape>> shapes() {
    const std::array<Vec3, 4> corners{{{12, 0, -9}, {-7, 11, -9}, {-8, -10, -9}, {1, 2, 20}}};
    return {{"sweep_box", *ConvexShape::box({16, 12, 28})},
            {"sweep_sphere", *ConvexShape::sphere(8.5)},
            {"sweep_capsule", *ConvexShape::capsule(14, 12)},
            {"sweep_cylinder", *ConvexShape::cylinder(20, 12.25)},
            {"sweep_hull", *ConvexShape::points(corners)}};
}

// The blocks of a question, which may be there from another level.
Blocks& blocks_of(std::vector<Named>& all, const char* name) {
    for (Named& named : all) {
        if (std::string(name) == named.name) {
            return named.blocks;
        }
    }
    return all.emplace_back(name, Blocks{}).blocks;
}

void ask_level(const Level& level, std::size_t count, std::vector<Named>& all) {
    const Places places = places_of(level);
    const SpaceId stand = *find_space(level, "stand");
    const auto ask = [&](const char* name, const auto& question, std::size_t share = 1) {
        ask_all(blocks_of(all, name), count / share, question);
    };
    ask("contents", [&](std::size_t i) { return point_contents(level, places.at(1, i)); });
    ask("free",
        [&](std::size_t i) { return std::uint8_t{is_free(level, stand, places.at(2, i))}; });
    ask("unstick", [&](std::size_t i) {
        const auto place = unstick(level, stand, places.at(3, i), 16);
        return Freed{std::uint8_t{place.has_value()}, place.value_or(Vec3{})};
    });
    ask("sight", [&](std::size_t i) {
        const Segment s = places.segment(4, i);
        return std::uint8_t{line_of_sight(level, s.from, s.to)};
    });
    ask("beams", [&](std::size_t i) { return beams_from(level, places.at(6, i)); }, 3);
    ask("movers", [&](std::size_t i) { return walk(level, places.at(7, i), i); }, kTurns * kSteps);
    for (const auto& [name, space] : {std::pair{"trace_point", SpaceId(0)}, {"trace", stand}}) {
        ask(name, [&](std::size_t i) {
            const Segment s = places.segment(9, i);
            return trace(level, space, s.from, s.to);
        });
    }
    for (const auto& [name, shape] : shapes()) {
        ask(name, [&](std::size_t i) {
            const Segment s = places.segment(11, i);
            return sweep(level, PlacedShape{shape}, s.from, s.to);
        });
    }
}

// A hundred cubes, which overlap.
void ask_mesh(std::size_t count, std::vector<Named>& all) {
    constexpr std::array<std::uint32_t, 36> kFaces{0, 1, 3, 0, 3, 2, 4, 6, 7, 4, 7, 5,
                                                   0, 4, 5, 0, 5, 1, 2, 3, 7, 2, 7, 6,
                                                   0, 2, 6, 0, 6, 4, 1, 5, 7, 1, 7, 3};
    const Places shifts{{-5, -5, -5}, {5, 5, 5}, 64};
    std::vector<double> vertices;
    std::vector<std::uint32_t> triangles;
    for (std::uint32_t cube = 0; cube < kCubes; ++cube) {
        const Vec3 at = shifts.at(13, cube);
        for (const std::uint32_t corner : {0U, 1U, 2U, 3U, 4U, 5U, 6U, 7U}) {
            vertices.insert(
                vertices.end(),
                {at.x + (corner >> 2), at.y + (corner >> 1 & 1U), at.z + (corner & 1U)});
        }
        for (const std::uint32_t corner : kFaces) {
            triangles.push_back(8 * cube + corner);
        }
    }
    const TriangleBvh tree = *TriangleBvh::build({std::span<const double>(vertices), triangles});
    const Places places{{-8, -8, -8}, {8, 8, 8}, 64};
    // No direction is zero.
    const auto ray = [&](std::uint32_t stream, std::size_t i) {
        return Ray{
            places.at(stream, i), places.at(stream + 1, i) + Vec3{1.0 / 128, 0, 0}, kInfinity};
    };
    ask_all(blocks_of(all, "mesh_rays"), count, [&](std::size_t i) {
        return tree.raycast(ray(14, i)).value_or(RayHit{TriangleId(), kInfinity});
    });
    ask_all(blocks_of(all, "mesh_occluded"), count, [&](std::size_t i) {
        return std::uint8_t{tree.any_hit(ray(16, i))};
    });
    ask_all(blocks_of(all, "mesh_closest"), count, [&](std::size_t i) {
        return *tree.closest_point(places.at(18, i));
    });
    ask_all(blocks_of(all, "mesh_winding"), count, [&](std::size_t i) {
        return tree.winding(places.at(19, i));
    });
}

int run(std::span<char*> words) {
    if (words.size() < 3) {
        return 2;
    }
    const std::size_t count = std::strtoull(words[1], nullptr, 10);
    std::vector<Named> all;
    for (char* const path : words.subspan(2)) {
        const auto level = load_level(path);
        if (!level) {
            std::fputs(to_string(level.error()).c_str(), stderr);
            return 1;
        }
        ask_level(*level, count / (words.size() - 2), all);
    }
    ask_mesh(count, all);
    for (const Named& named : all) {
        std::printf("%s\"%s\": [", &named == all.data() ? "{" : ",\n ", named.name);
        for (std::size_t i = 0; i < named.blocks.size(); ++i) {
            std::printf("%s%u", i == 0 ? "" : ", ", named.blocks[i]);
        }
        std::printf("]");
    }
    std::printf("}\n");
    return 0;
}

}  // namespace
}  // namespace halfspace::test

int main(int count, char** words) {
    return halfspace::test::run({words, static_cast<std::size_t>(count)});
}
