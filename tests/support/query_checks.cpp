// SPDX-License-Identifier: MIT
#include "support/query_checks.h"

#include "halfspace/query/classify.h"
#include "halfspace/query/sight.h"

#include "support/contents_rules.h"
#include "support/moved_brushes.h"
#include "support/queries.h"

#include <algorithm>
#include <sstream>
#include <utility>

namespace halfspace::test {
namespace {

constexpr std::size_t kMaxDetails = 10;

using Oracles = std::span<const Oracle>;

std::string no_or(bool is_wrong, const std::string& what) {
    return is_wrong ? what : "";
}

// Also: the leaf of the first oracle's model has all that is visible at the point.
std::string judge_contents(const PlacedLevel& here,
                           Oracles oracles,
                           const Asked& asked,
                           std::size_t i,
                           const Answer& answer) {
    const Vec3& point = asked.points[i];
    const Contents leaf = here.level.contents(find_leaf(here.level, point));
    const Bits of_world = bits_of(oracles[0].contents_at(point));
    const Bits outside = of_world & ~(bits_of(leaf) | hidden_by(bits_of(leaf)));
    Bits joined = of_world;
    for (const Oracle& oracle : oracles.subspan(1)) {
        joined |= bits_of(oracle.contents_at(point));
    }
    const auto expected = static_cast<Contents>(shown(joined));
    const auto got = static_cast<Contents>(answer[0]);
    return no_or(
        got != expected || outside != 0,
        to_string(got) + ", leaf " + to_string(leaf) + ", but it is " + to_string(expected));
}

std::string judge_free(const PlacedLevel& /*here*/,
                       Oracles oracles,
                       const Asked& asked,
                       std::size_t i,
                       const Answer& answer) {
    const bool is_blocked = std::ranges::any_of(oracles, [&](const Oracle& oracle) {
        return oracle.is_blocked(asked.points[i], kBodyBlockers);
    });
    return no_or((answer[0] == 0) != is_blocked, is_blocked ? "not blocked" : "not free");
}

// In both directions.
std::string judge_sight(const PlacedLevel& here,
                        Oracles oracles,
                        const Asked& asked,
                        std::size_t i,
                        const Answer& answer) {
    const auto& [from, to] = asked.segments[i];
    const bool expected = std::ranges::all_of(
        oracles, [&](const Oracle& oracle) { return oracle.line_of_sight(from, to); });
    const bool back = line_of_sight(here, to, from);
    return no_or((answer[0] != 0) != expected || back != expected,
                 expected ? "not clear" : "not blocked");
}

// What is wrong with the answer about thing i; empty if nothing is. The oracles are those of all
// that was asked.
using Judge = std::string (*)(const PlacedLevel& here,
                              Oracles oracles,
                              const Asked& asked,
                              std::size_t i,
                              const Answer& answer);

// The questions that brute force can answer.
constexpr std::pair<std::string_view, Judge> kJudges[] = {
    {"point_contents", judge_contents},
    {"is_free", judge_free},
    {"line_of_sight", judge_sight},
};

std::string text_of(const Asked& asked, std::size_t i) {
    return asked.segments.empty()
               ? text(asked.points[i])
               : text(asked.segments[i].from) + " - " + text(asked.segments[i].to);
}

// Returns how many things the question was asked about.
std::size_t check(const PlacedBrushes& brushes,
                  const Question& question,
                  Judge judge,
                  const Asked& asked,
                  CheckReport& report) {
    const PlacedLevel& here = brushes.here;
    const std::size_t count = count_of(here, question.subject, asked);
    const Way way = question.one_by_one(count);
    way.ask(here, asked, run_serially);
    const Way batch = question.all ? question.all(count) : way;
    batch.ask(here, asked, run_serially);
    std::size_t& by_models = report.by_models[question.name];
    for (std::size_t i = 0; i < count; ++i) {
        const Answer answer = way.answer(i);
        const std::string wrong = judge(here, brushes.oracles, asked, i, answer);
        const bool is_other = batch.answer(i) != answer;
        if (!wrong.empty() || is_other) {
            add_difference(report,
                           question.name + " " + text_of(asked, i) + ": " + wrong +
                               (is_other ? ", other in a batch" : ""));
        } else if (brushes.oracles.size() > 1 &&
                   !judge({here.level}, Oracles(brushes.oracles).first(1), asked, i, answer)
                        .empty()) {
            ++by_models;
        }
    }
    return count;
}

// The questions about bodies are asked for each space, the others for the point only.
void check_all(const PlacedBrushes& brushes, const Asked& asked, CheckReport& report) {
    std::size_t most = 0;
    for (const auto& [name, judge] : kJudges) {
        const Question& question = question_of(name);
        const bool is_of_bodies =
            question.subject == Subject::Position || question.subject == Subject::Motion;
        if ((is_of_bodies || brushes.space == SpaceId(0)) &&
            count_of(brushes.here, question.subject, asked) > 0) {
            most = std::max(most, check(brushes, question, judge, asked, report));
        }
    }
    report.queries += most;
}

}  // namespace

void add_difference(CheckReport& report, std::string detail) {
    ++report.differences;
    if (report.details.size() < kMaxDetails) {
        report.details.push_back(std::move(detail));
    }
}

std::string joined(const CheckReport& report) {
    std::string all;
    for (const std::string& detail : report.details) {
        all += "\n  " + detail;
    }
    return all;
}

std::string text(const Vec3& p) {
    std::ostringstream out;
    out.precision(17);
    out << "(" << p.x << ", " << p.y << ", " << p.z << ")";
    return out.str();
}

PlacedBrushes::PlacedBrushes(const Level& level,
                             SpaceId the_space,
                             std::span<const PlacedModel> models)
    : here(level, models), space(the_space), oracles{Oracle::of_space(level, the_space)} {
    for (const PlacedModel& placed : models) {
        oracles.push_back(moved(Oracle::of_space(level, space, placed.model), placed.transform));
    }
}

CheckReport check_points(const PlacedBrushes& brushes, std::size_t count, std::uint64_t seed) {
    CheckReport report;
    for (const Oracle& oracle : brushes.oracles) {
        const std::vector<Vec3> points = make_points(oracle, count, seed++);
        check_all(brushes, {.points = points, .space = brushes.space}, report);
    }
    return report;
}

CheckReport check_segments(const PlacedBrushes& brushes, std::size_t count, std::uint64_t seed) {
    CheckReport report;
    for (const Oracle& oracle : brushes.oracles) {
        const std::vector<Segment> segments = make_segments(oracle, count, seed++);
        check_all(brushes, {.segments = segments, .space = brushes.space}, report);
    }
    return report;
}

}  // namespace halfspace::test
