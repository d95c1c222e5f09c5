// SPDX-License-Identifier: MIT
// Things that a CollisionWorld holds, all of one kind: found by their ids, and by where they are.
#pragma once

#include "query/box_index.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace halfspace {

// Things of one kind with boxes, in slots. Ids are in ascending order, with the slot of each.
template <class Thing>
struct ThingTable {
    struct Entry {
        std::uint32_t id;
        std::uint32_t slot;
    };

    std::vector<Entry> by_id;
    std::vector<Thing> things;       // by slot
    std::vector<std::uint32_t> ids;  // by slot
    std::vector<Aabb> boxes;         // by slot: around the whole way of the thing in this step
    std::vector<std::uint32_t> free_slots;
    // The slots whose things may move in this step, each once; by slot, whether it is listed.
    std::vector<std::uint32_t> moved;
    std::vector<std::uint8_t> is_listed;
    BoxIndex index;

    auto place_of(std::uint32_t id) const {
        return std::lower_bound(
            by_id.begin(), by_id.end(), id, [](const Entry& e, std::uint32_t i) {
                return e.id < i;
            });
    }
    // kNone if there is no thing with this id.
    std::uint32_t slot_of(std::uint32_t id) const {
        const auto at = place_of(id);
        return at != by_id.end() && at->id == id ? at->slot : kNone;
    }
    // Takes memory for so many things. So no change of fewer things can run out of memory half way.
    void make_room(std::size_t count) {
        reserve_at_least(by_id, count);
        reserve_at_least(things, count);
        reserve_at_least(ids, count);
        reserve_at_least(boxes, count);
        reserve_at_least(free_slots, count);
        reserve_at_least(moved, count);
        reserve_at_least(is_listed, count);
        index.make_room(count);
    }
    // Without memory it throws and changes nothing.
    void set(std::uint32_t id, Thing thing, const Aabb& box) {
        const std::uint32_t old_slot = slot_of(id);
        if (old_slot != kNone) {
            things[old_slot] = std::move(thing);
            boxes[old_slot] = box;
            index.update(old_slot, box);
            return;
        }
        std::uint32_t slot = 0;
        if (free_slots.empty()) {
            make_room(things.size() + 1);
            slot = static_cast<std::uint32_t>(things.size());
            things.push_back(std::move(thing));
            ids.push_back(id);
            boxes.push_back(box);
            is_listed.push_back(0);
        } else {
            slot = free_slots.back();
            free_slots.pop_back();
            things[slot] = std::move(thing);
            ids[slot] = id;
            boxes[slot] = box;
        }
        by_id.insert(place_of(id), {id, slot});
        index.insert(slot, box);
    }
    // Notes that the thing in the slot moves in this step.
    void note_moved(std::uint32_t slot) {
        if (is_listed[slot] == 0) {
            is_listed[slot] = 1;
            moved.push_back(slot);
        }
    }
    // Calls visit(id) for the things that may have moved since the last call.
    template <class Visit>
    void take_moved(const Visit& visit) {
        for (const std::uint32_t slot : moved) {
            is_listed[slot] = 0;
            if (slot_of(ids[slot]) == slot) {
                visit(ids[slot]);
            }
        }
        moved.clear();
    }
    void remove(std::uint32_t id) {
        const auto at = place_of(id);
        if (at != by_id.end() && at->id == id) {
            index.remove(at->slot);
            free_slots.push_back(at->slot);
            by_id.erase(at);
        }
    }
};

}  // namespace halfspace
