// SPDX-License-Identifier: MIT
// Reads and checks the frame of a file: afterwards every section lies within the bytes.
#pragma once

#include "halfspace/base/error.h"

#include "level/file_layout.h"

namespace halfspace {

struct FileFrame {
    FileHeader header;
    SectionBytes sections;  // each a whole number of its records, aligned
};

// Errors: Damaged with the part of the file; Unsupported for another major version or for an
// unknown section that is not optional. The errors name no file.
Result<FileFrame> read_frame(std::span<const std::byte> file);

}  // namespace halfspace
