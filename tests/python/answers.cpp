// SPDX-License-Identifier: MIT
// What C++ answers to the questions that a test of the Python package asks, too.
//
//   halfspace_python_answers LEVEL QUESTION [MESH] < rows of doubles > answers
//
// Answers are the structs of C++ as they lie in memory. MESH: a file with the number of vertices
// and of triangles (doubles), then the coordinates and the vertices of the triangles (doubles).
#include "halfspace/level/level.h"
#include "halfspace/move/mover.h"
#include "halfspace/query/classify.h"
#include "halfspace/query/free.h"
#include "halfspace/query/sight.h"
#include "halfspace/query/space.h"
#include "halfspace/query/sweep.h"
#include "halfspace/query/trace.h"
#include "halfspace/spatial/triangle_bvh.h"

#include "geometry_answers.h"

#include <cstdio>
#include <limits>
#include <string>
#include <vector>

namespace halfspace::test {
namespace {

template <class Row>
std::span<const Row> rows_of(const std::vector<double>& numbers) {
    return {reinterpret_cast<const Row*>(numbers.data()),
            numbers.size() * sizeof(double) / sizeof(Row)};
}

template <class T>
void write(const std::vector<T>& answers) {
    std::fwrite(answers.data(), sizeof(T), answers.size(), stdout);
}

// One number for each row, as doubles.
template <class Row, class Ask>
void write_each(const std::vector<double>& numbers, const Ask& ask) {
    std::vector<double> answers;
    for (const Row& row : rows_of<Row>(numbers)) {
        ask(row, answers);
    }
    write(answers);
}

void push(std::vector<double>& to, const Vec3& p) {
    to.insert(to.end(), {p.x, p.y, p.z});
}

void answer_movers(const Level& level, const std::vector<double>& numbers) {
    const MoverBodies bodies{*find_space(level, "stand"), *find_space(level, "crouch")};
    std::vector<MoverState> states;
    for (const Vec3& p : rows_of<Vec3>(numbers)) {
        states.push_back(mover_at(p));
    }
    constexpr int kSteps = 10;
    const MoverInput input = quantised({.view = {.yaw = 30}, .forward = 1, .jump = true});
    for (MoverState& state : states) {
        for (int step = 0; step < kSteps; ++step) {
            state = step_mover(level, bodies, state, input, MoverOptions()).state;
        }
    }
    write(states);
}

void answer_mesh(const std::string& question,
                 const char* path,
                 const std::vector<double>& numbers) {
    const std::vector<double> all = read_doubles(path);
    const auto corners = static_cast<std::ptrdiff_t>(3 * all[0]);
    const std::vector<double> vertices(all.begin() + 2, all.begin() + 2 + corners);
    const std::vector<std::uint32_t> triangles(all.begin() + 2 + corners, all.end());
    const TriangleMesh mesh{std::span<const double>(vertices), triangles};
    const TriangleBvh tree = *TriangleBvh::build(mesh);
    if (question == "rays") {
        write_each<Segment>(numbers, [&](const Segment& ray, std::vector<double>& to) {
            const auto hit =
                tree.raycast({ray.from, ray.to, std::numeric_limits<double>::infinity()});
            to.push_back(hit ? hit->triangle.value : kNone);
            to.push_back(hit ? hit->t : std::numeric_limits<double>::infinity());
        });
    } else if (question == "closest") {
        write_each<Vec3>(numbers, [&](const Vec3& p, std::vector<double>& to) {
            const MeshPoint nearest = *tree.closest_point(p);
            to.push_back(nearest.triangle.value);
            push(to, nearest.point);
            to.push_back(nearest.distance);
        });
    } else {
        write_each<Vec3>(numbers, [&](const Vec3& p, std::vector<double>& to) {
            to.push_back(tree.winding(p));
        });
    }
}

void answer_segments(const Level& level,
                     const std::string& question,
                     const std::vector<double>& numbers) {
    const SpaceId stand = *find_space(level, "stand");
    const PlacedShape ball{*ConvexShape::sphere(7)};
    std::vector<Contact> contacts;
    for (const Segment& s : rows_of<Segment>(numbers)) {
        contacts.push_back(question == "sweep"   ? sweep(level, ball, s.from, s.to)
                           : question == "trace" ? trace(level, stand, s.from, s.to)
                                                 : trace(level, SpaceId(0), s.from, s.to));
    }
    write(contacts);
}

// How far three beams come from a point, by traces.
void push_beams(const Level& level, const Vec3& p, std::vector<double>& to) {
    constexpr double kRange = 300;
    for (const Vec3& d : {Vec3{1, 0, 0}, Vec3{0, 1, 0}, Vec3{0, 0, -1}}) {
        const Contact touch = trace(level, SpaceId(0), p, p + d * kRange, {.skin = 0});
        to.push_back(touch.start_blocked ? 0 : touch.fraction * kRange);
    }
}

void answer_points(const Level& level,
                   const std::string& question,
                   const std::vector<double>& numbers) {
    constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
    const SpaceId stand = *find_space(level, "stand");
    write_each<Vec3>(numbers, [&](const Vec3& p, std::vector<double>& to) {
        if (question == "contents") {
            to.push_back(static_cast<std::uint32_t>(point_contents(level, p)));
        } else if (question == "free") {
            to.push_back(is_free(level, stand, p) ? 1 : 0);
        } else if (question == "unstick") {
            push(to, unstick(level, stand, p, 16).value_or(Vec3{kNan, kNan, kNan}));
        } else {
            push_beams(level, p, to);
        }
    });
}

void answer(const Level& level, const std::string& question, const std::vector<double>& numbers) {
    if (question == "sight") {
        write_each<Segment>(numbers, [&](const Segment& s, std::vector<double>& to) {
            to.push_back(line_of_sight(level, s.from, s.to) ? 1 : 0);
        });
    } else if (question == "movers") {
        answer_movers(level, numbers);
    } else if (question == "sweep" || question.starts_with("trace")) {
        answer_segments(level, question, numbers);
    } else {
        answer_points(level, question, numbers);
    }
}

int run(std::span<char*> words) {
    if (words.size() < 3) {
        return 2;
    }
    const auto level = load_level(words[1]);
    if (!level) {
        std::fputs(level.error().message.c_str(), stderr);
        return 1;
    }
    const std::vector<double> numbers = read_doubles(stdin);
    const char* const mesh = words.size() > 3 ? words[3] : nullptr;
    if (answer_geometry(words[2], mesh, numbers)) {
        return 0;
    }
    if (words.size() > 3) {
        answer_mesh(words[2], words[3], numbers);
    } else {
        answer(*level, words[2], numbers);
    }
    return 0;
}

}  // namespace
}  // namespace halfspace::test

int main(int count, char** words) {
    return halfspace::test::run({words, static_cast<std::size_t>(count)});
}
