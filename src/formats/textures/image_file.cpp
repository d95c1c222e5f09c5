// SPDX-License-Identifier: MIT
#include "halfspace/formats/image_file.h"

#include "formats/textures/jpeg_check.h"
#include "formats/textures/png_check.h"
#include "formats/textures/tga_check.h"

#include <cassert>
#include <cstring>
#include <limits>
#include <memory>
#include <optional>
#include <string>

// Hides the inside of stb from the analyzer.
#ifndef __clang_analyzer__
#define STB_IMAGE_IMPLEMENTATION
#define STB_IMAGE_WRITE_IMPLEMENTATION
#endif
#define STB_IMAGE_STATIC
#define STBI_ONLY_PNG
#define STBI_ONLY_TGA
#define STBI_ONLY_JPEG
#define STBI_NO_STDIO
#define STBI_MAX_DIMENSIONS 16384
#include <stb_image.h>

#define STB_IMAGE_WRITE_STATIC
#define STBI_WRITE_NO_STDIO
#include <stb_image_write.h>

namespace halfspace {
namespace {

static_assert(kMaxImageSide == STBI_MAX_DIMENSIONS);

constexpr int kChannels = 4;
static_assert(sizeof(Rgba) == kChannels);

// Some programs write zeros behind the last row of a PNG; this much is accepted.
constexpr std::uint64_t kBytesBehindLastRow = 1 << 16;

struct PixelsDeleter {
    void operator()(stbi_uc* pixels) const { stbi_image_free(pixels); }
};
using Pixels = std::unique_ptr<stbi_uc, PixelsDeleter>;

enum class Format : std::uint8_t { Png, Jpeg, Tga, None };

bool starts_with(std::span<const std::byte> bytes, std::string_view magic) {
    return bytes.size() >= magic.size() &&
           std::memcmp(bytes.data(), magic.data(), magic.size()) == 0;
}

// TGA has no mark at its beginning, so it is tested last.
Format format_of(std::span<const std::byte> bytes) {
    if (starts_with(bytes, "\x89PNG\r\n\x1a\n")) {
        return Format::Png;
    }
    if (starts_with(bytes, "\xff\xd8\xff")) {
        return Format::Jpeg;
    }
    return is_tga(bytes) ? Format::Tga : Format::None;
}

Error error(ErrorCode code, std::string message, std::string_view name) {
    return {code, std::move(message), {std::string(name), 0, 0}};
}

// True if the file is complete. The decoder fills missing parts with grey, and nobody wants such a
// texture.
bool is_whole(std::span<const std::byte> bytes, Format format) {
    if (format == Format::Tga) {
        return is_whole_tga(bytes);
    }
    return format != Format::Jpeg || has_jpeg_end(bytes);  // PNG has its own checks
}

const stbi_uc* data_of(std::span<const std::byte> bytes) {
    return reinterpret_cast<const stbi_uc*>(bytes.data());
}

// Unpacks the data into a buffer of fixed size. The buffer of the decoder would grow up to 4 GiB if
// a few bytes of a file ask for it.
bool inflates_to_its_size(std::span<const std::byte> png) {
    const std::optional<PngData> data = png_data(png);
    if (!data) {
        return false;
    }
    const std::uint64_t most = data->size + kBytesBehindLastRow;
    assert(most <= static_cast<std::uint64_t>(std::numeric_limits<int>::max()));
    const auto inflated = std::make_unique_for_overwrite<char[]>(most);
    const auto* const from = reinterpret_cast<const char*>(data->compressed.data());
    const auto decode =
        data->has_zlib_head ? stbi_zlib_decode_buffer : stbi_zlib_decode_noheader_buffer;
    return decode(inflated.get(),
                  static_cast<int>(most),
                  from,
                  static_cast<int>(data->compressed.size())) >= 0;
}

void append_bytes(void* context, void* data, int size) {
    auto& to = *static_cast<std::vector<std::byte>*>(context);
    const auto* const from = static_cast<const std::byte*>(data);
    to.insert(to.end(), from, from + size);
}

}  // namespace

Result<ImageSize> image_size(std::span<const std::byte> bytes, std::string_view name) {
    if (bytes.size() > static_cast<std::size_t>(std::numeric_limits<int>::max())) {
        return std::unexpected(error(ErrorCode::Limit, "the file is larger than 2 GiB", name));
    }
    const Format format = format_of(bytes);
    if (format == Format::Jpeg && !has_sound_tables(bytes)) {
        return std::unexpected(error(ErrorCode::Damaged, "the picture's tables are damaged", name));
    }
    if (format == Format::Jpeg && has_too_many_scans(bytes)) {
        return std::unexpected(
            error(ErrorCode::Limit,
                  "the picture has more than " + std::to_string(kMaxJpegScans) + " scans",
                  name));
    }
    if (format == Format::None) {
        return std::unexpected(
            error(ErrorCode::Unsupported, "the picture is no PNG, TGA or JPEG", name));
    }
    int width = 0;
    int height = 0;
    int channels = 0;
    if (stbi_info_from_memory(
            data_of(bytes), static_cast<int>(bytes.size()), &width, &height, &channels) == 0 ||
        width < 1 || height < 1) {
        return std::unexpected(error(ErrorCode::Damaged, "the picture's header is damaged", name));
    }
    const ImageSize size{static_cast<std::uint32_t>(width), static_cast<std::uint32_t>(height)};
    if (size.width > kMaxImageSide || size.height > kMaxImageSide ||
        std::uint64_t{size.width} * size.height > kMaxImagePixels) {
        return std::unexpected(error(ErrorCode::Limit,
                                     "the picture has " + std::to_string(width) + " x " +
                                         std::to_string(height) + " pixels, too many for a texture",
                                     name));
    }
    return size;
}

Result<Image> read_image(std::span<const std::byte> bytes, std::string_view name) {
    const Result<ImageSize> size = image_size(bytes, name);
    if (!size) {
        return std::unexpected(size.error());
    }
    const Format format = format_of(bytes);
    if (format == Format::Png && !inflates_to_its_size(bytes)) {
        return std::unexpected(
            error(ErrorCode::Damaged,
                  "the picture's data are damaged, or longer than its header says",
                  name));
    }
    int width = 0;
    int height = 0;
    int channels = 0;
    const Pixels pixels(is_whole(bytes, format)
                            ? stbi_load_from_memory(data_of(bytes),
                                                    static_cast<int>(bytes.size()),
                                                    &width,
                                                    &height,
                                                    &channels,
                                                    kChannels)
                            : nullptr);
    if (pixels == nullptr || static_cast<std::uint32_t>(width) != size->width ||
        static_cast<std::uint32_t>(height) != size->height) {
        return std::unexpected(
            error(ErrorCode::Damaged, "the picture is damaged or ends too early", name));
    }
    Image image{size->width, size->height, {}};
    image.pixels.resize(std::size_t{size->width} * size->height);
    std::memcpy(image.pixels.data(), pixels.get(), image.pixels.size() * sizeof(Rgba));
    return image;
}

std::vector<std::byte> write_png(const Image& image) {
    assert(image.width > 0 && image.width <= kMaxImageSide);
    assert(image.height > 0 && image.height <= kMaxImageSide);
    assert(image.pixels.size() == std::size_t{image.width} * image.height);
    std::vector<std::byte> bytes;
    const int is_written = stbi_write_png_to_func(append_bytes,
                                                  &bytes,
                                                  static_cast<int>(image.width),
                                                  static_cast<int>(image.height),
                                                  kChannels,
                                                  image.pixels.data(),
                                                  static_cast<int>(image.width * sizeof(Rgba)));
    return is_written != 0 ? bytes : std::vector<std::byte>();
}

}  // namespace halfspace
