// SPDX-License-Identifier: MIT
// Makes Ctrl-C a request to stop, so that work ends without an incomplete output.
#pragma once

#include <atomic>

namespace halfspace::tool {

// As long as this object lives, the first SIGINT, SIGTERM or SIGHUP sets `cancel`; a second one
// ends the process. Signals that the parent process ignores stay ignored. REQUIRES: there is at
// most one object at a time.
class Interrupt {
public:
    explicit Interrupt(std::atomic<bool>& cancel);
    ~Interrupt();
    Interrupt(const Interrupt&) = delete;
    Interrupt& operator=(const Interrupt&) = delete;
};

// If a signal was caught, ends the process by this signal. So a shell or a build tool sees that the
// process was stopped, and stops as well.
void die_if_interrupted();

}  // namespace halfspace::tool
