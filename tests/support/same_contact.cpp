// SPDX-License-Identifier: MIT
#include "support/same_contact.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <initializer_list>

namespace halfspace::test {
namespace {

bool is_same(double a, double b) {
    return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b);
}
bool is_same(const Vec3& a, const Vec3& b) {
    return is_same(a.x, b.x) && is_same(a.y, b.y) && is_same(a.z, b.z);
}

struct Field {
    const char* name;
    bool is_same;
};
std::string first_other(std::initializer_list<Field> fields) {
    const auto* const other =
        std::ranges::find_if(fields, [](const Field& field) { return !field.is_same; });
    return other == fields.end() ? "" : other->name;
}

// What both kinds of answers hold.
template <class Answer>
std::string common_difference(const Answer& a, const Contact& b) {
    return first_other({{"hit", a.hit == b.hit},
                        {"start_blocked", a.start_blocked == b.start_blocked},
                        {"fraction", is_same(a.fraction, b.fraction)},
                        {"model", a.model == b.model},
                        {"obstacle", a.obstacle == b.obstacle},
                        {"mesh", a.mesh == b.mesh}});
}

}  // namespace

std::string difference(const Contact& a, const Contact& b) {
    const std::string common = common_difference(a, b);
    return !common.empty() ? common
                           : first_other({{"point", is_same(a.point, b.point)},
                                          {"end", is_same(a.end, b.end)},
                                          {"normal", is_same(a.normal, b.normal)},
                                          {"triangle", a.triangle == b.triangle},
                                          {"contents", a.contents == b.contents},
                                          {"plane", a.plane == b.plane},
                                          {"node", a.node == b.node}});
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
        difference(contact_at(here, space, way.from, way.to, hit, options), contact);
    return later.empty() ? "" : "of contact_at, " + later;
}

}  // namespace halfspace::test
