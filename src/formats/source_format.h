// SPDX-License-Identifier: MIT
// The readers there are, by the extension of the files they read.
#pragma once

#include "halfspace/formats/read_world.h"

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace halfspace {

struct SourceFormat {
    std::string_view extension;  // with its dot, in lower case
    Result<ReadWorld> (*read)(std::span<const std::byte> bytes, const std::string& name);
};

// Every reader there is. Of a package that holds several kinds, the first one here is meant.
std::span<const SourceFormat> known_formats();

// The ending of the name's last part, with its dot, in lower case.
std::string extension_of(std::string_view name);

// The reader for a file of this name; null if there is none.
const SourceFormat* find_format(std::string_view name);

// What to say of a file of this name, for which there is no reader.
Error unknown_format(const std::string& name);

}  // namespace halfspace
