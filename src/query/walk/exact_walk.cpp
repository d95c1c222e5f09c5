// SPDX-License-Identifier: MIT
//
// What blocks is an open set. Hence a blocked segment is blocked on an interval of positive length,
// and the interval begins just behind a crossing or behind `from`. So the walk goes from crossing
// to crossing. The place p(t + 0), just behind the crossing t, is on a definite side of every
// splitter, except for splitters that hold the whole segment: there the walk takes both sides. The
// place is blocked if all leaves there block. Else one of them is clear, and the segment is clear
// until it leaves the cell of that leaf. There is the next crossing.
//
// What does not block is a closed set. So a segment that starts blocked may meet it in a single
// point, and the walk then asks for all leaves that touch p(t) itself.
#include "query/walk/exact_walk.h"

#include "query/walk/leaf_visit.h"
#include "query/walk/segment_planes.h"

#include <algorithm>
#include <cmath>

namespace halfspace {
namespace {

using Kind = Transition::Kind;

template <int Limbs>
class SegmentWalk {
public:
    SegmentWalk(const Walked& tree,
                const Blocking& blocking,
                const Vec3& from,
                const Vec3& to,
                const DyadicUnit& unit)
        : tree_(tree),
          blocking_(blocking),
          from_(from),
          to_(to),
          planes_(tree.level, tree.model, from, to, unit) {}

    ExactChange first_change() const {
        return is_blocked(tree_, blocking_, from_) ? leave_blocked() : leave_clear();
    }

private:
    // What is known of the segment just behind a crossing.
    struct Advance {
        enum class Kind : std::uint8_t { Blocked, ClearToEnd, ClearUntil, Undecided } kind;
        Crossing until{};
        WalkChild leaf = kWalkLeaf;  // one of the leaves there
    };

    ExactChange without_change(Kind kind) const { return {kind, 1, to_, kWalkLeaf, 0, {}}; }

    // REQUIRES: `from` is clear.
    ExactChange leave_clear() const {
        Crossing now;
        for (;;) {
            const Advance inside = enter_box(now);
            if (inside.kind == Advance::Kind::ClearToEnd) {
                return without_change(Kind::AllEmpty);
            }
            const Advance step =
                inside.kind == Advance::Kind::ClearUntil ? inside : leave_leaf(now);
            if (step.kind == Advance::Kind::ClearToEnd) {
                return without_change(Kind::AllEmpty);
            }
            if (step.kind == Advance::Kind::Blocked) {
                return change_to_blocked(now, step.leaf);
            }
            now = step.until;
        }
    }

    // The segment is clear where it is not strictly inside the model's box. Undecided: it is
    // inside.
    Advance enter_box(const Crossing& now) const {
        for (std::int32_t wall = 0; wall < 6; ++wall) {
            const Crossing plane = planes_.crossing_of(kFirstWall - wall);
            if (planes_.side_behind(now, plane) <= 0) {
                if (planes_.direction(plane) <= 0 || planes_.sign_at_dest(plane) <= 0) {
                    return {Advance::Kind::ClearToEnd, {}};
                }
                return {Advance::Kind::ClearUntil, turned(plane, -1)};
            }
        }
        return {Advance::Kind::Undecided, {}};
    }

    // The plane of the earlier of two ways out of a cell.
    std::int32_t earlier(std::int32_t exit, const Crossing& other) const {
        if (exit != kStartCrossing && planes_.determinant(planes_.exit_of(exit), other) <= 0) {
            return exit;
        }
        return other.plane;
    }

    // Visits the leaves just behind `now` until one is clear. `exit` is the plane through which the
    // segment leaves the cell at hand; kStartCrossing if it ends there.
    struct LeafAhead {
        using Mark = std::int32_t;  // the plane of `exit`

