// SPDX-License-Identifier: MIT
#include "console.h"

#include "printable.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string>

namespace halfspace::tool {
namespace {

bool stderr_is_terminal() {
    return ::isatty(STDERR_FILENO) == 1;
}

bool is_set(const char* variable) {
    const char* value = std::getenv(variable);
    return value != nullptr && *value != '\0';
}

bool use_colour() {
    const char* terminal = std::getenv("TERM");
    const bool is_dumb = terminal != nullptr && std::string_view(terminal) == "dumb";
    return stderr_is_terminal() && !is_set("NO_COLOR") && !is_dumb;
}

// Prints a line of to_string(Error or Diagnostic): place, label and message.
void print_labelled(const std::string& line,
                    std::size_t message_size,
                    std::string_view label,
                    const char* colour) {
    const std::size_t label_at = line.size() - message_size - label.size();
    std::string text = printable(std::string_view(line).substr(0, label_at));
    text += use_colour() ? colour + std::string(label) + "\033[0m" : label;
    text += printable(std::string_view(line).substr(label_at + label.size())) + '\n';
    std::fflush(stdout);  // editors show both streams in one box
    std::fputs(text.c_str(), stderr);
}

void print_remainder(std::size_t count, std::size_t most, std::string_view kind) {
    if (count > most) {
        fmt::print(stderr, "... and {} more {} (use --all-warnings)\n", count - most, kind);
    }
}

constexpr const char* kRed = "\033[1;31m";
constexpr const char* kYellow = "\033[1;33m";
constexpr int kBarWidth = 30;

}  // namespace

void print_error(const Error& error) {
    print_labelled(to_string(error), error.message.size(), "error: ", kRed);
}

void print_error(std::string_view message) {
    print_error(Error{ErrorCode::Io, std::string(message), {}});
}

void print_errors(std::span<const Error> errors, std::size_t most) {
    for (const Error& error : errors.first(std::min(most, errors.size()))) {
        print_error(error);
    }
    print_remainder(errors.size(), most, "errors");
}

void print_diagnostics(std::span<const Diagnostic> diagnostics, std::size_t most) {
    for (const Diagnostic& diagnostic : diagnostics.first(std::min(most, diagnostics.size()))) {
        const bool is_warning = diagnostic.severity == Severity::Warning;
        print_labelled(to_string(diagnostic),
                       diagnostic.message.size(),
                       is_warning ? "warning: " : "note: ",
                       kYellow);
    }
    print_remainder(diagnostics.size(), most, "warnings");
}

ProgressBar::ProgressBar(Progress& progress, Verbosity verbosity) : progress_(progress) {
    if (verbosity == Verbosity::Normal) {
        progress_.report = [this, is_bar = stderr_is_terminal()](std::string_view stage,
                                                                 double fraction) {
            is_bar ? show(stage, fraction) : print_line(stage, fraction);
        };
    }
}

ProgressBar::~ProgressBar() {
    progress_.report = nullptr;
    if (shown_ != 0) {
        std::fputs(("\r" + std::string(shown_, ' ') + "\r").c_str(), stderr);
    }
}

void ProgressBar::show(std::string_view stage, double fraction) {
    const int percent = static_cast<int>(std::clamp(fraction, 0.0, 1.0) * 100);
    const std::size_t stage_hash = std::hash<std::string_view>{}(stage);
    if (percent == percent_ && stage_hash == stage_hash_) {
        return;
    }
    percent_ = percent;
    stage_hash_ = stage_hash;
    const std::string filled(static_cast<std::size_t>(percent * kBarWidth / 100), '#');
    std::string line = fmt::format("[{:<{}}] {:3}% {}", filled, kBarWidth, percent, stage);
    const std::size_t size = line.size();
    line.resize(std::max(size, shown_), ' ');
    shown_ = size;
    std::fputs(("\r" + line).c_str(), stderr);
}

void ProgressBar::print_line(std::string_view stage, double fraction) {
    constexpr std::chrono::minutes kBetweenLines{1};
    if (const Clock::time_point now = Clock::now(); now - last_line_ >= kBetweenLines) {
        last_line_ = now;
        fmt::print(stderr, "{}: {:.0f}%\n", stage, std::clamp(fraction, 0.0, 1.0) * 100);
    }
}

}  // namespace halfspace::tool
