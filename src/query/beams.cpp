// SPDX-License-Identifier: MIT
#include "halfspace/query/beams.h"

#include "halfspace/query/first_hit.h"

#include "base/shared/in_parts.h"
#include "query/shared/left_out_too.h"

#include <algorithm>
#include <array>
#include <cassert>

namespace halfspace {
namespace {

constexpr std::size_t kChunk = 64;  // beams that go down the tree together
constexpr std::size_t kPart = 16;   // poses in a task of their own

}  // namespace

void beam_distances(const PlacedLevel& here,
                    SpaceId space,
                    const BeamBatch& beams,
                    std::span<double> distances,
                    const TraceOptions& options,
                    const Executor& executor) {
    const std::size_t fan = beams.directions.size();
    assert(distances.size() == beams.poses.size() * fan);
    assert(beams.themselves.empty() || beams.themselves.size() == beams.poses.size());
    const auto send = [&](std::size_t pose, const PlacedLevel& around) {
        const Transform& at = beams.poses[pose];
        std::array<Segment, kChunk> segments;
        std::array<TraceHit, kChunk> hits;
        for (std::size_t begin = 0; begin < fan; begin += kChunk) {
            const std::size_t count = std::min(kChunk, fan - begin);
            for (std::size_t i = 0; i < count; ++i) {
                const Vec3 way = beams.directions[begin + i] * beams.range;
                segments[i] = {at.translation, at.translation + direction_to_world(at, way)};
            }
            first_hit_all(around,
                          space,
                          std::span(segments).first(count),
                          std::span(hits).first(count),
                          options);
            for (std::size_t i = 0; i < count; ++i) {
                const double part = hits[i].start_blocked ? 0 : hits[i].fraction;
                distances[pose * fan + begin + i] = part * beams.range;
            }
        }
    };
    in_parts(beams.poses.size(), kPart, executor, [&](std::size_t begin, std::size_t count) {
        LeftOutToo others(here);
        for (std::size_t pose = begin; pose < begin + count; ++pose) {
            send(pose,
                 others.without(beams.themselves.empty() ? ObstacleId() : beams.themselves[pose]));
        }
    });
}

}  // namespace halfspace
