// SPDX-License-Identifier: MIT
#include "picture_file.h"

#include "halfspace/base/file.h"

#include <cstddef>
#include <vector>

#define STB_IMAGE_WRITE_IMPLEMENTATION
#define STB_IMAGE_WRITE_STATIC
#define STBI_WRITE_NO_STDIO
#include <stb/stb_image_write.h>

namespace halfspace::tool {
namespace {

void append(void* context, void* data, int size) {
    auto& bytes = *static_cast<std::vector<std::byte>*>(context);
    const auto* const first = static_cast<const std::byte*>(data);
    bytes.insert(bytes.end(), first, first + size);
}

}  // namespace

Result<void> write_picture(const std::filesystem::path& path, const Image& image) {
    std::vector<std::byte> bytes;
    const auto width = static_cast<int>(image.width);
    stbi_write_png_to_func(
        append, &bytes, width, static_cast<int>(image.height), 4, image.pixels.data(), width * 4);
    return write_file(path, bytes);
}

}  // namespace halfspace::tool
