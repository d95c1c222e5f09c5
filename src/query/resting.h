// SPDX-License-Identifier: MIT
// From the first change along a body's motion to its contact: where it rests, what it touches.
#pragma once

#include "query/change.h"

namespace halfspace {

// As in TraceOptions.
struct Margins {
    double skin;
    double hair;
};

// The contact of a body that moves through one tree. Contact::model is left at 0.
Contact contact_in(const Walked& tree,
                   const Blocking& blocking,
                   const Vec3& src,
                   const Vec3& dest,
                   const Margins& margins);

// The same when the change is known already.
Contact contact_of(const Walked& tree,
                   const Blocking& blocking,
                   const Vec3& src,
                   const Vec3& dest,
                   const Margins& margins,
                   const Change& change);

}  // namespace halfspace
