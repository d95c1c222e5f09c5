// SPDX-License-Identifier: MIT
// The bytes of a file, either read into the memory of the process or mapped: then the system keeps
// them once for all processes that map the file.
#pragma once

#include "halfspace/base/error.h"

#include <cstddef>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace halfspace {

class FileBytes {
public:
    // NOLINTNEXTLINE(google-explicit-constructor): bytes that were read are bytes of a file
    FileBytes(std::vector<std::byte> read) : read_(std::move(read)) {}
    FileBytes(FileBytes&& other) noexcept;
    FileBytes& operator=(FileBytes&& other) noexcept;
    ~FileBytes();

    // Maps a file. Whoever replaces the file by a rename, as write_file (base/file.h) does, leaves
    // these bytes what they were. To write into a mapped file is forbidden: the bytes would change
    // under their reader, and a program that reads behind a new end is killed.
    // Errors: Io, with the reason that the system gives; also for what is no file on a disk, such
    // as a pipe. Where the system maps no files, the file is read.
    static Result<FileBytes> map(const std::string& path);

    // They live as long as this value.
    std::span<const std::byte> bytes() const {
        return mapped_.empty() ? std::span<const std::byte>(read_) : mapped_;
    }

private:
    std::vector<std::byte> read_;
    std::span<const std::byte> mapped_;
};

}  // namespace halfspace
