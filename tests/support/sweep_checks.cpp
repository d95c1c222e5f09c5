// SPDX-License-Identifier: MIT
#include "support/sweep_checks.h"

#include "halfspace/query/first_hit.h"
#include "halfspace/query/trace.h"

#include "support/hash.h"
#include "support/queries.h"
#include "support/random.h"
#include "support/same_contact.h"
#include "support/segment_oracle.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <sstream>
#include <string>

namespace halfspace::test {
namespace {

using Kind = Transition::Kind;

constexpr double kSkin = 1.0 / 32;
constexpr double kHair = 1.0 / 1024;

const char* name_of(Kind kind) {
    constexpr std::array kNames{"all empty", "all blocked", "empty to blocked", "blocked to empty"};
    return kNames[static_cast<std::size_t>(kind)];
}

std::string digits(double value) {
    std::ostringstream out;
    out.precision(17);
    out << value;
    return out.str();
}

// Divided by what its numbers share: as a table of planes keeps it.
ExactPlane reduced(ExactPlane plane) {
    Int128 shared = plane.d < 0 ? -plane.d : plane.d;
    for (const std::int64_t n : plane.n) {
        Int128 a = n < 0 ? -Int128{n} : Int128{n};
        while (a != 0) {
            shared = std::exchange(a, shared % a);
        }
    }
    for (std::int64_t& n : plane.n) {
        n = static_cast<std::int64_t>(n / shared);
    }
    plane.d /= shared;
    return plane;
}

// The distance along the normal [units].
double true_distance(const ExactPlane& plane, const Vec3& p, int grid_exponent) {
    const double scale = std::ldexp(1.0, grid_exponent);
    const double size = std::sqrt(std::pow(static_cast<double>(plane.n[0]), 2) +
                                  std::pow(static_cast<double>(plane.n[1]), 2) +
                                  std::pow(static_cast<double>(plane.n[2]), 2));
    return estimate_distance(plane, p, scale).value / size / scale;
}

Vec3 normal_of(const ExactPlane& plane) {
    const Vec3 n{static_cast<double>(plane.n[0]),
                 static_cast<double>(plane.n[1]),
                 static_cast<double>(plane.n[2])};
    return n * (1 / length(n));
}

struct Sweep {
    Vec3 from;
    Vec3 to;
    Contents mask;
};

// Finds what is wrong with the answers to one sweep.
class SweepCheck {
public:
    SweepCheck(const Level& level, SpaceId space, const Oracle& oracle, const Sweep& sweep)
        : level_(level),
          space_(space),
          oracle_(oracle),
          sweep_(sweep),
          expected_(oracle.first_change(sweep.from, sweep.to, sweep.mask)) {}

    // Empty if all is well.
    std::string run() {
        check_transition();
        check_contact();
        return problem_;
    }

private:
    void fail(const std::string& what) {
        if (problem_.empty()) {
            problem_ = what;
        }
    }

    void check_transition() {
        const Transition got =
            first_transition(level_, space_, sweep_.from, sweep_.to, sweep_.mask);
        if (got.kind != expected_.kind) {
            fail(std::string(name_of(got.kind)) + ", but it is " + name_of(expected_.kind));
        } else if (got.kind == Kind::AllEmpty || got.kind == Kind::AllBlocked) {
            if (got.fraction != 1 || got.point != sweep_.to) {
                fail("without a change, but not at its end");
            }
        } else {
            check_place(got);
        }
    }

    void check_place(const Transition& got) {
        const ExactPlane plane = level_.plane(got.plane);
        check_fraction(plane, got.fraction);
        ExactPoints exact({got.point}, level_.grid_exponent());
        if (exact.distance(plane, 0) < 0) {
            fail("the point is behind the plane");
        }
        if (true_distance(plane, got.point, level_.grid_exponent()) > 1e-6) {
            fail("the point is far from the plane");
        }
        if (got.kind == Kind::EmptyToBlocked && has_all_absorbers() && !is_entered(plane)) {
            fail("the plane is none of those that are entered there");
        }
    }

