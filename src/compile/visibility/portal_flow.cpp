// SPDX-License-Identifier: MIT
#include "compile/visibility/portal_flow.h"

#include "halfspace/tasks/parallel_for.h"

#include "compile/visibility/saved_state.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <limits>
#include <memory>
#include <tuple>
#include <utility>

namespace halfspace::visibility {
namespace {

// Portals that flow at the same time. The number changes the result a little, so it is fixed.
constexpr std::size_t kBatch = 64;
constexpr std::string_view kStage = "portal flow";

// A Flow is costly to make, and each thread needs one. No more flows than a batch has run at a
// time.
class Flows {
public:
    explicit Flows(const FlowGraph& graph) : graph_(graph) {}

    FlowResult run(const FlowState& state,
                   PortalId portal,
                   std::uint64_t most_steps,
                   const Progress* progress) {
        std::size_t i = 0;
        while (places_[i].is_taken.test_and_set(std::memory_order_acquire)) {
            i = (i + 1) % kBatch;
        }
        Place& place = places_[i];
        if (!place.flow) {
            place.flow = std::make_unique<Flow>(graph_);
        }
        FlowResult result = place.flow->run(state, portal, most_steps, progress);
        place.is_taken.clear(std::memory_order_release);
        return result;
    }

private:
    struct Place {
        std::atomic_flag is_taken;
        std::unique_ptr<Flow> flow;
    };

    const FlowGraph& graph_;
    std::array<Place, kBatch> places_;
};

// How much of the flow is done. The time of a flow grows about with the portals that it might see.
class Estimate {
public:
    Estimate(const FlowState& state, Progress* progress) : state_(state), progress_(progress) {}

    // The batch was taken out of `left`.
    void begin_batch(std::span<const PortalId> batch, std::span<const PortalId> left) {
        batch_ = 0;
        left_ = 0;
        batch_size_ = batch.size();
        for (const PortalId p : batch) {
            batch_ += cost(p);
        }
        for (const PortalId p : left) {
            left_ += cost(p);
        }
    }
    void report(std::size_t flows) const {
        if (progress_ != nullptr && progress_->report) {
            const double done =
                done_ + batch_ * static_cast<double>(flows) / static_cast<double>(batch_size_);
            progress_->report(kStage, done / (done_ + batch_ + left_));
        }
    }
    void end_batch() { done_ += batch_; }

private:
    double cost(PortalId p) const { return state_.counts[p] + 1.0; }

    const FlowState& state_;
    Progress* progress_;
    std::size_t batch_size_ = 1;
    double done_ = 0;
    double batch_ = 0;
    double left_ = 0;
};

// Calls the caller's `save` now and then.
class Saver {
public:
    Saver(const VisibilityOptions& options, const FlowState& state, std::uint64_t key)
        : options_(options), state_(state), key_(key) {}

    void save() {
        if (options_.save) {
            options_.save(save_state(state_, key_));
            last_ = Clock::now();
        }
    }
    void save_if_due() {
        const std::chrono::duration<double> since = Clock::now() - last_;
        if (since.count() >= options_.save_interval) {
            save();
        }
    }

private:
    using Clock = std::chrono::steady_clock;

    const VisibilityOptions& options_;
    const FlowState& state_;
    std::uint64_t key_;
    Clock::time_point last_ = Clock::now();
};

// The steps for each of the portals that are left: equal shares, so cheap flows leave theirs to the
// later ones, which see more.
std::uint64_t share_of(const VisibilityOptions& options, const FlowState& state, std::size_t left) {
    return options.mode == VisibilityMode::Bounded
               ? (options.bounded_steps - std::min(options.bounded_steps, state.steps)) / left
               : std::numeric_limits<std::uint64_t>::max();
}

void settle_lines(const FlowGraph& graph, unsigned threads, FlowState& state) {
    std::vector<std::vector<ClusterId>> lines(graph.portals());
    parallel_for(graph.portals(), threads, [&](std::size_t d) {
        random_lines(graph, state.might, static_cast<PortalId>(d), lines[d]);
    });
    std::vector<Word> scratch;
    for (const std::vector<ClusterId>& of_portal : lines) {
        settle_all(of_portal, state.settled, scratch);
    }
}

}  // namespace

bool begin_flow(const FlowGraph& graph,
                const VisibilityOptions& options,
                std::uint64_t key,
                FlowState& state) {
    if (!options.saved_state.empty()) {
        if (!load_state(options.saved_state, key, state)) {
            return false;
        }
    } else {
        for (PortalId p = 0; p < graph.portals(); ++p) {
            set_bit(state.settled.row(graph.from(p)), graph.to(p));
        }
        settle_lines(graph, options.threads, state);
    }
    for (PortalId p = 0; p < graph.portals(); ++p) {
        state.counts[p] =
            static_cast<std::uint32_t>(count_bits(state.might.row(p), state.might.words()));
    }
    return true;
}

bool run_flow(const FlowGraph& graph,
              const VisibilityOptions& options,
              std::uint64_t key,
              FlowState& state) {
    std::vector<PortalId> left;
    for (PortalId p = 0; p < graph.portals(); ++p) {
        if (state.is_done[p] == 0) {
            left.push_back(p);
        }
    }
    Flows flows(graph);
    Estimate estimate(state, options.progress);
    Saver saver(options, state, key);
    std::vector<FlowResult> results;
    std::vector<Word> scratch;
    while (!left.empty()) {
        // Portals that see little come first: what they hide makes later flows short.
        const std::size_t size = std::min(kBatch, left.size());
        const std::uint64_t share = share_of(options, state, left.size());
        const auto end = left.begin() + static_cast<std::ptrdiff_t>(size);
        std::partial_sort(left.begin(), end, left.end(), [&](PortalId a, PortalId b) {
            return std::tuple(state.counts[a], a) < std::tuple(state.counts[b], b);
        });
        const std::vector<PortalId> batch(left.begin(), end);
        left.erase(left.begin(), end);
        estimate.begin_batch(batch, left);
        estimate.report(0);
        results.assign(size, {});
        parallel_for(
            size,
            options.threads,
            [&](std::size_t i) {
                results[i] = flows.run(state, batch[i], share, options.progress);
            },
            [&](std::size_t done) { estimate.report(done); });
        if (is_cancelled(options.progress)) {
            saver.save();
            return false;
        }
        for (const FlowResult& result : results) {
            merge(graph, result, state, scratch);
        }
        estimate.end_batch();
        saver.save_if_due();
    }
    return true;
}

}  // namespace halfspace::visibility
