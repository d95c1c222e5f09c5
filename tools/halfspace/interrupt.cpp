// SPDX-License-Identifier: MIT
#include "interrupt.h"

#include <array>
#include <csignal>
#include <cstdio>

namespace halfspace::tool {
namespace {

constexpr std::array kSignals{SIGINT, SIGTERM, SIGHUP};

// A signal handler may use only lock-free atomics.
static_assert(std::atomic<bool>::is_always_lock_free);
static_assert(std::atomic<std::atomic<bool>*>::is_always_lock_free);
static_assert(std::atomic<int>::is_always_lock_free);

struct Caught {
    std::atomic<std::atomic<bool>*> cancel = nullptr;
    std::atomic<int> signal = 0;
};

// Initialised before main, so a handler may use it.
Caught& caught() {
    static constinit Caught state;
    return state;
}

extern "C" void halfspace_on_signal(int signal) {
    caught().signal = signal;
    if (std::atomic<bool>* cancel = caught().cancel) {
        *cancel = true;
    }
}

}  // namespace

Interrupt::Interrupt(std::atomic<bool>& cancel) {
    caught().cancel = &cancel;
    for (const int signal : kSignals) {
        struct sigaction current{};
        if (::sigaction(signal, nullptr, &current) == 0 && current.sa_handler == SIG_DFL) {
            struct sigaction action{};
            action.sa_handler = halfspace_on_signal;
            action.sa_flags = SA_RESTART | static_cast<int>(SA_RESETHAND);
            ::sigaction(signal, &action, nullptr);
        }
    }
}

Interrupt::~Interrupt() {
    for (const int signal : kSignals) {
        struct sigaction current{};
        if (::sigaction(signal, nullptr, &current) == 0 &&
            current.sa_handler == halfspace_on_signal) {
            std::signal(signal, SIG_DFL);
        }
    }
    caught().cancel = nullptr;
}

void die_if_interrupted() {
    const int signal = caught().signal;
    if (signal != 0) {
        std::fflush(nullptr);
        std::signal(signal, SIG_DFL);
        std::raise(signal);
    }
}

}  // namespace halfspace::tool
