// SPDX-License-Identifier: MIT
// How long each stage takes, and the word that it has begun to whoever watches.
#pragma once

#include "halfspace/compile/compile.h"

#include <chrono>
#include <vector>

namespace halfspace {

class StageClock {
public:
    explicit StageClock(Progress* progress) : progress_(progress) {}

    // Ends the stage that runs, if any. A stage that begins again goes on with its time.
    void begin(const char* stage);
    void end();

    bool is_cancelled() const;
    std::vector<StageTime> take_times() { return std::move(times_); }

private:
    using Clock = std::chrono::steady_clock;

    Progress* progress_;
    std::vector<StageTime> times_;
    const char* stage_ = nullptr;
    Clock::time_point started_;
};

}  // namespace halfspace
