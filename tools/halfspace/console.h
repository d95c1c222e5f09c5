// SPDX-License-Identifier: MIT
// Writes to standard error: messages and the progress bar. The text is plain unless standard error
// is a terminal, because editors show escape codes as garbage.
#pragma once

#include "halfspace/base/error.h"
#include "halfspace/base/progress.h"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace halfspace::tool {

enum class Verbosity : std::uint8_t { Normal, Quiet };

// The most messages of one kind that are printed; further ones are only counted.
inline constexpr std::size_t kMaxMessages = 20;
inline constexpr std::size_t kAllMessages = static_cast<std::size_t>(-1);

void print_error(const Error& error);
// An error that has no place in a file.
void print_error(std::string_view message);
// Prints the first `most` errors, then how many more there are.
void print_errors(std::span<const Error> errors, std::size_t most);
void print_diagnostics(std::span<const Diagnostic> diagnostics, std::size_t most);

// Shows the reports of `progress` as long as this object lives: as a bar if standard error is a
// terminal, else as at most one line a minute.
class ProgressBar {
public:
    ProgressBar(Progress& progress, Verbosity verbosity);
    ~ProgressBar();
    ProgressBar(const ProgressBar&) = delete;
    ProgressBar& operator=(const ProgressBar&) = delete;

private:
    using Clock = std::chrono::steady_clock;

    void show(std::string_view stage, double fraction);
    void print_line(std::string_view stage, double fraction);

    Progress& progress_;
    Clock::time_point last_line_ = Clock::now();  // or the construction
    std::size_t shown_ = 0;                       // characters on the line
    int percent_ = -1;
    std::size_t stage_hash_ = 0;
};

}  // namespace halfspace::tool
