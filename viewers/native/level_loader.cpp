// SPDX-License-Identifier: MIT
#include "level_loader.h"

#include "halfspace/formats/read_world.h"

#include "console.h"

#include <fmt/format.h>

#include <system_error>
#include <utility>

namespace halfspace::viewer {
namespace {

constexpr std::chrono::milliseconds kBetweenLooks{300};

}  // namespace

LevelLoader::LevelLoader(LevelSource source) : source_(std::move(source)) {
    progress_.report = [this](std::string_view stage, double fraction) {
        const std::lock_guard lock(mutex_);
        words_ = fmt::format("{} {:.0f} %", stage, fraction * 100);
    };
    begin();
}

LevelLoader::~LevelLoader() {
    progress_.cancel = true;
    if (work_.valid()) {
        work_.wait();
    }
}

LevelLoader::Stamp LevelLoader::stamp() const {
    const std::filesystem::path file = source_name(source_.path).file;
    std::error_code error;
    Stamp found;
    found.time = std::filesystem::last_write_time(file, error);
    found.size = error ? 0 : std::filesystem::file_size(file, error);
    return error ? Stamp() : found;
}

void LevelLoader::begin() {
    loaded_ = seen_ = stamp();
    next_look_ = std::chrono::steady_clock::now() + kBetweenLooks;
    forecast_.clear();
    const auto tell = [this](std::span<const Diagnostic> forecast) {
        tool::print_diagnostics(forecast, tool::kAllMessages);
        const std::lock_guard lock(mutex_);
        for (const Diagnostic& diagnostic : forecast) {
            forecast_.push_back(to_string(diagnostic));
        }
    };
    work_ = std::async(std::launch::async, [this, tell] { return load(source_, progress_, tell); });
}

std::vector<std::string> LevelLoader::forecast() {
    const std::lock_guard lock(mutex_);
    return is_busy() ? forecast_ : std::vector<std::string>();
}

std::string LevelLoader::progress() {
    const std::lock_guard lock(mutex_);
    return is_busy() ? words_ : std::string();
}

// A file is loaded when it looks the same twice, so that its writer has finished.
std::optional<LevelLoader::Loaded> LevelLoader::poll() {
    if (is_busy()) {
        if (work_.wait_for(std::chrono::seconds(0)) != std::future_status::ready) {
            return std::nullopt;
        }
        return work_.get();
    }
    const auto now = std::chrono::steady_clock::now();
    if (now < next_look_) {
        return std::nullopt;
    }
    next_look_ = now + kBetweenLooks;
    const Stamp found = stamp();
    const bool is_settled = found == std::exchange(seen_, found);
    if (is_settled && found != loaded_ && found.size != 0) {
        begin();
    }
    return std::nullopt;
}

}  // namespace halfspace::viewer