        Branches branches(std::uint32_t node) {
            const Crossing plane = walk.planes_.crossing_of(static_cast<std::int32_t>(node));
            const int side = walk.planes_.side_behind(now, plane);
            if (side != 0 && walk.planes_.sign_at_dest(plane) == -side) {
                exit = walk.earlier(exit, turned(plane, side));
            }
            return side == 0 ? both_from(0) : only(side < 0 ? 1 : 0);
        }
        bool enter(std::uint32_t, std::size_t) const { return true; }
        bool leaf(WalkChild child) {
            last = child;
            return walk.blocking_.blocks(child);
        }
        Mark mark() const { return exit; }
        void go_back(Mark mark) { exit = mark; }

        const SegmentWalk& walk;
        const Crossing& now;
        std::int32_t exit = kStartCrossing;
        WalkChild last = kWalkLeaf;
    };

    Advance leave_leaf(const Crossing& now) const {
        LeafAhead ahead{*this, now};
        WaitingChildren<typename LeafAhead::Mark> waiting;
        if (visit_leaves(tree_.level, tree_.root, ahead, waiting)) {
            return {Advance::Kind::Blocked, {}, ahead.last};
        }
        if (ahead.exit == kStartCrossing) {
            return {Advance::Kind::ClearToEnd, {}};
        }
        return {Advance::Kind::ClearUntil, planes_.exit_of(ahead.exit)};
    }

    // Calls visit(leaf) for all leaves that touch the place where `now` is crossed, until a call
    // returns false; true if none did. Calls on_splitter(plane) for each node on whose plane the
    // place lies.
    template <class OnSplitter, class Visit>
    bool visit_touching(const Crossing& now,
                        const OnSplitter& on_splitter,
                        const Visit& visit) const {
        return visit_leaves_at(
            tree_.level,
            tree_.root,
            [&](std::uint32_t node) {
                const Crossing plane = planes_.crossing_of(static_cast<std::int32_t>(node));
                const int side = planes_.determinant(plane, now);
                if (side == 0) {
                    on_splitter(plane);
                }
                return side == 0 ? both_from(0) : only(side < 0 ? 1 : 0);
            },
            visit);
    }

    // The change at `now`, behind which all leaves block. leaf: one of them. The first plane of the
    // change is that of `now`. At edges and corners other planes are crossed there, too, and the
    // brush that is touched may have its side in one of these.
    ExactChange change_to_blocked(const Crossing& now, WalkChild leaf) const {
        ExactChange change{Kind::EmptyToBlocked, 0, from_, leaf, 0, {}};
        if (now.plane != kStartCrossing) {
            add(change, {now.plane, now.sign});
            set_place(change, now);
        }
        for (std::int32_t wall = 0; wall < 6; ++wall) {
            add_if_entered(change, now, planes_.crossing_of(kFirstWall - wall));
        }
        visit_touching(
            now,
            [&](const Crossing& plane) { add_if_entered(change, now, plane); },
            [](WalkChild) { return true; });
        return change;
    }

    // Adds the plane if the segment goes through it at `now`.
    void add_if_entered(ExactChange& change, const Crossing& now, const Crossing& plane) const {
        if (planes_.determinant(plane, now) == 0) {
            if (const int direction = planes_.direction(plane); direction != 0) {
                add(change, {plane.plane, -direction});
            }
        }
    }

    static void add(ExactChange& change, const CrossedPlane& plane) {
        const auto end = change.planes.begin() + static_cast<std::ptrdiff_t>(change.plane_count);
        const bool is_known = std::any_of(change.planes.begin(), end, [&](const auto& known) {
            return known.plane == plane.plane;
        });
        if (!is_known && change.plane_count < change.planes.size()) {
            change.planes[change.plane_count++] = plane;
        }
    }

    void set_place(ExactChange& change, const Crossing& crossing) const {
        const auto place = planes_.place_of(crossing);
        change.fraction = place.t;
        change.point = place.point;
    }

