// SPDX-License-Identifier: MIT
#include "output_file.h"

#include "halfspace/base/file.h"
#include "halfspace/formats/image_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <system_error>
#include <vector>

namespace halfspace::tool {

std::string lower_extension(const std::filesystem::path& path) {
    std::string extension = path.extension().string();
    std::transform(extension.begin(), extension.end(), extension.begin(), [](char c) {
        return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    });
    return extension;
}

bool is_svg(const std::filesystem::path& path) {
    return lower_extension(path) == ".svg";
}

std::string unsupported_output(const std::filesystem::path& path, std::string_view supported) {
    const std::string what = path.has_extension() ? "'" + path.extension().string() + "' files"
                                                  : "a file without an extension";
    return fmt::format("cannot write {}; supported: {}", what, supported);
}

bool is_same_file(const std::filesystem::path& a, const std::filesystem::path& b) {
    std::error_code failed;
    return std::filesystem::equivalent(a, b, failed) && !failed;
}

Result<void> write_picture(const std::filesystem::path& path, const Image& image) {
    const std::vector<std::byte> bytes = write_png(image);
    if (bytes.empty()) {
        return std::unexpected(
            Error{ErrorCode::Limit, "no memory for a picture of this size", {path.string()}});
    }
    return write_file(path, bytes);
}

}  // namespace halfspace::tool
