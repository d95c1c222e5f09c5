// SPDX-License-Identifier: MIT
// The frame of a file, checked: after this every section lies within the bytes.
#pragma once

#include "halfspace/base/error.h"

#include "level/file_layout.h"

namespace halfspace {

struct FileFrame {
    FileHeader header;
    SectionBytes sections;  // each a whole number of its records, aligned
};

// Errors: Damaged (which part), Unsupported (another major version, an unknown section that is
// required). The errors name no file.
Result<FileFrame> read_frame(std::span<const std::byte> file);

}  // namespace halfspace
