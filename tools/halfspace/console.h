// SPDX-License-Identifier: MIT
// What goes to standard error: messages and the progress bar. Plain text unless it is a terminal,
// because editors show escape codes as garbage.
#pragma once

#include "halfspace/base/error.h"
#include "halfspace/base/progress.h"

#include <cstddef>
#include <span>
#include <string_view>

namespace halfspace::tool {

enum class Verbosity : std::uint8_t { Normal, Quiet };

// Messages of one kind that a run prints before it only counts them.
inline constexpr std::size_t kMostMessages = 20;
inline constexpr std::size_t kAllMessages = static_cast<std::size_t>(-1);

void print_error(const Error& error);
// An error that has no place in a file.
void print_error(std::string_view message);
// The first `most` of them, then how many more there are.
void print_errors(std::span<const Error> errors, std::size_t most);
void print_diagnostics(std::span<const Diagnostic> diagnostics, std::size_t most);

// Shows what `progress` reports while it lives, if standard error is a terminal.
class ProgressBar {
public:
    ProgressBar(Progress& progress, Verbosity verbosity);
    ~ProgressBar();
    ProgressBar(const ProgressBar&) = delete;
    ProgressBar& operator=(const ProgressBar&) = delete;

private:
    void show(std::string_view stage, double fraction);

    Progress& progress_;
    std::size_t shown_ = 0;  // characters on the line
    int percent_ = -1;
    std::size_t stage_hash_ = 0;
};

}  // namespace halfspace::tool
