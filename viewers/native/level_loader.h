// SPDX-License-Identifier: MIT
// Loads a level on a thread of its own, again each time its file changes.
#pragma once

#include "level_source.h"

#include <chrono>
#include <cstdint>
#include <expected>
#include <filesystem>
#include <future>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace halfspace::viewer {

class LevelLoader {
public:
    using Loaded = std::expected<LoadedLevel, std::vector<Error>>;

    // Begins to load.
    explicit LevelLoader(LevelSource source);
    // Stops a compile that runs.
    ~LevelLoader();
    LevelLoader(const LevelLoader&) = delete;
    LevelLoader& operator=(const LevelLoader&) = delete;

    // Looks at the file now and then, and begins to load it again if it has changed. Returns a
    // result once, when it is there. To be called once for each frame.
    std::optional<Loaded> poll();

    bool is_busy() const { return work_.valid(); }
    // What the compiler does, such as "tree 40 %"; empty if nothing runs.
    std::string progress();
    // What was told before a long compile that runs; empty if nothing was.
    std::vector<std::string> forecast();

private:
    // Equal stamps: the file is the same.
    struct Stamp {
        std::filesystem::file_time_type time;
        std::uintmax_t size = 0;
        friend bool operator==(const Stamp&, const Stamp&) = default;
    };
    Stamp stamp() const;
    void begin();

    LevelSource source_;
    Progress progress_;
    std::mutex mutex_;
    std::string words_;                  // guarded by mutex_
    std::vector<std::string> forecast_;  // guarded by mutex_
    std::future<Loaded> work_;
    Stamp loaded_;  // when the last load began
    Stamp seen_;    // at the last look
    std::chrono::steady_clock::time_point next_look_;
};

}  // namespace halfspace::viewer
