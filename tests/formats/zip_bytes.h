// SPDX-License-Identifier: MIT
// Archives made by libzip in memory.
#pragma once

#include <zip.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace halfspace::test {

struct ZipFile {
    std::string name;
    std::string text;
    zip_int32_t method = ZIP_CM_DEFLATE;
};

inline std::vector<std::byte> as_bytes(std::string_view text) {
    const auto bytes = std::as_bytes(std::span(text));
    return {bytes.begin(), bytes.end()};
}

inline std::vector<std::byte> zip_bytes(const std::vector<ZipFile>& files) {
    zip_source_t* const target = zip_source_buffer_create(nullptr, 0, 0, nullptr);
    zip_source_keep(target);
    zip_t* const archive = zip_open_from_source(target, ZIP_TRUNCATE, nullptr);
    for (const ZipFile& file : files) {
        zip_source_t* const text =
            zip_source_buffer(archive, file.text.data(), file.text.size(), 0);
        const zip_int64_t index = file.name.ends_with('/')
                                      ? zip_dir_add(archive, file.name.c_str(), 0)
                                      : zip_file_add(archive, file.name.c_str(), text, 0);
        if (file.name.ends_with('/')) {
            zip_source_free(text);
        } else {
            zip_set_file_compression(archive, static_cast<zip_uint64_t>(index), file.method, 0);
        }
    }
    zip_close(archive);
    zip_source_open(target);
    zip_source_seek(target, 0, SEEK_END);
    std::vector<std::byte> bytes(static_cast<std::size_t>(zip_source_tell(target)));
    zip_source_seek(target, 0, SEEK_SET);
    zip_source_read(target, bytes.data(), bytes.size());
    zip_source_close(target);
    zip_source_free(target);
    return bytes;
}

// Overwrites a field of the directory's first entry, `offset` bytes behind the entry's mark.
template <class T>
void patch_directory(std::vector<std::byte>& bytes, std::size_t offset, T value) {
    constexpr std::array kMark{std::byte{'P'}, std::byte{'K'}, std::byte{1}, std::byte{2}};
    const auto entry = std::search(bytes.begin(), bytes.end(), kMark.begin(), kMark.end());
    std::memcpy(&*entry + offset, &value, sizeof(value));
}

}  // namespace halfspace::test