    // REQUIRES: `from` is blocked.
    ExactChange leave_blocked() const {
        Crossing now;
        for (;;) {
            const Advance step = leave_all_leaves(now);
            if (step.kind == Advance::Kind::ClearToEnd) {
                return without_change(Kind::AllBlocked);
            }
            now = step.until;
            if (!is_blocked_at(now)) {
                ExactChange change{Kind::BlockedToEmpty, 0, {}, step.leaf, 0, {}};
                add(change, {now.plane, -now.sign});
                set_place(change, now);
                return change;
            }
            if (planes_.sign_at_dest(now) == 0) {  // `now` is at `to`
                return without_change(Kind::AllBlocked);
            }
        }
    }

    // The first plane that bounds a leaf just behind `now` and that the segment reaches.
    // ClearToEnd: there is none. Here "clear" means that the segment stays in what blocks.
    Advance leave_all_leaves(const Crossing& now) const {
        std::int32_t exit = kStartCrossing;
        WalkChild last = kWalkLeaf;
        const auto look = [&](const Crossing& plane, int side) {
            if (planes_.sign_at_dest(plane) != side) {
                exit = earlier(exit, turned(plane, side));
            }
        };
        for (std::int32_t wall = 0; wall < 6; ++wall) {
            look(planes_.crossing_of(kFirstWall - wall), 1);
        }
        visit_leaves_at(
            tree_.level,
            tree_.root,
            [&](std::uint32_t node) {
                const Crossing plane = planes_.crossing_of(static_cast<std::int32_t>(node));
                const int side = planes_.side_behind(now, plane);
                if (side != 0) {
                    look(plane, side);
                }
                return side == 0 ? both_from(0) : only(side < 0 ? 1 : 0);
            },
            [&](WalkChild leaf) {
                last = leaf;
                return true;
            });
        if (exit == kStartCrossing) {
            return {Advance::Kind::ClearToEnd, {}};
        }
        return {Advance::Kind::ClearUntil, planes_.exit_of(exit), last};
    }

    // True if the point at the crossing is in the interior of the union of all leaves that block.
    bool is_blocked_at(const Crossing& now) const {
        for (std::int32_t wall = 0; wall < 6; ++wall) {
            if (planes_.determinant(planes_.crossing_of(kFirstWall - wall), now) <= 0) {
                return false;
            }
        }
        return visit_touching(
            now, [](const Crossing&) {}, [&](WalkChild leaf) { return blocking_.blocks(leaf); });
    }

    const Walked& tree_;
    const Blocking& blocking_;
    const Vec3& from_;
    const Vec3& to_;
    SegmentPlanes<Limbs> planes_;
};

}  // namespace

double distance_error(const Level& level,
                      const ModelRecord& model,
                      const Vec3& from,
                      const Vec3& to) {
    if (is_inside(model, from) && is_inside(model, to)) {
        return level.filter_bound();
    }
    // filter_bound is 6 * 2^-53 * (3 * the largest |coordinate| of the boxes + the largest |d|).
    // 0x12 = 6 * 3. So the sum here is a bound for points farther out, too.
    return level.filter_bound() + 0x12p-53 * std::max(max_abs(from), max_abs(to));
}

ExactChange exact_change(const Walked& tree,
                         const Blocking& blocking,
                         const Vec3& from,
                         const Vec3& to) {
    const ModelRecord& model = tree.model;
    const std::array<double, 12> values{from.x,
                                        from.y,
                                        from.z,
                                        to.x,
                                        to.y,
                                        to.z,
                                        model.min[0],
                                        model.min[1],
                                        model.min[2],
                                        model.max[0],
                                        model.max[1],
                                        model.max[2]};
    const DyadicUnit unit = dyadic_unit(values, tree.level.grid_exponent());
    if (holds_distances<4>(unit)) {
        return SegmentWalk<4>(tree, blocking, from, to, unit).first_change();
    }
    return SegmentWalk<kAnyDistanceLimbs>(tree, blocking, from, to, unit).first_change();
}

}  // namespace halfspace
