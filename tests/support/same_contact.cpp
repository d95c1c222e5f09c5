// SPDX-License-Identifier: MIT
#include "support/same_contact.h"

#include <bit>
#include <cstdint>

namespace halfspace::test {
namespace {

bool is_same(double a, double b) {
    return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b);
}
bool is_same(const Vec3& a, const Vec3& b) {
    return is_same(a.x, b.x) && is_same(a.y, b.y) && is_same(a.z, b.z);
}

// What both kinds of answers hold.
template <class Answer>
std::string common_difference(const Answer& a, const Contact& b) {
    return a.hit != b.hit                       ? "hit"
           : a.start_blocked != b.start_blocked ? "start_blocked"
           : !is_same(a.fraction, b.fraction)   ? "fraction"
           : a.model != b.model                 ? "model"
           : a.obstacle != b.obstacle           ? "obstacle"
                                                : "";
}

}  // namespace

std::string difference(const Contact& a, const Contact& b) {
    const std::string common = common_difference(a, b);
    return !common.empty()                ? common
           : !is_same(a.point, b.point)   ? "point"
           : !is_same(a.end, b.end)       ? "end"
           : !is_same(a.normal, b.normal) ? "normal"
           : a.contents != b.contents     ? "contents"
           : a.plane != b.plane           ? "plane"
           : a.node != b.node             ? "node"
                                          : "";
}

std::string difference(const PlacedLevel& here,
                       SpaceId space,
                       const Segment& way,
                       const TraceHit& hit,
                       const Contact& contact,
                       const TraceOptions& options) {
    const std::string common = common_difference(hit, contact);
    if (!common.empty()) {
        return "of the hit, " + common;
    }
    const std::string later =
        difference(contact_at(here, space, way.src, way.dest, hit, options), contact);
    return later.empty() ? "" : "of contact_at, " + later;
}

}  // namespace halfspace::test
