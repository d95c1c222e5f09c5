// SPDX-License-Identifier: MIT
#include "compile/progress/stage_clock.h"

#include <algorithm>

namespace halfspace {

void StageClock::begin(const char* stage) {
    end();
    stage_ = stage;
    started_ = Clock::now();
    if (progress_ != nullptr && progress_->report) {
        progress_->report(stage, 0);
    }
}

void StageClock::end() {
    if (stage_ == nullptr) {
        return;
    }
    const double seconds = std::chrono::duration<double>(Clock::now() - started_).count();
    const auto known = std::find_if(
        times_.begin(), times_.end(), [&](const StageTime& t) { return t.stage == stage_; });
    if (known != times_.end()) {
        known->wall_seconds += seconds;
    } else {
        times_.push_back({stage_, seconds});
    }
    stage_ = nullptr;
}

bool StageClock::is_cancelled() const {
    return progress_ != nullptr && progress_->cancel;
}

}  // namespace halfspace
