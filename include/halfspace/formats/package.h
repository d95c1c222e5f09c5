// SPDX-License-Identifier: MIT
// Files in the packages that games ship their levels in: .pk3, which is ZIP.
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

// A larger file is refused before anything of it is read.
inline constexpr std::uint64_t kLargestPackagedFile = std::uint64_t{512} << 20;

// One archive, of which files are read one at a time; not to be shared by threads.
class Package {
public:
    // The archive stays open and must not change meanwhile. Errors: Io, with the system's reason;
    // Damaged for a file that is no ZIP or has no directory.
    static Result<Package> open(const std::string& path);
    // name: of the bytes, for errors. Errors: Damaged.
    static Result<Package> from_bytes(std::vector<std::byte> bytes, std::string name);

    Package(Package&&) noexcept;
    Package& operator=(Package&&) noexcept;
    ~Package();

    // As the archive spells them, in its order; folders are left out.
    std::vector<std::string> names() const;
    // Those that end so, in upper or lower case: ".bsp".
    std::vector<std::string> names_with(std::string_view ending) const;

    // The whole file of this name, or else of the first that differs in upper and lower case only.
    // Errors: Io if there is none, naming at most ten of the same ending that are there;
    // Unsupported for files that are encrypted or compressed by other means than deflate; Limit for
    // more than kLargestPackagedFile; Damaged for sizes that cannot be and for contents that are
    // not what the directory says. Never holds more than was really unpacked.
    Result<std::vector<std::byte>> read(std::string_view name);

private:
    struct Archive;
    explicit Package(std::unique_ptr<Archive> archive);

    std::unique_ptr<Archive> archive_;
};

// At most ten of the names for a message: "'a', 'b' and 7 more", or "none".
std::string listed(std::span<const std::string> names);

}  // namespace halfspace
