// SPDX-License-Identifier: MIT
// Reads files from the packages in which games ship their levels: .pk3, which is ZIP.
#pragma once

#include "halfspace/base/error.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace halfspace {

// The largest file that `read` unpacks, bytes. A larger one is refused before anything of it is
// read.
inline constexpr std::uint64_t kMaxPackagedFile = std::uint64_t{512} << 20;

// One open archive. Its files are read one at a time. Threads must not share it.
class Package {
public:
    // Opens the archive at a path. The file stays open and must not change meanwhile. Errors: Io
    // with the system's reason; Damaged for a file that is not a ZIP or has no directory.
    static Result<Package> open(const std::string& path);
    // The archive in these bytes. name: for errors. Errors: Damaged, as in `open`.
    static Result<Package> from_bytes(std::vector<std::byte> bytes, std::string name);

    Package(Package&&) noexcept;
    Package& operator=(Package&&) noexcept;
    ~Package();

    // The names of all files in the archive, in its order and spelling. Folders are left out.
    std::vector<std::string> names() const;
    // The names that end with `ending`, for example ".bsp"; upper and lower case make no
    // difference.
    std::vector<std::string> names_with(std::string_view ending) const;

    // The whole content of a file. If no file has exactly this name, the first one counts that
    // differs only in upper and lower case.
    // Errors: Io if there is no such file; the message names at most ten files with the same
    // ending. Unsupported for a file that is encrypted, or compressed by another method than
    // deflate. Limit for more than kMaxPackagedFile. Damaged for an impossible size, and for
    // contents that differ from the directory's numbers.
    // Memory: only for bytes that were really unpacked.
    Result<std::vector<std::byte>> read(std::string_view name);

private:
    struct Archive;
    explicit Package(std::unique_ptr<Archive> archive);

    std::unique_ptr<Archive> archive_;
};

// At most ten of the names, for a message: "'a', 'b' and 7 more", or "none".
std::string comma_list(std::span<const std::string> names);

}  // namespace halfspace
