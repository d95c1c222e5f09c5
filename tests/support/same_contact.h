// SPDX-License-Identifier: MIT
// Contacts compared bit for bit.
#pragma once

#include "halfspace/query/first_hit.h"

#include <string>

namespace halfspace::test {

// The first field that differs, by its name; empty if none does.
std::string difference(const Contact& a, const Contact& b);

// What first_hit answers beside what trace answers to the same question: the first field that
// differs, also of the contact that contact_at makes of the hit; empty if none does.
std::string difference(const PlacedLevel& here,
                       SpaceId space,
                       const Segment& way,
                       const TraceHit& hit,
                       const Contact& contact,
                       const TraceOptions& options = {});

}  // namespace halfspace::test
