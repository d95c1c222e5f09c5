// SPDX-License-Identifier: MIT
// A queue whose first entry has the least bound: a heap of which each entry has four children. It
// is half as deep as one of two, and the four are neighbours in memory.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

namespace halfspace {

// is_later(a, b): a total order; true if b comes before a.
template <class Entry, class IsLater>
void push_entry(std::vector<Entry>& heap, const Entry& entry, const IsLater& is_later) {
    std::size_t at = heap.size();
    heap.push_back(entry);
    while (at > 0) {
        const std::size_t parent = (at - 1) / 4;
        if (!is_later(heap[parent], entry)) {
            break;
        }
        heap[at] = heap[parent];
        at = parent;
    }
    heap[at] = entry;
}

// Takes the first entry away. REQUIRES: there is one.
template <class Entry, class IsLater>
Entry pop_entry(std::vector<Entry>& heap, const IsLater& is_later) {
    const Entry first = heap.front();
    const Entry last = heap.back();
    heap.pop_back();
    const std::size_t size = heap.size();
    std::size_t at = 0;
    for (std::size_t child = 1; child < size; child = 4 * at + 1) {
        std::size_t least = child;
        for (std::size_t c = child + 1; c < std::min(child + 4, size); ++c) {
            least = is_later(heap[least], heap[c]) ? c : least;
        }
        if (!is_later(last, heap[least])) {
            break;
        }
        heap[at] = heap[least];
        at = least;
    }
    if (size > 0) {
        heap[at] = last;
    }
    return first;
}

}  // namespace halfspace