    // With a mask that leaves some out, a body may leave what hides another kind from the mask:
    // then no brush begins at the change.
    bool has_all_absorbers() const {
        return space_.value == 0 ? (sweep_.mask & kOpaque) == kOpaque
                                 : any(sweep_.mask & Contents::Solid);
    }

    // Measured along the plane's normal.
    void check_fraction(const ExactPlane& plane, double fraction) {
        const double run = std::abs(true_distance(plane, sweep_.from, level_.grid_exponent()) -
                                    true_distance(plane, sweep_.to, level_.grid_exponent()));
        const double off = fraction - expected_.fraction;
        if (!(std::abs(off) * run <= 1e-6 + run * 0x1p-48)) {
            fail("fraction " + digits(fraction) + ", but it is " + digits(expected_.fraction));
        }
    }

    // The plane of the change is one of the brushes'; or, at an edge that is met within rounding,
    // one that is crossed within 1e-9 of it.
    bool is_entered(const ExactPlane& plane) {
        const ExactPlane wanted = reduced(plane);
        if (std::any_of(expected_.planes.begin(), expected_.planes.end(), [&](const auto& known) {
                return reduced(known) == wanted;
            })) {
            return true;
        }
        const Vec3 place = sweep_.from + (sweep_.to - sweep_.from) * expected_.fraction;
        return std::abs(true_distance(plane, place, level_.grid_exponent())) < 1e-9 &&
               is_side_of_any(wanted);
    }

    bool is_side_of_any(const ExactPlane& wanted) const {
        return std::any_of(
            oracle_.brushes().begin(), oracle_.brushes().end(), [&](const OracleBrush& brush) {
                return std::any_of(brush.planes.begin(), brush.planes.end(), [&](const auto& side) {
                    return reduced(side) == wanted;
                });
            });
    }

    void check_contact() {
        const Contact got = trace(level_, space_, sweep_.from, sweep_.to, {.mask = sweep_.mask});
        const bool starts_blocked =
            expected_.kind == Kind::AllBlocked || expected_.kind == Kind::BlockedToEmpty;
        if (starts_blocked) {
            check_blocked_start(got);
            return;
        }
        if (got.hit != (expected_.kind == Kind::EmptyToBlocked) || got.start_blocked) {
            fail(got.hit ? "a hit without a change" : "no hit, but a change");
        }
        if (oracle_.is_blocked(got.end, sweep_.mask)) {
            fail("the end is blocked: " + text(got.end));
        }
        if (!got.hit) {
            if (got.end != sweep_.to || got.fraction != 1 || got.normal != Vec3{}) {
                fail("no hit, but not all of the way");
            }
            return;
        }
        check_normal(got);
        check_end(got);
        check_surface(got);
    }

    void check_blocked_start(const Contact& got) {
        if (!got.hit) {
            fail("no hit from a blocked start");
        }
        if (got.start_blocked && (got.end != sweep_.from || got.fraction != 0)) {
            fail("moved from a blocked start");
        }
        if (!got.start_blocked) {
            if (oracle_.is_blocked(got.end, sweep_.mask)) {
                fail("the end of a moved start is blocked");
            }
            if (!(length(got.end - sweep_.from) <= 2 * kHair)) {
                fail("let through from a blocked start");
            }
        }
    }

    void check_normal(const Contact& got) {
        if (!(std::abs(length(got.normal) - 1) <= 0x1p-50)) {
            fail("the normal's length is not 1");
        }
        const Transition change =
            first_transition(level_, space_, sweep_.from, sweep_.to, sweep_.mask);
        if (!(length(normal_of(level_.plane(change.plane)) - got.normal) < 1e-12)) {
            fail("the normal is not the plane's");
        }
    }

