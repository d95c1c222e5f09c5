// SPDX-License-Identifier: MIT
#include "support/questions.h"

#include "halfspace/level/level.h"
#include "halfspace/query/classify.h"
#include "halfspace/query/first_hit.h"
#include "halfspace/query/free.h"
#include "halfspace/query/sight.h"
#include "halfspace/query/sweep.h"
#include "halfspace/query/trace.h"

#include <algorithm>
#include <bit>
#include <concepts>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <optional>

namespace halfspace::test {
namespace {

// The words of each kind of answer.
void add(Answer& to, std::uint8_t flag) {
    to.push_back(flag);
}
void add(Answer& to, bool flag) {
    to.push_back(flag ? 1 : 0);
}
void add(Answer& to, std::uint32_t number) {
    to.push_back(number);
}
void add(Answer& to, double number) {
    to.push_back(std::bit_cast<std::uint64_t>(number));
}
void add(Answer& to, Contents contents) {
    add(to, static_cast<std::uint32_t>(contents));
}
template <class Id>
    requires std::same_as<decltype(Id::value), std::uint32_t>
void add(Answer& to, Id id) {
    add(to, id.value);
}
void add(Answer& to, const Vec3& v) {
    to.insert(to.end(),
              {std::bit_cast<std::uint64_t>(v.x),
               std::bit_cast<std::uint64_t>(v.y),
               std::bit_cast<std::uint64_t>(v.z)});
}
template <class... Parts>
void add_all(Answer& to, const Parts&... parts) {
    (add(to, parts), ...);
}
void add(Answer& to, const std::optional<Vec3>& place) {
    add_all(to, place.has_value(), place.value_or(Vec3{}));
}
void add(Answer& to, const Transition& t) {
    add_all(to, static_cast<std::uint32_t>(t.kind), t.fraction, t.point, t.plane, t.node);
}
void add(Answer& to, const Contact& c) {
    add_all(to, c.hit, c.start_blocked, c.fraction, c.point, c.end, c.normal, c.contents);
    add_all(to, c.model, c.obstacle, c.mesh, c.triangle, c.plane, c.node);
}
void add(Answer& to, const TraceHit& hit) {
    add_all(to, hit.fraction, hit.hit, hit.start_blocked, hit.model, hit.obstacle, hit.mesh);
    add_all(to, hit.walk_node, hit.walk_child);
}
void add(Answer& to, const TouchedSurface& s) {
    add_all(to, s.brush, s.side, s.material, s.is_sky, s.is_bevel);
}

// A way to ask by `ask(here, asked, results, executor)`.
template <class Result, class Ask>
MakeWay all(const Ask& ask) {
    return [ask](std::size_t count) {
        const auto results = std::make_shared<std::vector<Result>>(count);
        return Way{[=](const PlacedLevel& here, const Asked& asked, const Executor& executor) {
                       ask(here, asked, std::span(*results), executor);
                   },
                   [=](std::size_t i) {
                       Answer answer;
                       add(answer, (*results)[i]);
                       return answer;
                   }};
    };
}

// A way to ask about one thing after another by `ask(here, asked, i)`.
template <class Result, class Ask>
MakeWay each(const Ask& ask) {
    return all<Result>([ask](const PlacedLevel& here,
                             const Asked& asked,
                             std::span<Result> results,
                             const Executor& /*executor*/) {
        for (std::size_t i = 0; i < results.size(); ++i) {
            results[i] = ask(here, asked, i);
        }
    });
}

using Flag = std::uint8_t;  // results of batches are no bools
using Here = PlacedLevel;
using Run = Executor;

constexpr double kUnstickDistance = 24;

std::vector<Question> about_places() {
    return {
        {"find_leaf", Subject::Point, 10, each<LeafId>([](const Here& here, auto& a, auto i) {
             return find_leaf(here.level, a.points[i], here.base);
         })},
        {"point_contents",
         Subject::Point,
         10,
         each<Contents>(
             [](const Here& here, auto& a, auto i) { return point_contents(here, a.points[i]); }),
         50,
         8192,
         all<Contents>([](const Here& here, auto& a, auto results, const Run& run) {
             point_contents_all(here, a.points, results, run);
         })},
        {"overlaps_box", Subject::Box, 60, each<Flag>([](const Here& here, auto& a, auto i) {
             return overlaps_box(here, a.boxes[i]);
         })},
        {"is_free",
         Subject::Position,
         10,
         each<Flag>(
             [](const Here& here, auto& a, auto i) { return is_free(here, a.space, a.points[i]); }),
         50,
         8192,
         all<Flag>([](const Here& here, auto& a, auto results, const Run& run) {
             is_free_all(here, a.space, a.points, results, kBodyBlockers, run);
         })},
        {"unstick",
         Subject::Position,
         45,
         each<std::optional<Vec3>>([](const Here& here, auto& a, auto i) {
             return unstick(here, a.space, a.points[i], kUnstickDistance);
         })},
        {"does_block", Subject::Model, 20, each<Flag>([](const Here& here, auto&, auto i) {
             return does_block(here.level, ModelId(static_cast<std::uint32_t>(i)));
         })},
    };
}

std::vector<Question> about_ways() {
    return {
        {"line_of_sight",
         Subject::Segment,
         40,
         each<Flag>([](const Here& here, auto& a, auto i) {
             return line_of_sight(here, a.segments[i].from, a.segments[i].to);
         }),
         80,
         4096,
         all<Flag>([](const Here& here, auto& a, auto results, const Run& run) {
             line_of_sight_all(here, a.segments, results, run);
         })},
        {"first_transition",
         Subject::Motion,
         40,
         each<Transition>([](const Here& here, auto& a, auto i) {
             const auto& [from, to] = a.segments[i];
             return first_transition(here.level, a.space, from, to, kBodyBlockers, here.base);
         })},
        {"trace",
         Subject::Motion,
         40,
         each<Contact>([](const Here& here, auto& a, auto i) {
             return trace(here, a.space, a.segments[i].from, a.segments[i].to);
         }),
         80,
         4096,
         all<Contact>([](const Here& here, auto& a, auto results, const Run& run) {
             trace_all(here, a.space, a.segments, results, {}, run);
         })},
        {"touched_surface",
         Subject::Motion,
         40,
         each<TouchedSurface>([](const Here& here, auto& a, auto i) {
             const auto& [from, to] = a.segments[i];
             return touched_surface(here, a.space, trace(here, a.space, from, to));
         })},
        {"first_hit",
         Subject::Motion,
         45,
         each<TraceHit>([](const Here& here, auto& a, auto i) {
             return first_hit(here, a.space, a.segments[i].from, a.segments[i].to);
         }),
         80,
         4096,
         all<TraceHit>([](const Here& here, auto& a, auto results, const Run& run) {
             first_hit_all(here, a.space, a.segments, results, {}, run);
         })},
        {"contact_at", Subject::Motion, 45, each<Contact>([](const Here& here, auto& a, auto i) {
             const auto& [from, to] = a.segments[i];
             return contact_at(here, a.space, from, to, first_hit(here, a.space, from, to));
         })},
    };
}

std::vector<Question> about_shapes() {
    return {
        {"sweep",
         Subject::ShapeMotion,
         60,
         each<Contact>([](const Here& here, auto& a, auto i) {
             return sweep(here, *a.body, a.segments[i].from, a.segments[i].to);
         }),
         60,
         1024,
         all<Contact>([](const Here& here, auto& a, auto results, const Run& run) {
             sweep_all(here, *a.body, a.segments, results, {}, run);
         })},
        {"is_free_shape",
         Subject::ShapeMotion,
         60,
         each<Flag>([](const Here& here, auto& a, auto i) {
             return is_free(here, *a.body, a.segments[i].from);
         })},
        {"unstick_shape",
         Subject::ShapeMotion,
         60,
         each<std::optional<Vec3>>([](const Here& here, auto& a, auto i) {
             return unstick(here, *a.body, a.segments[i].from, kUnstickDistance);
         })},
    };
}

}  // namespace

std::size_t count_of(const PlacedLevel& here, Subject subject, const Asked& asked) {
    switch (subject) {
        case Subject::Point:
        case Subject::Position:
            return asked.points.size();
        case Subject::Box:
            return asked.boxes.size();
        case Subject::Model:
            return here.level.models().size();
        default:
            return asked.segments.size();
    }
}

std::vector<Aabb> boxes_at(std::span<const Vec3> points) {
    std::vector<Aabb> boxes;
    for (const Vec3& p : points) {
        for (const double size : {8.0, 0x1p-40}) {
            const Aabb box{p, p + Vec3{size, size, size}};
            if (has_volume(box)) {
                boxes.push_back(box);
            }
        }
    }
    return boxes;
}

const std::vector<Question>& questions() {
    static const std::vector<Question> kQuestions = [] {
        std::vector<Question> rows = about_places();
        for (const auto& more : {about_ways(), about_shapes()}) {
            rows.insert(rows.end(), more.begin(), more.end());
        }
        return rows;
    }();
    return kQuestions;
}

const Question& question_of(std::string_view name) {
    const auto found = std::ranges::find(questions(), name, &Question::name);
    if (found == questions().end()) {
        std::fprintf(stderr, "questions.cpp has no question %s\n", std::string(name).c_str());
        std::abort();
    }
    return *found;
}

}  // namespace halfspace::test
