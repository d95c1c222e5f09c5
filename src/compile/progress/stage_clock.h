// SPDX-License-Identifier: MIT
// Measures how long each stage takes, and reports the begin of each stage to `Progress`.
#pragma once

#include "halfspace/compile/compile.h"

#include <chrono>
#include <vector>

namespace halfspace {

class StageClock {
public:
    explicit StageClock(Progress* progress) : progress_(progress) {}

    // Ends the running stage, if there is one, and begins this one. A stage may begin several
    // times; its times are added.
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