    // Between the start and the touch, and no more than skin and hair before it.
    void check_end(const Contact& got) {
        const Vec3 way = sweep_.to - sweep_.from;
        const double size = length(way);
        if (!(size < 1e6) || got.end == sweep_.from) {
            return;  // too long for doubles to say
        }
        const Vec3 direction = way * (1 / size);
        const double back = dot(got.point - got.end, direction);
        const double most = kSkin / -dot(got.normal, direction) + kHair;
        if (back < -1e-9 || back > most * (1 + 1e-9) + 1e-9) {
            fail("rests " + digits(back) + " before the touch");
        }
        const Vec3 along = got.end - sweep_.from;
        if (length(along - direction * dot(along, direction)) > 1e-6) {
            fail("rests beside the way");
        }
    }

    void check_surface(const Contact& got) {
        if (!any(got.contents) || any(got.contents & ~sweep_.mask)) {
            fail("touched " + to_string(got.contents));
        }
        if (!has_all_absorbers()) {
            return;
        }
        const TouchedSurface surface = touched_surface(level_, space_, got);
        if (surface.brush.value >= level_.brushes().size() || !surface.material.is_valid()) {
            fail("no brush is touched");
            return;
        }
        const BrushRecord& brush = level_.brushes()[surface.brush.value];
        if (surface.side.value - brush.first_side >= brush.side_count) {
            fail("the side is none of the brush");
        }
        if (level_.sides()[surface.side.value].material != surface.material.value) {
            fail("the material is not the side's");
        }
    }

    const Level& level_;
    SpaceId space_;
    const Oracle& oracle_;
    const Sweep& sweep_;
    OracleChange expected_;
    std::string problem_;
};

Contents mask_of(Random& random) {
    switch (random.integer(0, 3)) {
        case 0:
            return Contents::Solid | Contents::PlayerClip;
        case 1:
            return random.one_in(2) ? kOpaque : Contents::Fence | Contents::MonsterClip;
        default:
            return kBodyBlockers;
    }
}

// What the oracle's brushes are asked for: bodies meet solid and barriers.
Contents known_to(SpaceId space, Contents mask) {
    constexpr auto kBodies = static_cast<Contents>(bits_of(Contents::Solid) | kBarrierBits);
    return space.value == 0 ? mask : mask & kBodies;
}

// Batches, and hits without their places, beside single traces.
void check_batch(const Level& level,
                 SpaceId space,
                 const std::vector<Segment>& segments,
                 CheckReport& report) {
    std::vector<Contact> batch(segments.size());
    trace_all(level, space, segments, batch);
    std::vector<TraceHit> hits(segments.size());
    first_hit_all(level, space, segments, hits);
    for (std::size_t i = 0; i < segments.size(); ++i) {
        const auto& [from, to] = segments[i];
        const Contact alone = trace(level, space, from, to);
        const std::array differences{
            difference(batch[i], alone),
            difference(level, space, segments[i], hits[i], alone),
            difference(level, space, segments[i], first_hit(level, space, from, to), alone)};
        for (const std::string& field : differences) {
            if (!field.empty()) {
                add_difference(report,
                               text(from) + " - " + text(to) + ": another answer: " + field);
            }
        }
    }
}

// True if whatever way it goes the place is before a wall, so that there is something to meet.
bool is_enclosed(const Oracle& oracle, const Vec3& p) {
    constexpr double kFar = 1 << 16;
    for (const Vec3& away : {Vec3{kFar, 0, 0}, Vec3{0, kFar, 0}, Vec3{0, 0, kFar}}) {
        for (const double sign : {-1.0, 1.0}) {
            if (oracle.first_change(p, p + away * sign, kBodyBlockers).kind !=
                Kind::EmptyToBlocked) {
                return false;
            }
        }
    }
    return true;
}

// Goes on from where it came to rest.
class Wanderer {
public:
    Wanderer(const Level& level, SpaceId space, const Oracle& oracle, std::uint64_t seed)
        : level_(level), space_(space), oracle_(oracle), random_(seed) {}

