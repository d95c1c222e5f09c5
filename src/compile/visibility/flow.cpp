// SPDX-License-Identifier: MIT
// The flow goes depth-first through sequences of portals ("chains"). A frame is a chain: the part
// of the source portal from which one can look through the whole chain, the part of the last portal
// that is seen from there, and the planes that separate the two. What is seen through both windows
// lies in front of these planes. (Teller 1992, Visibility computations in densely occluded
// polyhedral environments, section 4; the clipping of both windows is that of Quake's vis.)
#include "compile/visibility/flow.h"

#include <algorithm>
#include <utility>

namespace halfspace::visibility {
namespace {

// Floods pay off from this number of portals on that might be seen.
constexpr std::size_t kFloodPortals = 4;
// Corners that lines of sight aim near.
constexpr std::size_t kAims = 4;

}  // namespace

Flow::Flow(const FlowGraph& graph)
    : graph_(graph),
      wanted_clusters_(words_of(graph.clusters())),
      wanted_portals_(words_of(graph.portals())),
      reached_(words_of(graph.portals())),
      seen_(graph.clusters()) {}

Flow::Frame& Flow::frame(std::size_t depth) {
    while (frames_.size() <= depth) {
        frames_.push_back(std::make_unique<Frame>());
        frames_.back()->might.resize(reached_.size());
    }
    return *frames_[depth];
}

// Wanted: clusters that the portal might see and of which neither a line of sight nor a flow from
// the same cluster tells.
void Flow::find_wanted() {
    const Word* const might = state_->might.row(portal_);
    const Word* const settled = state_->settled.row(graph_.from(portal_));
    const Word* const found = state_->found.row(graph_.from(portal_));
    std::ranges::fill(wanted_clusters_, 0);
    wanted_count_ = 0;
    for_each_bit(might, reached_.size(), [&](PortalId q) {
        const ClusterId to = graph_.to(q);
        if (has_bit(settled, to) || has_bit(found, to)) {
            return;
        }
        set_bit(wanted_portals_.data(), q);
        if (!is_wanted(to)) {
            set_bit(wanted_clusters_.data(), to);
            ++wanted_count_;
        }
    });
}

void Flow::forget(ClusterId cluster) {
    if (is_wanted(cluster)) {
        clear_bit(wanted_clusters_.data(), cluster);
        --wanted_count_;
        for (const PortalId out : graph_.out(cluster)) {
            clear_bit(wanted_portals_.data(), out ^ 1);
        }
    }
}

FlowResult Flow::run(const FlowState& state,
                     PortalId portal,
                     std::uint64_t most_steps,
                     const Progress* progress) {
    state_ = &state;
    portal_ = portal;
    result_ = {.portal = portal, .found = {}, .hidden = {}, .lines = {}};
    std::ranges::fill(wanted_portals_, 0);
    find_wanted();
    Frame& root = frame(0);
    root.pass = portal;
    root.next = 0;
    root.source = graph_.window(portal);
    root.target = {};
    root.planes.count = 0;
    root.first = 0;
    root.end = reached_.size();
    std::copy_n(state.might.row(portal), reached_.size(), root.might.data());
    std::size_t depth = 0;
    while (wanted_count_ > 0 && !is_cancelled(progress)) {
        Frame& top = *frames_[depth];
        const std::span<const PortalId> out = graph_.out(graph_.to(top.pass));
        if (top.next == out.size()) {
            if (depth == 0) {
                break;
            }
            --depth;
            continue;
        }
        const PortalId q = out[top.next++];
        if (!has_bit(top.might.data(), q)) {
            continue;
        }
        if (result_.steps == most_steps) {
            result_.is_stopped = true;
            break;
        }
        ++result_.steps;
        if (step(depth, q)) {
            ++depth;
        }
    }
    std::vector<ClusterId>& rest = result_.is_stopped ? result_.found : result_.hidden;
    for_each_bit(wanted_clusters_.data(), wanted_clusters_.size(), [&](ClusterId cluster) {
        rest.push_back(cluster);
    });
    return std::move(result_);
}

// The portals that might be seen behind q. True if q or one of them leads to a wanted cluster.
bool Flow::intersect(const Frame& parent, PortalId q, Frame& child) const {
    const Word* const a = parent.might.data();
    const Word* const b = state_->might.row(q);
    const Word* const wanted = wanted_portals_.data();
    Word* const to = child.might.data();
    Mask2 any{};
    for (std::size_t i = parent.first; i < parent.end; i += 2) {
        const Mask2 two = two_words(a + i) & two_words(b + i);
        std::memcpy(to + i, &two, sizeof two);
        any |= two & two_words(wanted + i);
    }
    child.first = parent.first;
    child.end = parent.end;
    return (any[0] | any[1]) != 0 || is_wanted(graph_.to(q));
}

// The part of the source from which the target is seen through the last portal of the chain.
WindowView Flow::clipped_source(const Frame& top,
                                PortalId q,
                                const WindowView& target,
                                Frame& child) const {
    const Plane back = flipped(graph_.plane(q));
    WindowView source = clip(top.source, lanes_of(back), child.sources);
    if (source.count == 0 || top.target.count == 0) {
        return source;
    }
    PlaneList& planes = child.planes;
    planes.count = 0;
    add_separators(target, back, -FlowGraph::turn(q), top.target, 1, planes);
    add_separators(
        top.target, graph_.plane(top.pass), FlowGraph::turn(top.pass), target, -1, planes);
    for (std::size_t i = 0; i < planes.count && source.count != 0; ++i) {
        source = clip(source, planes.lanes(i), child.sources);
    }
    return source;
}

// Tries to lengthen the chain by q. True if the next frame is ready and has something to find.
bool Flow::step(std::size_t depth, PortalId q) {
    Frame& child = frame(depth + 1);
    const Frame& top = *frames_[depth];
    if (!intersect(top, q, child)) {
        return false;
    }
    WindowView target = graph_.window(q);
    target = clip(target, lanes_of(graph_.plane(portal_)), child.targets);
    for (std::size_t i = 0; i < top.planes.count && target.count != 0; ++i) {
        target = clip(target, top.planes.lanes(i), child.targets);
    }
    if (target.count == 0) {
        return false;
    }
    const WindowView source = clipped_source(top, q, target, child);
    if (source.count == 0) {
        return false;
    }
    if (is_wanted(graph_.to(q))) {
        reach(q, source, target);
    }
    child.pass = q;
    child.next = 0;
    child.source = source;
    child.target = target;
    child.planes.count = 0;
    add_separators(
        source, graph_.plane(portal_), FlowGraph::turn(portal_), target, 1, child.planes);
    add_separators(target, flipped(graph_.plane(q)), -FlowGraph::turn(q), source, -1, child.planes);
    return flood(child);
}

// The chain reached a wanted cluster. Lines of sight from the middle of the source may prove it: to
// the middle of the target, and to points between there and corners.
void Flow::reach(PortalId q, const WindowView& source, const WindowView& target) {
    const ClusterId to = graph_.to(q);
    const Vec3 from = centre_of(source);
    const Vec3 middle = centre_of(target);
    for (std::size_t i = 0; i <= std::min(target.count, kAims) && is_wanted(to); ++i) {
        const Vec3 aim = i == 0 ? middle : (middle + corner_of(target, i - 1)) * 0.5;
        if (aim == from) {
            continue;
        }
        follow(graph_, portal_, from, aim - from, line_);
        if (!line_.empty()) {
            append(line_, result_.lines);
        }
        for (const ClusterId cluster : line_) {
            forget(cluster);
        }
    }
    if (is_wanted(to)) {
        forget(to);
        result_.found.push_back(to);
    }
}

// True if the frame has a portal that leads to a wanted cluster.
bool Flow::has_wanted(const Frame& top) const {
    for (std::size_t i = top.first; i < top.end; ++i) {
        if ((top.might[i] & wanted_portals_[i]) != 0) {
            return true;
        }
    }
    return false;
}

// Keeps of the frame's portals those that a flood reaches in front of its planes. False if nothing
// wanted is left.
bool Flow::flood(Frame& top) {
    std::size_t count = 0;
    while (top.first < top.end && (top.might[top.first] | top.might[top.first + 1]) == 0) {
        top.first += 2;
    }
    while (top.first < top.end && (top.might[top.end - 1] | top.might[top.end - 2]) == 0) {
        top.end -= 2;
    }
    for (std::size_t i = top.first; i < top.end && count < kFloodPortals; ++i) {
        count += static_cast<std::size_t>(std::popcount(top.might[i]));
    }
    if (count < kFloodPortals) {
        return has_wanted(top);
    }
    std::fill(reached_.begin() + static_cast<std::ptrdiff_t>(top.first),
              reached_.begin() + static_cast<std::ptrdiff_t>(top.end),
              0);
    ++flood_number_;
    bool is_any = false;
    open_.assign(1, graph_.to(top.pass));
    seen_[graph_.to(top.pass)] = flood_number_;
    top.planes.pad();
    while (!open_.empty()) {
        const ClusterId cluster = open_.back();
        open_.pop_back();
        for (const PortalId q : graph_.out(cluster)) {
            if (!has_bit(top.might.data(), q)) {
                continue;
            }
            // A portal to where the flood was already is kept without a test: the next step of the
            // chain clips it.
            const ClusterId to = graph_.to(q);
            if (seen_[to] != flood_number_) {
                if (!reaches_front_of_all(graph_.window(q), graph_.centre(q), top.planes)) {
                    continue;
                }
                seen_[to] = flood_number_;
                open_.push_back(to);
                is_any = is_any || is_wanted(to);
            }
            set_bit(reached_.data(), q);
        }
    }
    std::copy(reached_.begin() + static_cast<std::ptrdiff_t>(top.first),
              reached_.begin() + static_cast<std::ptrdiff_t>(top.end),
              top.might.begin() + static_cast<std::ptrdiff_t>(top.first));
    return is_any;
}

void merge(const FlowGraph& graph,
           const FlowResult& result,
           FlowState& state,
           std::vector<Word>& scratch) {
    const PortalId p = result.portal;
    state.is_done[p] = 1;
    state.steps += result.steps;
    state.stopped += result.is_stopped ? 1 : 0;
    settle_all(result.lines, state.settled, scratch);
    for (const ClusterId cluster : result.found) {
        set_bit(state.found.row(graph.from(p)), cluster);
    }
    const auto clear = [&](PortalId row, PortalId bit) {
        if (has_bit(state.might.row(row), bit)) {
            clear_bit(state.might.row(row), bit);
            --state.counts[row];
        }
    };
    for (const ClusterId cluster : result.hidden) {
        for (const PortalId out : graph.out(cluster)) {
            for (const PortalId q : {out, out ^ 1}) {
                clear(p, q);
                clear(q ^ 1, p ^ 1);
            }
        }
    }
}

}  // namespace halfspace::visibility
