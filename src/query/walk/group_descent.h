// SPDX-License-Identifier: MIT
// Many items, such as points, go down a tree together. Each node divides the items that reach it.
// The loop keeps the node's plane in registers and has no jump that depends on an item.
#pragma once

#include "halfspace/math/vec.h"

#include "query/walk/descent.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace halfspace {

// To which sides of a node an item goes: each number is 1 for yes, 0 for no.
struct GoesTo {
    std::uint32_t front;
    std::uint32_t back;
};

// Most: how many items may go down together.
template <std::size_t Most>
class GroupDescent {
public:
    using Index = std::uint16_t;  // of an item
    static_assert(Most <= std::size_t{1} << 16);

    // The items that go down, before the call of run.
    std::array<Index, Most>& items() { return indices_[0]; }

    // Sends items()[0, count) down from `root`.
    //
    //     bool visitor.divides(child, const Index* items, std::uint32_t count)
    // for each group that reaches a child: true if its node divides the group. False for leaves.
    //     GoesTo visitor.side(child, Index item, distance_of)
    // for each item of a group that is divided; distance_of(Vec3) is the distance of a point from
    // the node's plane, in doubles. An item goes to one side at most.
    template <class Visitor>
    void run(const Level& level, WalkChild root, std::uint32_t count, Visitor& visitor) {
        nodes_ = level.walk_nodes().data();
        planes_ = level.scaled_planes().data();
        enter({root, 0, 0, count}, visitor);
        while (group_count_ > 0) {
            divide(groups_[--group_count_], visitor);
        }
    }

private:
    // Room for groups that wait. Of two new groups the smaller one goes on first. So a waiting
    // group has at least as many items as all groups made after it: log2(Most) groups wait, and two
    // are new.
    static constexpr std::size_t kMaxWaiting = std::bit_width(Most) + 1;

    // The items that reach a child of some node: indices_[buffer][begin, end).
    struct Group {
        WalkChild child;
        std::uint32_t buffer;
        std::uint32_t begin;
        std::uint32_t end;

        std::uint32_t size() const { return end - begin; }
    };

    template <class Visitor>
    void enter(const Group& group, Visitor& visitor) {
        if (group.size() > 0 &&
            visitor.divides(
                group.child, indices_[group.buffer].data() + group.begin, group.size())) {
            groups_[group_count_++] = group;
        }
    }

    template <class Visitor>
    void divide(const Group group, Visitor& visitor) {  // a copy: its place is taken again
        const WalkNodeRecord& node = nodes_[node_index(group.child)];
        const double at = walk_coordinate(node);
        switch (walk_axis(node)) {
            case 0:
                return divide_by(group, visitor, [at](const Vec3& p) { return p.x - at; });
            case 1:
                return divide_by(group, visitor, [at](const Vec3& p) { return p.y - at; });
            case 2:
                return divide_by(group, visitor, [at](const Vec3& p) { return p.z - at; });
            default:
                return divide_by(group, visitor, [plane = planes_[node.plane]](const Vec3& p) {
                    return approximate_distance(plane, {p.x, p.y, p.z});
                });
        }
    }

    // Copies the items of the group to the same range of the other buffer: those that go to the
    // front to its beginning, those that go to the back to its end. The range has a gap for others.
    template <class Visitor, class Distance>
    void divide_by(const Group& group, Visitor& visitor, const Distance& distance_of) {
        const Index* const items = indices_[group.buffer].data();
        Index* const moved = indices_[1 - group.buffer].data();
        std::uint32_t front_end = group.begin;
        std::uint32_t back_begin = group.end;
        for (std::uint32_t i = group.begin; i < group.end; ++i) {
            const Index item = items[i];
            const GoesTo to = visitor.side(group.child, item, distance_of);
            moved[front_end] = item;
            moved[back_begin - 1] = item;
            front_end += to.front;
            back_begin -= to.back;
        }
        const WalkNodeRecord& node = nodes_[node_index(group.child)];
        const Group front{node.child[0], 1 - group.buffer, group.begin, front_end};
        const Group back{node.child[1], 1 - group.buffer, back_begin, group.end};
        const bool is_front_smaller = front.size() < back.size();
        enter(is_front_smaller ? back : front, visitor);
        enter(is_front_smaller ? front : back, visitor);
    }

    const WalkNodeRecord* nodes_ = nullptr;
    const ScaledPlaneRecord* planes_ = nullptr;
    std::size_t group_count_ = 0;
    std::array<std::array<Index, Most>, 2> indices_;  // not cleared: each is written before read
    std::array<Group, kMaxWaiting> groups_;
};

}  // namespace halfspace