    MoveReport run(std::size_t count) {
        moves_.report.queries = count;
        for (std::size_t i = 0; i < count; ++i) {
            // Now and then from elsewhere, so that a closet does not hold all of the moves.
            if ((!is_placed_ || random_.one_in(200)) && !place()) {
                break;
            }
            move();
        }
        return moves_;
    }

private:
    // At a free place, within the level's walls if one is found soon; false if all seems blocked.
    bool place() {
        is_placed_ = false;
        for (int tries = 0; tries < 200; ++tries) {
            const ModelRecord& box = level_.models()[0];
            const double x = random_.real(box.min[0], box.max[0]);
            const double y = random_.real(box.min[1], box.max[1]);
            const double z = random_.real(box.min[2], box.max[2]);
            const Vec3 p{x, y, z};
            if (!oracle_.is_blocked(p, kBodyBlockers)) {
                at_ = p;
                is_placed_ = true;
                if (is_enclosed(oracle_, p)) {
                    break;
                }
            }
        }
        return is_placed_;
    }

    Vec3 next_target() {
        const double reach = random_.one_in(3) ? 512 : 16;
        const double x = at_.x + random_.real(-reach, reach);
        const double y = at_.y + random_.real(-reach, reach);
        const double z = at_.z + random_.real(-reach, reach);
        if (random_.one_in(4)) {
            return {random_.one_in(2) ? at_.x : x, y, at_.z};
        }
        return {x, y, z};
    }

    void move() {
        const Vec3 target = next_target();
        const double skin = random_.one_in(4) ? 0 : kSkin;
        const Contact contact = trace(level_, space_, at_, target, {.skin = skin});
        check(target, skin, contact);
        at_ = contact.end;
        moves_.hash = hash_with(moves_.hash, at_);
    }

    void check(const Vec3& target, double skin, const Contact& contact) {
        const std::string way = text(at_) + " - " + text(target) + ": ";
        if (contact.start_blocked) {
            add_difference(moves_.report, way + "starts blocked");
        }
        if (oracle_.is_blocked(contact.end, kBodyBlockers)) {
            add_difference(moves_.report, way + "rests blocked at " + text(contact.end));
            is_placed_ = false;
        }
        const OracleChange expected = oracle_.first_change(at_, target, kBodyBlockers);
        const Vec3 run = target - at_;
        const double done = dot(contact.end - at_, run) / dot(run, run);
        if (done > expected.fraction + 1e-9 ||
            contact.hit != (expected.kind == Kind::EmptyToBlocked)) {
            add_difference(moves_.report, way + "goes through");
        }
        moves_.hits += contact.hit ? 1 : 0;
        // Without a skin nothing but the touch itself can hold it back.
        const bool is_far = expected.fraction * length(run) > 2 * kHair;
        moves_.stuck += contact.end == at_ && skin == 0 && is_far ? 1 : 0;
    }

    const Level& level_;
    SpaceId space_;
    const Oracle& oracle_;
    Random random_;
    MoveReport moves_{{0, 0, {}}, 0, 0, kEmptyHash};
    Vec3 at_;
    bool is_placed_ = false;
};

}  // namespace

CheckReport check_sweeps(const Level& level,
                         SpaceId space,
                         const Oracle& oracle,
                         std::size_t count,
                         std::uint64_t seed) {
    CheckReport report{count, 0, {}};
    Random random(seed);
    const std::vector<Segment> segments = make_segments(oracle, count, seed);
    for (const Segment& segment : segments) {
        const Sweep sweep{segment.from, segment.to, known_to(space, mask_of(random))};
        const std::string problem = SweepCheck(level, space, oracle, sweep).run();
        if (!problem.empty()) {
            add_difference(report,
                           "space " + std::to_string(space.value) + ": " + text(sweep.from) +
                               " - " + text(sweep.to) + ", mask " + to_string(sweep.mask) + ": " +
                               problem);
        }
    }
    check_batch(level, space, segments, report);
    return report;
}

MoveReport check_moves(const Level& level,
                       SpaceId space,
                       const Oracle& oracle,
                       std::size_t count,
                       std::uint64_t seed) {
    return Wanderer(level, space, oracle, seed).run(count);
}

}  // namespace halfspace::test
