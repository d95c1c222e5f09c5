// SPDX-License-Identifier: MIT
// From the first change along a body's motion to its contact: where the body rests and what it
// touches.
#pragma once

#include "query/change.h"

namespace halfspace {

// The margins of TraceOptions [units].
struct Margins {
    double skin;
    double hair;
};

// The contact of a body that moves from `from` to `to` through one tree. If it hits, Contact::model
// is 0, whatever model the tree is of; the caller sets the right one.
Contact contact_in(const Walked& tree,
                   const Blocking& blocking,
                   const Vec3& from,
                   const Vec3& to,
                   const Margins& margins);

// The same, with the answer of the quick walk for a first change.
Contact contact_of(const Walked& tree,
                   const Blocking& blocking,
                   const Vec3& from,
                   const Vec3& to,
                   const Margins& margins,
                   const QuickChange& quick);

}  // namespace halfspace
