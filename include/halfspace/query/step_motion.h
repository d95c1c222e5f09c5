// SPDX-License-Identifier: MIT
// The way of a rigid thing, such as a door, during one step of a game: where it was, and where it
// is.
#pragma once

#include "halfspace/math/aabb.h"
#include "halfspace/math/transform.h"

namespace halfspace {

// A thing that goes from `from` to `to` in one step. Its way is the screw motion by at most half a
// turn.
//
// A thing that is only moved meets a mover exactly, at any speed. A turned thing advances in parts.
// No point that the body can reach moves farther in one part than a quarter of the least width of
// the body's box, or than 1/4 unit if that is more. A thing advances in at most 4096 parts; one
// that turns so far that more were needed may pass through a body.
class StepMotion {
public:
    // local: a box around the thing, in its own frame. REQUIRES: is_rigid(from) and is_rigid(to).
    StepMotion(const Aabb& local, const Transform& from, const Transform& to);

    const Transform& from() const { return from_; }
    const Transform& to() const { return to_; }
    bool moves() const { return moves_; }
    bool turns() const { return turns_; }
    // A box around all places where the thing is in the step.
    const Aabb& box() const { return box_; }
    // At least as far as any point of the thing goes, from its start straight to its end [units].
    double longest_way() const { return longest_way_; }

private:
    Aabb box_;
    bool moves_;
    bool turns_;
    double longest_way_ = 0;
    Transform from_;
    Transform to_;
};

}  // namespace halfspace
