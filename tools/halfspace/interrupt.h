// SPDX-License-Identifier: MIT
// Ctrl-C as a request to stop, so that work ends without half an output.
#pragma once

#include <atomic>

namespace halfspace::tool {

// While it lives, the first SIGINT, SIGTERM or SIGHUP sets `cancel`; a second one kills as usual.
// Signals that the parent process ignores stay ignored. At most one at a time.
class Interrupt {
public:
    explicit Interrupt(std::atomic<bool>& cancel);
    ~Interrupt();
    Interrupt(const Interrupt&) = delete;
    Interrupt& operator=(const Interrupt&) = delete;
};

// Ends the process by the signal that was caught, if any, so that a shell or a build tool sees
// that it was stopped and stops as well.
void die_if_interrupted();

}  // namespace halfspace::tool
